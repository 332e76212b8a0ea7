/** The attempts of one request: what is sent again, when, for how long, and what is known when there is none any more. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HttpFailure, type NetworkError, parseRetryAfter } from '../../src/http/answer.ts';
import { type AttemptsOptions, mayHaveHappened, runAttempts } from '../../src/http/retry.ts';
import { createTestClock, type TestClock } from '../clock.ts';

const failed = (kind: HttpFailure['kind'], details: object = {}) =>
  ({ kind, description: '', ...details }) as HttpFailure;
const refused = (status: number, details: object = {}) =>
  failed('refused', { status, isRateLimited: status === 429, ...details });
const unreachable = (network: NetworkError['kind']) => failed('unreachable', { network });
const unavailable = refused(503);
const notSent = unreachable('other');
const asking = (retryAfterMs: number) => refused(503, { retryAfterMs });
const times = (count: number, failure: HttpFailure) => Array.from({ length: count }, () => failure);

type Options = Partial<Omit<AttemptsOptions<string>, 'send' | 'clock'>> & {
  clock?: TestClock;
  /** Of every attempt. */
  takesMs?: number;
  totalMs?: number;
};

/** Fails as told, then answers. */
async function run(
  failures: readonly HttpFailure[],
  { takesMs = 0, totalMs = 60_000, clock = createTestClock(), ...options }: Options = {},
) {
  const timeoutsMs: number[] = [];
  const retries: unknown[] = [];
  const result = await runAttempts<string>({
    clock,
    budget: { leftMs: totalMs },
    attemptTimeoutMs: 20_000,
    isRepeatable: () => true,
    onRetry: (_, waitMs) => void retries.push(waitMs),
    ...options,
    send: async (timeoutMs) => {
      const failure = failures[timeoutsMs.length];
      timeoutsMs.push(timeoutMs);
      clock.advance(takesMs);
      return failure ? { ok: false, failure } : { ok: true, value: 'answer' };
    },
  });
  return { result, timeoutsMs, retries, sleptMs: clock.sleptMs };
}

describe('what is sent again', () => {
  type Row = [string, HttpFailure, fate: string, isDone: boolean];
  test.each<Row>([
    ['nothing left', notSent, 'again', false],
    ['an unknown certificate', unreachable('tls'), 'final', false],
    ['no answer', failed('lost'), 'again', true],
    ['2xx that is not JSON', failed('unparsable'), 'again', true],
    ['2xx with a web page', failed('page'), 'again', true],
    ['2xx that breaks the contract', failed('invalid'), 'final', true],
    ['more than is read', failed('too-large'), 'final', true],
    ['cancelled under way', failed('cancelled', { isSent: true }), 'final', true],
    ['cancelled before it left', failed('cancelled', { isSent: false }), 'final', false],
    ...[302, 400, 401, 403, 404, 409].map((status): Row => [`${status}`, refused(status), 'final', false]),
    ['400 that limits the rate', refused(400, { isRateLimited: true }), 'again', false],
    ['425', refused(425), 'again', false],
    ['429', refused(429), 'again', false],
    ['501', refused(501), 'final', true],
    ...[408, 500, 502, 503, 504, 524].map((status): Row => [`${status}`, refused(status), 'again', true]),
  ])('%s', async (_, failure, fate, isDone) => {
    const { result } = await run([failure]);
    expect(result.ok ? 'again' : result.because).toBe(fate);
    const once = await run([failure], { isRepeatable: () => false });
    expect(once.result).toMatchObject({ ok: false, because: 'final', attempts: 1 });
    expect(mayHaveHappened(failure)).toBe(isDone);
  });
});

describe('an answer', () => {
  test('at once, or after failures, each of them told before the wait', async () => {
    const result = { ok: true, value: 'answer' };
    expect(await run([])).toEqual({ result, timeoutsMs: [20_000], retries: [], sleptMs: [] });
    const { retries, timeoutsMs, sleptMs } = await run([unavailable, notSent, asking(9000)]);
    expect([retries, sleptMs]).toEqual([
      [250, 500, 9000],
      [250, 500, 9000],
    ]);
    expect(timeoutsMs).toEqual([20_000, 20_000, 20_000, 20_000]);
  });

  test.each<[string, HttpFailure[], random: number, waitsMs: number[]]>([
    ['no jitter', [unavailable, unavailable], 0, [0, 0]],
    ['the back-off doubles up to 16 s', times(7, unavailable), 0.999, [499.5, 999, 1998, 3996, 7992, 15_984, 15_984]],
    ['asked to wait less than the back-off', [unavailable, unavailable, asking(1)], 0.5, [250, 500, 1000]],
    ['asked to wait 0 s', [asking(0)], 0.5, [250]],
    ['asked to wait a little less than there is time', [asking(59_999)], 0.5, [59_999]],
  ])('%s', async (_, failures, random, waitsMs) => {
    const { result, sleptMs } = await run(failures, { clock: createTestClock({ random: () => random }) });
    expect([result.ok, sleptMs]).toEqual([true, waitsMs]);
  });
});

describe('given up', () => {
  test.each<[string, HttpFailure[], Options, object]>([
    ['a final failure', [failed('invalid')], {}, { because: 'final', attempts: 1 }],
    ['the third web page', times(3, failed('page')), {}, { because: 'final', attempts: 3 }],
    ['asked to wait all the time there is', [asking(60_000)], {}, { because: 'retry-after' }],
    ['no time for the wait', [unavailable], { takesMs: 59_750 }, { because: 'time', attempts: 1 }],
    ['never reached', [notSent, notSent], { takesMs: 15_000 }, { because: 'unreachable', attempts: 2 }],
    ['never reached, not needed', [notSent], { takesMs: 3000, reachMs: 3000 }, { because: 'unreachable', attempts: 1 }],
    ['the time went with the attempt', [unavailable], { takesMs: 61_000 }, { because: 'time' }],
  ])('%s', async (_, failures, options, expected) => {
    const { result } = await run(failures, options);
    expect(result).toMatchObject({ ok: false, failure: failures.at(-1), ...expected });
  });

  test('before the first attempt, or in a wait, with what is known so far', async () => {
    const nothing = { ok: false, failure: undefined, attempts: 0 };
    expect((await run([], { totalMs: 0 })).result).toMatchObject({ ...nothing, because: 'time' });
    const early = await run([], { signal: AbortSignal.abort() });
    expect(early.result).toMatchObject({ ...nothing, because: 'cancelled' });
    const cancel = new AbortController();
    const { result } = await run([unavailable], { signal: cancel.signal, onRetry: () => cancel.abort() });
    expect(result).toMatchObject({ because: 'cancelled', failure: unavailable, attempts: 1 });
  });
});

describe('the budget', () => {
  test('bounds each attempt: an answer that hangs cannot outlive the deadline', async () => {
    const { timeoutsMs } = await run([asking(30_000), asking(15_000)], { takesMs: 1000 });
    expect(timeoutsMs).toEqual([20_000, 20_000, 13_000]);
  });

  test('of several requests is spent by failures and waits, and not by answers', async () => {
    const clock = createTestClock();
    const budget = { leftMs: 10_000 };
    await run([asking(3000)], { clock, budget, takesMs: 1000 });
    expect(budget.leftMs).toBe(6000);
    const second = await run([refused(429, { retryAfterMs: 5000 })], { clock, budget, takesMs: 1000 });
    expect(second.result).toMatchObject({ because: 'retry-after' });
    budget.leftMs -= 5000;
    expect((await run([], { clock, budget })).result).toMatchObject({ because: 'time', failure: undefined });
  });

  test('is never exceeded by a wait, which never undercuts what was asked for', async () => {
    const asked = fc.array(fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }), { maxLength: 10 });
    const total = fc.integer({ min: 1, max: 100_000 });
    const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const property = fc.asyncProperty(asked, total, drawn, async (waits, totalMs, random) => {
      const failures = waits.map((retryAfterMs) => refused(503, { retryAfterMs }));
      const clock = createTestClock({ random: () => random });
      const { sleptMs } = await run(failures, { clock, totalMs });
      expect(sleptMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(totalMs);
      expect(sleptMs.every((ms, at) => ms >= (waits[at] ?? 0))).toBe(true);
    });
    await fc.assert(property);
  });
});

test.each<[number | undefined, ...(string | undefined)[]]>([
  [undefined, undefined, '', 'soon'],
  [0, '0', '-5', '1.5', 'Wed, 31 Dec 2025 23:59:00 GMT'],
  [12_000, ' 12 '],
  [90_000, 'Thu, 01 Jan 2026 00:01:30 GMT', 'Thursday, 01-Jan-26 00:01:30 GMT'],
])('Retry-After of %s ms', (ms, ...headers) => {
  const now = new Date('2026-01-01T00:00:00Z');
  for (const header of headers) expect(parseRetryAfter(header, now), header).toBe(ms);
});
