/** An answer against what a test expects of it: what is measured, and the words of every fault. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import { judgeAnswer } from '../../src/tests/judge.ts';
import { runs } from '../runs.ts';
import { answerOf, doneEvent, eventOf, events, finishEvent, streamOf, tokenEvent, whole } from './example.ts';

const get: EndpointTest = { get: '/health' };
const chat: EndpointTest = { chat: 'Say pong.' };
const post = (expected: EndpointTest['expect'] = {}): EndpointTest => ({
  post: '/v1/embeddings',
  json: {},
  expect: expected,
});
const talk = (expected: EndpointTest['expect'] = {}): EndpointTest => ({ ...chat, expect: expected });
const json = (pointer: string, wanted: NonNullable<NonNullable<EndpointTest['expect']>['json']>[string]) =>
  post({ json: { [pointer]: wanted } });

const faultOf = (asked: EndpointTest, answer: Answer, isTimed = true) => judgeAnswer(asked, answer, { isTimed }).fault;
const wordsOf = (asked: EndpointTest, answer: Answer) => {
  const fault = faultOf(asked, answer);
  return fault && `expected ${fault.expected}, got ${fault.got}${fault.weight === 'own' ? '' : ` (${fault.weight})`}`;
};

const embeddings = {
  model: 'bge-m3',
  data: [{ embedding: [0.5, -1, 2] }],
  'a/b': { '~': null },
  tags: ['Cat', 'dog'],
  '': 'root',
};
const ten = Array.from({ length: 10 }, (_, index) => `w${index} `);

const streamedPieces = (...pieces: [number, string][]) => answerOf({ type: 'text/event-stream', pieces });
const json42 = eventOf({ choices: [{ delta: { reasoning_content: 'hm' } }] });
const completion =
  eventOf({ choices: [{ text: 'po' }] }) + eventOf({ choices: [{ text: 'ng', finish_reason: 'stop' }] });
const completionTest: EndpointTest = { post: '/v1/completions', json: { stream: true }, expect: { contains: 'pong' } };
const wholePong = tokenEvent('pong') + finishEvent('stop') + doneEvent;
const toolTest: EndpointTest = {
  post: '/v1/chat/completions',
  json: { stream: true, tools: [] },
  expect: { finish: 'tool_calls' },
};
const toolCall = eventOf({ choices: [{ delta: { tool_calls: [{ function: { name: 'add' } }] } }] });
const streamTest = (expected: NonNullable<EndpointTest['expect']>): EndpointTest => ({
  post: '/v1/completions',
  json: { stream: true },
  expect: expected,
});
/** What a thinking model says before its answer. */
const thought = (tokens: number) =>
  eventOf({ choices: [{ delta: { reasoning_content: 'hm' } }], usage: { completion_tokens: tokens } });
const wholeChat = { choices: [{ message: { content: 'Pong.' }, finish_reason: 'stop' }] };
const otherTest: EndpointTest = { post: '/generate', json: { stream: true }, expect: { contains: 'step 2' } };

/** Expectations of a stream, as faults name them. */
const [content, noError, aStream, itsEnd, aCompletion, pong, stop] = [
  'an answer with content',
  'no error in the stream',
  'a stream of events',
  'a stream that comes to its end',
  'an OpenAI-compatible chat completion',
  'an answer that contains "pong"',
  'a stream that ends with "stop"',
];
/** A stream that comes at once. */
const say = (...parts: string[]) => events([1, parts.join('')]);
const speed = (least: number) => ({ 'tokens-per-second': least });

test.for<[string, EndpointTest, Answer]>([
  ['any 2xx', get, whole('', { status: 204 })],
  ['the status that is asked for', { ...get, expect: { status: 418 } }, whole('', { status: 418 })],
  ['text in other capitals', post({ contains: 'PONG' }), whole('well, pong!')],
  ['text of a page that goes on', post({ contains: 'pong' }), whole('pong', { brokenBy: 'size' })],
  ['a value', json('/model', 'bge-m3'), whole(embeddings)],
  ['the whole', json('', { exists: true }), whole(embeddings)],
  ['a member without a name', json('/', 'root'), whole(embeddings)],
  ['an item', json('/data/0/embedding/1', -1), whole(embeddings)],
  ['a list', json('/tags', ['Cat', 'dog']), whole(embeddings)],
  ['null behind escapes', json('/a~1b/~0', null), whole(embeddings)],
  ['a length', json('/data/0/embedding', { length: 3, exists: true }), whole(embeddings)],
  ['a range', json('/data/0/embedding/0', { min: 0.5, max: 0.5 }), whole(embeddings)],
  ['a zero that a GPU has rounded up to', json('/a', 0), whole('{"a":-0}')],
  ['a character of two units', json('/a', { length: 1 }), whole({ a: '🎈' })],
  ['other spaces and accents', post({ contains: 'à 10 km' }), whole('a\u0300\u00a010\n\u202fkm')],
  ['an item of a list by its text', json('/tags', { contains: 'cat' }), whole(embeddings)],
  ['nothing there', json('/error', { exists: false }), whole(embeddings)],
  ['within', post({ within: 120 }), whole('')],
  ['a chat', talk({ contains: 'pong', finish: 'stop', 'first-token': 200, within: 210 }), streamOf(['Po', 'ng'])],
  ['a chat fast enough', talk(speed(100)), streamOf(ten)],
  ['a chat that comes within a millisecond', talk(speed(1000)), streamOf(ten, { firstMs: 0, tokenMs: 0 })],
  ['a chat behind a ping', talk({ contains: 'pong' }), say(eventOf({ type: 'ping' }) + wholePong)],
  ['a chat that thinks in its content', talk({ contains: '42' }), say(tokenEvent('<think>41?</think>42') + doneEvent)],
  [
    'thinking that began in the prompt',
    talk({ contains: '42' }),
    say(tokenEvent('41?</think><think>No.</think>42') + doneEvent),
  ],
  ['an error that is expected of a chat', talk({ status: 401 }), whole({ error: 'Unauthorized' }, { status: 401 })],
  ['the call of a tool', toolTest, say(toolCall + finishEvent('tool_calls') + doneEvent)],
  [
    'one that thinks first',
    talk({ contains: '42', 'first-token': 90 }),
    streamedPieces([50, json42], [90, tokenEvent('42') + doneEvent]),
  ],
  ['a chat whose server never says why it ends', chat, events([50, tokenEvent('pong') + doneEvent])],
  ['a chat that stays open after its end', chat, streamOf(['pong'], { brokenBy: 'timeout' })],
  ['a chat in one piece', talk({ contains: 'pong', finish: 'stop' }), whole(wholeChat)],
  ['a chat of a batch in one piece', streamTest({ contains: 'pong', finish: 'stop' }), whole(wholeChat)],
  ['a completion as a stream', completionTest, streamedPieces([1, completion])],
  ['other events', otherTest, events([1, ': hi\n\nevent: a\ndata: step 1\n\n'], [2, 'data: step 2\r\n\r\n'])],
  ['a number, by its text', json('/a', { contains: '3' }), whole({ a: 3 })],
  ['text that is cut between events of no known form', otherTest, say('data: st\n\ndata: ep 2\n\n')],
  ['no blank line at the end', { get: '/events', expect: { contains: 'b' } }, say('data: a\n\ndata: b')],
])('right: %s', ([, asked, answer]) => {
  expect(wordsOf(asked, answer)).toBeUndefined();
});

/** What servers make of a stream beside its text. */
const pongStream = [tokenEvent('po'), tokenEvent('ng'), finishEvent('stop'), doneEvent];
const asked = talk({ contains: 'pong' });
const bom = '\ufeff';
const refused = eventOf({ choices: [{ delta: { refusal: 'I cannot.' } }] });
const usage = eventOf({ choices: [], usage: { completion_tokens: 3 } });

test.for<[string, EndpointTest, Answer, expected?: string]>([
  ['CRLF', asked, say(...pongStream.map((event) => event.replaceAll('\n', '\r\n')))],
  ['CR', asked, say(...pongStream.map((event) => event.replaceAll('\n', '\r')))],
  ['a byte order mark', asked, say(bom, ...pongStream)],
  ['a byte order mark before JSON', json('/a', 1), whole(`${bom}{"a":1}`)],
  ['no [DONE]', asked, say(...pongStream.slice(0, 3))],
  ['comments', asked, say(': ping\n\n', ...pongStream, ': ping\n\n')],
  ['comments alone', chat, say(': ping\n\n'), aCompletion],
  ['empty choices, the usage last', asked, say(eventOf({ choices: [] }), ...pongStream.slice(0, 3), usage, doneEvent)],
  ['empty choices alone', chat, say(eventOf({ choices: [] }), doneEvent), content],
  ['nulls in the place of a delta', asked, say(eventOf({ choices: [{ delta: null, text: null }] }), ...pongStream)],
  ['an error that is null', asked, say(eventOf({ error: null, choices: [] }), ...pongStream)],
  ['an error midway', asked, say(...pongStream.slice(0, 2), eventOf({ error: { message: 'x' } }), doneEvent), noError],
  ['an error in one piece', asked, whole({ error: { message: 'x' } }), aCompletion],
  ['a refusal', asked, say(refused, finishEvent('stop'), doneEvent), content],
  ['a whole refusal', asked, whole({ choices: [{ message: { content: null, refusal: 'I cannot.' } }] }), content],
  [
    'a refusal of the responses API',
    streamTest({}),
    say(
      eventOf({ type: 'response.refusal.delta', delta: 'I cannot.' }),
      eventOf({ type: 'response.completed', response: { status: 'completed' } }),
    ),
    content,
  ],
  ['the call of a tool alone', chat, say(toolCall, finishEvent('tool_calls'), doneEvent), content],
  ['an event of two lines', asked, say('data: {"choices":[{"delta":\ndata: {"content":"pong"}}]}\n\n', doneEvent)],
  ['text of TGI in one piece', post({ contains: 'pong' }), whole([{ generated_text: 'pong' }])],
  [
    'JSON lines with CRLF',
    otherTest,
    answerOf({ type: 'application/jsonl', pieces: [[1, `${bom}{"text":"step"}\r\n{"text":" 2"}`]] }),
  ],
  [
    'content as a list of parts',
    talk({ equals: 'pong' }),
    say(
      eventOf({ choices: [{ delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] } }] }),
      eventOf({ choices: [{ delta: { content: [{ type: 'text', text: 'po' }, 'n'] } }] }),
      eventOf({ choices: [{ delta: { content: [{ text: 'g' }] }, finish_reason: 'stop' }] }),
    ),
  ],
  [
    'content as a list of parts in one piece',
    talk({ equals: 'pong' }),
    whole({
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'po' },
              { type: 'text', text: 'ng' },
            ],
          },
        },
      ],
    }),
  ],
  ['a page with 200', chat, whole(`${bom}<!DOCTYPE html><title>W</title>`), aCompletion],
])('a stream with %s', ([, test, answer, expected]) => {
  expect(faultOf(test, answer)?.expected).toBe(expected);
});

/** Text that each server cuts between its events, with thinking before it. */
const dialects: Readonly<Record<string, { said: readonly object[]; failed: object; error: string; type?: string }>> = {
  'the responses API': {
    said: [
      { type: 'response.created', response: { status: 'in_progress', error: null } },
      { type: 'response.reasoning_summary_text.delta', delta: 'Pa' },
      ...['Po', 'ng'].map((delta) => ({ type: 'response.output_text.delta', delta })),
      { type: 'response.output_text.done', text: 'Pong' },
      { type: 'response.completed', response: { status: 'completed', usage: { output_tokens: 9 } } },
    ],
    failed: { type: 'response.failed', response: { status: 'failed', error: { code: 'x', message: 'CUDA OOM' } } },
    error: 'CUDA OOM',
  },
  Anthropic: {
    said: [
      { type: 'message_start', message: { content: [], usage: { output_tokens: 1 } } },
      { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Pa' } },
      ...['Po', 'ng'].map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
    ],
    failed: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    error: 'Overloaded',
  },
  TGI: {
    said: [
      ...['Po', 'ng'].map((text) => ({ token: { text, special: false }, generated_text: null })),
      { token: { text: '</s>', special: true }, generated_text: 'Pong', details: { finish_reason: 'eos_token' } },
    ],
    failed: { error: 'Request failed', error_type: 'generation' },
    error: 'Request failed',
  },
  'JSON lines of Ollama': {
    said: [
      { message: { content: '', thinking: 'Pa' }, done: false },
      ...['Po', 'ng'].map((content) => ({ message: { role: 'assistant', content }, done: false })),
      { done: true, done_reason: 'stop', eval_count: 9 },
    ],
    failed: { error: 'model runner has unexpectedly stopped' },
    error: 'model runner has unexpectedly stopped',
    type: 'application/x-ndjson',
  },
};

test.for(Object.entries(dialects))(
  'a stream of %s: its text is joined, and an error in it is a fault',
  ([, { said, failed, error, type = 'text/event-stream' }]) => {
    const asked = streamTest({ contains: 'pong' });
    const written = (list: readonly object[]) =>
      list.map((event, index): [number, string] => [
        100 * (index + 1),
        type.includes('ndjson') ? `${JSON.stringify(event)}\n` : eventOf(event),
      ]);
    const faults = [said, [...said, failed], [failed, ...said]].map((list) =>
      wordsOf(asked, answerOf({ type, pieces: written(list) })),
    );
    const failure = `expected ${noError}, got ${error}`;
    expect(faults).toEqual([undefined, failure, failure]);
  },
);

test.for<[string, string]>([
  ['the field of llama.cpp', 'error: {"code":500,"message":"slot failed"}\n\n'],
  ['a choice', eventOf({ choices: [{ index: 0, delta: {}, error: { message: 'x' } }] })],
  ['its status alone', eventOf({ type: 'response.completed', response: { status: 'failed' } })],
  ['the name of an event without data', 'event: error\ndata:\n\n'],
])('an error in %s is a fault, before and after the content', ([, failed]) => {
  for (const text of [failed + wholePong, tokenEvent('pong') + failed + finishEvent('stop') + doneEvent])
    expect(faultOf(chat, say(text))?.expected).toBe(noError);
});

test('an answer that is cut off by a limit of the test is too late, and not missing', () => {
  const none: Answer = { kind: 'lost', reason: 'none within 6 s', waitedMs: 6000 };
  const half = { brokenBy: 'timeout', endMs: 9000 } as const;
  expect([
    wordsOf(post({ within: 500 }), none),
    wordsOf(post({ within: 7000 }), none),
    faultOf(post({ within: 500 }), none, false)?.weight,
    wordsOf(post({ within: 500 }), { kind: 'lost', reason: 'connection refused' }),
    wordsOf(post({ within: 4000 }), whole('half', half)),
    wordsOf(talk({ 'first-token': 2000 }), none),
    wordsOf(talk({ 'first-token': 2000 }), streamOf([], { pieces: [[100, thought(1)]], ...half })),
    wordsOf(talk({ 'first-token': 2000 }), streamedPieces([100, thought(1)], [30_000, wholePong])),
    wordsOf(
      talk({ 'first-token': 2000 }),
      streamedPieces([100, tokenEvent('<think>hm')], [30_000, tokenEvent('</think>\n')], [31_000, wholePong]),
    ),
  ]).toEqual([
    'expected the whole answer within 500 ms, got none within 6 s',
    'expected an answer, got none within 6 s (none)',
    'none',
    'expected an answer, got connection refused (none)',
    'expected the whole answer within 4 s, got no end within 9 s after "half"',
    'expected the first content within 2 s, got none within 6 s',
    'expected the first content within 2 s, got no end within 9 s after nothing',
    'expected the first content within 2 s, got it after 30 s',
    'expected the first content within 2 s, got it after 31 s',
  ]);
});

const quoted = (text: string) => `"${text}"`;
const page = '<html><head><title>502 Bad Gateway</title></head></html>';
const brokenChat = (text: string, brokenBy?: 'size') =>
  streamOf([], { pieces: [[1, text]], ...(brokenBy && { brokenBy }) });
const tooFew = (tokens: number) => `${tokens} tokens, and 8 are needed to tell: ask for a longer answer`;
const onlyThinking = (tokens: number) => `${tokens} tokens of thinking, no answer: raise \`max-tokens\``;
type Wrong = [asked: EndpointTest, answer: Answer, expected: string, got: string];
const statuses = (list: readonly number[], text: string, words: string) =>
  list.map((status): Wrong => [get, whole(text, { status }), 'a 2xx status', `${status}${words}`]);

test.for<Wrong>([
  [get, { kind: 'lost', reason: 'connection refused' }, 'an answer', 'connection refused (none)'],
  ...statuses([408, 425, 429], 'wait', ': wait (busy)'),
  ...statuses([502, 503, 504], 'no worker', ': no worker (none)'),
  ...statuses([500, 501], '', ' (starting)'),
  ...statuses([400, 401, 403, 404, 422], '', ' (other)'),
  ...statuses([404], '{"detail":"Not Found"}', ': {"detail":"Not Found"}'),
  ...statuses([401, 404], '{"error":"no such model"}', ': {"error":"no such model"}'),
  ...statuses([404], '["error"]', ': ["error"] (other)'),
  ...statuses([403, 404], page, ': an HTML page, 502 Bad Gateway (starting)'),
  ...statuses([500], '{"error":"loading"}', ': {"error":"loading"} (starting)'),
  [{ ...get, expect: { status: 200 } }, whole('{}', { status: 201 }), 'status 200', '201: {} (other)'],
  [
    get,
    whole('', { status: 302, location: 'https://evil.example/' }),
    'a 2xx status',
    '302 with a redirect to https://evil.example/, which is not followed (other)',
  ],
  [get, whole(page, { status: 502 }), 'a 2xx status', '502: an HTML page, 502 Bad Gateway (none)'],
  [get, whole('half', { brokenBy: 'close' }), 'a whole answer', 'it broke off after "half" (none)'],
  [get, whole('half', { brokenBy: 'timeout', endMs: 9000 }), 'a whole answer', 'no end within 9 s after "half"'],
  [json('/a', 1), whole('[', { brokenBy: 'size' }), 'a whole answer', 'more than 1 MiB'],
  [post({ contains: 'pong' }), whole('ping'), pong, '"ping"'],
  [post({ contains: 'pong' }), whole('<html>Wait'), pong, '"<html>Wait" (starting)'],
  [post({ contains: '<p>pong' }), whole('<html>Wait'), 'an answer that contains "<p>pong"', '"<html>Wait" (starting)'],
  [post({ contains: 'pong' }), whole(''), pong, 'nothing'],
  [json('/a', 1), whole('<!doctype html><title>Welcome</title>'), 'a JSON answer', 'an HTML page, Welcome (starting)'],
  [json('/a', 1), whole(''), 'a JSON answer', 'an empty one'],
  [json('/a', 1), whole({ b: 1 }), '`/a` to be 1', 'no such value'],
  [json('/a', 1), whole({ a: '1' }), '`/a` to be 1', '"1"'],
  [json('/a', { exists: true }), whole({}), '`/a` to exist', 'no such value'],
  [json('/a', { exists: false }), whole({ a: null }), '`/a` to be absent', 'null'],
  [json('/a/length', { exists: true }), whole({ a: [] }), '`/a/length` to exist', 'no such value'],
  [json('/toString', { exists: true }), whole({}), '`/toString` to exist', 'no such value'],
  [json('/a/01', { exists: true }), whole({ a: [1, 2] }), '`/a/01` to exist', 'no such value'],
  [json('/a', { min: 1 }), whole({ a: 0.5 }), '`/a` to be at least 1', '0.5'],
  [json('/a', { max: 1 }), whole({ a: '0' }), '`/a` to be at most 1', '"0"'],
  [json('/a', { length: 2 }), whole({ a: [1] }), '`/a` to have the length 2', '1'],
  [json('/a', { length: 3 }), whole({ a: Array(1024).fill(0.1) }), '`/a` to have the length 3', '1024'],
  [json('/a', { length: 3 }), whole({ a: { b: 1, c: 2 } }), '`/a` to have the length 3', '2'],
  [json('/a', { length: 3 }), whole({ a: 'four' }), '`/a` to have the length 3', '4'],
  [json('/a', { length: 3 }), whole({ a: 4 }), '`/a` to have the length 3', '4'],
  [json('/a', { contains: 'cat' }), whole({ a: ['category'] }), '`/a` to contain "cat"', '["category"]'],
  [post({ within: 119 }), whole(''), 'the whole answer within 119 ms', 'it after 120 ms'],
  [talk({ contains: 'pong' }), streamOf(['Pi', 'ng']), pong, '"Ping"'],
  [talk({ finish: 'stop' }), brokenChat(tokenEvent('a') + finishEvent('length')), stop, '"length"'],
  [talk({ finish: 'stop' }), brokenChat(tokenEvent('a') + doneEvent), stop, 'no reason of its end'],
  [
    talk({ 'first-token': 1500 }),
    streamOf(['a'], { firstMs: 2500 }),
    'the first content within 1.5 s',
    'it after 2.5 s',
  ],
  [talk(speed(20)), streamOf(ten, { tokenMs: 100 }), 'at least 20 tokens/s', '10.0 tokens/s'],
  [talk(speed(20)), streamOf(ten, { firstMs: 2000, tokenMs: 0 }), 'at least 20 tokens/s', '5.0 tokens/s'],
  [talk(speed(1)), streamOf(['It', 'is', 'Paris'], { tokenMs: 30_000 }), 'at least 1 tokens/s', tooFew(3)],
  [chat, say(tokenEvent(' \n\u200b') + doneEvent), content, quoted(tokenEvent(' \n\u200b') + doneEvent)],
  [
    chat,
    say(eventOf({ choices: [{ delta: { content: '' }, finish_reason: 'stop' }], usage: { completion_tokens: 1 } })),
    content,
    '"data: {"choices":[{"delta":{"content":""},"finish_reason":"stop"}],"usage":{"completion_tokens":1}}\n\n"',
  ],
  [talk({ contains: '42' }), say(thought(256) + finishEvent('length')), content, onlyThinking(256)],
  [talk({ contains: '42' }), say(tokenEvent('<think>42') + finishEvent('length')), content, onlyThinking(1)],
  [chat, say(tokenEvent('pong') + finishEvent('error')), noError, 'an end for the reason "error"'],
  ...[500, true, ['overloaded']].map((error): Wrong => {
    const answer = say(tokenEvent('pong') + eventOf({ error }) + doneEvent);
    return [chat, answer, noError, JSON.stringify(error)];
  }),
  [
    chat,
    say(tokenEvent('pong') + eventOf({ object: 'error', code: 500 }) + doneEvent),
    noError,
    '{"object":"error","code":500}',
  ],
  ...['\u2800', '\ufffd\ufffd', '\ud800', '\u0301'].map((blank): Wrong => {
    return [chat, say(tokenEvent(blank) + doneEvent), content, quoted(tokenEvent(blank) + doneEvent)];
  }),
  [
    talk({ contains: '42' }),
    say(tokenEvent('42?</think>\n') + finishEvent('stop')),
    content,
    '1 tokens of thinking, no answer',
  ],
  ...['stop', 'eos_token'].map((end): Wrong => {
    const got = `9 tokens of thinking, no answer, and the end "${end}": check the reasoning parser of the server`;
    return [talk({ contains: '42' }), say(thought(9) + finishEvent(end)), content, got];
  }),
  [chat, say(thought(9) + doneEvent), content, '9 tokens of thinking, no answer'],
  [chat, say('event: error\ndata: out of memory\n\n'), noError, 'out of memory'],
  [chat, say(eventOf({ detail: 'Not Found' })), noError, 'Not Found'],
  [
    chat,
    whole({ ...wholeChat, choices: [{ message: { content: '' } }] }),
    content,
    '"{"choices":[{"message":{"content":""}}]}"',
  ],
  [talk({ 'first-token': 1000 }), whole(wholeChat), aStream, 'an answer in one piece'],
  [streamTest(speed(20)), whole({ error: 'no model' }), aStream, '{"error":"no model"}'],
  [streamTest(speed(20)), whole('<html><title>Welcome</title>'), aStream, 'an HTML page, Welcome (starting)'],
  [streamTest({}), events(), content, 'nothing'],
  [{ get: '/events', headers: { Accept: 'text/event-stream' } }, whole({}), aStream, '{}'],
  [
    chat,
    streamOf([]),
    content,
    '"data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n"',
  ],
  [chat, whole('pong'), aCompletion, 'pong'],
  [chat, brokenChat(tokenEvent('po')), itsEnd, 'it broke off after "po" (none)'],
  [chat, brokenChat(`${tokenEvent('po')}data: {"cho`), itsEnd, 'it broke off after "po" (none)'],
  [chat, brokenChat(tokenEvent('po'), 'size'), itsEnd, 'more than 1 MiB'],
  [
    chat,
    brokenChat(tokenEvent('po') + eventOf({ error: { message: 'CUDA out of memory' } })),
    noError,
    'CUDA out of memory',
  ],
])('wrong: %j, %j', ([asked, answer, expected, got]) => {
  expect(wordsOf(asked, answer)).toBe(`expected ${expected}, got ${got}`);
});

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const tooDeep = 'a value that is nested too deep to be shown';

test.for<Wrong>([
  [json('/a', 1), whole(`{"a":${deep}}`), '`/a` to be 1', tooDeep],
  [json('/a', [[]]), whole(`{"a":${deep}}`), '`/a` to be [[]]', tooDeep],
  [json('/a', { contains: 'x' }), whole(`{"a":${deep}}`), '`/a` to contain "x"', tooDeep],
  [json('/a', { contains: 'x' }), whole({ a: [{ toString: 1 }] }), '`/a` to contain "x"', '[{"toString":1}]'],
  [json('/a', { contains: 'null' }), whole({ a: [null, {}] }), '`/a` to contain "null"', '[null,{}]'],
  [chat, say(`data: {"error":{"a":${deep}}}\n\n`), noError, tooDeep],
  [chat, whole(`{"choices":[{"message":{"a":${deep}}}]}`), content, quoted(`{"choices":[{"message":{"a":${deep}}}]}`)],
])('an answer that no stack can hold is wrong, not a crash: %#', ([asked, answer, expected, got]) => {
  expect(wordsOf(asked, answer)).toBe(`expected ${expected}, got ${got}`);
});

test('the times of the warm-up are not judged, its words are', () => {
  const strict = talk({ contains: 'pong', 'first-token': 100, within: 100, 'tokens-per-second': 1000 });
  expect([
    faultOf(strict, streamOf(['pong', ...ten], { firstMs: 40_000 }), false),
    faultOf(strict, streamOf(ten), false)?.expected,
  ]).toEqual([undefined, pong]);
});

test('what is measured', () => {
  expect([
    judgeAnswer(chat, streamOf(ten), { isTimed: true }).measured,
    judgeAnswer(chat, streamOf(['Pong']), { isTimed: true }).measured,
    judgeAnswer(
      chat,
      events(
        [100, tokenEvent('a')],
        [
          200,
          tokenEvent('b') +
            finishEvent('stop') +
            eventOf({ choices: [], usage: { completion_tokens: 21 } }) +
            doneEvent,
        ],
      ),
      { isTimed: true },
    ).measured,
    judgeAnswer(get, whole('ok'), { isTimed: true }).measured,
    judgeAnswer(get, { kind: 'lost', reason: 'x' }, { isTimed: true }).measured,
  ]).toEqual([
    {
      status: 200,
      totalMs: 290,
      firstTokenMs: 200,
      firstContentMs: 200,
      tokensPerSecond: 100,
      tokens: 10,
      content: ten.join(''),
    },
    { status: 200, totalMs: 200, firstTokenMs: 200, firstContentMs: 200, tokens: 1, content: 'Pong' },
    {
      ...{ status: 200, totalMs: 200, firstTokenMs: 100, firstContentMs: 100 },
      ...{ tokensPerSecond: 200, tokens: 21, content: 'ab' },
    },
    { status: 200, totalMs: 120 },
    {},
  ]);
});

test('wherever a stream is cut into pieces, it says the same', () => {
  const bytes = Buffer.from(['grün', ' 🎈', '\r\n'].map(tokenEvent).join('') + finishEvent('stop') + doneEvent);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, index): [number, Uint8Array] => [index, bytes.subarray(ends[index - 1] ?? 0, end)]);
      const { measured, fault } = judgeAnswer(chat, answerOf({ type: 'text/event-stream', pieces }), { isTimed: true });
      expect([measured.content, fault]).toEqual(['grün 🎈\r\n', undefined]);
    }),
    { numRuns: runs(300) },
  );
});

test('nothing that a server sends is more than a fault', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => Buffer.from(text)),
        fc.json().map((text) => Buffer.from(`data: {"choices":[${text}],"usage":${text},"error":${text}}\n\n`)),
        fc.json().map((text) => Buffer.from(`{"a":[${text}]}`)),
      ),
      fc.constantFrom('text/event-stream', 'application/json', ''),
      fc.constantFrom(
        chat,
        get,
        ...[{ min: 1 }, { contains: 'x' }, { length: 9 }, 7].map((each) => json('/a/0', each)),
      ),
      (bytes, type, asked) => {
        const { fault } = judgeAnswer(asked, answerOf({ type, pieces: [[1, bytes]] }), { isTimed: true });
        expect(fault === undefined || (fault.expected !== '' && fault.got !== '')).toBe(true);
      },
    ),
    { numRuns: runs(500) },
  );
});
