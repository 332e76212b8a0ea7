/** Readings that the rollouts of one step share, counted. */

import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { shareReadings } from '../../src/rollout/shared-readings.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { createTestClock } from '../clock.ts';
import { liveEndpoint } from '../plan/example.ts';
import { serviceError } from './stub.ts';

const idOf = (index: number) => `id-${index}`;
const endpointOf = (id: string): Endpoint => ({ ...liveEndpoint, id });

function open({ rollouts, listed, fails = false }: { rollouts: number; listed: readonly string[]; fails?: boolean }) {
  const calls: string[] = [];
  const client = {
    get: async (id: string) => {
      calls.push(id);
      return { ...endpointOf(id), url: 'alone' };
    },
    list: async () => {
      calls.push('list');
      await Promise.resolve();
      if (fails) throw serviceError('unavailable');
      return { endpoints: listed.map(endpointOf), total: listed.length, complete: true };
    },
  } as unknown as ServiceClient;
  const shared = shareReadings(client, {
    clock: createTestClock(),
    signal: new AbortController().signal,
    rollouts,
  });
  return { shared, calls };
}

const ids = Array.from({ length: 10 }, (_, index) => idOf(index));
const anything = { sharedWillDo: () => true };

test('many readings of one moment are one list', async () => {
  const { shared, calls } = open({ rollouts: 10, listed: ids });
  const found = await Promise.all(ids.map((id) => shared.get(id, anything)));
  expect(calls).toEqual(['list']);
  expect(found.map(({ id }) => id)).toEqual(ids);
});

test.for<[string, { rollouts?: number; asked?: number; listed?: number }, number]>([
  ['few readings', { asked: 2 }, 2],
  ['a step of few rollouts', { rollouts: 7 }, 10],
  ['an account of more pages than would be saved', { listed: 600 }, 10],
])('%s are gets', async ([, { rollouts = 10, asked = 10, listed = 10 }, gets]) => {
  const all = Array.from({ length: listed }, (_, index) => idOf(index));
  const { shared, calls } = open({ rollouts, listed: all });
  // The first list tells how many pages there are.
  if (listed > 10) await Promise.all(ids.map((id) => shared.get(id, anything)));
  calls.length = 0;
  await Promise.all(ids.slice(0, asked).map((id) => shared.get(id, anything)));
  expect(calls).toEqual(ids.slice(0, gets));
});

test('what has to be certain is asked for alone: without leave, where the list will not do, and where it lacks the endpoint', async () => {
  const { shared, calls } = open({ rollouts: 10, listed: ids.slice(0, 9) });
  const [first = '', second = '', ...others] = ids;
  const found = await Promise.all([
    shared.get(first),
    shared.get(second, { sharedWillDo: () => false }),
    ...others.map((id) => shared.get(id, anything)),
  ]);
  expect(calls.toSorted()).toEqual([idOf(0), idOf(1), idOf(9), 'list']);
  expect(found.filter(({ url }) => url === 'alone').map(({ id }) => id)).toEqual([idOf(0), idOf(1), idOf(9)]);
});

test('a list that fails leads to gets, which say what is wrong', async () => {
  const { shared, calls } = open({ rollouts: 10, listed: [], fails: true });
  await Promise.all(ids.map((id) => shared.get(id, anything)));
  expect(calls).toEqual(['list', ...ids]);
});

test('a list that takes as long as it may leaves time for gets', async () => {
  const clock = createTestClock();
  const asked: number[] = [];
  const client = {
    get: async (id: string, { deadlineMs = 0 } = {}) => {
      asked.push(deadlineMs - clock.monotonicMs());
      return endpointOf(id);
    },
    list: async ({ deadlineMs = 0 } = {}) => {
      clock.advance(deadlineMs - clock.monotonicMs());
      throw serviceError('unavailable');
    },
  } as unknown as ServiceClient;
  const { signal } = new AbortController();
  const shared = shareReadings(client, { clock, signal, rollouts: ids.length });
  const deadlineMs = clock.monotonicMs() + 15_000;
  await Promise.all(ids.map((id) => shared.get(id, { ...anything, deadlineMs })));
  expect(asked).toEqual(ids.map(() => 7400));
});

test('lists that are asked for while one is under way share the next, which begins after they were asked for', async () => {
  const { shared, calls } = open({ rollouts: 2, listed: ids });
  const first = shared.list();
  const [second, third] = [shared.list(), shared.list()];
  expect(calls).toEqual(['list']);
  await Promise.all([first, second, third]);
  expect(calls).toEqual(['list', 'list']);
  await shared.list();
  expect(calls).toHaveLength(3);
});

test('a list that is shared has what each of those who share it wants, and is enough when it is for all of them', async () => {
  const asked: Parameters<ServiceClient['list']>[0][] = [];
  const client = {
    list: async (options) => {
      asked.push(options);
      return { endpoints: [], total: 0, complete: true };
    },
  } as Pick<ServiceClient, 'list'> as ServiceClient;
  const shared = shareReadings(client, {
    clock: createTestClock(),
    signal: new AbortController().signal,
    rollouts: 2,
  });
  const wish = (wanted: string, isEnough: boolean) => ({
    only: ({ name }: { name: string }) => name === wanted,
    isEnough: () => isEnough,
  });
  await Promise.all([shared.list(), shared.list(wish('a', true)), shared.list(wish('b', false))]);
  const [, second] = asked;
  const kept = ['a', 'b', 'c'].filter((name) => second?.only?.({ id: '', name, appName: '' }));
  expect({ kept, isEnough: second?.isEnough?.([]) }).toEqual({ kept: ['a', 'b'], isEnough: false });
  await Promise.all([shared.list(), shared.list(wish('a', true)), shared.list()]);
  expect({ only: asked.at(-1)?.only, isEnough: asked.at(-1)?.isEnough }).toEqual({});
});

test('one rollout shares nothing', () => {
  const client = {} as ServiceClient;
  const ports = { clock: createTestClock(), signal: new AbortController().signal, rollouts: 1 };
  expect(shareReadings(client, ports)).toBe(client);
});
