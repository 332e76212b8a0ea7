/** One update: sent until it is accepted, never over somebody else's change, and read back until it shows. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../../src/model/config.ts';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import type { Target } from '../../../src/rollout/read/observe.ts';
import { readBack, sendUpdate } from '../../../src/rollout/write/update.ts';
import type { ServiceErrorDetails } from '../../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../../plan/example.ts';
import { openStub, serviceError } from '../stub.ts';

const desired: EndpointConfig = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' }, rootfsSize: 50 };
const showing = (part: Partial<EndpointConfig>) => ({ ...liveEndpoint, config: { ...liveConfig, ...part } });
const shown = showing(desired);
const withImage = showing({ image: desired.image });
const theirs = showing({ image: { ...liveConfig.image, image: 'theirs:3' } });
const updated: Target = { id: liveEndpoint.id, desired, earlier: [liveConfig] };
const created: Target = { ...updated, earlier: [] };

type Seen = (second: number) => Endpoint | Error;

async function readBackOver(at: Seen, target = updated) {
  const stub = openStub({ get: at });
  const result = await readBack(target, { call: 'update-v1', lost: undefined, context: stub.context }).catch(
    (error) => error,
  );
  return {
    result,
    settling: stub.events.flatMap((event) =>
      event.kind === 'settling' ? [event.unapplied.map(({ member }) => member).join()] : [],
    ),
    seconds: stub.secondsOf('get'),
    isShown: stub.events.some(({ kind }) => kind === 'write-shown'),
  };
}

describe('the proof of a write', () => {
  const result = { endpoint: shown };
  const away = serviceError('unavailable', { retryAfterMs: 900_000 });
  const unread = showing({ ...desired, unread: [{ path: 'image.image', found: 'null' }] });
  test.for<[string, Seen, Target, object]>([
    ['is the first whole reading', () => shown, updated, { result, settling: [], seconds: [0], isShown: true }],
    [
      'is waited for, and what is missing is told once',
      (second) => (second < 1.5 ? liveEndpoint : second < 7 ? withImage : shown),
      updated,
      { result, settling: ['image.image,rootfsSize'], seconds: [0, 0.5, 1.5, 3.5, 7.5], isShown: true },
    ],
    [
      'that does not come within half a minute names what is missing',
      () => withImage,
      updated,
      {
        seconds: expect.arrayContaining([31.5]),
        isShown: false,
        result: {
          code: 'not-applied',
          message: `the service accepted the configuration of endpoint llama (${liveEndpoint.id}) but did not apply rootfsSize (expected 50, found 100)`,
        },
      },
    ],
    ['is not somebody else’s change', () => theirs, updated, { result: { code: 'conflict' } }],
    ['is not an image that is no default', () => theirs, created, { result: { code: 'conflict' } }],
    ['is not a default', () => showing({ ...desired, rootfsSize: 100 }), created, { result: { code: 'not-applied' } }],
    ['is not a reading without the image', () => unread, updated, { result: { code: 'unreadable' } }],
    ['is waited for after such a reading', (second) => (second < 1 ? unread : shown), updated, { result }],
    ['needs a reading', () => away, updated, { result: { code: 'unavailable' } }],
  ])('%s', async ([, course, target, expected]) => {
    expect(await readBackOver(course, target)).toMatchObject(expected);
  });
});

const refusal = (code: Parameters<typeof serviceError>[0], details: Partial<ServiceErrorDetails> = {}) =>
  serviceError(code, { method: 'POST', ...details });
const busy = refusal('busy', { status: 400, reason: 'CONFLICT' });
const lost = refusal('unavailable', { mayHaveHappened: true });

/** Sends `updated` and reads it back. */
async function update({ context }: ReturnType<typeof openStub>) {
  const sending = { target: updated, fields: new Set(['image.image']) };
  const sent = await sendUpdate({ call: 'update-v1', before: liveEndpoint, sendingAfter: () => sending, context });
  return await readBack(sent.target, { call: 'update-v1', lost: sent.lost, context });
}

/** `seen` is what the endpoint shows at each second; updates answer by the second, too. */
async function sendOver(answer: (second: number) => unknown, seen: Seen = () => liveEndpoint) {
  let isAccepted = false;
  const stub = openStub({
    updateV1: (second) => {
      const answered = answer(second);
      isAccepted = !(answered instanceof Error);
      return answered;
    },
    get: (second) => (isAccepted ? shown : seen(second)),
  });
  const result = await update(stub).catch((error) => error);
  const told = stub.events.map(({ kind }) => kind).filter((kind) => !kind.startsWith('reading'));
  return {
    end: result.code ?? 'shown',
    told: told.map((kind) => kind.replace('write-', '')).join(),
    sends: stub.secondsOf('updateV1'),
    second: stub.second(),
  };
}

describe('an update is sent', () => {
  const once = { sends: [0], second: 0 };
  const long = { retryAfterMs: 7_200_000 };
  test.for<[string, unknown, Seen | undefined, object]>([
    ['once, where it is accepted', undefined, undefined, { end: 'shown', told: 'sent,accepted,shown', ...once }],
    ...(
      [
        ['for its account', 'quota', { status: 400, reason: 'BALANCE_NOT_ENOUGH' }],
        ['for its content', 'rejected', { status: 400, reason: 'VALIDATOR_PARAM' }],
      ] as const
    ).map(([why, code, details]): [string, unknown, undefined, object] => [
      `once, where it is refused ${why}`,
      refusal(code, details),
      undefined,
      { end: code, told: 'sent,refused', ...once },
    ]),
    [
      'for half a minute, where its key is refused',
      refusal('unauthorized', { status: 401, reason: 'UNAUTHORIZED' }),
      undefined,
      { end: 'unauthorized', told: 'sent,retry,refused', second: 30 },
    ],
    [
      'to the end of the time, and then its refusal is the cause',
      busy,
      undefined,
      { end: 'busy', told: expect.stringMatching(/,refused$/), second: 600 },
    ],
    ['after no longer a pause than there is time', refusal('unavailable', long), undefined, { second: 600 }],
    [
      'no sooner than the service asks for',
      refusal('rejected', { status: 403, retryAfterMs: 25_000 }),
      undefined,
      { end: 'rejected', sends: [0, 25, 30] },
    ],
    ['no more once it is shown', lost, () => shown, { end: 'shown', sends: [0], told: 'sent,retry,accepted,shown' }],
    ['never over another change', busy, () => theirs, { end: 'conflict', sends: [0], told: 'sent,retry,refused' }],
    // Whether ours was done before is not known.
    ['nor where it was lost', lost, () => theirs, { end: 'conflict', sends: [0], told: 'sent,retry' }],
  ])('%s', async ([, answer, seen, expected]) => {
    expect(await sendOver(() => answer, seen)).toMatchObject(expected);
  });

  test('again, where readings still show what was before the write before', async () => {
    const readings = (second: number) => (second < 20 ? theirs : liveEndpoint);
    const { end, told } = await sendOver((second) => (second < 10 ? busy : undefined), readings);
    expect([end, told]).toEqual(['shown', 'sent,retry,accepted,shown']);
  });

  test.for<[string, Endpoint]>([
    ['it has no effect', liveEndpoint],
    ['a part of it is shown', withImage],
  ])('once, where it was accepted and %s', async ([, seen]) => {
    const stub = openStub({ get: () => seen });
    const result = await update(stub).catch((error) => error);
    expect([result.code, stub.secondsOf('updateV1')]).toEqual(['not-applied', [0]]);
  });

  test('as it has to be after the reading before it', async () => {
    const sent: unknown[] = [];
    const stub = openStub({
      updateV1: (second, argument) => {
        sent.push((argument as { config: EndpointConfig }).config.rootfsSize);
        return second < 1 ? busy : undefined;
      },
      get: () => liveEndpoint,
    });
    let rootfsSize = 75;
    const sendingAfter = () => {
      rootfsSize += 1;
      return { target: { ...updated, desired: { ...desired, rootfsSize } }, fields: new Set<string>() };
    };
    const request = { call: 'update-v1', before: liveEndpoint, sendingAfter, context: stub.context } as const;
    const { target } = await sendUpdate(request);
    expect([sent, target.desired.rootfsSize]).toEqual([[76, 77], 77]);
  });
});
