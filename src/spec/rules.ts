/** The static rules that a JSON Schema cannot express (service-api.md). */
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';
import { bodyOf, type EndpointTest, isStreamed, type JsonExpectation, maxBodyBytes } from '../model/tests.ts';
import { nearest } from '../nearest.ts';
import {
  type FieldWords,
  type Issue,
  type IssueCode,
  type IssuePath,
  issueAt,
  memberText,
  valueText,
} from './issue.ts';
import type { ReadDocument } from './spec.ts';

type Report = (path: IssuePath, words: FieldWords) => void;

/** What the spec alone can tell. Volumes: service-api.md, v1 Create; `appName`: service-observed.md. */
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
  for (const [index, test] of (document.readable.tests ?? []).entries()) {
    // A field with a wrong value has an issue already.
    const given = methods.filter((method) => document.mentions(['tests', index, method]) || test[method] !== undefined);
    for (const [isBroken, path, what, hint, code] of testRules(test, given)) {
      const full = ['tests', index, ...path];
      const message = `${memberText(document.inFile(full))} ${what}`;
      if (isBroken) report(full, { message, hint, ...(code && { code }) });
    }
  }
  return issues;
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
  const message = `\`policy.type\` is ${valueText(type)}; the known types are \`queue\` and \`concurrency\``;
  const use = 'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests)';
  report(['policy', 'type'], {
    code: 'unknown-policy-type',
    ...(meant === undefined
      ? {
          severity: 'warning',
          message: `${message}, so the range of \`policy.value\` is not checked`,
          hint: `${use} unless the service knows this type.`,
        }
      : { message, hint: `Did you mean \`${meant}\`?` }),
  });
}

function checkVolumes({ readable: { volumeMounts = [] }, inFile }: ReadDocument, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, { type, id, mountPath }] of volumeMounts.entries()) {
    const named = (at: number, ...part: string[]) => memberText(inFile(['volumeMounts', at, ...part]));
    const earlier = first.get(mountPath);
    if (earlier === undefined) first.set(mountPath, index);
    else
      report(['volumeMounts', index, 'mountPath'], {
        code: 'duplicate-mount',
        message: `${named(index, 'mountPath')} is ${valueText(mountPath)}, where ${named(earlier)} is already mounted`,
        hint: 'Give each volume a unique `mountPath`.',
      });
    if (type !== 'local' && id === '')
      report(['volumeMounts', index, 'id'], {
        message: `${named(index, 'id')} is empty: cloud storage is identified by its ID`,
        hint: 'Write the ID of the storage.',
      });
  }
}

const ontoVolume = 'Put the text into the image or on a volume, and pass its path.';

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
    const member = memberText(inFile(path));
    const named = `the key ${memberText([key])} of \`envs\``;
    const bytes = envBytes({ key, value });
    const most = `Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable`;
    if (bytes > maxEnvBytes)
      report(path, { message: `${member} has ${bytes} bytes with its key; ${most}`, hint: ontoVolume });
    if (seen.has(key)) {
      const words = { message: `${named} is set twice`, hint: 'Keep one of the items.' };
      report([...path, 'key'], { code: 'duplicate-env', ...words });
    }
    seen.add(key);
    if (key === recordEnvKey || key === pendingMarkerKey) {
      const message = `${named} is reserved for this action's own record`;
      report([...path, 'key'], { code: 'reserved-env', message, hint: 'Use another name.' });
    }
    for (const [part, text] of Object.entries({ key, value })) {
      const message = `the ${part} of ${member} contains a NUL character, which an environment variable cannot contain`;
      if (text.includes('\0')) report([...path, part], { message, hint: 'Delete the `\\0`.' });
    }
  }
  // The schema library leaves this key out, and no value may vanish silently.
  if (mentions(['envs', '__proto__'])) {
    const message = 'the key `__proto__` of `envs` cannot be sent to the service';
    report(['envs', '__proto__'], { message, hint: 'Use another name.' });
  }
}

const methods = ['get', 'post', 'chat'] as const;

/** Fields of a test that belong to a method. */
const companions = { path: 'chat', model: 'chat', 'max-tokens': 'chat', json: 'post', text: 'post' } as const;

/** Headers that belong to the connection, or that would hide the answer from its test. */
const ownHeaders: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** `what` follows the name of the field at `path`, below the test. */
type TestRule = readonly [isBroken: boolean, path: IssuePath, what: string, hint: string, code?: IssueCode];

/** Which fields of a test belong together, and which bodies can be sent. `given` are its methods. */
function testRules(test: EndpointTest, given: readonly string[]): TestRule[] {
  const { json, text, headers = {}, expect = {} } = test;
  const [first = '', second = ''] = given;
  const isStream = isStreamed(test);
  const body = bodyOf(test);
  const bodyField = json !== undefined ? 'json' : text !== undefined ? 'text' : 'chat';
  const [oddPath, found] = body.kind === 'malformed' ? [body.path, body.found] : [[], ''];
  const bytes = body.kind === 'body' ? new TextEncoder().encode(body.text).length : 0;
  const streamHint =
    'Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.';
  const jsonHint = 'Write a mapping or the text of a JSON value, or use `text:` for other text.';
  return [
    [first === '', [], 'sends no request', 'Add `get: /path`, `post: /path` or `chat: …`.', 'missing-key'],
    [second !== '', [second], `stands beside \`${first}\`; a test is one request`, 'Make a test of each.'],
    ...Object.entries(companions).map(([name, method]): TestRule => {
      const isAlone = test[name as keyof typeof companions] !== undefined && given.length === 1 && first !== method;
      const hint = method === 'post' ? 'Write `post: /path` with it.' : 'Write `chat: …` with it, or delete it.';
      return [isAlone, [name], `belongs to a \`${method}\`, and the test has none`, hint];
    }),
    [
      json !== undefined && text !== undefined,
      ['text'],
      'stands beside `json`; a request has one body',
      'Keep one of them.',
    ],
    ...Object.entries(headers).map(([name, value]): TestRule => {
      const path = ['headers', name];
      if (ownHeaders.has(name.toLowerCase())) return [true, path, 'is set by the connection', 'Delete the header.'];
      const isOdd = /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value.trim());
      const what = 'contains a line break or another character that a header cannot contain';
      return [isOdd, path, what, 'Write one line of plain text.'];
    }),
    [body.kind === 'malformed', [bodyField, ...oddPath], `is ${found}, which is not JSON`, jsonHint],
    [
      bytes > maxBodyBytes,
      [bodyField],
      `makes a body of ${bytes} bytes; allowed: ${maxBodyBytes} (64 KiB)`,
      'Test with a smaller request.',
      'out-of-range',
    ],
    ...(['first-token', 'tokens-per-second', 'finish'] as const).map((name): TestRule => {
      const isAbsent = expect[name] !== undefined && first !== '' && !isStream;
      return [isAbsent, ['expect', name], 'is about a stream, and the answer to this request is none', streamHint];
    }),
    [
      expect.json !== undefined && isStream,
      ['expect', 'json'],
      'is about a JSON answer, and the answer to this request is a stream',
      'Use `contains`, or `post` without `stream: true`.',
    ],
    ...Object.entries(expect.json ?? {}).flatMap(([pointer, wanted]) => pointerRules(pointer, wanted)),
  ];
}

/** Expectations of a JSON value that every answer meets, or none. */
function pointerRules(pointer: string, wanted: JsonExpectation): TestRule[] {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return [];
  const { min, max, exists } = wanted;
  const [other] = Object.keys(wanted).filter((name) => name !== 'exists');
  const path = ['expect', 'json', pointer];
  const isVain = exists === false && other !== undefined;
  const vain = `is \`false\`, and \`${other}\` is about a value that exists`;
  return [
    [Object.keys(wanted).length === 0, path, 'expects nothing', 'Write a value, or `{exists: true}`.'],
    [
      min !== undefined && max !== undefined && min > max,
      [...path, 'max'],
      `(${max}) is below \`min\` (${min})`,
      'Raise `max` or lower `min`.',
    ],
    [isVain, [...path, 'exists'], vain, 'Keep one of them.'],
  ];
}
