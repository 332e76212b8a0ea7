/** Rules that speak of two members, judged on the desired configuration: the spec over the live endpoint, or over the defaults of a new one. */
import type { EndpointConfig } from '../model/config.ts';
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
  const { volumeMounts: volumes, clusterID, workerConfig } = desired;
  return [
    ...checkWorkers(document, workerConfig),
    ...checkPolicy(document, { desired, live }),
    ...checkStorage(document, { volumes, clusterID, severity: 'error' }),
  ];
}

/** Each alone is sound; a spec that gives both is judged without a plan. */
function checkWorkers(document: SpecDocument, { minNum, maxNum }: EndpointConfig['workerConfig']): Issue[] {
  const [isMinGiven, isMaxGiven] = ['minNum', 'maxNum'].map((name) => document.mentions(['workerConfig', name]));
  if (maxNum >= minNum || isMinGiven === isMaxGiven) return [];
  const [message, hint] = isMinGiven
    ? [`is above \`workerConfig.maxNum\`, which stays at ${maxNum}`, 'Set `maxNum` too, or lower `minNum`.']
    : [`is below \`workerConfig.minNum\`, which stays at ${minNum}`, 'Set `minNum` too, or raise `maxNum`.'];
  const path = ['workerConfig', isMinGiven ? 'minNum' : 'maxNum'];
  const named = `${memberText(path)} (${isMinGiven ? minNum : maxNum})`;
  return [issueAt(document, path, { code: 'max-below-min', message: `${named} ${message}`, hint })];
}

/** Seconds of one type must not become requests of the other. */
function checkPolicy(document: SpecDocument, { desired, live }: PlannedConfig): Issue[] {
  const type = document.readable.policy?.type;
  if (!live?.policy.type || type === undefined || document.mentions(['policy', 'value'])) return [];
  const before = live.policy;
  if (before.type === desired.policy.type) return [];
  const change = `changes from ${JSON.stringify(before.type)} to ${valueText(type)}`;
  const message = `\`policy.type\` ${change}, and \`policy.value\`, which the spec leaves at ${before.value}, means something else under the new type`;
  const hint =
    'Set `policy.value` too: the seconds that a request may wait (`queue`) or the number of requests (`concurrency`).';
  return [issueAt(document, ['policy', 'type'], { code: 'policy-value-needed', message, hint })];
}

/** service-api.md, v1 Create endpoint: cloud storage has an id and a cluster, a local disk a size. */
function checkStorage(
  document: SpecDocument,
  { volumes, clusterID, severity }: { volumes: readonly Volume[]; clusterID: string; severity: Severity },
): Issue[] {
  const isGiven = document.mentions(['volumeMounts']);
  const isClusterGiven = document.mentions(['clusterID']);
  const keeps = severity === 'warning' ? '; an existing endpoint would keep its current value' : '';
  return volumes.flatMap(({ type, id, size, mountPath }, index) => {
    const item = ['volumeMounts', index];
    const isCloud = type !== 'local';
    const part = [...item, isCloud ? 'id' : 'size'];
    const issues: Issue[] = [];
    if (isGiven && !document.mentions(part) && (isCloud ? id === '' : size === 0)) {
      const why = isCloud ? 'cloud storage is identified by its ID' : 'a local disk needs a size in GB';
      const message = `${memberText(document.inFile(part))} is missing: ${why}${keeps}`;
      const hint = isCloud ? 'Add `id: …`.' : 'Add, for example, `size: 50`.';
      issues.push(issueAt(document, part, { code: 'missing-key', severity, message, hint }));
    }
    if (isCloud && clusterID === '' && (isGiven || isClusterGiven)) {
      const what = isGiven ? memberText(document.inFile(item)) : `the live volume at ${mountPath}`;
      const lack = isClusterGiven ? 'empty' : `missing${keeps}`;
      issues.push(
        issueAt(document, ['clusterID'], {
          code: 'cluster-required',
          // An empty one is as wrong beside any endpoint.
          severity: isClusterGiven ? 'error' : severity,
          message: `${what} is cloud storage (its type is not \`local\`), but \`clusterID\` is ${lack}`,
          hint: 'Add the `clusterID` of the cluster that holds the storage.',
          at: isClusterGiven ? ['clusterID'] : [...item, 'type'],
        }),
      );
    }
    return issues;
  });
}

/**
 * A notice where v2 sends the health check's path without its port: no reading shows whether the endpoint has one of its own, and the service may take
 * what is left out for a reset (service-api.md, v2 Update endpoint).
 */
export function checkHealthPort(document: SpecDocument, { healthy: { path, port } }: EndpointConfig): Issue[] {
  if (path === '' || port !== undefined) return [];
  const message =
    '`healthy.port` is not in the spec: the v2 update sends the health check without a port, which may reset one that was set by hand';
  const hint = "No change needed if the health check uses the endpoint's port; otherwise add `healthy.port`.";
  return [issueAt(document, ['healthy'], { code: 'health-port-unknown', severity: 'notice', message, hint })];
}
