/** The wait over courses that the emulator does not take: readings by the second, from a client that is a table. */

import { expect, test } from 'vitest';
import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import { watchConfig } from '../../src/rollout/config-watch.ts';
import type { Expectation } from '../../src/rollout/expectation.ts';
import { startWait } from '../../src/rollout/wait.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub } from './stub.ts';

const worker = (id: string, state: string): Worker => ({
  id,
  state: { state, error: '', message: '' },
  log: '',
  healthy: state === 'running',
});

interface WaitGiven {
  effect?: Expectation['effect'];
  hasHealthCheck?: boolean;
  timeoutSeconds?: number;
  wait?: Expectation['wait'];
  minNum?: number;
  random?: () => number;
}

const expectation: Expectation = {
  wait: 'ready',
  effect: 'replaces',
  oldWorkerIds: new Set(['old']),
  servingWord: 'serving',
  isSilent: false,
  isNew: false,
  hidesWorkers: false,
  isRecentlyWritten: false,
};

/** Waits over what `read` shows at each second of the wait, after a write over an endpoint whose one worker was `old`. */
function openWait(
  read: (second: number) => Endpoint,
  { effect = 'replaces', timeoutSeconds = 600, wait = 'ready', random = () => 0.5 }: WaitGiven = {},
) {
  const stub = openStub({ get: (second) => read(Math.round(second)) }, { random });
  const endpoint = read(0);
  const { context, clock } = stub;
  const watch = watchConfig({ id: endpoint.id, desired: endpoint.config, earlier: [], context });
  const deadlineMs = clock.nowMs + timeoutSeconds * 1000;
  const before: Endpoint = { ...endpoint, workers: [old] };
  const request = { endpoint, before, watch, expectation: { ...expectation, effect, wait } };
  return { ...stub, run: () => startWait({ ...request, timeoutSeconds, deadlineMs, context }).untilReady() };
}

/** How long the wait took, and how it ended. */
async function waitOver(at: (second: number) => Worker[], given: WaitGiven = {}) {
  const { hasHealthCheck = true, minNum = 1 } = given;
  const workerConfig = { ...liveConfig.workerConfig, minNum };
  const config = { ...liveConfig, workerConfig, healthy: { path: hasHealthCheck ? '/health' : '' } };
  const wait = openWait((second) => ({ ...liveEndpoint, config, workers: at(second) }), given);
  const ended = await wait.run().then(
    () => 'ready',
    (error) => error.code,
  );
  return { seconds: Math.round(wait.second()), ended };
}

const old = worker('old', 'running');

test.for([20, 90])('new workers that show up after %i s are waited for', async (appear) => {
  const course = (second: number) => [
    old,
    ...(second < appear ? [] : [worker('new', second < appear + 70 ? 'pulling' : 'running')]),
  ];
  const { ended, seconds } = await waitOver(course);
  expect(ended).toBe('ready');
  expect(seconds).toBeGreaterThanOrEqual(appear + 80);
});

test.for([4, 8])(
  'a worker that is called healthy before it runs, and crashes after it has run for 6 s, is not believed: %i s',
  async (runs) => {
    const early = (word: string): Worker => ({ ...worker('new', word), healthy: true });
    const { ended } = await waitOver((second) => [
      early(second < runs ? 'pending' : second < runs + 6 ? 'running' : 'failed'),
    ]);
    expect(ended).toBe('crashed');
  },
);

test('time that passes is no evidence: old workers alone are never the new version', async () => {
  expect(await waitOver(() => [old])).toEqual({ ended: 'timeout', seconds: 600 });
});

test.for<[string, WaitGiven, number]>([
  ['workers that a change keeps', { effect: 'keeps' }, 10],
  ['with `wait: rollout` too', { effect: 'keeps', wait: 'rollout' }, 10],
  ['workers of which nobody can tell', { effect: 'unknown' }, 30],
  ['with `wait: rollout` too', { effect: 'unknown', wait: 'rollout' }, 30],
  ['none, where none are needed', { minNum: 0 }, 10],
])('%s are believed when they stay the same for a while: %o, %i s', async ([, given, least]) => {
  const { ended, seconds } = await waitOver(() => (given.minNum === 0 ? [] : [old]), given);
  expect(ended).toBe('ready');
  expect([seconds >= least, seconds <= least + 4]).toEqual([true, true]);
});

test.for<WaitGiven>([{ effect: 'keeps' }, { effect: 'unknown' }])(
  'where they begin to change, the new ones are waited for: %o',
  async (given) => {
    const course = (second: number) => [
      old,
      ...(second < 8 ? [] : [worker('new', second < 80 ? 'pulling' : 'running')]),
    ];
    const { ended, seconds } = await waitOver(course, given);
    expect([ended, seconds >= 90]).toEqual(['ready', true]);
  },
);

test('a worker that keeps its id is new once it was away', async () => {
  const course = (second: number) => [worker('old', second < 20 || second > 60 ? 'running' : 'starting')];
  const { ended, seconds } = await waitOver(course);
  expect([ended, seconds >= 120]).toEqual(['ready', true]);
});

test('a worker that is healthy for a moment is not believed in it', async () => {
  const course = (second: number) => [worker('new', second % 20 < 6 ? 'running' : 'starting')];
  expect((await waitOver(course, { timeoutSeconds: 200 })).ended).toBe('timeout');
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
  expect(await waitOver(hopeless)).toMatchObject({ ended: 'crashed', seconds: expect.closeTo(187, -1) });
});

test.for<[number, number]>([
  [0, 1],
  [0.5, 1.05],
  [1, 1.1],
])('pauses grow with the time, and are spread by a tenth: random %f', async ([random, spread]) => {
  const wait = openWait(() => ({ ...liveEndpoint, workers: [worker('new', 'pulling')] }), {
    timeoutSeconds: 1800,
    random: () => random,
  });
  await wait.run().catch(() => {});
  const { sleptMs } = wait.clock;
  expect(sleptMs.slice(0, 4)).toEqual(Array(4).fill(expect.closeTo(1000 * spread, 5)));
  expect(sleptMs[8]).toBeCloseTo(2200 * spread, 5);
  // Half a minute at most with the spread, because so often there is a line; the last reading comes a second before the end.
  expect(Math.max(...sleptMs)).toBeCloseTo(27_000 * spread, 5);
  expect([sleptMs.at(-1), sleptMs.reduce((sum, ms) => sum + ms)]).toEqual([1000, expect.closeTo(1_800_000, 0)]);
});

test('ten minutes cost no more than 65 readings', async () => {
  const wait = openWait(() => ({ ...liveEndpoint, workers: [worker('new', 'pulling')] }), {
    timeoutSeconds: 600,
    random: () => 0,
  });
  await wait.run().catch(() => {});
  expect(wait.clock.sleptMs.length).toBeLessThanOrEqual(65);
});

test('an endpoint that is ready after a minute is found within 5 seconds, in most cases within 2', async () => {
  const late: number[] = [];
  for (let readyMs = 58_000; readyMs < 66_000; readyMs += 100) {
    const wait = openWait((second) => ({
      ...liveEndpoint,
      workers: [worker('new', second * 1000 < readyMs ? 'pulling' : 'running')],
    }));
    await wait.run();
    let slept = 0;
    // The first reading that could show it; after that the evidence has to last.
    const found = wait.clock.sleptMs.map((ms) => (slept += ms)).find((atMs) => atMs >= readyMs) ?? Number.NaN;
    late.push(found - readyMs);
  }
  late.sort((a, b) => a - b);
  expect(late.at(-1)).toBeLessThanOrEqual(5000);
  expect(late[Math.floor(late.length / 2)]).toBeLessThanOrEqual(2200);
});

test('an endpoint that seems ready is looked at every three seconds until it is believed', async () => {
  const wait = openWait(() => ({ ...liveEndpoint, workers: [worker('new', 'running')] }));
  await wait.run();
  // Ten seconds, as the evidence of new workers needs.
  expect(wait.clock.sleptMs).toEqual([3000, 3000, 3000, 1000].map((ms) => expect.closeTo(ms * 1.05, -3)));
  expect(wait.events.slice(0, 2)).toEqual([
    { kind: 'phase', phase: 'wait' },
    { kind: 'waiting', wait: 'ready' },
  ]);
  expect(wait.events.at(-1)).toMatchObject({ kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1 });
});

test('an endpoint whose workers were healthy is not judged by the time', async () => {
  const course = (second: number) => [worker('new', second < 200 ? 'running' : 'starting')];
  const flapping = openWait((second) => ({ ...liveEndpoint, workers: course(second % 30 < 5 ? 0 : 500) }), {
    timeoutSeconds: 300,
  });
  await expect(flapping.run()).rejects.toMatchObject({
    code: 'timeout',
    isInconclusive: true,
    message: expect.stringContaining('a worker of the new version was healthy, so the new configuration is kept'),
  });
  const never = openWait(() => ({ ...liveEndpoint, workers: [worker('new', 'starting')] }), { timeoutSeconds: 300 });
  await expect(never.run()).rejects.toMatchObject({ code: 'timeout', isInconclusive: false });
});

test('the message of a wait that is over says all that was missing', async () => {
  const log = 'https://logs.example.dev/new';
  const state = { state: 'updating', error: 'SLOW', message: 'moving' };
  const workers = [old, { ...worker('new', 'pulling'), log }, worker('gone', 'removed')];
  const endpoint: Endpoint = { ...liveEndpoint, state, workers };
  await expect(openWait(() => endpoint, { wait: 'rollout', timeoutSeconds: 30 }).run()).rejects.toMatchObject({
    code: 'timeout',
    endpointId: endpoint.id,
    message: `endpoint llama (${endpoint.id}) was not ready after 30 s: last state updating: "SLOW: moving"; workers: 1 running, 1 pulling; 1 worker of the old version still running`,
    hint: expect.stringContaining(`The log of worker new is at ${log}.`),
  });
  const bare: Endpoint = { ...liveEndpoint, state: { ...state, state: '', error: '', message: '' }, workers: [], log };
  await expect(openWait(() => bare, { timeoutSeconds: 30 }).run()).rejects.toMatchObject({
    message: `endpoint llama (${endpoint.id}) was not ready after 30 s: last state none; it has no workers`,
    hint: expect.stringContaining(`The log of the endpoint is at ${log}.`),
  });
});

test('the message of a failure says how long it has lasted', async () => {
  const failing = { ...worker('new', 'failed'), log: 'line 1\nline 2' };
  const endpoint: Endpoint = { ...liveEndpoint, workers: [failing] };
  await expect(openWait(() => endpoint).run()).rejects.toMatchObject({
    code: 'crashed',
    message: expect.stringMatching(/failed to become ready: worker new is failed \(for 1 m 3\d s\)$/),
    log: { of: 'worker new', text: 'line 1\nline 2' },
  });
});
