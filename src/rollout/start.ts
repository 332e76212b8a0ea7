/** How the first healthy worker of a version has started, by the readings: waiting, pulling, loading. Pure. */

import type { Worker } from '../model/endpoint.ts';
import { hasNoGpu, isReady, type Reading } from './evidence/condition.ts';

type Phase = 'waitingSeconds' | 'pullingSeconds' | 'loadingSeconds';

/** The time from the first listing to health, and that of each phase; a phase that was not seen is absent. */
export type Start = { readonly seconds: number } & { readonly [phase in Phase]?: number };

/** A reading of a worker that is not healthy yet. */
interface Moment {
  readonly atMs: number;
  readonly phase: Phase | undefined;
}

export interface Starts {
  /** `untold`: of an earlier version, or healthy when it was first seen. */
  readonly workers: ReadonlyMap<string, readonly Moment[] | 'untold'>;
  /** Undefined until a worker that was seen before its health is healthy. */
  readonly start: Start | undefined;
}

/** Workers with these IDs are of an earlier version. */
export const noStarts = (earlierIds: Iterable<string>): Starts => ({
  workers: new Map(Array.from(earlierIds, (id) => [id, 'untold'])),
  start: undefined,
});

/** `nowMs` is on the clock's monotonic time. */
export function startsAfter({ workers: before, start }: Starts, endpoint: Reading, nowMs: number): Starts {
  if (start) return { workers: before, start };
  const workers = new Map(before);
  for (const worker of endpoint.workers) {
    const seen = before.get(worker.id) ?? [];
    if (worker.id === '' || seen === 'untold') continue;
    const isUp = isReady(worker, endpoint);
    if (isUp && seen.length > 0) return { workers, start: startOf(seen, nowMs) };
    workers.set(worker.id, isUp ? 'untold' : [...seen, { atMs: nowMs, phase: phaseOf(worker, endpoint) }]);
  }
  return { workers, start };
}

function phaseOf(worker: Worker, endpoint: Reading): Phase | undefined {
  const word = worker.state.state.toLowerCase();
  if (hasNoGpu(worker, endpoint)) return 'waitingSeconds';
  if (word === 'pulling') return 'pullingSeconds';
  return ['starting', 'running', 'ready'].includes(word) ? 'loadingSeconds' : undefined;
}

function startOf(seen: readonly Moment[], nowMs: number): Start {
  const spentMs: { [phase in Phase]?: number } = {};
  for (const [index, { atMs, phase }] of seen.entries())
    if (phase) spentMs[phase] = (spentMs[phase] ?? 0) + (seen[index + 1]?.atMs ?? nowMs) - atMs;
  const inSeconds = (ms: number) => Math.round(ms / 1000);
  const known = Object.entries(spentMs).map(([phase, ms]) => [phase, inSeconds(ms)]);
  return { seconds: inSeconds(nowMs - (seen[0]?.atMs ?? nowMs)), ...Object.fromEntries(known) };
}
