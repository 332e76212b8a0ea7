/** Issues of a spec that its live limits, its live endpoint and its plan show (service-api.md). */
import type { EndpointConfig } from '../model/config.ts';
import { configValue, isNeverEmpty, isUnread, isUnset, memberAt, members, valueAt } from '../model/config.ts';
import type { PartialVolume } from '../model/desired.ts';
import type { Plan } from '../plan/plan.ts';
import {
  errorAt,
  type FieldWords,
  type Issue,
  type IssuePath,
  issueAt,
  memberText,
  type SpecDocument,
  valueText,
} from '../spec/issue.ts';
import { checkLimits, checkV2Bounds, type LiveLimits, type PlannedConfig } from './limits.ts';

/** Without a plan: values outside the live limits, and warnings of gaps that only an existing endpoint could fill. */
export function checkDocuments(documents: readonly SpecDocument[], live: LiveLimits): Issue[] {
  return documents.flatMap((document) => {
    const storage = checkStorage(document, document.readable, 'warning');
    return oneForEach([...storage, ...checkLimits({ document, ...live })]);
  });
}

/**
 * Missing fields of a new endpoint, values outside the live limits, fields that contradict live ones, unknown values
 * that an update needs, values outside v2's bounds if v2 carries the field, and fields that no call carries.
 */
export function checkPlan({ document, plan, ...live }: { document: SpecDocument; plan: Plan } & LiveLimits): Issue[] {
  const { operation, desired, calls, changes } = plan;
  const updated = plan.live;
  const planned = { desired, live: updated?.config };
  const isHealthSent = calls.includes('update-v2') && changes.some(({ member }) => member === 'healthy.path');
  // That its value is unknown says more than that no call carries the member.
  const problems = plan.problems.filter(({ member }) => !isUnread(desired, member));
  const contradictions = [
    ...checkWorkers(document, desired.workerConfig),
    ...checkPolicyChange(document, planned),
    ...checkStorage(document, desired, 'error'),
  ];
  return oneForEach([
    ...(updated ? [] : checkCreation(document)),
    ...checkLimits({ document, planned, ...live }),
    // A spec that changes nothing is not judged by live fields.
    ...(operation === 'unchanged' ? [] : contradictions),
    ...checkComplete(document, plan),
    ...checkRoute(document, problems),
    ...(isHealthSent ? checkHealthPort(document, desired) : []),
    ...(operation === 'unchanged' ? noteUncompared(document, plan) : []),
  ]);
}

/** Changes that no call can carry. If v2 alone could, the bound that the value breaks says more. */
function checkRoute(document: SpecDocument, problems: Plan['problems']): Issue[] {
  return [...Map.groupBy(problems, ({ member }) => memberAt(member))].flatMap(([member, same]) => {
    const outside = member && !member.families.includes('v1') ? checkV2Bounds(document, member) : [];
    if (outside.length > 0) return outside;
    return same.map(({ member: path, ...words }) =>
      issueAt(document, path.split('.'), { code: 'not-updatable', ...words }),
    );
  });
}

/** A value that is too large breaks several ranges: one issue, the gravest one, the live limits before others. */
function oneForEach(issues: readonly Issue[]): Issue[] {
  const isSize = ({ code }: Issue) => ['outside-limits', 'outside-v2-bounds', 'beyond-free-size'].includes(code);
  const groups = Map.groupBy(issues.filter(isSize), ({ path }) => path.join('\n'));
  const kept = [...groups.values()].map((same) => same.find(({ severity }) => severity === 'error') ?? same[0]);
  return issues.filter((issue) => !isSize(issue) || kept.includes(issue));
}

/** Of a spec that gives one of the two; a spec that gives both is judged without a plan. */
function checkWorkers(document: SpecDocument, { minNum, maxNum }: EndpointConfig['workerConfig']): Issue[] {
  const [isMinGiven, isMaxGiven] = ['minNum', 'maxNum'].map((name) => document.mentions(['workerConfig', name]));
  if (maxNum >= minNum || isMinGiven === isMaxGiven) return [];
  const [message, hint] = isMinGiven
    ? [`is above \`workerConfig.maxNum\`, which stays at ${maxNum}`, 'Set `maxNum` too, or lower `minNum`.']
    : [`is below \`workerConfig.minNum\`, which stays at ${minNum}`, 'Set `minNum` too, or raise `maxNum`.'];
  const path = ['workerConfig', isMinGiven ? 'minNum' : 'maxNum'];
  const what = `(${isMinGiven ? minNum : maxNum}) ${message}`;
  return [issueAt(document, path, { code: 'max-below-min', what, hint })];
}

/** The seconds of one type must not become requests of the other. */
function checkPolicyChange(document: SpecDocument, { desired, live }: PlannedConfig): Issue[] {
  const type = document.readable.policy?.type;
  if (!live?.policy.type || type === undefined || document.mentions(['policy', 'value'])) return [];
  const before = live.policy;
  if (before.type === desired.policy.type) return [];
  const change = `changes from ${JSON.stringify(before.type)} to ${valueText(type)}`;
  const kept = `\`policy.value\`, which the spec leaves at ${before.value}, means something else under the new type`;
  const values = 'the seconds that a request may wait (`queue`) or the number of requests (`concurrency`)';
  const words = { what: `${change}, and ${kept}`, hint: `Set \`policy.value\` too: ${values}.` };
  return [issueAt(document, ['policy', 'type'], { code: 'policy-value-needed', ...words })];
}

/** service-api.md, v1 Create endpoint: cloud storage has an id and a cluster, a local disk a size. */
function checkStorage(
  document: SpecDocument,
  { volumeMounts = [], clusterID = '' }: { volumeMounts?: readonly PartialVolume[]; clusterID?: string },
  severity: 'warning' | 'error',
): Issue[] {
  const isGiven = document.mentions(['volumeMounts']);
  const isClusterGiven = document.mentions(['clusterID']);
  const keeps = severity === 'warning' ? '; an existing endpoint would keep its current value' : '';
  return volumeMounts.flatMap(({ type, id = '', size = 0, mountPath }, index): Issue[] => {
    const item = ['volumeMounts', index];
    const isCloud = type !== 'local';
    const [part, why, add] = isCloud
      ? (['id', 'cloud storage is identified by its ID', 'Add `id: …`.'] as const)
      : (['size', 'a local disk needs a size in GB', 'Add, for example, `size: 50`.'] as const);
    const isMissing = isGiven && !document.mentions([...item, part]) && (isCloud ? id === '' : size === 0);
    const lacksCluster = isCloud && clusterID === '';
    const hint = 'Add the `clusterID` of the cluster that holds the storage.';
    const cluster = { code: 'cluster-required', hint } as const;
    const empty = `is empty, but the volume at ${mountPath} is cloud storage (its type is not \`local\`)`;
    const absent = `is not \`local\`, so it is cloud storage, but \`clusterID\` is missing${keeps}`;
    const rules: readonly (readonly [isBroken: boolean, path: IssuePath, words: FieldWords])[] = [
      [isMissing, [...item, part], { code: 'missing-key', severity, what: `is missing: ${why}${keeps}`, hint: add }],
      // An empty `clusterID` is wrong for any endpoint.
      [lacksCluster && isClusterGiven, ['clusterID'], { ...cluster, what: empty }],
      [lacksCluster && isGiven && !isClusterGiven, [...item, 'type'], { ...cluster, severity, what: absent }],
    ];
    return rules.flatMap(([isBroken, path, words]) => (isBroken ? [issueAt(document, path, words)] : []));
  });
}

/**
 * A notice if v2 sends the health check's path without its port: no reading shows whether the endpoint has a port of
 * its own, and the service may reset a missing one (service-api.md, v2 Update endpoint).
 */
function checkHealthPort(document: SpecDocument, { healthy: { path, port } }: EndpointConfig): Issue[] {
  if (path === '' || port !== undefined) return [];
  const effect = 'the v2 update sends the health check without a port, which may reset one that was set by hand';
  const hint = "No change needed if the health check uses the endpoint's port; otherwise add `healthy.port`.";
  const words = { what: `has no \`port\` in the spec: ${effect}`, hint };
  return [issueAt(document, ['healthy'], { code: 'health-port-unknown', severity: 'notice', ...words })];
}

/** A notice at each field of the spec that is sent only with another change, and may differ from the live value. */
function noteUncompared(document: SpecDocument, { unverifiable }: Plan): Issue[] {
  const given = unverifiable.map((member) => member.split('.')).filter((path) => document.mentions(path));
  return given.map((path) => {
    const what = `is not sent alone: nothing shows whether the endpoint has this value already`;
    const hint = 'If you have changed it, change something else with it, or recreate the endpoint.';
    return issueAt(document, path, { code: 'not-comparable', severity: 'notice', what, hint });
  });
}

/** Errors for missing fields without a documented default. A malformed field has an issue of its own. */
export function checkCreation(document: SpecDocument): Issue[] {
  return missingOf(document).map(({ path, hint }) => {
    const what = 'is missing, and creating the endpoint requires it; an existing endpoint would keep its current value';
    return issueAt(document, path, { code: 'required-to-create', what, hint });
  });
}

/** One notice of the missing fields of a new endpoint, while it is unknown whether the endpoint exists. */
export function noteCreation(document: SpecDocument): Issue[] {
  const missing = missingOf(document);
  if (missing.length === 0) return [];
  const named = missing.map(({ path }) => memberText(path)).join(', ');
  const message = `creating the endpoint would need ${named}; an existing one keeps what it has`;
  const words = { code: 'required-to-create', severity: 'notice', message } as const;
  return [errorAt(document.place(['name']), { ...words, hint: missing.map(({ hint }) => hint).join(' ') }, ['name'])];
}

function missingOf({ mentions, readable }: SpecDocument): { path: readonly string[]; hint: string }[] {
  const missing = members.filter(({ path, keys, neededToCreate }) => {
    const [block = ''] = keys;
    const isMalformed = mentions([block]) && valueAt(readable, block) === undefined;
    const isGiven = mentions(keys) || valueAt(readable, path) !== undefined;
    return neededToCreate !== undefined && !isMalformed && !isGiven;
  });
  const byBlock = Map.groupBy(missing, ({ keys }) => keys[0] ?? '');
  return [...byBlock].flatMap(([block, inBlock]) => {
    // Without the whole block, there is one mistake.
    const paths = inBlock.length > 1 ? [[block]] : inBlock.map(({ keys }) => keys);
    return paths.map((path) => ({ path, hint: inBlock[0]?.neededToCreate ?? '' }));
  });
}

/** Members that a v1 update (all parameters on every call) sends, and that are unknown. */
function checkComplete(document: SpecDocument, plan: Plan): Issue[] {
  const { desired, calls, live } = plan;
  if (!live || calls.length === 0) return [];
  return members.flatMap((member): Issue[] => {
    // The record is one of the envs, and a list goes as a whole.
    const isUpdated = calls.includes('update-v1') ? member.families.includes('v1') : member.path === 'envs';
    if (!isUpdated) return [];
    const { keys: path } = member;
    const value = configValue(desired, member);
    const isTextEmpty = member.kind === 'text' && isNeverEmpty(member) && isUnset(value);
    const ports = member.kind === 'ports' && Array.isArray(value) ? value : ['one'];
    const listed = ports.length === 0 ? 'no ports' : `the ports ${ports.join(', ')}`;
    // Known from the service, but no update can send it.
    const impossible = ports.length === 1 ? undefined : listed;
    const unread = desired.unread?.find((each) => each.path === member.path)?.found;
    const found = unread ?? impossible ?? (isTextEmpty ? 'empty text' : undefined);
    if (found === undefined || document.mentions(path)) return [];
    const lack = `the spec does not set it, and the service returned ${found} for endpoint ${live.id}`;
    const what = `is required for the update, but ${lack}`;
    return [issueAt(document, path, { code: 'not-told', what, hint: `Add \`${member.path}\` to the spec.` })];
  });
}
