/** The difference of two configurations, member by member. */

import {
  configValue,
  type EndpointConfig,
  isUnread,
  isUnset,
  type Member,
  type MemberValue,
  memberAt,
  members,
  sameDisk,
} from './config.ts';
import { displayText, templates } from './display.ts';
import { withoutRecord } from './record.ts';
import type { Env, Family, Volume } from './row.ts';

/** Null where none was set. */
export type ShownValue = string | number | null;

/** One difference, as it may be shown. `from` and `to` are null for no value, and for envs, which are secrets. */
export interface Change {
  /** The spec's spelling, such as `workerConfig.maxNum`, `envs.HF_TOKEN`, `volumeMounts./data`. */
  member: string;
  kind: 'add' | 'remove' | 'change';
  from: ShownValue;
  to: ShownValue;
  secret: boolean;
  /** The update calls that can make this change; empty when none can. */
  families: readonly Family[];
}

interface ConfigPair {
  asked: EndpointConfig;
  found: EndpointConfig | undefined;
}

/**
 * The changes from `found` to `asked`, in the order of the table of members, volumes by path and envs by key; all
 * values of a new endpoint. Members that the service never returns, or that one of the two lacks, are compared only on
 * creation: see {@link incomparableMembers}.
 */
export function diffConfigs({ asked, found }: ConfigPair): Change[] {
  const known = asked[templates] ?? found?.[templates];
  return members.flatMap((member): Change[] => {
    const { path, kind, families } = member;
    if ((found && (!member.returned || isUnread(found, path))) || isUnread(asked, path)) return [];
    const value = configValue(asked, member);
    const foundValue = found && configValue(found, member);
    // An appName that the spec leaves empty is the service's to choose.
    if (value === undefined || value === foundValue || (path === 'appName' && value === '')) return [];
    const disks = kind === 'volumes' && withIds(value as readonly Volume[], found?.volumeMounts ?? []);
    const before = new Map(comparableParts(member, foundValue));
    const after = new Map(comparableParts(member, disks || value));
    const secret = kind === 'envs';
    const show = (shown: ShownValue = null) =>
      shown === null || !member.mayHoldSecret ? shown : displayText(known, { path, text: String(shown) });
    const isChanged = (part: string) => before.get(part)?.compared !== after.get(part)?.compared;
    const changed = [...new Set([...after.keys(), ...before.keys()])].filter(isChanged).sort();
    return changed.map((part) => {
      const [from, to] = [before.get(part), after.get(part)];
      const change = to ? ('change' as const) : ('remove' as const);
      const shown = { from: show(from?.shown), to: show(to?.shown) };
      return { member: path + part, kind: from ? change : 'add', ...shown, secret, families };
    });
  });
}

/** The differences from the endpoint `name`, without the names. */
export interface Differences {
  name: string;
  changes: readonly Change[];
}

export function differencesFrom(production: EndpointConfig, asked: EndpointConfig): Differences {
  const changes = diffConfigs({ asked, found: production });
  return { name: production.name, changes: changes.filter(({ member }) => !memberAt(member)?.identifies) };
}

/** The set members of `asked` that no answer shows (service-api.md, Endpoint): they can be sent, not compared. */
export function neverReturnedMembers(asked: EndpointConfig): string[] {
  return members
    .filter((member) => !member.returned && configValue(asked, member) !== undefined)
    .map(({ path }) => path);
}

/** The members that an update to `asked` sends and that `found` does not show. */
export function incomparableMembers({ asked, found }: ConfigPair): string[] {
  const unread = members.filter(
    ({ path, families }) => families.length > 0 && found && isUnread(found, path) && !isUnread(asked, path),
  );
  return [...neverReturnedMembers(asked), ...unread.map(({ path }) => path)];
}

type ComparedPart = readonly [path: string, part: { readonly compared: string | number; readonly shown: ShownValue }];

/** The parts of a value that are compared, by the rest of their path: each volume, each env, or the whole. */
function comparableParts({ kind }: Member, value: MemberValue | undefined): ComparedPart[] {
  if (value === undefined || isUnset(value)) return [];
  if (kind === 'envs')
    return withoutRecord(value as readonly Env[]).map((env) => [`.${env.key}`, { compared: env.value, shown: null }]);
  if (kind === 'volumes')
    return (value as readonly Volume[]).map(({ type, id, size, mountPath }) => {
      // The size counts for local volumes only, since cloud storage has its own (service-api.md, v2 Update endpoint).
      const parts = [type, id, ...(type === 'local' ? [`${size} GB`] : [])];
      return [`.${mountPath}`, { compared: JSON.stringify(parts), shown: parts.filter(Boolean).join(' ') }];
    });
  if (!Array.isArray(value)) return [['', { compared: value as string | number, shown: value as ShownValue }]];
  // Of ports and products the order means nothing.
  const compared = JSON.stringify([...new Set(value)].sort());
  return [['', { compared, shown: value.join(', ') }]];
}

/** An id that is left empty is the service's to choose. */
export function withIds(asked: readonly Volume[], found: readonly Volume[]): Volume[] {
  return asked.map((volume) => ({ ...volume, id: volume.id || (sameDisk(found, volume)?.id ?? '') }));
}
