/** The desired configuration: a spec over the current one, or over the defaults; and the way back to a spec. */

import {
  buildConfig,
  configValue,
  type EndpointConfig,
  emptyValue,
  isUnread,
  isUnset,
  type Member,
  type MemberValue,
  members,
  sameDisk,
  treeOf,
  valueAt,
} from './config.ts';
import { readParked, withoutOurs, writtenIn } from './record.ts';
import type { Env, Volume } from './row.ts';
import type { Spec } from './spec.ts';

/** The values of a new endpoint for members that its spec leaves out. */
const creationDefaults: EndpointConfig = buildConfig((member) =>
  member.returned ? (member.default ?? emptyValue(member)) : undefined,
);

interface DesiredRequest {
  spec: Spec;
  /** They replace envs of the spec, or live ones if the spec has no `envs`. */
  secretEnvs: ReadonlyMap<string, string>;
  /** The present configuration; undefined for a new endpoint. */
  current?: EndpointConfig | undefined;
}

/**
 * The complete configuration (service-api.md, v1 Update endpoint): every member that the spec mentions, every other one
 * as it is now, or by default on creation. A mentioned list replaces the whole list, except envs that no deploy has
 * written; a volume keeps the `id` and `size` that the spec leaves out. `unread` lists members that neither spec nor
 * service gives.
 */
export function desiredConfig({ spec, secretEnvs, current }: DesiredRequest): EndpointConfig {
  const base = current ? unparked(current, spec) : creationDefaults;
  const unread = (current?.unread ?? []).filter(({ path }) => valueAt(spec, path.split('.')) === undefined);
  const config = buildConfig((member) => {
    // A never returned member of a live endpoint is unknown: the spec alone can give it.
    const before = member.returned ? configValue(base, member) : undefined;
    const value = (valueAt(spec, member.keys) as MemberValue | undefined) ?? before;
    if (member.kind === 'volumes') return completeVolumes(value as readonly PartialVolume[], base.volumeMounts);
    if (member.kind !== 'envs') return value;
    const envs = [...(current ? foreignEnvsOf(current) : []), ...(value as readonly Env[])];
    const merged = new Map([...envs.map((env) => [env.key, env.value] as const), ...secretEnvs]);
    // This run adds a record of its own.
    return withoutOurs(Array.from(merged, ([key, text]) => ({ key, value: text })));
  });
  return unread.length > 0 ? { ...config, unread } : config;
}

/** A parked endpoint gets its numbers back, unless the spec gives others. */
export function unparked(current: EndpointConfig, { workerConfig = {} }: Partial<Spec> = {}): EndpointConfig {
  const parked = readParked(current);
  if (!parked) return current;
  const { maxNum = current.workerConfig.maxNum } = workerConfig;
  const numbers = { minNum: Math.min(parked.minNum, maxNum), freeTimeout: parked.freeTimeout };
  return { ...current, workerConfig: { ...current.workerConfig, ...numbers } };
}

/** A volume as a spec gives it. */
export type PartialVolume = Pick<Volume, 'type' | 'mountPath'> & Partial<Volume>;

function completeVolumes(asked: readonly PartialVolume[], current: readonly Volume[]): Volume[] {
  return asked.map((volume) => {
    const { id = '', size = 0 } = sameDisk(current, volume) ?? {};
    return { type: volume.type, id: volume.id ?? id, size: volume.size ?? size, mountPath: volume.mountPath };
  });
}

/**
 * The envs that no deploy has written, by the record: the service's own, or someone else's. They stay. Without a
 * record, no deploy has written any.
 */
export function foreignEnvsOf(current: EndpointConfig): Env[] {
  const isWritten = writtenIn(current);
  return withoutOurs(current.envs).filter(({ key }) => !isWritten(key));
}

/**
 * The spec of a configuration: a deploy of it changes nothing, but starts a parked endpoint. Left out are defaults
 * of a new endpoint, never returned members, and an `appName` that is the `id`, which the service uses by default.
 */
export function specOf(config: EndpointConfig, { id }: { id: string }): Spec {
  const own = { ...unparked(config), envs: withoutOurs(config.envs) };
  const isGiven = (member: Member): boolean => {
    const value = configValue(own, member);
    if (!member.returned || isUnread(config, member.path) || (member.path === 'appName' && value === id)) return false;
    if (member.path === 'name' || member.neededToCreate !== undefined) return true;
    return !isUnset(value) && (member.default === undefined || value !== configValue(creationDefaults, member));
  };
  return treeOf(members.filter(isGiven).map((member) => [member.path, configValue(own, member)])) as Spec;
}

/** The members that the service did not show, each with what to do, for the reader of the exported file. */
export function membersWithoutSpecForm({ unread = [] }: EndpointConfig): string[] {
  return unread.map(
    ({ path, found }) => `${path}: the service returned ${found}. Add it: a deploy that changes anything requires it.`,
  );
}
