/** Passes of tests: their order, the warm-up, the model that is looked up, and what the next pass knows. */

import { expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import type { SentRequest } from '../../src/tests/connection.ts';
import { openTests, type TestPass } from '../../src/tests/run.ts';
import { streamOf, whole } from './example.ts';

interface Scene {
  tests: readonly EndpointTest[];
  /** By path, one after the other; the last one stays. */
  answers: Readonly<Record<string, readonly Answer[] | ((request: SentRequest) => Answer)>>;
  passes?: number;
  url?: string;
  /** Of the run, when a request is sent. */
  cancel?: AbortController;
  /** Of the worker, at the start of the first pass; each request that is not answered waits as long as it may. */
  healthyForMs?: number;
}

/** Each request takes as long as its answer says. */
async function play({
  tests,
  answers,
  passes = 1,
  url = 'https://llama.example/',
  cancel = new AbortController(),
  healthyForMs,
}: Scene) {
  const sent: SentRequest[] = [];
  let nowMs = 1000;
  let closed = 0;
  const left = new Map(
    Object.entries(answers).map(([path, list]) => [path, typeof list === 'function' ? list : [...list]]),
  );
  const run = openTests({
    tests,
    secrets: new Map([['KEY', 'hidden']]),
    connect: async () => ({
      async send(request) {
        sent.push(request);
        if (left.size === 0) cancel.abort(new Error('cancelled'));
        const list = left.get(request.url.pathname) ?? [];
        const next = typeof list === 'function' ? list(request) : list.length > 1 ? list.shift() : list[0];
        const answer = next ?? whole('', { status: 404 });
        const lostMs = healthyForMs === undefined ? 50 : Math.min(request.timeoutMs, request.silence?.maxMs ?? 600_000);
        nowMs += answer.kind === 'answer' ? answer.endMs : lostMs;
        return answer;
      },
      close: async () => {
        closed += 1;
      },
    }),
    clock: { monotonicMs: () => nowMs },
    clean: (text) => text.replaceAll('hidden', '***'),
  });
  const healthy = healthyForMs !== undefined && { healthyForMs: () => Math.max(0, healthyForMs + nowMs - 1000) };
  const once = () => run({ url }, { signal: cancel.signal, deadlineMs: 900_000, ...healthy });
  const weights: string[] = [];
  const play = async () => {
    const pass = await once();
    weights.push(`${pass.kind === 'failed' ? pass.weight : 'right'} ${Math.round((nowMs - 1000) / 1000)}`);
    return pass;
  };
  for (let earlier = 1; earlier < passes; earlier += 1) await play();
  const pass = await play();
  return {
    pass,
    weights: weights.join(', '),
    sent,
    closed,
    requests: sent.map(({ method, url }) => `${method} ${url.pathname}`),
  };
}

/** `passed after 41 s: GET /a in 120 ms (warm-up)`. */
const told = ({ kind, results, coldStartSeconds }: TestPass) =>
  `${kind} after ${coldStartSeconds} s: ${results
    .map(({ title, totalMs, isWarmUp }) => `${title} in ${totalMs} ms${isWarmUp ? ' (warm-up)' : ''}`)
    .join(', ')}`;
const ok = whole('ok');
const slow = whole('ok', { endMs: 41_000 });
const starting = whole('', { status: 503 });
const listing = { '/v1/models': [whole({ data: [{ id: 'm' }] }, { endMs: 30_000 })] };
const again = { '/a': [slow, ok], '/b': [starting, ok] };
const timed = (within: number): Scene => ({ tests: [{ get: '/a', expect: { within } }], answers: again });

test.for<[string, Scene, string, string]>([
  [
    'counts for a test without times',
    { tests: [{ get: '/a' }, { get: '/b' }], answers: { '/a': [slow], '/b': [ok] } },
    'passed after 41 s: GET /a in 41000 ms (warm-up), GET /b in 120 ms',
    'GET /a, GET /b',
  ],
  ['is sent again for one with times', timed(500), 'passed after 41 s: GET /a in 120 ms', 'GET /a, GET /a'],
  ['may be right, the next too slow', timed(100), 'failed after 41 s: GET /a in 120 ms', 'GET /a, GET /a'],
  [
    'includes the question for the model',
    { tests: [{ chat: 'pong' }], answers: { ...listing, '/v1/chat/completions': [streamOf(['pong'])] } },
    'passed after 30.2 s: chat "pong" in 200 ms (warm-up)',
    'GET /v1/models, POST /v1/chat/completions',
  ],
  [
    'is over when an earlier pass had a right answer',
    { tests: [{ get: '/a' }, { get: '/b' }], answers: again, passes: 2 },
    'passed after 41 s: GET /a in 120 ms, GET /b in 120 ms',
    'GET /a, GET /b, GET /a, GET /b',
  ],
  [
    'began with the first pass',
    { tests: [{ get: '/b' }], answers: again, passes: 2 },
    'passed after 0.24 s: GET /b in 120 ms (warm-up)',
    'GET /b, GET /b',
  ],
])('the warm-up %s', async ([, scene, expected, requests]) => {
  const played = await play(scene);
  expect([told(played.pass), played.requests.join(', '), played.closed]).toEqual([
    expected,
    requests,
    scene.passes ?? 1,
  ]);
});

test('the first failure ends a pass: what was expected, what came in one short line, and what it says of the version', async () => {
  const tests = [{ get: '/a' }, { get: '/b', expect: { contains: 'pong' } }, { get: '/c' }];
  const wrong = whole(`hidden\n\u001b[31mping\u0007${'x\n'.repeat(9999)}`);
  const { pass, requests } = await play({ tests, answers: { '/a': [ok], '/b': [wrong] } });
  const { got = '', ...failed } = pass.results.at(-1) ?? {};
  const asked = { title: 'GET /b', outcome: 'failed', isWarmUp: false, status: 200, totalMs: 120 };
  expect([failed, requests]).toEqual([{ ...asked, expected: 'an answer that contains "pong"' }, ['GET /a', 'GET /b']]);
  expect([got.slice(0, 17), got.length]).toEqual(['"*** [31mping x x', 300]);
  expect(pass).toMatchObject({ weight: 'own', message: `GET /b: expected an answer that contains "pong", got ${got}` });
  const early = await play({ tests, answers: { '/a': [starting] } });
  expect(early.pass).toMatchObject({ kind: 'failed', weight: 'none', results: [{ title: 'GET /a' }] });
});

const chats: EndpointTest[] = [{ chat: 'a' }, { chat: 'b' }, { chat: 'c', model: 'own' }];

test.for<[string, Answer, (string | undefined)[]]>([
  ['is the first that is listed', whole({ data: [{ id: 'llama' }, { id: 'other' }] }), ['llama', 'llama', 'own']],
  ['is left out where nothing lists it', whole('', { status: 404 }), [undefined, undefined, 'own']],
  ['is left out where the list cannot be read', whole('<html>'), [undefined, undefined, 'own']],
])('the model of a chat %s', async ([, list, expected]) => {
  const answers = { '/v1/models': [list], '/v1/chat/completions': [streamOf(['a'])] };
  const { pass, sent, requests } = await play({ tests: chats, answers });
  const models = sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body).model]));
  expect([pass.kind, models]).toEqual(['passed', expected]);
  expect(requests.filter((each) => each.startsWith('GET')).length).toBe(1);
});

test.for<Answer>([starting, { kind: 'lost', reason: 'connection refused' }])(
  'a chat waits for a worker: %j',
  async (list) => {
    const { pass, requests } = await play({ tests: chats, answers: { '/v1/models': [list] } });
    const failed = { kind: 'failed', weight: 'none', results: [{ expected: 'the models of /v1/models' }] };
    expect([pass, requests]).toMatchObject([failed, ['GET /v1/models']]);
  },
);

const listed = { '/v1/models': [whole({ data: [{ id: 'm' }] })] };
const refusing =
  (fields: readonly string[], words: (field: string) => string, status: number) => (request: SentRequest) => {
    const sent = JSON.parse(request.body ?? '{}');
    const field = fields.find((each) => each in sent);
    return field === undefined ? streamOf(['pong']) : whole(words(field), { status });
  };
const strict: EndpointTest[] = [{ chat: 'a' }, { chat: 'b', 'max-tokens': 9 }];
const forbidden = (field: string) => JSON.stringify({ detail: [{ type: 'extra_forbidden', loc: ['body', field] }] });

test.for<[string, string[], (field: string) => string, number]>([
  ['stream_options', ['stream_options'], forbidden, 422],
  ['temperature', ['temperature'], (field) => `${field} must be strictly positive`, 422],
  ['max_tokens', ['max_tokens'], (field) => `{"error":"unsupported: ${field}"}`, 400],
  ['one after the other', ['temperature', 'stream_options'], forbidden, 400],
  ['by an error of Python', ['stream_options'], (field) => `got an unexpected keyword argument '${field}'`, 500],
  ['without a name', ['stream_options', 'temperature'], () => '{"error":"invalid request"}', 400],
])('what we add to a chat and a server refuses is not sent again: %s', async ([, fields, words, status]) => {
  const answers = { ...listed, '/v1/chat/completions': refusing(fields, words, status) };
  const tests = fields.includes('max_tokens') ? strict.slice(0, 1) : strict;
  const { pass, sent } = await play({ tests, answers, passes: 2 });
  const chats = sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body)]));
  const refusals = chats.filter((chat) => fields.some((field) => field in chat));
  const named = words('x').includes('x') ? fields.length : 1;
  expect([pass.kind, refusals.length, chats.length]).toEqual(['passed', named, named + 2 * tests.length]);
  const own = chats.filter(({ messages }) => messages[0].content === 'b').map((chat) => chat.max_tokens);
  expect(own).toEqual(own.map(() => 9));
});

const batch: EndpointTest = { post: '/v1/chat/completions', json: { messages: [] }, isStreamAdded: true };

test.for<[string, string[], string[]]>([
  ['the options of its stream', ['stream_options'], ['stream', 'stream']],
  ['its stream', ['stream'], ['', '']],
  ['nothing', [], ['stream stream_options', 'stream stream_options']],
])('a line of a batch, where the server refuses %s', async ([, fields, expected]) => {
  const answers = { '/v1/chat/completions': refusing(fields, forbidden, 422) };
  const { pass, sent } = await play({ tests: [batch, batch], answers });
  const added = sent.map(({ body = '{}' }) => Object.keys(JSON.parse(body)).filter((key) => key !== 'messages'));
  expect([pass.kind, added.slice(-2).map((keys) => keys.join(' '))]).toEqual(['passed', expected]);
});

test('a chat that is refused for another reason fails with the words of the server, and is sent whole the next time', async () => {
  const answers = { ...listed, '/v1/chat/completions': [whole({ error: 'the prompt is too long' }, { status: 400 })] };
  const { pass, sent } = await play({ tests: [{ chat: 'a' }], answers, passes: 2 });
  expect(pass).toMatchObject({
    message: 'chat "a": expected a 2xx status, got 400: {"error":"the prompt is too long"}',
  });
  const added = sent.flatMap(({ body }) => (body === undefined ? [] : ['temperature' in JSON.parse(body)]));
  expect(added).toEqual([true, false, true, false]);
});

test.for<[string, Answer, string]>([
  ['answers 404', whole('', { status: 404 }), '500; no model was sent: /v1/models answered 404: {"error":"model"}'],
  [
    'lists none',
    whole({ data: [] }),
    '500; no model was sent: /v1/models answered 200 without a model: {"error":"model"}',
  ],
  ['lists one', whole({ data: [{ id: 'm' }] }), '500: {"error":"model"}'],
])('a server that needs a model, and %s', async ([, list, got]) => {
  const answers = { '/v1/models': [list], '/v1/chat/completions': [whole({ error: 'model' }, { status: 500 })] };
  const { pass } = await play({ tests: [{ chat: 'a' }], answers });
  expect(pass).toMatchObject({ message: `chat "a": expected a 2xx status, got ${got}`, weight: 'starting' });
});

const lost: Answer = { kind: 'lost', reason: 'none in time' };
const gateway = whole('', { status: 504, endMs: 60_000 });
const hung = { answers: { '/health': [ok], '/a': [lost] }, healthyForMs: 9e5 };
/** One test, and what it is answered. */
const ofA = (...answers: Answer[]): Scene => ({
  tests: [{ get: '/a' }],
  answers: { '/a': answers },
  healthyForMs: 9e5,
});
const own = (limits: EndpointTest['expect'] = {}): EndpointTest[] => [
  { get: '/health' },
  { get: '/a', expect: limits },
];

test.for<[string, Scene, string]>([
  ['no limit: 2 minutes', { ...hung, tests: own(), healthyForMs: 60_000 }, 'silent 120, silent 140, silent 160'],
  ['2 × within + 5 s', { ...hung, tests: own({ within: 10_000 }) }, 'silent 25, silent 45, silent 65'],
  [
    'no less than a first answer takes',
    { ...hung, tests: own({ within: 100 }).slice(1) },
    'silent 20, silent 40, silent 60',
  ],
  ['of the gateway', ofA(gateway), 'none 60, silent 120, silent 180'],
  ['forgotten by an answer', ofA(lost, ok, lost), 'silent 120, right 120, silent 240'],
  ['of no connection', ofA(starting), 'none 0, none 0, none 0'],
  ['of a worker that is woken', { ...ofA(lost), healthyForMs: -1e6 }, 'none 120, none 240, none 360'],
])('the silence of a healthy worker is as wrong as an answer: %s', async ([, scene, expected]) => {
  expect((await play({ ...scene, passes: 3 })).weights).toBe(expected);
});

const authorized = { headers: { authorization: 'Bearer ${KEY}' } };

test.for<[string, EndpointTest, boolean]>([
  ['http://llama.example', { get: '/a', ...authorized }, false],
  ['http://10.0.0.8', { post: '/a', json: { key: '${KEY}' } }, false],
  ['http://llama.example', { post: '/a', text: '${KEY}' }, false],
  ['http://llama.example', { chat: 'Say ${KEY}.' }, false],
  ['http://llama.example', { get: '/a', headers: { authorization: '$${KEY}' } }, true],
  ['http://llama.example', { post: '/a', json: { key: '${OTHER}' } }, true],
  ['http://127.0.0.1:8000', { get: '/a', ...authorized }, true],
  ['http://localhost:8000', { get: '/a', ...authorized }, true],
  ['https://llama.example', { get: '/a', ...authorized }, true],
])('a secret goes over plain http to this machine alone: %s, %j', async ([url, asked, isSent]) => {
  const { pass, requests } = await play({ tests: [asked], answers: { '/a': [ok] }, url });
  expect([requests.length > 0, pass.kind]).toEqual([isSent, isSent ? 'passed' : 'failed']);
  if (pass.kind === 'passed') return;
  const expected = 'an https URL, because the request carries a value of `secret-envs`';
  expect(pass).toMatchObject({ weight: 'own', message: `${pass.results[0]?.title}: expected ${expected}, got ${url}` });
});

test('a failed pass says how to send the request by hand, with the model that was listed, and without a secret', async () => {
  const answers = { '/v1/models': [whole({ data: [{ id: 'x hidden' }] })], '/v1/chat/completions': [streamOf([])] };
  const { pass } = await play({ tests: [{ chat: 'Hi', ...authorized, 'max-tokens': 8 }], answers });
  expect(pass).toMatchObject({
    hint: `Send the request yourself: \`curl -i -H 'content-type: application/json' -H 'authorization: Bearer '"$KEY" -d '{"model":"x ***","messages":[{"role":"user","content":"Hi"}],"stream":true,"max_tokens":8,"stream_options":{"include_usage":true},"temperature":0}' 'https://llama.example/v1/chat/completions'\`.`,
  });
  const early = await play({ tests: [{ get: '/a' }], answers: {}, url: '' });
  expect('hint' in early.pass).toBe(false);
});

test('a cancelled run ends with its own reason', async () => {
  await expect(play({ tests: [{ get: '/a' }], answers: {} })).rejects.toThrow('cancelled');
});

test('no answer is waited for beyond the end of the time', async () => {
  const asked = [{ get: '/a' }, { get: '/b', expect: { within: 1000 } }];
  const { sent } = await play({ tests: asked, answers: { '/a': [whole('', { endMs: 897_500 })], '/b': [ok] } });
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([600_000, 1500]);
});
