import { describe, expect, test } from 'vitest';
import type { Fault } from '../emulator/emulator.ts';
import { failure, type Settings, start } from './bench.ts';

describe('lists', () => {
  const switches = [0, 1].flatMap((pageBase) =>
    [1000, 100, 10, 7].flatMap((grantedPageSizeMax) =>
      (['created', 'newest'] as const).map((listOrder) => ({ pageBase, grantedPageSizeMax, listOrder }) as const),
    ),
  );
  test.each(switches)('300 endpoints: %j', async (change) => {
    await using bench = await start({ switches: change as Settings['switches'] & object });
    const ids = Array.from({ length: 300 }, () => bench.emulator.seed());
    const { endpoints, total, complete } = await bench.client.list();
    expect({ ids: endpoints.map(({ id }) => id).toSorted(), total, complete }).toEqual({
      ids: ids.toSorted(),
      total: 300,
      complete: true,
    });
  });

  test('one page is one request', async () => {
    await using bench = await start();
    bench.emulator.seed();
    await bench.client.list();
    expect(bench.emulator.requests.map(({ query }) => query)).toEqual([{ pageSize: '100', pageNum: '1' }]);
  });

  test('an endpoint that is deleted meanwhile hides no other', async () => {
    await using bench = await start({ switches: { grantedPageSizeMax: 5 } });
    const ids = Array.from({ length: 12 }, () => bench.emulator.seed());
    const run = () => bench.emulator.remove(ids[0] ?? '');
    bench.emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', run });
    const { endpoints, complete } = await bench.client.list();
    expect({ ids: endpoints.map(({ id }) => id), complete }).toEqual({ ids: ids.slice(1), complete: true });
    expect(bench.events).toContainEqual({ type: 'list-read-again', pass: 2 });
  });

  test('a page that fails fails the list', async () => {
    const faults: Fault[] = [{ operation: 'list', kind: 'status', status: 401, after: 2 }];
    await using bench = await start({ switches: { grantedPageSizeMax: 1 }, faults });
    for (let i = 0; i < 20; i++) bench.emulator.seed();
    expect(await failure(bench.client.list())).toMatchObject({ code: 'unauthorized', operation: 'list' });
  });
});
