/** How all endpoints are gathered from pages, whether the service counts these from 1 or from 0. */

import pLimit from 'p-limit';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import type { RequestOptions } from './request.ts';

export interface ListOptions extends RequestOptions {
  /** Which endpoints are kept, so that a large account takes no memory for the others. Default all. */
  only?: ((listed: ListedName) => boolean) | undefined;
}

/** service-api.md, v1 List endpoints. */
export interface Page {
  /** Of each endpoint on it, {@link keyOf}. */
  keys: readonly string[];
  /** Those that are kept. */
  endpoints: readonly Endpoint[];
  /** Undefined where the answer has none. */
  total: number | undefined;
  /** Of the answer; 0 where only some endpoints of it are kept. */
  bytes: number;
}

export interface PageRequest {
  pageNum: number;
  pageSize: number;
  /** The service may not know the page: a server error is an answer too. */
  isOptional: boolean;
}

/** What is known of the pages of a service; kept from one list to the next, so that each question is asked once. */
export interface PagingFacts {
  pageSize: number;
  /** Of all pages of a list without `only`. */
  maxBytes: number;
  /** Number of the first page; undefined until page 0 was looked at. */
  base?: 0 | 1;
}

/** The smaller where a page of the larger would hold more than is read of an answer, or is refused. */
export const pageSizes = [100, 10] as const;
/** Pages under way at once. */
const sideBySide = 12;
const maxReadings = 4;
const maxEndpoints = 50_000;

/** The id; one without an id is told apart by its name. */
export function keyOf({ id, name }: { id: string; name: string }): string {
  return id === '' ? `\0${name}` : id;
}

/**
 * All endpoints in the order of the service, each id once; one without an id has `''`. The pages have to hold as many endpoints as each `total` says. Others
 * may create and delete meanwhile: a list that contradicts itself is read again, and is then a `ServiceError` of code `unavailable`, because an endpoint that
 * is not in it may exist.
 */
export async function readList(ask: (request: PageRequest) => Promise<Page>, facts: PagingFacts): Promise<Endpoint[]> {
  for (let reading = 1; ; reading += 1) {
    try {
      const pages = await readPages((page) => ask({ isOptional: false, ...page, pageSize: facts.pageSize }), facts);
      const problem = contradictionOf(pages);
      if (problem === undefined) return endpointsOf(pages);
      if (reading === maxReadings) throw unreliable(problem);
    } catch (error) {
      const isForPage = isRefusalOfPage(error) || (error instanceof ServiceError && error.isTooLarge);
      const smaller = pageSizes.find((size) => size < facts.pageSize);
      if (!isForPage || smaller === undefined) throw error;
      facts.pageSize = smaller;
    }
  }
}

type AskPage = (page: { pageNum: number; isOptional?: boolean }) => Promise<Page>;

/**
 * The pages that the first one announces. What is found in them needs no other look; that something is absent is told by the pages on both sides. `base` is
 * learned from pages that agree.
 */
async function readPages(ask: AskPage, facts: PagingFacts): Promise<Page[]> {
  const firstNum = facts.base ?? 1;
  const { inOrder, add } = gather(facts);
  const later = (pageNum: number) => ask({ pageNum }).catch(absentWhereRefused);
  let refusal: unknown;
  const first = await ask({ pageNum: firstNum }).catch((error: unknown) => {
    // Page 0 may be the first, and the only one.
    if (facts.base !== undefined) throw error;
    refusal = error;
    return absentWhereRefused(error);
  });
  add(firstNum, first);
  const length = first?.keys.length ?? 0;
  const left = length > 0 ? Math.max(0, (first?.total ?? 0) - length) : 0;
  const announced = Array.from({ length: Math.ceil(left / Math.max(1, length)) }, (_, index) => firstNum + 1 + index);
  await pLimit(sideBySide).map(announced, async (pageNum) => add(pageNum, await later(pageNum)));
  const pages = inOrder();
  // A page as full as was asked for may not be the last, whatever its total says.
  const isFull = (pages.at(-1)?.keys.length ?? 0) >= facts.pageSize;
  const isTold = pages.some(({ total }) => total !== undefined) && contradictionOf(pages) === undefined;
  if (isTold && !isFull && endpointsOf(pages).length > 0) return pages;
  const readOn = async () => {
    let pageNum = firstNum + announced.length + 1;
    while (length > 0 && add(pageNum, await later(pageNum))) pageNum += 1;
  };
  const [zero] = await Promise.all([facts.base === undefined ? pageZero(ask) : undefined, readOn()]);
  if (refusal !== undefined && !zero) throw refusal;
  const base = add(0, zero) ? 0 : 1;
  const all = inOrder();
  const isKnown = all.some(({ keys }) => keys.length > 0) && contradictionOf(all) === undefined;
  if (isKnown) facts.base ??= base;
  return all;
}

/** Pages by their number, within the bounds of a list. `add` says whether one brings anything new. */
function gather({ maxBytes }: PagingFacts) {
  const pages = new Map<number, Page>();
  const keys = new Set<string>();
  let bytes = 0;
  const add = (pageNum: number, page: Page | undefined): boolean => {
    if (!page) return false;
    const before = keys.size;
    for (const key of page.keys) keys.add(key);
    bytes += page.bytes;
    if (Math.max(keys.size, page.total ?? 0) > maxEndpoints)
      throw unreliable(`it has more than ${maxEndpoints} endpoints`);
    if (bytes > maxBytes) throw unreliable(`all pages together are larger than ${maxBytes} bytes`);
    pages.set(pageNum, page);
    return keys.size > before;
  };
  return { add, inOrder: () => [...pages].sort(([a], [b]) => a - b).map(([, page]) => page) };
}

/** Undefined where the service has no page 0, which some answer with 500. */
function pageZero(ask: AskPage): Promise<Page | undefined> {
  return ask({ pageNum: 0, isOptional: true }).catch((error: unknown) =>
    error instanceof ServiceError && error.status === 500 ? undefined : absentWhereRefused(error),
  );
}

/** The service has no such page. */
function absentWhereRefused(error: unknown): undefined {
  if (!isRefusalOfPage(error)) throw error;
}

/** The service has read the request and does not like the page. */
function isRefusalOfPage(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'rejected' || error.code === 'not-found') &&
    [400, 413, 416, 422].includes(error.status ?? 0)
  );
}

function endpointsOf(pages: readonly Page[]): Endpoint[] {
  const kept = pages.flatMap(({ endpoints }) => endpoints);
  return [...new Map(kept.map((each) => [keyOf({ id: each.id, name: each.config.name }), each])).values()];
}

function contradictionOf(pages: readonly Page[]): string | undefined {
  const { size } = new Set(pages.flatMap(({ keys }) => keys));
  const other = pages.find(({ total = size }) => total !== size);
  return other && `its pages contain ${size} endpoints, and \`total\` is ${other.total}`;
}

function unreliable(problem: string): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: `the list of endpoints cannot be relied on: ${problem}; an endpoint that is not in it may exist`,
    hint: 'Run it again. If that does not help, set `endpoint-id`, which finds the endpoint without the list.',
    operation: 'list',
    method: 'GET',
    path: '/endpoints',
    attempts: 1,
    mayHaveHappened: false,
  });
}
