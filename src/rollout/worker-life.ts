/** How long the new workers took for each stage of their start: what a team can make shorter. */

import { isPresent, isReady, isRunning } from './condition.ts';
import type { Reading } from './events.ts';

/** A worker that runs and is not healthy yet is `loading`; every other stage has the service's own word. */
export interface Stage {
  readonly name: string;
  readonly ms: number;
}

interface Life {
  readonly stages: readonly Stage[];
  /** The stage that it was in when it was read last; undefined once it was healthy. */
  readonly stage: string | undefined;
  readonly atMs: number;
}

/** Workers that were there before are no part of it. */
export interface Lives {
  readonly oldIds: ReadonlySet<string>;
  readonly workers: ReadonlyMap<string, Life>;
}

export function startLives(live: Reading | undefined): Lives {
  return { oldIds: new Set(live?.workers.map(({ id }) => id)), workers: new Map() };
}

export function livesAfter({ oldIds, workers }: Lives, endpoint: Reading, atMs: number): Lives {
  const next = new Map(workers);
  for (const worker of endpoint.workers) {
    if (worker.id === '' || oldIds.has(worker.id) || !isPresent(worker)) continue;
    const before = workers.get(worker.id);
    if (before && before.stage === undefined) continue;
    const word = isRunning(worker) ? 'loading' : worker.state.state.toLowerCase();
    const stages =
      before?.stage === undefined ? [] : added(before.stages, { name: before.stage, ms: atMs - before.atMs });
    next.set(worker.id, { stages, stage: isReady(worker, endpoint) ? undefined : word, atMs });
  }
  return { oldIds, workers: next };
}

/** Of the first worker that was healthy, else of the one that was there first; empty where none came. */
export function startOf({ workers }: Lives): readonly Stage[] {
  const all = [...workers.values()];
  return (all.find(({ stage }) => stage === undefined) ?? all[0])?.stages ?? [];
}

/** A crash loop comes through the same stages again and again. */
function added(stages: readonly Stage[], { name, ms }: Stage): Stage[] {
  if (!stages.some((stage) => stage.name === name)) return [...stages, { name, ms }];
  return stages.map((stage) => (stage.name === name ? { name, ms: stage.ms + ms } : stage));
}
