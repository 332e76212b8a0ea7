import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { type PageRequest, type PageSource, pageSizes, readList, unknownPaging } from '../../src/service/list.ts';
import type { Page } from '../../src/service/list-pass.ts';
import { runs } from '../runs.ts';
import { exampleEndpoint } from './example.ts';

interface Model {
  ids: string[];
  base: 0 | 1;
  /** The page size that is granted at most. */
  granted: number;
  belowBase?: 'refuse' | 'fail' | 'first' | 'empty';
  totalMeans?: 'all' | 'page';
  /** Called before each page but the first is made. */
  between?: (ids: string[]) => void;
}

/** The service as far as paging goes. Answers come in an order of their own, as they do over several connections. */
function startModel({ ids, base, granted, belowBase = 'refuse', totalMeans = 'all', between }: Model) {
  const asked: number[] = [];
  /** The list as it was each time it was looked at or changed. */
  const moments: string[][] = [[...ids]];
  let underWay = 0;
  let mostUnderWay = 0;
  const source: PageSource = {
    async page({ pageNum }): Promise<Page> {
      if (asked.push(pageNum) > 1 && between) {
        between(ids);
        moments.push([...ids]);
      }
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      const size = Math.min(granted, pageSizes[0]);
      const below = pageNum < base;
      const from = (below ? 0 : pageNum - base) * size;
      const items = below && belowBase === 'empty' ? [] : ids.slice(from, from + size);
      const total = totalMeans === 'all' ? ids.length : items.length;
      await new Promise(setImmediate);
      underWay--;
      if (below && belowBase === 'refuse') throw refusal('rejected', 400);
      if (below && belowBase === 'fail') throw refusal('unavailable', 500);
      return { endpoints: items.map(exampleEndpoint), total };
    },
  };
  return {
    source,
    asked,
    moments,
    mostUnderWay: () => mostUnderWay,
    read: async (isEnough?: PageSource['isEnough']) => {
      const { endpoints, total, complete } = await readList({ ...source, isEnough });
      return { ids: endpoints.map(({ id }) => id), total, complete };
    },
  };
}

function refusal(code: ErrorCode, status?: number): ServiceError {
  const details = {
    operation: 'list',
    method: 'GET',
    path: '/endpoints',
    attempts: 1,
    mayHaveHappened: false,
  } as const;
  return new ServiceError({ ...details, code, status, message: `answered ${status}` });
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`);

describe('pages that are asked for', () => {
  test.each<[string, Omit<Model, 'ids'> & { count: number }, number[]]>([
    ['nothing there', { count: 0, base: 1, granted: 100 }, [1, 0]],
    ['one page, and a page on both sides', { count: 99, base: 1, granted: 100 }, [1, 2, 0]],
    ['one page of a service that grants more', { count: 99, base: 1, granted: 1000 }, [1, 2, 0]],
    ['one page, counted from 0', { count: 99, base: 0, granted: 100 }, [1, 0]],
    ['a full page', { count: 100, base: 1, granted: 100 }, [1, 2, 0]],
    ['two pages are read twice', { count: 101, base: 1, granted: 100 }, [1, 2, 3, 0, 1, 2]],
    ['small pages', { count: 25, base: 1, granted: 10 }, [1, 2, 3, 4, 0, 1, 2, 3]],
    ['small pages, counted from 0', { count: 25, base: 0, granted: 10 }, [1, 2, 3, 0, 0, 1, 2]],
    ['two full pages, counted from 0', { count: 20, base: 0, granted: 10 }, [1, 2, 0, 0, 1]],
    ['the last page first', { count: 150, base: 0, granted: 100 }, [1, 2, 3, 0, 0, 1]],
  ])('%s', async (_, { count, ...model }, pages) => {
    const { read, asked } = startModel({ ...model, ids: names(count) });
    expect({ list: await read(), asked }).toEqual({
      list: { ids: names(count), total: count, complete: true },
      asked: pages,
    });
  });

  test('pages after the first go side by side, twelve at most', async () => {
    const { read, mostUnderWay } = startModel({ ids: names(300), base: 1, granted: 10 });
    await read();
    expect(mostUnderWay()).toBe(12);
  });

  test('the next one is asked for as soon as one is there', async () => {
    const { source } = startModel({ ids: names(300), base: 1, granted: 10 });
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    const page: PageSource['page'] = async (request) => {
      if (request.pageNum === 14) resolve();
      const answer = await source.page(request);
      if (request.pageNum === 13) await isAsked;
      return answer;
    };
    const { endpoints } = await readList({ page, isEnough: () => true });
    expect(endpoints.map(({ id }) => id)).toEqual(names(300));
  });
});

test('every endpoint exactly once, whatever the service makes of pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.integer({ min: 0, max: 250 }),
        base: fc.constantFrom(0 as const, 1 as const),
        granted: fc.integer({ min: 1, max: 120 }),
        belowBase: fc.constantFrom('refuse' as const, 'fail' as const, 'first' as const, 'empty' as const),
      }),
      async ({ count, ...model }) => {
        const { read, asked } = startModel({ ...model, ids: names(count) });
        expect(await read()).toEqual({ ids: names(count), total: count, complete: true });
        const pages = Math.ceil(count / Math.min(model.granted, pageSizes[0]));
        expect(asked.length).toBeLessThanOrEqual(pages <= 1 ? 5 : 2 * pages + 12);
      },
    ),
  );
});

test('nothing there and no total: both ends are asked for once', async () => {
  const asked: number[] = [];
  const page = async ({ pageNum }: PageRequest): Promise<Page> => {
    asked.push(pageNum);
    return { endpoints: [], total: undefined };
  };
  const { complete } = await readList({ page });
  expect({ asked, complete }).toEqual({ asked: [1, 0], complete: true });
});

test('total of the page: pages are read to their end', async () => {
  for (const base of [0, 1] as const) {
    const { read } = startModel({ ids: names(237), base, granted: 100, totalMeans: 'page' });
    expect(await read()).toEqual({ ids: names(237), total: 237, complete: true });
  }
});

test('others create and delete meanwhile: the list of some moment, or said to be incomplete', async () => {
  const change = fc.record({ at: fc.nat(), what: fc.constantFrom('none', 'none', 'none', 'delete', 'create', 'both') });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.integer({ min: 0, max: 30 }),
        base: fc.constantFrom(0 as const, 1 as const),
        granted: fc.integer({ min: 1, max: 12 }),
        newestFirst: fc.boolean(),
        changes: fc.array(change, { maxLength: 20 }),
      }),
      async ({ count, changes, newestFirst, ...model }) => {
        let made = 0;
        let step = 0;
        const { read, moments } = startModel({
          ...model,
          ids: names(count),
          between: (ids) => {
            const { at, what } = changes[step++] ?? { at: 0, what: 'none' };
            if ((what === 'delete' || what === 'both') && ids.length > 0) ids.splice(at % ids.length, 1);
            if (what === 'create' || what === 'both') ids.splice(newestFirst ? 0 : ids.length, 0, `new${made++}`);
          },
        });
        const { ids, complete } = await read();
        if (complete) expect(moments.map((moment) => moment.toSorted())).toContainEqual(ids.toSorted());
      },
    ),
    { numRuns: runs(500) },
  );
});

test('what was learned of the pages of a service is not asked again', async () => {
  const { source, asked } = startModel({ ids: names(3), base: 1, granted: 100 });
  const facts = unknownPaging();
  for (let list = 0; list < 3; list++) expect((await readList(source, facts)).complete).toBe(true);
  expect({ asked, facts }).toEqual({
    asked: [1, 2, 0, 1, 1],
    facts: { pageSize: 100, base: 1, totalIsOfAll: true },
  });
});

describe('a page 0 that fails on the service side', () => {
  const answer = (pages: Record<number, (Page | ServiceError)[]>) => {
    const asked: number[] = [];
    const page = async ({ pageNum }: PageRequest): Promise<Page> => {
      asked.push(pageNum);
      const answers = pages[pageNum] ?? [];
      const given = (answers.length > 1 ? answers.shift() : answers[0]) ?? { endpoints: [], total: undefined };
      if (given instanceof ServiceError) throw given;
      return given;
    };
    return { page, asked };
  };
  const one = (id: string): Page => ({ endpoints: [exampleEndpoint(id)], total: 1 });

  test('is asked for again once the service answers page 1', async () => {
    const { page, asked } = answer({ 0: [refusal('unavailable', 503), one('a')], 1: [{ endpoints: [], total: 0 }] });
    const { endpoints } = await readList({ page });
    expect({ ids: endpoints.map(({ id }) => id), asked: asked.slice(0, 4) }).toEqual({
      ids: ['a'],
      asked: [1, 0, 1, 0],
    });
  });

  test('ends the list where page 1 fails too', async () => {
    const failure = refusal('unavailable', 503);
    const { page } = answer({ 0: [failure], 1: [{ endpoints: [], total: 0 }, failure] });
    await expect(readList({ page })).rejects.toBe(failure);
  });
});

describe('a list that cannot be whole is said to be incomplete', () => {
  const pageOf = (ids: string[], total: number): Page => ({ endpoints: ids.map(exampleEndpoint), total });
  test.each<[string, (pageNum: number, count: number) => Page, { ids: string[]; total: number }]>([
    ['a total that is never reached', (n) => pageOf(n === 1 ? ['a', 'b'] : [], 5), { ids: ['a', 'b'], total: 5 }],
    ['every page is the same', () => pageOf(['a', 'b'], 50), { ids: ['a', 'b'], total: 50 }],
    ['a total without endpoints', () => pageOf([], 3), { ids: [], total: 3 }],
    ['a total beyond reason', (n) => pageOf(n === 1 ? ['a'] : [], 1e12), { ids: ['a'], total: 1e12 }],
    ['never the same twice', (n, count) => pageOf(n === 0 ? [] : [`a${count}`], 2), expect.anything()],
  ])('%s', async (_, page, expected) => {
    let count = 0;
    const list = await readList({ page: async ({ pageNum }: PageRequest) => page(pageNum, ++count) });
    expect(count).toBeLessThan(25_000);
    if (typeof expected === 'object' && 'ids' in expected) {
      expect({ ...list, endpoints: list.endpoints.map(({ id }) => id) }).toEqual({
        endpoints: expected.ids,
        total: expected.total,
        complete: false,
      });
    }
    expect(list.complete).toBe(false);
  });
});

test.each<[string, ServiceError]>([
  ['the key is refused', refusal('unauthorized', 401)],
  ['no answer at all', refusal('unavailable')],
])('page 0 that fails for another reason is a failure: %s', async (_, error) => {
  const list = readList({
    page: async ({ pageNum }: PageRequest) => {
      if (pageNum === 0) throw error;
      return { endpoints: [], total: 1 };
    },
  });
  await expect(list).rejects.toBe(error);
});

describe('when what was found is enough', () => {
  const ids = Array.from({ length: 25 }, (_, index) => `id-${index}`);
  const has = (id: string) => (endpoints: readonly { id: string }[]) =>
    endpoints.some((endpoint) => endpoint.id === id);

  test.each<[string, { base: 0 | 1; wanted: string; asked: number }]>([
    ['pages that show it are read once', { base: 1, wanted: 'id-20', asked: 3 }],
    ['a list without it is read to both ends and twice, to prove it absent', { base: 1, wanted: 'nobody', asked: 8 }],
  ])('%s', async (_, { base, wanted, asked }) => {
    const model = startModel({ ids: [...ids], base, granted: 10 });
    const list = await model.read(has(wanted));
    expect({ complete: list.complete, count: list.ids.length, asked: model.asked.length }).toEqual({
      complete: true,
      count: 25,
      asked,
    });
  });

  test('once, to both ends, where the list is read again after the create', async () => {
    const model = startModel({ ids: [...ids], base: 1, granted: 10 });
    const { complete } = await readList({ ...model.source, isEnough: has('nobody'), isReadAgain: true });
    expect({ complete, asked: model.asked }).toEqual({ complete: true, asked: [1, 2, 3, 4, 0] });
  });

  test.each<[string, Partial<Model>, ((ids: string[]) => void)?]>([
    ['an endpoint goes', {}, (now) => now.shift()],
    ['one comes first', {}, (now) => now.unshift('new')],
    ['the total is that of each page', { totalMeans: 'page' }],
  ])('twice all the same, where %s', async (_, odd, change) => {
    let requests = 0;
    const between = (now: string[]) => {
      requests += 1;
      if (requests === 1) change?.(now);
    };
    const model = startModel({ ids: [...ids], base: 1, granted: 10, ...odd, between });
    const { complete } = await readList({ ...model.source, isEnough: has('nobody'), isReadAgain: true });
    expect(complete).toBe(true);
    expect(model.asked.filter((page) => page === 1).length).toBeGreaterThan(1);
  });

  test('a list whose totals do not agree is read again all the same', async () => {
    let shifts = 0;
    const between = (now: string[]) => {
      shifts += 1;
      if (shifts === 1) now.shift();
    };
    const model = startModel({ ids: [...ids], base: 1, granted: 10, between });
    const list = await model.read(has('id-20'));
    expect({ complete: list.complete, ids: list.ids }).toEqual({ complete: true, ids: ids.slice(1) });
    expect(model.asked.length).toBeGreaterThan(3);
  });
});
