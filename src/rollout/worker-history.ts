/** What a wait remembers of the workers from one reading to the next. */

import type { Endpoint, Worker } from '../model/endpoint.ts';
import { endpointCondition, isSilent, workerCondition } from './state-words.ts';
import { findFault, isPresent, isReady, quoteState } from './worker-faults.ts';

export interface WorkerHistory {
  /**
   * Workers that had run and have been scheduled again since the write, so that they run what was written: a service may keep ids. Or that were up and start again,
   * and no crash was seen.
   */
  readonly rescheduledIds: ReadonlySet<string>;
  /** Workers that have crashed since the write, and have not been scheduled again. */
  readonly crashedIds: ReadonlySet<string>;
  /** Workers that have been seen in more than one condition: they are no remains. */
  readonly movingIds: ReadonlySet<string>;
  /**
   * The fewest workers without an id that were ready or had failed in one reading, the last one before the write included: so many of them may be old. A
   * service may show no ids at all, or none of a worker that is pending (service-observed.md, Shapes).
   */
  readonly leastNameless: number;
  /** What workers without an id that had failed said of it before the write. */
  readonly faultsBefore: readonly string[];
  /** Since the write a worker without an id has failed that had not before: it says something else, or they are more. */
  readonly hasNewFaults: boolean;
  /** Since the write the endpoint's word has been one of starting, or one that nobody knows and under which it did not serve; or a worker without an id was starting. */
  readonly wasStarting: boolean;
  /** Since the write the endpoint has said what it said before it, and nothing else. */
  readonly saysTheSame: boolean;
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
  rescheduledIds: new Set(),
  crashedIds: new Set(),
  movingIds: new Set(),
  leastNameless: 0,
  faultsBefore: [],
  hasNewFaults: false,
  wasStarting: false,
  saysTheSame: false,
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
  const rescheduledIds = new Set<string>();
  const movingIds = new Set<string>();
  const conditions = new Map<string, Set<string>>();
  const healthy = new Set<string>();
  const ranIds = new Set<string>();
  const upIds = new Set<string>();
  const crashedIds = new Set<string>();
  const idsBefore = new Set(before?.workers.map(({ id }) => id));
  const onTheirWay = before?.workers.filter((worker) => isOnItsWay(worker, before)) ?? [];
  const unsettledIds = new Set(onTheirWay.map(({ id }) => id).filter((id) => id !== ''));
  let nameless = onTheirWay.filter(({ id }) => id === '').length;
  let picture: string | undefined;
  const history = {
    ...noHistory,
    rescheduledIds,
    crashedIds,
    movingIds,
    leastNameless: before ? Number.POSITIVE_INFINITY : 0,
    faultsBefore: before ? faultsOfNameless(before) : [],
    saysTheSame: before !== undefined,
    maybeOld: onTheirWay.length,
    isStill: before !== undefined,
  };

  function noteWorkers(endpoint: Endpoint): boolean {
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
      const startsAgain = upIds.has(id) && isOnItsWay(worker, endpoint) && !hasFailed(worker, endpoint);
      if (idsBefore.has(id) && ranIds.has(id) && (startsAgain || isScheduledAnew(worker, endpoint))) {
        rescheduledIds.add(id);
        crashedIds.delete(id);
      }
      if (ready || ['running', 'failed'].includes(workerCondition(worker.state))) ranIds.add(id);
      if (ready) upIds.add(id);
      else upIds.delete(id);
      if (endpoint !== before && findFault(worker, endpoint)?.fault === 'crashed') crashedIds.add(id);
      if (ready) healthy.add(id);
    }
    const present = endpoint.workers.filter(isPresent);
    const settled = present.filter((each) => each.id === '' && (isReady(each, endpoint) || hasFailed(each, endpoint)));
    history.leastNameless = Math.min(history.leastNameless, settled.length);
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
      (worker) => worker.id === '' && !isReady(worker, endpoint) && !hasFailed(worker, endpoint),
    );
    history.saysTheSame &&= state.state === before?.state.state;
    const known = [...history.faultsBefore];
    history.hasNewFaults ||= faultsOfNameless(endpoint).some((fault) => !takeFrom(known, fault));
    const isChanged = noteWorkers(endpoint);
    for (const worker of endpoint.workers) if (!isOnItsWay(worker, endpoint)) unsettledIds.delete(worker.id);
    const strangers = present.filter(({ id }) => id === '' || !idsBefore.has(id)).length - history.leastNameless;
    nameless = Math.max(0, Math.min(nameless, strangers));
    history.maybeOld = nameless + unsettledIds.difference(new Set(present.map(({ id }) => id))).size;
    return isChanged;
  }

  if (before) noteWorkers(before);
  return Object.assign(history, { record });
}

/** One that has run is known by its id. */
function isOnItsWay(worker: Worker, endpoint: Endpoint): boolean {
  return !isReady(worker, endpoint) && ['starting', 'unknown'].includes(workerCondition(worker.state));
}

/** It waits for a machine, or pulls its image. One that only starts again after a crash does neither. */
function isScheduledAnew(worker: Worker, endpoint: Endpoint): boolean {
  const fault = findFault(worker, endpoint)?.fault;
  if (fault === 'crashed' || isReady(worker, endpoint)) return false;
  return (
    fault === 'no-capacity' ||
    fault === 'image-pull' ||
    ['pending', 'creating', 'pulling'].includes(worker.state.state.toLowerCase())
  );
}

/** It has crashed or cannot start. A health check that fails may just need its time. */
export function hasFailed(worker: Worker, endpoint: Endpoint): boolean {
  const found = findFault(worker, endpoint);
  return found !== undefined && found.fault !== 'unhealthy';
}

/** What those without an id that have failed say of it. */
function faultsOfNameless(endpoint: Endpoint): string[] {
  const failed = endpoint.workers.filter(
    (worker) => worker.id === '' && isPresent(worker) && hasFailed(worker, endpoint),
  );
  return failed.map(({ state }) => quoteState(state));
}

/** Whether the text is among them; takes one of it away. */
export function takeFrom(texts: string[], text: string): boolean {
  const at = texts.indexOf(text);
  if (at >= 0) texts.splice(at, 1);
  return at >= 0;
}
