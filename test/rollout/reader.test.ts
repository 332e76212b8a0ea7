/** The port for readings: what it tolerates, for how long, and what it emits. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { createReader } from '../../src/rollout/reader.ts';
import type { ServiceError } from '../../src/service/errors.ts';
import { liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => (value === undefined ? 'nothing' : 'read'),
    (error) => error.code,
  );
type Stub = ReturnType<typeof openStub>;
const get = ({ context, clock }: Stub, seconds = 600, unknownUntil = 0) =>
  context.reader.get(liveEndpoint.id, {
    deadlineMs: clock.nowMs + seconds * 1000,
    unknownUntilMs: clock.nowMs + unknownUntil * 1000,
  });
const list = (...endpoints: (typeof liveEndpoint)[]) => endpoints;
const away: ServiceError['code'][] = ['unavailable', 'unreadable', 'rejected'];

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

  test('gives up at the third refusal of its key, within half a minute', async () => {
    const stub = openStub({ get: () => serviceError('unauthorized') });
    expect([await codeOf(get(stub)), stub.secondsOf('get')]).toEqual(['unauthorized', [0, 10, 20]]);
    const twice = openStub({ get: (at) => (at < 20 ? serviceError('unauthorized') : liveEndpoint) });
    expect(await codeOf(get(twice))).toBe('read');
  });

  test.for<[number, number, string, number[]]>([
    [20_000, 1200, 'read', [0, 20]],
    [7_200_000, 1200, 'unavailable', [0, 180]],
    [200_000, 25, 'nothing', [0]],
  ])(
    'waits for %i ms when the service asks for it, as far as there is time: %i s',
    async ([retryAfterMs, seconds, end, at]) => {
      const asks = serviceError('unavailable', { retryAfterMs });
      const stub = openStub({ get: (second) => (end === 'read' && second >= 20 ? liveEndpoint : asks) });
      expect([await codeOf(get(stub, seconds)), stub.secondsOf('get')]).toEqual([end, at]);
      expect(stub.second()).toBeLessThanOrEqual(seconds);
    },
  );

  test('is not taken after the deadline', async () => {
    const stub = openStub({ get: () => liveEndpoint });
    expect([await codeOf(get(stub, 0)), stub.calls]).toEqual(['nothing', []]);
  });

  test('has a short limit of its own, within the deadline', async () => {
    const limits: unknown[] = [];
    const stub = openStub({});
    const client = {
      ...stub.ports.client,
      get: async (_: string, options: { deadlineMs?: number; requestTimeoutMs?: number } = {}) => {
        limits.push([(options.deadlineMs ?? 0) - stub.clock.nowMs, options.requestTimeoutMs]);
        return liveEndpoint;
      },
    };
    const reader = createReader({ ...stub.ports, client });
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
    ['when the list lacks it too', list(), 'not-found'],
    ['not while the list shows it', list(liveEndpoint), 'read'],
    ['not while there is no list', serviceError('unavailable'), 'read'],
  ])('%s', async ([, listed, expected]) => {
    const stub = openStub({
      get: (at) => (at < 12 ? serviceError('not-found') : liveEndpoint),
      list: () => listed,
    });
    expect(await codeOf(get(stub))).toBe(expected);
  });

  test.for<[number, string]>([
    [12, 'read'],
    [600, 'not-found'],
  ])('not before what was created had its time: known after %i s', async ([known, expected]) => {
    const answer = (at: number) => (at < known ? serviceError('not-found') : liveEndpoint);
    expect(await codeOf(get(openStub({ get: answer, list: () => list() }), 600, 30))).toBe(expected);
  });
});

test.for<[string, (at: number) => unknown, string, number]>([
  ['outlasts odd answers', (at) => (at < 5 ? serviceError('unreadable') : list()), 'read', 7],
  ['outlasts two minutes of maintenance', (at) => (at < 120 ? serviceError('unavailable') : list()), 'read', 125],
  ['gives up after three minutes', () => serviceError('unavailable'), 'unavailable', 185],
  ['gives up a refused key at the third', () => serviceError('unauthorized'), 'unauthorized', 20],
])('a list %s', async ([, answer, expected, second]) => {
  const stub = openStub({ list: answer });
  expect(await codeOf(stub.context.reader.list({ deadlineMs: stub.clock.nowMs + 600_000 }))).toBe(expected);
  expect(stub.second()).toBe(second);
});
