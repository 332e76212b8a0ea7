import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/http/answer.ts';
import { type AttemptsOptions, budgetUntil, createSharedBudget, runAttempts } from '../../src/http/attempts.ts';
import { createTestClock, type TestClock } from '../clock.ts';

const failed = (kind: Failure['kind'], facts: Partial<Failure> = {}): Failure => ({ kind, description: '', ...facts });
const unavailable = failed('refused', { status: 503 });
const notSent = failed('unreachable');
const noAnswer = failed('lost');
const refused = failed('refused', { status: 400 });
const asking = (retryAfterMs: number): Failure => ({ ...unavailable, retryAfterMs });
const limited = (retryAfterMs: number) => failed('refused', { status: 429, retryAfterMs });

type Options = Partial<Omit<AttemptsOptions<string>, 'send' | 'clock'>> & {
  clock?: TestClock;
  /** Of every attempt. */
  takesMs?: number;
};

/** Fails as told, then answers. */
async function run(failures: readonly Failure[], { takesMs = 0, ...options }: Options = {}) {
  const clock = options.clock ?? createTestClock();
  const timeoutsMs: number[] = [];
  const retries: unknown[] = [];
  const result = await runAttempts<string>({
    clock,
    budget: budgetUntil(clock.monotonicMs() + 60_000, clock),
    attemptTimeoutMs: 20_000,
    maxAttempts: 5,
    isWrite: true,
    idempotent: true,
    onRetry: ({ attempt, waitMs }) => void retries.push([attempt, waitMs]),
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

describe('an answer', () => {
  test('at once', async () => {
    expect(await run([])).toEqual({
      result: { ok: true, value: 'answer' },
      timeoutsMs: [20_000],
      retries: [],
      sleptMs: [],
    });
  });

  test('after failures, each of them told before the wait', async () => {
    expect(await run([unavailable, notSent, asking(9000)])).toEqual({
      result: { ok: true, value: 'answer' },
      timeoutsMs: [20_000, 20_000, 20_000, 20_000],
      retries: [
        [1, 250],
        [2, 500],
        [3, 9000],
      ],
      sleptMs: [250, 500, 9000],
    });
  });
});

describe('given up', () => {
  test.each<[string, Failure[], Options, object]>([
    ['a final failure', [failed('invalid')], {}, { because: 'final', attempts: 1, leftMs: 60_000 }],
    ['enough attempts', Array(5).fill(unavailable), {}, { because: 'attempts', attempts: 5, leftMs: 56_250 }],
    ['a write in doubt', [noAnswer], { idempotent: false }, { because: 'may-have-happened', attempts: 1 }],
    ['asked to wait too long', [asking(60_000)], {}, { because: 'retry-after', attempts: 1, leftMs: 60_000 }],
    ['no time for the wait', [unavailable], { takesMs: 59_750 }, { because: 'time', attempts: 1, leftMs: 250 }],
    ['never reached', [notSent, notSent], { takesMs: 15_000 }, { because: 'unreachable', attempts: 2 }],
    ['the time went with the attempt', [unavailable], { takesMs: 61_000 }, { because: 'time', leftMs: -1000 }],
  ])('%s', async (_, failures, options, expected) => {
    const { result } = await run(failures, options);
    expect(result).toMatchObject({ ok: false, failure: failures.at(-1), ...expected });
  });

  test('before the first attempt when there is no time', async () => {
    const clock = createTestClock();
    const { result, timeoutsMs } = await run([], { clock, budget: budgetUntil(clock.monotonicMs(), clock) });
    expect({ result, timeoutsMs }).toEqual({
      result: {
        ok: false,
        because: 'time',
        failure: undefined,
        attempts: 0,
        mayHaveHappened: false,
        leftMs: 0,
      },
      timeoutsMs: [],
    });
  });

  test('before the first attempt when it is cancelled already', async () => {
    const { result, timeoutsMs } = await run([], { signal: AbortSignal.abort() });
    expect({ result, timeoutsMs }).toMatchObject({
      result: { because: 'cancelled', failure: undefined, attempts: 0, mayHaveHappened: false },
      timeoutsMs: [],
    });
  });

  test('when it is cancelled in a wait, with what is known so far', async () => {
    const cancel = new AbortController();
    const { result, timeoutsMs } = await run([unavailable], { signal: cancel.signal, onRetry: () => cancel.abort() });
    expect({ result, attempts: timeoutsMs.length }).toMatchObject({
      result: { because: 'cancelled', failure: unavailable, attempts: 1, mayHaveHappened: true },
      attempts: 1,
    });
  });
});

describe('whether it may have happened', () => {
  test.each<[string, Failure[], boolean, boolean]>([
    ['refused', [refused], true, false],
    ['never sent, then refused', [notSent, refused], true, false],
    ['a lost answer, then refused', [noAnswer, refused], true, true],
    ['a lost answer, when it only reads', [noAnswer, refused], false, false],
  ])('%s', async (_, failures, isWrite, mayHaveHappened) => {
    expect((await run(failures, { isWrite })).result).toMatchObject({ ok: false, mayHaveHappened });
  });
});

describe('the budget', () => {
  test('bounds each attempt: an answer that hangs cannot outlive the deadline', async () => {
    const { timeoutsMs } = await run([asking(30_000), asking(15_000)], { takesMs: 1000 });
    expect(timeoutsMs).toEqual([20_000, 20_000, 13_000]);
  });

  test('of several requests is spent by failures and waits, and not by answers', async () => {
    const clock = createTestClock();
    const budget = createSharedBudget(10_000);
    await run([asking(3000)], { clock, budget, takesMs: 1000 });
    expect(budget.leftMs()).toBe(6000);
    const second = await run([limited(5000)], { clock, budget, takesMs: 1000 });
    expect(second.result).toMatchObject({ because: 'retry-after', leftMs: 5000 });
    budget.spend(5000);
    expect((await run([], { clock, budget })).result).toMatchObject({ because: 'time', failure: undefined });
  });
});
