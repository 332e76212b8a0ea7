/** What a write does to the workers, and which of them are from before it. */

import type { Clock } from '../clock.ts';
import { type EndpointConfig, workersAfterChange } from '../model/config.ts';
import { diffConfigs, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint, State } from '../model/endpoint.ts';
import { readParked, readWriteEvidence, shortenedHas } from '../model/record.ts';
import type { Family } from '../model/row.ts';
import type { Call } from '../plan/route.ts';
import { isPresent } from './condition.ts';
import { lateWorkersMs } from './times.ts';

/**
 * What the last write does to the workers: replaces them, keeps them, or nothing tells. `none`: this run has written
 * nothing, and the record of an earlier one says which workers are old.
 */
export type Effect = 'replaces' | 'keeps' | 'unknown' | 'none';

export interface Write {
  readonly effect: Effect;
  /** Whether the worker was there before the write. */
  readonly isOldId: (id: string) => boolean;
  /** Whether an earlier write was to replace the worker: its record says so. */
  readonly isStaleId: (id: string) => boolean;
  /** Whether there were workers before the write: then one without an id may be one of them. */
  readonly hadWorkers: boolean;
  /** Until then (monotonic time), workers of a write before may still come; undefined where all are there. */
  readonly lateWorkersUntilMs?: number | undefined;
  /** What fails is not the doing of this write: it changes only how many workers run, and how they are called. */
  readonly restartsNothing?: boolean;
  /** It takes an earlier write back: workers from before that one are right again, so that none is old or new. */
  readonly isRestore?: boolean;
  /** The endpoint's state before the write: its words say nothing of what was written; undefined for a new endpoint. */
  readonly stateBefore: State | undefined;
}

export function familyOf(call: Call): Family {
  return call === 'update-v2' ? 'v2' : 'v1';
}

/** What a call does to the workers, by the fields that it changes; a new endpoint has none yet. */
export function effectOf(
  call: Call,
  { desired, live }: { desired: EndpointConfig; live: Endpoint | undefined },
): Effect {
  // An endpoint that was parked has no workers, and its record has to forget that it was.
  if (!live || readParked(live.config)) return 'replaces';
  const family = familyOf(call);
  const effects = new Set(
    diffConfigs({ asked: desired, found: live.config })
      .filter(({ families }) => families.includes(family))
      .map(({ member }) => workersAfterChange(member)),
  );
  if (effects.has('replaced')) return 'replaces';
  const rides = family === 'v2' && neverReturnedMembers(desired).some((path) => workersAfterChange(path) !== 'kept');
  return effects.has('unknown') || rides ? 'unknown' : 'keeps';
}

/** The workers by the record of an earlier run alone. */
export function workersByRecord(live: Endpoint | undefined): Pick<Write, 'isOldId' | 'isStaleId' | 'hadWorkers'> {
  const evidence = live && readWriteEvidence(live.config);
  const isOldId = evidence ? shortenedHas(evidence.oldWorkers) : () => false;
  // Without an id a worker may be one of those that the record names.
  const hadWorkers = evidence !== undefined && evidence.oldWorkers.length > '8.'.length;
  return { isOldId, isStaleId: evidence?.mayKeep ? () => false : isOldId, hadWorkers };
}

/** Whether workers of a write before may still come: some are missing or have no id yet, or its record says so. */
export function isUnsettled(live: Endpoint, now: Date): boolean {
  const { unsettledAt = 0, restoredAt = 0 } = readWriteEvidence(live.config) ?? {};
  const { isStaleId } = workersByRecord(live);
  const listed = live.workers.filter((worker) => isPresent(worker) && !isStaleId(worker.id));
  const isComing = listed.length < live.config.workerConfig.minNum || listed.some(({ id }) => id === '');
  return isComing || lateForMs(Math.max(unsettledAt, restoredAt), now) > 0;
}

/** How long workers of a write at that time may still come. The clock of its runner may have been ahead. */
function lateForMs(writtenAt: number, now: Date): number {
  return Math.max(0, lateWorkersMs - Math.max(0, now.getTime() - writtenAt * 1000));
}

/** `notes`: the record changes with it. `rightIds`: workers that are right although they were there before, in a restore. */
export function writeOf(
  effect: Effect,
  live: Endpoint | undefined,
  given: { notes: boolean; rightIds?: ReadonlySet<string> | undefined } & Pick<Write, 'lateWorkersUntilMs'>,
): Write {
  const { notes, rightIds, lateWorkersUntilMs } = given;
  const write = { effect, ...workersByRecord(live), stateBefore: live?.state };
  // Whether an earlier write has replaced the workers is still open.
  if (!notes && live && readWriteEvidence(live.config)?.mayKeep)
    return { ...write, effect: 'unknown', restartsNothing: true };
  // Workers that stay are as good as those that come, but for those that an earlier write was to replace.
  if (effect === 'keeps') return { ...write, isOldId: write.isStaleId, hadWorkers: false, restartsNothing: true };
  const listed = live?.workers ?? [];
  const ids = new Set(listed.map(({ id }) => id).filter((id) => id !== '' && !rightIds?.has(id)));
  const isRestore = rightIds !== undefined;
  const hadWorkers = listed.some(isPresent);
  return { ...write, isOldId: (id) => ids.has(id), hadWorkers, isRestore, lateWorkersUntilMs };
}

/** Of an endpoint that this run does not write to: the record of an earlier one says which of its workers are old. */
export function noWrite(live: Endpoint, clock: Clock): Write {
  const { unsettledAt, mayKeep } = readWriteEvidence(live.config) ?? {};
  const effect = mayKeep ? 'unknown' : 'none';
  const write = { effect, ...workersByRecord(live), stateBefore: undefined } as const;
  if (unsettledAt === undefined) return write;
  return { ...write, lateWorkersUntilMs: clock.monotonicMs() + lateForMs(unsettledAt, clock.date()) };
}
