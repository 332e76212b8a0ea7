/** How the first healthy worker of a version has started, by the readings: waiting, pulling, loading. Pure. */

import type { Worker } from '../model/endpoint.ts';
import type { Reading } from './evidence/condition.ts';
import { isReady, workerFault } from './evidence/condition.ts';

const phases = { waiting: 'waitingSeconds', pulling: 'pullingSeconds', loading: 'loadingSeconds' } as const;
type Phase = keyof typeof phases;

/** From its first listing to its health, and how long it was seen in each phase; a phase that was not seen is absent. */
export type Start = { readonly seconds: number } & { readonly [phase in Phase as (typeof phases)[phase]]?: number };

interface SeenWorker {
  readonly sinceMs: number;
  readonly atMs: number;
  readonly phase: Phase | undefined;
  readonly spentMs: Readonly<Partial<Record<Phase, number>>>;
}

export interface Starts {
  readonly workers: ReadonlyMap<string, SeenWorker>;
  /** Undefined until a worker that was seen before its health is healthy. */
  readonly start: Start | undefined;
}

/** Workers with these IDs are of an earlier version. */
export function noStarts(earlierIds: Iterable<string>): Starts {
  const seen = { sinceMs: Number.NaN, atMs: 0, phase: undefined, spentMs: {} };
  return { workers: new Map(Array.from(earlierIds, (id) => [id, seen])), start: undefined };
}

/** `nowMs` is on the clock's monotonic time. */
export function startsAfter({ workers: before, start }: Starts, endpoint: Reading, nowMs: number): Starts {
  if (start) return { workers: before, start };
  const workers = new Map(before);
  for (const worker of endpoint.workers.filter(({ id }) => id !== '')) {
    const known = before.get(worker.id);
    if (Number.isNaN(known?.sinceMs)) continue;
    const isUp = isReady(worker, endpoint);
    if (isUp && known) return { workers, start: startOf(spent(known, nowMs), nowMs) };
    // Of a worker that is healthy when it is first seen, nothing is known.
    const since = isUp ? Number.NaN : (known?.sinceMs ?? nowMs);
    const spentMs = known ? spent(known, nowMs).spentMs : {};
    workers.set(worker.id, { sinceMs: since, atMs: nowMs, phase: phaseOf(worker, endpoint), spentMs });
  }
  return { workers, start };
}

function phaseOf(worker: Worker, endpoint: Reading): Phase | undefined {
  const word = worker.state.state.toLowerCase();
  if (workerFault(worker, endpoint) === 'no-capacity') return 'waiting';
  if (word === 'pulling') return 'pulling';
  return ['starting', 'running', 'ready'].includes(word) ? 'loading' : undefined;
}

function spent(seen: SeenWorker, nowMs: number): SeenWorker {
  const { phase, spentMs, atMs } = seen;
  return phase ? { ...seen, spentMs: { ...spentMs, [phase]: (spentMs[phase] ?? 0) + nowMs - atMs } } : seen;
}

function startOf({ sinceMs, spentMs }: SeenWorker, nowMs: number): Start {
  const inSeconds = (ms: number) => Math.round(ms / 1000);
  const known = Object.entries(spentMs).map(([phase, ms]) => [phases[phase as Phase], inSeconds(ms)]);
  return { seconds: inSeconds(nowMs - sinceMs), ...Object.fromEntries(known) };
}
