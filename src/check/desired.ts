/** Rules that speak of two members, judged on the desired configuration: the spec over the live endpoint, or over the defaults of a new one. */
import { configValue, isNeverEmpty, isUnset, type Member, members } from '../model/config.ts';
import type { Volume } from '../model/row.ts';
import { type Issue, issueAt, memberText, type Severity, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { PlannedConfig } from './limits.ts';

/** What the spec alone tells of these rules: warnings, since an existing endpoint may have what the spec leaves out. */
export function checkUnplanned(document: SpecDocument): Issue[] {
  const { volumeMounts = [], clusterID = '' } = document.readable;
  const volumes = volumeMounts.map(({ type, mountPath, id = '', size = 0 }) => ({ type, mountPath, id, size }));
  return checkStorage(document, { volumes, clusterID, severity: 'warning' });
}

/** Errors for what contradicts itself or is not complete once it is merged. What the spec does not touch is not judged. */
export function checkDesired(document: SpecDocument, { desired, live }: PlannedConfig): Issue[] {
  const { volumeMounts: volumes, clusterID } = desired;
  return [
    ...checkWorkers(document, desired.workerConfig),
    ...checkPolicy(document, { desired, live }),
    ...checkStorage(document, { volumes, clusterID, severity: 'error' }),
  ];
}

/** Each alone is sound; a spec that gives both is judged without a plan. */
function checkWorkers(document: SpecDocument, merged: { minNum: number; maxNum: number }): Issue[] {
  if (merged.maxNum >= merged.minNum) return [];
  const [given, ...both] = (['minNum', 'maxNum'] as const).filter((name) => document.mentions(['workerConfig', name]));
  if (!given || both.length > 0) return [];
  const path = ['workerConfig', given];
  const [relation, other] = given === 'minNum' ? (['above', 'maxNum'] as const) : (['below', 'minNum'] as const);
  return [
    issueAt(document, path, {
      code: 'max-below-min',
      message: `${memberText(path)} (${valueText(merged[given])}) is ${relation} \`workerConfig.${other}\`, which stays at ${merged[other]}`,
      hint: `Set \`${other}\` too, or ${given === 'minNum' ? 'lower' : 'raise'} \`${given}\`.`,
    }),
  ];
}

/** Seconds of one type must not become requests of the other. */
function checkPolicy(document: SpecDocument, { desired, live }: PlannedConfig): Issue[] {
  const { policy } = document.readable;
  if (!live || policy?.type === undefined || document.mentions(['policy', 'value'])) return [];
  const before = live.policy;
  if (before.type === desired.policy.type || before.type === '') return [];
  const path = ['policy', 'type'];
  return [
    issueAt(document, path, {
      code: 'policy-value-needed',
      message: `${memberText(path)} changes from ${JSON.stringify(before.type)} to ${valueText(policy.type)}, and \`policy.value\`, which the spec leaves at ${before.value}, means something else under the new type`,
      hint: 'Set `policy.value` too: the seconds that a request may wait (`queue`) or the number of requests (`concurrency`).',
    }),
  ];
}

interface Storage {
  volumes: readonly Volume[];
  clusterID: string;
  severity: Severity;
}

/** service-api.md, v1 Create endpoint: cloud storage has an id and a cluster, a local disk a size. */
function checkStorage(document: SpecDocument, { volumes, clusterID, severity }: Storage): Issue[] {
  const isGiven = document.mentions(['volumeMounts']);
  const keeps = severity === 'warning' ? '; an existing endpoint would keep its current value' : '';
  return volumes.flatMap(({ type, id, size }, index) => {
    const item = ['volumeMounts', index];
    const isCloud = type !== 'local';
    const part = isCloud ? 'id' : 'size';
    const issues: Issue[] = [];
    if (isGiven && !document.mentions([...item, part]) && (isCloud ? id === '' : size === 0)) {
      issues.push(
        issueAt(document, [...item, part], {
          code: 'missing-key',
          severity,
          message: `${memberText(document.inFile([...item, part]))} is missing: ${isCloud ? 'cloud storage is identified by its ID' : 'a local disk needs a size in GB'}${keeps}`,
          hint: isCloud ? 'Add `id: …`.' : 'Add, for example, `size: 50`.',
        }),
      );
    }
    if (isCloud && clusterID === '' && (isGiven || document.mentions(['clusterID']))) {
      const isMentioned = document.mentions(['clusterID']);
      const what = isGiven ? memberText(document.inFile(item)) : `the live volume at ${volumes[index]?.mountPath}`;
      issues.push(
        issueAt(document, ['clusterID'], {
          code: 'cluster-required',
          // An empty one is as wrong beside any endpoint.
          severity: isMentioned ? 'error' : severity,
          message: `${what} is cloud storage (its type is not \`local\`), but \`clusterID\` is ${isMentioned ? 'empty' : `missing${keeps}`}`,
          hint: 'Add the `clusterID` of the cluster that holds the storage.',
          at: isMentioned ? ['clusterID'] : [...item, 'type'],
        }),
      );
    }
    return issues;
  });
}

/**
 * What a v1 update has to send (service-api.md: all parameters on every call), or what an endpoint that takes the place of another has to have, and neither the
 * spec nor the service tells: asked for by name.
 */
export function checkComplete(
  document: SpecDocument,
  {
    desired,
    id,
    for: purpose,
  }: { desired: PlannedConfig['desired']; id: string; for: 'update' | 'partial update' | 'new endpoint' },
): Issue[] {
  return members.flatMap((member): Issue[] => {
    if (purpose === 'update' && member.v1.update === 'never') return [];
    // The record is one of the envs, and a list goes as a whole.
    if (purpose === 'partial update' && member.path !== 'envs') return [];
    const path = member.path.split('.');
    const unread = desired.unread?.find((each) => each.path === member.path);
    const found = unread
      ? unread.found
      : isImpossible(member, desired)
        ? describeValue(configValue(desired, member))
        : undefined;
    if (found === undefined || document.mentions(path)) return [];
    return [
      issueAt(document, path, {
        code: 'not-told',
        message: `${memberText(path)} is required for the ${purpose.replace('partial ', '')}, but the spec does not set it, and the service returned ${found} for endpoint ${id}`,
        hint: `Add \`${member.path}\` to the spec.`,
      }),
    ];
  });
}

/** The service has told it, and no update could send it: two ports, an empty image. */
function isImpossible(member: Member, desired: PlannedConfig['desired']): boolean {
  const value = configValue(desired, member);
  if (member.kind === 'ports') return (value as readonly number[]).length !== 1;
  return member.kind === 'text' && isNeverEmpty(member) && isUnset(value);
}

function describeValue(value: unknown): string {
  return Array.isArray(value) ? (value.length === 0 ? 'no ports' : `the ports ${value.join(', ')}`) : 'empty text';
}
