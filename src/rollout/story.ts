/** What the readings have shown of the workers since a write. Pure: a story and one more reading make the next one. */

import type { Endpoint, Worker } from '../model/endpoint.ts';
import {
  conditionOf,
  endpointCondition,
  type Fault,
  faultNamedIn,
  faultOf,
  isRunning,
  namesHealthCheck,
  type WorkerCondition,
  wordsOf,
} from './condition.ts';
import type { Write } from './effect.ts';
import { steadyAfterCrashMs } from './times.ts';

/** A worker as the readings so far have shown it. Times are on the clock's monotonic time. */
export interface WorkerStory {
  readonly id: string;
  /** From before the write, or not known to be from after it. */
  readonly isOld: boolean;
  readonly condition: WorkerCondition;
  /** At the moment. */
  readonly fault: Fault | undefined;
  /** In its condition. */
  readonly sinceMs: number;
  /** It runs, and its health check fails; undefined otherwise. */
  readonly loadingSinceMs: number | undefined;
  readonly hasRun: boolean;
  /** The word of its state. */
  readonly word: string;
  readonly words: string;
  readonly log: string;
}

/** A fault of the new version over all of its workers, from its first reading until the version has got past it. */
interface FaultStory {
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Readings that showed it, or, of crashes, how often a worker was seen to crash. */
  readonly count: number;
  /** The most telling words so far, and which worker they are of. */
  readonly words: string;
  readonly workerId: string;
  /** Another worker has shown it too. */
  readonly isOfSeveral?: true;
}

export interface Story {
  readonly write: Write;
  readonly endpoint: Endpoint;
  readonly startedMs: number;
  readonly atMs: number;
  readonly workers: ReadonlyMap<string, WorkerStory>;
  /** An id has been listed that was not there before the write. */
  readonly hasShownNew: boolean;
  readonly faults: ReadonlyMap<Fault, FaultStory>;
  /** Since when the same workers are there in the same conditions. */
  readonly stillSinceMs: number;
  /** Since when the endpoint itself is failed or stopped; undefined while it is not. */
  readonly downSinceMs: number | undefined;
  /** A new worker has been healthy at some time. */
  readonly hasBeenHealthy: boolean;
}

interface SeenEndpoint {
  endpoint: Endpoint;
  atMs: number;
}

export function startStory(write: Write, { endpoint, atMs }: SeenEndpoint): Story {
  const none = { workers: new Map(), faults: new Map(), downSinceMs: undefined };
  const times = { startedMs: atMs, atMs, stillSinceMs: atMs };
  const before = { write, endpoint, ...times, ...none, hasShownNew: false, hasBeenHealthy: false };
  return continueStory(before, { endpoint, atMs });
}

export function continueStory(before: Story, { endpoint, atMs }: SeenEndpoint): Story {
  const { write } = before;
  const workers = new Map<string, WorkerStory>();
  for (const worker of subjectsOf(endpoint, write)) {
    const key = keyFor(worker.id, workers);
    // One without an id that starts may be new: it is no proof, but it may be the successor of one that has failed.
    const mayBeOld = write.hadWorkers && conditionOf(worker, endpoint) !== 'starting';
    const isOld = worker.id === '' ? mayBeOld : worker.id !== endpointVoice && write.isOldId(worker.id);
    workers.set(key, nextWorker(before.workers.get(key), { worker, isOld, endpoint, atMs }));
  }
  const isStill = signatureOf(workers) === signatureOf(before.workers);
  const isDown = ['failed', 'stopped', 'terminating'].includes(endpointCondition(endpoint.state));
  const isNewHealthy = !isAmbiguous({ write, endpoint, atMs, workers }) && healthyNewWorkers({ workers }).length > 0;
  return {
    ...before,
    endpoint,
    atMs,
    workers,
    hasShownNew: before.hasShownNew || endpoint.workers.some(({ id }) => id !== '' && !write.isOldId(id)),
    faults: nextFaults(before, { workers, atMs }),
    stillSinceMs: isStill ? before.stillSinceMs : atMs,
    downSinceMs: isDown ? (before.downSinceMs ?? atMs) : undefined,
    hasBeenHealthy: before.hasBeenHealthy || isNewHealthy,
  };
}

/** New words of the endpoint itself that name a fault count as those of a worker that is not listed. */
function subjectsOf(endpoint: Endpoint, { stateBefore }: Write): Endpoint['workers'] {
  const words = wordsOf(endpoint.state);
  const isNews = stateBefore === undefined || words !== wordsOf(stateBefore);
  if (faultNamedIn(words) === undefined || !isNews) return endpoint.workers;
  const state = { ...endpoint.state, state: 'pending' };
  return [...endpoint.workers, { id: endpointVoice, state, log: endpoint.log, healthy: false }];
}

/** Stands for the endpoint itself among its workers: no worker has such an id. */
export const endpointVoice = ' endpoint';

/** Workers without an id, and those that a service lists twice, are told apart by their place. */
function keyFor(id: string, taken: ReadonlyMap<string, unknown>): string {
  let key = id;
  while (key === '' || taken.has(key)) key += '\n';
  return key;
}

function nextWorker(
  before: WorkerStory | undefined,
  { worker, isOld, endpoint, atMs }: SeenEndpoint & { worker: Worker; isOld: boolean },
): WorkerStory {
  const condition = conditionOf(worker, endpoint);
  const runs = isRunning(worker);
  const hasRun = before?.hasRun === true || runs || condition === 'healthy';
  const found = faultOf(worker, endpoint);
  // Its image is there: what it says of images is its own affair.
  const fault = hasRun && found?.startsWith('image-pull') ? 'crashed' : found;
  const words = wordsOf(worker.state);
  return {
    id: worker.id,
    isOld,
    condition,
    fault,
    sinceMs: before?.condition === condition ? before.sinceMs : atMs,
    loadingSinceMs: condition === 'starting' && runs ? (before?.loadingSinceMs ?? atMs) : undefined,
    hasRun,
    word: worker.state.state,
    words,
    log: worker.log || (before?.log ?? ''),
  };
}

function signatureOf(workers: ReadonlyMap<string, WorkerStory>): string {
  const shown = [...workers.values()].filter(({ condition, id }) => condition !== 'gone' && id !== endpointVoice);
  return shown
    .map(({ id, condition }) => `${id} ${condition}`)
    .sort()
    .join();
}

/** How much the words of a fault tell: an exit code more than a back-off, a failed health check more than both. */
function telling(words: string): number {
  if (namesHealthCheck(words)) return 3;
  if (/back-?off/i.test(words)) return 1;
  return faultNamedIn(words) === undefined ? 0 : 2;
}

function nextFaults(before: Story, { workers, atMs }: Pick<Story, 'workers' | 'atMs'>): Story['faults'] {
  const fresh = [...workers].filter(([, { isOld, condition }]) => !isOld && condition !== 'gone');
  const faults = new Map(before.faults);
  // Workers that run have got past the pull and the wait for a machine.
  if (fresh.some(([, { hasRun, condition }]) => hasRun && condition !== 'down'))
    for (const fault of ['image-pull-definite', 'image-pull', 'no-capacity'] as const) faults.delete(fault);
  const isUp = ({ condition, sinceMs }: WorkerStory) => condition === 'healthy' && atMs - sinceMs >= steadyAfterCrashMs;
  if (!isAmbiguous({ ...before, workers, atMs }) && fresh.some(([, worker]) => isUp(worker))) faults.delete('crashed');
  for (const [key, worker] of fresh) {
    const { fault, words, id } = worker;
    if (!fault || (fault === 'crashed' && !isNewCrash(before.workers.get(key), worker))) continue;
    const known = faults.get(fault);
    const isMoreTelling = !known || telling(words) > telling(known.words);
    faults.set(fault, {
      sinceMs: known?.sinceMs ?? atMs,
      lastMs: atMs,
      count: (known?.count ?? 0) + 1,
      words: isMoreTelling && words !== '' ? words : (known?.words ?? ''),
      workerId: isMoreTelling ? id : known.workerId,
      ...((known?.isOfSeveral || (known && known.workerId !== id)) && { isOfSeveral: true as const }),
    });
  }
  // A back-off between two tries does not take back what the registry has said.
  const definite = faults.get('image-pull-definite');
  if (definite && definite.lastMs !== atMs)
    faults.set('image-pull-definite', { ...definite, lastMs: atMs, count: definite.count + 1 });
  return faults;
}

/** It went down, or says so although no reading has seen it: it runs again with words that it did not have. */
function isNewCrash(before: WorkerStory | undefined, { condition, words }: WorkerStory): boolean {
  if (condition === 'down') return before?.condition !== 'down';
  return before === undefined || (before.fault !== 'crashed' && before.words !== words);
}

/** New workers may be of the write before: they may still come, or more are there than have to be. */
export function isAmbiguous(story: Pick<Story, 'write' | 'endpoint' | 'atMs' | 'workers'>): boolean {
  const { lateWorkersUntilMs } = story.write;
  if (lateWorkersUntilMs === undefined) return false;
  return story.atMs < lateWorkersUntilMs || newWorkers(story).length > story.endpoint.config.workerConfig.minNum;
}

/** Whether the worker still counts, and is not known to be from before the write. */
export function newWorkers({ workers }: Pick<Story, 'workers'>): WorkerStory[] {
  return [...workers.values()].filter(
    ({ isOld, condition, id }) => !isOld && condition !== 'gone' && id !== endpointVoice,
  );
}

export function healthyNewWorkers(story: Pick<Story, 'workers'>): WorkerStory[] {
  return newWorkers(story).filter(({ condition }) => condition === 'healthy');
}

export function oldWorkers({ workers }: Story): WorkerStory[] {
  return [...workers.values()].filter(({ isOld, condition }) => isOld && condition !== 'gone' && condition !== 'down');
}
