/** How all endpoints are gathered from pages, whether the service counts these from 1 or from 0. */

import pLimit from 'p-limit';
import type { Endpoint, Listed } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import type { RequestOptions } from './request.ts';

/** Whether an endpoint is looked for. */
export type Wanted = (listed: Listed) => boolean;

export const isWanted = ({ id, config }: Endpoint, wanted: Wanted) => wanted({ id, ...config });

export interface ListOptions extends RequestOptions {
  /** Which endpoints are looked for. Default all. The others of a large account take no memory. */
  only?: Wanted | undefined;
  /** Which others are kept, page by page. Nothing proves that more of them are absent. */
  keeps?: Wanted | undefined;
}

/** service-api.md, v1 List endpoints. */
export interface Page {
  /** The IDs of all endpoints on it; `endpoints` are the kept ones. */
  ids: readonly string[];
  endpoints: readonly Endpoint[];
  total: number | undefined;
}

/** Where a list comes from. `isFound`: no other endpoint is wanted. */
interface PageSource {
  page: (pageNum: number) => Promise<Page>;
  isFound: (endpoints: readonly Endpoint[]) => boolean;
  /** Waits before a list that contradicts itself is read again; false if the time is over. */
  pause: () => Promise<boolean>;
}

/** What one list tells the next. `base`: the number of the first page; undefined until page 0 was read. */
export type Paging = { base?: 0 | 1 };

/** The pages that may be the first one. */
export function firstPages({ base }: Paging): readonly number[] {
  return base === undefined ? [1, 0] : [base];
}

/** A service may grant fewer endpoints a page. */
export const endpointsPerPage = 100;
const pagesAtOnce = 12;
const maxEndpoints = 50_000;

/**
 * All endpoints in the order of the service, each ID once. The pages have to hold as many endpoints as each `total`
 * says. Others may create and delete meanwhile: a list that contradicts itself is read again until the time is over.
 * Then it is a `ServiceError` of code `unavailable`, because an endpoint that is not in it may exist.
 */
export async function readList(source: PageSource, paging: Paging): Promise<Endpoint[]> {
  for (;;) {
    const { endpoints, contradiction } = await readPages(source, paging);
    if (contradiction === '') return endpoints;
    if (!(await source.pause())) throw unreliable(contradiction);
  }
}

/**
 * Stops when the wanted endpoints are found. To prove absence, it reads page 0 and a page beyond the last one. The
 * endpoints are in the order of the service; `contradiction`: '' if the pages hold as many as each total says.
 */
async function readPages({ page: ask, isFound }: PageSource, paging: Paging) {
  /** The pages by their numbers; a page that was not requested is a hole. */
  const pages: Page[] = [];
  const ids = new Set<string>();
  const totals = new Set<number>();
  let largest = 1;
  let refusal: unknown;

  const read = (pageNum: number) =>
    ask(pageNum).catch((error: unknown) => {
      // Page 0 may be the first, and the only one; and no page may be beyond the last one.
      if (!isRefusalOfPage(error)) throw error;
      refusal = error;
      return undefined;
    });
  /** Whether the page brings anything new. */
  const add = (pageNum: number, page: Page | undefined): boolean => {
    if (!page) return false;
    const before = ids.size;
    for (const id of page.ids) ids.add(id);
    if (page.total !== undefined) totals.add(page.total);
    if (Math.max(ids.size, ...totals) > maxEndpoints) throw unreliable(`it has more than ${maxEndpoints} endpoints`);
    pages[pageNum] = page;
    largest = Math.max(largest, page.ids.length);
    return ids.size > before;
  };
  const gathered = () => pages.flatMap(({ endpoints }) => endpoints);
  const wrongTotal = () => [...totals].find((total) => total !== ids.size);
  /** Whether the wanted endpoints are found, and the service says that none is missing. */
  const isEnough = () => {
    if (totals.size === 0 || wrongTotal() !== undefined) return false;
    // A full page may not be the last one, even if its total says so.
    return (pages.at(-1)?.ids.length ?? 0) < endpointsPerPage && isFound(gathered());
  };

  const numbers = firstPages(paging);
  const [first, zero] = await Promise.all(numbers.map(read));
  if (!first && !zero) throw refusal;
  let [nextNum = 1] = numbers;
  let isMore = add(nextNum, first);
  const base = add(0, zero) ? 0 : 1;
  while (isMore && !isEnough()) {
    const announced = Math.max(1, Math.ceil((Math.max(0, ...totals) - ids.size) / largest));
    const areNew = await pLimit(pagesAtOnce).map(
      Array.from({ length: announced }, () => ++nextNum),
      async (pageNum) => add(pageNum, await read(pageNum)),
    );
    isMore = areNew.includes(true);
  }
  const total = wrongTotal();
  if (ids.size > 0 && total === undefined) paging.base ??= base;
  const byId = new Map(gathered().map((each) => [each.id, each]));
  return {
    endpoints: [...byId.values()],
    contradiction: total === undefined ? '' : `its pages contain ${ids.size} endpoints, and \`total\` is ${total}`,
  };
}

/** The service has read the request and does not like the page. */
function isRefusalOfPage(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'rejected' && [400, 416, 422].includes(error.status ?? 0);
}

function unreliable(problem: string): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: `the list of endpoints cannot be relied on: ${problem}; an endpoint that is not in it may exist`,
    hint: 'Run it again. If that does not help, set `endpoint-id`, which finds the endpoint without the list.',
    method: 'GET',
    mayHaveHappened: false,
  });
}
