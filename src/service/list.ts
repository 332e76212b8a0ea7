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
  /** {@link keyOf} each endpoint on it; `endpoints` are those that are kept. */
  keys: readonly string[];
  endpoints: readonly Endpoint[];
  total: number | undefined;
  /** Of the answer; 0 where only some endpoints of it are kept. */
  bytes: number;
}

/** `isOptional`: the service may not know the page, and a server error is an answer too. */
export type PageRequest = { pageNum: number; pageSize: number; isOptional: boolean };

/** Kept from one list to the next. `base`: the number of the first page; undefined until page 0 was looked at. */
export type PagingFacts = { pageSize: number; base?: 0 | 1 };

/** The smaller where a page of the larger would hold more than is read of an answer, or is refused. */
export const pageSizes = [100, 10] as const;
/** Pages under way at once. */
const sideBySide = 12;
const maxReadings = 4;
const maxEndpoints = 50_000;
/** Of all pages of a list without `only`: some 60,000 endpoints. */
const maxBytes = 64 * 1024 * 1024;

/** The id; one without an id is told apart by its name. */
export function keyOf({ id, name }: { id: string; name: string }): string {
  return id === '' ? `\0${name}` : id;
}

/**
 * All endpoints in the order of the service, each id once; one without an id has `''`. The pages have to hold as many
 * endpoints as each `total` says. Others may create and delete meanwhile: a list that contradicts itself is read again,
 * and is then a `ServiceError` of code `unavailable`, because an endpoint that is not in it may exist.
 */
export async function readList(ask: (request: PageRequest) => Promise<Page>, facts: PagingFacts): Promise<Endpoint[]> {
  for (let reading = 1; ; reading += 1) {
    const { pageSize } = facts;
    try {
      const pages = await readPages((pageNum, isOptional = false) => ask({ pageNum, pageSize, isOptional }), facts);
      const contradiction = pages.contradiction();
      if (contradiction === undefined) return pages.endpoints();
      if (reading >= maxReadings) throw unreliable(contradiction);
    } catch (error) {
      const smaller = pageSizes.find((size) => size < pageSize);
      const isForPage = isRefusalOfPage(error) || (error instanceof ServiceError && error.isTooLarge);
      if (!isForPage || smaller === undefined) throw error;
      facts.pageSize = smaller;
    }
  }
}

type AskPage = (pageNum: number, isOptional?: boolean) => Promise<Page>;

/** What is found needs no other page; that something is absent is told by the pages on both sides. */
async function readPages(ask: AskPage, facts: PagingFacts): Promise<Pages> {
  const pages = new Pages(facts.pageSize);
  const isBaseKnown = facts.base !== undefined;
  let nextNum = facts.base ?? 1;
  let refusal: unknown;
  const first = await ask(nextNum).catch((error: unknown) => {
    // Page 0 may be the first, and the only one.
    if (isBaseKnown || !isRefusalOfPage(error)) throw error;
    refusal = error;
    return undefined;
  });
  const hasEndpoints = pages.add(nextNum, first);
  if (pages.areEnough()) return pages;
  const later = async (num: number) => pages.add(num, await ask(num).catch(absentWhereRefused));
  const askNext = async (count: number): Promise<boolean> => {
    const numbers = Array.from({ length: count }, () => ++nextNum);
    const areNew = await pLimit(sideBySide).map(numbers, later);
    return areNew.includes(true);
  };
  // Of a service that counts from 0, a short page is its last, and tells nothing of how large pages are.
  const isShort = !isBaseKnown && (first?.keys.length ?? 0) < facts.pageSize;
  const [zero, hasMore] = await Promise.all([
    // Some services answer 500 for a page that they do not have.
    isBaseKnown
      ? undefined
      : ask(0, true).catch((error) => (error.status === 500 ? undefined : absentWhereRefused(error))),
    hasEndpoints && askNext(isShort ? 1 : pages.announced()),
  ]);
  if (refusal !== undefined && !zero) throw refusal;
  let isMore = hasMore;
  const base = pages.add(0, zero) ? 0 : 1;
  while (isMore && !pages.areEnough()) isMore = await askNext(pages.announced());
  if (pages.keys.size > 0 && pages.contradiction() === undefined) facts.base ??= base;
  return pages;
}

/** The pages of one list, within its bounds. */
class Pages {
  readonly keys = new Set<string>();
  /** By their numbers; one that was not asked for is a hole. */
  readonly #pages: Page[] = [];
  readonly #totals = new Set<number>();
  readonly #pageSize: number;
  #bytes = 0;
  #largest = 1;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** Whether the page brings anything new. */
  add(pageNum: number, page: Page | undefined): boolean {
    if (!page) return false;
    const before = this.keys.size;
    for (const key of page.keys) this.keys.add(key);
    if (page.total !== undefined) this.#totals.add(page.total);
    this.#bytes += page.bytes;
    if (Math.max(this.keys.size, page.total ?? 0) > maxEndpoints)
      throw unreliable(`it has more than ${maxEndpoints} endpoints`);
    if (this.#bytes > maxBytes) throw unreliable(`all pages together are larger than ${maxBytes} bytes`);
    this.#pages[pageNum] = page;
    this.#largest = Math.max(this.#largest, page.keys.length);
    return this.keys.size > before;
  }

  /** Undefined where the pages hold what each total says. */
  contradiction(): string | undefined {
    const total = [...this.#totals].find((each) => each !== this.keys.size);
    return total === undefined ? undefined : `its pages contain ${this.keys.size} endpoints, and \`total\` is ${total}`;
  }

  /** What is wanted is there, and the service says that nothing is missing. */
  areEnough(): boolean {
    if (this.#totals.size === 0 || this.contradiction() !== undefined) return false;
    // A full page may not be the last one, even if its total says so.
    const isFull = (this.#pages.at(-1)?.keys.length ?? 0) >= this.#pageSize;
    return !isFull && this.#pages.some(({ endpoints }) => endpoints.length > 0);
  }

  /** How many more pages the totals announce; at least one. */
  announced(): number {
    return Math.max(1, Math.ceil((Math.max(0, ...this.#totals) - this.keys.size) / this.#largest));
  }

  /** In the order of the service. */
  endpoints(): Endpoint[] {
    const kept = this.#pages.flatMap(({ endpoints }) => endpoints);
    return [...new Map(kept.map((each) => [keyOf({ id: each.id, name: each.config.name }), each])).values()];
  }
}

function absentWhereRefused(error: unknown): undefined {
  if (!isRefusalOfPage(error)) throw error;
}

/** The service has read the request and does not like the page. */
function isRefusalOfPage(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return ['rejected', 'not-found'].includes(error.code) && [400, 413, 416, 422].includes(error.status ?? 0);
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
