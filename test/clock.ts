/** A clock that tests move by hand; no test waits. */

import type { Clock } from '../src/clock.ts';

export interface TestClock extends Clock {
  /** Every sleep in order, in milliseconds. A sleep resolves at once and moves the time on. */
  readonly sleptMs: number[];
  /** Monotonic and wall-clock time at once: milliseconds since 1970; starts at 2026-01-01T00:00:00Z. */
  readonly nowMs: number;
  advance(ms: number): void;
}

/** 2026-01-01T00:00:00Z, in milliseconds since 1970. */
export const startMs = Date.UTC(2026, 0, 1);

/** `random` defaults to the middle of every jitter. */
export function createTestClock({ random = () => 0.5 }: { random?: () => number } = {}): TestClock {
  let nowMs = startMs;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    get nowMs() {
      return nowMs;
    },
    advance(ms) {
      nowMs += ms;
    },
    monotonicMs: () => nowMs,
    date: () => new Date(nowMs),
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleptMs.push(ms);
      nowMs += ms;
    },
    random,
  };
}
