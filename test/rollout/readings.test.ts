/** The wait over courses that the emulator does not take: readings by the second, from a client that is a table. */

import { expect, test } from 'vitest';
import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import { createContext } from '../../src/rollout/context.ts';
import { waitUntilReady } from '../../src/rollout/wait.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { createTestClock } from '../clock.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

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
  const clock = createTestClock();
  const startedMs = clock.nowMs;
  const seconds = () => Math.round((clock.nowMs - startedMs) / 1000);
  const config = { ...liveConfig, healthy: { path: hasHealthCheck ? '/health' : '' } };
  const reading = (): Endpoint => ({ ...liveEndpoint, config, workers: at(seconds()) });
  const client = { get: async () => reading() } as unknown as ServiceClient;
  const result = await waitUntilReady({
    endpoint: reading(),
    expectation: { wait: 'ready', oldWorkerIds: new Set(['old']), isReplacing },
    timeoutSeconds,
    context: createContext({ client, clock, onEvent: () => {}, signal: new AbortController().signal }),
  }).then(
    () => 'ready',
    (error) => error.code,
  );
  return { seconds: seconds(), ended: result };
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
