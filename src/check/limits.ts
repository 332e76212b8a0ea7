/** Values of a spec against the live limits (service-api.md, Limits). */
import { type Member, members, valueAt } from '../model/config.ts';
import type { Limits } from '../model/limits.ts';
import type { LimitRange } from '../model/row.ts';
import { type Issue, type IssuePath, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { memberText, rangeText } from '../spec/words.ts';

export interface LimitsCheck {
  document: SpecDocument;
  limits: Limits;
}

/**
 * Values outside the live limits: errors, and warnings for `minNum: 0`. Sizes beyond the free capacity are notices. A range that misses an end
 * or contradicts itself is reported once and not obeyed. Judges what could be read of a document, whatever else is wrong with it.
 */
export function checkLimits({ document, limits }: LimitsCheck): Issue[] {
  const unusable = new Set<string>();
  return [
    ...limitedValues(document).flatMap((limited) => checkRange({ document, limits, limited, unusable })),
    ...checkVersions({ document, limits }),
    ...checkFreeSizes({ document, limits }),
  ];
}

interface LimitedValue {
  readonly path: IssuePath;
  readonly value: number;
  readonly range: LimitRange;
}

/** Every number that the spec gives and a range holds for; one that is missing or malformed has an issue of its own. */
function limitedValues(document: SpecDocument): LimitedValue[] {
  const { policy, volumeMounts = [] } = document.readable;
  return members.flatMap((member): LimitedValue[] => {
    const { limit } = member;
    if (limit === undefined || 'list' in limit) return [];
    if ('localVolumes' in limit) {
      return [...volumeMounts.entries()].flatMap(([index, { type, size }]) =>
        type === 'local' && size !== undefined
          ? [{ path: ['volumeMounts', index, 'size'], value: size, range: limit.localVolumes }]
          : [],
      );
    }
    const range = 'byPolicyType' in limit ? limit.byPolicyType[policy?.type ?? ''] : limit;
    const value = givenValue(document, member);
    return range && typeof value === 'number' ? [{ path: member.path.split('.'), value, range }] : [];
  });
}

function givenValue(document: SpecDocument, { path }: Member): unknown {
  return document.mentions(path.split('.')) ? valueAt(document.readable, path) : undefined;
}

function checkRange({
  document,
  limits,
  limited: { path, value, range },
  unusable,
}: LimitsCheck & { limited: LimitedValue; unusable: Set<string> }): Issue[] {
  const { unit } = range;
  const min = limitOf(limits, range.min);
  const max = limitOf(limits, range.max);
  if (min === undefined || max === undefined || min > max) {
    if (unusable.has(range.min)) return [];
    unusable.add(range.min);
    return [
      issueAt(document, path, {
        code: 'limits-unusable',
        severity: 'warning',
        message: `${memberText(document.inFile(path))} was not checked: the live limits say ${range.min} ${min ?? 'nothing'} and ${range.max} ${max ?? 'nothing'}`,
        hint: 'Nothing to write; the service has the last word.',
      }),
    ];
  }
  if (value >= min && value <= max) return [];
  const warns = range.zeroWarns && value === 0;
  return [
    issueAt(document, path, {
      code: 'outside-limits',
      severity: warns ? 'warning' : 'error',
      message: `${memberText(document.inFile(path))} is ${document.show(path, value)}; allowed is ${rangeText({ min, max })} ${max === 1 && min === 1 ? unit.replace(/s$/, '') : unit} (live limit)`,
      hint: warns
        ? `Nothing, if scaling to zero works for you: the service has the last word. Otherwise write ${min}.`
        : min === max
          ? `Write ${min}.`
          : `Write a value from ${min} to ${max}.`,
    }),
  ];
}

/** The name comes from the table of members; the record may lack any. */
function limitOf(limits: Limits, name: string): number | undefined {
  const value = (limits as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : undefined;
}

function checkVersions({ document, limits }: LimitsCheck): Issue[] {
  return members.flatMap((member): Issue[] => {
    const version = givenValue(document, member);
    if (!member.limit || !('list' in member.limit) || typeof version !== 'string') return [];
    const path = member.path.split('.');
    const known = limits[member.limit.list] ?? [];
    if (known.length === 0) {
      const message = `${memberText(path)} was not checked: the live limits list no CUDA versions`;
      const hint = 'Nothing to write; the service has the last word.';
      return [issueAt(document, path, { code: 'limits-unusable', severity: 'warning', message, hint })];
    }
    if (known.includes(version)) return [];
    const message = `${memberText(path)} is ${document.show(path, version)}; allowed are ${known.join(', ')} (live limit)`;
    return [issueAt(document, path, { code: 'outside-limits', message, hint: `Write one of ${known.join(', ')}.` })];
  });
}

/** The free sizes inform; they do not forbid (design.md). Local volumes share theirs. */
function checkFreeSizes({ document, limits }: LimitsCheck): Issue[] {
  const byLimit = Map.groupBy(
    limitedValues(document).filter(({ range }) => range.free !== undefined),
    ({ range }) => range.free,
  );
  return [...byLimit].flatMap(([free, values]): Issue[] => {
    const [first] = values;
    const capacity = free && limitOf(limits, free.name);
    const total = values.reduce((sum, { value }) => sum + value, 0);
    if (!first || !free || capacity === undefined || total <= capacity) return [];
    const path = values.length > 1 ? first.path.slice(0, 1) : first.path;
    const size = values.length > 1 ? `sums up to ${total}` : `is ${document.show(path, total)}`;
    return [
      issueAt(document, path, {
        code: 'beyond-free-size',
        severity: 'notice',
        message: `${memberText(document.inFile(path))} ${size} GB; the free ${free.of} capacity is ${capacity} GB (live limit)`,
        hint: 'Nothing to write, if the larger disk is meant.',
      }),
    ];
  });
}
