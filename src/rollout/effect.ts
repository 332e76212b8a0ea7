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
 * What the last write does to the workers: replaces them, keeps them, or nothing tells. `none`: this run has written nothing, and the record of an earlier
 * one says which workers are old.
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
  /** Until then, workers of a write before this one may still come, on the clock's monotonic time; undefined where those are all there. */
  readonly lateWorkersUntilMs?: number | undefined;
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
): 'replaces' | 'unknown' | 'keeps' {
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

/** What the record of an earlier run says of the workers that are there. */
function staleOf(live: Endpoint | undefined): Pick<Write, 'isStaleId' | 'hadWorkers'> {
  const evidence = live && readWriteEvidence(live.config);
  return {
    isStaleId: (id) => evidence !== undefined && shortenedHas(evidence.oldWorkers, id),
    // Without an id a worker may be one of those that the record names.
    hadWorkers: evidence !== undefined && evidence.oldWorkers.length > '8.'.length,
  };
}

/** Whether workers of a write before may still come: fewer than it needs are listed, one has no id yet, or its own record says that nothing tells. */
export function isUnsettled(live: Endpoint, now: Date): boolean {
  const { unsettledAt = 0, restoredAt = 0 } = readWriteEvidence(live.config) ?? {};
  const { isStaleId } = staleOf(live);
  const listed = live.workers.filter((worker) => isPresent(worker) && !isStaleId(worker.id));
  const isComing = listed.length < live.config.workerConfig.minNum || listed.some(({ id }) => id === '');
  return isComing || now.getTime() - Math.max(unsettledAt, restoredAt) * 1000 < lateWorkersMs;
}

export function writeOf(
  effect: Effect,
  {
    live,
    rightIds,
    lateWorkersUntilMs,
  }: {
    live: Endpoint | undefined;
    rightIds?: ReadonlySet<string> | undefined;
    lateWorkersUntilMs?: number | undefined;
  },
): Write {
  const stale = staleOf(live);
  const stateBefore = live?.state;
  // Workers that stay are as good as those that come, but for those that an earlier write was to replace.
  if (effect === 'keeps') return { ...stale, effect, isOldId: stale.isStaleId, stateBefore };
  const listed = (live?.workers ?? []).map(({ id }) => id);
  const ids = new Set(listed.filter((id) => id !== '' && !rightIds?.has(id)));
  return {
    effect,
    isOldId: (id) => ids.has(id),
    isStaleId: stale.isStaleId,
    hadWorkers: live?.workers.some(isPresent) ?? false,
    isRestore: rightIds !== undefined,
    stateBefore,
    lateWorkersUntilMs,
  };
}

/** Of an endpoint that this run does not write to: the record of an earlier one says which of its workers are old. */
export function noWrite(live: Endpoint, clock: Clock): Write {
  const stale = staleOf(live);
  const { unsettledAt } = readWriteEvidence(live.config) ?? {};
  const lateMs = (unsettledAt ?? 0) * 1000 + lateWorkersMs - clock.date().getTime();
  return {
    ...stale,
    effect: 'none',
    isOldId: stale.isStaleId,
    stateBefore: undefined,
    lateWorkersUntilMs: unsettledAt !== undefined ? clock.monotonicMs() + Math.max(0, lateMs) : undefined,
  };
}
