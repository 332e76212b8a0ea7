/** A process that cannot go on: what it has written is cleaned up before it ends, and standard error says why. */

import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { crashEndMs } from '../../src/times.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { bundle, virtualTime } from './child.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const trouble = fileURLToPath(new URL('trouble.cjs', import.meta.url));

/** A deploy of a new endpoint into a log file, with the trouble after its create. */
async function deployInto(log: string, what: string) {
  await using emulator = await startEmulator({ advancePerRequestMs: 1000 });
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  try {
    writeFileSync(join(folder, 'endpoint.yaml'), spec);
    const out = openSync(join(folder, log), 'a');
    const argv = ['deploy', 'endpoint.yaml', '--base-url', emulator.url, '--resolve-image', 'off'];
    const child = spawn(process.execPath, ['--require', virtualTime, '--require', trouble, bundle, ...argv], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        GPU_ENDPOINT_API_KEY: emulator.apiKey,
        TROUBLE: what,
        CRASH_END_MS: String(crashEndMs),
      },
      stdio: ['ignore', out, 'pipe'],
    });
    const run = () => void child.kill('SIGUSR2');
    // The next line of the log is the one after the create.
    const place = what === 'full disk' ? ({ operation: 'create' } as const) : ({ operation: 'get', after: 1 } as const);
    emulator.addFault({ ...place, kind: 'hook', when: 'after', run });
    const stderr = child.stderr?.setEncoding('utf8').toArray();
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    const [endpoint] = emulator.endpoints();
    return { exitCode, endpoint, stderr: (await stderr)?.join(''), log: readFileSync(join(folder, log), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.skipIf(process.platform !== 'linux').for<[string, RegExp]>([
  ['full disk', /failed: the run was cancelled because its log cannot be written \(ENOSPC/],
  ['throw', /^Error: a defect in a callback/],
])('%s: the new endpoint is parked, and the run is red', async ([what, words]) => {
  const { exitCode, endpoint, stderr, log } = await deployInto('log', what);
  expect(endpoint?.workerConfig.minNum, `${log}\n${stderr}`).toBe(0);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(words)]);
});
