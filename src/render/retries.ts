/** Retries in a log: those of one cause are told once, and then counted. */

import type { Clock } from '../clock.ts';
import { formatSeconds } from '../model/duration.ts';
import type { ServiceEvent } from '../service/request.ts';
import { serviceEventLine } from './progress.ts';

/** How long a cause is only counted. */
const quietMs = 30_000;

type Retry = Extract<ServiceEvent, { type: 'retry' }>;

interface Told {
  atMs: number;
  sinceMs: number;
  /** Since the last line. */
  untold: number;
}

/** The line for a retry; undefined where its cause was told in the last half minute. Requests side by side meet the same cause. */
export function createRetryLines(clock: Pick<Clock, 'monotonicMs'>): (retry: Retry) => string | undefined {
  const causes = new Map<string, Told>();
  return (retry) => {
    const nowMs = clock.monotonicMs();
    const told = causes.get(retry.cause);
    if (!told) {
      causes.set(retry.cause, { atMs: nowMs, sinceMs: nowMs, untold: 0 });
      return serviceEventLine(retry);
    }
    told.untold += 1;
    if (nowMs - told.atMs < quietMs) return undefined;
    const { untold, sinceMs } = told;
    Object.assign(told, { atMs: nowMs, untold: 0 });
    return `  ${retry.operation}: the service ${retry.cause}; repeated ${untold} more ${untold === 1 ? 'time' : 'times'} in ${formatSeconds((nowMs - sinceMs) / 1000)}`;
  };
}
