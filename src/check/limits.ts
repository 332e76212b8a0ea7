/** Values of a spec against the live limits, the bounds of the v2 update and the products in use (service-api.md). */
import type { EndpointConfig, Member } from '../model/config.ts';
import { boundViolations, configValue, isUnread, members, sameDisk, valueAt } from '../model/config.ts';
import type { Limits } from '../model/endpoint.ts';
import type { LimitRange } from '../model/row.ts';
import { nearest } from '../nearest.ts';
import type { Issue, IssuePath, SpecDocument } from '../spec/issue.ts';
import { issueAt, rangeText, valueText } from '../spec/issue.ts';

/** With `mayExceed`, values outside the limits are warnings, and the service decides. */
export type LiveLimits = { limits: Limits | undefined; mayExceed: boolean };

/** `planned`: undefined without a plan. */
type LimitsCheck = { document: SpecDocument; limits: Limits; planned?: PlannedConfig | undefined };

/** `live` is the configuration of the endpoint that is updated; undefined for a new one. */
export type PlannedConfig = { desired: EndpointConfig; live: EndpointConfig | undefined };

/**
 * Errors for values outside the live limits, the defaults of a new endpoint among them; notices for values that the
 * live endpoint has already, and sizes beyond the free capacity. A broken range is a warning.
 */
export function checkLimits({ limits, mayExceed, ...rest }: Omit<LimitsCheck, 'limits'> & LiveLimits): Issue[] {
  if (!limits) return [];
  const check = { ...rest, limits };
  const values = limitedValues(check);
  const issues = [
    ...values.flatMap((limited) => checkRange(check, limited)),
    ...members.flatMap((member) => checkVersion(check, member)),
    ...checkFreeSizes(check, values),
  ];
  return issues.map((issue) => (mayExceed && issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue));
}

interface Limited {
  readonly path: IssuePath;
  readonly value: number;
  readonly range: LimitRange;
  /** `default`: of a new endpoint, if the spec does not give it. `live`: the endpoint has it already. */
  readonly origin: 'spec' | 'default' | 'live';
}

/** Without missing and malformed values, which have issues of their own. */
function limitedValues({ document, planned }: LimitsCheck): Limited[] {
  const { policy, volumeMounts = [] } = document.readable;
  const live = planned?.live;
  return members.flatMap((member): Limited[] => {
    const { limit } = member;
    if (limit === undefined || 'list' in limit) return [];
    if ('localVolumes' in limit)
      return volumeMounts.flatMap(({ type, size, mountPath }, index): Limited[] => {
        if (type !== 'local' || size === undefined) return [];
        const origin = sameDisk(live?.volumeMounts ?? [], { type, mountPath })?.size === size ? 'live' : 'spec';
        return [{ path: ['volumeMounts', index, 'size'], value: size, range: limit.localVolumes, origin }];
      });
    // If the spec gives the value alone, only the plan knows the type of the policy.
    const type = policy?.type ?? planned?.desired.policy.type ?? '';
    const range = 'byPolicyType' in limit ? limit.byPolicyType[type] : limit;
    // The same number means something else under another type.
    const isSame = !('byPolicyType' in limit) || live?.policy.type === planned?.desired.policy.type;
    const kept = isSame ? liveValue(planned, member) : undefined;
    const { keys: path } = member;
    const given = valueAt(document.readable, member.path);
    const initial = planned && !live ? member.default : undefined;
    const value = document.mentions(path) ? given : (kept ?? initial);
    if (!range || typeof value !== 'number') return [];
    const written = given === undefined ? 'default' : 'spec';
    return [{ path, value, range, origin: value === kept ? 'live' : written }];
  });
}

/** Undefined if the service does not show it. */
function liveValue(planned: PlannedConfig | undefined, member: Member): unknown {
  const live = planned?.live;
  return live && !isUnread(live, member.path) ? configValue(live, member) : undefined;
}

function unusable(document: SpecDocument, path: IssuePath, said: string): Issue {
  const words = { what: `was not checked: ${said}`, hint: 'No change needed; the service decides.' };
  return issueAt(document, path, { code: 'limits-unusable', severity: 'warning', ...words });
}

function checkRange({ document, limits }: LimitsCheck, { path, value, range, origin }: Limited): Issue[] {
  const [min, max] = [limitOf(limits, range.min), limitOf(limits, range.max)];
  if (min === undefined || max === undefined || min > max) {
    const said = `the live limits say ${range.min} ${min ?? 'nothing'} and ${range.max} ${max ?? 'nothing'}`;
    return origin === 'spec' ? [unusable(document, path, said)] : [];
  }
  // Services scale to zero where the limits say 1, and it is the documented default.
  if ((value >= min && value <= max) || (range.mayBeZero && value === 0)) return [];
  const unit = max === 1 && min === 1 ? range.unit.replace(/s$/, '') : range.unit;
  const allowed = `allowed: ${rangeText({ min, max })} ${unit} (live limit)`;
  const block = path.length > 1 ? ` under \`${path[0]}\`` : '';
  const nearestValue = `Write \`${path.at(-1)}: ${value < min ? min : max}\`${block}, or another value in that range.`;
  const [found, advice] = {
    spec: [`is ${value}`, min === max ? `Write ${min}.` : `Write a value from ${min} to ${max}.`],
    default: [`is not in the spec, and a new endpoint gets ${value}`, nearestValue],
    live: [`is ${value} on the live endpoint`, 'No change needed as long as the service accepts it.'],
  }[origin] as [string, string];
  const severity = origin === 'live' ? 'notice' : 'error';
  const words = { what: `${found}; ${allowed}`, hint: advice };
  return [issueAt(document, path, { code: 'outside-limits', severity, ...words })];
}

/** The name comes from the table of members; the record may lack any. */
function limitOf(limits: Limits, name: string): number | undefined {
  const value = (limits as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : undefined;
}

function checkVersion({ document, limits, planned }: LimitsCheck, member: Member): Issue[] {
  if (!member.limit || !('list' in member.limit)) return [];
  const version = valueAt(document.readable, member.path);
  const known = limits[member.limit.list] ?? [];
  if (typeof version !== 'string' || known.includes(version) || liveValue(planned, member) === version) return [];
  const { keys: path } = member;
  if (known.length === 0) return [unusable(document, path, 'the live limits list no CUDA versions')];
  const what = `is ${valueText(version)}; allowed: ${known.join(', ')} (live limit)`;
  return [issueAt(document, path, { code: 'outside-limits', what, hint: `Write one of ${known.join(', ')}.` })];
}

/** The free sizes only inform. Local volumes share theirs. */
function checkFreeSizes({ document, limits }: LimitsCheck, values: readonly Limited[]): Issue[] {
  const given = values.filter(({ origin }) => origin === 'spec');
  return [...Map.groupBy(given, ({ range }) => range.free)].flatMap(([free, sizes]): Issue[] => {
    const capacity = free && limitOf(limits, free.name);
    const total = sizes.reduce((sum, { value }) => sum + value, 0);
    if (!free || capacity === undefined || total <= capacity) return [];
    const first = sizes[0]?.path ?? [];
    const path = sizes.length > 1 ? first.slice(0, 1) : first;
    const size = sizes.length > 1 ? `adds up to ${total}` : `is ${total}`;
    const what = `${size} GB; the free ${free.of} capacity is ${capacity} GB (live limit)`;
    const hint = 'No change needed if you want the larger disk.';
    return [issueAt(document, path, { code: 'beyond-free-size', severity: 'notice', what, hint })];
  });
}

/** Errors for the parts of a member outside the bounds of the v2 update (service-api.md, v2 Update endpoint). */
export function checkV2Bounds(document: SpecDocument, member: Member): Issue[] {
  const given = valueAt(document.readable, member.path);
  const violations = given === undefined ? [] : boundViolations(member, given);
  return violations.map(({ path: below, value, bound }) => {
    const path = [...member.keys, ...below];
    const allowed = bound.oneOf ? bound.oneOf.join(', ') : rangeText(bound);
    const isLength = !bound.oneOf && typeof value === 'string';
    const found = isLength ? `is ${value.length} characters long` : `is ${valueText(value)}`;
    const range = bound.oneOf ? `one of ${allowed}` : `a value from ${bound.min} to ${bound.max}`;
    const what = `${found}; the v2 update takes ${allowed}`;
    const hint = isLength ? `Shorten it to ${bound.max} characters.` : `Write ${range}.`;
    return issueAt(document, path, { code: 'outside-v2-bounds', what, hint });
  });
}

const maxShownProducts = 10;

/** Warnings for products that no endpoint of the account has: the service has no list of products. */
export function checkProducts(document: SpecDocument, known: readonly string[]): Issue[] {
  if (known.length === 0) return [];
  const theirs =
    known.slice(0, maxShownProducts).map(valueText).join(', ') + (known.length > maxShownProducts ? ', …' : '');
  return (document.readable.products ?? []).flatMap((product, index): Issue[] => {
    if (known.includes(product)) return [];
    const path = ['products', index];
    const [near] = nearest(product, known);
    const what = `is ${valueText(product)}, which no endpoint of the account has; theirs are ${theirs}`;
    const suggestion = near === undefined ? '' : `The nearest is \`${near}\`. `;
    const hint = `${suggestion}No change needed if the service offers this product.`;
    return [issueAt(document, path, { code: 'unknown-product', severity: 'warning', what, hint })];
  });
}
