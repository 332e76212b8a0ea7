import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { endpointsPerPage, type Page, type Paging, readList } from '../../src/service/list.ts';
import { runs } from '../runs.ts';
import { exampleEndpoint } from './example.ts';

interface Model {
  ids: string[];
  base: 0 | 1;
  /** The page size that is granted at most. */
  granted: number;
  belowBase?: 'refuse' | 'first' | 'empty';
  pastEnd?: 'empty' | 'refuse' | 'last';
  hasTotal?: boolean;
  /** The only one that is kept; default all are. */
  wanted?: string | undefined;
  /** Called before each page but the first is made. */
  between?: (ids: string[]) => void;
}

/** The service as far as paging goes. Answers come in an order of their own, as they do over several connections. */
function startModel({ ids, base, granted, belowBase = 'refuse', pastEnd = 'empty', hasTotal = true, ...model }: Model) {
  const { wanted, between } = model;
  const asked: number[] = [];
  /** The list as it was each time it was looked at or changed. */
  const moments: string[][] = [[...ids]];
  let underWay = 0;
  let mostUnderWay = 0;
  const page = async (pageNum: number): Promise<Page> => {
    if (asked.push(pageNum) > 1 && between) {
      between(ids);
      moments.push([...ids]);
    }
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    const size = Math.min(granted, endpointsPerPage);
    const below = pageNum < base;
    const from = (below ? 0 : pageNum - base) * size;
    const isPast = from >= ids.length && from > 0;
    const start = isPast && pastEnd === 'last' ? Math.max(0, Math.ceil(ids.length / size) - 1) * size : from;
    const items = below && belowBase === 'empty' ? [] : ids.slice(start, start + size);
    const total = hasTotal ? ids.length : undefined;
    await new Promise(setImmediate);
    underWay--;
    if (below ? belowBase === 'refuse' : isPast && pastEnd === 'refuse') throw refusal('rejected', 400);
    return pageOf(items, { total, wanted });
  };
  return { page, asked, moments, mostUnderWay: () => mostUnderWay, read: () => idsOf(page) };
}

const isAny = (endpoints: readonly unknown[]) => endpoints.length > 0;

type AskPage = (pageNum: number) => Promise<Page>;

async function idsOf(page: AskPage, paging: Paging = {}): Promise<string[]> {
  let readings = 1;
  const pause = async () => ++readings <= 4;
  const endpoints = await readList({ page, isFound: isAny, pause }, paging);
  return endpoints.map(({ id }) => id);
}

interface PageOptions {
  total?: number | undefined;
  wanted?: string | undefined;
}

function pageOf(ids: string[], { total, wanted }: PageOptions = {}): Page {
  const kept = wanted === undefined ? ids : ids.filter((id) => id === wanted);
  return { ids, endpoints: kept.map(exampleEndpoint), total };
}

function refusal(code: ErrorCode, status?: number): ServiceError {
  const failure = { method: 'GET', attempts: 1, mayHaveHappened: false } as const;
  return new ServiceError({ ...failure, code, status, message: `answered ${status}` });
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`);

describe('pages that are asked for', () => {
  test.each<[string, Omit<Model, 'ids'> & { count: number }, number[]]>([
    ['nothing there', { count: 0, base: 1, granted: 100 }, [1, 0]],
    ['one page', { count: 99, base: 1, granted: 100 }, [1, 0]],
    ['one page of a service that grants more', { count: 99, base: 1, granted: 1000 }, [1, 0]],
    ['one page, counted from 0', { count: 99, base: 0, granted: 100 }, [1, 0]],
    ['a full page, and a page on both sides', { count: 100, base: 1, granted: 100 }, [1, 0, 2]],
    ['two pages', { count: 101, base: 1, granted: 100 }, [1, 0, 2]],
    ['small pages', { count: 25, base: 1, granted: 10 }, [1, 0, 2, 3]],
    ['small pages, counted from 0', { count: 25, base: 0, granted: 10 }, [1, 0, 2]],
    ['two full pages, counted from 0', { count: 20, base: 0, granted: 10 }, [1, 0]],
    ['the last page first', { count: 150, base: 0, granted: 100 }, [1, 0]],
    ['what is wanted is found', { count: 25, base: 1, granted: 10, wanted: 'e20' }, [1, 0, 2, 3]],
    ['what is wanted is absent: both ends', { count: 25, base: 1, granted: 10, wanted: 'none' }, [1, 0, 2, 3, 4]],
  ])('%s', async (_, { count, ...model }, pages) => {
    const { read, asked } = startModel({ ...model, ids: names(count) });
    const found = names(count).filter((name) => !model.wanted || name === model.wanted);
    expect({ list: await read(), asked }).toEqual({ list: found, asked: pages });
  });

  test('pages after the first go side by side, twelve at most', async () => {
    const { read, mostUnderWay } = startModel({ ids: names(300), base: 1, granted: 10 });
    await read();
    expect(mostUnderWay()).toBe(12);
  });
});

test('every endpoint exactly once, whatever the service makes of pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        ...{ count: fc.integer({ min: 0, max: 250 }), base: fc.constantFrom(0 as const, 1 as const) },
        granted: fc.integer({ min: 1, max: 120 }),
        belowBase: fc.constantFrom('refuse' as const, 'first' as const, 'empty' as const),
        pastEnd: fc.constantFrom('empty' as const, 'refuse' as const, 'last' as const),
        hasTotal: fc.boolean(),
        wanted: fc.constantFrom(undefined, 'e0', 'e7', 'absent'),
      }),
      async ({ count, ...model }) => {
        const { read, asked } = startModel({ ...model, ids: names(count) });
        const found = names(count).filter((name) => !model.wanted || name === model.wanted);
        expect(await read()).toEqual(found);
        const pages = Math.ceil(count / Math.min(model.granted, endpointsPerPage));
        expect(asked.length).toBeLessThanOrEqual(pages + 3);
      },
    ),
  );
});

test.each([
  [[], [1, 0]],
  [names(3), [1, 0, 2]],
])('without a total pages are read to both ends: %j', async (ids, pages) => {
  const asked: number[] = [];
  const page: AskPage = async (pageNum) => {
    asked.push(pageNum);
    return pageOf(pageNum === 1 ? ids : []);
  };
  expect({ ids: await idsOf(page), asked }).toEqual({ ids, asked: pages });
});

test('others create or delete meanwhile: nothing that was there throughout is missing, or there is no list', async () => {
  const change = fc.record({ at: fc.nat(), what: fc.constantFrom('none', 'none', 'delete', 'create') });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        ...{ count: fc.integer({ min: 0, max: 30 }), base: fc.constantFrom(0 as const, 1 as const) },
        ...{ granted: fc.integer({ min: 1, max: 12 }), newestFirst: fc.boolean(), change, step: fc.nat({ max: 8 }) },
      }),
      async ({ count, change: { at, what }, step, newestFirst, ...model }) => {
        let requests = 0;
        const { read, moments } = startModel({
          ...model,
          ids: names(count),
          between: (ids) => {
            if (requests++ !== step) return;
            if (what === 'delete' && ids.length > 0) ids.splice(at % ids.length, 1);
            if (what === 'create') ids.splice(newestFirst ? 0 : ids.length, 0, 'new');
          },
        });
        const ids = await read().catch((error: unknown) => error);
        if (!Array.isArray(ids)) expect(ids).toMatchObject({ code: 'unavailable' });
        else for (const id of moments.at(-1) ?? []) if (moments[0]?.includes(id)) expect(ids).toContain(id);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('what was learned of the pages of a service is not asked again', async () => {
  const { page, asked } = startModel({ ids: names(3), base: 0, granted: 100 });
  const paging: Paging = {};
  for (let list = 0; list < 3; list++) await idsOf(page, paging);
  expect({ asked, paging }).toEqual({ asked: [1, 0, 0, 0], paging: { base: 0 } });
});

test('a list whose totals do not agree is read again', async () => {
  let requests = 0;
  const between = (ids: string[]) => {
    if (++requests === 1) ids.shift();
  };
  const model = startModel({ ids: names(25), base: 1, granted: 10, between });
  expect(await model.read()).toEqual(names(25).slice(1));
  expect(model.asked.filter((page) => page === 1)).toHaveLength(2);
});

test.each<[string, (pageNum: number) => Page, RegExp]>([
  ['a total that is never reached', (n) => pageOf(n === 1 ? ['a', 'b'] : [], { total: 5 }), /2 .* and `total` is 5/],
  ['a passed total', (n) => pageOf(n < 4 ? [`a${n}`] : [], { total: 1, wanted: 'c' }), /\d .* and `total` is 1/],
  [
    'page totals',
    (n) => pageOf(n === 1 ? ['a', 'b'] : [], { total: n === 1 ? 2 : 0, wanted: 'c' }),
    /2 endpoints, and `total` is 0/,
  ],
  ['every page is the same', () => pageOf(['a', 'b'], { total: 50 }), /2 endpoints, and `total` is 50/],
  ['a total without endpoints', () => pageOf([], { total: 3 }), /0 endpoints, and `total` is 3/],
  ['a total beyond reason', (n) => pageOf(n === 1 ? ['a'] : [], { total: 1e12 }), /more than 50000 endpoints/],
  ['pages without an end', (n) => pageOf(n === 0 ? [] : [`a${n}`]), /more than 50000 endpoints/],
])('a list that cannot be relied on is refused: %s', async (_, page, message) => {
  const list = idsOf(async (pageNum) => page(pageNum));
  await expect(list).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
});

test('a list that contradicts itself is read until the time is over', async () => {
  let readings = 0;
  const list = idsOf(async (pageNum) => {
    if (pageNum === 1) readings += 1;
    return pageOf(pageNum === 1 ? ['a'] : [], { total: 5 });
  });
  await expect(list).rejects.toMatchObject({ code: 'unavailable' });
  expect(readings).toBe(4);
});

test.each([refusal('unauthorized', 401), refusal('unavailable')])(
  'page 0 that fails for another reason is a failure: %s',
  async (error) => {
    const list = idsOf(async (pageNum) => {
      if (pageNum === 0) throw error;
      return pageOf([], { total: 1 });
    });
    await expect(list).rejects.toBe(error);
  },
);
