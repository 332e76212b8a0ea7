/** How all endpoints are gathered from pages, whether the service counts these from 1 or from 0. */

import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import type { RequestOptions } from './request.ts';

export interface ListOptions extends RequestOptions {
  /** Which endpoints are kept. The others are nothing that a large account would take memory for. Default all. */
  only?: ((listed: ListedName) => boolean) | undefined;
  /**
   * Asked once all pages are there and agree, with those that are kept. When it says yes, they are not read a second time: that is needed only to prove
   * that an endpoint does not exist.
   */
  isEnough?: ((endpoints: readonly Endpoint[]) => boolean) | undefined;
  /**
   * Whether the caller reads the list again after what it writes next, and mends what this one has missed. Then one reading that agrees with its total
   * proves absence. Default false: a list of several pages is read until two readings agree.
   */
  isReadAgain?: boolean | undefined;
}

/** service-api.md, v1 List endpoints. */
export interface Page {
  /** Of each endpoint on it, {@link keyOf}. */
  keys: readonly string[];
  /** Those that are kept. */
  endpoints: readonly Endpoint[];
  /** undefined where the answer has none. */
  total: number | undefined;
}

export interface PageRequest {
  pageNum: number;
  pageSize: number;
  /** A server error is an answer too, so there is no need to insist. */
  isOptional: boolean;
}

export interface PageSource extends Pick<ListOptions, 'isEnough' | 'isReadAgain'> {
  page(request: PageRequest): Promise<Page>;
  onReadAgain?: (reading: number) => void;
}

/** What is known of the pages of a service; kept from one list to the next, so that each question is asked once. */
export interface PagingFacts {
  pageSize: number;
  /** Number of the first page; undefined until page 0 was looked at. */
  base?: 0 | 1;
  /** `total` was seen to count all endpoints on a page that held fewer. */
  totalIsOfAll?: boolean;
}

/** The smaller where a page of the larger would hold more than is read of an answer, or is refused. */
export const pageSizes = [100, 10] as const;
/** Pages under way at once. */
const sideBySide = 12;
const maxReadings = 4;
/** A service whose pages never end is left there. */
const maxEndpoints = 50_000;

/** The id; one without an id is told apart by its name. */
export function keyOf({ id, name }: { id: string; name: string }): string {
  return id === '' ? `\0${name}` : id;
}

/**
 * Pages are read until one brings nothing new. They have to hold as many endpoints as each `total` says.
 *
 * A list of several pages may shift between two of them. Such a list is read until two readings hold the same ids: each of them then existed from its first
 * reading to its second, hence all of them at one moment in between. Pages that show all that is wanted need no second reading, nor does one page that holds
 * as many as its total says. A list that does not settle is a `ServiceError`: what was not found in it may exist.
 */
export async function readList(source: PageSource, facts: PagingFacts): Promise<Endpoint[]> {
  for (;;) {
    try {
      return await readUntilProved(source, facts);
    } catch (error) {
      const isForPage = isRefusalOfPage(error) || (error instanceof ServiceError && error.isTooLarge);
      const smaller = pageSizes.find((size) => size < facts.pageSize);
      if (!isForPage || smaller === undefined) throw error;
      facts.pageSize = smaller;
    }
  }
}

/** In the order of the service, each id once; one without an id has `''`. */
async function readUntilProved(source: PageSource, facts: PagingFacts): Promise<Endpoint[]> {
  let before: Reading | undefined;
  for (let count = 1; ; count += 1) {
    const reading = await readPages(source, facts);
    if (agreesWithTotals(reading)) {
      if (reading.base !== undefined) facts.base = reading.base;
      facts.totalIsOfAll ||= reading.pages.some(({ keys, total }) => total !== undefined && total > keys.length);
    }
    if (isProof(reading, { before, isReadAgain: source.isReadAgain === true })) return endpointsOf(reading);
    if (count === maxReadings) throw contradiction(reading);
    before = reading;
    source.onReadAgain?.(count + 1);
  }
}

/** One reading of all pages. */
interface Reading {
  pages: Page[];
  keys: Set<string>;
  /** The most that a page tells; -1 where none does. */
  total: number;
  /** Number of the first page, where this reading tells it. */
  base: 0 | 1 | undefined;
  /** All that is wanted was there before the end. */
  isEnough: boolean;
}

async function readPages(source: PageSource, facts: PagingFacts): Promise<Reading> {
  const ask: AskPage = (pageNum, isOptional = false) => source.page({ pageNum, pageSize: facts.pageSize, isOptional });
  const reading: Reading = { pages: [], keys: new Set(), total: -1, base: facts.base, isEnough: false };
  const { pages, keys } = reading;

  /** The next pages are under way while one is taken. */
  async function readFrom(first: number): Promise<void> {
    const ahead: Promise<Page | undefined>[] = [];
    const firstPage = await ask(first);
    if (!take(firstPage, reading)) return;
    while (keys.size <= maxEndpoints) {
      const left = reading.total - keys.size;
      if (reading.total >= 0 && left <= 0) {
        // A page as full as was asked for may not be the last, whatever its total says.
        const isOpen = pages.length === 1 && keys.size >= facts.pageSize && !facts.totalIsOfAll;
        reading.isEnough = !isOpen && agreesWithTotals(reading) && source.isEnough?.(endpointsOf(reading)) === true;
        if (reading.isEnough || left < 0 || facts.totalIsOfAll) return;
      }
      const count = left > 0 ? Math.min(Math.ceil(left / firstPage.keys.length), sideBySide) : 1;
      while (ahead.length < count) ahead.push(laterPage(ask, first + pages.length + ahead.length));
      const page = await ahead.shift();
      if (!page || !take(page, reading)) return;
    }
  }

  let refusal: unknown;
  await readFrom(facts.base ?? 1).catch((error: unknown) => {
    // Page 0 may be the first, and there be no other.
    if (facts.base !== undefined || !isRefusalOfPage(error)) throw error;
    refusal = error;
  });
  if (facts.base !== undefined || reading.isEnough) return reading;
  const zero = await pageZero(ask);
  if (refusal && !zero) throw refusal;
  if (zero && take(zero, reading)) {
    reading.base = 0;
    pages.unshift(...pages.splice(-1));
  } else if (keys.size > 0) reading.base = 1;
  return reading;
}

type AskPage = (pageNum: number, isOptional?: boolean) => Promise<Page>;

/** Whether the page brings anything new. */
function take(page: Page, reading: Reading): boolean {
  const before = reading.keys.size;
  for (const key of page.keys) reading.keys.add(key);
  reading.pages.push(page);
  reading.total = Math.max(reading.total, page.total ?? -1);
  return reading.keys.size > before;
}

/** A page after the first; undefined where the service refuses it, since it has none. */
function laterPage(ask: AskPage, pageNum: number): Promise<Page | undefined> {
  const page = ask(pageNum).catch((error: unknown) => {
    if (isRefusalOfPage(error)) return undefined;
    throw error;
  });
  // It may never be taken.
  page.catch(() => {});
  return page;
}

/**
 * Undefined where the service refuses it. One that fails with a server error is asked for page 1 too: only a service that answers that has meant page 0.
 */
async function pageZero(ask: AskPage): Promise<Page | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(0, true);
    } catch (error) {
      if (isRefusalOfPage(error)) return undefined;
      if (!(error instanceof ServiceError) || (error.status ?? 0) < 500) throw error;
      if (attempt === 2) return undefined;
      await ask(1);
    }
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

function agreesWithTotals({ pages, keys }: Reading): boolean {
  return pages.every(({ total }) => total === undefined || total === keys.size);
}

/** Whether what the reading lacks does not exist. Without a total, only a second reading tells whether the pages have shifted. */
function isProof(
  reading: Reading,
  { before, isReadAgain }: { before: Reading | undefined; isReadAgain: boolean },
): boolean {
  const { pages, keys, isEnough } = reading;
  if (isEnough) return true;
  if (!agreesWithTotals(reading) || keys.size > maxEndpoints) return false;
  const isOfOneMoment = isReadAgain || pages.some((page) => page.keys.length === keys.size);
  if (keys.size === 0 || (isOfOneMoment && pages.some(({ total }) => total !== undefined))) return true;
  return before !== undefined && before.keys.size === keys.size && keys.isSubsetOf(before.keys);
}

function endpointsOf({ pages }: Reading): Endpoint[] {
  const kept = new Map<string, Endpoint>();
  for (const { endpoints } of pages)
    for (const endpoint of endpoints) kept.set(keyOf({ id: endpoint.id, name: endpoint.config.name }), endpoint);
  return [...kept.values()];
}

function contradiction({ pages, keys }: Reading): ServiceError {
  const { total } = pages.find((page) => (page.total ?? keys.size) !== keys.size) ?? {};
  let found = 'its pages contain other endpoints each time';
  if (total !== undefined) found = `its pages contain ${keys.size} endpoints, and \`total\` is ${total}`;
  if (keys.size > maxEndpoints) found = `it has more than ${maxEndpoints} endpoints`;
  return new ServiceError({
    code: 'unavailable',
    message: `the list of endpoints contradicts itself: ${found}; an endpoint that is not in it may exist`,
    hint: 'Run it again. If that does not help, set `endpoint-id`, which finds the endpoint without the list.',
    operation: 'list',
    method: 'GET',
    path: '/endpoints',
    attempts: maxReadings,
    mayHaveHappened: false,
  });
}
