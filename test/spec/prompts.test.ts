/** The file of prompts: both forms of a line, which are asked, and every mistake at its line. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePrompts } from '../../src/spec/prompts.ts';

const chats = (count: number) => Array.from({ length: count }, (_, index) => `{"chat": "Question ${index}"}`);
const read = (lines: readonly string[], giveWay = async () => {}) =>
  parsePrompts({ path: 'prompts.jsonl', bytes: Buffer.from(lines.join('\n')) }, giveWay);
/** Of one line in a file that is long enough. */
const readLine = async (line: string) => {
  const { set, issues } = await read([...chats(30), line]);
  return issues.length > 0 ? issues : set.prompts.find((prompt) => prompt.line === 31)?.test;
};

test.for<[string, string, object]>([
  ['a test', '{"chat": "Hi", "expect": {"contains": ["a", "b"]}}', { chat: 'Hi', expect: { contains: ['a', 'b'] } }],
  ['a post', '{"post": "/v1/x", "json": {"a": 1}}', { post: '/v1/x', json: { a: 1 } }],
  [
    'a chat of a batch, which is streamed',
    '{"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": {"model": "m"}, "expect": {"equals": "B"}}',
    {
      post: '/v1/chat/completions',
      json: { model: 'm' },
      isStreamAdded: true,
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
])('a line is: %s', async ([, line, expected]) => {
  expect(await readLine(line)).toEqual(expected);
});

test.for<[string, string, string]>([
  ['not JSON', '{"chat": "Hi}', '31:'],
  ['no object', '[1]', '31:1 line 31: it is not a JSON object'],
  [
    'a field of elsewhere',
    '{"prompt": "Hi"}',
    '31:1 line 31: `prompt` is not a field of a prompt → Write what the user says: `chat: …`.',
  ],
  [
    'a field in a wrong place',
    '{"chat": "Hi", "contains": "a"}',
    '31:1 line 31: `contains` is not a field of a prompt → `contains` belongs in `expect`.',
  ],
  [
    'a field of the line in the wrong place',
    '{"chat": "Hi", "expect": {"max-tokens": 5}}',
    '31:1 line 31: `expect.max-tokens` is not a field of a prompt → `max-tokens` belongs in the line itself.',
  ],
  [
    'a misspelt field in the wrong place',
    '{"chat": "Hi", "first_token": "2s"}',
    '31:1 line 31: `first_token` is not a field of a prompt → Did you mean `expect.first-token`?',
  ],
  ['an unknown field', '{"chatt": "Hi"}', '31:1 line 31: `chatt` is not a field of a prompt → Did you mean `chat`?'],
  [
    'an unknown expectation',
    '{"chat": "Hi", "expect": {"contain": "a"}}',
    '31:1 line 31: `expect.contain` is not a field of a prompt → Did you mean `contains`?',
  ],
  ['a wrong type', '{"chat": 1}', '31:1 line 31: `chat` has another type or value there'],
  [
    'an expectation that is a text',
    '{"chat": "Hi", "expect": "a"}',
    '31:1 line 31: `expect` has another type or value there → Write, for example, `{"contains": "Paris"}`.',
  ],
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
])('%s is a mistake of its line', async ([, line, expected]) => {
  const [issue] = (await readLine(line)) as Awaited<ReturnType<typeof read>>['issues'];
  const { position, message = '', hint = '' } = issue ?? {};
  const place = position && 'start' in position ? `${position.start.line}:${position.start.column}` : '';
  expect(`${place} ${message} → ${hint}`.slice(0, expected.length)).toBe(expected);
});

test('the example has 40 prompts', async () => {
  const { set, issues } = await read(readFileSync('examples/prompts.jsonl', 'utf8').trimEnd().split('\n'));
  expect([issues, set.prompts.length]).toEqual([[], 40]);
});

test('at most five mistakes are listed, the first of the file; the same one of several lines once', async () => {
  const messagesOf = async (line: (index: number) => string) => {
    const { issues } = await read(Array.from({ length: 99 }, (_, index) => line(index)));
    return issues.map(({ message }) => message);
  };
  expect(await messagesOf((index) => `{"field${index}": 1}`)).toEqual(
    [1, 2, 3, 4, 5].map((line) => expect.stringMatching(`line ${line}:`)),
  );
  expect(await messagesOf((index) => `no ${index}`)).toEqual([
    'line 1: it is not a JSON object (and 98 more of those that would be asked)',
  ]);
});

test.for<[string, string]>([
  ['{"messages": [{"role": "user", "content": "Hi"}]}', 'body: {messages: .messages}}'],
  ['{"conversations": [{"from": "human", "value": "Hi"}]}', 'chat: .conversations[0].value'],
  ['{"question": "Hi", "answer": "Ho", "id": 1}', '{chat: .question, expect: {contains: .answer}}'],
  ['{"prompt": "Hi", "completion": "Ho"}', '{chat: .prompt, expect: {contains: .completion}}'],
  ['{"instruction": "Hi", "output": "Ho", "input": ""}', '{chat: .instruction, expect: {contains: .output}}'],
])('a line of another tool says what makes a prompt of it: %s', async ([line, filter]) => {
  const { issues } = await read([line]);
  expect(issues.map(({ hint }) => hint)).toEqual([expect.stringContaining(filter)]);
  expect(issues[0]?.message).toMatch(/^line 1: it has `\w+`(?: and `\w+`)?, which is the form of another tool$/);
});

test('a file of Windows in UTF-16 is read, and one with a list says how to make lines of it', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `{"chat": "Grüße ${index}"}`).join('\n');
  const bytes = Buffer.from(`\ufeff${lines}`, 'utf16le');
  const { set, issues } = await parsePrompts({ path: 'p.jsonl', bytes }, async () => {});
  expect([issues, set.prompts.length]).toEqual([[], 30]);
  expect((await read(['[{"chat": "Hi"},', '{"chat": "Ho"}]'])).issues[0]?.hint).toContain("jq -c '.[]'");
});

const nested = (levels: number) => `{"post": "/a", "json": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
test('100 levels are read; more are refused at their line, however many', async () => {
  expect(await readLine(nested(100))).toMatchObject({ post: '/a' });
  const batch = `{"method": "POST", "url": "/a", "body": {"a": ${nested(5000)}}}`;
  for (const line of [nested(101), nested(30_000), batch, `{"chat": "a", "expect": {"json": {"/a": ${nested(9000)}}}}`])
    expect(await readLine(line)).toMatchObject([
      {
        code: 'nested-too-deep',
        message: 'line 31: it is nested more than 100 levels deep',
        position: { start: { line: 31 } },
      },
    ]);
});

test('of a large file, what may be asked is checked alone, and others have their turn meanwhile', async () => {
  const wrong = Array.from({ length: 30_000 }, (_, index) => `no ${index}`).filter(
    (line) => hash('sha256', line) > '8',
  );
  let turns = 0;
  const { set, issues } = await read([...wrong, ...chats(3000)], async () => {
    turns += 1;
  });
  expect([issues, set.prompts.length, set.count]).toEqual([[], 300, wrong.length + 3000]);
  expect(turns).toBeGreaterThan(300 + 3);
  await expect(read(chats(30), () => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled');
});

test('fewer than thirty different prompts are refused, and blank lines are none', async () => {
  expect((await read([...chats(29), '', '{"chat": "Question 3"}'])).issues[0]?.message).toMatch(
    /has too few different prompts \(29\); at least 30/,
  );
  expect((await read([...chats(30), '', '  '])).issues).toEqual([]);
});

test('the order is that of the hashes: the same in any order of the lines, and a new line changes little', async () => {
  const ask = async (lines: readonly string[]) => (await read(lines)).set.prompts.map(({ test: { chat } }) => chat);
  const before = await ask(chats(400));
  expect(await ask(chats(400).toReversed())).toEqual(before);
  const after = new Set(await ask([...chats(400), '{"chat": "A new one"}']));
  expect(before.filter((chat) => !after.has(chat)).length).toBeLessThanOrEqual(1);
});
