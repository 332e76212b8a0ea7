/** Passes of tests: their order, the warm-up, the model that is looked up, and what the next pass knows. */

import { describe, expect, test } from 'vitest';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import type { SentRequest } from '../../src/tests/connection.ts';
import { openTests, type TestOptions, type TestPass } from '../../src/tests/run.ts';
import { answerOf, streamOf, whole } from './example.ts';

const url = 'https://llama.example/';

interface Scene {
  tests: readonly EndpointTest[];
  /** By path, one after the other; the last one stays. */
  answers: Readonly<Record<string, readonly Answer[]>>;
  passes?: number;
}

/** Each request takes as long as its answer says. */
async function play({ tests, answers, passes = 1 }: Scene) {
  const requests: string[] = [];
  const sent: SentRequest[] = [];
  let nowMs = 1000;
  let closed = 0;
  const left = new Map(Object.entries(answers).map(([path, list]) => [path, [...list]]));
  const options: TestOptions = {
    tests,
    secrets: new Map(),
    connect: async () => ({
      async send(request) {
        const path = request.url.pathname;
        requests.push(`${request.method} ${path}`);
        sent.push(request);
        const list = left.get(path) ?? [];
        const answer = (list.length > 1 ? list.shift() : list[0]) ?? whole('', { status: 404 });
        nowMs += answer.kind === 'answer' ? answer.endMs : 50;
        return answer;
      },
      close: async () => {
        closed += 1;
      },
    }),
    clock: { monotonicMs: () => nowMs },
    clean: (text) => text.replaceAll('hidden', '***'),
  };
  const { signal } = new AbortController();
  const test = openTests(options);
  for (let earlier = 1; earlier < passes; earlier += 1) await test({ url }, { signal, deadlineMs: 900_000 });
  const pass = await test({ url }, { signal, deadlineMs: 900_000 });
  return { pass, requests, sent, closed };
}

const told = ({ kind, results, coldStartSeconds }: TestPass) => ({
  kind,
  results: results.map(
    ({ title, outcome, isWarmUp, totalMs }) => `${title} ${outcome}${isWarmUp ? ', warm-up' : ''} ${totalMs}`,
  ),
  coldStart: coldStartSeconds,
});
const ok = whole('ok');
const slow = whole('ok', { endMs: 41_000 });
const starting = whole('', { status: 503 });
const models = whole({ data: [{ id: 'llama' }, { id: 'other' }] });

describe('the warm-up', () => {
  test.for<[string, Scene, ReturnType<typeof told>, string[]]>([
    [
      'counts for a test without times',
      { tests: [{ get: '/health' }, { get: '/b' }], answers: { '/health': [slow], '/b': [ok] } },
      { kind: 'passed', results: ['GET /health passed, warm-up 41000', 'GET /b passed 120'], coldStart: 41 },
      ['GET /health', 'GET /b'],
    ],
    [
      'is sent again for one with times',
      { tests: [{ get: '/health', expect: { within: 500 } }], answers: { '/health': [slow, ok] } },
      { kind: 'passed', results: ['GET /health passed 120'], coldStart: 41 },
      ['GET /health', 'GET /health'],
    ],
    [
      'may be right and the next too slow',
      { tests: [{ get: '/health', expect: { within: 100 } }], answers: { '/health': [slow, ok] } },
      { kind: 'failed', results: ['GET /health failed 120'], coldStart: 41 },
      ['GET /health', 'GET /health'],
    ],
    [
      'includes the question for the model',
      {
        tests: [{ chat: 'pong' }],
        answers: {
          '/v1/models': [whole({ data: [{ id: 'm' }] }, { endMs: 30_000 })],
          '/v1/chat/completions': [streamOf(['pong'])],
        },
      },
      { kind: 'passed', results: ['chat "pong" passed, warm-up 200'], coldStart: 30.2 },
      ['GET /v1/models', 'POST /v1/chat/completions'],
    ],
    [
      'is over when an earlier pass had a right answer',
      { tests: [{ get: '/a' }, { get: '/b' }], answers: { '/a': [slow, ok], '/b': [starting, ok] }, passes: 2 },
      { kind: 'passed', results: ['GET /a passed 120', 'GET /b passed 120'], coldStart: 41 },
      ['GET /a', 'GET /b', 'GET /a', 'GET /b'],
    ],
    [
      'began with the first pass',
      { tests: [{ get: '/health' }], answers: { '/health': [starting, ok] }, passes: 2 },
      { kind: 'passed', results: ['GET /health passed, warm-up 120'], coldStart: 0.24 },
      ['GET /health', 'GET /health'],
    ],
  ])('%s', async ([, scene, expected, requests]) => {
    const played = await play(scene);
    expect([told(played.pass), played.requests, played.closed]).toEqual([expected, requests, scene.passes ?? 1]);
  });
});

test('the first failure ends a pass: what was expected, what came, and whether it may heal', async () => {
  const tests = [{ get: '/a' }, { get: '/b', expect: { contains: 'pong' } }, { get: '/c' }];
  const wrong = whole('hidden\n\u001b[31mping\u0007', {});
  const { pass, requests } = await play({ tests, answers: { '/a': [ok], '/b': [wrong] } });
  const failed = { title: 'GET /b', outcome: 'failed', isWarmUp: false, status: 200, totalMs: 120 };
  expect([pass.kind === 'failed' && [pass.canHeal, pass.message, pass.results.at(-1)], requests]).toEqual([
    [
      false,
      'GET /b: expected an answer that contains "pong", got "*** [31mping "',
      { ...failed, expected: 'an answer that contains "pong"', got: '"*** [31mping "' },
    ],
    ['GET /a', 'GET /b'],
  ]);
  const early = await play({ tests, answers: { '/a': [starting] } });
  expect(early.pass).toMatchObject({ kind: 'failed', canHeal: true, results: [{ title: 'GET /a' }] });
});

test('what an answer says is one line of at most 300 characters', async () => {
  const { pass } = await play({
    tests: [{ get: '/a', expect: { contains: 'z' } }],
    answers: { '/a': [whole('x\n'.repeat(9999))] },
  });
  const got = pass.results.at(-1)?.got ?? '';
  expect([got.length, got.includes('\n'), got.endsWith('…')]).toEqual([300, false, true]);
});

describe('the model of a chat', () => {
  const chats: EndpointTest[] = [{ chat: 'a' }, { chat: 'b' }, { chat: 'c', model: 'own' }];
  const modelsSent = (sent: readonly SentRequest[]) =>
    sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body).model]));

  test.for<[string, Answer, (string | undefined)[]]>([
    ['is the first that is listed', models, ['llama', 'llama', 'own']],
    ['is left out where nothing lists it', whole('', { status: 404 }), [undefined, undefined, 'own']],
    ['is left out where the list cannot be read', whole('<html>'), [undefined, undefined, 'own']],
  ])('%s', async ([, list, expected]) => {
    const { pass, sent, requests } = await play({
      tests: chats,
      answers: { '/v1/models': [list], '/v1/chat/completions': [streamOf(['a'])] },
    });
    expect([pass.kind, modelsSent(sent), requests.filter((each) => each.startsWith('GET')).length]).toEqual([
      'passed',
      expected,
      2,
    ]);
  });

  test.for<Answer>([starting, { kind: 'lost', came: 'connection refused' }])('waits for a worker: %j', async (list) => {
    const { pass, requests } = await play({ tests: chats, answers: { '/v1/models': [list] } });
    expect([pass, requests]).toMatchObject([
      { kind: 'failed', canHeal: true, results: [{ expected: 'the models of /v1/models' }] },
      ['GET /v1/models'],
    ]);
  });
});

test('a redirect is the answer', async () => {
  const answer = answerOf({ status: 307, location: '/b' });
  const { pass, requests } = await play({ tests: [{ get: '/a' }], answers: { '/a': [answer], '/b': [ok] } });
  expect([pass.kind === 'failed' && pass.message.includes('with a redirect to /b'), requests.length]).toEqual([
    true,
    1,
  ]);
});

test('a cancelled run ends with its own reason', async () => {
  const cancelled = new AbortController();
  const reason = new Error('cancelled');
  const options: TestOptions = {
    tests: [{ get: '/a' }],
    secrets: new Map(),
    connect: async () => ({
      async send() {
        cancelled.abort(reason);
        return { kind: 'lost', came: 'aborted' };
      },
      close: async () => {},
    }),
    clock: { monotonicMs: () => 0 },
    clean: (text) => text,
  };
  const run = openTests(options)({ url }, { signal: cancelled.signal, deadlineMs: 1000 });
  await expect(run).rejects.toBe(reason);
});

test('no answer is waited for beyond the end of the time', async () => {
  const asked = [{ get: '/a' }, { get: '/b', expect: { within: 1000 } }];
  const { sent } = await play({ tests: asked, answers: { '/a': [whole('', { endMs: 897_500 })], '/b': [ok] } });
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([600_000, 1500]);
});
