/** The loop of a wait: when it reads, and which reading counts. */

import { expect, test } from 'vitest';
import { awaitReady } from '../../src/rollout/wait.ts';
import { endpointOf, replaced, writeOver } from './course.ts';
import { openStub } from './stub.ts';

/** Waits over what is shown at each second, after a write over an endpoint with the worker `old`. */
function openWait(shown: (second: number) => string, { random = 0.5, write = replaced } = {}) {
  const read = (second: number) => endpointOf(shown(second));
  const stub = openStub({ get: read }, { random: () => random });
  const endpoint = read(0);
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] };
  const goal = { wait: 'ready', isTested: false } as const;
  return { ...stub, run: () => awaitReady({ written: { endpoint, target, write }, goal, context: stub.context }) };
}

test.for<[number, number]>([
  [0, 1],
  [1, 1.1],
])('readings grow wider with the time, and are spread by a tenth: random %f', async ([random, spread]) => {
  const { run, clock } = openWait(() => 'new pulling', { random });
  await expect(run()).rejects.toMatchObject({ code: 'timeout' });
  const { sleptMs } = clock;
  expect(sleptMs.slice(0, 4)).toEqual(Array(4).fill(expect.closeTo(1000 * spread, 5)));
  expect(Math.max(...sleptMs)).toBeCloseTo(10_000 * spread, 5);
  // The last one comes a second before the end.
  expect([sleptMs.at(-1), sleptMs.reduce((sum, ms) => sum + ms)]).toEqual([1000, expect.closeTo(600_000, 0)]);
  expect(sleptMs.length).toBeLessThanOrEqual(100);
});

test.for<[string, (second: number) => string]>([
  ['is not believed yet', (at) => (at < 300 ? 'new pulling' : 'new running+')],
  ['loads', (at) => (at < 300 ? 'new pulling' : at < 340 ? 'new running' : 'new running+')],
  ['fails', (at) => (at < 300 ? 'new pulling' : 'new pulling: ErrImagePull: manifest unknown')],
])('readings are close while a worker %s', async ([, shown]) => {
  const { run, secondsOf } = openWait(shown);
  await run().catch(() => {});
  const close = secondsOf('get').filter((at) => at >= 300);
  expect(close.length).toBeGreaterThan(2);
  expect(Math.max(...close.slice(1).map((at, index) => at - (close[index] ?? 0)))).toBeLessThanOrEqual(2.2);
});

test.for([5, 60, 240, 500])('an endpoint that is ready after %i s is found within 12 seconds of it', async (at) => {
  const wait = openWait((now) => `old running+, new ${now < at ? 'pulling' : 'running+'}`);
  expect((await wait.run()).hasBeenHealthy).toBe(true);
  expect(wait.second()).toBeGreaterThanOrEqual(at + 10);
  expect(wait.second()).toBeLessThanOrEqual(at + 10 + Math.max(2, Math.min(12, at / 13)));
});

test('nothing is read where the reading of the write is enough', async () => {
  const { run, calls, events } = openWait(() => 'old running+', { write: writeOver('none', { old: [] }) });
  await run();
  const ready = { kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1, isTested: false };
  expect([calls, events]).toEqual([[], [ready]]);
});

test('a reading of what was before is none of what is there now', async () => {
  const shown = endpointOf('new running+');
  const late = { ...shown, config: { ...shown.config, rootfsSize: 50 } };
  const stub = openStub({ get: (at) => (at < 20 ? late : shown) });
  const target = { id: shown.id, desired: shown.config, earlier: [late.config] };
  const written = { endpoint: { ...shown, workers: [] }, target, write: replaced };
  await awaitReady({ written, goal: { wait: 'ready', isTested: false }, context: stub.context });
  expect(stub.second()).toBeGreaterThanOrEqual(30);
});
