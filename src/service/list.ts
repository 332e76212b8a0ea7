/** How all endpoints are gathered from pages, whether the service counts these from 1 or from 0. */

import pLimit from 'p-limit';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import type { RequestOptions } from './request.ts';

export interface ListOptions extends RequestOptions {
  /** Which endpoints are looked for. Default all. The others of a large account take no memory. */
  only?: ((listed: ListedName) => boolean) | undefined;
  /** Which others are kept, page by page. Nothing proves that more of them are absent. */
  keeps?: ((endpoint: Endpoint) => boolean) | undefined;
}

/** service-api.md, v1 List endpoints. */
export interface Page {
  /** The {@link listKey} of each endpoint on it; `endpoints` are the kept ones. */
  keys: readonly string[];
  endpoints: readonly Endpoint[];
  total: number | undefined;
}

export type PageRequest = { pageNum: number; pageSize: number };

/** Where a list comes from. `isFound`: no other endpoint is wanted. */
export interface PageSource {
  page: (request: PageRequest) => Promise<Page>;
  isFound: (endpoints: readonly Endpoint[]) => boolean;
  /** Waits before a list that contradicts itself is read again; false if the time is over. */
  pause: () => Promise<boolean>;
}

/** Kept from one list to the next. `base`: the number of the first page; undefined until page 0 was read. */
export type PagingFacts = { pageSize: number; base?: 0 | 1 };

/** The pages that may be the first one. */
export function firstPages({ base }: PagingFacts): readonly number[] {
  return base === undefined ? [1, 0] : [base];
}

/** The smaller one if a page of the larger is too large to be read, or is refused. */
export const pageSizes = [100, 10] as const;
const pagesAtOnce = 12;
const maxEndpoints = 50_000;

/** The id; the name of an endpoint without an id. */
export function listKey({ id, name }: { id: string; name: string }): string {
  return id === '' ? `\0${name}` : id;
}

/**
 * All endpoints in the order of the service, each id once; one without an id has `''`. The pages have to hold as many
 * endpoints as each `total` says. Others may create and delete meanwhile: a list that contradicts itself is read again
 * until the time is over. Then it is a `ServiceError` of code `unavailable`, because an endpoint that is not in it may
 * exist.
 */
export async function readList(source: PageSource, facts: PagingFacts): Promise<Endpoint[]> {
  for (;;) {
    const { pageSize } = facts;
    try {
      const pages = await readPages(source, facts);
      const contradiction = pages.contradiction();
      if (contradiction === undefined) return pages.endpoints();
      if (!(await source.pause())) throw unreliable(contradiction);
    } catch (error) {
      const smaller = pageSizes.find((size) => size < pageSize);
      const isForPage = isRefusalOfPage(error) || (error instanceof ServiceError && error.isTooLarge);
      if (!isForPage || smaller === undefined) throw error;
      facts.pageSize = smaller;
    }
  }
}

/** Stops when the wanted endpoints are found. To prove absence, it reads page 0 and a page beyond the last one. */
async function readPages({ page: ask, isFound }: PageSource, facts: PagingFacts): Promise<Pages> {
  const { pageSize } = facts;
  const pages = collectPages(pageSize, isFound);
  let refusal: unknown;
  const read = (pageNum: number) =>
    ask({ pageNum, pageSize }).catch((error: unknown) => {
      // Page 0 may be the first, and the only one; and no page may be beyond the last one.
      if (!isRefusalOfPage(error)) throw error;
      refusal = error;
      return undefined;
    });
  const numbers = firstPages(facts);
  const [first, zero] = await Promise.all(numbers.map(read));
  if (!first && !zero) throw refusal;
  let [nextNum = 1] = numbers;
  let isMore = pages.add(nextNum, first);
  const base = pages.add(0, zero) ? 0 : 1;
  while (isMore && !pages.areEnough()) {
    const areNew = await pLimit(pagesAtOnce).map(
      Array.from({ length: pages.announced() }, () => ++nextNum),
      async (pageNum) => pages.add(pageNum, await read(pageNum)),
    );
    isMore = areNew.includes(true);
  }
  if (pages.isSound()) facts.base ??= base;
  return pages;
}

/** The pages of one list, within its bounds. */
type Pages = ReturnType<typeof collectPages>;

function collectPages(pageSize: number, isFound: PageSource['isFound']) {
  const keys = new Set<string>();
  /** By their numbers; a page that was not requested is a hole. */
  const pages: Page[] = [];
  const totals = new Set<number>();
  let largest = 1;

  /** Undefined if the pages hold as many endpoints as each total says. */
  function contradiction(): string | undefined {
    const total = [...totals].find((each) => each !== keys.size);
    return total === undefined ? undefined : `its pages contain ${keys.size} endpoints, and \`total\` is ${total}`;
  }

  return {
    contradiction,
    /** Whether the page brings anything new. */
    add(pageNum: number, page: Page | undefined): boolean {
      if (!page) return false;
      const before = keys.size;
      for (const key of page.keys) keys.add(key);
      if (page.total !== undefined) totals.add(page.total);
      if (Math.max(keys.size, page.total ?? 0) > maxEndpoints)
        throw unreliable(`it has more than ${maxEndpoints} endpoints`);
      pages[pageNum] = page;
      largest = Math.max(largest, page.keys.length);
      return keys.size > before;
    },
    /** Whether the list has endpoints, and says so itself. */
    isSound: () => keys.size > 0 && contradiction() === undefined,
    /** Whether the wanted endpoints are found, and the service says that none is missing. */
    areEnough(): boolean {
      if (totals.size === 0 || contradiction() !== undefined) return false;
      // A full page may not be the last one, even if its total says so.
      const isFull = (pages.at(-1)?.keys.length ?? 0) >= pageSize;
      return !isFull && isFound(pages.flatMap(({ endpoints }) => endpoints));
    },
    /** How many more pages the totals announce; at least one. */
    announced: () => Math.max(1, Math.ceil((Math.max(0, ...totals) - keys.size) / largest)),
    /** In the order of the service. */
    endpoints(): Endpoint[] {
      const kept = pages.flatMap(({ endpoints }) => endpoints);
      return [...new Map(kept.map((each) => [listKey({ id: each.id, name: each.config.name }), each])).values()];
    },
  };
}

/** The service has read the request and does not like the page. */
function isRefusalOfPage(error: unknown): boolean {
  const { code = '', status = 0 } = error instanceof ServiceError ? error : {};
  return code === 'rejected' && [400, 413, 416, 422].includes(status);
}

function unreliable(problem: string): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: `the list of endpoints cannot be relied on: ${problem}; an endpoint that is not in it may exist`,
    hint: 'Run it again. If that does not help, set `endpoint-id`, which finds the endpoint without the list.',
    operation: 'list',
    method: 'GET',
    mayHaveHappened: false,
  });
}
