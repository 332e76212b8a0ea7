/** The port for readings: what it tolerates, for how long, and what it emits. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { listPauses } from '../../src/rollout/read.ts';
import type { ServiceError } from '../../src/service/errors.ts';
import { liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => (value === undefined ? 'nothing' : 'read'),
    (error) => error.code,
  );
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
type Stub = ReturnType<typeof openStub>;
const get = ({ context, clock }: Stub, seconds = 600, unknownUntil = 0) =>
  context.reader.get(liveEndpoint.id, {
    deadlineMs: clock.nowMs + seconds * 1000,
    unknownUntilMs: clock.nowMs + unknownUntil * 1000,
  });
const list = (...endpoints: (typeof liveEndpoint)[]) => ({ endpoints, total: endpoints.length, complete: true });
const away: ServiceError['code'][] = ['unavailable', 'unreadable', 'unauthorized', 'rejected'];

test('every reading is emitted, without envs', async () => {
  const stub = openStub({ get: () => liveEndpoint });
  expect(await get(stub)).toBe(liveEndpoint);
  expect(stub.events).toMatchObject([{ kind: 'reading', endpoint: { id: liveEndpoint.id } }]);
  expect(JSON.stringify(stub.events)).not.toContain('secret-of-hf');
});

describe('a reading', () => {
  test.for(away)('outlasts %s', async (code) => {
    const stub = openStub({ get: (at) => (at < 25 ? serviceError(code) : liveEndpoint) });
    expect([await codeOf(get(stub)), stub.secondsOf('get')]).toEqual(['read', [0, 1, 3, 7, 15, 25]]);
    expect(stub.events.map(({ kind }) => kind)).toEqual([...Array(5).fill('reading-failed'), 'reading']);
  });

  test.for(away)('gives up after three minutes of %s', async (code) => {
    const stub = openStub({ get: () => serviceError(code) });
    expect([await codeOf(get(stub)), stub.second()]).toEqual([code, 185]);
  });

  test('waits as long as the service asks, and does not count that', async () => {
    const asks = serviceError('unavailable', { retryAfterMs: 200_000 });
    const stub = openStub({ get: (at) => (at < 350 ? asks : liveEndpoint) });
    expect([await codeOf(get(stub, 1200)), stub.secondsOf('get')]).toEqual(['read', [0, 200, 400]]);
  });

  test('never waits beyond its deadline', async () => {
    const asks = serviceError('unavailable', { retryAfterMs: 200_000 });
    const stub = openStub({ get: () => asks });
    expect([await codeOf(get(stub, 25)), stub.second()]).toEqual(['nothing', 25]);
  });

  test('is not taken after the deadline', async () => {
    const stub = openStub({ get: () => liveEndpoint });
    expect([await codeOf(get(stub, 0)), stub.calls]).toEqual(['nothing', []]);
  });

  test('has a short limit of its own, within the deadline', async () => {
    const limits: unknown[] = [];
    const stub = openStub({ get: () => liveEndpoint });
    const client = stub.ports.client;
    const ask = client.get.bind(client);
    client.get = (id, options) => {
      limits.push([(options?.deadlineMs ?? 0) - stub.clock.nowMs, options?.requestTimeoutMs]);
      return ask(id, options);
    };
    const { createReader } = await import('../../src/rollout/read.ts');
    const reader = createReader(stub.ports);
    for (const seconds of [600, 5]) await reader.get('id', { deadlineMs: stub.clock.nowMs + seconds * 1000 });
    expect(limits).toEqual([
      [15_000, 15_000],
      [5000, 15_000],
    ]);
  });

  test('that is cancelled ends at once', async () => {
    const stub = openStub({ get: () => serviceError('unavailable') });
    stub.cancel(new DeployError({ code: 'cancelled', message: '' }));
    expect([await codeOf(get(stub)), stub.secondsOf('get').length]).toEqual(['cancelled', 1]);
  });
});

describe('"not found" is believed', () => {
  test.for<[string, unknown, string]>([
    ['when a complete list lacks it too', list(), 'not-found'],
    ['not while the list shows it', list(liveEndpoint), 'read'],
    ['not by a list that is incomplete', { ...list(), complete: false }, 'read'],
    ['not while there is no list', serviceError('unavailable'), 'read'],
  ])('%s', async ([, listed, expected]) => {
    const stub = openStub({
      get: (at) => (at < 12 ? serviceError('not-found') : liveEndpoint),
      list: () => listed,
    });
    expect(await codeOf(get(stub))).toBe(expected);
  });

  test('not before what was created had its time', async () => {
    const stub = openStub({
      get: (at) => (at < 12 ? serviceError('not-found') : liveEndpoint),
      list: () => list(),
    });
    expect(await codeOf(get(stub, 600, 30))).toBe('read');
    expect(await codeOf(get(openStub({ get: () => serviceError('not-found'), list: () => list() }), 600, 30))).toBe(
      'not-found',
    );
  });
});

test('a list outlasts odd answers too', async () => {
  const stub = openStub({ list: (at) => (at < 5 ? serviceError('unreadable') : list()) });
  expect(await codeOf(stub.context.reader.list({ deadlineMs: stub.clock.nowMs + 60_000 }))).toBe('read');
});

test.for<[keyof typeof listPauses, number[]]>([
  ['creation', [0, 1, 3, 7]],
  ['doubtfulDeletion', [0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5]],
  ['deletion', [0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5, 60.5, 90.5, 120.5]],
  ['refusedDeletion', [0, 0.5, 1.5, 3.5]],
])('lists after a %s are asked for at %o s', async ([what, seconds]) => {
  const { context, secondsOf, clock } = openStub({ list: () => list() });
  await all(context.reader.lists(listPauses[what], { deadlineMs: clock.nowMs + 600_000 }));
  expect(secondsOf('list')).toEqual(seconds);
});
