/** Tests over real HTTP: what a model answers, and servers that no test may trust. */

import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import { openConnection } from '../../src/tests/connection.ts';
import { guardConnections } from '../../src/tests/guard.ts';
import { openTests, type TestPass } from '../../src/tests/run.ts';
import { startEmulator } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { manualTimeouts, startServer, whenRead } from '../http/server.ts';
import { doneEvent, eventOf, tokenEvent } from './example.ts';

const key = 'sk-hidden-12345';
const headers = { authorization: 'Bearer ${KEY}' };
const chat: EndpointTest = { chat: 'Say pong.', headers, expect: { contains: 'pong' } };
const own: EndpointTest = { ...chat, model: 'm' };
const get: EndpointTest = { get: '/health', headers };
const json: EndpointTest = { post: '/a', expect: { json: { '/a': 1 } } };

const never = () => new AbortController().signal;

/** One pass against a model that runs; no time limit ever passes. */
async function ask(model: ServedModel, tests: readonly EndpointTest[]): Promise<TestPass> {
  await using emulator = await startEmulator({ pace: 'instant', models: [model] });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const shared = { userAgent: 'test', clock: systemClock, proxyFor: () => undefined, timeoutSignal: never };
  const run = openTests({
    tests,
    secrets: new Map([['KEY', key]]),
    connect: guardConnections(async (url, options) => openConnection(url, { ...shared, ...options }), emulator.url),
    clock: systemClock,
    clean: (text) => text.replaceAll(key, '***'),
  });
  const time = { signal: new AbortController().signal, deadlineMs: systemClock.monotonicMs() + 600_000 };
  return await run({ url: `${emulator.url}/serve/${id}` }, time);
}

const told = (pass: TestPass) =>
  pass.kind === 'passed'
    ? pass.results.map(({ title, content }) => `${title}${content === undefined ? '' : `: ${content}`}`).join(', ')
    : `${pass.message}${pass.weight === 'own' ? '' : ` (${pass.weight})`}`;

const embeddings: EndpointTest = {
  ...{ post: '/v1/embeddings', headers, json: { input: 'hello' } },
  expect: { status: 200, json: { '/model': 'bge-m3', '/data/0/embedding': { length: 1024 } } },
};
const error = (message: string, type = 'BadRequestError') =>
  JSON.stringify({ error: { message, type, param: null, code: null } });
const said = 'chat "Say pong."';
const not2xx = 'expected a 2xx status, got';
const none = error('The model `gpt` does not exist.', 'NotFoundError');

test.for<[string, ServedModel, EndpointTest[], string]>([
  ['with its key', { id: 'bge-m3', key }, [get, chat, embeddings], `GET /health, ${said}: Pong., POST /v1/embeddings`],
  ['that does not stream', { isWhole: true }, [chat], `${said}: Pong.`],
  ['with another key', { key: 'another' }, [chat], `${said}: ${not2xx} 401: ${error('Unauthorized')}`],
  ['of another name', {}, [{ ...chat, model: 'gpt' }], `${said}: ${not2xx} 404: ${none}`],
  ['that loads', { loadingFor: 1 }, [get], `GET /health: ${not2xx} 503: ${error('the model is still loading')} (none)`],
])('a model %s', async ([, model, tests, expected]) => {
  const pass = await ask(model, tests);
  expect([told(pass), JSON.stringify(pass).includes(key)]).toEqual([expected, false]);
});

test('a model that is slow is seen to be', async () => {
  const slow = { firstTokenMs: 120, tokenMs: 5, words: Array.from({ length: 20 }, () => 'pong ') };
  const pass = await ask(slow, [{ ...chat, expect: { 'first-token': 100 } }]);
  const { firstTokenMs = 0, tokensPerSecond = 0, expected } = pass.results[0] ?? {};
  // A timer may end a millisecond early, and on a busy machine far too late.
  expect([firstTokenMs >= 119, tokensPerSecond > 0 && tokensPerSecond < 200]).toEqual([true, true]);
  expect(expected).toBe('the first content within 100 ms');
});

const noEnd = `${said}: expected a stream that comes to its end, got`;
const noChat = `${said}: expected an OpenAI-compatible chat completion, got`;

test.for<[NonNullable<ServedModel['hostile']>, EndpointTest, string]>([
  ['endless-stream', own, `${noEnd} more than 1 MiB`],
  ['huge', { get: '/a', expect: { contains: 'xxx' } }, 'GET /a'],
  ['huge', json, 'POST /a: expected a whole answer, got more than 1 MiB'],
  ['html', own, `${noChat} an HTML page, Welcome to nginx! (starting)`],
  ['invalid-utf8', json, 'POST /a: expected a JSON answer, got p\ufffd\ufffd\ufffd('],
  ['half-event', own, `${noEnd} it broke off after "po" (none)`],
  ['early-hints', { get: '/a', expect: { contains: 'pong' } }, 'GET /a'],
  ['closes-in-body', get, 'GET /health: expected a whole answer, got it broke off after "{"answer": "po" (none)'],
  ['closes-in-stream', own, `${noEnd} it broke off after "po" (none)`],
  ['stream-error', own, 'chat "Say pong.": expected no error in the stream, got CUDA out of memory'],
  ['gzip-bomb', json, 'POST /a: expected a whole answer, got more than 1 MiB'],
])('a server that is %s: %j', async ([hostile, asked, expected]) => {
  expect(told(await ask({ hostile }, [asked]))).toBe(expected);
});

test('an answer in pieces of one byte takes as much memory as in one piece', async () => {
  const bytes = Buffer.from('event: a\n'.repeat(4000));
  await using server = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const byte of bytes) response.write(Buffer.of(byte));
    response.end();
  });
  let nowMs = 0;
  const monotonicMs = () => {
    nowMs += 1;
    return nowMs;
  };
  const connection = openConnection(new URL(server.url), {
    ...{ userAgent: 'test', clock: { monotonicMs }, proxyFor: () => undefined },
  });
  const request = { method: 'GET', url: new URL(server.url), headers: {}, timeoutMs: 20_000 } as const;
  const answer = await connection.send({ ...request, signal: new AbortController().signal });
  await connection.close();
  const pieces = answer.kind === 'answer' ? answer.body.pieces : [];
  const held = new Set(pieces.map((piece) => piece.bytes.buffer));
  expect([Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes), held.size]).toEqual([true, 1]);
  expect([...held][0]?.byteLength).toBe(bytes.length);
  // A piece in each millisecond of 36 s.
  expect(pieces.length).toBeLessThan(5000);
});

const role = eventOf({ choices: [{ delta: { role: 'assistant' } }] });

test.for<[string, healthyForMs: number, chunks: readonly string[], string]>([
  ['nothing', 9e9, [], 'lost'],
  ['comments', 9e9, [': ping\n\n'], 'timeout'],
  ['a role', 9e9, [role], 'timeout'],
  ['thinking', 9e9, [eventOf({ choices: [{ delta: { reasoning: 'hm' } }] })], 'whole'],
  ['nothing, just started', 0, [], 'whole'],
])('silence that is measured: %s', async ([, healthyForMs, chunks, expected]) => {
  let nowMs = 0;
  const silent = new AbortController();
  await using server = await startServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (chunks.length > 0) nowMs = 60_000;
    for (const chunk of chunks) response.write(chunk);
    await whenRead();
    nowMs = 120_000;
    silent.abort();
    response.end(doneEvent);
  });
  const clock = { monotonicMs: () => nowMs };
  const connection = openConnection(new URL(server.url), {
    ...{ userAgent: 'test', clock, proxyFor: () => undefined },
    timeoutSignal: (ms) => (ms === 120_000 ? silent.signal : never()),
  });
  const silence = { maxMs: 120_000, healthyForMs: () => healthyForMs };
  const request = { method: 'GET', url: new URL(server.url), headers: {}, timeoutMs: 600_000, silence } as const;
  const answer = await connection.send({ ...request, signal: new AbortController().signal });
  await connection.close();
  expect(answer.kind === 'lost' ? 'lost' : (answer.body.brokenBy ?? 'whole')).toBe(expected);
});

const limit = 'expected the first content within 100 ms, got';
const wholeLimit = 'expected a stream that comes to its end, got no end within 10 m after nothing';
const start = { 'first-token': 100, contains: 'pong' };

test.for<[string, chunks: readonly string[] | undefined, string, expected?: EndpointTest['expect'], limitMs?: number]>([
  ['nothing', undefined, `${limit} none within 5.2 s`],
  ['its headers', [], `${limit} no end within 5.2 s after nothing`],
  ['comments', [': wait\n\n', ': wait\n\n'], `${limit} no end within 5.2 s after nothing`],
  ['a role', [role], `${limit} no end within 5.2 s after nothing`],
  ['thinking', [eventOf({ choices: [{ delta: { reasoning: 'hm' } }] })], `${limit} no end within 5.2 s after nothing`],
  ['content, and its end later', [tokenEvent('pong')], `${said}: pong`],
  ['a role, where only the whole answer has a limit', [role], wholeLimit, { contains: 'pong' }, 600_000],
])('a limit is a verdict soon after it, where a server sends %s and hangs', async (row) => {
  const [, chunks, words, expected = start, limitMs = 5200] = row;
  const { timeoutSignal, timers } = manualTimeouts();
  let [asked, nowMs] = [0, 0];
  await using server = await startServer(async (_, response) => {
    const isWarm = ++asked > 1 || expected !== start;
    if (chunks) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    for (const chunk of isWarm ? (chunks ?? []) : [tokenEvent('pong')]) response.write(chunk);
    if (isWarm) {
      await whenRead();
      nowMs = limitMs;
      timers.findLast(({ ms }) => ms === limitMs)?.pass();
      if (chunks?.[0] !== tokenEvent('pong')) return;
    }
    response.end(doneEvent);
  });
  const clock = { monotonicMs: () => nowMs };
  const run = openTests({
    tests: [{ ...own, headers: {}, expect: expected }],
    ...{ secrets: new Map(), clock: { monotonicMs: () => 0 }, clean: (text: string) => text },
    connect: async (url) => openConnection(url, { userAgent: 'test', clock, proxyFor: () => undefined, timeoutSignal }),
  });
  const pass = await run({ url: server.url }, { signal: new AbortController().signal, deadlineMs: 600_000 });
  expect([told(pass).replace(`${said}: expected`, 'expected'), asked]).toEqual([words, expected === start ? 2 : 1]);
});

test('a server that repeats what it was sent shows no secret', async () => {
  const echoed = { post: '/a', headers, json: { key: '${KEY}' }, expect: { contains: 'never' } };
  const pass = await ask({ hostile: 'echo' }, [echoed]);
  expect(told(pass)).toContain('"authorization":"Bearer ***"');
  expect(JSON.stringify(pass)).not.toContain(key);
});
