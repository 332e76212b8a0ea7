/** The file of prompts: both forms of a line, which are asked, and every mistake at its line. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePrompts } from '../../src/spec/prompts.ts';

const chats = (count: number) => Array.from({ length: count }, (_, index) => `{"chat": "Question ${index}"}`);
const read = (lines: readonly string[], headers?: Record<string, string>) =>
  parsePrompts({ path: 'prompts.jsonl', bytes: Buffer.from(lines.join('\n')) }, headers);
/** Of one line in a file that is long enough. */
const readLine = (line: string, headers?: Record<string, string>) => {
  const { set, issues } = read([...chats(30), line], headers);
  return issues.length > 0 ? issues : set.prompts.find((prompt) => prompt.line === 31)?.test;
};

describe('a line is', () => {
  test.for<[string, string, object]>([
    ['a test', '{"chat": "Hi", "expect": {"contains": ["a", "b"]}}', { chat: 'Hi', expect: { contains: ['a', 'b'] } }],
    ['a post', '{"post": "/v1/x", "json": {"a": 1}}', { post: '/v1/x', json: { a: 1 } }],
    [
      'a chat of a batch, which is streamed',
      '{"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": {"model": "m"}, "expect": {"equals": "B"}}',
      {
        post: '/v1/chat/completions',
        json: { model: 'm', stream: true, stream_options: { include_usage: true } },
        expect: { equals: 'B' },
      },
    ],
    [
      'one that says how it is answered, sent as written',
      '{"method": "POST", "url": "/v1/chat/completions", "body": {"stream": false}}',
      { post: '/v1/chat/completions', json: { stream: false } },
    ],
    [
      'an embedding',
      '{"method": "POST", "url": "/v1/embeddings", "body": {"input": "a"}}',
      { post: '/v1/embeddings', json: { input: 'a' } },
    ],
    ['literal: `${KEY}` is the text of a log', '{"chat": "echo ${KEY} $${A}"}', { chat: 'echo $${KEY} $$${A}' }],
  ])('%s', ([, line, expected]) => {
    expect(readLine(line)).toEqual(expected);
  });

  test('sent with the headers of the tests, unless it has its own', () => {
    const headers = { authorization: 'Bearer ${KEY}' };
    expect([readLine('{"chat": "Hi"}', headers), readLine('{"chat": "Hi", "headers": {"a": "b"}}', headers)]).toEqual([
      { chat: 'Hi', headers },
      { chat: 'Hi', headers: { a: 'b' } },
    ]);
  });
});

test.for<[string, string, string]>([
  ['not JSON', '{"chat": "Hi}', '31:'],
  ['no object', '[1]', '31:1 line 31: it is not a JSON object'],
  [
    'a field of elsewhere',
    '{"prompt": "Hi"}',
    '31:1 line 31: `prompt` is not a field of a prompt → Write one JSON object a line',
  ],
  ['an unknown field', '{"chatt": "Hi"}', '31:1 line 31: `chatt` is not a field of a prompt → Did you mean `chat`?'],
  [
    'an unknown expectation',
    '{"chat": "Hi", "expect": {"contain": "a"}}',
    '31:1 line 31: `expect.contain` is not a field of a prompt → Did you mean `contains`?',
  ],
  ['a wrong type', '{"chat": 1}', '31:1 line 31: `chat` has another type or value there'],
  ['a GET', '{"get": "/health"}', '31:1 line 31: `get` is not a prompt'],
  [
    'a GET of a batch',
    '{"method": "GET", "url": "/a", "body": {}}',
    '31:1 line 31: `method` has another type or value there',
  ],
  ['no request', '{"expect": {"contains": "a"}}', '31:1 line 31: it sends no request'],
  ['two requests', '{"chat": "Hi", "post": "/a"}', '31:'],
  ['an address', '{"method": "POST", "url": "https://a.example", "body": {}}', '31:1 line 31: `url` must be a path'],
  ['a path that leads out', '{"post": "/a/../b"}', '31:1 line 31: `post` must be a path'],
  ['longer than 64 KiB', `{"chat": "${'x'.repeat(70_000)}"}`, '31:1 line 31: it is longer than 64 KiB'],
])('%s is a mistake of its line', ([, line, expected]) => {
  const [issue] = readLine(line) as ReturnType<typeof read>['issues'];
  const { position, message = '', hint = '' } = issue ?? {};
  const place = position && 'start' in position ? `${position.start.line}:${position.start.column}` : '';
  expect(`${place} ${message} → ${hint}`.slice(0, expected.length)).toBe(expected);
});

test('the example has 40 prompts', () => {
  const { set, issues } = read(readFileSync('examples/prompts.jsonl', 'utf8').trimEnd().split('\n'));
  expect([issues, set.prompts.length]).toEqual([[], 40]);
});

test('at most five mistakes are listed', () => {
  expect(read(Array.from({ length: 99 }, () => 'no')).issues).toHaveLength(5);
});

test('fewer than thirty different prompts are refused, and blank lines are none', () => {
  expect(read([...chats(29), '', '{"chat": "Question 3"}']).issues[0]?.message).toMatch(
    /has too few different prompts \(29\); at least 30/,
  );
  expect(read([...chats(30), '', '  ']).issues).toEqual([]);
});

test('the order is that of the hashes: the same in any order of the lines, and a new line changes little', () => {
  const ask = (lines: readonly string[]) => read(lines).set.prompts.map(({ test: { chat } }) => chat);
  const before = ask(chats(400));
  expect(ask(chats(400).toReversed())).toEqual(before);
  const after = new Set(ask([...chats(400), '{"chat": "A new one"}']).slice(0, 300));
  expect(before.slice(0, 300).filter((chat) => !after.has(chat)).length).toBeLessThanOrEqual(1);
});
