/** What the readings have shown of the workers since a write. Pure: a story and one more reading make the next one. */

import type { Endpoint, State, Worker } from '../model/endpoint.ts';
import { endpointCondition } from '../model/states.ts';
import {
  conditionOf,
  type Fault,
  faultNamedIn,
  faultOf,
  isPresent,
  isRunning,
  namesHealthCheck,
  type WorkerCondition,
  wordsOf,
} from './condition.ts';
import type { Write } from './effect.ts';
import { steadyAfterCrashMs } from './times.ts';

/** A worker as it was read last, with the last log that it named. Times are on the clock's monotonic time. */
export interface WorkerStory extends Worker {
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
}

/** A fault of the new version over all of its workers, from its first reading until the version has got past it. */
interface FaultStory {
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Readings that showed it, or, of crashes, how often a worker was seen to crash. */
  readonly count: number;
  /** The most telling words so far, and the ID of the worker that said them; undefined for the endpoint itself. */
  readonly words: string;
  readonly workerId: string | undefined;
  /** Another worker has shown it too. */
  readonly isOfSeveral?: true;
}

export interface Story {
  readonly write: Write;
  readonly endpoint: Endpoint;
  readonly startedMs: number;
  readonly atMs: number;
  readonly workers: ReadonlyMap<string, WorkerStory>;
  /** All ids that were listed and not there before the write, as long as some of an earlier write may come. */
  readonly newIds: ReadonlySet<string>;
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

const silent = { state: '', error: '', message: '' };

export function startStory(write: Write, { endpoint, atMs }: SeenEndpoint): Story {
  const none = { workers: new Map(), faults: new Map(), downSinceMs: undefined };
  const times = { startedMs: atMs, atMs, stillSinceMs: atMs };
  const before = { write, ...times, ...none, newIds: new Set<string>(), hasBeenHealthy: false };
  return continueStory(
    { ...before, endpoint: { ...endpoint, state: write.stateBefore ?? silent } },
    { endpoint, atMs },
  );
}

/** `isTesting`: what a worker has to show is the right answer, so that health alone does not end a crash. */
export function continueStory(before: Story, { endpoint, atMs }: SeenEndpoint, isTesting = false): Story {
  const { write } = before;
  const workers = new Map<string, WorkerStory>();
  for (const worker of endpoint.workers) {
    // Workers without an id, and those that a service lists twice, are told apart by their place.
    let key = worker.id;
    while (key === '' || workers.has(key)) key += '\n';
    workers.set(key, nextWorker(before.workers.get(key), { worker, write, endpoint, atMs }));
  }
  const isStill = signatureOf(workers) === signatureOf(before.workers);
  const isDown = !['starting', undefined].includes(endpointCondition(endpoint.state));
  const shown = endpoint.workers.map(({ id }) => id).filter((id) => id !== '' && !write.isOldId(id));
  const isEarly = atMs <= (write.lateWorkersUntilMs ?? Infinity);
  const newIds = isEarly ? before.newIds.union(new Set(shown)) : before.newIds;
  const next = { ...before, endpoint, atMs, workers, newIds };
  return {
    ...next,
    faults: nextFaults(before, next, isTesting),
    stillSinceMs: isStill ? before.stillSinceMs : atMs,
    downSinceMs: isDown ? (before.downSinceMs ?? atMs) : undefined,
    hasBeenHealthy: before.hasBeenHealthy || (!isAmbiguous(next) && healthyNewWorkers(next).length > 0),
  };
}

function nextWorker(
  before: WorkerStory | undefined,
  { worker, write, endpoint, atMs }: SeenEndpoint & { worker: Worker; write: Write },
): WorkerStory {
  const condition = conditionOf(worker, endpoint);
  const runs = isRunning(worker);
  const hasRun = before?.hasRun === true || runs || condition === 'healthy';
  const found = faultOf(worker, endpoint);
  return {
    ...worker,
    log: worker.log || (before?.log ?? ''),
    // One without an id that starts may be new: it is no proof, but it may be the successor of one that has failed.
    isOld: worker.id === '' ? write.hadWorkers && condition !== 'starting' : write.isOldId(worker.id),
    condition,
    // Its image is there: what it says of images is its own affair.
    fault: hasRun && found?.startsWith('image-pull') ? 'crashed' : found,
    sinceMs: before?.condition === condition ? before.sinceMs : atMs,
    loadingSinceMs: condition === 'starting' && runs ? (before?.loadingSinceMs ?? atMs) : undefined,
    hasRun,
  };
}

function signatureOf(workers: ReadonlyMap<string, WorkerStory>): string {
  const shown = [...workers.values()].filter(({ condition }) => condition !== 'gone');
  return shown
    .map(({ id, condition }) => `${id} ${condition}`)
    .sort()
    .join();
}

/** What shows a fault: a worker, or the endpoint itself for one that is not listed. */
interface Witness {
  readonly id: string | undefined;
  readonly state: State;
  readonly condition: WorkerCondition;
  readonly fault: Fault | undefined;
}

/** New words of the endpoint itself that name a fault count where no worker is listed that they may be about. */
function ownWitness({ state, workers }: Endpoint, { stateBefore }: Write): Witness | undefined {
  const words = wordsOf(state);
  const fault = workers.some(isPresent) ? undefined : faultNamedIn(words);
  if (!fault || (stateBefore && words === wordsOf(stateBefore))) return undefined;
  return { id: undefined, state, condition: fault === 'crashed' ? 'down' : 'starting', fault };
}

/** How much the words of a fault tell: an exit code more than a back-off, a failed health check more than both. */
function telling(words: string): number {
  if (namesHealthCheck(words)) return 3;
  if (/back-?off/i.test(words)) return 1;
  return faultNamedIn(words) === undefined ? 0 : 2;
}

function nextFaults(before: Story, story: Story, isTesting: boolean): Story['faults'] {
  const { atMs, write } = story;
  const ours = [...story.workers].filter(([, { isOld }]) => !isOld);
  const fresh = newWorkers(story);
  const faults = new Map(before.faults);
  // Workers that run have got past the pull and the wait for a machine.
  if (fresh.some(({ hasRun, condition }) => hasRun && condition !== 'down'))
    for (const fault of ['image-pull-definite', 'image-pull', 'no-capacity'] as const) faults.delete(fault);
  const isUp = ({ condition, sinceMs }: WorkerStory) => condition === 'healthy' && atMs - sinceMs >= steadyAfterCrashMs;
  if (!isTesting && !isAmbiguous(story) && fresh.some(isUp)) faults.delete('crashed');
  const witnesses: [Witness | undefined, Witness | undefined][] = [
    ...ours.map(([key, worker]): [Witness | undefined, Witness] => [before.workers.get(key), worker]),
    [ownWitness(before.endpoint, write), ownWitness(story.endpoint, write)],
  ];
  for (const [earlier, witness] of witnesses) {
    if (!witness?.fault || !isNews(earlier, witness)) continue;
    const { fault, id } = witness;
    const words = wordsOf(witness.state);
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

/** Of crashes only new ones count, seen or told of: it went down, was removed, or runs again with words of one. */
function isNews(before: Witness | undefined, { condition, state, fault }: Witness): boolean {
  if (fault !== 'crashed') return condition !== 'gone';
  if (condition === 'down') return before?.condition !== 'down';
  // The words of one that was healthy may tell of its end alone.
  if (condition === 'gone') return before?.condition === 'starting';
  return before === undefined || (before.fault !== 'crashed' && wordsOf(before.state) !== wordsOf(state));
}

/** New workers may be of the write before: they may still come, or more have come than have to be there. */
export function isAmbiguous({ write, endpoint, atMs, newIds }: Story): boolean {
  const { lateWorkersUntilMs } = write;
  if (lateWorkersUntilMs === undefined) return false;
  return atMs < lateWorkersUntilMs || newIds.size > endpoint.config.workerConfig.minNum;
}

/** Whether the worker still counts, and is not known to be from before the write. */
export function newWorkers({ workers }: Pick<Story, 'workers'>): WorkerStory[] {
  return [...workers.values()].filter(({ isOld, condition }) => !isOld && condition !== 'gone');
}

export function healthyNewWorkers(story: Pick<Story, 'workers'>): WorkerStory[] {
  return newWorkers(story).filter(({ condition }) => condition === 'healthy');
}

export function oldWorkers({ workers }: Story): WorkerStory[] {
  return [...workers.values()].filter(({ isOld, condition }) => isOld && condition !== 'gone' && condition !== 'down');
}
