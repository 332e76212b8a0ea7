/** What a write notes on the endpoint for later runs: the record, and the marker of an unfinished configuration. */

import { type EndpointConfig, replacesWorkers } from '../../model/config.ts';
import { diffConfigs, neverReturnedMembers } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import {
  type DeploymentRecord,
  type ParkedMark,
  readParked,
  recordEnvOf,
  withoutRecord,
  withPendingMarker,
  withRecord,
} from '../../model/record.ts';
import { maxOldWorkers, shorten } from '../../model/shortened.ts';
import type { Call } from '../../plan/route.ts';
import { version } from '../../version.ts';
import { type Effect, isUnidentifiedIn, type KnownVersion, unlistedIn } from '../evidence/effect.ts';
import { unsettledMs } from '../read/settle.ts';

/** What a restore writes over. */
interface Restoring {
  /** The configuration that failed. */
  readonly failed: EndpointConfig;
  /** Which version the workers run that were there before. */
  readonly runs: ReadonlyMap<string, KnownVersion>;
}

/** Which call of a plan: the only one, or the first or second of two. */
export type Part = 'whole' | 'first' | 'second';

/** What all calls of a plan note. */
export interface Noting {
  /** What the plan asks for. */
  desired: EndpointConfig;
  /** What the run notes of the version; undefined for a restore of what no deploy has noted. */
  record: DeploymentRecord | undefined;
  restoring?: Restoring;
  /** Workers that the endpoint had before it was parked; its record keeps them. */
  parked?: ParkedMark | undefined;
  /** The record is another repository's so far, or notes a test. */
  isNoted?: boolean;
}

export interface NoteRequest extends Noting {
  call: Call;
  part: Part;
  /** The endpoint that the call changes; undefined for a creation. */
  before: Endpoint | undefined;
}

/** What a call does to the workers, and what it sends when these workers are listed at the time `now`. */
interface Note {
  effect: Effect;
  configWith(workers: Endpoint['workers'], now: Date): EndpointConfig;
}

/**
 * The record changes only together with something that replaces workers, because a change of scaling restarts nothing.
 * It notes the workers from before the write.
 */
export function noteOf({ call, desired, before, part, record, restoring, parked, isNoted }: NoteRequest): Note {
  // A run that dies before the next call leaves fields unsent that no reading could show to be missing.
  const isUnfinished = part === 'first' && neverReturnedMembers(desired).length > 0;
  const asked = isUnfinished ? withPendingMarker(desired) : desired;
  // The record of a parked endpoint has to change, and so does another repository's. A second call replaces workers,
  // also where no reading shows it.
  const isReplacing = parked !== undefined || part === 'second' || isNoted === true;
  const effect = isReplacing ? 'replaces' : effectOf(call, { desired: asked, live: before });
  if (effect === 'keeps') return { effect, configWith: () => withRecordKept(asked, before) };
  // No deploy has written a version that has no record.
  const envKeys = shorten(restoring ? [] : withoutRecord(asked.envs).map(({ key }) => key));
  const rightIds = [...(restoring?.runs ?? [])].flatMap(([id, version]) => (version === 'earlier' ? [id] : []));
  const configWith: Note['configWith'] = (workers, now) => {
    const ofWrite = {
      oldWorkers: noteWorkers(before && { ...before, workers }),
      writtenAt: Math.floor(now.getTime() / 1000),
      ...(before && unsettledMs({ ...before, workers }, now) > 0 && { unsettled: true as const }),
      ...(restoring && { rightWorkers: shorten(rightIds.slice(0, maxOldWorkers / 4)) }),
    };
    const noted = { tool: `deploy-gpu-endpoint/${version}`, envKeys, ...record };
    return { ...asked, envs: withRecord(asked.envs, { ...noted, ...ofWrite, ...(parked && { parked }) }) };
  };
  return { effect, configWith };
}

/**
 * '' stands for workers that may get an ID later, and a text that is no ID for other ones without an ID and those that
 * were not listed: it was no creation.
 */
function noteWorkers(before: Endpoint | undefined): string {
  if (!before) return shorten([]);
  const isUnidentified = isUnidentifiedIn(before);
  const ids = before.workers.map((worker) => (worker.id || isUnidentified(worker) ? worker.id : 'not listed'));
  return shorten(unlistedIn(before) > 0 ? [...ids, 'not listed'] : ids, maxOldWorkers);
}

export function withRecordKept(desired: EndpointConfig, live: Endpoint | undefined): EndpointConfig {
  const record = live && recordEnvOf(live.config);
  return record ? { ...desired, envs: [...withoutRecord(desired.envs), record] } : desired;
}

/** The effect of a call on the workers, by the fields that it changes. */
function effectOf(call: Call, { desired, live }: { desired: EndpointConfig; live: Endpoint | undefined }): Effect {
  // A parked endpoint has no workers, and its record has to change.
  if (!live || readParked(live.config)) return 'replaces';
  const changes = diffConfigs({ asked: desired, found: live.config });
  const carried = changes.filter(({ families }) => families.includes(call === 'update-v2' ? 'v2' : 'v1'));
  return carried.some(({ member }) => replacesWorkers(member)) ? 'replaces' : 'keeps';
}
