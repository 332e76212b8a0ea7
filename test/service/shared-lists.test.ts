/** One list for all who wait: who shares it, what each gets, and whose end ends what. */

import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { type ListReading, shareLists } from '../../src/service/shared-lists.ts';
import { createTestClock } from '../clock.ts';
import { start } from './bench.ts';
import { exampleEndpoint } from './example.ts';

const turn = () => new Promise(setImmediate);
const wanted =
  (...ids: string[]) =>
  ({ id }: { id: string }) =>
    ids.includes(id);

/** Lists that are answered when the test says so. */
function startLists() {
  const clock = createTestClock();
  const readings: (ListReading & PromiseWithResolvers<readonly Endpoint[]>)[] = [];
  const timeouts: { ms: number; end: AbortController }[] = [];
  const list = shareLists({
    clock,
    read: (reading) => {
      const answer = Promise.withResolvers<readonly Endpoint[]>();
      readings.push({ ...reading, ...answer });
      reading.signal?.addEventListener('abort', () => answer.reject(reading.signal?.reason));
      return answer.promise;
    },
    timeoutSignal: (ms) => {
      const end = new AbortController();
      timeouts.push({ ms, end });
      return end.signal;
    },
  });
  /** The ids, or the code of the failure. */
  const ask = (options: Parameters<typeof list>[0] = {}) =>
    list({ only: () => true, ...options }).then(
      (endpoints) => endpoints.map(({ id }) => id),
      (error: unknown) => (error instanceof ServiceError ? error.code : error),
    );
  const answer = async (index: number, ...ids: string[]) => {
    const { only = () => true, resolve } = readings[index] ?? {};
    const kept = ids.filter((id) => only({ id, name: '', appName: '' })).map(exampleEndpoint);
    resolve?.(kept);
    await turn();
    return kept.length;
  };
  return { clock, readings, timeouts, ask, answer };
}

test('whoever asks while a list is read gets the next one, with all who wait, and each what they asked for', async () => {
  const { readings, ask, answer } = startLists();
  const first = ask({ only: wanted('a') });
  const [second, third] = [ask({ only: wanted('b') }), ask({ only: wanted('a', 'c') })];
  expect(readings.length).toBe(1);
  await answer(0, 'a', 'b', 'c');
  // No more is kept than is wanted by one of them.
  expect(await answer(1, 'a', 'b', 'c', 'd', 'e')).toBe(3);
  expect([await first, await second, await third, readings.length]).toEqual([['a'], ['b'], ['a', 'c'], 2]);
});

test('whoever wants all endpoints has a list alone, so that the others keep no more than their own', async () => {
  const { readings, ask, answer } = startLists();
  const answers = [ask({ only: wanted('a') }), ask({ only: undefined }), ask({ only: wanted('b') })];
  expect(readings.map(({ only }) => only !== undefined)).toEqual([true, false]);
  expect([await answer(0, 'a', 'b'), await answer(1, 'a', 'b'), await answer(2, 'a', 'b')]).toEqual([1, 2, 1]);
  expect(await Promise.all(answers)).toEqual([['a'], ['a', 'b'], ['b']]);
});

test('all that is wanted is found when everyone has found something', async () => {
  const { readings, ask, answer } = startLists();
  void ask();
  void ask({ only: wanted('a') });
  void ask({ only: wanted('b') });
  await answer(0);
  const found = [['a'], ['b'], ['a', 'b']].map((ids) => readings[1]?.isFound(ids.map(exampleEndpoint)));
  expect(found).toEqual([false, false, true]);
});

test('a failure is that of everyone who waits, and the next list begins', async () => {
  const { readings, ask, answer } = startLists();
  const answers = [ask(), ask(), ask()];
  await answer(0, 'a');
  const facts = { operation: 'list', method: 'GET', mayHaveHappened: false } as const;
  readings[1]?.reject(new ServiceError({ ...facts, code: 'unauthorized', message: 'answered 401' }));
  await turn();
  answers.push(ask());
  await answer(2, 'b');
  expect(await Promise.all(answers)).toEqual([['a'], 'unauthorized', 'unauthorized', ['b']]);
});

test('a signal ends the wait of its own asker alone, and the list with the last one', async () => {
  const { readings, ask, answer } = startLists();
  const [one, other] = [new AbortController(), new AbortController()];
  expect(await ask({ signal: AbortSignal.abort() })).toBe('cancelled');
  const answers = [ask(), ask({ signal: one.signal }), ask({ signal: other.signal })];
  await answer(0, 'a');
  one.abort();
  await turn();
  expect(readings[1]?.signal?.aborted).toBe(false);
  other.abort();
  await turn();
  expect(readings[1]?.signal?.aborted).toBe(true);
  answers.push(ask());
  await answer(2, 'b');
  expect(await Promise.all(answers)).toEqual([['a'], 'cancelled', 'cancelled', ['b']]);
});

test('a deadline ends the wait of its own asker alone; a list is read until the last one', async () => {
  const { clock, readings, timeouts, ask, answer } = startLists();
  const at = (ms: number) => ({ deadlineMs: clock.monotonicMs() + ms, requestTimeoutMs: ms / 10 });
  // Alone, it has the time of the list itself.
  const answers = [ask(at(5000)), ask(at(999.6)), ask(at(2000)), ask(at(9000))];
  expect(timeouts.map(({ ms }) => ms)).toEqual([1000, 2000, 9000]);
  timeouts[0]?.end.abort();
  expect(await answers[1]).toBe('unavailable');
  await answer(0, 'a');
  expect(readings.map(({ deadlineMs = 0, requestTimeoutMs }) => [deadlineMs - clock.nowMs, requestTimeoutMs])).toEqual([
    [5000, 500],
    [9000, 900],
  ]);
  timeouts[1]?.end.abort();
  expect(await answers[2]).toBe('unavailable');
  // The list ends by itself then, and says why.
  timeouts[2]?.end.abort();
  await answer(1, 'b');
  expect(await Promise.all(answers)).toEqual([['a'], 'unavailable', 'unavailable', ['b']]);
});

test('of a client: two lists for any number who ask', async () => {
  await using bench = await start();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => bench.emulator.seed({ name })) as [string, string, string];
  const ids = [a, b, c, a, 'none'];
  const lists = await Promise.all(ids.map((id) => bench.client.list({ only: wanted(id) })));
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([[a], [b], [c], [a], []]);
  // Pages 1 and 0; page 1, and the one after it, which proves that an endpoint is absent.
  expect(bench.asked()).toEqual(['list', 'list', 'list', 'list']);
});
