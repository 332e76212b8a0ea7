/** The npm package: packed, installed in an empty folder without a network, and run against the emulator. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { bundle } from './child.ts';

/** Raise it only for what users get. */
const mostBytes = 446_000;

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

const isWindows = process.platform === 'win32';
let root: string;
let project: string;
let packed: Packed;

/** `npm` is a shell script on Windows, and so are the commands that it installs. */
const run = (command: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv } = {}) =>
  promisify(execFile)(isWindows ? `"${command}"` : command, args, { ...options, cwd: project, shell: isWindows });

/** Nothing of what this machine has installed, cached or configured. */
function emptyMachine(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, ComSpec, PATHEXT } = process.env;
  return {
    PATH,
    ...(isWindows && { SystemRoot, ComSpec, PATHEXT }),
    HOME: root,
    USERPROFILE: root,
    TEMP: root,
    npm_config_cache: join(root, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'npm package-'));
  project = join(root, 'project');
  await mkdir(project);
  await writeFile(join(project, 'endpoint.yaml'), smallSpec);
  const { stdout } = await run('npm', ['pack', dirname(bundle), '--json', '--pack-destination', '.'], {
    env: emptyMachine(),
  });
  [packed] = JSON.parse(stdout);
  await run('npm', ['install', '--no-save', `./${packed.filename}`], { env: emptyMachine() });
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('holds the files of dist/ and no others, within its budget', async () => {
  expect(packed.files.map(({ path }) => path).sort()).toEqual((await readdir(dirname(bundle))).sort());
  expect(packed.size).toBeLessThanOrEqual(mostBytes);
});

test('says its version to `npx`, and plans', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const npx = await run('npx', ['--no-install', 'deploy-gpu-endpoint', '--version'], { env: emptyMachine() });
  expect(npx.stdout).toBe(`${version}\n`);
  await using emulator = await startEmulator();
  const command = join(project, 'node_modules', '.bin', 'deploy-gpu-endpoint');
  const argv = ['plan', 'endpoint.yaml', '--base-url', emulator.url, '--resolve-image', 'off'];
  const plan = await run(command, argv, { env: { ...emptyMachine(), GPU_ENDPOINT_API_KEY: emulator.apiKey } });
  expect(plan.stderr).toBe('');
  expect(plan.stdout).toContain('Plan: create llama');
  expect(emulator.endpoints()).toEqual([]);
});
