/** Owns how long a wait bears with a failure that it sees again and again. Knows neither endpoints nor polls. */

import type { Verdict } from './readiness.ts';

type Failing = Extract<Verdict, { kind: 'failing' }>;

/** A failure that has not been seen for so long is over. A crash loop looks well between two crashes. */
const forgottenMs = 60_000;
/** After a failure, readiness has to last so long before it is believed. */
const steadyMs = 20_000;

export interface Patience {
  /** Learns of a verdict. For a failure: how long its kind has lasted, and whether that is too long. */
  bear(verdict: Failing, nowMs: number): { lastedMs: number; leftMs: number };
  /** Whether the last failure is long enough ago for a good reading to be believed. */
  isSteady(nowMs: number): boolean;
}

export function createPatience(): Patience {
  const seen = new Map<string, { sinceMs: number; lastMs: number }>();
  return {
    bear({ code, persistSeconds }, nowMs) {
      const before = seen.get(code);
      const sinceMs = before && nowMs - before.lastMs <= forgottenMs ? before.sinceMs : nowMs;
      seen.set(code, { sinceMs, lastMs: nowMs });
      const lastedMs = nowMs - sinceMs;
      return { lastedMs, leftMs: Math.max(0, persistSeconds * 1000 - lastedMs) };
    },
    // A slow start is no failure that comes back: a worker that passes its health check is up.
    isSteady: (nowMs) =>
      seen.entries().every(([code, { lastMs }]) => code === 'unhealthy' || nowMs - lastMs >= steadyMs),
  };
}
