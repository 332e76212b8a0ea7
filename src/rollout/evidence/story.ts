/** What the readings since a write have shown of the workers. Pure. */

import type { Endpoint, Worker } from '../../model/endpoint.ts';
import type { Fault } from '../../model/faults.ts';
import { outageMs } from '../../times.ts';
import type { WorkerCondition } from './condition.ts';
import { type KnownVersion, startedBy, type Write } from './effect.ts';

/** A worker of which nothing shows the version decides nothing: the kinds of doubt are keys of {@link doubtWords}. */
export type Version = KnownVersion | Doubt;
export type Doubt = keyof typeof doubtWords;

/** Each ends the sentence "worker w1 is healthy, but nothing shows its version: …". */
export const doubtWords = {
  nameless: 'it has no ID',
  'perhaps-renamed': 'it may be one of the workers that had no ID before the update',
  'never-starting': 'it was healthy when it was first listed, and no old worker is known to have stopped',
  unordered: 'another worker is not up yet, and nothing shows that it was started later',
  early: 'a worker that was started before it may not be listed yet',
  'before-restore': 'it was listed before the restore, and may run the failed version',
  told: 'another worker that may have been started before it has not come up',
} as const;

/** A fault of a worker from the first reading that showed it, until the version has got past it. */
export interface FaultCount {
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Readings that showed it, or, of crashes, how often the worker was seen to crash. */
  readonly count: number;
  /** The most detailed words so far. */
  readonly words: string;
}

export type FaultCounts = ReadonlyMap<Fault, FaultCount>;

/** A worker as it was read last, with the last log that it named. Times are on the clock's monotonic time. */
export interface SeenWorker extends Worker {
  readonly version: Version;
  readonly firstMs: number;
  /** The last reading that listed it. */
  readonly lastMs: number;
  readonly condition: WorkerCondition;
  readonly fault: Fault | undefined;
  readonly faults: FaultCounts;
  readonly sinceMs: number;
  /** When its health check began to fail while it runs; undefined otherwise. */
  readonly loadingSinceMs: number | undefined;
  readonly hasRun: boolean;
  /** Whether a reading has shown it before it was healthy. */
  readonly wasSeenStarting: boolean;
}

/** A fault of the new version over all of its workers. */
interface VersionFault extends FaultCount {
  /** The ID of the worker that said the words. */
  readonly workerId: string;
  readonly workers: number;
}

export interface Story {
  readonly write: Write;
  readonly endpoint: Endpoint;
  readonly startedMs: number;
  readonly atMs: number;
  /** All that have been listed, in the order in which they came. */
  readonly workers: ReadonlyMap<string, SeenWorker>;
  /** The faults of the new version. */
  readonly faults: ReadonlyMap<Fault, VersionFault>;
  /** When the endpoint itself failed or stopped; undefined while it has not. */
  readonly downSinceMs: number | undefined;
  /** Whether a worker that certainly runs the new version has been healthy at some time. */
  readonly hasBeenHealthy: boolean;
}

/** The workers that the last reading lists, and that are not stopping. */
export const presentWorkers = ({ workers, atMs }: Story): SeenWorker[] =>
  [...workers.values()].filter(({ condition, lastMs }) => condition !== 'gone' && lastMs === atMs);

/** Workers that certainly run the version that the write has started: after a restore, the earlier one. */
export const startedWorkers = (story: Story): SeenWorker[] =>
  presentWorkers(story).filter(({ version }) => version === startedBy(story.write));

/** Whether the worker certainly runs another version than the write has started. */
export const isOld = ({ write }: Story, { version }: SeenWorker): boolean =>
  version !== startedBy(write) && !isDoubtful(version);

export const isDoubtful = (version: Version): version is Doubt => version in doubtWords;

export const healthyStarted = (story: Story): SeenWorker[] =>
  startedWorkers(story).filter(({ condition }) => condition === 'healthy');

/** Workers from before the write that run or may run again: a worker that is down may be between two crashes. */
export function remainingOldWorkers(story: Story): SeenWorker[] {
  const mayRun = ({ condition, hasRun, sinceMs }: SeenWorker) =>
    condition !== 'down' || (hasRun && story.atMs - sinceMs < outageMs);
  return presentWorkers(story).filter((worker) => isOld(story, worker) && mayRun(worker));
}

export const healthyWorkers = (story: Story): SeenWorker[] =>
  presentWorkers(story).filter(({ condition }) => condition === 'healthy');

/** Healthy workers of which nothing shows the version, and nothing will. */
export const toldWorkers = (story: Story): SeenWorker[] =>
  healthyWorkers(story).filter(({ version }) => version === 'told');

/** The first healthy worker of which nothing shows the version. */
export function doubtfulWorker(story: Story): { id: string; version: Doubt } | undefined {
  return healthyWorkers(story).flatMap(({ id, version }) => (isDoubtful(version) ? { id, version } : []))[0];
}
