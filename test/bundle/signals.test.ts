/** Signals: a cancelled process waits for no answer and ends with its outputs written, and what a killed one leaves is finished by the next. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Emulator, type Fault, startEmulator } from '../emulator/emulator.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { setStage } from '../scenarios/github-stage.ts';
import type { StepResult } from '../scenarios/step.ts';
import { type ChildOptions, runChild } from './child.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const passing = { advancePerRequestMs: 5000 } as const;

interface Aim {
  signal: NodeJS.Signals;
  operation: Fault['operation'];
  after?: number;
  when?: 'before' | 'after';
  /** The request never gets an answer. */
  hangs?: boolean;
  /** From the request to the signal, in real time. */
  delayMs?: number;
}

/** Sends the signal at a request. */
async function signalAt(emulator: Emulator, aim: Aim, { with: inputs, ...options }: ChildOptions = {}) {
  const { signal, operation, after = 0, when = 'before', hangs = false, delayMs = 0 } = aim;
  const result = await runChild({
    files: { 'endpoint.yaml': spec },
    ...options,
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...inputs },
    onStart: ({ kill }) => {
      const run = () => void (delayMs > 0 ? setTimeout(kill, delayMs, signal) : kill(signal));
      emulator.addFault({ operation, after, kind: 'hook', when, run });
      if (hangs) emulator.addFault({ operation, after, kind: 'hang' });
    },
  });
  emulator.clearFaults();
  return result;
}

/** What hangs has no other end than the signal: no request of the process runs into its limit. */
function expectCancelled({ end, signal }: StepResult): void {
  expect({ end, signal }).toEqual({ end: 'cancelled', signal: null });
}

// On Windows a process cannot send another one a signal, only end it.
const isWindows = process.platform === 'win32';

describe.skipIf(isWindows)('a cancelled process', () => {
  test('while an update hangs: outputs and summary are written', async () => {
    await using emulator = await startEmulator(passing);
    const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const aim = { signal: 'SIGTERM', operation: 'update', hangs: true } as const;
    const cancelled = await signalAt(emulator, aim, { with: { image: 'a:2' } });
    expectCancelled(cancelled);
    expect(cancelled.outputs).toMatchObject({ 'endpoint-id': id, changed: 'true' });
    expect(cancelled.summary).toContain('may have taken effect');
  });

  test('during the pause between two polls, in real time', async () => {
    await using emulator = await startEmulator();
    emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    // After the read-back a pause of a second follows. If nobody heeded the signal, the update would be waited for.
    const aim = { signal: 'SIGINT', operation: 'get', when: 'after', delayMs: 200 } as const;
    const cancelled = await signalAt(emulator, aim, { with: { image: 'a:2' }, virtualTime: false });
    expectCancelled(cancelled);
    expect(cancelled.annotations.join()).toContain('cancelled by SIGINT');
  });
});

test.skipIf(isWindows)('Ctrl+Break, by which a runner on Windows cancels, ends a run like the others', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const cancelled = await signalAt(
    emulator,
    { signal: 'SIGUSR2', operation: 'update', hangs: true },
    {
      with: { image: 'a:2' },
      nodeFlags: ['--require', fileURLToPath(new URL('ctrl-break.cjs', import.meta.url))],
    },
  );
  expectCancelled(cancelled);
});

test.skipIf(isWindows)('while GitHub hangs, a cancelled process gives it a short farewell and no more', async () => {
  await using stage = await setStage({ emulator: passing });
  const { api, emulator } = stage;
  api.addFault({ operation: 'any', kind: 'hang', times: 'always' });
  const cancelled = await signalAt(
    emulator,
    { signal: 'SIGTERM', operation: 'get', after: 2 },
    { with: { 'github-token': api.token }, env: { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: api.repository } },
  );
  expectCancelled(cancelled);
  expect(cancelled.outputs).toMatchObject({ operation: 'created', changed: 'true' });
});

test('SIGKILL after an update was carried out: no output, and the next run finishes the work', async () => {
  await using emulator = await startEmulator({ ...passing, pace: 'instant' });
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 }, policy: { type: 'concurrency', value: 8 } });
  const inputs = { image: 'a:2' };
  const killed = await signalAt(emulator, { signal: 'SIGKILL', operation: 'update', when: 'after' }, { with: inputs });
  expect({ exitCode: killed.exitCode, signal: killed.signal }).toEqual({ exitCode: null, signal: 'SIGKILL' });
  expect(killed.outputs).not.toHaveProperty('operation');
  const next = await runChild({
    files: { 'endpoint.yaml': spec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...inputs },
  });
  expect(next.end).toBe('unchanged');
});
