/** Tests over real HTTP: what a model answers, and servers that no test may trust. */

import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import { openConnection } from '../../src/tests/connection.ts';
import { guardConnections } from '../../src/tests/guard.ts';
import { openTests, type TestOptions, type TestPass } from '../../src/tests/run.ts';
import { startEmulator } from '../emulator/emulator.ts';
import type { HostileServer } from '../emulator/hostile-model.ts';
import type { ServedModel } from '../emulator/model.ts';

const chat: EndpointTest = { chat: 'Reply with the single word pong.', expect: { contains: 'pong' } };
const get: EndpointTest = { get: '/health' };
const key = 'sk-hidden-12345';

/** One pass against a model that runs; every time-out is that of the machine, cut to `timeoutMs`. */
async function ask(model: ServedModel, tests: readonly EndpointTest[], timeoutMs = 20_000): Promise<TestPass> {
  await using emulator = await startEmulator({ pace: 'instant', models: [model] });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const options: TestOptions = {
    tests,
    secrets: new Map([['KEY', key]]),
    connect: guardConnections(
      async (url, options) =>
        openConnection(url, {
          ...options,
          userAgent: 'test',
          clock: systemClock,
          proxyFor: () => undefined,
          timeoutSignal: (ms) => AbortSignal.timeout(Math.min(ms, timeoutMs)),
        }),
      emulator.url,
    ),
    clock: systemClock,
    clean: (text) => text.replaceAll(key, '***'),
  };
  const { signal } = new AbortController();
  const time = { signal, deadlineMs: systemClock.monotonicMs() + 600_000 };
  return await openTests(options)({ url: `${emulator.url}/serve/${id}` }, time);
}

const told = (pass: TestPass) =>
  pass.kind === 'passed'
    ? pass.results.map(({ title, content }) => `${title}${content === undefined ? '' : `: ${content}`}`)
    : `${pass.message}${pass.canHeal ? ' (may heal)' : ''}`;

describe('a model', () => {
  test('answers a chat, embeddings and its health check', async () => {
    const embeddings: EndpointTest = {
      post: '/v1/embeddings',
      headers: { authorization: 'Bearer ${KEY}' },
      json: { input: 'hello' },
      expect: { status: 200, json: { '/model': 'bge-m3', '/data/0/embedding': { length: 1024 } } },
    };
    const asked = [get, chat, embeddings].map((each) => ({ ...each, headers: { authorization: 'Bearer ${KEY}' } }));
    expect(told(await ask({ id: 'bge-m3', key }, asked))).toEqual([
      'GET /health',
      'chat "Reply with the single word pong.": Pong.',
      'POST /v1/embeddings',
    ]);
  });

  test('answers whole where it does not stream', async () => {
    expect(told(await ask({ isWhole: true }, [chat]))).toEqual(['chat "Reply with the single word pong.": Pong.']);
  });

  test('without its key refuses, and nothing shows the key', async () => {
    const pass = await ask({ key: 'another' }, [{ ...chat, headers: { authorization: 'Bearer ${KEY}' } }]);
    expect([told(pass), JSON.stringify(pass).includes(key)]).toEqual([
      `chat "Reply with the single word pong.": expected a 2xx status, got 401: {"error":{"message":"Unauthorized","type":"BadRequestError","param":null,"code":null}}`,
      false,
    ]);
  });

  test('that says something else, or is another one', async () => {
    expect([told(await ask({ words: ['ping'] }, [chat])), told(await ask({}, [{ ...chat, model: 'gpt' }]))]).toEqual([
      'chat "Reply with the single word pong.": expected an answer that contains "pong", got "ping"',
      'chat "Reply with the single word pong.": expected a 2xx status, got 404: {"error":{"message":"The model `gpt` does not exist.","type":"NotFoundError","param":null,"code":null}} (may heal)',
    ]);
  });

  test('that loads may heal', async () => {
    expect(told(await ask({ loadingFor: 1 }, [get]))).toBe(
      'GET /health: expected a 2xx status, got 503: {"error":{"message":"the model is still loading","type":"BadRequestError","param":null,"code":null}} (may heal)',
    );
  });

  test('that is slow is seen to be', async () => {
    const slow = { firstTokenMs: 120, tokenMs: 5, words: Array.from({ length: 20 }, () => 'pong ') };
    const pass = await ask(slow, [{ ...chat, expect: { 'first-token': 100 } }]);
    const { firstTokenMs = 0, tokensPerSecond = 0, expected } = pass.results[0] ?? {};
    expect([firstTokenMs >= 120, tokensPerSecond > 1 && tokensPerSecond < 200, expected]).toEqual([
      true,
      true,
      'the first token within 100 ms',
    ]);
  });
});

describe('a server that', () => {
  const toldOf = async (hostile: HostileServer, asked: EndpointTest, timeoutMs?: number) =>
    told(await ask({ hostile }, [asked], timeoutMs));
  const own: EndpointTest = { ...chat, model: 'm' };
  const title = 'chat "Reply with the single word pong."';

  test.for<[HostileServer, EndpointTest, string | readonly string[]]>([
    ['endless-stream', own, /^chat .*: expected a stream that comes to its end, got more than 1 MiB$/.source],
    ['huge', { get: '/a', expect: { contains: 'xxx' } }, ['GET /a']],
    ['huge', { post: '/a', expect: { json: { '/a': 1 } } }, 'POST /a: expected a whole answer, got more than 1 MiB'],
    ['html', own, `${title}: expected an OpenAI-compatible chat completion, got an HTML page, Welcome to nginx!`],
    [
      'invalid-utf8',
      { get: '/a', expect: { json: { '/a': 1 } } },
      'GET /a: expected a JSON answer, got p\ufffd\ufffd\ufffd(',
    ],
    ['half-event', own, `${title}: expected a stream that comes to its end, got it broke off after "po" (may heal)`],
    ['early-hints', { get: '/a', expect: { contains: 'pong' } }, ['GET /a']],
    ['closes-in-body', get, 'GET /health: expected a whole answer, got it broke off after "{"answer": "po" (may heal)'],
    [
      'closes-in-stream',
      own,
      `${title}: expected a stream that comes to its end, got it broke off after "po" (may heal)`,
    ],
    ['stream-error', own, `${title}: expected no error in the stream, got CUDA out of memory`],
    ['gzip-bomb', { get: '/a', expect: { json: { '/a': 1 } } }, 'GET /a: expected a whole answer, got more than 1 MiB'],
  ])('is %s: %j', async ([hostile, asked, expected]) => {
    const found = await toldOf(hostile, asked);
    if (hostile === 'endless-stream') expect(found).toMatch(new RegExp(String(expected)));
    else expect(found).toEqual(expected);
  });

  test('says nothing is not waited for longer than allowed', async () => {
    const pass = await ask(
      { firstTokenMs: 60_000 },
      [own].map(() => ({ ...chat, model: 'llama-3.1-8b' })),
      200,
    );
    expect(told(pass)).toMatch(/got no end within \d{3} ms after nothing$/);
  });

  test('repeats what it was sent shows no secret', async () => {
    const pass = await ask({ hostile: 'echo' }, [
      {
        post: '/a',
        headers: { authorization: 'Bearer ${KEY}' },
        json: { key: '${KEY}' },
        expect: { contains: 'never' },
      },
    ]);
    expect([told(pass), JSON.stringify(pass).includes(key)]).toEqual([
      expect.stringContaining('"authorization":"Bearer ***"'),
      false,
    ]);
  });
});
