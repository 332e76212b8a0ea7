/** The one port through which time, sleep and randomness enter. */

import * as timers from 'node:timers/promises';

/** What measures a time. */
export interface Stopwatch {
  /** Milliseconds on a clock that only moves forward; meaningful as differences. */
  monotonicMs(): number;
}

export interface Clock extends Stopwatch {
  /** Wall-clock time, for what people and other machines read: dates in records, `Retry-After` dates. */
  date(): Date;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

export const systemClock: Clock = {
  // `performance` would have to be loaded first.
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  date: () => new Date(),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    try {
      await timers.setTimeout(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      // Node rejects with an AbortError of its own; callers want to see why they were stopped.
      signal?.throwIfAborted();
      throw error;
    }
  },
  random: () => Math.random(),
};
