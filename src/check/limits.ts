/** Values of a spec against the live limits (service-api.md, Limits). */
import { members, valueAt } from '../model/config.ts';
import type { PartialVolume } from '../model/desired.ts';
import type { Limits } from '../model/endpoint.ts';
import type { LimitRange } from '../model/row.ts';
import type { Plan } from '../plan/plan.ts';
import { quote } from '../shown-text.ts';
import { type Issue, type IssuePath, issueAt, rangeText, type SpecDocument } from '../spec/issue.ts';

/** `mayExceed`: values outside the limits are warnings, and the service decides. */
export type GivenLimits = { limits: Limits | undefined; mayExceed: boolean };

/** `plan`: undefined while it is unknown whether the endpoint exists. */
type LimitsCheck = GivenLimits & { document: SpecDocument; plan?: Plan };

/**
 * Errors for values outside the live limits: of a plan, those that it changes, the defaults of a new endpoint among
 * them; without one, of the spec. A value without a limit is left to the service.
 */
export function checkLimits({ limits, mayExceed, document, plan }: LimitsCheck): Issue[] {
  if (!limits) return [];
  const values = plan?.desired ?? document.readable;
  const isChanged = (start: string) => plan?.changes.some(({ member }) => member.startsWith(start)) ?? true;
  const outside = (path: IssuePath, found: string, allowed: string, hint: string): Issue[] => {
    const what = `${found}; allowed: ${allowed} (live limit)`;
    return [issueAt(document, path, { code: 'outside-limits', severity: mayExceed ? 'warning' : 'error', what, hint })];
  };
  const checkRange = (path: IssuePath, value: number, range: LimitRange): Issue[] => {
    const { [range.min]: min, [range.max]: max }: Readonly<Record<string, unknown>> = limits;
    if (typeof min !== 'number' || typeof max !== 'number' || min > max) return [];
    // Services scale to zero where the limits say 1, and it is the documented default.
    if ((value >= min && value <= max) || (range.mayBeZero && value === 0)) return [];
    const unit = max === 1 && min === 1 ? range.unit.replace(/s$/, '') : range.unit;
    const found = document.mentions(path) ? `is ${value}` : `is not in the spec, and would be ${value}`;
    const hint = min === max ? `Write ${min}.` : `Write a value from ${min} to ${max}.`;
    return outside(path, found, `${rangeText({ min, max })} ${unit}`, hint);
  };
  return members.flatMap(({ path, keys, limit }) => {
    const value = valueAt(values, keys);
    if (!limit || value === undefined) return [];
    if ('localVolumes' in limit)
      return (value as readonly PartialVolume[]).flatMap(({ type, size, mountPath }, index) => {
        const at = [...keys, index, 'size'];
        // A missing size has an issue of its own.
        const isJudged = type === 'local' && document.mentions(at) && isChanged(`${path}.${mountPath}`);
        return isJudged && size !== undefined ? checkRange(at, size, limit.localVolumes) : [];
      });
    // The same number means something else under another type.
    if (!isChanged('byPolicyType' in limit ? 'policy.' : path)) return [];
    if ('list' in limit) {
      const known = limits[limit.list] ?? [];
      if (known.length === 0 || known.includes(String(value))) return [];
      const allowed = known.join(', ');
      return outside(keys, `is ${quote(String(value))}`, allowed, `Write one of ${allowed}.`);
    }
    const range = 'byPolicyType' in limit ? limit.byPolicyType[String(values.policy?.type)] : limit;
    return range ? checkRange(keys, value as number, range) : [];
  });
}
