/** The static rules that a JSON Schema cannot express (service-api.md). */

import { isObject } from '../json.ts';
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';
import {
  bodyOf,
  type EndpointTest,
  isStreamed,
  type JsonExpectation,
  maxBodyBytes,
  minSpeedTokens,
} from '../model/tests.ts';
import { nearest } from '../nearest.ts';
import type { FieldWords, Issue, IssueCode, IssuePath, ReadDocument } from './issue.ts';
import { issueAt, memberText, valueText } from './issue.ts';

type Report = (path: IssuePath, words: FieldWords) => void;

/** Rules that need the spec alone. Volumes: service-api.md, v1 Create; `appName`: service-observed.md. */
export function rulesOf(document: ReadDocument): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, words) => issues.push(issueAt(document, path, words));
  const { appName = '', workerConfig: { minNum = 0, maxNum = Number.POSITIVE_INFINITY } = {} } = document.readable;
  if (!document.mentions(['name'])) {
    const hint = 'Add, for example, `name: llama-prod`, or set the `name` input.';
    report(['name'], { code: 'missing-key', message: '`name` is missing: it identifies the endpoint', hint });
  }
  if (!/^[a-z0-9-]*$/.test(appName)) {
    const hint = `Write, for example, \`appName: ${appName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}\`.`;
    const allowed = 'the service accepts only lowercase letters, digits and hyphens';
    report(['appName'], { message: `\`appName\` is ${valueText(appName)}; ${allowed}`, hint });
  }
  if (maxNum < minNum) {
    const message = `\`workerConfig.maxNum\` (${maxNum}) is below \`workerConfig.minNum\` (${minNum})`;
    const hint = 'Raise `maxNum` or lower `minNum`.';
    report(['workerConfig', 'maxNum'], { code: 'max-below-min', message, hint });
  }
  checkCompare(document, report);
  checkPolicyType(document, report);
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

function checkCompare({ readable: { compare }, mentions }: ReadDocument, report: Report): void {
  if (!compare) return;
  const { prompts, requests = 30, answers } = compare;
  if (!mentions(['tests'])) {
    const message = '`compare` compares answers to `tests`, and the spec has none';
    report(['compare'], { message, hint: 'Add, for example, `tests: [/health]`, or delete `compare`.' });
  }
  const [min, max] = prompts === undefined ? [5, 50] : [30, 300];
  if (requests < min || requests > max) {
    const message = `\`compare.requests\` is ${requests}; allowed ${prompts ? 'with' : 'without'} \`prompts\`: ${min} to ${max}`;
    report(['compare', 'requests'], { code: 'out-of-range', message, hint: `Write a number from ${min} to ${max}.` });
  }
  if (prompts === undefined || answers === undefined) return;
  const message = '`compare.answers` stands beside `prompts`, which are asked once: change and chance look alike';
  report(['compare', 'answers'], { message, hint: 'Write `expect` in the lines of the file, and `compare.worse`.' });
}

function checkPolicyType({ readable: { policy } }: ReadDocument, report: Report): void {
  const type = policy?.type;
  if (type === undefined || type === 'queue' || type === 'concurrency') return;
  const [meant] = nearest(type, ['queue', 'concurrency']);
  const known = `\`policy.type\` is ${valueText(type)}; the known types are \`queue\` and \`concurrency\``;
  const message = meant ? known : `${known}, so the range of \`policy.value\` is not checked`;
  const use = 'Use `queue` (seconds that a request may wait) or `concurrency` (number of requests)';
  const hint = meant ? `Did you mean \`${meant}\`?` : `${use} unless the service knows this type.`;
  report(['policy', 'type'], { code: 'unknown-policy-type', severity: meant ? 'error' : 'warning', message, hint });
}

function checkVolumes({ readable: { volumeMounts = [] }, inFile }: ReadDocument, report: Report): void {
  for (const [index, { type, id, mountPath }] of volumeMounts.entries()) {
    const item = ['volumeMounts', index];
    const named = (path: IssuePath) => memberText(inFile(path));
    const earlier = volumeMounts.findIndex((volume) => volume.mountPath === mountPath);
    if (earlier < index) {
      const path = [...item, 'mountPath'];
      const where = `where ${named(['volumeMounts', earlier])} is already mounted`;
      const message = `${named(path)} is ${valueText(mountPath)}, ${where}`;
      report(path, { code: 'duplicate-mount', message, hint: 'Give each volume a unique `mountPath`.' });
    }
    if (type === 'local' || id !== '') continue;
    const message = `${named([...item, 'id'])} is empty: cloud storage is identified by its ID`;
    report([...item, 'id'], { message, hint: 'Write the ID of the storage.' });
  }
}

function checkEnvs({ readable: { envs = [] }, inFile, mentions }: ReadDocument, report: Report): void {
  if (envs.length > maxEnvs) {
    const message = `\`envs\` has ${envs.length} entries; allowed: ${maxEnvs}`;
    const hint = 'Combine values that belong together into one entry, or put them into the image or on a volume.';
    report(['envs'], { code: 'too-many-items', message, hint });
  }
  const seen = new Set<string>();
  for (const [index, { key, value }] of envs.entries()) {
    const path = ['envs', index];
    const member = memberText(inFile(path));
    const named = `the key ${memberText([key])} of \`envs\``;
    const bytes = envBytes({ key, value });
    const most = `Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable`;
    const ontoVolume = 'Put the text into the image or on a volume, and pass its path.';
    const message = `${member} has ${bytes} bytes with its key; ${most}`;
    if (bytes > maxEnvBytes) report(path, { message, hint: ontoVolume });
    const atKey = (code: IssueCode, what: string, hint: string) =>
      report([...path, 'key'], { code, message: `${named} ${what}`, hint });
    if (seen.has(key)) atKey('duplicate-env', 'is set twice', 'Keep one of the items.');
    seen.add(key);
    if (key === recordEnvKey || key === pendingMarkerKey)
      atKey('reserved-env', "is reserved for this action's own record", 'Use another name.');
    for (const [part, text] of Object.entries({ key, value })) {
      const what = `the ${part} of ${member} contains a NUL character, which an environment variable cannot contain`;
      if (text.includes('\0')) report([...path, part], { message: what, hint: 'Delete the `\\0`.' });
    }
  }
  // The schema library drops this key, and no value may vanish silently.
  if (!mentions(['envs', '__proto__'])) return;
  const message = 'the key `__proto__` of `envs` cannot be sent to the service';
  report(['envs', '__proto__'], { message, hint: 'Use another name.' });
}

const methods = ['get', 'post', 'chat'] as const;
const keepOne = 'Keep one of them.';

/** Fields of a test that belong to a method. */
const companions = { path: 'chat', model: 'chat', 'max-tokens': 'chat', json: 'post', text: 'post' } as const;

/** Headers that belong to the connection, or that would hide the answer from its test. */
const headersOfOurs: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** `what` follows the name of the field at `path`, below the test. */
type TestRule = readonly [isBroken: boolean, path: IssuePath, what: string, hint: string, code?: IssueCode];

/** Which fields of a test belong together, and which bodies can be sent. `given` are its methods. */
export function testRules(test: EndpointTest, given: readonly string[]): TestRule[] {
  const { json, text, headers = {}, expect = {} } = test;
  const [first = '', second = ''] = given;
  const isStream = isStreamed(test);
  const body = bodyOf(test);
  const bodyField = json !== undefined ? 'json' : text !== undefined ? 'text' : 'chat';
  const bytes = body.kind === 'body' ? Buffer.byteLength(body.text) : 0;
  const size = `makes a body of ${bytes} bytes; allowed: ${maxBodyBytes} (64 KiB)`;
  const streamHint =
    'Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.';
  const jsonHint = 'Write a mapping or the text of a JSON value, or use `text:` for other text.';
  const malformed = body.kind === 'malformed' ? body : { path: [], found: '' };
  const ofJson = 'is about a JSON answer, and the answer to this request is a stream';
  const noJson = expect.json !== undefined && isStream;
  return [
    [first === '', [], 'sends no request', 'Add `get: /path`, `post: /path` or `chat: …`.', 'missing-key'],
    [second !== '', [second], `stands beside \`${first}\`; a test is one request`, 'Make a test of each.'],
    ...Object.entries(companions).map(([name, method]): TestRule => {
      const isAlone = test[name as keyof typeof companions] !== undefined && given.length === 1 && first !== method;
      const hint = method === 'post' ? 'Write `post: /path` with it.' : 'Write `chat: …` with it, or delete it.';
      return [isAlone, [name], `belongs to a \`${method}\`, and the test has none`, hint];
    }),
    [json !== undefined && text !== undefined, ['text'], 'stands beside `json`; a request has one body', keepOne],
    ...Object.entries(headers).map(([name, value]): TestRule => {
      const path = ['headers', name];
      if (headersOfOurs.has(name.toLowerCase())) return [true, path, 'is set by the connection', 'Delete the header.'];
      const isOdd = /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value.trim());
      const what = 'contains a line break or another character that a header cannot contain';
      return [isOdd, path, what, 'Write one line of plain text.'];
    }),
    [malformed.found !== '', [bodyField, ...malformed.path], `is ${malformed.found}, which is not JSON`, jsonHint],
    [bytes > maxBodyBytes, [bodyField], size, 'Test with a smaller request.', 'out-of-range'],
    ...(['first-token', 'tokens-per-second', 'finish'] as const).map((name): TestRule => {
      const isAbsent = expect[name] !== undefined && first !== '' && !isStream;
      return [isAbsent, ['expect', name], 'is about a stream, but the request does not ask for one', streamHint];
    }),
    ...Object.entries(tokenCeilings(test)).map(([name, most]): TestRule => {
      const path = test.chat === undefined ? ['json', name] : [name];
      const isTooFew = expect['tokens-per-second'] !== undefined && Number(most) < minSpeedTokens;
      const what = `is ${most}, and \`tokens-per-second\` is judged from ${minSpeedTokens} tokens on`;
      return [isTooFew, path, what, `Allow a longer answer, such as \`${name}: 64\`.`];
    }),
    [noJson, ['expect', 'json'], ofJson, 'Use `contains`, or `post` without `stream: true`.'],
    ...emptyTexts(expect, ['expect']),
    ...Object.entries(expect.json ?? {}).flatMap(([pointer, wanted]) => pointerRules(pointer, wanted)),
  ];
}

/** The fields of a test that say how long its answer may be. */
function tokenCeilings({ json, 'max-tokens': most }: EndpointTest): Record<string, unknown> {
  if (most !== undefined) return { 'max-tokens': most };
  const { max_tokens, max_completion_tokens } = isObject(json) ? json : {};
  return {
    ...(max_tokens !== undefined && { max_tokens }),
    ...(max_completion_tokens !== undefined && { max_completion_tokens }),
  };
}

/** What an empty text says of an answer. */
const emptyExpectations = {
  contains: 'is empty, and every answer contains that',
  finish: 'is empty, and no stream ends with that',
} as const;

function emptyTexts(expect: Readonly<Record<string, unknown>>, path: IssuePath): TestRule[] {
  const hint = 'Write text that only the right answer has. If a variable stands here, it is empty.';
  return Object.entries(emptyExpectations).map(([name, what]) => {
    const text = expect[name];
    return [typeof text === 'string' && /^[\s\p{Cf}]*$/u.test(text), [...path, name], what, hint];
  });
}

/** Expectations that every answer meets, or no answer. */
function pointerRules(pointer: string, wanted: JsonExpectation): TestRule[] {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return [];
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, exists } = wanted;
  const [other] = Object.keys(wanted).filter((name) => name !== 'exists');
  const path = ['expect', 'json', pointer];
  const vain = `is \`false\`, and \`${other}\` is about a value that exists`;
  return [
    [Object.keys(wanted).length === 0, path, 'expects nothing', 'Write a value, or `{exists: true}`.'],
    [min > max, [...path, 'max'], `(${max}) is below \`min\` (${min})`, 'Raise `max` or lower `min`.'],
    [exists === false && other !== undefined, [...path, 'exists'], vain, keepOne],
    ...emptyTexts(wanted, path),
  ];
}
