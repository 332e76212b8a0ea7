import { describe, expect, test } from 'vitest';
import type { RequestOptions } from '../../src/service/request.ts';
import type { Fault } from '../emulator/emulator.ts';
import { manualTimeouts } from '../http/server.ts';
import { calls, config, failure, operations, start, tried } from './bench.ts';

describe('time', () => {
  test.each([
    ['a date', 503, 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
    ['hours, which are not waited for', 429, '36000', 20_000],
  ] as const)('Retry-After as %s', async (_, status, after, waitedMs) => {
    const headers = { 'Retry-After': after };
    await using bench = await start({ faults: [{ operation: 'limits', kind: 'status', status, headers }] });
    await bench.client.limits();
    expect(bench.clock.sleptMs).toEqual([waitedMs]);
  });

  test('each attempt has its limit, and all of them have one together', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    const headers = { 'Retry-After': '15' };
    const faults: Fault[] = [{ operation: 'get', kind: 'status', status: 503, headers, times: 'always' }];
    await using bench = await start({ faults, client: { timeoutSignal } });
    const error = await failure(bench.client.get('x'));
    expect(timers.map(({ ms }) => ms)).toEqual([...Array(11).fill(30_000), 15_000]);
    expect(error.message).toMatch(/\(12 attempts in 2 m 45 s\); it asks to wait longer than the time that is left$/);
  });

  test.each(['update', 'create'] as const)('%s that hangs is not sent again', async (operation) => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ faults: [{ operation, kind: 'hang' }], client: { timeoutSignal } });
    const result = calls[operation](bench.client, bench.emulator.seed()).catch((error: unknown) => error);
    await bench.emulator.nextRequest(operation);
    timers[0]?.pass();
    const inDoubt = { code: 'unavailable', mayHaveHappened: true, message: tried(1), status: undefined };
    expect(await result).toMatchObject(inDoubt);
    expect(bench.retries).toEqual([]);
  });

  test('cancelled while a write is under way', async () => {
    await using bench = await start({ faults: [{ operation: 'create', kind: 'hang' }] });
    const controller = new AbortController();
    const created = failure(bench.client.create(config, { signal: controller.signal }));
    await bench.emulator.nextRequest('create');
    controller.abort(new Error('SIGTERM'));
    expect(await created).toMatchObject({ code: 'cancelled', mayHaveHappened: true, cause: { message: 'SIGTERM' } });
  });

  test('cancelled while it waits to try again', async () => {
    const controller = new AbortController();
    await using bench = await start({
      faults: [{ operation: 'get', kind: 'status', status: 503 }],
      client: { onRetry: () => controller.abort(new Error('SIGTERM')) },
    });
    const error = await failure(bench.client.get('x', { signal: controller.signal }));
    expect(error).toMatchObject({ code: 'cancelled', status: 503, message: tried(1) });
  });
});

describe('what one operation is given', () => {
  const headers = { 'Retry-After': '15' };
  const unavailable: Fault = { operation: 'get', kind: 'status', status: 503, headers, times: 'always' };

  test('a deadline: no wait goes beyond it', async () => {
    await using bench = await start({ faults: [unavailable] });
    const deadlineMs = bench.clock.monotonicMs() + 40_000;
    const error = await failure(bench.client.get('x', { deadlineMs }));
    expect(error).toMatchObject({ code: 'unavailable', status: 503, message: tried(3) });
    expect(error.message).toMatch(/; it asks to wait longer than the time that is left$/);
    expect(bench.clock.sleptMs).toEqual([15_000, 15_000]);
  });

  test('a deadline: no answer is waited for beyond it', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ faults: [{ operation: 'get', kind: 'hang' }], client: { timeoutSignal } });
    const got = failure(bench.client.get('x', { deadlineMs: bench.clock.monotonicMs() + 7000 }));
    await bench.emulator.nextRequest('get');
    bench.clock.advance(7000);
    timers[0]?.pass();
    const error = await got;
    expect(error).toMatchObject({ code: 'unavailable', message: tried(1), mayHaveHappened: false });
    expect(error.message).toMatch(/sent no complete response within 7 s$/);
    expect(timers.map(({ ms }) => ms)).toEqual([7000]);
  });

  test('the time for a list holds for its pages together', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({
      faults: [3, 4].map((after): Fault => ({ operation: 'list', kind: 'status', status: 503, headers, after })),
      switches: { grantedPageSizeMax: 1 },
      client: { timeoutSignal },
    });
    for (let i = 0; i < 2; i++) bench.emulator.seed();
    // The first list looks at page 0, too.
    await bench.client.list();
    timers.length = 0;
    await bench.client.list({ requestTimeoutMs: 1e6 });
    expect(timers.map(({ ms }) => ms)).toEqual([180_000, 165_000, 165_000, 150_000]);
  });

  test('a later deadline than the time for the operation does not extend it', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ faults: [unavailable], client: { timeoutSignal } });
    await failure(bench.client.get('x', { requestTimeoutMs: 1e6, deadlineMs: bench.clock.monotonicMs() + 1e9 }));
    expect(timers.map(({ ms }) => ms)).toEqual(Array.from({ length: 12 }, (_, index) => 180_000 - index * 15_000));
  });

  test.each(operations)('%s: a limit for each attempt', async (operation) => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ client: { timeoutSignal }, switches: { deleteBy: 'either' } });
    const id = bench.emulator.seed();
    await bench.client.list();
    timers.length = 0;
    const options = { requestTimeoutMs: 2000, deadlineMs: bench.clock.monotonicMs() + 60_000 };
    await calls[operation](bench.client, id, options);
    expect(timers.map(({ ms }) => ms)).toEqual([2000]);
  });

  test.each(operations)('%s: a signal and a deadline', async (operation) => {
    await using bench = await start();
    const asked = (options: RequestOptions) => failure(calls[operation](bench.client, 'x', options));
    const cancelled = await asked({ signal: AbortSignal.abort() });
    expect(cancelled).toMatchObject({ code: 'cancelled', mayHaveHappened: false });
    const late = await asked({ deadlineMs: bench.clock.monotonicMs() });
    expect(late).toMatchObject({ code: 'unavailable', message: tried(0), mayHaveHappened: false });
    expect(late.message).toMatch(/ was not sent: no time was left$/);
    expect(bench.asked()).toEqual([]);
  });
});
