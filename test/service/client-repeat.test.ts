import { describe, expect, test } from 'vitest';
import { startServer } from '../http/server.ts';
import { calls, config, failing, failure, faultOf, type Operation, start, tried } from './bench.ts';

/** Faults of a reading that a second attempt survives; a write that meets them is sent once. */
const passing: [string, object][] = [
  ['a reset', { kind: 'reset' }],
  ['a lost answer', { kind: 'lost-answer' }],
  ['503', { kind: 'status', status: 503 }],
  ['429', { kind: 'status', status: 429, reason: 'RATE_LIMIT_EXCEEDED' }],
  ['408', { kind: 'status', status: 408 }],
  ['a proxy that gave up', { kind: 'lost-answer-status', status: 504 }],
  ['half a body', { kind: 'truncate' }],
];
describe('a reading is repeated', () => {
  const repeated: Operation[] = ['list', 'get', 'limits'];
  const cases = repeated.flatMap((operation) => passing.map(([what, fault]) => [operation, what, fault] as const));
  const garbage = (['list', 'get', 'limits'] as const).map(
    (operation) => [operation, 'garbage', { kind: 'garbage' }] as const,
  );
  test.each([...cases, ...garbage])('%s after %s', async (operation, _, fault) => {
    const isList = operation === 'list';
    const faults = [faultOf(operation, { ...fault, after: isList ? 2 : 0 })];
    await using bench = await start({ faults, switches: { deleteBy: 'either' } });
    const id = bench.emulator.seed();
    // The first list looks at page 0, too.
    if (isList) await bench.client.list();
    const before = bench.asked().length;
    await calls[operation](bench.client, id);
    expect(bench.asked().slice(before)).toEqual([operation, operation]);
    expect(bench.retries).toEqual([{ description: expect.any(String), waitMs: 250 }]);
    expect(bench.clock.sleptMs).toEqual([250]);
  });

  test('of a reading, for three minutes', async () => {
    await using bench = await failing('limits', { kind: 'status', status: 503, times: 'always' });
    expect(bench.error).toMatchObject({ code: 'unavailable', status: 503, mayHaveHappened: false });
    const waitedMs = bench.clock.sleptMs.reduce((sum, ms) => sum + ms, 0);
    expect(bench.clock.sleptMs.slice(0, 7)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(waitedMs > 170_000 && waitedMs <= 180_000).toBe(true);
  });

  test.each(['BALANCE_NOT_ENOUGH', 'CONFLICT', 'VALIDATOR_PARAM'])('never after %s', async (reason) => {
    await using bench = await failing('update', { kind: 'status', status: 400, reason });
    expect(bench.error).toMatchObject({ reason, message: tried(1), mayHaveHappened: false });
  });
});

describe('a write is sent once: whoever sends it again looks first', () => {
  test.each(
    (['update', 'update-v2', 'delete'] as const).flatMap((operation) =>
      passing.map(([what, fault]) => [operation, what, fault] as const),
    ),
  )('%s after %s', async (operation, _, fault) => {
    await using bench = await start({ faults: [faultOf(operation, fault)], switches: { deleteBy: 'either' } });
    const error = await failure(calls[operation](bench.client, bench.emulator.seed()));
    expect(error).toMatchObject({ code: 'unavailable', message: tried(1) });
    expect([bench.asked(), bench.retries]).toEqual([[operation], []]);
  });

  test.each<[string, object, object, number]>([
    ['a reset', { kind: 'reset' }, { code: 'unavailable' }, 0],
    ['a lost answer', { kind: 'lost-answer' }, { code: 'unavailable' }, 1],
    ['503', { kind: 'status', status: 503 }, { code: 'unavailable', status: 503 }, 0],
    ['a proxy that gave up', { kind: 'lost-answer-status' }, { code: 'unavailable', status: 502 }, 1],
    ['half a body', { kind: 'truncate' }, { code: 'unavailable' }, 1],
    ['garbage', { kind: 'garbage' }, { code: 'unreadable', status: 200 }, 1],
    ['another type', { kind: 'wrong-type', body: { id: null } }, { code: 'unreadable', status: 200 }, 1],
    ['no id', { kind: 'wrong-type', body: {} }, { code: 'unreadable', status: 200 }, 1],
  ])('%s', async (_, fault, expected, created) => {
    await using bench = await start({ faults: [faultOf('create', fault)] });
    const error = await failure(bench.client.create(config));
    expect(error).toMatchObject({ ...expected, mayHaveHappened: true, message: tried(1) });
    expect([bench.asked(), bench.emulator.endpoints().length]).toEqual([['create'], created]);
  });

  test('a definite refusal is told as it is', async () => {
    const fault = { kind: 'status', status: 400, reason: 'OPERATION_LIMIT', message: 'ten at most' };
    await using bench = await start({ faults: [faultOf('create', fault)] });
    const error = await failure(bench.client.create({ ...config, name: 'llama' }));
    expect(error).toMatchObject({ code: 'quota', mayHaveHappened: false, message: tried(1) });
    expect(error.message).toBe(
      'create endpoint "llama": POST /gpu-instance/openapi/v1/endpoint/create answered 400 OPERATION_LIMIT: "ten at most"',
    );
  });

  test('a rate limit says when to send it again', async () => {
    const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '7' } };
    await using bench = await start({ faults: [faultOf('create', fault)] });
    expect(await failure(bench.client.create(config))).toMatchObject({ mayHaveHappened: false, retryAfterMs: 7000 });
  });
});

test('an address at which nothing answers', async () => {
  await using server = await startServer((_, response) => response.end('{}'));
  const { port } = server;
  await server[Symbol.asyncDispose]();
  await using bench = await start({ client: { baseUrl: `http://127.0.0.1:${port}` } });
  const error = await failure(bench.client.create(config));
  expect(error).toMatchObject({ code: 'unavailable', message: tried(1), mayHaveHappened: false, status: undefined });
  const refused = `cannot reach http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`;
  expect(error.message).toBe(refused);
  expect((await failure(bench.client.limits())).message).toBe(
    `${refused} (9 attempts in 32 s); no connection was ever made`,
  );
});
