/** The readings of a run: what the port for them tolerates and emits, when the loop over them ends and pauses, and what it calls somebody else's change. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../../src/errors.ts';
import type { EndpointConfig } from '../../../src/model/config.ts';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { observe, startObserving, type Target } from '../../../src/rollout/read/observe.ts';
import { createReader } from '../../../src/rollout/read/reader.ts';
import type { ServiceError } from '../../../src/service/errors.ts';
import type { RequestOptions } from '../../../src/service/request.ts';
import { startMs } from '../../clock.ts';
import { liveConfig, liveEndpoint } from '../../plan/example.ts';
import { openStub, serviceError } from '../stub.ts';

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => (value === undefined ? 'nothing' : 'read'),
    (error) => error.code,
  );
const unauthorized = serviceError('unauthorized');
const notFound = serviceError('not-found');
const unavailable = serviceError('unavailable');
/** So for some seconds, then the endpoint. */
const until = (seconds: number, answer: unknown) => (at: number) => (at < seconds ? answer : liveEndpoint);

describe('one reading', () => {
  type Stub = ReturnType<typeof openStub>;
  const get = ({ context, clock }: Stub, seconds = 600, unknownSeconds = 0) =>
    context.reader.get(liveEndpoint.id, {
      deadlineMs: clock.nowMs + seconds * 1000,
      unknownUntilMs: clock.nowMs + unknownSeconds * 1000,
    });
  const away: ServiceError['code'][] = ['unavailable', 'unreadable', 'rejected'];

  test('is emitted, without envs', async () => {
    const stub = openStub({ get: () => liveEndpoint });
    expect(await get(stub)).toBe(liveEndpoint);
    expect(stub.events).toMatchObject([{ kind: 'reading', endpoint: { id: liveEndpoint.id } }]);
    expect(JSON.stringify(stub.events)).not.toContain('secret-of-hf');
  });

  test.for(away)('outlasts %s, and gives up after three minutes of it', async (code) => {
    const stub = openStub({ get: until(25, serviceError(code)) });
    expect([await codeOf(get(stub)), stub.secondsOf('get')]).toEqual(['read', [0, 1, 3, 7, 15, 25]]);
    expect(stub.events.map(({ kind }) => kind)).toEqual([...Array(5).fill('reading-failed'), 'reading']);
    const gone = openStub({ get: () => serviceError(code) });
    const error: unknown = await get(gone).catch((thrown: unknown) => thrown);
    expect([error, gone.second()]).toMatchObject([
      { code, message: expect.stringMatching(/^the service could not be read for 3 m 5 s: /) },
      185,
    ]);
  });

  const asks = (retryAfterMs: number) => serviceError('unavailable', { retryAfterMs });
  test.for<[string, (at: number) => unknown, number, string, number[]]>([
    ['waits for as long as the service asks', until(20, asks(20_000)), 1200, 'read', [0, 20]],
    ['for three minutes at most', () => asks(7_200_000), 1200, 'unavailable', [0, 180]],
    ['as far as there is time', () => asks(200_000), 25, 'nothing', [0]],
    ['is not taken after the deadline', () => liveEndpoint, 0, 'nothing', []],
  ])('%s', async ([, answer, seconds, end, at]) => {
    const stub = openStub({ get: answer });
    expect([await codeOf(get(stub, seconds)), stub.secondsOf('get')]).toEqual([end, at]);
    expect(stub.second()).toBeLessThanOrEqual(seconds);
  });

  test('has a short limit of its own, within the deadline', async () => {
    const limits: unknown[] = [];
    const stub = openStub({});
    const client = {
      ...stub.ports.client,
      get: async (_: string, options: RequestOptions = {}) => {
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
    const stub = openStub({ get: () => unavailable });
    stub.cancel(new DeployError({ code: 'cancelled', message: '' }));
    expect([await codeOf(get(stub)), stub.secondsOf('get').length]).toEqual(['cancelled', 1]);
  });

  test.for<[string, (at: number) => unknown, unknown, number, string]>([
    ['when the list lacks it too', until(12, notFound), [], 0, 'not-found'],
    ['not while the list shows it', until(12, notFound), [liveEndpoint], 0, 'read'],
    ['not while there is no list', until(12, notFound), unavailable, 0, 'read'],
    ['not before what was created had its time', until(12, notFound), [], 30, 'read'],
    ['but then', () => notFound, [], 30, 'not-found'],
  ])('believes "not found" %s', async ([, answer, listed, unknownSeconds, expected]) => {
    const stub = openStub({ get: answer, list: () => listed });
    expect(await codeOf(get(stub, 600, unknownSeconds))).toBe(expected);
  });
});

test.for<[string, (at: number) => unknown, string, number]>([
  ['outlasts odd answers', (at) => (at < 5 ? serviceError('unreadable') : []), 'read', 7],
  ['outlasts two minutes of maintenance', (at) => (at < 120 ? unavailable : []), 'read', 125],
  ['gives up after three minutes', () => unavailable, 'unavailable', 185],
  ['gives up a refused key, too', () => unauthorized, 'unauthorized', 185],
])('a list %s', async ([, answer, expected, second]) => {
  const stub = openStub({ list: answer });
  const listed = stub.context.reader.list({ deadlineMs: stub.clock.nowMs + 600_000 });
  expect([await codeOf(listed), stub.second()]).toEqual([expected, second]);
});

const desired: EndpointConfig = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' } };
const showing = (image: string): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, image: { ...liveConfig.image, image } },
});
const [shown, late, theirs] = [showing('a:2'), liveEndpoint, showing('theirs:3')];
const updated: Target = { id: liveEndpoint.id, desired, earlier: [liveConfig] };
type At = (second: number) => Endpoint | Error;

/** Looks for what was asked for; readings every 5 s. */
async function observeOver(
  at: At,
  {
    target = updated,
    seconds = 30,
    listed = [] as Endpoint[],
    ends = (kind: string): boolean => kind === 'applied',
  } = {},
) {
  const stub = openStub({ get: at, list: () => listed });
  const matches: string[] = [];
  const result = await observe(target, {
    decide: ({ match, atMs }) => {
      matches.push(match.kind);
      return ends(match.kind) ? (atMs - startMs) / 1000 : undefined;
    },
    pauseMs: () => 5000,
    deadlineMs: startMs + seconds * 1000,
    context: stub.context,
  }).catch((error) => error);
  const isError = result instanceof Error;
  return {
    result: isError ? (result as DeployError).code : result,
    message: isError ? result.message : '',
    matches: matches.join(),
    seconds: stub.secondsOf('get'),
  };
}

describe('a target', () => {
  const long = { seconds: 600 };
  const never = { ...long, ends: () => false };
  const unwritten = { target: { ...updated, desired: liveConfig, earlier: undefined } };
  const created = { target: { ...updated, earlier: [], lateUntilMs: startMs + 12_000 } };
  const last = (second: number) => expect.arrayContaining([second]);
  test.for<[string, At, Parameters<typeof observeOver>[1], object]>([
    [
      'is seen',
      (second) => (second < 8 ? late : shown),
      {},
      { result: 10, matches: 'stale,stale,applied', seconds: [0, 5, 10] },
    ],
    ['is not seen', () => late, {}, { result: undefined, seconds: [0, 5, 10, 15, 20, 25] }],
    [
      'that two readings show as somebody else’s is left alone',
      () => theirs,
      {},
      {
        result: 'conflict',
        message: `someone else changed endpoint llama (${liveEndpoint.id}) during the rollout: image.image (expected a:2, found theirs:3); it is left unchanged`,
        matches: '',
        seconds: [0, 5],
      },
    ],
    ['once is looked at again', (second) => (second < 1 ? theirs : shown), {}, { result: 5, seconds: [0, 5] }],
    [
      'that is shown so now and then is late',
      (second) => (second % 10 < 1 ? theirs : late),
      {},
      { result: undefined, matches: expect.stringMatching(/^stale/) },
    ],
    [
      'that was there and is away is somebody else’s doing after half a minute',
      (second) => (second < 4 ? shown : late),
      never,
      { result: 'conflict', seconds: [0, 5, 10, 15, 20, 25, 30, 35] },
    ],
    ['and late before', (second) => (second % 40 < 15 ? shown : late), never, { result: undefined }],
    [
      'that was not written by this run is somebody else’s when it differs for half a minute',
      () => theirs,
      { ...unwritten, ...long },
      { result: 'conflict', seconds: [0, 5, 10, 15, 20, 25, 30] },
    ],
    ['and late before that', (second) => (second < 20 ? theirs : late), unwritten, { result: 20 }],
    ['but not at the end', (second) => (second < 8 ? unavailable : theirs), unwritten, { result: 'conflict' }],
    [
      'that is gone was deleted by somebody',
      () => notFound,
      {},
      {
        result: 'not-found',
        message: expect.stringContaining('does not exist: the service neither finds nor lists it'),
      },
    ],
    ['that is listed is not gone', () => notFound, { listed: [liveEndpoint] }, { result: undefined }],
    ['that was just created may be late', (second) => (second < 10 ? notFound : shown), created, { result: 15 }],
    ['that cannot be read is told so', () => unavailable, long, { result: 'unavailable', seconds: last(175) }],
  ])('%s', async ([, at, given, expected]) => {
    expect(await observeOver(at, given)).toMatchObject(expected);
  });

  test('ends with what `decide` throws', async () => {
    const ends = () => {
      throw new TypeError('a defect');
    };
    expect(await observeOver(() => shown, { ends })).toMatchObject({ message: 'a defect' });
  });
});

test.for<[string, Endpoint, string, number[], number?]>([
  ['shows what was asked for', shown, 'applied', [0]],
  ['is late', late, 'stale', [0]],
  ['shows what an earlier run has written, as long as it may be late', theirs, 'foreign', [0], 30_000],
  ['shows somebody else’s change: a second one confirms it', theirs, 'conflict', [0, 2]],
])('one look is one reading, which %s', async ([, endpoint, end, seconds, lateMs = 0]) => {
  const stub = openStub({ get: () => endpoint });
  const observing = startObserving({ ...updated, lateUntilMs: stub.clock.nowMs + lateMs }, stub.context);
  const seen = await observing({ decide: (reading) => reading, deadlineMs: stub.clock.nowMs + 60_000 }).catch(
    ({ code }) => code,
  );
  expect([seen?.match?.kind ?? seen, stub.secondsOf('get')]).toEqual([end, seconds]);
});
