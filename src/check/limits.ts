/** Values of a spec against the live limits (service-api.md, Limits). */
import { type Member, members, valueAt } from '../model/config.ts';
import type { PartialVolume } from '../model/desired.ts';
import type { Limits } from '../model/endpoint.ts';
import type { LimitRange } from '../model/row.ts';
import type { Plan } from '../plan/plan.ts';
import { quote } from '../shown-text.ts';
import { type Issue, type IssuePath, issueAt, rangeText, type SpecDocument } from '../spec/issue.ts';

/** With `mayExceed`, values outside the limits are warnings, and the service decides. */
export type LiveLimits = { limits: Limits | undefined; mayExceed: boolean };

/** `plan`: undefined while it is unknown whether the endpoint exists. */
type LimitsCheck = { document: SpecDocument; plan?: Plan };

/**
 * Errors for values outside the live limits: of a plan, those that it changes, the defaults of a new endpoint among
 * them; without one, those of the spec. What the limits do not have is left to the service.
 */
export function checkLimits({ limits, mayExceed, ...check }: LimitsCheck & LiveLimits): Issue[] {
  if (!limits) return [];
  const issues = members.flatMap((member) => checkMember(member, { ...check, limits }));
  return issues.map((issue) => (mayExceed ? { ...issue, severity: 'warning' } : issue));
}

type MemberCheck = LimitsCheck & { limits: Limits };

function checkMember({ path, keys, limit }: Member, check: MemberCheck): Issue[] {
  const { document, plan, limits } = check;
  const values = plan?.desired ?? document.readable;
  const value = valueAt(values, keys);
  const isChanged = (start: string) => plan?.changes.some(({ member }) => member.startsWith(start)) ?? true;
  if (!limit || value === undefined) return [];
  if ('localVolumes' in limit)
    return (value as readonly PartialVolume[]).flatMap(({ type, size, mountPath }, index) => {
      const at = [...keys, index, 'size'];
      // A missing size has an issue of its own.
      const isJudged = type === 'local' && document.mentions(at) && isChanged(`${path}.${mountPath}`);
      return isJudged && size !== undefined
        ? checkRange(check, { path: at, value: size, range: limit.localVolumes })
        : [];
    });
  if ('list' in limit) return isChanged(path) ? checkVersion(document, String(value), limits[limit.list]) : [];
  // The same number means something else under another type.
  const start = 'byPolicyType' in limit ? 'policy.' : path;
  const range = 'byPolicyType' in limit ? limit.byPolicyType[String(values.policy?.type)] : limit;
  return range && isChanged(start) ? checkRange(check, { path: keys, value: value as number, range }) : [];
}

function checkRange(
  { document, limits }: MemberCheck,
  { path, value, range }: { path: IssuePath; value: number; range: LimitRange },
): Issue[] {
  const { [range.min]: min, [range.max]: max }: Readonly<Record<string, unknown>> = limits;
  if (typeof min !== 'number' || typeof max !== 'number' || min > max) return [];
  // Services scale to zero where the limits say 1, and it is the documented default.
  if ((value >= min && value <= max) || (range.mayBeZero && value === 0)) return [];
  const unit = max === 1 && min === 1 ? range.unit.replace(/s$/, '') : range.unit;
  const allowed = `allowed: ${rangeText({ min, max })} ${unit} (live limit)`;
  const found = document.mentions(path) ? `is ${value}` : `is not in the spec, and would be ${value}`;
  const hint = min === max ? `Write ${min}.` : `Write a value from ${min} to ${max}.`;
  return [issueAt(document, path, { code: 'outside-limits', what: `${found}; ${allowed}`, hint })];
}

function checkVersion(document: SpecDocument, version: string, known: readonly string[] = []): Issue[] {
  if (known.length === 0 || known.includes(version)) return [];
  const path = ['workerConfig', 'cudaVersion'];
  const what = `is ${quote(version)}; allowed: ${known.join(', ')} (live limit)`;
  return [issueAt(document, path, { code: 'outside-limits', what, hint: `Write one of ${known.join(', ')}.` })];
}
