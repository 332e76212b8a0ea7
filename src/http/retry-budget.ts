/** How long one request, or several that share a budget, may go on failing and waiting. */

import type { Clock } from '../clock.ts';

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
