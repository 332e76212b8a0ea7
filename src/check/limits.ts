/** Values of a spec against the live limits (service-api.md, Limits). */
import { configValue, type EndpointConfig, isUnread, type Member, members, valueAt } from '../model/config.ts';
import type { Limits } from '../model/endpoint.ts';
import type { LimitRange } from '../model/row.ts';
import { type Issue, type IssuePath, issueAt, memberText, rangeText, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { type LimitedValue, limitedValues } from './limited-values.ts';

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

const noCheckHint = 'No change needed; the service decides.';

/**
 * Values outside the live limits: errors, and a notice for `minNum: 0` of a new endpoint. The defaults of a new endpoint are judged as if they were written. What the live
 * endpoint has already is not judged: one notice says what lies outside. Sizes beyond the free capacity are notices. A range that misses an end or
 * contradicts itself is reported once and not obeyed. Judges what could be read of a document.
 */
export function checkLimits(check: LimitsCheck): Issue[] {
  const values = limitedValues(check);
  const unusable = new Set<string>();
  const judged = values.filter(({ origin }) => origin !== 'live');
  return [
    ...judged.flatMap((limited) => checkRange(check, { limited, unusable })),
    ...checkVersions(check),
    ...checkFreeSizes(check, judged),
    ...noteLiveValues(
      check,
      values.filter(({ origin }) => origin === 'live'),
    ),
  ];
}

function checkRange(
  { document, limits, planned }: LimitsCheck,
  { limited: { path, value, range, origin }, unusable }: { limited: LimitedValue; unusable: Set<string> },
): Issue[] {
  const { unit } = range;
  const { min, max } = endsOf(limits, range);
  const isDefault = origin === 'default';
  const isNew = planned !== undefined && planned.live === undefined;
  const member = memberText(document.inFile(path));
  if (min === undefined || max === undefined || min > max) {
    if (isDefault || unusable.has(range.min)) return [];
    unusable.add(range.min);
    return [
      issueAt(document, path, {
        code: 'limits-unusable',
        severity: 'warning',
        message: `${member} was not checked: the live limits say ${range.min} ${min ?? 'nothing'} and ${range.max} ${max ?? 'nothing'}`,
        hint: noCheckHint,
      }),
    ];
  }
  if (value >= min && value <= max) return [];
  const mayBeZero = range.mayBeZero && value === 0;
  // Services scale to zero where the limits say 1: said once, of a new endpoint that asks for it.
  if (mayBeZero && (!isNew || (isDefault && min === 1))) return [];
  const allowed = `allowed: ${rangeText({ min, max })} ${max === 1 && min === 1 ? unit.replace(/s$/, '') : unit} (live limit)`;
  const nearest = value < min ? min : max;
  const hint = isDefault
    ? `Write \`${path.at(-1)}: ${nearest}\`${path.length > 1 ? ` under \`${path[0]}\`` : ''}, or another value in that range.`
    : min === max
      ? `Write ${min}.`
      : `Write a value from ${min} to ${max}.`;
  return [
    issueAt(document, path, {
      code: 'outside-limits',
      severity: mayBeZero ? 'notice' : 'error',
      message: isDefault
        ? `${member} is not in the spec, and a new endpoint gets ${value}; ${allowed}`
        : `${member} is ${valueText(value)}; ${allowed}`,
      hint: mayBeZero
        ? `No change needed if your account can scale to zero; the service decides. Otherwise set it to ${min}.`
        : hint,
    }),
  ];
}

function endsOf(limits: Limits, range: LimitRange): { min: number | undefined; max: number | undefined } {
  return { min: limitOf(limits, range.min), max: limitOf(limits, range.max) };
}

/** The name comes from the table of members; the record may lack any. */
function limitOf(limits: Limits, name: string): number | undefined {
  const value = (limits as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : undefined;
}

/** What the service has accepted once stays, even if it would not accept it today. */
function noteLiveValues({ document, limits }: LimitsCheck, values: readonly LimitedValue[]): Issue[] {
  const outside = values.flatMap(({ path, value, range }) => {
    const { min, max } = endsOf(limits, range);
    if (min === undefined || max === undefined || min > max || (value >= min && value <= max)) return [];
    if (range.mayBeZero && value === 0) return [];
    return [
      {
        path,
        words: `${memberText(document.inFile(path))} is ${value}, allowed now: ${rangeText({ min, max })} ${range.unit}`,
      },
    ];
  });
  const [first] = outside;
  if (!first) return [];
  return [
    issueAt(document, first.path, {
      code: 'outside-limits',
      severity: 'notice',
      message: `the live endpoint has values outside the live limits that the spec does not change: ${outside.map(({ words }) => words).join('; ')}`,
      hint: 'No change needed as long as the service accepts it.',
    }),
  ];
}

function checkVersions({ document, limits, planned }: LimitsCheck): Issue[] {
  return members.flatMap((member): Issue[] => {
    if (!member.limit || !('list' in member.limit) || !document.mentions(member.path.split('.'))) return [];
    const version = valueAt(document.readable, member.path);
    if (typeof version !== 'string' || isLive(member, version, planned)) return [];
    const path: IssuePath = member.path.split('.');
    const known = limits[member.limit.list] ?? [];
    if (known.length === 0) {
      const message = `${memberText(path)} was not checked: the live limits list no CUDA versions`;
      return [issueAt(document, path, { code: 'limits-unusable', severity: 'warning', message, hint: noCheckHint })];
    }
    if (known.includes(version)) return [];
    const message = `${memberText(path)} is ${valueText(version)}; allowed: ${known.join(', ')} (live limit)`;
    return [issueAt(document, path, { code: 'outside-limits', message, hint: `Write one of ${known.join(', ')}.` })];
  });
}

function isLive(member: Member, value: unknown, planned: PlannedConfig | undefined): boolean {
  const live = planned?.live;
  return live !== undefined && !isUnread(live, member.path) && configValue(live, member) === value;
}

/** The free sizes inform; they do not forbid (design.md). Local volumes share theirs. */
function checkFreeSizes({ document, limits }: LimitsCheck, given: readonly LimitedValue[]): Issue[] {
  const byLimit = Map.groupBy(
    given.filter(({ range, origin }) => range.free !== undefined && origin === 'spec'),
    ({ range }) => range.free,
  );
  return [...byLimit].flatMap(([free, values]): Issue[] => {
    const [first] = values;
    const capacity = free && limitOf(limits, free.name);
    const total = values.reduce((sum, { value }) => sum + value, 0);
    if (!first || !free || capacity === undefined || total <= capacity) return [];
    const path = values.length > 1 ? first.path.slice(0, 1) : first.path;
    const size = values.length > 1 ? `adds up to ${total}` : `is ${valueText(total)}`;
    return [
      issueAt(document, path, {
        code: 'beyond-free-size',
        severity: 'notice',
        message: `${memberText(document.inFile(path))} ${size} GB; the free ${free.of} capacity is ${capacity} GB (live limit)`,
        hint: 'No change needed if you want the larger disk.',
      }),
    ];
  });
}
