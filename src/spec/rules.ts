/** The static rules that a JSON Schema cannot express (service-api.md). */
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';
import { type Issue, issueAt } from './issue.ts';
import type { SpecDocument } from './spec.ts';
import { checkTests } from './test-rules.ts';
import { memberText } from './words.ts';

const reservedEnvKeys: ReadonlySet<string> = new Set([recordEnvKey, pendingMarkerKey]);

type Judged = Pick<SpecDocument, 'readable' | 'inFile' | 'mentions' | 'place' | 'show'>;

/** What the spec alone can tell. `name` by the design; volumes by service-api.md, v1 Create; `appName` by service-observed.md, which warns only. */
export function rulesOf(document: Judged): Issue[] {
  return [
    ...checkName(document),
    ...checkAppName(document),
    ...checkWorkers(document),
    ...checkPolicy(document),
    ...checkVolumes(document),
    ...checkEnvs(document),
    ...checkTests(document),
  ];
}

function checkName(document: Judged): Issue[] {
  if (document.mentions(['name'])) return [];
  const message = '`name` is missing: it identifies the endpoint';
  return [
    issueAt(document, ['name'], {
      code: 'missing-key',
      message,
      hint: 'Add, for example, `name: llama-prod`, or set the `name` input.',
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
      message: `\`appName\` is ${document.show(['appName'], appName)}; the service accepts only lowercase letters, digits and hyphens`,
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

function checkPolicy(document: Judged): Issue[] {
  const type = document.readable.policy?.type;
  if (type === undefined || type === 'queue' || type === 'concurrency') return [];
  const path = ['policy', 'type'];
  const meant = ['queue', 'concurrency'].find((word) => word === type.trim().toLowerCase());
  if (meant !== undefined) {
    const message = `\`policy.type\` is ${document.show(path, type)}; the spelling is \`${meant}\``;
    return [issueAt(document, path, { code: 'invalid-value', message, hint: `Write \`type: ${meant}\`.` })];
  }
  return [
    issueAt(document, path, {
      code: 'unknown-policy-type',
      severity: 'warning',
      message: `\`policy.type\` is ${document.show(path, type)}; the known types are \`queue\` and \`concurrency\`, so the range of \`policy.value\` is not checked`,
      hint: 'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.',
    }),
  ];
}

function checkVolumes(document: Judged): Issue[] {
  const { volumeMounts = [] } = document.readable;
  const first = new Map<string, number>();
  return volumeMounts.flatMap(({ type, id, mountPath }, index): Issue[] => {
    const item = ['volumeMounts', index];
    const issues: Issue[] = [];
    const earlier = first.get(mountPath);
    if (earlier === undefined) first.set(mountPath, index);
    else {
      const path = [...item, 'mountPath'];
      const message = `${memberText(document.inFile(path))} is ${document.show(path, mountPath)}, where ${memberText(document.inFile(['volumeMounts', earlier]))} is already mounted`;
      issues.push(
        issueAt(document, path, { code: 'duplicate-mount', message, hint: 'Give each volume a unique `mountPath`.' }),
      );
    }
    if (type !== 'local' && id === '') {
      const path = [...item, 'id'];
      const message = `${memberText(document.inFile(path))} is empty: cloud storage is identified by its ID`;
      issues.push(issueAt(document, path, { code: 'invalid-value', message, hint: 'Write the ID of the storage.' }));
    }
    return issues;
  });
}

function checkEnvs(document: Judged): Issue[] {
  const { envs = [] } = document.readable;
  const issues: Issue[] = [];
  if (envs.length > maxEnvs) {
    const message = `\`envs\` has ${envs.length} entries; allowed: ${maxEnvs}`;
    const hint = 'Combine values that belong together into one entry, or put them into the image or on a volume.';
    issues.push(issueAt(document, ['envs'], { code: 'too-many-items', message, hint }));
  }
  const seen = new Set<string>();
  for (const [index, { key, value }] of envs.entries()) {
    const path = ['envs', index];
    const bytes = envBytes({ key, value });
    if (bytes > maxEnvBytes) {
      const message = `${memberText(document.inFile(path))} has ${bytes} bytes with its key; Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable`;
      const hint = 'Put the text into the image or on a volume, and pass its path.';
      issues.push(issueAt(document, path, { code: 'invalid-value', message, hint }));
    }
    if (seen.has(key)) {
      const message = `the key ${memberText([key])} of \`envs\` is set twice`;
      issues.push(
        issueAt(document, [...path, 'key'], { code: 'duplicate-env', message, hint: 'Keep one of the items.' }),
      );
    }
    seen.add(key);
    if (reservedEnvKeys.has(key)) {
      const message = `the key ${memberText([key])} of \`envs\` is reserved for this action's own record`;
      issues.push(issueAt(document, [...path, 'key'], { code: 'reserved-env', message, hint: 'Use another name.' }));
    }
    for (const part of ['key', 'value'].filter((each) => (each === 'key' ? key : value).includes('\0'))) {
      const message = `the ${part} of ${memberText(document.inFile(path))} contains a NUL character, which an environment variable cannot contain`;
      issues.push(issueAt(document, [...path, part], { code: 'invalid-value', message, hint: 'Delete the `\\0`.' }));
    }
  }
  if (document.mentions(['envs', '__proto__'])) {
    // The schema library leaves this key out of what it returns; a value that silently vanishes is worse than a refusal.
    const message = 'the key `__proto__` of `envs` cannot be sent to the service';
    issues.push(
      issueAt(document, ['envs', '__proto__'], { code: 'invalid-value', message, hint: 'Use another name.' }),
    );
  }
  return issues;
}
