/** For how long a wait has seen each kind of failure, and whether it is still tolerated. */

import type { ErrorCode } from '../errors.ts';
import { type FailureKind, toleratedMs } from './patience.ts';

interface Failure {
  code: ErrorCode;
  failure: FailureKind;
  /** Other workers are still starting and show no fault. */
  hasOthersStarting: boolean;
}

/** One broken node must not fail a rollout whose other workers may still come up, but they do not get for ever. */
const factorWithOthersStarting = 2;
/** A failure that has not been seen for so long is over. A crash loop looks well between two crashes. */
const forgottenMs = 60_000;
/** Readiness has to last so long after a failure before it is believed. */
const calmMs = 20_000;

interface FailureTolerance {
  /** How long this failure has lasted, and how long it is still tolerated: 0 for no longer. Both in milliseconds. */
  observe(failure: Failure, nowMs: number): { lastedMs: number; leftMs: number };
  /** Whether the last failure is long enough ago for a good reading to be believed. */
  isCalm(nowMs: number): boolean;
}

/** `timeoutSeconds` is that of the wait: see patience.ts. */
export function createFailureTolerance(timeoutSeconds: number): FailureTolerance {
  const observed = new Map<ErrorCode, { sinceMs: number; lastMs: number }>();
  return {
    observe({ code, failure, hasOthersStarting }, nowMs) {
      const before = observed.get(code);
      const sinceMs = before && nowMs - before.lastMs <= forgottenMs ? before.sinceMs : nowMs;
      observed.set(code, { sinceMs, lastMs: nowMs });
      const lastedMs = nowMs - sinceMs;
      const limitMs = toleratedMs(failure, timeoutSeconds) * (hasOthersStarting ? factorWithOthersStarting : 1);
      return { lastedMs, leftMs: Math.max(0, limitMs - lastedMs) };
    },
    // A slow start is no failure that comes back: a worker that passes its health check is up.
    isCalm: (nowMs) =>
      observed
        .entries()
        .every(([code, { lastMs }]) => ['unhealthy', 'no-capacity'].includes(code) || nowMs - lastMs >= calmMs),
  };
}
