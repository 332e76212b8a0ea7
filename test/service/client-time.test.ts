import { describe, expect, test } from 'vitest';
import type { RequestOptions } from '../../src/service/request.ts';
import type { Fault } from '../emulator/emulator.ts';
import { manualTimeouts } from '../http/server.ts';
import { calls, config, failure, operations, start } from './bench.ts';

describe('time', () => {
  test('Retry-After as a date', async () => {
    const headers = { 'Retry-After': 'Thu, 01 Jan 2026 00:00:09 GMT' };
    await using bench = await start({ faults: [{ operation: 'list', kind: 'status', status: 503, headers }] });
    await bench.client.list();
    expect(bench.clock.sleptMs).toEqual([9000]);
  });

  test('a Retry-After of hours is not waited for as long', async () => {
    const headers = { 'Retry-After': '36000' };
    await using bench = await start({ faults: [{ operation: 'limits', kind: 'status', status: 429, headers }] });
    await bench.client.limits();
    expect(bench.clock.sleptMs).toEqual([20_000]);
  });

  test('each attempt has its limit, and all of them have one together', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    const headers = { 'Retry-After': '15' };
    const faults: Fault[] = [{ operation: 'get', kind: 'status', status: 503, headers, times: 'always' }];
    await using bench = await start({ faults, client: { timeoutSignal } });
    const error = await failure(bench.client.get('x'));
    expect(timers.map(({ ms }) => ms)).toEqual([...Array(11).fill(30_000), 15_000]);
    expect(error.message).toMatch(/\(attempt 12\); it asks to wait 15 s, longer than the remaining 15 s$/);
  });

  test('an update that hangs is sent again', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ faults: [{ operation: 'update', kind: 'hang' }], client: { timeoutSignal } });
    const update = bench.client.updateV1({ id: bench.emulator.seed(), config });
    await bench.emulator.nextRequest('update');
    timers[0]?.pass();
    await update;
    expect(bench.events).toMatchObject([{ attempt: 1, cause: 'sent no complete response within 30 s' }]);
  });

  test('a create that hangs may have happened', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ faults: [{ operation: 'create', kind: 'hang' }], client: { timeoutSignal } });
    const created = failure(bench.client.create(config));
    await bench.emulator.nextRequest('create');
    timers[0]?.pass();
    expect(await created).toMatchObject({ code: 'unavailable', mayHaveHappened: true, attempts: 1, status: undefined });
  });

  test('cancelled while a write is under way', async () => {
    await using bench = await start({ faults: [{ operation: 'create', kind: 'hang' }] });
    const controller = new AbortController();
    const created = failure(bench.client.create(config, { signal: controller.signal }));
    await bench.emulator.nextRequest('create');
    controller.abort(new Error('SIGTERM'));
    expect(await created).toMatchObject({ code: 'cancelled', mayHaveHappened: true, cause: { message: 'SIGTERM' } });
  });

  test('cancelled before it began, and while it waits to try again', async () => {
    const controller = new AbortController();
    await using bench = await start({
      faults: [{ operation: 'delete', kind: 'status', status: 503 }],
      client: { onEvent: () => controller.abort(new Error('SIGTERM')) },
    });
    expect(await failure(bench.client.delete('x', { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'cancelled',
      mayHaveHappened: false,
    });
    expect(await failure(bench.client.delete('x', { signal: controller.signal }))).toMatchObject({
      code: 'cancelled',
      status: 503,
      mayHaveHappened: true,
      attempts: 1,
    });
  });
});

describe('what one operation is given', () => {
  const unavailable = (headers: Record<string, string> = {}): Fault => ({
    operation: 'get',
    kind: 'status',
    status: 503,
    headers,
    times: 'always',
  });

  test('a deadline: no wait goes beyond it', async () => {
    await using bench = await start({ faults: [unavailable({ 'Retry-After': '15' })] });
    const deadlineMs = bench.clock.monotonicMs() + 40_000;
    const error = await failure(bench.client.get('x', { deadlineMs }));
    expect(error).toMatchObject({ code: 'unavailable', status: 503, attempts: 3 });
    expect(error.message).toMatch(/; it asks to wait 15 s, longer than the remaining 10 s$/);
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
    expect(error).toMatchObject({ code: 'unavailable', attempts: 1, mayHaveHappened: false });
    expect(error.message).toMatch(/sent no complete response within 7 s; its time limit of 7 s is reached$/);
    expect(timers.map(({ ms }) => ms)).toEqual([7000]);
  });

  test('a deadline that has passed: nothing is sent', async () => {
    await using bench = await start();
    const error = await failure(bench.client.create(config, { deadlineMs: bench.clock.monotonicMs() }));
    expect(error).toMatchObject({ code: 'unavailable', attempts: 0, mayHaveHappened: false });
    expect(error.message).toMatch(/ was not sent; its time limit of 0 s is reached$/);
    expect(bench.asked()).toEqual([]);
  });

  test('the time for a list holds for its pages together', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    const unavailablePage = (after: number): Fault => ({
      operation: 'list',
      kind: 'status',
      status: 503,
      headers: { 'Retry-After': '15' },
      after,
    });
    await using bench = await start({
      faults: [unavailablePage(0), unavailablePage(1)],
      switches: { grantedPageSizeMax: 1 },
      client: { timeoutSignal },
    });
    for (let i = 0; i < 2; i++) bench.emulator.seed();
    await bench.client.list({ requestTimeoutMs: 1e6 });
    expect(timers.map(({ ms }) => ms)).toEqual([180_000, 165_000, 165_000, 165_000, 150_000]);
  });

  test('a later deadline than the time for the operation does not extend it', async () => {
    const { timeoutSignal, timers } = manualTimeouts();
    const faults = [unavailable({ 'Retry-After': '15' })];
    await using bench = await start({ faults, client: { timeoutSignal } });
    await failure(bench.client.get('x', { requestTimeoutMs: 1e6, deadlineMs: bench.clock.monotonicMs() + 1e9 }));
    expect(timers.map(({ ms }) => ms)).toEqual(Array.from({ length: 12 }, (_, index) => 180_000 - index * 15_000));
  });

  test.each(operations)('%s: a limit for each attempt', async (operation) => {
    const { timeoutSignal, timers } = manualTimeouts();
    await using bench = await start({ client: { timeoutSignal }, switches: { deleteBy: 'either' } });
    const id = bench.emulator.seed();
    const options = { requestTimeoutMs: 2000, deadlineMs: bench.clock.monotonicMs() + 60_000 };
    await calls[operation](bench.client, id, options);
    expect(timers.map(({ ms }) => ms)).toEqual([2000]);
  });

  test.each(operations)('%s: a signal and a deadline', async (operation) => {
    await using bench = await start();
    const asked = (options: RequestOptions) => failure(calls[operation](bench.client, 'x', options));
    expect([
      await asked({ signal: AbortSignal.abort() }),
      await asked({ deadlineMs: bench.clock.monotonicMs() }),
    ]).toMatchObject([{ code: 'cancelled' }, { code: 'unavailable', attempts: 0 }]);
    expect(bench.asked()).toEqual([]);
  });
});
