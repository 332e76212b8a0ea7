/** How a stream of each form ends, and what stands in it that is no event of its form. */

import { describe, expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import { judgeAnswer } from '../../src/tests/judge.ts';
import { answerOf, doneEvent, eventOf, finishEvent, tokenEvent, whole } from './example.ts';

const asked: EndpointTest = { post: '/generate', json: { stream: true }, expect: { contains: 'pong' } };
const chat: EndpointTest = { chat: 'Say pong.', expect: { contains: 'pong' } };
const any: EndpointTest = { post: '/generate', json: { input: 'ping' } };

/** `right`, or what came in the place of what was expected. */
function verdictOn(text: string, { test = asked, type = 'text/event-stream', isBroken = false } = {}): string {
  const answer = answerOf({ type, pieces: [[1, text]], ...(isBroken && { brokenBy: 'close' }) });
  const { fault } = judgeAnswer(test, answer, { isTimed: true });
  return fault ? fault.got : 'right';
}

const eventsOf = (list: readonly object[]) => list.map(eventOf).join('');
const linesOf = (list: readonly object[]) => list.map((event) => `${JSON.stringify(event)}\n`).join('');
const cut = 'it broke off after "pong"';

/** The text of each form, and what ends it, in one of its ways. */
const forms: Readonly<Record<string, { said: readonly object[]; ends: readonly (readonly object[])[] }>> = {
  'OpenAI, as chat': {
    said: ['po', 'ng'].map((content) => ({ choices: [{ delta: { content }, finish_reason: null }] })),
    ends: [
      [{ choices: [{ delta: {}, finish_reason: 'stop' }] }],
      [{ choices: [{ delta: {}, finish_reason: 'tool_calls' }] }, { choices: [], usage: { completion_tokens: 2 } }],
    ],
  },
  'OpenAI, without a reason before the end': {
    said: ['po', 'ng'].map((content) => ({ choices: [{ delta: { content }, finish_reason: '' }] })),
    ends: [[{ choices: [{ text: '', finish_reason: 'length' }] }]],
  },
  'OpenAI, as responses': {
    said: [
      { type: 'response.created', response: { status: 'in_progress' } },
      ...['po', 'ng'].map((delta) => ({ type: 'response.output_text.delta', delta })),
    ],
    ends: ['completed', 'incomplete'].map((status) => [{ type: `response.${status}`, response: { status } }]),
  },
  Anthropic: {
    said: [
      { type: 'message_start', message: { content: [], stop_reason: null } },
      ...['po', 'ng'].map((text) => ({ type: 'content_block_delta', delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
    ],
    ends: [[{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }], [{ type: 'message_stop' }]],
  },
  TGI: {
    said: ['po', 'ng'].map((text) => ({ token: { text, special: false }, generated_text: null, details: null })),
    ends: [
      [{ token: { text: '</s>', special: true }, generated_text: 'pong', details: null }],
      [{ token: { text: '', special: true }, generated_text: '', details: { finish_reason: 'length' } }],
    ],
  },
  SGLang: {
    said: ['po', 'pong'].map((text) => ({ text, meta_info: { id: '1', finish_reason: null } })),
    ends: [[{ text: 'pong', meta_info: { finish_reason: { type: 'stop', matched: 2 } } }]],
  },
  'llama.cpp': {
    said: ['po', 'ng'].map((content) => ({ content, stop: false })),
    ends: [[{ content: '', stop: true, stop_type: 'eos' }]],
  },
  Ollama: {
    said: ['po', 'ng'].map((content) => ({ message: { role: 'assistant', content }, done: false })),
    ends: [[{ message: { content: '' }, done: true, done_reason: 'stop' }], [{ done: true, eval_count: 2 }]],
  },
  Cohere: {
    said: ['po', 'ng'].map((text) => ({ event_type: 'text-generation', text, is_finished: false })),
    ends: [[{ event_type: 'stream-end', is_finished: true, finish_reason: 'COMPLETE' }]],
  },
  'Cohere, second version': {
    said: ['po', 'ng'].map((text) => ({ type: 'content-delta', delta: { message: { content: { text } } } })),
    ends: [[{ type: 'message-end', delta: { finish_reason: 'COMPLETE' } }]],
  },
  Gemini: {
    said: ['po', 'ng'].map((text) => ({ candidates: [{ content: { parts: [{ text }] }, finishReason: null }] })),
    ends: [[{ candidates: [{ finishReason: 'STOP' }] }]],
  },
  'OpenAI, as a transcript': {
    said: ['po', 'ng'].map((delta) => ({ type: 'transcript.text.delta', delta })),
    ends: [[{ type: 'transcript.text.done', text: 'pong' }]],
  },
};

describe.for(Object.entries(forms))('a stream of %s', ([, { said, ends }]) => {
  const read = (list: readonly object[]) => [verdictOn(eventsOf(list)), verdictOn(linesOf(list))];

  test('is whole with each of its ends, and not without one', () => {
    for (const end of ends) expect(read([...said, ...end])).toEqual(['right', 'right']);
    for (const verdict of read(said)) expect(verdict).toMatch(/^it broke off after "\w+"$/);
  });

  test('that ends with something else has failed, in the words of that, be it marked as done', () => {
    const failures: readonly [object, string][] = [
      [{ text: 'NETWORK ERROR', error_code: 50001 }, 'NETWORK ERROR'],
      [{ code: 500, reason: 'ENGINE', message: 'engine died', metadata: {} }, 'engine died'],
      [{ code: 500, reason: 'ENGINE', message: '', metadata: {} }, 'ENGINE'],
      [{ detail: 'Internal error' }, 'Internal error'],
      [{ success: false, msg: 'no memory' }, 'no memory'],
      [{ success: false }, '{"success":false}'],
      [{ reason: 'the engine is gone' }, '{"reason":"the engine is gone"}'],
      [{ errors: [{ message: 'no memory' }] }, '{"errors":[{"message":"no memory"}]}'],
      [{ status: 'error', message: 'no memory' }, 'no memory'],
      [{ type: 'server_error', message: 'no memory' }, 'no memory'],
    ];
    for (const [failure, words] of failures)
      for (const text of [
        eventsOf([...said, failure]),
        eventsOf([...said, failure]) + doneEvent,
        linesOf([...said, failure]),
      ])
        expect(verdictOn(text)).toBe(words);
  });

  test('with damaged data has failed, in its words, whatever its end', () => {
    const damaged = [
      'Internal Server Error',
      '{"choices":[{"del',
      '{"a":1}{"a":2}',
      '{"a":1}\ndata: {"a":2}',
      "{'a': 1}",
    ];
    for (const data of damaged)
      for (const text of [
        eventsOf(said) + eventOf(data),
        eventsOf(said) + eventOf(data) + eventsOf(ends[0] ?? []) + doneEvent,
      ])
        expect(verdictOn(text)).toBe(data.replace('data: ', ''));
    const html = '<html>\n<head><title>502 Bad Gateway</title></head>\n<body>nginx</body>\n</html>\n';
    for (const page of [`data: ${html}\n`, html, `${html}\n`])
      expect(verdictOn(eventsOf(said) + page + eventsOf(ends[0] ?? []))).toBe('an HTML page, 502 Bad Gateway');
    expect(verdictOn(`${eventsOf(said)}Traceback (most recent call last):\n${eventsOf(ends[0] ?? [])}`)).toMatch(
      /^Traceback/,
    );
    expect(verdictOn(`${eventsOf(said)}RuntimeError: out of memory\n\n`)).toBe('out of memory');
  });

  test('that is cut within its last event has broken off', () => {
    for (const text of [eventsOf(said), linesOf(said)])
      expect(verdictOn(`${text}${text === eventsOf(said) ? 'data: ' : ''}{"choices":[{"del`)).toMatch(
        /^it broke off after/,
      );
  });

  test('is right with what keeps it open, whatever its content type', () => {
    const kept = [
      ': ping\n\n',
      'event: ping\ndata: 2026-11-28 12:00\n\n',
      eventOf({ type: 'ping' }),
      eventOf({}),
      'data:\n\n',
      'retry: 3000\n\n',
      'x-id: 7\n',
    ];
    const end = eventsOf(ends[0] ?? []);
    const all = kept.flatMap((each) => [
      each + eventsOf(said) + end,
      eventsOf(said) + each + end,
      eventsOf(said) + end + each + doneEvent,
    ]);
    expect(all.filter((text) => verdictOn(text) !== 'right')).toEqual([]);
    for (const type of ['', 'text/plain', 'application/json', 'application/octet-stream'])
      expect(
        [eventsOf(said) + end, linesOf([...said, ...(ends[0] ?? [])])].map((text) => verdictOn(text, { type })),
      ).toEqual(['right', 'right']);
  });
});

const token = (content: string) => tokenEvent(content);
const nan =
  'data: {"choices":[{"delta":{"content":"pong"},"logprobs":{"x":[-Infinity, NaN]},"finish_reason":"stop"}]}\n\n';

test.for(['error', 'ERROR', 'internal_error', 'abort', 'aborted', 'cancelled', 'timeout', 'timed_out', 'ERROR_TOXIC'])(
  'an end for the reason "%s" is a fault',
  (reason) =>
    expect(verdictOn(token('pong') + finishEvent(reason) + doneEvent)).toBe(`an end for the reason "${reason}"`),
);

test.for<[string, string, string, Parameters<typeof verdictOn>[1]?]>([
  // A server may end without a reason: `[DONE]` is an end, too, unless something else came before it.
  ['a chat without a reason, with [DONE]', token('pong') + doneEvent, 'right', { test: chat }],
  ['a chat behind a server event', eventOf({ id: 7, queue: 1 }) + token('pong') + doneEvent, 'right', { test: chat }],
  [
    'a chat with an event before its end',
    token('pong') + eventOf({ timings: 7 }) + finishEvent('stop'),
    'right',
    { test: chat },
  ],
  ['a chat with another end', token('pong') + eventOf('"stopped"') + doneEvent, '"stopped"', { test: chat }],
  [
    'the end of SGLang that is an abort',
    eventOf({ text: 'pong', meta_info: { finish_reason: { type: 'abort', message: 'x' } } }),
    'an end for the reason "abort"',
  ],
  ['numbers of Python', nan, 'right', { test: chat }],
  ['text of no known form', 'data: po\n\ndata: pong\n\n', 'right'],
  ['events of no known form', eventsOf([{ step: 1 }, { step: 2, image: 'pong' }]), 'right'],
  ['text of Triton', eventsOf([{ text_output: 'po', sequence_end: false }, { text_output: 'ng' }]), 'right'],
  ['text of no form that has an end, and its figures', eventsOf([{ text: 'pong' }, { seconds: 2 }]), 'right'],
  ['text of no form that has an end, cut', `${eventOf({ text: 'pong' })}data: {"te`, cut],
  ['the end of a connection', token('pong'), cut, { isBroken: true }],
  ['an event of its server, and the end of a connection', eventOf({ id: 7 }) + token('pong'), cut, { isBroken: true }],
  [
    'a whole chat as a stream',
    '{"choices":[{"message":{"content":"pong"},"finish_reason":"stop"}]}',
    'right',
    { test: chat },
  ],
  ['an error that is called a stream', '{"error":{"message":"CUDA"}}', 'CUDA', { test: chat }],
  ['an end by its name alone', `${token('pong')}event: done\ndata: {}\n\n`, 'right', { test: chat }],
  ['lines that end with a NUL', ['po', 'pong'].map((text) => `{"text":["${text}"]}\0`).join(''), 'right', { type: '' }],
  ['an answer of Ollama in one piece', '{"response":"pong","done":true}', 'right', { type: 'application/json' }],
  [
    'the call of a function in its first form',
    eventOf({ choices: [{ delta: { function_call: { name: 'add' } } }] }) + finishEvent('function_call'),
    'right',
    { test: { ...any, json: { stream: true } } },
  ],
  ['JSON lines of no known form', '{"a":"pong"}\n{"a":2}\n', 'right', { type: 'application/x-ndjson' }],
])('%s', ([, text, expected, given]) => {
  expect(verdictOn(text, given)).toBe(expected);
});

test('an error with the status 200 is no answer, unless content is expected, which may be one', () => {
  const errors: readonly [object | string, string][] = [
    [{ error: 'CUDA' }, 'CUDA'],
    [{ error: { message: 'CUDA', code: 1 } }, 'CUDA'],
    [{ object: 'error', message: 'CUDA' }, 'CUDA'],
    [{ success: false, message: 'CUDA' }, 'CUDA'],
    [{ code: 503, message: 'CUDA' }, 'CUDA'],
    [{ error_code: 50001 }, '{"error_code":50001}'],
    [{ errorType: 'OOM', errorMessage: 'CUDA' }, '{"errorType":"OOM","errorMessage":"CUDA"}'],
    [{ errors: [{ message: 'CUDA' }] }, '{"errors":[{"message":"CUDA"}]}'],
    [{ detail: 'CUDA' }, 'CUDA'],
    [{ detail: [{ msg: 'field required' }] }, '{"detail":[{"msg":"field required"}]}'],
    [{ status: 'failed', reason: 'CUDA' }, 'CUDA'],
    [{ type: 'error', message: 'CUDA' }, 'CUDA'],
    [{ code: 'InternalError', message: 'CUDA' }, 'CUDA'],
    [{ code: -1, msg: 'CUDA' }, 'CUDA'],
    [{ statusCode: 500, message: 'CUDA' }, 'CUDA'],
    [{ exception: 'CUDA' }, '{"exception":"CUDA"}'],
    [[{ error: 'CUDA' }], 'CUDA'],
  ];
  for (const [body, words] of errors)
    for (const test of [any, { ...any, expect: { within: 1000 } }, { get: '/answer' }])
      expect(judgeAnswer(test, whole(body), { isTimed: true }).fault).toEqual({
        ...{ expected: 'no error in the answer', got: words, weight: 'own' },
      });
  const right = [
    { error: null },
    { error: '' },
    { error: {} },
    { error: false, error_code: 0 },
    { code: 200, message: 'ok' },
    { code: 20000, message: 'ok' },
    { error: 0.25 },
    { errors: [], detail: 'high', images: [] },
    { errcode: 0, errmsg: 'ok' },
    { error_code: null, text: 'fine' },
    { status: 'success', message: 'done', reason: 'fine' },
    { label: 'error', score: 0.9 },
    { message: 'hello' },
    { code: 1, message: 'ok' },
    [],
    '"error"',
    'error',
    '{"error"',
    '[]',
  ];
  for (const body of right) expect(judgeAnswer(any, whole(body), { isTimed: true }).fault).toBeUndefined();
  const meant = { ...any, expect: { json: { '/error': 'CUDA' } } };
  expect(judgeAnswer(meant, whole({ error: 'CUDA' }), { isTimed: true }).fault).toBeUndefined();
});
