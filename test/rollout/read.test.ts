/** The port for readings: what it tolerates, for how long, and what it emits. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { listPauses } from '../../src/rollout/read.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error) => error.code,
  );
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('every reading is emitted, without envs', async () => {
  const { context, events } = openStub({ get: () => liveEndpoint });
  expect(await context.reader.get('id')).toBe(liveEndpoint);
  expect(events).toMatchObject([{ kind: 'reading', endpoint: { id: liveEndpoint.id, config: { name: 'llama' } } }]);
  expect(JSON.stringify(events)).not.toContain('secret-of-hf');
});

test.for<ServiceError['code']>(['unavailable', 'unreadable', 'not-found', 'unauthorized'])(
  'one reading and one list tolerate nothing: %s',
  async (code) => {
    const { context, events, calls } = openStub({ get: () => serviceError(code), list: () => serviceError(code) });
    expect([await codeOf(context.reader.get('id')), await codeOf(context.reader.list())]).toEqual([code, code]);
    expect([events, calls.length]).toEqual([[], 2]);
  },
);

describe('readings while a write settles', () => {
  test('come over half a minute, slower and slower', async () => {
    const { context, secondsOf, events } = openStub({ get: () => liveEndpoint });
    expect((await all(context.reader.settling('id'))).length).toBe(7);
    expect(secondsOf('get')).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5]);
    expect(events.length).toBe(7);
  });

  test('yield an endpoint that is not known yet', async () => {
    const { context, events } = openStub({ get: (at) => (at < 3 ? serviceError('not-found') : liveEndpoint) });
    const kinds = (await all(context.reader.settling('id'))).map((each) => each instanceof ServiceError);
    expect(kinds).toEqual([true, true, true, false, false, false, false]);
    expect(events.length).toBe(4);
  });

  test.for<ServiceError['code']>(['unavailable', 'unreadable', 'unauthorized'])('end with %s', async (code) => {
    const { context } = openStub({ get: () => serviceError(code) });
    expect(await codeOf(all(context.reader.settling('id')))).toBe(code);
  });
});

describe('a poll', () => {
  const poll = ({ context, clock }: ReturnType<typeof openStub>, seconds: number) =>
    context.reader.poll('id', { deadlineMs: clock.nowMs + seconds * 1000 });

  test('that succeeds is one request', async () => {
    const stub = openStub({ get: () => liveEndpoint });
    expect([await poll(stub, 600), stub.secondsOf('get')]).toEqual([liveEndpoint, [0]]);
  });

  test.for<ServiceError['code']>(['unavailable', 'unreadable'])(
    'outlasts %s, asking every ten seconds',
    async (code) => {
      const stub = openStub({ get: (at) => (at < 25 ? serviceError(code) : liveEndpoint) });
      expect([await poll(stub, 600), stub.secondsOf('get')]).toEqual([liveEndpoint, [0, 10, 20, 30]]);
      expect(stub.events.map(({ kind }) => kind)).toEqual([
        'reading-failed',
        'reading-failed',
        'reading-failed',
        'reading',
      ]);
    },
  );

  test('gives up after three minutes', async () => {
    const stub = openStub({ get: () => serviceError('unavailable') });
    expect([await codeOf(poll(stub, 600)), stub.second(), stub.events.length]).toEqual(['unavailable', 180, 18]);
  });

  test('has no reading when the deadline comes first', async () => {
    const stub = openStub({ get: () => serviceError('unavailable') });
    expect([await poll(stub, 25), stub.secondsOf('get')]).toEqual([undefined, [0, 10, 20, 25]]);
  });

  test('prefers the deadline when both come at once', async () => {
    const stub = openStub({ get: () => serviceError('unavailable') });
    expect(await poll(stub, 180)).toBeUndefined();
  });

  test.for<ServiceError['code']>(['not-found', 'unauthorized', 'rejected'])('ends with %s at once', async (code) => {
    const stub = openStub({ get: () => serviceError(code) });
    expect([await codeOf(poll(stub, 600)), stub.second()]).toEqual([code, 0]);
  });

  test('that is cancelled ends with the reason', async () => {
    const stub = openStub({ get: () => serviceError('unavailable') });
    stub.cancel(new DeployError({ code: 'cancelled', message: '' }));
    expect([await codeOf(poll(stub, 600)), stub.secondsOf('get').length]).toEqual(['cancelled', 1]);
  });
});

test.for<[keyof typeof listPauses, number[]]>([
  ['creation', [0, 1, 3, 7]],
  ['deletion', [0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5]],
  ['slowDeletion', [0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5, 60.5, 90.5, 120.5]],
  ['refusedDeletion', [0, 0.5, 1.5, 3.5]],
])('lists after a %s are asked for at %o s', async ([what, seconds]) => {
  const { context, secondsOf } = openStub({ list: () => ({ endpoints: [], total: 0, complete: true }) });
  await all(context.reader.lists(listPauses[what]));
  expect(secondsOf('list')).toEqual(seconds);
});
