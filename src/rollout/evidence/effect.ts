/** The effect of a write on the workers, and which of them were there before it. */

import { type EndpointConfig, workersAfterChange } from '../../model/config.ts';
import { changedSinceDeploy } from '../../model/deployed.ts';
import { diffConfigs } from '../../model/diff.ts';
import type { Endpoint, State, Worker } from '../../model/endpoint.ts';
import { readParked, readWriteEvidence } from '../../model/record.ts';
import { shorten, shortenedHas } from '../../model/shortened.ts';
import { endpointCondition } from '../../model/states.ts';
import type { Call } from '../../plan/route.ts';
import { lateMs } from '../../times.ts';
import { isPresent, isReady, workerFault } from './condition.ts';

/**
 * What a write does to the workers. `replaces`: something that starts a worker has changed, and with it the record,
 * which is an env. `keeps`: only how many workers run, and how they are called, so a failing worker is not its fault.
 */
export type Effect = 'replaces' | 'keeps';

/** The write of which the workers are judged. */
export interface Write {
  /**
   * `keeps`: this run's write replaces no worker. `found`: it has written nothing. Of both, the facts are those of the
   * last write that replaced workers, by the record.
   */
  readonly kind: 'create' | 'update' | 'restore' | 'keeps' | 'found';
  /** Of a worker that was there before the write; after a restore, some of them run the restored version. */
  readonly known: (id: string) => 'old' | 'new' | undefined;
  /** How many workers of the earlier version were listed. */
  readonly oldWorkers: number;
  /** How many more the endpoint needed. With none of either, every worker runs this version. */
  readonly unlisted: number;
  /** How many of the earlier version may get a new ID, because they had none before the write. */
  readonly unidentified: number;
  /** IDs that were listed before this run could see their order: those of an endpoint that keeps its workers. */
  readonly unordered: ReadonlySet<string>;
  /** When the workers were replaced, on the clock's monotonic time; negative infinity where no record says so. */
  readonly sentMs: number;
  /** The endpoint's state before the write: its words say nothing of the new version; undefined for a new endpoint. */
  readonly stateBefore: State | undefined;
}

/** Whether this run has started a version anew, so that nothing before its write shows what the version does. */
export function replacesWorkers({ kind }: Write): boolean {
  return kind !== 'keeps' && kind !== 'found';
}

/** Whether workers of an earlier version were there, or needed; if not, every worker runs this version. */
export function hasEarlierWorkers({ oldWorkers, unlisted }: Write): boolean {
  return oldWorkers + unlisted > 0;
}

/** The effect of a call on the workers, by the fields that it changes. */
export function effectOf(
  call: Call,
  { desired, live }: { desired: EndpointConfig; live: Endpoint | undefined },
): Effect {
  // A parked endpoint has no workers, and its record has to change.
  if (!live || readParked(live.config)) return 'replaces';
  const changes = diffConfigs({ asked: desired, found: live.config });
  const carried = changes.filter(({ families }) => families.includes(call === 'update-v2' ? 'v2' : 'v1'));
  return carried.some(({ member }) => workersAfterChange(member) === 'replaced') ? 'replaces' : 'keeps';
}

/** Whether the worker was there before the last write that replaced workers, and runs another version, by its record. */
export function oldByRecord(live: Pick<Endpoint, 'config'> | undefined): (id: string) => boolean {
  const { oldWorkers, rightWorkers } = (live && readWriteEvidence(live.config)) ?? {};
  const [wasThere, isRight] = [shortenedHas(oldWorkers), shortenedHas(rightWorkers)];
  return (id) => wasThere(id) && !isRight(id);
}

/** Whether someone has just changed the version: the workers that serve may be of the one before. */
export function isReplacedByHand(live: Endpoint | undefined): boolean {
  if (!live || changedSinceDeploy(live.config).length === 0) return false;
  return live.workers.some((worker) => isPresent(worker) && !isReady(worker, live));
}

/** For how many milliseconds workers of the last write may still be missing from the list; 0 when all are listed. */
export function unsettledMs(live: Endpoint, now: Date): number {
  const { writtenAt, oldWorkers } = readWriteEvidence(live.config) ?? {};
  if (writtenAt === undefined) return 0;
  const wasThere = shortenedHas(oldWorkers);
  const listed = live.workers.filter((each) => isPresent(each) && (each.id === '' || !wasThere(each.id)));
  if (listed.length >= live.config.workerConfig.minNum && !listed.some(isUnidentifiedIn(live))) return 0;
  return Math.max(0, lateMs - ageMs(writtenAt, now));
}

/**
 * Whether a worker without an ID may get one later, so that nothing tells it from a worker of the next write. One that
 * has crashed or cannot pull its image is never taken for a healthy one; a GPU may be found at any time.
 */
export const isUnidentifiedIn = (endpoint: Endpoint) => (worker: Worker) =>
  worker.id === '' && isPresent(worker) && ['no-capacity', undefined].includes(workerFault(worker, endpoint));

/** The clock of the runner that noted the time may have been ahead. */
function ageMs(writtenAt: number, now: Date): number {
  return Math.max(0, now.getTime() - writtenAt * 1000);
}

/** On both clocks of a run: records hold dates, readings have the monotonic time. */
interface Instant {
  date: Date;
  monotonicMs: number;
}

interface WriteRequest {
  effect: Effect;
  /** With all workers that were listed until the service accepted the write; undefined for a new endpoint. */
  before: Endpoint | undefined;
  /** Of a restore: workers that are right although they were there before. */
  rightIds: ReadonlySet<string> | undefined;
  sentAt: Instant;
}

export function writeOf({ effect, before, rightIds, sentAt }: WriteRequest): Write {
  const stateBefore = before?.state;
  if (effect === 'keeps' && before) return { ...writeByRecord(before, sentAt), kind: 'keeps', stateBefore };
  const listed = before?.workers.filter(isPresent) ?? [];
  const old = listed.filter(({ id }) => !rightIds?.has(id));
  const ids = new Set(before?.workers.map(({ id }) => id));
  return {
    kind: rightIds ? 'restore' : before ? 'update' : 'create',
    known: (id) => (rightIds?.has(id) ? 'new' : ids.has(id) ? 'old' : undefined),
    oldWorkers: old.length,
    unlisted: before ? unlistedIn(before) : 0,
    unidentified: before?.workers.filter(isUnidentifiedIn(before)).length ?? 0,
    unordered: new Set(),
    sentMs: sentAt.monotonicMs,
    stateBefore,
  };
}

/** How many workers it needs and does not list, although it serves. */
export function unlistedIn({ config, state, workers }: Endpoint): number {
  const needed = endpointCondition(state) === undefined ? config.workerConfig.minNum : 0;
  return Math.max(0, needed - workers.filter(isPresent).length);
}

/** The write of an earlier run, by its record. */
export function writeByRecord(live: Endpoint, { date, monotonicMs }: Instant): Write {
  const evidence = readWriteEvidence(live.config);
  const { oldWorkers = shorten([]), writtenAt } = evidence ?? {};
  const isOld = oldByRecord(live);
  return {
    kind: 'found',
    known: (id) => (isOld(id) ? 'old' : undefined),
    // Of what someone has put in its place since, the record notes no workers.
    oldWorkers: oldWorkers === shorten([]) && changedSinceDeploy(live.config).length === 0 ? 0 : 1,
    unlisted: 0,
    unidentified: isOld('') ? 1 : 0,
    unordered: new Set(live.workers.map(({ id }) => id)),
    sentMs: writtenAt === undefined ? Number.NEGATIVE_INFINITY : monotonicMs - ageMs(writtenAt, date),
    stateBefore: undefined,
  };
}
