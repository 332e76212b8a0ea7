/** The numbers for which the live limits have a range, and where each of them comes from. */
import { configValue, isUnread, type Member, members, valueAt } from '../model/config.ts';
import type { LimitRange } from '../model/row.ts';
import type { IssuePath } from '../spec/issue.ts';
import type { LimitsCheck } from './limits.ts';

export interface LimitedValue {
  readonly path: IssuePath;
  readonly value: number;
  readonly range: LimitRange;
  /** `default`: what a new endpoint gets where the spec is silent. `live`: the endpoint has it already, whether or not the spec gives it too. */
  readonly origin: 'spec' | 'default' | 'live';
}

/** A value that is missing or malformed has an issue of its own. */
export function limitedValues(check: LimitsCheck): LimitedValue[] {
  return members.flatMap((member): LimitedValue[] => {
    const { limit } = member;
    if (limit === undefined || 'list' in limit) return [];
    if ('localVolumes' in limit) return localVolumes(check, limit.localVolumes);
    const range = 'byPolicyType' in limit ? limit.byPolicyType[policyType(check)] : limit;
    const found = range && givenOrKept(check, member);
    return range && found ? [{ path: member.path.split('.'), range, ...found }] : [];
  });
}

/** Where the spec gives the value alone, only the plan knows the type of the policy. */
function policyType({ document, planned }: LimitsCheck): string {
  return document.readable.policy?.type ?? planned?.desired.policy.type ?? '';
}

function givenOrKept(
  { document, planned }: LimitsCheck,
  member: Member,
): Pick<LimitedValue, 'value' | 'origin'> | undefined {
  const live = planned?.live && !isUnread(planned.live, member.path) ? configValue(planned.live, member) : undefined;
  // The same number means something else under another type.
  const isSameMeaning = member.path !== 'policy.value' || planned?.live?.policy.type === planned?.desired.policy.type;
  if (document.mentions(member.path.split('.'))) {
    const value = valueAt(document.readable, member.path);
    if (typeof value !== 'number') return undefined;
    return { value, origin: value === live && isSameMeaning ? 'live' : 'spec' };
  }
  if (typeof live === 'number') return isSameMeaning ? { value: live, origin: 'live' } : undefined;
  const isNew = planned !== undefined && planned.live === undefined;
  return isNew && typeof member.default === 'number' ? { value: member.default, origin: 'default' } : undefined;
}

function localVolumes({ document, planned }: LimitsCheck, range: LimitRange): LimitedValue[] {
  const { volumeMounts = [] } = document.readable;
  return [...volumeMounts.entries()].flatMap(([index, { type, size, mountPath }]): LimitedValue[] => {
    if (type !== 'local' || size === undefined) return [];
    const isLive = planned?.live?.volumeMounts.some(
      (volume) => volume.type === type && volume.mountPath === mountPath && volume.size === size,
    );
    return [{ path: ['volumeMounts', index, 'size'], value: size, range, origin: isLive ? 'live' : 'spec' }];
  });
}
