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
  /** Carries out all runs side by side; each gets its number. */
  runAll<Result>(runs: readonly ((run: number) => Promise<Result>)[]): Promise<Result[]>;
}

export function createScheduler(manual: ManualClock, random: () => number): Scheduler {
  const sleepers: Sleeper[] = [];
  const awake = new Set<number>();
  const ended = new Set<number>();

  /** Wakes one sleeper at the earliest time, once nobody is awake any more. */
  function next(): void {
    if (awake.size > 0 || sleepers.length === 0) return;
    const earliestMs = Math.min(...sleepers.map(({ atMs }) => atMs));
    const due = sleepers.filter(({ atMs }) => atMs <= earliestMs);
    const chosen = due[Math.floor(random() * due.length)];
    if (!chosen) return;
    sleepers.splice(sleepers.indexOf(chosen), 1);
    manual.advance(Math.max(0, earliestMs - manual.nowMs()));
    // What a run that has ended left asleep keeps nobody waiting.
    if (!ended.has(chosen.run)) awake.add(chosen.run);
    chosen.wake();
    if (ended.has(chosen.run)) next();
  }

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
          awake.delete(run);
          next();
        });
        signal?.throwIfAborted();
      },
    }),
    async runAll(runs) {
      for (const [run] of runs.entries()) awake.add(run);
      return Promise.all(
        runs.map((carryOut, run) =>
          carryOut(run).finally(() => {
            ended.add(run);
            awake.delete(run);
            next();
          }),
        ),
      );
    },
  };
}
