/** What the v2 update can express of a configuration, by the static bounds in the table of members. */

import { configValue, type EndpointConfig, type Member, type MemberPath, memberAt, members } from './config.ts';
import type { Bound } from './row.ts';

/** One value that lies outside a bound of v2. */
export interface BoundViolation {
  /** Below the member: the item's number and the member of the item; empty for the value itself. */
  readonly path: readonly (string | number)[];
  readonly value: string | number;
  readonly bound: Bound;
}

/** What of a member's value lies outside v2's static bounds (service-api.md, v2 Update endpoint); how many items a list has is not among them. */
export function boundViolations({ v2 }: Pick<Member, 'v2'>, value: unknown): BoundViolation[] {
  const { bound, items } = v2 ?? {};
  if (bound && !isWithin(value as string | number, bound))
    return [{ path: [], value: value as string | number, bound }];
  if (!items || !Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => {
    if (isBound(items))
      return isWithin(item as string, items) ? [] : [{ path: [index], value: item as string, bound: items }];
    return Object.entries(items).flatMap(([name, each]) => {
      const part = (item as Readonly<Record<string, string>>)[name] ?? '';
      return isWithin(part, each) ? [] : [{ path: [index, name], value: part, bound: each }];
    });
  });
}

function isBound(items: Bound | { readonly [member: string]: Bound }): items is Bound {
  return Object.values(items).every((part) => typeof part === 'number');
}

function isWithin(value: string | number, { min = 0, max = Number.POSITIVE_INFINITY, oneOf }: Bound): boolean {
  if (oneOf) return oneOf.includes(String(value));
  const measured = typeof value === 'number' ? value : value.length;
  return measured >= min && measured <= max;
}

/**
 * The members that v2 has no word for, or values outside its bounds: several products or none, an idle timeout of 2000 s, an env value of
 * 5000 characters. A list counts as a whole, because v2 takes it whole; a member that needs another one in the request shares its gap.
 */
export function v2Gaps(config: EndpointConfig): ReadonlySet<MemberPath> {
  const isOutside = (member: Member) => {
    const value = configValue(config, member);
    const { v2 } = member;
    if (!v2) return true;
    if (value === undefined) return false;
    const isMiscounted = v2.count !== undefined && Array.isArray(value) && value.length !== v2.count;
    return isMiscounted || boundViolations(member, value).length > 0;
  };
  const outside = new Set<string>(members.filter(isOutside).map(({ path }) => path));
  const gaps = members.filter(({ path, v2 }) => outside.has(path) || v2?.needs?.some((needed) => outside.has(needed)));
  return new Set(gaps.map(({ path }) => path));
}

/** Whether v2 cannot bring a member (`envs.KEY` and `volumeMounts./path` included) to what `desired` says. */
export function v2Shortfall(desired: EndpointConfig): (path: string) => boolean {
  const gaps = v2Gaps(desired);
  return (path) => gaps.has(memberAt(path)?.path ?? ('' as MemberPath));
}
