/** The file of prompts of a comparison: JSON lines, each a test or a request of an OpenAI batch → tests or issues. */

import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject, tryParseJson } from '../json.ts';
import { maxPrompts, type PromptSet, type Question } from '../model/compare.ts';
import { type EndpointTest, expectationSchema, maxRequestBytes, testSchema, urlPath } from '../model/tests.ts';
import { closest, didYouMean } from '../nearest.ts';
import { fieldHint } from './foreign.ts';
import { errorAt, type FileRange, type Issue, type IssuePath, memberText, sortIssues, type Words } from './issue.ts';
import { methods, testRules } from './rules.ts';
import { nearestFieldHint, refusals, type SchemaRefusal } from './schema-issues.ts';
import { maxDepth } from './syntax.ts';
import { escapeVariables } from './variables.ts';

/** The log of a day fits into it. */
export const maxPromptBytes = 4 * 1024 * 1024;
/** Seven losses without a gain are the fewest that are certain. */
const minPrompts = 30;
const maxPromptIssues = 5;
/** So many lines take some milliseconds. */
const linesAtOnce = 4096;

/** A line of an OpenAI batch; `expect` is ours. */
const batchSchema = z.strictObject({
  custom_id: z.exactOptional(z.string()),
  method: z.literal('POST'),
  url: urlPath(),
  body: z.record(z.string(), z.unknown()),
  expect: z.exactOptional(expectationSchema),
});

/** A line of the file. */
interface Line {
  readonly digest: string;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly offset: number;
}

/**
 * Only what may be asked is checked; messages quote no text of a line, only the names of its fields. `giveWay` rejects
 * if the run was cancelled.
 */
export async function parsePrompts(
  { path, bytes }: { path: string; bytes: Uint8Array },
  giveWay: () => Promise<void>,
): Promise<{ set: PromptSet; issues: Issue[] }> {
  // Only editors of Windows write another encoding than UTF-8.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  const { chosen, count } = await chooseLines(new TextDecoder(encoding).decode(bytes), giveWay);
  const prompts: Question[] = [];
  const refused: (Line & { words: Words })[] = [];
  for (const found of chosen) {
    await giveWay();
    const { line, text } = found;
    const read = readLine(text);
    if ('test' in read) prompts.push({ ...read, title: `${path}:${line}`, line });
    else refused.push({ ...found, words: read });
  }
  // The same mistake of many lines is one, at the first of them.
  const groups = Map.groupBy(
    refused.toSorted((one, other) => one.line - other.line),
    ({ words }) => words.message,
  );
  const issues = [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? '' : ` (and ${others.length} more of those that would be asked)`;
    const message = `line ${first.line}: ${first.words.message}${more}`;
    return errorAt(rangeOf(path, first), { ...first.words, message });
  });
  if (issues.length === 0 && count < minPrompts) {
    const message = `the file has too few different prompts (${count}); at least ${minPrompts} are needed: of fewer, no loss is certain`;
    const words = { code: 'out-of-range', message, hint: 'Add prompts, or compare by `tests`.' } as const;
    issues.push(errorAt(rangeOf(path, { line: 1, offset: 0, text: '' }), words));
  }
  const set = { file: path, sha256: hash('sha256', bytes), prompts, count };
  return { set, issues: sortIssues(issues).slice(0, maxPromptIssues) };
}

/** The different lines with the smallest hashes: each run asks the same prompts, and a new line changes little. */
async function chooseLines(text: string, giveWay: () => Promise<void>): Promise<{ chosen: Line[]; count: number }> {
  const seen = new Set<string>();
  let chosen: Line[] = [];
  const choose = () => chosen.sort((a, b) => (a.digest < b.digest ? -1 : 1)).slice(0, maxPrompts);
  for (let [offset, line] = [0, 1]; offset < text.length; line += 1) {
    if (line % linesAtOnce === 0) await giveWay();
    const end = text.indexOf('\n', offset) === -1 ? text.length : text.indexOf('\n', offset);
    const found = text.slice(offset, end).trim();
    if (found !== '' && !seen.has(found)) {
      seen.add(found);
      chosen.push({ digest: hash('sha256', found), text: found, line, offset });
      if (chosen.length === 4 * maxPrompts) chosen = choose();
    }
    offset = end + 1;
  }
  return { chosen: choose(), count: seen.size };
}

function rangeOf(file: string, { line, offset, text }: Omit<Line, 'digest'>): FileRange {
  const { length } = text;
  return { file, start: { line, column: 1, offset }, end: { line, column: 1 + length, offset: offset + length } };
}

function mistake(path: IssuePath, what: string, hint: string): Words {
  return { code: 'invalid-value', message: `${path.length === 0 ? 'it' : memberText(path)} ${what}`, hint };
}

const form =
  'Write one JSON object a line: a test such as `{"chat": "…", "expect": {…}}`, or a line of an OpenAI batch.';

const listHint = "Of a file with one list, `jq -c '.[]'` makes lines.";

/** Lines as files for training and evaluation have them, by their fields, and what `jq` makes a prompt of them. */
const foreignLines: readonly (readonly [keys: string, filter: string])[] = [
  ['messages', '{method: "POST", url: "/v1/chat/completions", body: {messages: .messages}}'],
  ['conversations', '{chat: .conversations[0].value}'],
  ...[
    'question answer',
    'prompt completion',
    'prompt response',
    'instruction output',
    'input output',
    'input ideal',
  ].map((keys): [string, string] => {
    const [asked, right] = keys.split(' ');
    return [keys, `{chat: .${asked}, expect: {contains: .${right}}}`];
  }),
];

function readLine(text: string): { test: EndpointTest } | Words {
  if (Buffer.byteLength(text) > maxRequestBytes)
    return mistake([], `is longer than ${maxRequestBytes / 1024} KiB`, 'Shorten the prompt.');
  const value = tryParseJson(text)?.value;
  if (!isObject(value)) return mistake([], 'is not a JSON object', text.startsWith('[') ? `${listHint} ${form}` : form);
  const theirs = foreignLines.find(([keys]) => keys.split(' ').every((key) => Object.hasOwn(value, key)));
  if (theirs && !Object.hasOwn(value, 'chat'))
    return mistake(
      [],
      `has ${theirs[0]
        .split(' ')
        .map((key) => `\`${key}\``)
        .join(' and ')}, which is the form of another tool`,
      `Make prompts of the file: \`jq -c '${theirs[1]}'\`.`,
    );
  // The schema goes into each level by a call of its own.
  if (isDeeper(value, maxDepth))
    return { ...mistake([], `is nested more than ${maxDepth} levels deep`, form), code: 'nested-too-deep' };
  const isBatch = ['url', 'body', 'method', 'custom_id'].some((key) => Object.hasOwn(value, key));
  const result = z.safeParse(isBatch ? batchSchema : testSchema, value, { reportInput: true });
  const [refusal] = result.success ? [] : refusals(result.error.issues);
  if (refusal) return mistakeOf(refusal, isBatch);
  const test = isBatch ? ofBatch(result.data as z.output<typeof batchSchema>) : (result.data as EndpointTest);
  const given = methods.filter((method) => test[method] !== undefined);
  if (given.includes('get'))
    return mistake(['get'], 'is not a prompt', 'Write a `chat` or a `post`, and the `get` in `tests`.');
  const broken = testRules(test, given).find(([isBroken]) => isBroken);
  if (broken) return mistake(broken[1], broken[2], broken[3]);
  // A log may contain `${KEY}`: it is filled in headers alone.
  const { headers, expect, ...request } = test;
  return { test: { ...test, ...escapeVariables(request) } };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

/** A stream is added only to a chat that does not say how it is answered: all else is sent as written. */
function ofBatch({ url, body, expect }: z.output<typeof batchSchema>): EndpointTest {
  const isChat = url.endsWith('/chat/completions') && body.stream === undefined;
  return { post: url, json: body, ...(isChat && { isStreamAdded: true }), ...(expect && { expect }) };
}

const batchFields = Object.keys(batchSchema.shape);

function mistakeOf({ path, issue }: SchemaRefusal, isBatch: boolean): Words {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const base = ['tests', 0];
    const ofTest = () => fieldHint(key, [...base, ...path]) ?? nearestFieldHint(key, { path, base });
    const meant = isBatch && path.length === 0 ? didYouMean(closest(key, batchFields)) : ofTest();
    return mistake([...path, key], 'is not a field of a prompt', meant || form);
  }
  const isOurs = issue.code === 'invalid_format' || issue.code === 'custom';
  return mistake(
    path,
    isOurs ? issue.message : 'has another type or value there',
    path.join() === 'expect'
      ? 'Write, for example, `{"contains": "Paris"}`.'
      : 'See the table of tests in docs/spec.md.',
  );
}
