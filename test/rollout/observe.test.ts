/** The loop that reads: when it ends, how it pauses, and what it calls somebody else's change. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { look, observe, type Target, watch } from '../../src/rollout/observe.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const desired: EndpointConfig = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' } };
const showing = (image: string): Endpoint => ({
  ...liveEndpoint,
  config: { ...liveConfig, image: { ...liveConfig.image, image } },
});
const [shown, late, theirs] = [showing('a:2'), liveEndpoint, showing('theirs:3')];
const updated = { id: liveEndpoint.id, desired, earlier: [liveConfig], sent: ['v1'] } as const;

/** Looks for half a minute for what was asked for; readings every 5 s. */
async function observeOver(
  at: (second: number) => Endpoint | Error,
  {
    target = updated as Target,
    seconds = 30,
    isGone = true,
    ends = (kind: string): boolean => kind === 'applied',
  } = {},
) {
  const endpoints = isGone ? [] : [liveEndpoint];
  const stub = openStub({ get: at, list: () => endpoints });
  const matches: string[] = [];
  const result = await observe(target, {
    decide: ({ match, atMs }) => {
      matches.push(match.kind);
      return ends(match.kind) ? atMs - stub.clock.nowMs + stub.second() : undefined;
    },
    pauseMs: () => 5000,
    deadlineMs: stub.clock.nowMs + seconds * 1000,
    context: stub.context,
  }).catch((error) => error);
  const { code, message } =
    result instanceof Error ? (result as Error & { code: string }) : { code: undefined, message: '' };
  return { result: code ?? result, message, matches: matches.join(), seconds: stub.secondsOf('get') };
}

describe('a target', () => {
  test('is seen', async () => {
    expect(await observeOver((second) => (second < 8 ? late : shown))).toEqual({
      result: 10,
      message: '',
      matches: 'stale,stale,applied',
      seconds: [0, 5, 10],
    });
  });

  test('is not seen', async () => {
    expect(await observeOver(() => late)).toMatchObject({ result: undefined, seconds: [0, 5, 10, 15, 20, 25] });
  });

  test('that two readings show as somebody else’s is left alone, one second after the first', async () => {
    expect(await observeOver(() => theirs)).toEqual({
      result: 'conflict',
      message: `someone else changed endpoint llama (${liveEndpoint.id}) during the rollout: image.image (requested a:2, found theirs:3); it is left unchanged`,
      matches: '',
      seconds: [0, 1],
    });
  });

  test('that one reading shows as somebody else’s is looked at again', async () => {
    expect(await observeOver((second) => (second < 1 ? theirs : shown))).toMatchObject({ result: 1, seconds: [0, 1] });
    const once = (second: number) => (second % 10 < 1 ? theirs : late);
    expect(await observeOver(once)).toMatchObject({ result: undefined, matches: expect.stringMatching(/^stale/) });
  });

  test('that was there and is away is late for half a minute, and then somebody else’s doing', async () => {
    const course = (second: number) => (second < 4 ? shown : late);
    const { result, seconds } = await observeOver(course, { seconds: 600, ends: () => false });
    expect([result, seconds.at(-1)]).toEqual(['conflict', 35]);
    const back = (second: number) => (second % 40 < 15 ? shown : late);
    expect(await observeOver(back, { seconds: 600, ends: () => false })).toMatchObject({ result: undefined });
  });

  test('that was not written by this run is somebody else’s when it differs for half a minute', async () => {
    const target = { id: liveEndpoint.id, desired: liveConfig, earlier: undefined };
    const { result, seconds } = await observeOver(() => theirs, { target, seconds: 600 });
    expect([result, seconds.at(-1)]).toEqual(['conflict', 30]);
    expect(await observeOver((second) => (second < 20 ? theirs : late), { target })).toMatchObject({ result: 20 });
  });

  test('that is gone was deleted by somebody; what was just created was not applied', async () => {
    const gone = serviceError('not-found');
    expect(await observeOver(() => gone)).toMatchObject({
      result: 'not-found',
      message: expect.stringContaining('the service neither finds nor lists it, so someone else deleted it'),
    });
    expect(await observeOver(() => gone, { isGone: false })).toMatchObject({ result: undefined });
    // The clock of the tests begins in 2026.
    const target = { ...updated, earlier: [], lateUntilMs: Date.UTC(2026, 0, 1) + 12_000 };
    expect(await observeOver((second) => (second < 10 ? gone : shown), { target })).toMatchObject({ result: 15 });
    expect(await observeOver(() => gone, { target, seconds: 600 })).toMatchObject({
      result: 'not-applied',
      message: expect.stringContaining('then reports it as not found: the service says not-found'),
    });
  });

  test('that cannot be read is told as the service tells it', async () => {
    const { result, seconds } = await observeOver(() => serviceError('unavailable'), { seconds: 600 });
    expect([result, (seconds.at(-1) ?? 0) >= 180]).toEqual(['unavailable', true]);
  });

  test('what `decide` throws ends it', async () => {
    const ends = () => {
      throw new TypeError('a defect');
    };
    expect(await observeOver(() => shown, { ends })).toMatchObject({ message: 'a defect' });
  });
});

test('one look is one reading, and a second one where the first shows somebody else’s change', async () => {
  const lookAt = async (at: (second: number) => Endpoint) => {
    const stub = openStub({ get: at });
    const seen = await look(watch(updated, { context: stub.context }), stub.clock.nowMs + 60_000).catch(
      ({ code }) => code,
    );
    return [typeof seen === 'string' ? seen : seen?.match.kind, stub.secondsOf('get')];
  };
  expect(await Promise.all([lookAt(() => shown), lookAt(() => late), lookAt(() => theirs)])).toEqual([
    ['applied', [0]],
    ['stale', [0]],
    ['conflict', [0, 1]],
  ]);
});
