/** The time that all requests about one image may take together. */

import type { Clock } from '../clock.ts';
import type { Bounds } from './credentials.ts';

export interface Budget {
  readonly totalMs: number;
  readonly signal: AbortSignal;
  /** What is left for the next step; undefined when the time is over. */
  bounds(): Bounds | undefined;
}

export function startBudget({
  clock,
  totalMs,
  signal,
}: {
  clock: Pick<Clock, 'monotonicMs'>;
  totalMs: number;
  signal: AbortSignal;
}): Budget {
  const endMs = clock.monotonicMs() + totalMs;
  return {
    totalMs,
    signal,
    bounds() {
      const timeoutMs = endMs - clock.monotonicMs();
      return timeoutMs > 0 ? { timeoutMs, signal } : undefined;
    },
  };
}
