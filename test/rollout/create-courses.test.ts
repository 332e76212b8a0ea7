/** The looks around a creation over courses that the emulator does not take: lists by the second, from a client that is a table. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { createOnce, lookForRivals, survivorOf } from '../../src/rollout/create.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const endpoint = (id: string, { appName = 'llama-app', state = 'serving', name = 'llama' } = {}): Endpoint => ({
  ...liveEndpoint,
  id,
  state: { state, error: '', message: '' },
  config: { ...liveConfig, name, appName },
});
const list = (...endpoints: Endpoint[]) => ({ endpoints, total: endpoints.length, complete: true });
const lost = serviceError('unavailable', { operation: 'create', method: 'POST', mayHaveHappened: true });
const taken = serviceError('app-name-taken', { operation: 'create', method: 'POST' });
const balance = serviceError('balance', { operation: 'create', method: 'POST' });

async function createOver(answers: readonly unknown[], listed: (second: number) => Endpoint[], expectedIds?: string[]) {
  let sends = 0;
  const stub = openStub({
    create: () => answers[Math.min(sends++, answers.length - 1)],
    list: (second) => list(...listed(second)),
  });
  const result = await createOnce({
    config: liveConfig,
    expectedIds: expectedIds && new Set(expectedIds),
    context: stub.context,
  }).catch((error) => error);
  return {
    result: result instanceof Error ? result : `${result.id}${result.origin === 'found' ? ', found' : ''}`,
    sends,
    looks: stub.secondsOf('list'),
    events: stub.events.map(({ kind }) => kind),
  };
}

describe('a create', () => {
  test('that is answered is done', async () => {
    expect(await createOver([{ id: 'a' }], () => [])).toEqual({ result: 'a', sends: 1, looks: [], events: [] });
  });

  test('that is refused is not looked for', async () => {
    expect(await createOver([balance], () => [endpoint('a')])).toEqual({
      result: balance,
      sends: 1,
      looks: [],
      events: [],
    });
  });

  test('whose answer is lost is looked for during seven seconds, and found', async () => {
    expect(await createOver([lost], (second) => (second < 7 ? [] : [endpoint('a')]))).toEqual({
      result: 'a, found',
      sends: 1,
      looks: [0, 1, 3, 7],
      events: ['create-answer-lost', 'create-found'],
    });
  });

  test('that is not found is sent again, three times in all', async () => {
    const { result, sends, looks } = await createOver([lost], () => []);
    expect([result, sends, looks]).toEqual([lost, 3, [0, 1, 3, 7, 7, 8, 10, 14, 14, 15, 17, 21]]);
    expect(await createOver([lost, lost, { id: 'c' }], () => [])).toMatchObject({ result: 'c', sends: 3 });
  });

  test('that was lost stays the failure, whatever the next is refused for', async () => {
    expect(await createOver([lost, balance], () => [])).toMatchObject({ result: lost, sends: 2 });
    expect(await createOver([lost, taken], () => [])).toMatchObject({ result: lost, sends: 2 });
  });

  test('with an appName that is taken is ours only under our name and our appName', async () => {
    expect(await createOver([taken], () => [endpoint('a')])).toMatchObject({
      result: 'a, found',
      events: ['app-name-taken', 'create-found'],
    });
    const other = await createOver([taken], () => [endpoint('a', { appName: 'other' })]);
    expect(other).toMatchObject({ result: taken, sends: 1, looks: [0, 1, 3, 7] });
    expect(await createOver([taken], () => [endpoint('a', { name: 'other' })])).toMatchObject({
      result: { code: 'app-name-taken', operation: 'create', hint: expect.stringContaining('The endpoint other (a)') },
    });
  });

  test('is not the endpoint that is to be replaced, nor one that terminates', async () => {
    const listed = () => [endpoint('old'), endpoint('gone', { state: 'deleting' }), endpoint('new')];
    expect(await createOver([lost], listed, ['old'])).toMatchObject({ result: 'new, found' });
  });

  test('that is cancelled is not looked for', async () => {
    const cancelled = serviceError('cancelled', { operation: 'create', method: 'POST', mayHaveHappened: true });
    expect(await createOver([cancelled], () => [endpoint('a')])).toMatchObject({ result: cancelled, looks: [] });
  });
});

describe('rivals', () => {
  const rivalsOver = async (listed: (second: number) => Endpoint[], expectedIds?: string[]) => {
    const stub = openStub({ list: (second) => list(...listed(second)) });
    const creation = { config: liveConfig, expectedIds: expectedIds && new Set(expectedIds), context: stub.context };
    const { rivals } = await lookForRivals({ ...creation, id: 'a' });
    return [rivals.map(({ id }) => id), stub.secondsOf('list')];
  };

  test.for<[string, (second: number) => Endpoint[], string[], number[]]>([
    ['none', () => [endpoint('a')], [], [0]],
    ['one', () => [endpoint('a'), endpoint('b')], ['b'], [0]],
    ['one before ours is listed', (second) => (second < 3 ? [] : [endpoint('b'), endpoint('a')]), ['b'], [0, 1, 3]],
    ['one, and ours is never listed', () => [endpoint('b')], ['b'], [0, 1, 3, 7]],
    ['none, and ours is never listed', () => [], [], [0, 1, 3, 7]],
    ['one that terminates', () => [endpoint('a'), endpoint('b', { state: 'terminating' })], [], [0]],
    ['one of another name', () => [endpoint('a'), endpoint('b', { name: 'other' })], [], [0]],
  ])('%s', async ([, listed, expected, looks]) => {
    expect(await rivalsOver(listed)).toEqual([expected, looks]);
  });

  test.for<[string, (second: number) => Endpoint[], string | undefined, number[]]>([
    ['at once', () => [endpoint('a')], undefined, [0]],
    ['in the last second', (second) => (second < 60 ? [] : [endpoint('a')]), undefined, [0, 1, 3, 7, 15, 30, 60]],
    ['never', () => [endpoint('b', { name: 'other' })], 'is not listed', [0, 1, 3, 7, 15, 30, 60]],
    [
      'under another name',
      () => [endpoint('a', { name: 'Llama' })],
      'is listed under the name "Llama"',
      [0, 1, 3, 7, 15, 30, 60],
    ],
  ])('what must be listed is so %s', async ([, listed, problem, looks]) => {
    const stub = openStub({ list: (second) => list(...listed(second)) });
    const creation = { config: liveConfig, expectedIds: undefined, context: stub.context };
    const failure = await lookForRivals({ ...creation, id: 'a', mustBeListed: true }).then(
      () => undefined,
      (error) => error,
    );
    expect(stub.secondsOf('list')).toEqual(looks);
    if (problem === undefined) expect(failure).toBeUndefined();
    else expect(failure).toMatchObject({ code: 'not-listed', message: expect.stringContaining(problem) });
  });

  test('the endpoint that is to be replaced is none', async () => {
    expect(await rivalsOver(() => [endpoint('a'), endpoint('b')], ['b'])).toEqual([[], [0]]);
  });

  test.for<[string, (number | undefined)[], string]>([
    ['the smaller id, where no time is known', [undefined, undefined], 'a'],
    ['the smaller id, where one time is not known', [undefined, 1], 'a'],
    ['the older one', [1_767_225_601_000, 1_767_225_600_000], 'b'],
    ['the smaller id, of the same time', [1_767_225_600_000, 1_767_225_600_000], 'a'],
  ])('of several stays %s', ([, times, stays]) => {
    const [a, b] = times.map((createdAt, index) => ({
      ...endpoint(index === 0 ? 'a' : 'b'),
      ...(createdAt !== undefined && { createdAt }),
    }));
    if (!a || !b) throw new Error('two');
    expect([survivorOf([a, b])?.id, survivorOf([b, a])?.id]).toEqual([stays, stays]);
  });
});
