/** The static rules that a JSON Schema cannot express (service-api.md). */
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';
import { nearest } from '../nearest.ts';
import { type FieldWords, type Issue, type IssuePath, issueAt } from './issue.ts';
import type { ReadDocument } from './spec.ts';
import { checkTests } from './test-rules.ts';
import { memberText, valueText } from './words.ts';

const reservedEnvKeys: ReadonlySet<string> = new Set([recordEnvKey, pendingMarkerKey]);

type Report = (path: IssuePath, words: FieldWords) => void;

/** What the spec alone can tell. `name` by the design; volumes by service-api.md, v1 Create; `appName` by service-observed.md. */
export function rulesOf(document: ReadDocument): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, words) => issues.push(issueAt(document, path, words));
  if (!document.mentions(['name']))
    report(['name'], {
      code: 'missing-key',
      message: '`name` is missing: it identifies the endpoint',
      hint: 'Add, for example, `name: llama-prod`, or set the `name` input.',
    });
  checkScalars(document, report);
  checkVolumes(document, report);
  checkEnvs(document, report);
  return [...issues, ...checkTests(document)];
}

function checkScalars({ readable }: ReadDocument, report: Report): void {
  const { appName = '', workerConfig: { minNum = 0, maxNum = Number.POSITIVE_INFINITY } = {}, policy } = readable;
  if (!/^[a-z0-9-]*$/.test(appName))
    report(['appName'], {
      message: `\`appName\` is ${valueText(appName)}; the service accepts only lowercase letters, digits and hyphens`,
      hint: `Write, for example, \`appName: ${appName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}\`.`,
    });
  if (maxNum < minNum)
    report(['workerConfig', 'maxNum'], {
      code: 'max-below-min',
      message: `\`workerConfig.maxNum\` (${maxNum}) is below \`workerConfig.minNum\` (${minNum})`,
      hint: 'Raise `maxNum` or lower `minNum`.',
    });
  const type = policy?.type;
  if (type === undefined || type === 'queue' || type === 'concurrency') return;
  const [meant] = nearest(type, ['queue', 'concurrency']);
  report(['policy', 'type'], {
    code: 'unknown-policy-type',
    severity: meant === undefined ? 'warning' : 'error',
    message: `\`policy.type\` is ${valueText(type)}; the known types are \`queue\` and \`concurrency\`${meant === undefined ? ', so the range of `policy.value` is not checked' : ''}`,
    hint:
      meant === undefined
        ? 'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.'
        : `Did you mean \`${meant}\`?`,
  });
}

function checkVolumes({ readable: { volumeMounts = [] }, inFile }: ReadDocument, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, { type, id, mountPath }] of volumeMounts.entries()) {
    const named = (part: string) => memberText(inFile(['volumeMounts', index, part]));
    const earlier = first.get(mountPath);
    if (earlier === undefined) first.set(mountPath, index);
    else
      report(['volumeMounts', index, 'mountPath'], {
        code: 'duplicate-mount',
        message: `${named('mountPath')} is ${valueText(mountPath)}, where ${memberText(inFile(['volumeMounts', earlier]))} is already mounted`,
        hint: 'Give each volume a unique `mountPath`.',
      });
    if (type !== 'local' && id === '')
      report(['volumeMounts', index, 'id'], {
        message: `${named('id')} is empty: cloud storage is identified by its ID`,
        hint: 'Write the ID of the storage.',
      });
  }
}

function checkEnvs({ readable: { envs = [] }, inFile, mentions }: ReadDocument, report: Report): void {
  if (envs.length > maxEnvs)
    report(['envs'], {
      code: 'too-many-items',
      message: `\`envs\` has ${envs.length} entries; allowed: ${maxEnvs}`,
      hint: 'Combine values that belong together into one entry, or put them into the image or on a volume.',
    });
  const seen = new Set<string>();
  for (const [index, { key, value }] of envs.entries()) {
    const path = ['envs', index];
    const bytes = envBytes({ key, value });
    if (bytes > maxEnvBytes)
      report(path, {
        message: `${memberText(inFile(path))} has ${bytes} bytes with its key; Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable`,
        hint: 'Put the text into the image or on a volume, and pass its path.',
      });
    const named = `the key ${memberText([key])} of \`envs\``;
    if (seen.has(key))
      report([...path, 'key'], {
        code: 'duplicate-env',
        message: `${named} is set twice`,
        hint: 'Keep one of the items.',
      });
    seen.add(key);
    if (reservedEnvKeys.has(key))
      report([...path, 'key'], {
        code: 'reserved-env',
        message: `${named} is reserved for this action's own record`,
        hint: 'Use another name.',
      });
    for (const [part, text] of Object.entries({ key, value }))
      if (text.includes('\0'))
        report([...path, part], {
          message: `the ${part} of ${memberText(inFile(path))} contains a NUL character, which an environment variable cannot contain`,
          hint: 'Delete the `\\0`.',
        });
  }
  // The schema library leaves this key out of what it returns; a value that silently vanishes is worse than a refusal.
  if (mentions(['envs', '__proto__']))
    report(['envs', '__proto__'], {
      message: 'the key `__proto__` of `envs` cannot be sent to the service',
      hint: 'Use another name.',
    });
}
