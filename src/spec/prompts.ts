/** The file of prompts of a comparison: JSON lines, each a test or a request of an OpenAI batch → tests, or issues. */

import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject, type JsonObject, tryParseJson } from '../json.ts';
import type { PromptSet, Question } from '../model/compare.ts';
import { type EndpointTest, expectationSchema, maxBodyBytes, testSchema, urlPath } from '../model/tests.ts';
import { closest, didYouMean } from '../nearest.ts';
import { errorAt, type Issue, type IssuePath, memberText } from './issue.ts';
import { methods, testRules } from './rules.ts';
import { refusals, type SchemaRefusal } from './schema-issues.ts';
import { SourceText } from './source.ts';
import { escapeVariables } from './variables.ts';

/** A log of a day. */
export const maxPromptBytes = 4 * 1024 * 1024;
/** Seven losses without a gain are the fewest that are certain. */
const minPrompts = 30;
const maxPromptIssues = 5;

/** As OpenAI's batches have it; `expect` is ours. */
const batchSchema = z.strictObject({
  custom_id: z.exactOptional(z.string()),
  method: z.literal('POST'),
  url: urlPath(),
  body: z.record(z.string(), z.unknown()),
  expect: z.exactOptional(expectationSchema),
});

type Mistake = Record<'message' | 'hint', string>;

/** `headers`: for lines without headers. Messages quote no text of a line, only the names of its fields. */
export function parsePrompts(
  { path, bytes }: { path: string; bytes: Uint8Array },
  headers: EndpointTest['headers'],
): { set: PromptSet; issues: Issue[] } {
  const source = new SourceText(path, new TextDecoder().decode(bytes));
  const prompts = new Map<string, Question>();
  const issues: Issue[] = [];
  for (const { 0: text, index } of source.text.matchAll(/[^\n]+/g)) {
    if (text.trim() === '' || issues.length === maxPromptIssues) continue;
    const { line } = source.range(index, index).start;
    const read = readLine(text, headers);
    if ('test' in read) {
      const digest = hash('sha256', text.trim());
      if (!prompts.has(digest)) prompts.set(digest, { test: read.test, title: `${path}:${line}`, line });
      continue;
    }
    const words = { code: 'invalid-value', message: `line ${line}: ${read.message}`, hint: read.hint } as const;
    issues.push(errorAt(source.range(index, index + text.length), words));
  }
  if (issues.length === 0 && prompts.size < minPrompts) {
    const message = `the file has too few different prompts (${prompts.size}); at least ${minPrompts} are needed: of fewer, no loss is certain`;
    issues.push(
      errorAt(source.range(0, 0), { code: 'out-of-range', message, hint: 'Add prompts, or compare by `tests`.' }),
    );
  }
  const sha256 = hash('sha256', bytes);
  // Sorted by hash: each run asks the same prompts, of all topics, and a new line changes little.
  const sorted = [...prompts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, prompt]) => prompt);
  return { set: { file: path, sha256, prompts: sorted }, issues };
}

function mistake(path: IssuePath, what: string, hint: string): Mistake {
  return { message: `${path.length === 0 ? 'it' : memberText(path)} ${what}`, hint };
}

const form =
  'Write one JSON object a line: a test such as `{"chat": "…", "expect": {…}}`, or a line of an OpenAI batch.';

function readLine(text: string, ofOthers: EndpointTest['headers']): { test: EndpointTest } | Mistake {
  if (Buffer.byteLength(text) > maxBodyBytes)
    return mistake([], `is longer than ${maxBodyBytes / 1024} KiB`, 'Shorten the prompt.');
  const value = tryParseJson(text)?.value;
  if (!isObject(value)) return mistake([], 'is not a JSON object', form);
  const isBatch = ['url', 'body', 'method', 'custom_id'].some((key) => Object.hasOwn(value, key));
  const result = z.safeParse(isBatch ? batchSchema : testSchema, value, { reportInput: true });
  const [refusal] = result.success ? [] : refusals(result.error.issues);
  if (refusal) return mistakeOf(refusal);
  const test = isBatch ? ofBatch(result.data as z.output<typeof batchSchema>) : (result.data as EndpointTest);
  const given = methods.filter((method) => test[method] !== undefined);
  if (given.includes('get'))
    return mistake(['get'], 'is not a prompt', 'Write a `chat` or a `post`, and the `get` in `tests`.');
  const broken = testRules(test, given).find(([isBroken]) => isBroken);
  if (broken) return mistake(broken[1], broken[2], broken[3]);
  // A log may contain `${KEY}`: it is filled in headers alone.
  const { headers = ofOthers, expect, ...request } = test;
  return { test: { ...escapeVariables(request), ...(headers && { headers }), ...(expect && { expect }) } };
}

/** Only a chat that does not say how it is answered is streamed: all else is sent as written. */
function ofBatch({ url, body, expect }: z.output<typeof batchSchema>): EndpointTest {
  const isChat = url.endsWith('/chat/completions') && body.stream === undefined;
  const streamed: JsonObject = isChat ? { ...body, stream: true, stream_options: { include_usage: true } } : body;
  return { post: url, json: streamed, ...(expect && { expect }) };
}

/** Every field that a line may have, at whichever place. */
const knownFields = [testSchema, expectationSchema, batchSchema].flatMap((schema) =>
  Object.keys((schema as z.ZodMiniObject).shape),
);

function mistakeOf({ path, issue }: SchemaRefusal): Mistake {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return mistake([...path, key], 'is not a field of a prompt', didYouMean(closest(key, knownFields)) || form);
  }
  const isOurs = issue.code === 'invalid_format' || issue.code === 'custom';
  return mistake(
    path,
    isOurs ? issue.message : 'has another type or value there',
    'See the table of tests in docs/spec.md.',
  );
}
