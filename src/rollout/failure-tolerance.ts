/** How long a wait tolerates each kind of failure that it sees again and again. */

import type { ErrorCode } from '../errors.ts';
import type { WorkerFault } from './worker-faults.ts';

export type FailureKind =
  | WorkerFault
  /** The endpoint itself: failed; failed while its workers are being replaced; stopped or terminating. */
  | 'endpoint-failed'
  | 'endpoint-failed-replacing'
  | 'endpoint-stopped';

interface Failure {
  code: ErrorCode;
  failure: FailureKind;
  /** Other workers are still starting and show no fault. */
  hasOthersStarting: boolean;
}

/**
 * In seconds. The service repeats a pull by itself; it kills a worker that is never healthy after about 40 s (service-observed.md, Health check), so
 * that three such rounds show that it does not get there; a GPU may become free at any time. A failed endpoint that has just been updated needs a
 * moment to leave the state of its old version.
 */
const toleratedSeconds: Readonly<Record<FailureKind, number>> = {
  'endpoint-failed': 10,
  'endpoint-failed-replacing': 30,
  'endpoint-stopped': 30,
  'image-pull': 60,
  crashed: 60,
  unhealthy: 120,
  'no-capacity': 300,
};
/** One broken node must not fail a rollout whose other workers may still come up, but they do not get for ever. */
const factorWithOthersStarting = 3;
/** A failure that has not been seen for so long is over. A crash loop looks well between two crashes. */
const forgottenMs = 60_000;
/** Readiness has to last so long after a failure before it is believed. */
const steadyMs = 20_000;

interface FailureTolerance {
  /** How long this failure has lasted, and how long it is still tolerated: 0 for no longer. Both in milliseconds. */
  observe(failure: Failure, nowMs: number): { lastedMs: number; leftMs: number };
  /** Whether the last failure is long enough ago for a good reading to be believed. */
  isSteady(nowMs: number): boolean;
}

export function createFailureTolerance(): FailureTolerance {
  const observed = new Map<ErrorCode, { sinceMs: number; lastMs: number }>();
  return {
    observe({ code, failure, hasOthersStarting }, nowMs) {
      const before = observed.get(code);
      const sinceMs = before && nowMs - before.lastMs <= forgottenMs ? before.sinceMs : nowMs;
      observed.set(code, { sinceMs, lastMs: nowMs });
      const lastedMs = nowMs - sinceMs;
      const toleratedMs = toleratedSeconds[failure] * 1000 * (hasOthersStarting ? factorWithOthersStarting : 1);
      return { lastedMs, leftMs: Math.max(0, toleratedMs - lastedMs) };
    },
    // A slow start is no failure that comes back: a worker that passes its health check is up.
    isSteady: (nowMs) =>
      observed.entries().every(([code, { lastMs }]) => code === 'unhealthy' || nowMs - lastMs >= steadyMs),
  };
}
