/** What an endpoint should look like: spec over live or over the defaults; and the way back to a spec. */

import type { EndpointConfig, Member, MemberValue } from './config.ts';
import {
  buildConfig,
  configValue,
  emptyValue,
  isUnread,
  isUnset,
  members,
  sameDisk,
  treeOf,
  valueAt,
} from './config.ts';
import type { Limits } from './endpoint.ts';
import { type ParkedWorkers, readParked, withoutOurs, writtenIn } from './record.ts';
import type { Env, Volume } from './row.ts';
import type { Spec } from './spec.ts';

/** What the service gives a new endpoint where its spec is silent (design, The spec). */
const creationDefaults: EndpointConfig = buildConfig((member) =>
  member.returned ? (member.default ?? emptyValue(member)) : undefined,
);

interface DesiredRequest {
  spec: Spec;
  /** Entries that go over the envs of the spec, or over the live ones where the spec has no `envs`. */
  secretEnvs: ReadonlyMap<string, string>;
  /** The endpoint's present configuration; undefined when it is to be created. */
  live?: EndpointConfig | undefined;
  limits?: Limits | undefined;
}

/**
 * The complete configuration to reach (service-api.md, v1 Update endpoint): every member that the spec mentions, every
 * other one as it is live, or by default on creation. Lists and `envs` are owned whole once they are mentioned, but for
 * envs that no deploy has written; a volume keeps the `id` and `size` that the spec leaves out. What neither spec nor
 * service tells is listed in `unread`.
 */
export function desiredConfig({ spec, secretEnvs, live, limits }: DesiredRequest): EndpointConfig {
  // What a failed run has parked comes back, where the spec does not say otherwise.
  const maxNum = spec.workerConfig?.maxNum ?? live?.workerConfig.maxNum ?? 0;
  const parked = live && boundParked(readParked(live), { maxNum, limits });
  const base = live ? { ...live, workerConfig: { ...live.workerConfig, ...parked } } : creationDefaults;
  const unread = (live?.unread ?? []).filter(({ path }) => valueAt(spec, path) === undefined);
  const config = buildConfig((member) => {
    // What was sent but is never returned is not known of a live endpoint: the spec alone can give it.
    const kept = member.returned ? configValue(base, member) : undefined;
    const value = (valueAt(spec, member.path) as MemberValue | undefined) ?? kept;
    if (member.kind === 'volumes') return completeVolumes(value as readonly PartialVolume[], base.volumeMounts);
    if (member.kind !== 'envs') return value;
    const envs = [...(live ? envsOfOthers(live) : []), ...(value as readonly Env[])];
    const merged = new Map([...envs.map((env) => [env.key, env.value] as const), ...secretEnvs]);
    // The record of an earlier run is not true of this one, which adds its own.
    return withoutOurs(Array.from(merged, ([key, text]) => ({ key, value: text })));
  });
  return unread.length > 0 ? { ...config, unread } : config;
}

/** The record is an env like others, and whoever writes envs can write into it what would be billed. */
function boundParked(
  parked: ParkedWorkers | undefined,
  { maxNum, limits = {} }: { maxNum: number; limits: Limits | undefined },
): ParkedWorkers | undefined {
  if (!parked) return undefined;
  const { maxWorkerNum = maxNum, minFreeTimeout = 0, maxFreeTimeout = Number.POSITIVE_INFINITY } = limits;
  const freeTimeout = Math.max(minFreeTimeout, Math.min(parked.freeTimeout, maxFreeTimeout));
  return { minNum: Math.min(parked.minNum, maxNum, maxWorkerNum), freeTimeout };
}

/** As a spec gives it. */
export type PartialVolume = Pick<Volume, 'type' | 'mountPath'> & Partial<Volume>;

function completeVolumes(asked: readonly PartialVolume[], live: readonly Volume[]): Volume[] {
  return asked.map((volume) => {
    const { id = '', size = 0 } = sameDisk(live, volume) ?? {};
    return { type: volume.type, id: volume.id ?? id, size: volume.size ?? size, mountPath: volume.mountPath };
  });
}

/** The envs that no deploy has written, where the record tells: the service's own, or somebody's. They stay. */
export function envsOfOthers(live: EndpointConfig): Env[] {
  const isWritten = writtenIn(live);
  return isWritten ? withoutOurs(live.envs).filter(({ key }) => !isWritten(key)) : [];
}

/** The envs without those that no deploy has written: the others of `live`, as they are there. */
export function withoutOthers(envs: readonly Env[], live: EndpointConfig): Env[] {
  const others = new Map(envsOfOthers(live).map(({ key, value }) => [key, value]));
  return envs.filter(({ key, value }) => others.get(key) !== value);
}

/**
 * The spec that describes a configuration: desired again from it, nothing changes. Left out are defaults of a new
 * endpoint, what the service never returns, and an `appName` that is the `id`, which the service takes without one.
 */
export function specOf(config: EndpointConfig, { id }: { id: string }): Spec {
  const own = { ...config, envs: withoutOurs(config.envs) };
  const isGiven = (member: Member): boolean => {
    const value = configValue(own, member);
    if (!member.returned || isUnread(config, member.path) || (member.path === 'appName' && value === id)) return false;
    // A spec has exactly one port: a comment in the file says what there is instead.
    if (member.kind === 'ports' && (value as readonly unknown[]).length !== 1) return false;
    // What a reader always expects in a spec.
    if (member.path === 'name' || member.neededToCreate !== undefined) return true;
    return !isUnset(value) && (member.default === undefined || value !== configValue(creationDefaults, member));
  };
  return treeOf(members.filter(isGiven).map((member) => [member.path, configValue(own, member)])) as Spec;
}

/** What of a configuration no spec can say, each with what to do, for the reader of the exported file. */
export function membersWithoutSpecForm(config: EndpointConfig): string[] {
  const { ports, unread = [] } = config;
  const unknown = unread.map(
    ({ path, found }) => `${path}: the service returned ${found}. Add it: a deploy that changes anything requires it.`,
  );
  if (ports.length === 1 || isUnread(config, 'ports')) return unknown;
  const found = ports.length === 0 ? 'none' : ports.join(' and ');
  return [`ports: the endpoint has ${found}, and a spec has exactly one. Add it: a deploy requires it.`, ...unknown];
}
