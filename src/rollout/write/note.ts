/** What a write notes on the endpoint for later runs: the record, and the marker of an unfinished configuration. */

import type { EndpointConfig } from '../../model/config.ts';
import { withoutForeignEnvs } from '../../model/desired.ts';
import { diffConfigs, neverReturnedMembers } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import {
  canClearPendingMarker,
  type DeploymentRecord,
  maxOldWorkers,
  type ParkedWorkers,
  recordEnvOf,
  shorten,
  withoutRecord,
  withPendingMarker,
  withRecord,
} from '../../model/record.ts';
import type { Call } from '../../plan/route.ts';
import { version } from '../../version.ts';
import { isPresent } from '../evidence/condition.ts';
import { type Effect, effectOf, supersededByRecord } from '../evidence/effect.ts';

export type Purpose =
  | { readonly kind: 'deploy' }
  /** The configuration of before, with the workers that run it although they were there before the write. */
  | { readonly kind: 'restore'; readonly previous: EndpointConfig; readonly rightIds: ReadonlySet<string> }
  | { readonly kind: 'park' };

export interface NoteRequest {
  call: Call;
  /** What the plan asks for, and the endpoint that the call changes; undefined for a creation. */
  desired: EndpointConfig;
  before: Endpoint | undefined;
  next: Call | undefined;
  purpose: Purpose;
  record: Partial<DeploymentRecord> | undefined;
  /** What the workers of a parked endpoint were; the record goes on saying so. */
  parked?: ParkedWorkers | undefined;
}

/** What a call does to the workers, and what it sends when these workers are listed at the time `now`. */
export interface Note {
  effect: Effect;
  isNoted: boolean;
  configWith(workers: Endpoint['workers'], now: Date): EndpointConfig;
}

/**
 * The record changes only together with something that replaces workers, or may do so: a change of scaling restarts
 * nothing. It notes the workers from before the write. Otherwise the endpoint keeps the record that it has.
 */
export function noteOf(request: NoteRequest): Note {
  const { call, desired, before, next, purpose, record, parked } = request;
  // A run that dies before the next call leaves fields unsent that no reading could show to be missing.
  const isUnfinished =
    next === 'update-v2' && neverReturnedMembers(desired).length > 0 && canClearPendingMarker(desired);
  const asked = isUnfinished ? withPendingMarker(desired) : desired;
  // The record of a parked endpoint has to change.
  const effect = parked ? 'replaces' : effectOf(call, { desired: asked, live: before });
  const changes = before ? diffConfigs({ asked, found: before.config }) : [];
  const isOpen = effect === 'open' && changes.some(({ member }) => !member.startsWith('workerConfig.'));
  const isNoted = effect === 'replaces' || isOpen;
  if (!isNoted) return { effect, isNoted, configWith: () => withRecordKept(asked, before) };
  // Workers that an earlier write was to replace are old, whether this one replaces them or not.
  const isSuperseded = supersededByRecord(before);
  const mayKeep = isOpen && !before?.workers.some((worker) => isPresent(worker) && isSuperseded(worker.id));
  const restore = purpose.kind === 'restore' ? purpose : undefined;
  const own = [before?.config, restore?.previous].reduce(
    (kept, config) => (config ? withoutForeignEnvs(kept, config) : kept),
    withoutRecord(asked.envs),
  );
  const configWith: Note['configWith'] = (workers, now) => {
    // '' stands for workers without an ID.
    const ids = workers.map(({ id }) => id);
    const [right, old] = [
      ids.filter((id) => restore?.rightIds.has(id)),
      ids.filter((id) => !restore?.rightIds.has(id)),
    ];
    const evidence = {
      oldWorkers: shorten(old, maxOldWorkers),
      ...(right.length > 0 && { rightWorkers: shorten(right, Math.max(0, maxOldWorkers - old.length)) }),
      envKeys: shorten(own.map(({ key }) => key)),
      writtenAt: Math.floor(now.getTime() / 1000),
      ...(mayKeep && { mayKeep: true as const }),
    };
    const noted = { tool: `deploy-gpu-endpoint/${version}`, ...record };
    return { ...asked, envs: withRecord(asked.envs, { ...noted, ...evidence, ...(parked && { parked }) }) };
  };
  return { effect, isNoted, configWith };
}

export function withRecordKept(desired: EndpointConfig, live: Pick<Endpoint, 'config'> | undefined): EndpointConfig {
  const kept = live && recordEnvOf(live.config);
  return kept ? { ...desired, envs: [...withoutRecord(desired.envs), kept] } : desired;
}
