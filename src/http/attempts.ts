/** The attempts of one request, and the time they may take: send, decide, wait, and again. */

import type { Clock } from '../clock.ts';
import type { AttemptResult, Failure } from './answer.ts';
import { decideRetry, mayHaveHappened, type RetryDecision } from './retry.ts';

/** One attempt at a request, for a trail. */
export interface AttemptFacts {
  operation: string;
  method: string;
  /** Without its query; of a registry the origin alone, since its paths name repositories and its blob stores sign their addresses. */
  path: string;
  /** From 1. */
  attempt: number;
  /** Absent when no answer came. */
  status?: number | undefined;
  reason?: string | undefined;
  durationMs: number;
  /** Of the answer's body; absent when none came. */
  bytes?: number | undefined;
}

export interface AttemptsOptions<Value> {
  /** One attempt, which takes `timeoutMs` at most and ends when `signal` is aborted. Never rejects. */
  send: (timeoutMs: number) => Promise<AttemptResult<Value>>;
  clock: Clock;
  budget: RetryBudget;
  /** For one attempt; the budget may leave it less. */
  attemptTimeoutMs: number;
  maxAttempts: number;
  /** False for what only reads, which never counts as having happened. */
  isWrite: boolean;
  /** Whether it may be sent again although the first one may have been carried out. */
  idempotent: boolean;
  /** Ends the waits; `send` has to see to the attempts itself. */
  signal?: AbortSignal | undefined;
  /** Before each wait. `attempt` counts from 1. */
  onRetry?: ((retry: { attempt: number; failure: Failure; waitMs: number }) => void) | undefined;
}

export interface GivenUp {
  ok: false;
  /** Why there is no further attempt. `cancelled` and `time` may be met before an attempt, also before the first. */
  because: (RetryDecision & { retry: false })['because'] | 'cancelled' | 'unreachable';
  /** Of the last attempt; undefined when there was none. */
  failure: Failure | undefined;
  /** Attempts made. */
  attempts: number;
  /** Whether one of the attempts of a write may have been carried out. */
  mayHaveHappened: boolean;
  /** What the budget had left. */
  leftMs: number;
}

/** Where no connection was ever made, the address is more likely wrong than the service in maintenance. */
const unreachableMs = 30_000;

/** Sends until there is an answer, the failure is final, or attempts, budget or `signal` end it. Rejects only with what `send` rejects with. */
export async function runAttempts<Value>(
  options: AttemptsOptions<Value>,
): Promise<{ ok: true; value: Value } | GivenUp> {
  const { send, clock, budget, attemptTimeoutMs, maxAttempts, isWrite, idempotent, signal, onRetry } = options;
  let failure: Failure | undefined;
  let isUncertain = false;
  let isReachable = false;
  const beganMs = clock.monotonicMs();

  for (let attempts = 0; ; ) {
    const giveUp = (because: GivenUp['because']): GivenUp => ({
      ok: false,
      because,
      failure,
      attempts,
      mayHaveHappened: isUncertain,
      leftMs: budget.leftMs(),
    });
    if (signal?.aborted) return giveUp('cancelled');
    const leftMs = budget.leftMs();
    if (leftMs <= 0) return giveUp('time');

    const startedMs = clock.monotonicMs();
    attempts += 1;
    const result = await send(Math.min(attemptTimeoutMs, leftMs));
    if (result.ok) return result;
    budget.spend(clock.monotonicMs() - startedMs);
    failure = result.failure;
    isReachable ||= failure.kind !== 'unreachable';
    if (!isReachable && clock.monotonicMs() - beganMs >= unreachableMs) return giveUp('unreachable');
    isUncertain ||= isWrite && mayHaveHappened(failure);

    const decision = decideRetry({
      failure,
      idempotent,
      attempts,
      maxAttempts,
      remainingMs: budget.leftMs(),
      random: clock.random(),
    });
    if (!decision.retry) return giveUp(decision.because);
    budget.spend(decision.waitMs);
    onRetry?.({ attempt: attempts, failure, waitMs: decision.waitMs });
    // A wait that was cancelled shows as such at the top of the loop.
    await clock.sleep(decision.waitMs, signal).catch(() => {});
  }
}

export interface RetryBudget {
  leftMs(): number;
  /** To be told of every failed attempt and, before it begins, of every wait. */
  spend(ms: number): void;
}

/** All time counts, also that of answers: nothing is waited for beyond `deadlineMs` on the clock's monotonic time. */
export function budgetUntil(deadlineMs: number, clock: Clock): RetryBudget {
  return { leftMs: () => deadlineMs - clock.monotonicMs(), spend: () => {} };
}

/** Only failures and waits count, so that many requests that succeed may take as long as they take. */
export function createSharedBudget(totalMs: number): RetryBudget {
  let leftMs = totalMs;
  return {
    leftMs: () => leftMs,
    spend: (ms) => {
      leftMs -= ms;
    },
  };
}
