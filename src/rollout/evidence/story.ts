/** What the readings since a write have shown of the workers, and which of them are new. Pure. */

import type { Endpoint, Worker } from '../../model/endpoint.ts';
import type { Fault } from '../../model/faults.ts';
import { abandonedMs, lateWorkersMs, relistedMs, rolloutMs } from '../../times.ts';
import type { WorkerCondition } from './condition.ts';
import type { Effect, Write } from './effect.ts';

/** A worker as it was read last, with the last log that it named. Times are on the clock's monotonic time. */
export interface WorkerStory extends Worker {
  /** Listed before the write, or perhaps so. */
  readonly isOld: boolean;
  readonly firstMs: number;
  readonly condition: WorkerCondition;
  readonly fault: Fault | undefined;
  readonly sinceMs: number;
  /** Since when it runs while its health check fails; undefined otherwise. */
  readonly loadingSinceMs: number | undefined;
  readonly hasRun: boolean;
  readonly downs: number;
}

/** A fault of the new version over all of its workers, from its first reading until the version has got past it. */
export interface FaultStory {
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Readings that showed it, or, of crashes, how often a worker was seen to crash. */
  readonly count: number;
  /** The most detailed words so far, and the ID of the worker that said them; undefined for the endpoint itself. */
  readonly words: string;
  readonly workerId: string | undefined;
  readonly isOfSeveral?: true;
}

export interface Story {
  readonly write: Write;
  /** What the write does to the workers, as far as the readings show it. */
  readonly effect: Effect;
  readonly endpoint: Endpoint;
  readonly startedMs: number;
  readonly atMs: number;
  readonly workers: ReadonlyMap<string, WorkerStory>;
  readonly faults: ReadonlyMap<Fault, FaultStory>;
  /** Since when the same workers have been listed in the same conditions. */
  readonly stillSinceMs: number;
  /** Since when the endpoint itself is failed or stopped; undefined while it is not. */
  readonly downSinceMs: number | undefined;
  /** A worker that certainly runs the new version has been healthy at some time. */
  readonly hasBeenHealthy: boolean;
  /** All IDs that have been listed since the write and were not there before it. */
  readonly newIds: ReadonlySet<string>;
}

/**
 * Whether a healthy worker with a new ID may still run the earlier version: it was there before the write without an
 * ID, or the service has started or added it while the new version was loading.
 */
export function isDoubtful(story: Omit<Story, 'faults'>): boolean {
  const { write, effect, endpoint, atMs, newIds } = story;
  if (effect === 'keeps' || write.origin === 'create' || write.origin === 'restore') return false;
  if (atMs - write.sentMs >= rolloutMs) return false;
  const listed = presentWorkers(story).filter(({ isOld, id }) => !isOld || id === '');
  const removed = Math.max(0, newIds.size - listed.length);
  const areUp = newWorkers(story).every(
    (worker) => worker.condition === 'healthy' || worker.fault === 'no-capacity' || isAbandoned(worker, story),
  );
  // One reading may leave a worker out.
  const areSettled = areUp && (removed === 0 || atMs - story.stillSinceMs >= relistedMs);
  const { unidentified } = write;
  if (unidentified === 0) return !areSettled && newIds.size > Math.max(1, endpoint.config.workerConfig.minNum);
  // The service removes workers of the earlier version first.
  const count = healthyNewWorkers(story).length + removed;
  return !areSettled || mayBeEarlier(story, count) || (newIds.size > unidentified && count <= unidentified);
}

/** Whether so many new workers may all be earlier ones: those that had no ID, or were missing, before the write. */
export function mayBeEarlier({ write, atMs }: Pick<Story, 'write' | 'atMs'>, count: number): boolean {
  // The new version is listed within two minutes.
  return write.unidentified > 0 && count <= write.unidentified && atMs - write.sentMs < lateWorkersMs;
}

/** It is down for good: another worker has taken its place since, or the service has not restarted it for minutes. */
function isAbandoned(
  { condition, sinceMs, downs }: WorkerStory,
  { write, atMs, workers }: Pick<Story, 'write' | 'atMs' | 'workers'>,
): boolean {
  // A worker that has just got its ID was there before.
  const isSuccessor = ({ firstMs }: WorkerStory) => write.unidentified === 0 && firstMs >= sinceMs;
  const isReplaced = healthyNewWorkers({ workers }).some(isSuccessor);
  return condition === 'down' && downs === 1 && (isReplaced || atMs - sinceMs >= abandonedMs);
}

type Workers = Pick<Story, 'workers'>;

export function presentWorkers({ workers }: Workers): WorkerStory[] {
  return [...workers.values()].filter(({ condition }) => condition !== 'gone');
}

/** Workers that are not known to be from before the write. */
export function newWorkers(story: Workers): WorkerStory[] {
  return presentWorkers(story).filter(({ isOld }) => !isOld);
}

export function healthyNewWorkers(story: Workers): WorkerStory[] {
  return newWorkers(story).filter(({ condition }) => condition === 'healthy');
}

export function oldWorkers(story: Workers): WorkerStory[] {
  return presentWorkers(story).filter(({ isOld, condition }) => isOld && condition !== 'down');
}

export function isHealthyOld(story: Workers): boolean {
  return oldWorkers(story).some(({ condition }) => condition === 'healthy');
}

/** Healthy workers, except superseded ones. */
export function healthyWorkers(story: Story): WorkerStory[] {
  return presentWorkers(story).filter(({ condition, id }) => condition === 'healthy' && !story.write.isSuperseded(id));
}
