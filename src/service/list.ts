/** How all endpoints are gathered from pages, whatever page base, page size and total the service has. */

import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import { agree, countOf, isSmooth, isWhole, keysOf, type Page, type PagingFacts, Pass } from './list-pass.ts';
import type { RequestOptions } from './request.ts';

export interface EndpointList {
  /** In the order of the service, each id once. An endpoint without an id has ''. Those that are kept: see {@link ListOptions.only}. */
  endpoints: readonly Endpoint[];
  /** How many more were found that are not kept; default none. */
  others?: number;
  /** The most that the service or its pages say there are. */
  total: number;
  /** False: endpoints may be missing or gone, so that one that was not found may exist. Nothing may be created on it. */
  complete: boolean;
}

export interface ListOptions extends RequestOptions {
  /** Which endpoints are kept. The others are counted, and are nothing that a large account would take memory for. Default all. */
  only?: ((listed: ListedName) => boolean) | undefined;
  /**
   * Asked once all pages are there and agree, with those that are kept. When it says yes, they are not read a second time: that pass is needed only to prove
   * that an endpoint does not exist.
   */
  isEnough?: ((endpoints: readonly Endpoint[]) => boolean) | undefined;
  /**
   * Whether the caller reads the list again after what it writes next, and mends what this one has missed. Then one pass in which nothing shifted proves
   * absence. Default false: a list of several pages is read until two passes agree.
   */
  isReadAgain?: boolean | undefined;
}

export interface PageRequest {
  pageNum: number;
  pageSize: number;
  /** A refusal is an answer too, so there is no need to insist. */
  isOptional: boolean;
}

export interface PageSource extends Pick<ListOptions, 'isEnough' | 'isReadAgain'> {
  page(request: PageRequest): Promise<Page>;
  onReadAgain?: (pass: number) => void;
}

/** What is asked for, first the most; the service may grant less, or refuse. */
export const pageSizes = [100, 50, 20, 10] as const;
/** Pages under way at once, where it is known that there are so many. */
const sideBySide = 12;
/** Where it is not. */
const sideBySideUnknown = 6;
/** 100,000 endpoints are 1000 pages of 100 and 10,000 of 10; a service whose pages never end is left there, and the list is incomplete. */
const maxPages = 20_000;
const maxPasses = 4;

export function unknownPaging(): PagingFacts {
  return { pageSize: pageSizes[0] };
}

/**
 * Pages are read from page 1 on until one brings nothing new. When they hold as many endpoints as their `total` says, and what they show is enough, that
 * is the list: one request for a small account. Otherwise an endpoint may be missing, and its absence is proved by pages that bring nothing new on both
 * sides, page 0 and one past the end, whatever `total` says: it may count the items of each page, or be missing.
 *
 * A list of several pages may shift between two of them. Such a list is read until two passes hold the same ids: each of them then existed from its first
 * reading to its second, hence all of them at one moment between the passes. One page that held as many as there are, by a `total` that a page without
 * endpoints repeats, needs no second pass; nor does one in which nothing shifted, where the source says that the list will be read again. A list that does
 * not settle, or that stays short of its total, is returned with `complete: false`.
 */
export async function readList(source: PageSource, facts: PagingFacts = unknownPaging()): Promise<EndpointList> {
  const reader = new PageReader(source, facts);
  let pass = await reader.firstPass();
  if (source.isReadAgain && isSmooth(pass)) return listOf(pass, true);
  for (let count = 2; !isWhole(pass, facts) && pass.hasEnded && count <= maxPasses; count++) {
    source.onReadAgain?.(count);
    const next = await reader.pass();
    if (!next.isEnough && agree(pass, next)) return listOf(next, next.hasEnded && next.holdsTotal());
    pass = next;
  }
  return listOf(pass, isWhole(pass, facts));
}

class PageReader {
  readonly #source: PageSource;
  readonly #facts: PagingFacts;

  constructor(source: PageSource, facts: PagingFacts) {
    this.#source = source;
    this.#facts = facts;
  }

  /** From page 1, or from page 0 when that is the first; which of them it is becomes known. */
  async firstPass(): Promise<Pass> {
    if (this.#facts.base !== undefined) return this.pass();
    const first = await this.#firstPage();
    if (this.#facts.base !== undefined) return this.pass(new Map([[this.#facts.base, first]]));
    const pass = await this.pass(new Map([[1, first]]));
    if (pass.isEnough) return pass;
    const zero = await this.#optionalPage(0);
    if (zero === undefined || keysOf(zero).every((key) => pass.keys.has(key))) {
      // Two empty pages do not tell which is the first.
      if (pass.keys.size > 0) this.#facts.base = 1;
      return pass;
    }
    this.#facts.base = 0;
    const whole = new Pass();
    for (const page of [zero, ...pass.pages]) whole.take(page);
    whole.hasEnded = pass.hasEnded;
    whole.isEnough = this.#isEnough(whole);
    return whole;
  }

  /** Page 1. Where it is refused, page 0 may be the first and there be no other, or fewer endpoints a page be allowed. */
  async #firstPage(): Promise<Page> {
    let refusal: unknown;
    for (const size of pageSizes) {
      this.#facts.pageSize = size;
      for (const pageNum of [1, 0] as const) {
        try {
          const page = await this.#page(pageNum, { isOptional: pageNum === 0 });
          if (pageNum === 0) this.#facts.base = 0;
          return page;
        } catch (error) {
          // Fewer endpoints a page may be little enough.
          const isTooLarge = error instanceof ServiceError && error.isTooLarge;
          if (!isTooLarge && !isRefusalOfPage(error) && !(pageNum === 0 && isAnswer(error))) throw error;
          refusal ??= error;
          if (isTooLarge) break;
        }
      }
    }
    this.#facts.pageSize = pageSizes[0];
    throw refusal;
  }

  /** Every page from the first on, those that are `known` not asked for again. The next ones are under way while one is taken. */
  async pass(known: ReadonlyMap<number, Page> = new Map()): Promise<Pass> {
    const first = this.#facts.base ?? 1;
    const pass = new Pass();
    const firstPage = known.get(first) ?? (await this.#page(first));
    if (!pass.take(firstPage)) {
      pass.hasEnded = true;
      return pass;
    }
    const ahead: Promise<Page | undefined>[] = [];
    for (let width = 1; pass.pages.length < maxPages; width = Math.min(2 * width, sideBySideUnknown)) {
      const left = pass.total - pass.keys.size;
      if (left <= 0) {
        pass.isEnough = this.#isEnough(pass);
        pass.hasEnded = this.#facts.totalIsOfAll === true;
        if (pass.isEnough || pass.hasEnded) return pass;
      }
      // All that the total promises is there: one page past the end shows whether it is to be believed.
      const isEnd = left === 0;
      const count = left > 0 ? Math.min(Math.ceil(left / countOf(firstPage)), sideBySide) : isEnd ? 1 : width;
      while (ahead.length < count) ahead.push(this.#laterPage(first + pass.pages.length + ahead.length));
      const page = await ahead.shift();
      pass.hasEnded = page === undefined || !pass.take(page);
      if (pass.hasEnded) return pass;
    }
    return pass;
  }

  #isEnough({ pages, keys, endpoints, total, hasShifted }: Pass): boolean {
    const isConsistent = total > 0 && !hasShifted && pages.every((page) => page.total === total);
    // A page as full as was asked for may not be the last, whatever its total says.
    const isOpen = pages.length === 1 && keys.size >= this.#facts.pageSize && !this.#facts.totalIsOfAll;
    return isConsistent && keys.size >= total && !isOpen && this.#source.isEnough?.([...endpoints.values()]) === true;
  }

  /** A page after the first; undefined where the service refuses it, since it has none. */
  #laterPage(pageNum: number): Promise<Page | undefined> {
    const page = this.#page(pageNum).catch((error) => {
      if (isRefusalOfPage(error)) return undefined;
      throw error;
    });
    // It may be that nobody comes to take it.
    page.catch(() => {});
    return page;
  }

  /**
   * A page below the first; undefined where the service refuses it, each in its own way. A service that fails with a server error is asked for page 1
   * too: only one that answers that has meant page 0.
   */
  async #optionalPage(pageNum: number): Promise<Page | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#page(pageNum, { isOptional: true });
      } catch (error) {
        if (!isAnswer(error)) throw error;
        if (isRefusalOfPage(error)) return undefined;
        // Too many requests are no word about the page.
        if (attempt === 2 && error.status === 429) throw error;
        if (attempt === 2) return undefined;
        await this.#page(1);
      }
    }
  }

  #page(pageNum: number, { isOptional } = { isOptional: false }): Promise<Page> {
    return this.#source.page({ pageNum, pageSize: this.#facts.pageSize, isOptional });
  }
}

/** The service has read the request and does not like the page. */
function isRefusalOfPage(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'rejected' || error.code === 'not-found') &&
    [400, 413, 416, 422].includes(error.status ?? 0)
  );
}

/** The service has answered, and not that the key is wrong. */
function isAnswer(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status !== undefined && error.code !== 'unauthorized';
}

function listOf({ keys, endpoints, total }: Pass, complete: boolean): EndpointList {
  const others = keys.size - endpoints.size;
  return {
    endpoints: [...endpoints.values()],
    ...(others > 0 && { others }),
    total: Math.max(total, keys.size),
    complete,
  };
}
