/** The effect of a write on the workers, and which of them were there before it. */

import { type EndpointConfig, workersAfterChange } from '../../model/config.ts';
import { diffConfigs, neverReturnedMembers } from '../../model/diff.ts';
import type { Endpoint, State, Worker } from '../../model/endpoint.ts';
import { readParked, readWriteEvidence, shorten, shortenedHas } from '../../model/record.ts';
import type { Family } from '../../model/row.ts';
import { endpointCondition } from '../../model/states.ts';
import type { Call } from '../../plan/route.ts';
import { lateWorkersMs } from '../../times.ts';
import { isPresent, workerFault } from './condition.ts';

/** What a write does to the workers; `open`: the service does not document it, so readings have to show it. */
export type Effect = 'replaces' | 'keeps' | 'open';

/**
 * `version`: something that starts a worker has changed, and the record says so. `scaling`: only how many workers run,
 * and how they are called, so a failing worker is not its fault. `settings`: fields of `workerConfig` of which the
 * service does not document whether they replace workers.
 */
type Scope = 'version' | 'settings' | 'scaling';

export interface Write {
  readonly effect: Effect;
  readonly scope: Scope;
  /** `found`: this run has written nothing; the record of an earlier run describes its write. */
  readonly origin: 'create' | 'update' | 'restore' | 'found';
  readonly wasThere: (id: string) => boolean;
  /** Whether an earlier write was to replace the worker: its record says so. */
  readonly isSuperseded: (id: string) => boolean;
  /** Whether workers were there before the write: then a worker without an ID may be one of them. */
  readonly hadWorkers: boolean;
  /** How many workers of the earlier version may get a new ID: they had none before the write, or were missing. */
  readonly unidentified: number;
  /** When it was sent, on the clock's monotonic time; negative infinity where no record says so. */
  readonly sentMs: number;
  /** The endpoint's state before the write: its words say nothing of the new version; undefined for a new endpoint. */
  readonly stateBefore: State | undefined;
}

export function familyOf(call: Call): Family {
  return call === 'update-v2' ? 'v2' : 'v1';
}

/** The effect of a call on the workers, by the fields that it changes. */
export function effectOf(
  call: Call,
  { desired, live }: { desired: EndpointConfig; live: Endpoint | undefined },
): Effect {
  // A parked endpoint has no workers, and its record has to change.
  if (!live || readParked(live.config)) return 'replaces';
  const family = familyOf(call);
  const effects = new Set(
    diffConfigs({ asked: desired, found: live.config })
      .filter(({ families }) => families.includes(family))
      .map(({ member }) => workersAfterChange(member)),
  );
  if (effects.has('replaced')) return 'replaces';
  const rides = family === 'v2' && neverReturnedMembers(desired).some((path) => workersAfterChange(path) !== 'kept');
  return effects.has('unknown') || rides ? 'open' : 'keeps';
}

export function oldByRecord(live: Endpoint | undefined): (id: string) => boolean {
  const evidence = live && readWriteEvidence(live.config);
  return evidence ? shortenedHas(evidence.oldWorkers) : () => false;
}

/** Whether an earlier write was to replace the worker, by its record; of no worker while that is open. */
export function supersededByRecord(live: Endpoint | undefined): (id: string) => boolean {
  return live && readWriteEvidence(live.config)?.mayKeep ? () => false : oldByRecord(live);
}

/** For how many milliseconds workers of the last write may still be missing from the list; 0 when all are listed. */
export function unsettledMs(live: Endpoint, now: Date): number {
  const evidence = readWriteEvidence(live.config);
  if (evidence?.writtenAt === undefined) return 0;
  const wasThere = [evidence.oldWorkers, evidence.rightWorkers].map(shortenedHas);
  const isOfWrite = (id: string) => id !== '' && !wasThere.some((has) => has(id));
  const listed = live.workers.filter((each) => isPresent(each) && (isOfWrite(each.id) || isNamelessBroken(each, live)));
  if (listed.length >= live.config.workerConfig.minNum) return 0;
  return Math.max(0, lateWorkersMs - ageMs(evidence.writtenAt, now));
}

/** A worker that cannot start needs no ID: nothing will take it for a healthy one. */
function isNamelessBroken(worker: Worker, live: Endpoint): boolean {
  return worker.id === '' && !['no-capacity', undefined].includes(workerFault(worker, live));
}

/** The clock of the runner that noted the time may have been ahead. */
function ageMs(writtenAt: number, now: Date): number {
  return Math.max(0, now.getTime() - writtenAt * 1000);
}

/** On both clocks of a run: records hold dates, readings have the monotonic time. */
interface Instant {
  date: Date;
  monotonicMs: number;
}

interface WriteRequest extends Pick<Write, 'effect' | 'scope'> {
  before: Endpoint | undefined;
  /** Of a restore: workers that are right although they were there before. */
  rightIds: ReadonlySet<string> | undefined;
  sentAt: Instant;
}

export function writeOf({ effect, scope, before, rightIds, sentAt }: WriteRequest): Write {
  const listed = before?.workers ?? [];
  const ids = new Set(listed.map(({ id }) => id).filter((id) => id !== '' && !rightIds?.has(id)));
  const present = listed.filter(isPresent);
  const nameless = present.filter((each) => each.id === '' && before && !isNamelessBroken(each, before)).length;
  const needed = before && endpointCondition(before.state) === undefined ? before.config.workerConfig.minNum : 0;
  const write: Write = {
    effect,
    scope,
    origin: rightIds ? 'restore' : before ? 'update' : 'create',
    wasThere: (id) => ids.has(id),
    isSuperseded: supersededByRecord(before),
    hadWorkers: present.length > 0,
    unidentified: nameless + Math.max(0, needed - present.length),
    sentMs: sentAt.monotonicMs,
    stateBefore: before?.state,
  };
  // Whether an earlier write has replaced the workers is still open.
  const isStillOpen = scope !== 'version' && before && readWriteEvidence(before.config)?.mayKeep === true;
  if (!isStillOpen) return write;
  return { ...write, effect: 'open', wasThere: oldByRecord(before), sentMs: writtenMs(before, sentAt) };
}

/** When the write of the record was sent, on the monotonic clock; negative infinity where no record says so. */
function writtenMs(live: Endpoint, { date, monotonicMs }: Instant): number {
  const { writtenAt } = readWriteEvidence(live.config) ?? {};
  return writtenAt === undefined ? Number.NEGATIVE_INFINITY : monotonicMs - ageMs(writtenAt, date);
}

/** The write of an earlier run, by its record, where this run writes nothing. */
export function writeByRecord(live: Endpoint, now: Instant): Write {
  const evidence = readWriteEvidence(live.config);
  const wasThere = oldByRecord(live);
  return {
    effect: evidence?.mayKeep ? 'open' : 'replaces',
    scope: 'version',
    origin: 'found',
    wasThere,
    isSuperseded: supersededByRecord(live),
    hadWorkers: evidence !== undefined && evidence.oldWorkers !== shorten([]),
    unidentified: wasThere('') ? 1 : 0,
    // After a restore every worker that is not old is right.
    sentMs: evidence?.rightWorkers === undefined ? writtenMs(live, now) : Number.NEGATIVE_INFINITY,
    stateBefore: undefined,
  };
}
