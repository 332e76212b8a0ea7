/** One update: sent until it is accepted, never over somebody else's change, and read back until it shows. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { Target } from '../../src/rollout/observe.ts';
import { readBack, sendUpdate } from '../../src/rollout/update.ts';
import type { ServiceErrorDetails } from '../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const desired: EndpointConfig = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' }, rootfsSize: 50 };
const showing = (config: Partial<EndpointConfig>): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, ...config },
});
const shown = showing(desired);
const withImage = showing({ image: desired.image });
const ofOthers = showing({ image: { ...liveConfig.image, image: 'theirs:3' } });
const updated: Target = { id: 'id', desired, earlier: [liveConfig], sent: ['v1'] };
const created: Target = { ...updated, earlier: [] };

async function readBackOver(at: (second: number) => Endpoint | Error, target = updated) {
  const stub = openStub({ get: at });
  const result = await readBack(target, { call: 'update-v1', lost: undefined, context: stub.context }).catch(
    (error) => error,
  );
  const settling = stub.events.flatMap((event) =>
    event.kind === 'settling' ? [event.unapplied.map(({ member }) => member).join()] : [],
  );
  return {
    result,
    settling,
    seconds: stub.secondsOf('get'),
    isShown: stub.events.some(({ kind }) => kind === 'write-shown'),
  };
}

describe('the proof of a write', () => {
  test('is the first reading that shows everything', async () => {
    const result = { endpoint: shown, extraEnvs: [] };
    expect(await readBackOver(() => shown)).toEqual({ result, settling: [], seconds: [0], isShown: true });
  });

  test('is waited for, and what is missing is told when it changes', async () => {
    const course = (second: number) => (second < 1.5 ? liveEndpoint : second < 7 ? withImage : shown);
    expect(await readBackOver(course)).toEqual({
      result: { endpoint: shown, extraEnvs: [] },
      settling: ['image.image,rootfsSize', 'rootfsSize'],
      seconds: [0, 0.5, 1.5, 3.5, 7.5],
      isShown: true,
    });
  });

  test('names what the service has added', async () => {
    const extra = showing({ ...desired, envs: [...liveConfig.envs, { key: 'SERVICE_ID', value: '7' }] });
    expect((await readBackOver(() => extra)).result).toEqual({ endpoint: extra, extraEnvs: ['SERVICE_ID'] });
  });

  test('that does not come within half a minute names what is missing, with the values that are no secrets', async () => {
    const { result, seconds, isShown } = await readBackOver(() => withImage);
    expect([seconds.at(-1), isShown]).toEqual([31.5, false]);
    expect(result).toMatchObject({
      code: 'not-applied',
      unapplied: [{ member: 'rootfsSize' }],
      message: `the service accepted the configuration of endpoint llama (${liveEndpoint.id}) but did not apply rootfsSize (requested 50, found 100)`,
    });
  });

  test.for<[string, (second: number) => Endpoint | Error, Target, object]>([
    ['somebody else’s change', () => ofOthers, updated, { code: 'conflict' }],
    ['an image that is nobody’s default', () => ofOthers, created, { code: 'conflict' }],
    ['a default of the service', () => showing({ ...desired, rootfsSize: 100 }), created, { code: 'not-applied' }],
    [
      'a field that no reading shows',
      () => showing({ ...desired, unread: [{ path: 'image.image', found: 'null' }] }),
      updated,
      { code: 'unreadable', isInconclusive: true },
    ],
    [
      'no reading in time',
      () => serviceError('unavailable', { retryAfterMs: 900_000 }),
      { ...updated },
      { code: 'unavailable' },
    ],
  ])('%s', async ([, course, target, expected]) => {
    expect((await readBackOver(course, target)).result).toMatchObject(expected);
  });
});

const refusal = (code: Parameters<typeof serviceError>[0], details: Partial<ServiceErrorDetails> = {}) =>
  serviceError(code, { operation: 'update', method: 'POST', ...details });
const busy = refusal('busy', { status: 400, reason: 'CONFLICT' });
const lost = refusal('unavailable', { mayHaveHappened: true });

/** `seen` is what the endpoint shows at each second; updates answer by the second, too. */
async function sendOver(
  answer: (second: number) => unknown,
  seen: (second: number) => Endpoint | Error = () => liveEndpoint,
) {
  const stub = openStub({ updateV1: answer, get: seen });
  const fields = new Set(['image.image']);
  const result = await sendUpdate({
    call: 'update-v1',
    fields,
    target: updated,
    context: stub.context,
  }).catch((error) => error);
  const told = stub.events.map(({ kind }) => kind).filter((kind) => kind !== 'reading' && kind !== 'reading-failed');
  return {
    result: result.code ?? (result.lost ? 'lost' : 'accepted'),
    told,
    sends: stub.secondsOf('updateV1'),
    second: stub.second(),
  };
}

describe('an update is sent', () => {
  test('once, where it is accepted', async () => {
    expect(await sendOver(() => undefined)).toEqual({
      result: 'accepted',
      told: ['write-sent', 'write-accepted'],
      sends: [0],
      second: 0,
    });
  });

  test.for<[string, unknown, number]>([
    ['CONFLICT', busy, 120],
    ['503', refusal('unavailable'), 120],
    ['a lost answer that did nothing', lost, 120],
    ['a refusal without a reason', refusal('rejected', { status: 403 }), 25],
  ])('again, through %s', async ([, error, until]) => {
    const { result, told, sends } = await sendOver((second) => (second < until ? error : undefined));
    expect([result, told]).toEqual(['accepted', ['write-sent', 'write-retry', 'write-accepted']]);
    expect([sends.length > 2, (sends.at(-1) ?? 0) <= until + 16]).toEqual([true, true]);
  });

  test('to the end of the time, and then its refusal is the cause', async () => {
    const { result, told, second } = await sendOver(() => busy);
    expect([result, told.at(-1), second]).toEqual(['busy', 'write-refused', 600]);
  });

  test.for<[string, ServiceErrorDetails['code'], Partial<ServiceErrorDetails>]>([
    ['for its account', 'balance', { status: 400, reason: 'BALANCE_NOT_ENOUGH' }],
    ['for its content', 'rejected', { status: 400, reason: 'VALIDATOR_PARAM' }],
    ['for its key', 'unauthorized', { status: 401 }],
  ])('once, where it is refused %s', async ([, code, details]) => {
    const refused = refusal(code, details);
    expect(await sendOver(() => refused)).toEqual({
      result: code,
      told: ['write-sent', 'write-refused'],
      sends: [0],
      second: 0,
    });
  });

  test('no more once a reading shows it', async () => {
    const { result, sends, told } = await sendOver(
      () => lost,
      () => shown,
    );
    expect([result, sends, told]).toEqual(['lost', [0], ['write-sent', 'write-retry']]);
  });

  test('never over somebody else’s change', async () => {
    const { result, sends, told } = await sendOver(
      () => busy,
      () => ofOthers,
    );
    expect([result, sends, told.at(-1)]).toEqual(['conflict', [0], 'write-refused']);
    const unknown = await sendOver(
      () => lost,
      () => ofOthers,
    );
    // Whether ours was done before is not known.
    expect([unknown.result, unknown.told.at(-1)]).toEqual(['conflict', 'write-retry']);
  });

  test('after no longer a pause than there is time, whatever the service asks for', async () => {
    const asks = refusal('unavailable', { retryAfterMs: 7_200_000 });
    expect(await sendOver(() => asks)).toMatchObject({ result: 'unavailable', second: 600 });
  });
});
