import { describe, expect, test } from 'vitest';
import type { Fault } from '../emulator/emulator.ts';
import { config, failure, start } from './bench.ts';
import { manualDeadlines } from './server.ts';

describe('time', () => {
  test('Retry-After as a date', async () => {
    const headers = { 'Retry-After': 'Thu, 01 Jan 2026 00:00:09 GMT' };
    await using bench = await start({ faults: [{ operation: 'list', kind: 'status', status: 503, headers }] });
    await bench.client.list();
    expect(bench.clock.sleptMs).toEqual([9000]);
  });

  test('a Retry-After beyond the time for the operation ends it at once', async () => {
    const headers = { 'Retry-After': '600' };
    await using bench = await start({ faults: [{ operation: 'limits', kind: 'status', status: 429, headers }] });
    const error = await failure(bench.client.limits());
    expect(error).toMatchObject({ code: 'unavailable', status: 429, attempts: 1 });
    expect(error.message).toMatch(/; it asks to wait 600 s, longer than the 120 s that are left$/);
    expect(bench.clock.sleptMs).toEqual([]);
  });

  test('each attempt has its limit, and all of them have one together', async () => {
    const { deadline, timers } = manualDeadlines();
    const headers = { 'Retry-After': '50' };
    const faults: Fault[] = [{ operation: 'get', kind: 'status', status: 503, headers, times: 'always' }];
    await using bench = await start({ faults, client: { deadline } });
    const error = await failure(bench.client.get('x'));
    expect(timers.map(({ ms }) => ms)).toEqual([30_000, 30_000, 20_000]);
    expect(error.message).toMatch(/\(attempt 3\); it asks to wait 50 s, longer than the 20 s that are left$/);
  });

  test('an update that hangs is sent again', async () => {
    const { deadline, timers } = manualDeadlines();
    await using bench = await start({ faults: [{ operation: 'update', kind: 'hang' }], client: { deadline } });
    const update = bench.client.updateV1({ id: bench.emulator.seed(), config });
    await bench.emulator.nextRequest('update');
    timers[0]?.pass();
    await update;
    expect(bench.events).toMatchObject([{ attempt: 1, cause: 'gave no whole answer within 30 s' }]);
  });

  test('a create that hangs may have happened', async () => {
    const { deadline, timers } = manualDeadlines();
    await using bench = await start({ faults: [{ operation: 'create', kind: 'hang' }], client: { deadline } });
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
