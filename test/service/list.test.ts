import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { ServiceError } from '../../src/service/errors.ts';
import {
  type Page,
  type PageRequest,
  type PageSource,
  type PagingFacts,
  pageSizes,
  readList,
} from '../../src/service/list.ts';
import { runs } from '../runs.ts';
import { exampleEndpoint } from './example.ts';

interface Model {
  ids: string[];
  base: 0 | 1;
  /** The page size that is granted at most. */
  granted: number;
  belowBase?: 'refuse' | 'fail' | 'first' | 'empty';
  /** Called before each page but the first is made. */
  between?: (ids: string[]) => void;
}

/** The service as far as paging goes. Answers come in an order of their own, as they do over several connections. */
function startModel({ ids, base, granted, belowBase = 'refuse', between }: Model) {
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
      const total = ids.length;
      await new Promise(setImmediate);
      underWay--;
      if (below && belowBase === 'refuse') throw refusal('rejected', 400);
      if (below && belowBase === 'fail') throw refusal('unavailable', 500);
      return pageOf(items, total);
    },
  };
  return {
    source,
    asked,
    moments,
    mostUnderWay: () => mostUnderWay,
    read: (isEnough?: PageSource['isEnough']) => idsOf({ ...source, isEnough }),
  };
}

const unknownPaging = (): PagingFacts => ({ pageSize: pageSizes[0] });

async function idsOf(source: PageSource, facts = unknownPaging()): Promise<string[]> {
  const endpoints = await readList(source, facts);
  return endpoints.map(({ id }) => id);
}

function pageOf(ids: string[], total: number | undefined): Page {
  return { keys: ids, endpoints: ids.map(exampleEndpoint), total };
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
    expect({ list: await read(), asked }).toEqual({ list: names(count), asked: pages });
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
    expect(await idsOf({ page, isEnough: () => true })).toEqual(names(300));
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
        expect(await read()).toEqual(names(count));
        const pages = Math.ceil(count / Math.min(model.granted, pageSizes[0]));
        expect(asked.length).toBeLessThanOrEqual(pages <= 1 ? 5 : 2 * pages + 12);
      },
    ),
  );
});

test('without a total pages are read to both ends, and twice', async () => {
  for (const [ids, pages] of [
    [[], [1, 0]],
    [names(3), [1, 2, 0, 1, 2]],
  ] as const) {
    const asked: number[] = [];
    const page = async ({ pageNum }: PageRequest): Promise<Page> => {
      asked.push(pageNum);
      return pageOf(pageNum === 1 ? [...ids] : [], undefined);
    };
    expect({ ids: await idsOf({ page }), asked }).toEqual({ ids, asked: pages });
  }
});

test('others create and delete meanwhile: the list of some moment, or none', async () => {
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
        const ids = await read().catch((error: unknown) => error);
        if (Array.isArray(ids)) expect(moments.map((moment) => moment.toSorted())).toContainEqual(ids.toSorted());
        else expect(ids).toMatchObject({ code: 'unavailable' });
      },
    ),
    { numRuns: runs(500) },
  );
});

test('what was learned of the pages of a service is not asked again', async () => {
  const { source, asked } = startModel({ ids: names(3), base: 1, granted: 100 });
  const facts = unknownPaging();
  for (let list = 0; list < 3; list++) await readList(source, facts);
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
      const given = (answers.length > 1 ? answers.shift() : answers[0]) ?? pageOf([], undefined);
      if (given instanceof ServiceError) throw given;
      return given;
    };
    return { page, asked };
  };
  const one = (id: string): Page => pageOf([id], undefined);

  test('is asked for again once the service answers page 1', async () => {
    const { page, asked } = answer({ 0: [refusal('unavailable', 503), one('a')], 1: [pageOf([], undefined)] });
    expect({ ids: await idsOf({ page }), asked: asked.slice(0, 4) }).toEqual({
      ids: ['a'],
      asked: [1, 0, 1, 0],
    });
  });

  test('ends the list where page 1 fails too', async () => {
    const failure = refusal('unavailable', 503);
    const { page } = answer({ 0: [failure], 1: [pageOf([], 0), failure] });
    await expect(idsOf({ page })).rejects.toBe(failure);
  });
});

test.each<[string, (pageNum: number, count: number) => Page, RegExp]>([
  ['a total that is never reached', (n) => pageOf(n === 1 ? ['a', 'b'] : [], 5), /2 endpoints, and `total` is 5/],
  ['a total that is passed', (n) => pageOf(n < 4 ? [`a${n}`] : [], 1), /\d endpoints, and `total` is 1/],
  ['totals of the page', (n) => pageOf(n === 1 ? ['a', 'b'] : [], n === 1 ? 2 : 0), /2 endpoints, and `total` is 0/],
  ['every page is the same', () => pageOf(['a', 'b'], 50), /2 endpoints, and `total` is 50/],
  ['a total without endpoints', () => pageOf([], 3), /0 endpoints, and `total` is 3/],
  ['a total beyond reason', (n) => pageOf(n === 1 ? ['a'] : [], 1e12), /1 endpoints, and `total` is 1000000000000/],
  ['never the same twice', (n, count) => pageOf(n === 0 ? [] : [`a${count}`], 2), /and `total` is 2/],
  ['other pages each time', (n, count) => pageOf(n === 1 ? [`a${count}`] : [], undefined), /other endpoints each time/],
  ['pages without an end', (n) => pageOf(n === 0 ? [] : [`a${n}`], undefined), /more than 50000 endpoints/],
])('a list that contradicts itself is refused: %s', async (_, page, message) => {
  let count = 0;
  const list = idsOf({ page: async ({ pageNum }) => page(pageNum, ++count) });
  await expect(list).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
});

test.each<[string, ServiceError]>([
  ['the key is refused', refusal('unauthorized', 401)],
  ['no answer at all', refusal('unavailable')],
])('page 0 that fails for another reason is a failure: %s', async (_, error) => {
  const list = idsOf({
    page: async ({ pageNum }: PageRequest) => {
      if (pageNum === 0) throw error;
      return pageOf([], 1);
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
    expect({ count: list.length, asked: model.asked.length }).toEqual({ count: 25, asked });
  });

  test('once, to both ends, where the list is read again after the create', async () => {
    const model = startModel({ ids: [...ids], base: 1, granted: 10 });
    await idsOf({ ...model.source, isEnough: has('nobody'), isReadAgain: true });
    expect(model.asked).toEqual([1, 2, 3, 4, 0]);
  });

  test.each<[string, (ids: string[]) => void]>([
    ['an endpoint goes', (now) => now.shift()],
    ['one comes first', (now) => now.unshift('new')],
  ])('twice all the same, where %s', async (_, change) => {
    let requests = 0;
    const between = (now: string[]) => {
      requests += 1;
      if (requests === 1) change(now);
    };
    const model = startModel({ ids: [...ids], base: 1, granted: 10, between });
    await idsOf({ ...model.source, isEnough: has('nobody'), isReadAgain: true });
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
    expect(list).toEqual(ids.slice(1));
    expect(model.asked.length).toBeGreaterThan(3);
  });
});
