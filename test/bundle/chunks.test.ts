/** What the bundle weighs, and how much of it each kind of run reads. What is more than a budget here has been bought by every deploy of everybody. */

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { bundle, type ChildOptions, runChild } from './child.ts';

const folder = dirname(bundle);
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** In KiB, with some room to grow. */
const budgets: Readonly<Record<string, number>> = {
  'availability.js': 4,
  'candidate.js': 8,
  'index.js': 92,
  'service.js': 474,
  'deploy.js': 365,
  'rollout.js': 117,
  'restore.js': 6,
  'tests.js': 52,
  'compare.js': 55,
  'prompts.js': 7,
  'commands.js': 51,
  'cli.js': 17,
  'registries.js': 15,
  'github.js': 175,
  'undici.js': 44,
};
const ofADeploy = ['deploy.js', 'index.js', 'rollout.js', 'service.js'];

async function sizes(names: readonly string[]): Promise<[string, number][]> {
  return Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as [string, number]));
}
const sum = (files: readonly [string, number][]) => files.reduce((total, [, size]) => total + size, 0);

test('every chunk is known and within its budget', async () => {
  const files = await sizes((await readdir(folder)).filter((name) => name.endsWith('.js')));
  const kibibytes = Object.fromEntries(files.map(([name, size]) => [name, Math.ceil(size / 1024)]));
  expect(Object.keys(kibibytes).sort()).toEqual(Object.keys(budgets).sort());
  expect(Object.entries(kibibytes).filter(([name, size]) => size > (budgets[name] ?? 0))).toEqual([]);
});

test('dist is at most 1.546 MB, what a deploy loads 1.075 MB, and what is sent of it 405 KB', async () => {
  const all = await readdir(folder);
  expect(sum(await sizes(all))).toBeLessThan(1_546_000);
  expect(sum(await sizes(ofADeploy))).toBeLessThan(1_075_000);
  const zipped = await Promise.all(all.map(async (name) => gzipSync(await readFile(join(folder, name))).length));
  expect(zipped.reduce((total, size) => total + size, 0)).toBeLessThan(405_000);
});

/** Text of each package that nothing shortens, and in which chunks it stands, once. */
const packageMarks: Readonly<Record<string, { mark: RegExp; chunks: readonly string[] }>> = {
  // What every WebAssembly module begins with, in base64: undici has one HTTP parser.
  'the parser of undici': { mark: /AGFzbQE/g, chunks: ['service.js'] },
  'the proxy of undici': { mark: /\bvar ProxyAgent = class\b/g, chunks: ['undici.js'] },
  yaml: { mark: /\bYAMLParseError = class\b/g, chunks: ['deploy.js'] },
  'zod/mini': { mark: /\$constructor\("ZodMiniType"/g, chunks: ['service.js'] },
  '@actions/core': { mark: /CMD_STRING = /g, chunks: ['index.js'] },
  '@octokit/core': { mark: /octokit-core\.js\//g, chunks: ['github.js'] },
};

test.for(Object.entries(packageMarks))('%s is there once, in its chunk', async ([, { mark, chunks }]) => {
  const files = await Promise.all(
    Object.keys(budgets).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
  const found = files.flatMap(({ name, text }) => (text.match(mark) ?? []).map(() => name));
  expect(found).toEqual(chunks);
});

test('every package in it is there once', async () => {
  const { packages } = JSON.parse(await readFile(path('../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const bundled = Object.entries(packages).filter(
    // Types are no part of it.
    ([at, { dev }]) => at.startsWith('node_modules/') && !dev && !/types$/.test(at),
  );
  const nested = bundled.map(([at]) => at).filter((at) => at.split('node_modules/').length > 2);
  expect(nested).toEqual([]);
});

interface Loaded {
  exitCode: number | null;
  chunks: readonly string[];
  /** The modules of Node that were not there before the bundle. */
  builtins: readonly string[];
}

/** What a run has loaded. */
async function loadedBy(options: ChildOptions): Promise<Loaded> {
  const root = await mkdtemp(join(tmpdir(), 'loaded-'));
  const list = join(root, 'files.json');
  try {
    const preload = ['virtual-time', 'loaded'].map((name) => `--require ${path(`./${name}.cjs`)}`).join(' ');
    const env = { ...options.env, NODE_OPTIONS: preload, LOADED_FILES: list };
    const { exitCode } = await runChild({ ...options, env });
    return { exitCode, ...JSON.parse(await readFile(list, 'utf8')) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

test('a run that stops at its inputs loads the entry alone, and nothing of Node that is for requests', async () => {
  const { builtins, ...loaded } = await loadedBy({ files: {} });
  expect(loaded).toEqual({ exitCode: 1, chunks: ['index.js'] });
  const isForRequests = (name: string) =>
    /^(https?2?|tls|dns|zlib|v8|assert|perf_hooks|worker_threads|fs\/promises)$/.test(name);
  expect(builtins.filter(isForRequests)).toEqual([]);
});

test('a deploy never has the HTTP parser compiled a second time, however much it reads', async () => {
  await using emulator = await startEmulator({ switches: { generatedEndpoints: 2000, generatedEnvs: 17 } });
  emulator.seed({ name: 'llama' });
  const { exitCode, log } = await runChild({
    files: { 'endpoint.yaml': 'name: llama\n' },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey },
    nodeFlags: ['--trace-wasm-compilation-times'],
  });
  const compiled = log.match(/Compiled function .* using \w+/g) ?? [];
  expect({ exitCode, isTraced: compiled.length > 0 }).toEqual({ exitCode: 0, isTraced: true });
  expect(compiled.filter((line) => line.endsWith('TurboFan'))).toEqual([]);
});

test.for([
  ['changes nothing', 'name: llama\n', ofADeploy],
  ['updates', 'name: llama\nworkerConfig: {maxNum: 3}\n', ofADeploy],
  ['creates', 'name: other\nimage: a\nports: [8000]\npolicy: {type: queue, value: 4}\n', ofADeploy],
  ['asks a registry', 'name: llama\nimage: registry.invalid/acme/llama:2\n', [...ofADeploy, 'registries.js']],
] as const)('a deploy that %s loads what it needs', async ([, spec, expected]) => {
  await using emulator = await startEmulator({ advancePerRequestMs: 5000 });
  emulator.seed({ name: 'llama', image: { image: 'registry.invalid/acme/llama:1' } });
  const { chunks, builtins } = await loadedBy({
    files: { 'endpoint.yaml': spec },
    with: {
      'base-url': emulator.url,
      'api-key': emulator.apiKey,
      'resolve-image': expected.length === ofADeploy.length ? 'off' : 'check',
    },
  });
  expect(chunks).toEqual([...expected].sort());
  // Each takes milliseconds, and more than a MiB.
  expect(builtins.filter((name) => /^(http2?|fs\/promises)$/.test(name))).toEqual([]);
});

test.for([
  ['another name', 'other', [...ofADeploy, 'compare.js', 'tests.js']],
  ['its own name', 'llama', [...ofADeploy, 'tests.js']],
] as const)('a spec with `compare` under %s loads what it needs', async ([, name, expected]) => {
  await using emulator = await startEmulator({ advancePerRequestMs: 5000 });
  emulator.seed({ name: 'llama', image: { image: 'a' }, workerConfig: { minNum: 1 } });
  const spec = 'name: llama\nimage: a\nports: [8000]\npolicy: {type: queue, value: 4}\ntests: [/health]\ncompare: {}\n';
  const { exitCode, chunks } = await loadedBy({
    files: { 'endpoint.yaml': spec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'resolve-image': 'off', name },
  });
  expect([exitCode, chunks]).toEqual([0, [...expected].sort()]);
});

test('the command line loads its own chunk besides', async () => {
  const { chunks } = await loadedBy({ argv: ['--version'] });
  expect(chunks).toEqual(['cli.js', 'index.js']);
});
