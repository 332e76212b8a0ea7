/** The wait over courses that the emulator does not take: readings by the second, from a client that is a table. */

import { expect, test } from 'vitest';
import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import { waitUntilReady } from '../../src/rollout/wait.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub } from './stub.ts';

const worker = (id: string, state: string): Worker => ({
  id,
  state: { state, error: '', message: '' },
  log: '',
  healthy: state === 'running',
});

/** Waits over what `at` shows at each second of the wait; how long it took, and how it ended. */
async function waitOver(
  at: (second: number) => Worker[],
  { isReplacing = false, hasHealthCheck = true, timeoutSeconds = 600 } = {},
): Promise<{ seconds: number; ended: string }> {
  const config = { ...liveConfig, healthy: { path: hasHealthCheck ? '/health' : '' } };
  const reading = (second: number): Endpoint => ({ ...liveEndpoint, config, workers: at(Math.round(second)) });
  const { context, second } = openStub({ get: reading });
  const result = await waitUntilReady({
    endpoint: reading(0),
    expectation: { wait: 'ready', oldWorkerIds: new Set(['old']), isReplacing },
    timeoutSeconds,
    context,
  }).then(
    () => 'ready',
    (error) => error.code,
  );
  return { seconds: Math.round(second()), ended: result };
}

const old = worker('old', 'running');

test('new workers that show up after twenty seconds are waited for', async () => {
  const course = (second: number) => [
    old,
    ...(second < 20 ? [] : [worker('new', second < 90 ? 'pulling' : 'running')]),
  ];
  expect(await waitOver(course, { isReplacing: true })).toMatchObject({
    ended: 'ready',
    seconds: expect.closeTo(92, -1),
  });
});

test('a service that keeps its workers for a change is believed after half a minute', async () => {
  expect(await waitOver(() => [old], { isReplacing: true })).toMatchObject({
    ended: 'ready',
    seconds: expect.closeTo(35, -1),
  });
  expect(await waitOver(() => [old])).toEqual({ ended: 'ready', seconds: 0 });
});

test('and at the end of a shorter wait', async () => {
  expect(await waitOver(() => [old], { isReplacing: true, timeoutSeconds: 10 })).toEqual({
    ended: 'ready',
    seconds: 10,
  });
});

test('a crash loop that says nothing is not green between two crashes', async () => {
  // Eight seconds up, eight down.
  const course = (second: number) => [worker('new', Math.floor(second / 8) % 2 === 0 ? 'exited' : 'running')];
  expect((await waitOver(course, { hasHealthCheck: false })).ended).toBe('crashed');
});

test('one crash at the start is forgiven once the worker has been up for a while', async () => {
  const course = (second: number) => [worker('new', second < 5 ? 'exited' : 'running')];
  expect(await waitOver(course, { hasHealthCheck: false })).toMatchObject({
    ended: 'ready',
    seconds: expect.closeTo(27, -1),
  });
});

test('one broken worker does not end the wait for another that is pulling for minutes', async () => {
  const course = (second: number) => [worker('broken', 'failed'), worker('new', second < 150 ? 'pulling' : 'running')];
  expect((await waitOver(course)).ended).toBe('ready');
  const hopeless = () => [worker('broken', 'failed'), worker('new', 'pulling')];
  expect(await waitOver(hopeless)).toMatchObject({ ended: 'crashed', seconds: expect.closeTo(185, -1) });
});

test.for<[number, number, number]>([
  [0, 0.8, 1.2],
  [0.5, 1, 1.5],
  [1, 1.2, 1.8],
])('pauses are spread by a fifth: random %f', async ([random, first, next]) => {
  const endpoint: Endpoint = { ...liveEndpoint, workers: [worker('new', 'pulling')] };
  const { clock, context } = openStub({ get: () => endpoint }, { random: () => random });
  const request = {
    endpoint,
    expectation: { wait: 'ready', oldWorkerIds: new Set<string>(), isReplacing: false },
  } as const;
  await waitUntilReady({ ...request, timeoutSeconds: 100, context }).catch(() => {});
  expect(clock.sleptMs.slice(0, 2)).toEqual([expect.closeTo(first * 1000, 5), expect.closeTo(next * 1000, 5)]);
  // Ten seconds at most before the spread, and the last pause ends with the time.
  expect(Math.max(...clock.sleptMs)).toBeCloseTo(10_000 * (0.8 + 0.4 * random), 5);
  expect(clock.sleptMs.reduce((sum, ms) => sum + ms)).toBeCloseTo(100_000, 5);
});

test('an endpoint that seems ready is looked at every three seconds until it is believed', async () => {
  const endpoint: Endpoint = { ...liveEndpoint, workers: [old] };
  const { clock, context } = openStub({ get: () => endpoint });
  const expectation = { wait: 'ready', oldWorkerIds: new Set(['old']), isReplacing: true } as const;
  await waitUntilReady({ endpoint, expectation, timeoutSeconds: 600, context });
  expect(clock.sleptMs).toEqual([1000, 1500, 2250, ...Array(9).fill(3000)]);
});

test.for<[string, Worker[], number, number]>([
  ['old workers alone', [old], 1, 31.75],
  ['no worker at all, where none is asked for', [], 0, 0],
  ['a new one', [worker('new', 'running')], 1, 0],
])('after a write that replaces workers, %s', async ([, workers, minNum, seconds]) => {
  const config = { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, minNum } };
  const endpoint: Endpoint = { ...liveEndpoint, config, workers };
  const { context, events, second } = openStub({ get: () => endpoint });
  const expectation = { wait: 'ready', oldWorkerIds: new Set(['old']), isReplacing: true } as const;
  expect(await waitUntilReady({ endpoint, expectation, timeoutSeconds: 600, context })).toBe(endpoint);
  expect(second()).toBe(seconds);
  expect(events.slice(0, 2)).toEqual([
    { kind: 'phase', phase: 'wait' },
    { kind: 'waiting', wait: 'ready' },
  ]);
  const newWorkers = workers.filter(({ id }) => id === 'new').length;
  expect(events.at(-1)).toEqual({ kind: 'ready', oldWorkers: workers.length - newWorkers, newWorkers });
});

test('the message of a wait that is over says all that was missing', async () => {
  const log = 'https://logs.example.dev/new';
  const state = { state: 'updating', error: 'SLOW', message: 'moving' };
  const workers = [old, { ...worker('new', 'pulling'), log }, worker('gone', 'removed')];
  const endpoint: Endpoint = { ...liveEndpoint, state, workers };
  const expectation = { wait: 'rollout', oldWorkerIds: new Set(['old', 'gone']), isReplacing: true } as const;
  const { context } = openStub({ get: () => endpoint });
  await expect(waitUntilReady({ endpoint, expectation, timeoutSeconds: 30, context })).rejects.toMatchObject({
    code: 'timeout',
    endpointId: endpoint.id,
    message: `endpoint llama (${endpoint.id}) was not ready after 30 s: its last state was updating: "SLOW: moving"; workers: 1 running, 1 pulling; 1 of the workers from before the write are still there`,
    hint: expect.stringContaining(`The log of worker new is at ${log}.`),
  });
  const bare: Endpoint = { ...liveEndpoint, state: { ...state, state: '', error: '', message: '' }, workers: [], log };
  const empty = openStub({ get: () => bare });
  await expect(
    waitUntilReady({ endpoint: bare, expectation, timeoutSeconds: 30, context: empty.context }),
  ).rejects.toMatchObject({
    message: `endpoint llama (${endpoint.id}) was not ready after 30 s: its last state was empty; it has no workers`,
    hint: expect.stringContaining(`The log of the endpoint is at ${log}.`),
  });
});

test('the message of a failure says how long it has lasted', async () => {
  const failing = { ...worker('new', 'failed'), log: 'line 1\nline 2' };
  const endpoint: Endpoint = { ...liveEndpoint, workers: [failing] };
  const expectation = { wait: 'ready', oldWorkerIds: new Set<string>(), isReplacing: false } as const;
  const { context } = openStub({ get: () => endpoint });
  await expect(waitUntilReady({ endpoint, expectation, timeoutSeconds: 600, context })).rejects.toMatchObject({
    code: 'crashed',
    message: expect.stringMatching(/does not come up: worker new is failed; it has been so for 6\d s$/),
    log: { of: 'worker new', text: 'line 1\nline 2' },
  });
});
