// Worlds that count, cut and order their lists otherwise than by default.
import { describe, expect, test } from 'vitest';
import { call, listed, paths } from './caller.ts';
import { ManualClock, type Switches, startEmulator } from './emulator.ts';

const withEndpoints = async (count: number, switches: Partial<Switches>) => {
  const clock = new ManualClock();
  const emulator = await startEmulator({ switches, clock });
  const ids = Array.from({ length: count }, () => emulator.seed());
  return { emulator, ids, clock };
};

test.each<readonly [Partial<Switches>, unknown, unknown]>([
  [{}, 5, 5],
  [{ totalMeans: 'page' }, 2, 1],
  [{ totalMeans: 'zero' }, 0, 0],
  [{ totalMeans: 'half' }, 2, 2],
  [{ totalMeans: 'pages' }, 3, 3],
  [{ totalMeans: 'missing' }, undefined, undefined],
  [{ totalAsText: true }, '5', '5'],
  [{ totalMeans: 'page', totalAsText: true }, '2', '1'],
  [{ totalMeans: 'zero', omitZeros: true }, undefined, undefined],
])('total of five items in pages of two, %j: %j, and %j on the third', async (switches, first, third) => {
  const { emulator } = await withEndpoints(5, switches);
  await using _ = emulator;
  expect([(await listed(emulator, 1, 2)).total, (await listed(emulator, 3, 2)).total]).toEqual([first, third]);
});

describe('pages', () => {
  test('pageSizeMax refuses more', async () => {
    const { emulator } = await withEndpoints(1, { pageSizeMax: 50 });
    await using _ = emulator;
    expect(await call(emulator, `GET ${paths.list(1, 51)}`)).toMatchObject({
      status: 400,
      body: { reason: 'VALIDATOR_PARAM', metadata: { pageSize: '51 is more than 50' } },
    });
    expect((await listed(emulator, 1, 50)).endpoints).toHaveLength(1);
  });

  test.each<readonly [Switches['pagePastEnd'], unknown]>([
    ['empty', { status: 200, body: { endpoints: [], total: 3 } }],
    ['refuse', { status: 400, body: { metadata: { pageNum: '3 is past the last page' } } }],
    ['last', { status: 200, body: { endpoints: [expect.any(Object)], total: 3 } }],
  ])('pagePastEnd %s', async (pagePastEnd, expected) => {
    const { emulator } = await withEndpoints(3, { pagePastEnd });
    await using _ = emulator;
    expect(await call(emulator, `GET ${paths.list(3, 2)}`)).toMatchObject(expected as object);
  });

  test('paging ignored: everything on every page', async () => {
    const { emulator, ids } = await withEndpoints(3, { paging: 'ignored' });
    await using _ = emulator;
    for (const page of [1, 2, 9]) {
      expect((await listed(emulator, page, 2)).endpoints.map((endpoint) => endpoint.id)).toEqual(ids);
    }
  });
});

describe('order', () => {
  const pagesOf = async (switches: Partial<Switches>) => {
    const { emulator, ids } = await withEndpoints(6, switches);
    await using _ = emulator;
    const pages = [await listed(emulator, 1, 3), await listed(emulator, 2, 3)];
    return pages.map((page) => page.endpoints.map((endpoint) => ids.indexOf(String(endpoint.id))));
  };

  test('shifting: what stood first on the second page is passed over', async () => {
    expect(await pagesOf({ listOrder: 'shifting' })).toEqual([
      [0, 1, 2],
      [4, 5, 0],
    ]);
  });

  test('shuffled: another order each time, every item once in a whole list', async () => {
    const { emulator, ids } = await withEndpoints(6, { listOrder: 'shuffled' });
    await using _ = emulator;
    const orders = [await listed(emulator), await listed(emulator)].map(({ endpoints }) =>
      endpoints.map(({ id }) => id),
    );
    expect(orders.map((order) => order.toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
    expect(orders[0]).not.toEqual(orders[1]);
  });

  test('updated: what was written last comes first', async () => {
    const { emulator, ids, clock } = await withEndpoints(3, { listOrder: 'updated' });
    await using _ = emulator;
    clock.advance(1_000);
    emulator.change(ids[1] ?? '', { name: 'touched' });
    expect((await listed(emulator)).endpoints.map(({ id }) => ids.indexOf(String(id)))).toEqual([1, 2, 0]);
  });
});
