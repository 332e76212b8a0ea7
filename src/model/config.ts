/** The configuration of an endpoint, and the members of the table one by one: their paths, and their values in a configuration. */

import type { WithTemplates } from './display.ts';
import { memberTable } from './members.ts';
import type { Block, ConfigOf, Family, Kind, KindValues, PathOf, Row, V1Facts } from './row.ts';

/** Everything that a spec can manage (service-api.md, Endpoint), in the service's v1 spelling: sizes in GB, times in seconds, '' where nothing is set. */
export type EndpointConfig = ConfigOf<typeof memberTable> &
  WithTemplates & {
    /** Members that the service's answer did not tell: their values here are empty and mean nothing. Absent when it told them all. */
    readonly unread?: readonly UnreadMember[];
  };

/** `name`, `workerConfig.minNum`, `envs`, … */
export type MemberPath = PathOf<typeof memberTable>;

export interface UnreadMember {
  readonly path: MemberPath;
  /** What stood in its place: `nothing`, `null`, `a list`, … Never a secret. */
  readonly found: string;
}

export type MemberValue = KindValues[Kind];

export interface Member extends Omit<Row, 'v1' | 'returned'> {
  readonly path: MemberPath;
  readonly v1: V1Facts;
  readonly returned: boolean;
  /** The update calls that can change it; none where only a new endpoint can. */
  readonly families: readonly Family[];
}

/** Every member, in the order of the table. */
export const members: readonly Member[] = Object.entries<Row | Block>(memberTable).flatMap(([name, entry]) =>
  'members' in entry
    ? Object.entries(entry.members).map(([inner, row]) => toMember(`${name}.${inner}`, row))
    : [toMember(name, entry)],
);

function toMember(path: string, row: Row): Member {
  const { v1 = { create: 'always', update: 'always' }, v2, returned = true } = row;
  const families: Family[] = [...(v1.update === 'never' ? [] : ['v1' as const]), ...(v2 ? ['v2' as const] : [])];
  return { ...row, v1, returned, path: path as MemberPath, families };
}

const byPath: ReadonlyMap<string, Member> = new Map(members.map((member) => [member.path, member]));

/** The member that a path means; `envs.KEY` and `volumeMounts./path` mean the list that they are part of. */
export function memberAt(path: string): Member | undefined {
  return byPath.get(path) ?? byPath.get(path.split('.')[0] ?? '');
}

/** A value by its path, in a configuration, a spec or a request; undefined where there is none. */
export function valueAt(tree: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined | null)?.[key], tree);
}

/** The value of a member; undefined for one that the service does not return and the spec does not give. */
export function configValue(config: EndpointConfig, { path }: Pick<Member, 'path'>): MemberValue | undefined {
  return valueAt(config, path) as MemberValue | undefined;
}

/** Whether the service's answer did not tell the member. */
export function isUnread({ unread = [] }: Pick<EndpointConfig, 'unread'>, path: string): boolean {
  return unread.some((member) => member.path === path);
}

/** A tree with these values at their paths; undefined ones are left out. */
export function treeOf(values: Iterable<readonly [path: string, value: unknown]>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of values) {
    if (value === undefined) continue;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = tree;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return tree;
}

/** The configuration with the values that `read` gives; it has to give one for every member that the service returns. */
export function buildConfig(read: (member: Member) => MemberValue | undefined): EndpointConfig {
  return treeOf(members.map((member) => [member.path, read(member)])) as unknown as EndpointConfig;
}

const emptyValues: { readonly [kind in Kind]: KindValues[kind] } = {
  text: '',
  integer: 0,
  ports: [],
  products: [],
  volumes: [],
  envs: [],
};

/** What stands for "nothing is set": '', 0 or an empty list. */
export function emptyValue({ kind }: Pick<Row, 'kind'>): MemberValue {
  return emptyValues[kind];
}

/**
 * Whether an endpoint cannot have "nothing" there, because no call could set it: no image, no port, a request timeout of 0. Where an answer leaves such a
 * member out, its value is not known; any other one that is left out is empty, as Go services leave out zeros.
 */
export function isNeverEmpty({ path, kind, neededToCreate, v2 }: Member): boolean {
  // The service gives every endpoint an `appName`.
  return path === 'appName' || neededToCreate !== undefined || (kind === 'integer' && (v2?.bound?.min ?? 0) > 0);
}

/** What the service gives a new endpoint where its spec is silent (design, The spec). */
export const creationDefaults: EndpointConfig = buildConfig((member) =>
  member.returned ? (member.default ?? emptyValue(member)) : undefined,
);

/** Whether nothing is set: an empty text or list; a number is always set. */
export function isUnset(value: MemberValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What a change of the field does to the workers: see the table. */
export function workersAfterChange(path: string): 'replaced' | 'kept' | 'unknown' {
  return memberAt(path)?.workers ?? 'replaced';
}

/** Whether the values of a field are not shown as they are; `envs.KEY` and `envs.0.value` count as `envs`. */
export function mayHoldSecret(path: string): boolean {
  return memberAt(path)?.mayHoldSecret ?? false;
}
