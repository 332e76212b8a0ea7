/** The rules of `tests` that a schema cannot express: which fields belong together, and which bodies can be sent. */
import { bodyOf, type EndpointTest, isStreamed, type JsonExpectation, maxBodyBytes } from '../model/tests.ts';
import { type FieldWords, type Issue, type IssuePath, issueAt } from './issue.ts';
import type { ReadDocument } from './spec.ts';
import { memberText } from './words.ts';

/** Reports at a path below the test. */
type Report = (path: IssuePath, words: (field: string) => FieldWords) => void;

const methods = ['get', 'post', 'chat'] as const;

/** Headers that belong to the connection, or that would hide the answer from its test. */
const ownHeaders: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

export function checkTests(document: ReadDocument): Issue[] {
  const issues: Issue[] = [];
  for (const [index, test] of (document.readable.tests ?? []).entries()) {
    const report: Report = (path, words) => {
      const full = ['tests', index, ...path];
      issues.push(issueAt(document, full, words(memberText(document.inFile(full)))));
    };
    // One whose value is wrong is told of already.
    const given = methods.filter((method) => document.mentions(['tests', index, method]) || test[method] !== undefined);
    checkMethod(given, report);
    checkCompanions(test, { given, report });
    checkHeaders(test, report);
    checkBody(test, report);
    checkExpectation(test, report);
  }
  return issues;
}

type Method = (typeof methods)[number];

function checkMethod([first, second]: readonly Method[], report: Report): void {
  if (first === undefined)
    report([], (field) => ({
      code: 'missing-key',
      message: `${field} sends no request`,
      hint: 'Add `get: /path`, `post: /path` or `chat: …`.',
    }));
  if (second !== undefined)
    report([second], (field) => ({
      message: `${field} stands beside \`${first}\`; a test is one request`,
      hint: 'Make a test of each.',
    }));
}

/** Each belongs to a method. */
const companions = { path: 'chat', model: 'chat', 'max-tokens': 'chat', json: 'post', text: 'post' } as const;

function checkCompanions(test: EndpointTest, { given, report }: { given: readonly Method[]; report: Report }): void {
  for (const [name, method] of Object.entries(companions)) {
    const isGiven = test[name as keyof typeof companions] !== undefined;
    if (!isGiven || given.length !== 1 || given.includes(method)) continue;
    report([name], (field) => ({
      message: `${field} belongs to a \`${method}\`, and the test has none`,
      hint: method === 'post' ? 'Write `post: /path` with it.' : 'Write `chat: …` with it, or delete it.',
    }));
  }
  if (test.json !== undefined && test.text !== undefined)
    report(['text'], (field) => ({
      message: `${field} stands beside \`json\`; a request has one body`,
      hint: 'Keep one of them.',
    }));
}

function checkHeaders({ headers = {} }: EndpointTest, report: Report): void {
  for (const [name, value] of Object.entries(headers)) {
    const isOwn = ownHeaders.has(name.toLowerCase());
    if (!isOwn && !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value.trim())) continue;
    report(['headers', name], (field) =>
      isOwn
        ? { message: `${field} is set by the connection itself`, hint: 'Delete the header.' }
        : {
            message: `${field} contains a line break or another character that a header cannot contain`,
            hint: 'Write one line of plain text.',
          },
    );
  }
}

function checkBody(test: EndpointTest, report: Report): void {
  const name = test.json !== undefined ? 'json' : test.text !== undefined ? 'text' : 'chat';
  const body = bodyOf(test);
  if (body.kind === 'malformed')
    report([name, ...body.path], (field) => ({
      message: `${field} is ${body.found}, which is not JSON`,
      hint: 'Write a mapping or the text of a JSON value, or use `text:` for other text.',
    }));
  if (body.kind !== 'body') return;
  const bytes = new TextEncoder().encode(body.text).length;
  if (bytes > maxBodyBytes)
    report([name], (field) => ({
      code: 'out-of-range',
      message: `${field} makes a body of ${bytes} bytes; allowed: ${maxBodyBytes} (64 KiB)`,
      hint: 'Test with a smaller request.',
    }));
}

function checkExpectation(test: EndpointTest, report: Report): void {
  const { expect = {} } = test;
  const hasMethod = methods.some((method) => test[method] !== undefined);
  const ofStreams = (['first-token', 'tokens-per-second', 'finish'] as const).filter(
    (name) => expect[name] !== undefined,
  );
  if (hasMethod && !isStreamed(test))
    for (const name of ofStreams)
      report(['expect', name], (field) => ({
        message: `${field} is about a stream, and the answer to this request is none`,
        hint: 'Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.',
      }));
  if (expect.json && isStreamed(test))
    report(['expect', 'json'], (field) => ({
      message: `${field} is about a JSON answer, and the answer to this request is a stream`,
      hint: 'Use `contains`, or `post` without `stream: true`.',
    }));
  for (const [pointer, wanted] of Object.entries(expect.json ?? {})) checkPointer(pointer, wanted, report);
}

function checkPointer(pointer: string, wanted: JsonExpectation, report: Report): void {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return;
  const { min, max, exists } = wanted;
  const others = Object.keys(wanted).filter((name) => name !== 'exists');
  const path = ['expect', 'json', pointer];
  if (Object.keys(wanted).length === 0)
    report(path, (field) => ({ message: `${field} expects nothing`, hint: 'Write a value, or `{exists: true}`.' }));
  if (min !== undefined && max !== undefined && min > max)
    report([...path, 'max'], (field) => ({
      message: `${field} (${max}) is below \`min\` (${min})`,
      hint: 'Raise `max` or lower `min`.',
    }));
  if (exists === false && others.length > 0)
    report([...path, 'exists'], (field) => ({
      message: `${field} is \`false\`, and \`${others[0]}\` is about a value that exists`,
      hint: 'Keep one of them.',
    }));
}
