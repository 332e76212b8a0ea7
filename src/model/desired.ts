/** What an endpoint should look like: spec over live, or spec over the documented defaults. */

import {
  buildConfig,
  configValue,
  creationDefaults,
  type EndpointConfig,
  type MemberValue,
  valueAt,
} from './config.ts';
import { withoutPendingMarker } from './pending-marker.ts';
import { readParked, readWriteEvidence, shortenedHas, withoutRecord } from './record.ts';
import type { Env, Volume } from './row.ts';
import type { Spec } from './spec.ts';

export interface DesiredRequest {
  spec: Spec;
  /** Entries that go over the envs of the spec, or over the live ones where the spec has no `envs`. */
  secretEnvs: ReadonlyMap<string, string>;
  /** The endpoint's present configuration; undefined when it is to be created. */
  live?: EndpointConfig | undefined;
}

/**
 * The complete configuration to reach: every member that the spec mentions, every other one as it is live (or by default on creation).
 * Lists and `envs` are owned whole once they are mentioned, but for envs that no deploy has written; a volume that is mentioned keeps the `id` and `size` that the spec leaves out.
 * v1 update has no partial form (service-api.md, v1 Update endpoint), so nothing is left out; what neither spec nor service tells is listed in `unread`.
 */
export function desiredConfig({ spec, secretEnvs, live }: DesiredRequest): EndpointConfig {
  const base = live ? unparked(live) : creationDefaults;
  const unread = (live?.unread ?? []).filter(({ path }) => valueAt(spec, path) === undefined);
  const config = buildConfig((member) => {
    // What was sent but is never returned is not known of a live endpoint: the spec alone can give it.
    const kept = member.returned ? configValue(base, member) : undefined;
    const value = (valueAt(spec, member.path) as MemberValue | undefined) ?? kept;
    if (member.kind === 'volumes') return completeVolumes(value as readonly PartialVolume[], base.volumeMounts);
    if (member.kind !== 'envs') return value;
    return ownEnvs([...(live ? envsOfOthers(live) : []), ...(value as readonly Env[])], secretEnvs);
  });
  return unread.length > 0 ? { ...config, unread } : config;
}

/** What a failed run has parked comes back with the next deploy, where the spec does not say otherwise. */
function unparked(live: EndpointConfig): EndpointConfig {
  const parked = readParked(live);
  return parked ? { ...live, workerConfig: { ...live.workerConfig, ...parked } } : live;
}

type PartialVolume = Pick<Volume, 'type' | 'mountPath'> & Partial<Volume>;

/** The same disk is the one of the same type at the same path. */
function completeVolumes(asked: readonly PartialVolume[], live: readonly Volume[]): Volume[] {
  return asked.map(({ type, mountPath, id, size }) => {
    const same = live.find((volume) => volume.type === type && volume.mountPath === mountPath);
    return { type, id: id ?? same?.id ?? '', size: size ?? same?.size ?? 0, mountPath };
  });
}

/** The envs that no deploy has written, where the record tells: the service's own, or somebody's by hand. They stay as they are. */
export function envsOfOthers(live: EndpointConfig): Env[] {
  const evidence = readWriteEvidence(live);
  if (!evidence) return [];
  return withoutPendingMarker(withoutRecord(live.envs)).filter(({ key }) => !shortenedHas(evidence.envKeys, key));
}

/** The record of an earlier run is not true of this one, which adds its own. */
function ownEnvs(envs: readonly Env[], secretEnvs: ReadonlyMap<string, string>): Env[] {
  const merged = new Map(envs.map(({ key, value }) => [key, value]));
  for (const [key, value] of secretEnvs) merged.set(key, value);
  return [...withoutPendingMarker(withoutRecord(Array.from(merged, ([key, value]) => ({ key, value }))))];
}
