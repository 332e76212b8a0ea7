/** The configuration of an endpoint, and its members: their paths, their values, and what v2 can express of them. */

import type { Templates, templates } from './display.ts';
import { memberTable } from './members.ts';
import type { Block, Bound, ConfigOf, Family, Kind, KindValues, Row, V2Form, Volume } from './row.ts';

/** What a spec can manage (service-api.md, Endpoint), in v1's units: sizes in GB, times in seconds, '' for nothing. */
export type EndpointConfig = ConfigOf<typeof memberTable> & {
  readonly [templates]?: Templates;
  /** Members that the service's answer does not show: their values here mean nothing. Absent if it shows all. */
  readonly unread?: readonly UnreadMember[];
};

/** `found`: the answer's value in its place, in words: `nothing`, `null`, `a list`, … Never a secret. */
export type UnreadMember = { readonly path: string; readonly found: string };

export type MemberValue = KindValues[Kind];

/** A row with its defaults. */
export type Member = Row &
  Required<Pick<Row, 'v1' | 'returned' | 'workers'>> & {
    /** `name`, `workerConfig.minNum`, `envs`, … */
    readonly path: string;
    /** The parts of the path: `workerConfig` and `minNum`. */
    readonly keys: readonly string[];
    /** The update calls that can change it; none where only a new endpoint can. */
    readonly families: readonly Family[];
  };

/** Every member, in the order of the table. */
export const members: readonly Member[] = Object.entries<Row | Block>(memberTable).flatMap(([name, entry]) =>
  'members' in entry
    ? Object.entries(entry.members).map(([inner, row]) => toMember([name, inner], row))
    : [toMember([name], entry)],
);

function toMember(keys: Member['keys'], row: Row): Member {
  const isInV1 = row.v1 !== 'never' && !row.isCreationOnly;
  const families: Family[] = [...(isInV1 ? ['v1' as const] : []), ...(row.v2 ? ['v2' as const] : [])];
  return { v1: 'always', returned: true, workers: 'replaced', ...row, path: keys.join('.'), keys, families };
}

const byPath: ReadonlyMap<string, Member> = new Map(members.map((member) => [member.path, member]));

/** The member at a path; `envs.KEY` and `volumeMounts./path` are at the member of the list. */
export function memberAt(path: string): Member | undefined {
  return byPath.get(path) ?? byPath.get(path.split('.')[0] ?? '');
}

/** Whether a place is the field at `path`, or a part of it: `envs.KEY` is a part of `envs`. */
export const isPartOf = (place: string, path: string) => `${place}.`.startsWith(`${path}.`);

/** The value at a place of a configuration, a spec or a request; undefined without one. */
export function valueAt(tree: object, keys: Member['keys']): unknown {
  return keys.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined | null)?.[key], tree);
}

/** The value of a member; undefined if the service does not return it and the spec does not give it. */
export function configValue(config: EndpointConfig, { keys }: Member): MemberValue | undefined {
  return valueAt(config, keys) as MemberValue | undefined;
}

/** Whether the service's answer does not show the member. */
export function isUnread({ unread = [] }: Pick<EndpointConfig, 'unread'>, path: string): boolean {
  return unread.some((member) => member.path === path);
}

/** The volume of the same type at the same path. */
export function sameDisk(volumes: readonly Volume[], disk: Pick<Volume, 'type' | 'mountPath'>): Volume | undefined {
  return volumes.find(({ type, mountPath }) => type === disk.type && mountPath === disk.mountPath);
}

/** A tree with these values at their paths, such as `name` or `image.image`; undefined ones are left out. */
export function treeOf(values: Iterable<readonly [path: string, value: unknown]>): Record<string, unknown> {
  const tree = {};
  for (const [path, value] of values) put(tree, path.split('.'), value);
  return tree;
}

function put(tree: Record<string, unknown>, [top = '', inner]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  if (inner === undefined) tree[top] = value;
  else tree[top] = Object.assign(tree[top] ?? {}, { [inner]: value });
}

/** The configuration of the values from `read`, which gives one for every returned member. */
export function buildConfig(read: (member: Member) => MemberValue | undefined): EndpointConfig {
  const config = {};
  for (const member of members) put(config, member.keys, read(member));
  return config as EndpointConfig;
}

/** The value for "nothing is set": '', 0 or an empty list. */
export function emptyValue({ kind }: Row): MemberValue {
  if (kind === 'text') return '';
  return kind === 'integer' ? 0 : [];
}

/**
 * Whether no call could set "nothing" there (no image, no port, a request timeout of 0). Such a member is unknown if an
 * answer leaves it out; any other one is empty, because Go services leave out zeros.
 */
export function isNeverEmpty({ path, kind, neededToCreate, v2 }: Member): boolean {
  // The service gives every endpoint an `appName`.
  return path === 'appName' || neededToCreate !== undefined || (kind === 'integer' && (v2?.bound?.min ?? 0) > 0);
}

/** Whether nothing is set: an empty text or list; a number is always set. */
export function isUnset(value: MemberValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a change of the field replaces the workers: see the table. */
export function replacesWorkers(path: string): boolean {
  return memberAt(path)?.workers !== 'kept';
}

/** Whether the values of a field are hidden; `envs.KEY` and `envs.0.value` count as `envs`. */
export function mayHoldSecret(path: string): boolean {
  return memberAt(path)?.mayHoldSecret === true;
}

/** Whether the value is within v2's bounds (service-api.md, v2 Update endpoint). */
function fitsV2(value: MemberValue, { bound, items = {}, count }: V2Form): boolean {
  const list = [value].flat() as readonly (Readonly<Record<string, string>> | string | number)[];
  const fits = (item: (typeof list)[number]) =>
    typeof item === 'object'
      ? Object.entries(items).every(([name, each]) => isWithin(item[name] ?? '', each))
      : isWithin(item, bound);
  return (count ?? list.length) === list.length && list.every(fits);
}

function isWithin(value: string | number, { min = 0, max = Infinity, oneOf }: Bound = {}): boolean {
  if (oneOf) return oneOf.includes(String(value));
  const measured = typeof value === 'number' ? value : value.length;
  return measured >= min && measured <= max;
}

/**
 * Whether v2 cannot bring a member (`envs.KEY` and `volumeMounts./path` included) to its desired value: it has no word
 * for it, or the value is outside its bounds (several products, an idle timeout of 2000 s). v2 takes a list as a whole;
 * a member fails with any other member that it needs in the request.
 */
export function v2Shortfall(desired: EndpointConfig): (path: string) => boolean {
  const isOutside = (member: Member) => {
    const value = configValue(desired, member);
    return !member.v2 || (value !== undefined && !fitsV2(value, member.v2));
  };
  const outside = new Set(members.filter(isOutside).map(({ path }) => path));
  return (path) => {
    const member = memberAt(path);
    return !member || [member.path, ...(member.v2?.needs ?? [])].some((each) => outside.has(each));
  };
}
