/** What a wait remembers of the workers from one reading to the next. */

import type { Endpoint } from '../model/endpoint.ts';
import { workerCondition } from './state-words.ts';
import { isPresent, isReady } from './worker-faults.ts';

export interface WorkerHistory {
  /** Known workers that lost their health after the write and have not been replaced: a service that keeps ids restarts them. */
  readonly restartedIds: ReadonlySet<string>;
  /** Workers that have been seen in more than one condition: they are no remains. */
  readonly movingIds: ReadonlySet<string>;
}

export const noHistory: WorkerHistory = { restartedIds: new Set(), movingIds: new Set() };

interface HistoryRecorder extends WorkerHistory {
  /** Takes the next reading; true when the workers are not the same as at the one before, or not as healthy. */
  record(endpoint: Endpoint): boolean;
}

/** Begins with the last reading before the write, where there was one. */
export function recordWorkers(before: Endpoint | undefined): HistoryRecorder {
  const restartedIds = new Set<string>();
  const movingIds = new Set<string>();
  const conditions = new Map<string, string>();
  const healthy = new Set<string>();
  let picture: string | undefined;

  function record(endpoint: Endpoint): boolean {
    for (const worker of endpoint.workers) {
      const { id } = worker;
      const ready = isReady(worker, endpoint);
      const condition = `${workerCondition(worker.state)} ${ready}`;
      const last = conditions.get(id);
      if (last !== undefined && last !== condition) movingIds.add(id);
      conditions.set(id, condition);
      // One that stops does not come back.
      if (!ready && healthy.has(id) && isPresent(worker)) restartedIds.add(id);
      if (ready) healthy.add(id);
    }
    const seen = endpoint.workers
      .filter(isPresent)
      .map((worker) => `${worker.id} ${isReady(worker, endpoint)}`)
      .sort()
      .join();
    const isChanged = picture !== undefined && seen !== picture;
    picture = seen;
    return isChanged;
  }

  if (before) record(before);
  return { restartedIds, movingIds, record };
}
