/** The static rules that a JSON Schema cannot express (service-api.md). */
import { type Issue, issueAt } from './issue.ts';
import type { SpecDocument } from './spec.ts';
import { memberText } from './words.ts';

type Judged = Pick<SpecDocument, 'readable' | 'inFile' | 'mentions' | 'place' | 'show'>;

/** `name` by the design; cloud storage and ports by service-api.md, v1 Create; `appName` by service-observed.md, which warns only. */
export function rulesOf(document: Judged): Issue[] {
  return [
    ...checkName(document),
    ...checkAppName(document),
    ...checkWorkers(document),
    ...checkPolicy(document),
    ...checkVolumes(document),
    ...checkEnvs(document),
  ];
}

function checkName(document: Judged): Issue[] {
  if (document.mentions(['name'])) return [];
  const message = '`name` is missing: it is how the endpoint is found again';
  return [
    issueAt(document, ['name'], {
      code: 'missing-key',
      message,
      hint: 'Add for example `name: llama-prod`, or set the input `name`.',
    }),
  ];
}

function checkAppName(document: Judged): Issue[] {
  const { appName } = document.readable;
  if (appName === undefined || /^[a-z0-9-]*$/.test(appName)) return [];
  return [
    issueAt(document, ['appName'], {
      code: 'app-name-form',
      severity: 'warning',
      message: `\`appName\` is ${document.show(['appName'], appName)}; the service is known to take lowercase letters, digits and hyphens only`,
      hint: 'Use lowercase letters, digits and hyphens.',
    }),
  ];
}

function checkWorkers(document: Judged): Issue[] {
  const { minNum, maxNum } = document.readable.workerConfig ?? {};
  if (minNum === undefined || maxNum === undefined || maxNum >= minNum) return [];
  const path = ['workerConfig', 'maxNum'];
  return [
    issueAt(document, path, {
      code: 'max-below-min',
      message: `${memberText(path)} (${document.show(path, maxNum)}) is below \`workerConfig.minNum\` (${document.show(['workerConfig', 'minNum'], minNum)})`,
      hint: 'Raise `maxNum` or lower `minNum`.',
    }),
  ];
}

/**
 * The same rule for a spec that gives one of the two: the other is `merged` in, that of the live endpoint or the default of a new one.
 * Only a plan knows it.
 */
export function checkMergedWorkers(document: Judged, merged: { minNum: number; maxNum: number }): Issue[] {
  if (merged.maxNum >= merged.minNum) return [];
  const [given, ...both] = (['minNum', 'maxNum'] as const).filter((name) => document.mentions(['workerConfig', name]));
  if (!given || both.length > 0) return [];
  const path = ['workerConfig', given];
  const [relation, other] = given === 'minNum' ? (['above', 'maxNum'] as const) : (['below', 'minNum'] as const);
  return [
    issueAt(document, path, {
      code: 'max-below-min',
      message: `${memberText(path)} (${document.show(path, merged[given])}) is ${relation} \`workerConfig.${other}\`, which the spec leaves at ${merged[other]}`,
      hint: `Give \`${other}\` too, or ${given === 'minNum' ? 'lower' : 'raise'} \`${given}\`.`,
    }),
  ];
}

function checkPolicy(document: Judged): Issue[] {
  const type = document.readable.policy?.type;
  if (type === undefined || type === 'queue' || type === 'concurrency') return [];
  const path = ['policy', 'type'];
  return [
    issueAt(document, path, {
      code: 'unknown-policy-type',
      severity: 'warning',
      message: `\`policy.type\` is ${document.show(path, type)}; known are \`queue\` and \`concurrency\`, so the range of \`policy.value\` is not checked`,
      hint: 'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows the word.',
    }),
  ];
}

function checkVolumes(document: Judged): Issue[] {
  const { volumeMounts = [], clusterID = '' } = document.readable;
  return volumeMounts.flatMap(({ type }, index) => {
    const item = ['volumeMounts', index];
    const needed = type === 'local' ? 'size' : 'id';
    const issues: Issue[] = [];
    if (!document.mentions([...item, needed])) {
      const path = [...item, needed];
      const message = `${memberText(document.inFile(path))} is missing: ${type === 'local' ? 'a local disk has a size in GB' : 'cloud storage is found by its id'}`;
      issues.push(
        issueAt(document, path, {
          code: 'missing-key',
          message,
          hint: needed === 'size' ? 'Add for example `size: 50`.' : 'Add `id: …`.',
        }),
      );
    }
    if (type !== 'local' && clusterID === '') {
      issues.push(
        issueAt(document, ['clusterID'], {
          code: 'cluster-required',
          message: `${memberText(document.inFile(item))} is cloud storage (its type is not \`local\`) and \`clusterID\` is missing`,
          hint: 'Add the `clusterID` of the cluster that holds the storage.',
          at: document.mentions(['clusterID']) ? ['clusterID'] : [...item, 'type'],
        }),
      );
    }
    return issues;
  });
}

function checkEnvs(document: Judged): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [index, { key, value }] of (document.readable.envs ?? []).entries()) {
    const path = ['envs', index];
    if (seen.has(key)) {
      const message = `the key ${memberText([key])} of \`envs\` is given twice`;
      issues.push(
        issueAt(document, [...path, 'key'], { code: 'duplicate-env', message, hint: 'Keep one of the items.' }),
      );
    }
    seen.add(key);
    for (const part of ['key', 'value'].filter((each) => (each === 'key' ? key : value).includes('\0'))) {
      const message = `the ${part} of ${memberText(document.inFile(path))} holds a NUL character, which no environment variable can`;
      issues.push(issueAt(document, [...path, part], { code: 'invalid-value', message, hint: 'Delete the `\\0`.' }));
    }
  }
  if (document.mentions(['envs', '__proto__'])) {
    // The schema library leaves this key out of what it returns; a value that silently vanishes is worse than a refusal.
    const message = 'the key `__proto__` of `envs` can not be handed on';
    issues.push(
      issueAt(document, ['envs', '__proto__'], { code: 'invalid-value', message, hint: 'Use another name.' }),
    );
  }
  return issues;
}
