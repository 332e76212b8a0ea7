/** Several runs on one manual clock: time moves only when every run sleeps, and a seed decides who comes first. */

import type { Clock } from '../../src/clock.ts';
import type { ManualClock } from '../emulator/emulator.ts';

/** A number in [0, 1) after the other, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Sleeper {
  run: number;
  atMs: number;
  wake(): void;
}

export interface Scheduler {
  /** The clock of one run. */
  clockOf(run: number): Clock;
  /** Carries out a request of the run: while it does not sleep, no time passes. */
  request<Result>(run: number, send: () => Promise<Result>): Promise<Result>;
  /** Carries out all runs side by side; each gets its number. */
  runAll<Result>(runs: readonly ((run: number) => Promise<Result>)[]): Promise<Result[]>;
}

export function createScheduler(manual: ManualClock, random: () => number): Scheduler {
  const sleepers: Sleeper[] = [];
  /** The runs that have not ended, each with its requests under way, of which it may have several at once. */
  const requests = new Map<number, number>();

  /** Each request of the run sleeps before an attempt, or the run itself does between two. */
  const isAsleep = ([run, count]: [number, number]) =>
    sleepers.filter((each) => each.run === run).length >= Math.max(1, count);

  /** Wakes one sleeper at the earliest time, once every run only sleeps. */
  function next(): void {
    if (sleepers.length === 0 || ![...requests].every(isAsleep)) return;
    const earliestMs = Math.min(...sleepers.map(({ atMs }) => atMs));
    const due = sleepers.filter(({ atMs }) => atMs <= earliestMs);
    const chosen = due[Math.floor(random() * due.length)];
    if (!chosen) return;
    sleepers.splice(sleepers.indexOf(chosen), 1);
    manual.advance(Math.max(0, earliestMs - manual.nowMs()));
    chosen.wake();
    soon();
  }

  /** What a step of a run has begun is known when its microtasks are done. */
  const soon = () => void setImmediate(next);

  const count = (run: number, by: number) => {
    const before = requests.get(run);
    if (before !== undefined) requests.set(run, before + by);
  };

  return {
    clockOf: (run) => ({
      monotonicMs: () => manual.nowMs(),
      date: () => new Date(manual.nowMs()),
      random,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        await new Promise<void>((wake) => {
          const sleeper = { run, atMs: manual.nowMs() + ms, wake };
          sleepers.push(sleeper);
          signal?.addEventListener('abort', () => {
            const at = sleepers.indexOf(sleeper);
            if (at !== -1) sleepers.splice(at, 1);
            wake();
          });
          soon();
        });
        signal?.throwIfAborted();
      },
    }),
    async request(run, send) {
      count(run, 1);
      try {
        return await send();
      } finally {
        count(run, -1);
        soon();
      }
    },
    async runAll(runs) {
      for (const [run] of runs.entries()) requests.set(run, 0);
      return Promise.all(
        runs.map((carryOut, run) =>
          carryOut(run).finally(() => {
            requests.delete(run);
            soon();
          }),
        ),
      );
    },
  };
}
