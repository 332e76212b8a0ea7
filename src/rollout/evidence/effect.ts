/** The effect of a write on the workers, and which of them were there before it. */

import { changedSinceDeploy } from '../../model/deployed.ts';
import type { Endpoint, State, Worker } from '../../model/endpoint.ts';
import { readRecord, readWriteNote } from '../../model/record.ts';
import { shorten, shortenedHas } from '../../model/shortened.ts';
import { endpointCondition } from '../../model/states.ts';
import { isPresent, isReady, workerFault } from './condition.ts';

/**
 * What a write does to the workers. `replaces`: something that starts a worker has changed, and with it the record,
 * which is an env. `keeps`: only how many workers run, and how they are called, so a failing worker is not its fault.
 */
export type Effect = 'replaces' | 'keeps';

/**
 * `this`: the version that the run deploys, or has found; `earlier`: the configuration before it; `superseded`: an even
 * earlier one, whose image nothing names.
 */
export type KnownVersion = 'this' | 'earlier' | 'superseded';
export type WorkerVersion = KnownVersion | 'unknown';

/** The write of which the workers are judged. */
export interface Write {
  /**
   * `keeps`: this run's write replaces no worker. `found`: it has written nothing. Of both, the facts are about the
   * last write that replaced workers, by the record.
   */
  readonly kind: 'create' | 'update' | 'restore' | 'keeps' | 'found';
  /** The version of a worker that was there before the write. */
  readonly known: (id: string) => KnownVersion | 'before-restore' | undefined;
  /** How many workers of the earlier version were listed. */
  readonly oldCount: number;
  /** How many of these may stop because nobody calls them, so that their end proves nothing. */
  readonly spare: number;
  /** How many more the endpoint needed. With none of either, every worker runs this version. */
  readonly unlisted: number;
  /** How many of the earlier version may get a new ID, because they had none before the write. */
  readonly unidentified: number;
  /** The workers of an endpoint that keeps them; undefined for an endpoint that gets new workers. */
  readonly found: FoundWorkers | undefined;
  /** When the workers were replaced, on the clock's monotonic time; negative infinity where no record says so. */
  readonly sentMs: number;
  /** The endpoint's state before the write, which is not about the new version; undefined for a new endpoint. */
  readonly stateBefore: State | undefined;
}

interface FoundWorkers {
  /** IDs that were listed before this run could see their order. */
  readonly unordered: ReadonlySet<string>;
  /** The IDs among them of workers that were not healthy: once one has gone, its version is no longer known. */
  readonly unready: ReadonlySet<string>;
  /** Someone has put the version there beside workers that no record notes. */
  readonly isByHand: boolean;
}

/** Whether this run has started a version anew, so that nothing before its write shows what the version does. */
export const hasReplacedWorkers = ({ kind }: Write): boolean => kind !== 'keeps' && kind !== 'found';

/** The version that the write's own workers run. */
export const startedBy = ({ kind }: Write): KnownVersion => (kind === 'restore' ? 'earlier' : 'this');

/** Whether workers of an earlier version were there, or needed; if not, every worker runs this version. */
export const hasEarlierWorkers = ({ oldCount, unlisted }: Write): boolean => oldCount + unlisted > 0;

/** Whether a worker was there before the last write that replaced workers, and runs another version, by the record. */
export function supersededIn(live: Endpoint | undefined): (id: string) => boolean {
  const { wasThere, isRight } = notedIn(live);
  return (id) => wasThere(id) && !isRight(id);
}

function notedIn(live: Endpoint | undefined) {
  const { oldWorkers, rightWorkers } = (live && readWriteNote(live.config)) ?? {};
  return { wasThere: shortenedHas(oldWorkers), isRight: shortenedHas(rightWorkers) };
}

/** Whether workers that serve may be of the version before: by hand, beside a failing worker, or without a wait. */
export function mayServeEarlier(live: Endpoint | undefined): boolean {
  if (!live) return false;
  const { wasThere, isRight } = notedIn(live);
  const { minNum } = live.config.workerConfig;
  const present = live.workers.filter(isPresent);
  const ready = present.filter((each) => isReady(each, live));
  const isReplaced = changedSinceDeploy(live.config).length > 0 && (minNum > 0 ? ready : []).length < present.length;
  const fails = (each: Worker) => workerFault(each, live) !== undefined && (isRight(each.id) || !wasThere(each.id));
  const isUnseen = readRecord(live.config)?.wait === 'none' && present.some(({ id }) => wasThere(id) && !isRight(id));
  return isUnseen || isReplaced || (present.some(fails) && ready.some(({ id }) => !wasThere(id) && !isRight(id)));
}

/**
 * Whether a worker without an ID may get one later, so that nothing tells it from a worker of the next write. A worker
 * that has crashed or cannot pull its image is never taken for a healthy one; a GPU may be found at any time.
 */
export const isUnidentifiedIn = (endpoint: Endpoint) => (worker: Worker) =>
  worker.id === '' && isPresent(worker) && ['no-capacity', undefined].includes(workerFault(worker, endpoint));

/** The clock of the runner that noted the time may have been ahead. */
export const ageMs = (writtenAt: number, now: Date): number => Math.max(0, now.getTime() - writtenAt * 1000);

/** A moment on both clocks of a run: records hold dates, readings have the monotonic time. */
interface Instant {
  date: Date;
  monotonicMs: number;
}

interface WriteRequest {
  effect: Effect;
  /** The endpoint with all workers that were listed until the write was accepted; undefined for a new one. */
  before: Endpoint | undefined;
  /** Which version the workers run that were there before a restore. */
  runs?: ReadonlyMap<string, KnownVersion> | undefined;
  sentAt: Instant;
}

export function writeOf({ effect, before, runs, sentAt }: WriteRequest): Write {
  const stateBefore = before?.state;
  if (effect === 'keeps' && before) return { ...writeByRecord(before, sentAt), kind: 'keeps', stateBefore };
  const old = (before?.workers ?? []).filter((each) => isPresent(each) && runs?.get(each.id) !== 'earlier');
  const idle = before ? old.filter((each) => isReady(each, before)).length - before.config.workerConfig.minNum : 0;
  const ids = idsOf(before?.workers ?? []);
  const isSuperseded = supersededIn(before);
  const versionOf = (id: string) => (runs ? 'before-restore' : isSuperseded(id) ? 'superseded' : 'earlier');
  return {
    kind: runs ? 'restore' : before ? 'update' : 'create',
    known: (id) => runs?.get(id) ?? (ids.has(id) ? versionOf(id) : undefined),
    oldCount: old.length,
    spare: Math.max(0, idle),
    unlisted: before ? unlistedIn(before) : 0,
    unidentified: before?.workers.filter(isUnidentifiedIn(before)).length ?? 0,
    found: undefined,
    sentMs: sentAt.monotonicMs,
    stateBefore,
  };
}

const idsOf = (workers: readonly Worker[]) => new Set(workers.map(({ id }) => id));

/** How many workers it needs and does not list, although it serves. */
export function unlistedIn({ config, state, workers }: Endpoint): number {
  const needed = endpointCondition(state) === undefined ? config.workerConfig.minNum : 0;
  return Math.max(0, needed - workers.filter(isPresent).length);
}

/** The write of an earlier run, by its record. */
export function writeByRecord(live: Endpoint, { date, monotonicMs }: Instant): Write {
  const { oldWorkers = shorten([]), writtenAt } = readWriteNote(live.config) ?? {};
  const isSuperseded = supersededIn(live);
  const present = live.workers.filter(isPresent);
  const unready = present.filter((each) => each.id !== '' && !isReady(each, live) && !isSuperseded(each.id));
  const isByHand = changedSinceDeploy(live.config).length > 0 && present.length + unlistedIn(live) > 0;
  return {
    kind: 'found',
    known: (id) => (isSuperseded(id) ? 'superseded' : undefined),
    oldCount: oldWorkers === shorten([]) && !isByHand ? 0 : 1,
    spare: 0,
    unlisted: 0,
    unidentified: isSuperseded('') ? 1 : 0,
    found: { unordered: idsOf(live.workers), unready: idsOf(unready), isByHand },
    sentMs: writtenAt === undefined ? -Infinity : monotonicMs - ageMs(writtenAt, date),
    stateBefore: undefined,
  };
}
