/** The typed difference of two configurations, member by member; text that was made for people is never compared. */

import {
  configValue,
  type EndpointConfig,
  isUnread,
  isUnset,
  type Member,
  type MemberValue,
  mayHoldSecret,
  members,
} from './config.ts';
import { displayText, type Templates, templates } from './display.ts';
import { withoutRecord } from './record.ts';
import type { Env, Family, Volume } from './row.ts';

/** What a reader may see of a value: text, a number, or nothing where none was set. */
export type ShownValue = string | number | null;

/** One difference, as it may be shown: a command with variables as the spec has it. `from` and `to` are null where there is no value, and always null for envs: their values are secrets. */
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

/**
 * What has to change for `found` to become `asked`, in the order of the table of members, volumes by path and envs by key; everything that has a value
 * when nothing was found. Members that the service never returns, or that one of the two readings lacks, cannot be compared and appear only then: see
 * {@link incomparableMembers}.
 */
export function diffConfigs({ asked, found }: { asked: EndpointConfig; found: EndpointConfig | undefined }): Change[] {
  const known = asked[templates] ?? found?.[templates];
  const changes = members.flatMap((member) => {
    if (found && (!member.returned || isUnread(found, member.path))) return [];
    if (isUnread(asked, member.path)) return [];
    const to = configValue(asked, member);
    // An appName that the spec leaves empty is the service's to choose.
    if (to === undefined || (member.path === 'appName' && to === '')) return [];
    return diffMember(member, { from: found && configValue(found, member), to });
  });
  return changes.map((change) => displayed(change, known));
}

function displayed(change: Change, known: Templates | undefined): Change {
  const { member, from, to, secret } = change;
  if (secret || !mayHoldSecret(member)) return change;
  const show = (value: ShownValue) =>
    value === null ? null : displayText(known, { path: member, text: String(value) });
  return { ...change, from: show(from), to: show(to) };
}

/** The members of `asked` that are set but that no answer of the service carries (service-api.md, Endpoint): they can be sent, not compared. */
export function neverReturnedMembers(asked: EndpointConfig): string[] {
  return members
    .filter((member) => !member.returned && configValue(asked, member) !== undefined)
    .map(({ path }) => path);
}

/** The members that an update to `asked` sends and that `found` does not show: those that no answer carries, and those that this one did not. */
export function incomparableMembers({
  asked,
  found,
}: {
  asked: EndpointConfig;
  found: EndpointConfig | undefined;
}): string[] {
  const unread = members.filter(
    ({ path, families }) => families.length > 0 && found && isUnread(found, path) && !isUnread(asked, path),
  );
  return [...neverReturnedMembers(asked), ...unread.map(({ path }) => path)];
}

interface Values {
  from: MemberValue | undefined;
  to: MemberValue;
}

function diffMember(member: Member, { from, to }: Values): Change[] {
  switch (member.kind) {
    case 'volumes':
      return diffVolumes(member, { from: (from ?? []) as readonly Volume[], to: to as readonly Volume[] });
    case 'envs':
      return diffEnvs(member, { from: (from ?? []) as readonly Env[], to: to as readonly Env[] });
    case 'ports':
    case 'products':
      // Their order means nothing.
      return isSameSet(from as readonly unknown[] | undefined, to as readonly unknown[])
        ? []
        : changeOf(member, { from: showList(from), to: showList(to) });
    default:
      return changeOf(member, { from: showScalar(from), to: showScalar(to) });
  }
}

function changeOf(
  { path, families }: Pick<Member, 'path' | 'families'>,
  { from, to, part = '' }: { from: ShownValue; to: ShownValue; part?: string },
): Change[] {
  if (from === to) return [];
  const kind = from === null ? 'add' : to === null ? 'remove' : 'change';
  return [{ member: path + part, kind, from, to, secret: false, families }];
}

function isSameSet(from: readonly unknown[] | undefined, to: readonly unknown[]): boolean {
  const [before, after] = [new Set(from), new Set(to)];
  return before.size === after.size && before.isSubsetOf(after);
}

/** An id that is left empty is the service's to choose. */
function diffVolumes(member: Member, { from, to }: { from: readonly Volume[]; to: readonly Volume[] }): Change[] {
  const pairs = pairUp({ from, to, key: ({ mountPath }) => mountPath });
  return pairs.flatMap(([mountPath, before, after]) => {
    const given = before?.type === after?.type ? before?.id : undefined;
    const asked = after && { ...after, id: after.id || (given ?? '') };
    const shown = { from: before ? showVolume(before) : null, to: asked ? showVolume(asked) : null };
    return changeOf(member, { ...shown, part: `.${mountPath}` });
  });
}

function diffEnvs({ path, families }: Member, { from, to }: { from: readonly Env[]; to: readonly Env[] }): Change[] {
  const pairs = pairUp({ from: withoutRecord(from), to: withoutRecord(to), key: ({ key }) => key });
  return pairs.flatMap(([key, before, after]): Change[] => {
    if (before?.value === after?.value) return [];
    const kind = before === undefined ? 'add' : after === undefined ? 'remove' : 'change';
    return [{ member: `${path}.${key}`, kind, from: null, to: null, secret: true, families }];
  });
}

/** The items of both lists by their key, in the order of the keys; of several with one key the last counts. */
function pairUp<Item>({
  from,
  to,
  key,
}: {
  from: readonly Item[];
  to: readonly Item[];
  key: (item: Item) => string;
}): [string, Item | undefined, Item | undefined][] {
  const before = new Map(from.map((item) => [key(item), item]));
  const after = new Map(to.map((item) => [key(item), item]));
  const keys = [...new Set([...after.keys(), ...before.keys()])].sort();
  return keys.map((each) => [each, before.get(each), after.get(each)]);
}

function showScalar(value: MemberValue | undefined): ShownValue {
  return isUnset(value) ? null : (value as string | number);
}

function showList(value: MemberValue | undefined): ShownValue {
  return isUnset(value)
    ? null
    : (value as readonly unknown[]).map((item) => quotedIf(/[,"\s]/, String(item))).join(', ');
}

/** The size counts for local volumes only, since cloud storage has its own (service-api.md, v2 Update endpoint). */
function showVolume({ type, id, size }: Volume): string {
  return [quotedIf(/["\s]/, type), quotedIf(/["\s]/, id), type === 'local' ? `${size} GB` : '']
    .filter(Boolean)
    .join(' ');
}

/** Where it could be taken for two, or for something else. */
function quotedIf(pattern: RegExp, text: string): string {
  return pattern.test(text) ? JSON.stringify(text) : text;
}
