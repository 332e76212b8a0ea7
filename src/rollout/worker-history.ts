/** What a wait remembers of the workers from one reading to the next. */

import type { Endpoint, Worker } from '../model/endpoint.ts';
import { endpointCondition, isSilent, workerCondition } from './state-words.ts';
import { findFault, isPresent, isReady } from './worker-faults.ts';

export interface WorkerHistory {
  /** Workers that were ready before the write and lost that after it, and are still there: a service that keeps ids restarts them. */
  readonly restartedIds: ReadonlySet<string>;
  /** Workers that have been seen in more than one condition: they are no remains. */
  readonly movingIds: ReadonlySet<string>;
  /**
   * The fewest workers without an id that were ready in one reading, the last one before the write included: so many of them may be old. A service may show
   * no ids at all, or none of a worker that is pending (service-observed.md, Shapes).
   */
  readonly leastNameless: number;
  /** The fewest workers without an id that had a fault in one reading, the last one before the write included: so many of them may be old. */
  readonly leastFaultyNameless: number;
  /** Since the write the endpoint's word has been one of starting, or one that nobody knows and under which it did not serve; or a worker without an id was not ready, and showed no fault. */
  readonly wasStarting: boolean;
  /**
   * At most so many of the workers that seem new may be old: they were on their way before the write, and are not shown under the same id now. A service may
   * give or change an id only once a worker runs.
   */
  readonly maybeOld: number;
  /** In every reading since the write the workers were the same, and ready. */
  readonly isStill: boolean;
  /** Since the last reading a worker that was ready and still is is in a condition that it was not in before: a service may call it healthy before its container runs. */
  readonly hasMoved: boolean;
}

export const noHistory: WorkerHistory = {
  restartedIds: new Set(),
  movingIds: new Set(),
  leastNameless: 0,
  leastFaultyNameless: 0,
  wasStarting: false,
  maybeOld: 0,
  isStill: false,
  hasMoved: false,
};

interface HistoryRecorder extends WorkerHistory {
  /** Takes the next reading; true when the workers are not the same as at the one before, or not as healthy. */
  record(endpoint: Endpoint): boolean;
}

/** Begins with the last reading before the write, where there was one. `servingWord`: under which the endpoint served before. */
export function recordWorkers(before: Endpoint | undefined, servingWord = ''): HistoryRecorder {
  const restartedIds = new Set<string>();
  const movingIds = new Set<string>();
  const conditions = new Map<string, Set<string>>();
  const healthy = new Set<string>();
  const healthyBefore = new Set(before?.workers.filter((worker) => isReady(worker, before)).map(({ id }) => id));
  const idsBefore = new Set(before?.workers.map(({ id }) => id));
  const onTheirWay = before?.workers.filter((worker) => isOnItsWay(worker, before)) ?? [];
  const unsettledIds = new Set(onTheirWay.map(({ id }) => id).filter((id) => id !== ''));
  let nameless = onTheirWay.filter(({ id }) => id === '').length;
  let picture: string | undefined;
  const history = {
    ...noHistory,
    restartedIds,
    movingIds,
    leastNameless: before ? Number.POSITIVE_INFINITY : 0,
    leastFaultyNameless: before ? Number.POSITIVE_INFINITY : 0,
    maybeOld: onTheirWay.length,
    isStill: before !== undefined,
  };

  function see(endpoint: Endpoint): boolean {
    history.hasMoved = false;
    for (const worker of endpoint.workers) {
      const { id } = worker;
      if (id === '') continue;
      const ready = isReady(worker, endpoint);
      const condition = `${workerCondition(worker.state)} ${ready}`;
      const been = conditions.get(id) ?? new Set();
      history.hasMoved ||= ready && healthy.has(id) && !been.has(condition);
      conditions.set(id, been.add(condition));
      if (been.size > 1) movingIds.add(id);
      // One that stops does not come back.
      if (!ready && healthyBefore.has(id) && isPresent(worker)) restartedIds.add(id);
      if (ready) healthy.add(id);
    }
    const present = endpoint.workers.filter(isPresent);
    const count = (has: (worker: Worker, endpoint: Endpoint) => boolean) =>
      present.filter((worker) => has(worker, endpoint)).length;
    history.leastNameless = Math.min(history.leastNameless, count(isReadyNameless));
    history.leastFaultyNameless = Math.min(history.leastFaultyNameless, count(isFaultyNameless));
    const seen = present
      .map((worker) => `${worker.id} ${isReady(worker, endpoint)}`)
      .sort()
      .join();
    const isChanged = picture !== undefined && seen !== picture;
    picture = seen;
    history.isStill &&= !isChanged && present.length > 0 && present.every((worker) => isReady(worker, endpoint));
    return isChanged;
  }

  function record(endpoint: Endpoint): boolean {
    const { state } = endpoint;
    const condition = endpointCondition(state);
    const present = endpoint.workers.filter(isPresent);
    // One that has failed for a moment may serve by its old workers again.
    const isOther = condition === 'unknown' && !isSilent(state) && state.state !== servingWord;
    history.wasStarting ||= condition === 'starting' || isOther;
    history.wasStarting ||= present.some(
      (worker) => worker.id === '' && !isReady(worker, endpoint) && !isFaultyNameless(worker, endpoint),
    );
    const isChanged = see(endpoint);
    for (const worker of endpoint.workers) if (!isOnItsWay(worker, endpoint)) unsettledIds.delete(worker.id);
    const strangers = present.filter(({ id }) => id === '' || !idsBefore.has(id)).length - history.leastNameless;
    nameless = Math.max(0, Math.min(nameless, strangers));
    history.maybeOld = nameless + unsettledIds.difference(new Set(present.map(({ id }) => id))).size;
    return isChanged;
  }

  if (before) see(before);
  return Object.assign(history, { record });
}

/** One that has run is known by its id. */
function isOnItsWay(worker: Worker, endpoint: Endpoint): boolean {
  return !isReady(worker, endpoint) && ['starting', 'unknown'].includes(workerCondition(worker.state));
}

/** A health check that fails may just need its time. */
export function isFaultyNameless(worker: Worker, endpoint: Endpoint): boolean {
  const found = worker.id === '' ? findFault(worker, endpoint) : undefined;
  return found !== undefined && found.fault !== 'unhealthy';
}

export function isReadyNameless(worker: Worker, endpoint: Endpoint): boolean {
  return worker.id === '' && isReady(worker, endpoint);
}
