/** Values of a spec against what the service takes: its live limits, the bounds of its v2 update, the products in use (service-api.md). */
import {
  boundViolations,
  configValue,
  type EndpointConfig,
  isUnread,
  type Member,
  members,
  valueAt,
} from '../model/config.ts';
import type { Limits } from '../model/endpoint.ts';
import type { LimitRange } from '../model/row.ts';
import { nearest } from '../nearest.ts';
import { type Issue, type IssuePath, issueAt, memberText, rangeText, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';

export interface LimitsCheck {
  document: SpecDocument;
  limits: Limits;
  /** What the plan makes of the spec; undefined where there is no plan. */
  planned?: PlannedConfig | undefined;
}

export interface PlannedConfig {
  desired: EndpointConfig;
  /** The configuration of the endpoint that is updated; undefined for a new one. */
  live: EndpointConfig | undefined;
}

/**
 * Values outside the live limits: errors, and a notice for `minNum: 0` of a new endpoint. The defaults of a new endpoint are judged as if they were written.
 * What the live endpoint has already, and sizes beyond the free capacity, are notices. A range that misses an end or contradicts itself is not obeyed, and
 * said to be. Judges what could be read of a document.
 */
export function checkLimits(check: LimitsCheck): Issue[] {
  const values = limitedValues(check);
  return [
    ...values.flatMap((limited) => checkRange(check, limited)),
    ...members.flatMap((member) => checkVersion(check, member)),
    ...checkFreeSizes(check, values),
  ];
}

interface Limited {
  readonly path: IssuePath;
  readonly value: number;
  readonly range: LimitRange;
  /** `default`: what a new endpoint gets where the spec is silent. `live`: the endpoint has it already, whether or not the spec gives it too. */
  readonly origin: 'spec' | 'default' | 'live';
}

/** A value that is missing or malformed has an issue of its own. */
function limitedValues({ document, planned }: LimitsCheck): Limited[] {
  const { policy, volumeMounts = [] } = document.readable;
  const live = planned?.live;
  return members.flatMap((member): Limited[] => {
    const { limit } = member;
    if (limit === undefined || 'list' in limit) return [];
    if ('localVolumes' in limit)
      return [...volumeMounts.entries()].flatMap(([index, { type, size, mountPath }]): Limited[] => {
        if (type !== 'local' || size === undefined) return [];
        const isLive = live?.volumeMounts.some(
          (volume) => volume.type === type && volume.mountPath === mountPath && volume.size === size,
        );
        const path = ['volumeMounts', index, 'size'];
        return [{ path, value: size, range: limit.localVolumes, origin: isLive ? 'live' : 'spec' }];
      });
    // Where the spec gives the value alone, only the plan knows the type of the policy.
    const type = policy?.type ?? planned?.desired.policy.type ?? '';
    const range = 'byPolicyType' in limit ? limit.byPolicyType[type] : limit;
    // The same number means something else under another type.
    const isSame = !('byPolicyType' in limit) || live?.policy.type === planned?.desired.policy.type;
    const kept = isSame ? liveValue(planned, member) : undefined;
    const path = member.path.split('.');
    const given = valueAt(document.readable, member.path);
    const value = document.mentions(path) ? given : (kept ?? (planned && !live ? member.default : undefined));
    if (!range || typeof value !== 'number') return [];
    const written = given === undefined ? 'default' : 'spec';
    return [{ path, value, range, origin: value === kept ? 'live' : written }];
  });
}

/** Undefined for what the service does not tell. */
function liveValue(planned: PlannedConfig | undefined, member: Member): unknown {
  const live = planned?.live;
  return live && !isUnread(live, member.path) ? configValue(live, member) : undefined;
}

const noCheckHint = 'No change needed; the service decides.';

function checkRange({ document, limits, planned }: LimitsCheck, { path, value, range, origin }: Limited): Issue[] {
  const member = memberText(document.inFile(path));
  const [min, max] = [limitOf(limits, range.min), limitOf(limits, range.max)];
  if (min === undefined || max === undefined || min > max) {
    const said = `the live limits say ${range.min} ${min ?? 'nothing'} and ${range.max} ${max ?? 'nothing'}`;
    const words = { message: `${member} was not checked: ${said}`, hint: noCheckHint };
    return origin === 'spec'
      ? [issueAt(document, path, { code: 'limits-unusable', severity: 'warning', ...words })]
      : [];
  }
  if (value >= min && value <= max) return [];
  const isZero = range.mayBeZero && value === 0;
  // Services scale to zero where the limits say 1: said once, of a new endpoint that asks for it.
  if (isZero && (!planned || planned.live || (origin === 'default' && min === 1))) return [];
  const unit = max === 1 && min === 1 ? range.unit.replace(/s$/, '') : range.unit;
  const allowed = `allowed: ${rangeText({ min, max })} ${unit} (live limit)`;
  const block = path.length > 1 ? ` under \`${path[0]}\`` : '';
  const words = {
    spec: {
      message: `${member} is ${valueText(value)}; ${allowed}`,
      hint: min === max ? `Write ${min}.` : `Write a value from ${min} to ${max}.`,
    },
    default: {
      message: `${member} is not in the spec, and a new endpoint gets ${value}; ${allowed}`,
      hint: `Write \`${path.at(-1)}: ${value < min ? min : max}\`${block}, or another value in that range.`,
    },
    live: {
      message: `${member} is ${value} on the live endpoint; ${allowed}`,
      hint: 'No change needed as long as the service accepts it.',
    },
  }[origin];
  const zeroHint = `No change needed if your account can scale to zero; the service decides. Otherwise set it to ${min}.`;
  const severity = isZero || origin === 'live' ? 'notice' : 'error';
  return [issueAt(document, path, { code: 'outside-limits', severity, ...words, ...(isZero && { hint: zeroHint }) })];
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
  const path = member.path.split('.');
  if (known.length === 0) {
    const message = `${memberText(path)} was not checked: the live limits list no CUDA versions`;
    return [issueAt(document, path, { code: 'limits-unusable', severity: 'warning', message, hint: noCheckHint })];
  }
  const message = `${memberText(path)} is ${valueText(version)}; allowed: ${known.join(', ')} (live limit)`;
  return [issueAt(document, path, { code: 'outside-limits', message, hint: `Write one of ${known.join(', ')}.` })];
}

/** The free sizes inform; they do not forbid (design.md). Local volumes share theirs. */
function checkFreeSizes({ document, limits }: LimitsCheck, values: readonly Limited[]): Issue[] {
  const given = values.filter(({ origin }) => origin === 'spec');
  return [...Map.groupBy(given, ({ range }) => range.free)].flatMap(([free, sizes]): Issue[] => {
    const capacity = free && limitOf(limits, free.name);
    const total = sizes.reduce((sum, { value }) => sum + value, 0);
    if (!free || capacity === undefined || total <= capacity) return [];
    const first = sizes[0]?.path ?? [];
    const path = sizes.length > 1 ? first.slice(0, 1) : first;
    const size = sizes.length > 1 ? `adds up to ${total}` : `is ${total}`;
    const message = `${memberText(document.inFile(path))} ${size} GB; the free ${free.of} capacity is ${capacity} GB (live limit)`;
    const hint = 'No change needed if you want the larger disk.';
    return [issueAt(document, path, { code: 'beyond-free-size', severity: 'notice', message, hint })];
  });
}

/** Errors for values that the v2 update cannot carry, of the members that it has to (service-api.md, v2 Update endpoint). */
export function checkV2Bounds(document: SpecDocument, carried: ReadonlySet<string>): Issue[] {
  return members.flatMap((member) => {
    const { kind, v2, examples } = member;
    const value = valueAt(document.readable, member.path);
    if (!carried.has(member.path) || value === undefined) return [];
    const outside = (path: IssuePath, what: string, allowed: string, hint: string) =>
      issueAt(document, path, {
        code: 'outside-v2-bounds',
        message: `${what}; the v2 update takes ${allowed} (documented bound)`,
        hint,
      });
    const isMiscounted = v2?.count !== undefined && Array.isArray(value) && value.length !== v2.count;
    const count = isMiscounted
      ? [
          outside(
            [member.path],
            `\`${member.path}\` has ${value.length} items`,
            `exactly ${v2.count}`,
            `Write, for example, \`${member.path}: [${examples[0]}]\`.`,
          ),
        ]
      : [];
    const violations = boundViolations(member, value).map(({ path: below, value: found, bound }) => {
      const path = [...member.path.split('.'), ...below];
      const named = memberText(document.inFile(path));
      const allowed = bound.oneOf ? bound.oneOf.join(', ') : rangeText(bound);
      if (bound.oneOf) return outside(path, `${named} is ${valueText(found)}`, allowed, `Write one of ${allowed}.`);
      if (typeof found === 'number')
        return outside(path, `${named} is ${found}`, allowed, `Write a value from ${bound.min} to ${bound.max}.`);
      const what = kind === 'envs' && path.at(-1) === 'key' ? `the key ${named}` : named;
      return outside(
        path,
        `${what} is ${found.length} characters long`,
        allowed,
        `Shorten it to ${bound.max} characters.`,
      );
    });
    return [...count, ...violations];
  });
}

const mostShown = 10;

/** Warnings for products that no endpoint of the account has, since the service has no list of them; none where there is nothing to compare with. */
export function checkProducts(document: SpecDocument, known: readonly string[]): Issue[] {
  if (known.length === 0) return [];
  const theirs = known.slice(0, mostShown).map(valueText).join(', ') + (known.length > mostShown ? ', …' : '');
  return [...(document.readable.products ?? []).entries()].flatMap(([index, product]): Issue[] => {
    if (known.includes(product)) return [];
    const path = ['products', index];
    const [meant] = nearest(product, known);
    const message = `${memberText(path)} is ${valueText(product)}, which no endpoint of the account has; theirs are ${theirs}`;
    const hint = `${meant === undefined ? '' : `Did you mean \`${meant}\`? `}No change needed if the service offers this product.`;
    return [issueAt(document, path, { code: 'unknown-product', severity: 'warning', message, hint })];
  });
}
