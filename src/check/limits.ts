/** Owns the relation between members of a spec and the live limits (service-api.md, Limits); knows nothing of how limits are fetched. */
import { type Issue, type IssuePath, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { memberText, rangeText } from '../spec/words.ts';

/** The limits record, declared anew because a spec knows no service: sizes in GB, times in seconds. Any member may be missing. */
export interface LiveLimits {
  readonly [member: string]: number | readonly string[] | undefined;
  readonly cudaVersionList?: readonly string[];
}

interface LimitedMember {
  readonly path: readonly string[];
  readonly min: string;
  readonly max: string;
  readonly unit: string;
  /** Scaling to zero is used where the limits say 1: the service has the last word. */
  readonly zeroWarns?: true;
}

/** Which limits hold for which member. `policy.value` and the sizes of local volumes depend on a type and follow below. */
export const limitedMembers: readonly LimitedMember[] = [
  { path: ['workerConfig', 'minNum'], min: 'minWorkerNum', max: 'maxWorkerNum', unit: 'workers', zeroWarns: true },
  { path: ['workerConfig', 'maxNum'], min: 'minWorkerNum', max: 'maxWorkerNum', unit: 'workers' },
  { path: ['workerConfig', 'freeTimeout'], min: 'minFreeTimeout', max: 'maxFreeTimeout', unit: 'seconds' },
  { path: ['workerConfig', 'maxConcurrent'], min: 'minConcurrencyNum', max: 'maxConcurrencyNum', unit: 'requests' },
  { path: ['workerConfig', 'gpuNum'], min: 'minGPUNum', max: 'maxGPUNum', unit: 'GPUs' },
  { path: ['workerConfig', 'requestTimeout'], min: 'minRequestTimeout', max: 'maxRequestTimeout', unit: 'seconds' },
  { path: ['rootfsSize'], min: 'minRootfsSize', max: 'maxRootfsSize', unit: 'GB' },
];

/** Limits of `policy.value` by `policy.type`; for another type none are known. */
export const policyLimits: ReadonlyMap<string, Omit<LimitedMember, 'path'>> = new Map([
  ['queue', { min: 'minQueueWaitTime', max: 'maxQueueWaitTime', unit: 'seconds' }],
  ['concurrency', { min: 'minRequestNum', max: 'maxRequestNum', unit: 'requests' }],
]);

export const localVolumeLimits = { min: 'minLocalVolumeSize', max: 'maxLocalVolumeSize', unit: 'GB' } as const;

/**
 * Values outside the live limits: errors, and warnings for `minNum: 0`. Sizes beyond the free capacity are notices. A range that misses an end
 * or contradicts itself is reported once and not obeyed. Judges what could be read of a document, whatever else is wrong with it.
 */
export function checkLimits({ document, limits }: { document: SpecDocument; limits: LiveLimits }): Issue[] {
  const unusable = new Set<string>();
  return [
    ...limitedValues(document).flatMap((limited) => checkRange({ document, limits, limited, unusable })),
    ...checkCuda(document, limits),
    ...checkFreeSizes(document, limits),
  ];
}

interface LimitedValue extends Omit<LimitedMember, 'path'> {
  readonly path: IssuePath;
  readonly value: number;
}

function limitedValues(document: SpecDocument): LimitedValue[] {
  const { workerConfig = {}, rootfsSize, policy, volumeMounts = [] } = document.readable;
  const scalars: Record<string, unknown> = { ...workerConfig, rootfsSize };
  const plain = limitedMembers.flatMap((member) => {
    const value = scalars[member.path.at(-1) ?? ''];
    return typeof value === 'number' ? [{ ...member, value }] : [];
  });
  const range = policy && policyLimits.get(policy.type);
  const byType = policy && range ? [{ ...range, path: ['policy', 'value'], value: policy.value }] : [];
  const volumes = volumeMounts.flatMap(({ type, size }, index) =>
    type === 'local' ? [{ ...localVolumeLimits, path: ['volumeMounts', index, 'size'], value: size }] : [],
  );
  // A local volume without a size has an issue of its own.
  return [...plain, ...byType, ...volumes].filter(({ path }) => document.mentions(path));
}

function checkRange(options: {
  document: SpecDocument;
  limits: LiveLimits;
  limited: LimitedValue;
  unusable: Set<string>;
}): Issue[] {
  const { document, limits, limited, unusable } = options;
  const { path, value, unit } = limited;
  const min = limits[limited.min];
  const max = limits[limited.max];
  if (typeof min !== 'number' || typeof max !== 'number' || min > max) {
    if (unusable.has(limited.min)) return [];
    unusable.add(limited.min);
    return [
      issueAt(document, path, {
        code: 'limits-unusable',
        severity: 'warning',
        message: `${memberText(document.inFile(path))} was not checked: the live limits say ${limited.min} ${shown(min)} and ${limited.max} ${shown(max)}`,
        hint: 'Nothing to write; the service has the last word.',
      }),
    ];
  }
  if (value >= min && value <= max) return [];
  const warns = limited.zeroWarns && value === 0;
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

function shown(limit: unknown): string {
  return typeof limit === 'number' ? String(limit) : 'nothing';
}

function checkCuda(document: SpecDocument, limits: LiveLimits): Issue[] {
  const version = document.readable.workerConfig?.cudaVersion;
  if (version === undefined) return [];
  const path = ['workerConfig', 'cudaVersion'];
  const known = limits.cudaVersionList ?? [];
  if (known.length === 0) {
    const message = `${memberText(path)} was not checked: the live limits list no CUDA versions`;
    return [
      issueAt(document, path, {
        code: 'limits-unusable',
        severity: 'warning',
        message,
        hint: 'Nothing to write; the service has the last word.',
      }),
    ];
  }
  if (known.includes(version)) return [];
  const message = `${memberText(path)} is ${document.show(path, version)}; allowed are ${known.join(', ')} (live limit)`;
  return [issueAt(document, path, { code: 'outside-limits', message, hint: `Write one of ${known.join(', ')}.` })];
}

/** The free sizes inform; they do not forbid (design.md). Local volumes share theirs. */
function checkFreeSizes(document: SpecDocument, limits: LiveLimits): Issue[] {
  const { rootfsSize = 0, volumeMounts = [] } = document.readable;
  const local = [...volumeMounts.entries()].filter(([, { type }]) => type === 'local');
  const total = local.reduce((sum, [, { size }]) => sum + size, 0);
  const first = local[0]?.[0] ?? 0;
  const uses: { path: IssuePath; size: number; free: unknown; what: string }[] = [
    { path: ['rootfsSize'], size: rootfsSize, free: limits.freeRootfsSize, what: 'system disk' },
    {
      path: local.length > 1 ? ['volumeMounts'] : ['volumeMounts', first, 'size'],
      size: total,
      free: limits.freeLocalVolumeSize,
      what: 'local volume',
    },
  ];
  return uses.flatMap(({ path, size, free, what }) => {
    if (typeof free !== 'number' || size <= free) return [];
    const found = local.length > 1 && path.length === 1 && what === 'local volume' ? 'sums up to' : 'is';
    const shownSize = path.at(-1) === 'volumeMounts' ? String(size) : document.show(path, size);
    return [
      issueAt(document, path, {
        code: 'beyond-free-size',
        severity: 'notice',
        message: `${memberText(document.inFile(path))} ${found} ${shownSize} GB; the free ${what} capacity is ${free} GB (live limit)`,
        hint: 'Nothing to write, if the larger disk is meant.',
      }),
    ];
  });
}
