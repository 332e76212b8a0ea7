/** How all endpoints are gathered from pages, whatever page base and page size the service has. */

import type { Endpoint } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';

/** service-api.md, v1 List endpoints. */
export interface Page {
  endpoints: readonly Endpoint[];
  total: number;
}

export interface EndpointList {
  /** In the order of the service, each id once. */
  endpoints: readonly Endpoint[];
  /** What the service says there are. */
  total: number;
  /** False: endpoints may be missing or gone, so that one that was not found may exist. Nothing may be created on it. */
  complete: boolean;
}

export interface PageSource {
  /** `isOptional`: a refusal is an answer too, so there is no need to insist. */
  page(pageNum: number, options?: { isOptional: boolean }): Promise<Page>;
  onReadAgain?: (pass: number) => void;
  /** Whether what one consistent pass has found is all that is wanted, so that nothing has to be proved absent. */
  isEnough?: ((endpoints: readonly Endpoint[]) => boolean) | undefined;
}

/** What is asked for; the service may grant less. */
export const pageSize = 100;
/** Pages under way at once. */
const sideBySide = 6;
/** Beyond it the list is incomplete. */
const maxPages = 500;
const maxPasses = 4;

/**
 * Page 1 is asked for first. When it holds as many endpoints as there are, that is the list, by one request. Page 1 empty while there are some means
 * that the service counts from 0.
 *
 * A list of several pages may shift between two of them, so that one is missed although the numbers agree. Unless what was found is enough, such a list
 * is read until two passes hold the same ids: each of them then existed from its first reading to its second, hence all of them at one moment between the passes, and
 * when they are as many as the total that the service gave then, they were the whole list at that moment. A list that does not settle, or
 * that stays short of its total, is returned with `complete: false`.
 */
export async function readList(source: PageSource): Promise<EndpointList> {
  const first = await firstPass(source);
  let { pass } = first;
  if (holdsAll(pass) && pass.totals.size === 1 && source.isEnough?.([...pass.endpoints.values()]))
    return result(pass, true);
  for (let count = 2; !pass.atomic && count <= maxPasses; count++) {
    source.onReadAgain?.(count);
    const next = await readFrom(source, first.base);
    if (agree(pass, next)) return result(next, holdsAll(next));
    pass = next;
  }
  return result(pass, pass.atomic);
}

interface Pass {
  endpoints: Map<string, Endpoint>;
  totals: Set<number>;
  /** `total` seems to count the items of each page, so that it does not tell whether page 0 is missing. */
  totalIsOfPage: boolean;
  /** One page held everything: nothing can have shifted. */
  atomic: boolean;
}

async function firstPass(source: PageSource): Promise<{ pass: Pass; base: number }> {
  const pass = await readFrom(source, 1);
  if (pass.atomic || (holdsAll(pass) && !pass.totalIsOfPage)) return { pass, base: 1 };
  const zero = await readPageZero(source);
  if (!zero?.endpoints.some((endpoint) => !pass.endpoints.has(endpoint.id))) return { pass, base: 1 };
  if (holdsEverything(zero)) return { pass: passOf([zero], true), base: 0 };
  // Which page 0 was missing is known now; the passes to come start with it.
  return { pass: { ...pass, endpoints: new Map([...byId(zero.endpoints), ...pass.endpoints]) }, base: 0 };
}

async function readFrom(source: PageSource, base: number): Promise<Pass> {
  const first = await source.page(base);
  if (holdsEverything(first)) return passOf([first], true);
  const size = first.endpoints.length;
  if (size === 0) return passOf([first], false);

  const pages = new Map([[base, first]]);
  const seen = new Set(first.endpoints.map((endpoint) => endpoint.id));
  const isOpenEnded = size >= first.total;
  const count = isOpenEnded ? maxPages : Math.min(maxPages, Math.ceil(first.total / size));
  let next = base + 1;
  let end = base + count;
  async function takePages(): Promise<void> {
    while (next < end) {
      const pageNum = next++;
      const page = await source.page(pageNum);
      pages.set(pageNum, page);
      const before = seen.size;
      for (const endpoint of page.endpoints) seen.add(endpoint.id);
      // Nothing new: the end, or a service that repeats itself.
      if (seen.size === before) end = 0;
    }
  }
  await Promise.all(Array.from({ length: isOpenEnded ? 1 : Math.min(sideBySide, count - 1) }, takePages));
  const inOrder = [...pages].sort(([a], [b]) => a - b).map(([, page]) => page);
  return passOf(inOrder, false);
}

/** A page as full as was asked for is not trusted: its `total`, "the number of results", may count its own items. */
function holdsEverything(page: Page): boolean {
  return page.endpoints.length >= page.total && page.endpoints.length < pageSize;
}

/** A service that counts from 1 refuses page 0, each in its own way; it is no failure of the list. */
async function readPageZero(source: PageSource): Promise<Page | undefined> {
  try {
    return await source.page(0, { isOptional: true });
  } catch (error) {
    if (error instanceof ServiceError && error.status !== undefined && error.code !== 'unauthorized') return undefined;
    throw error;
  }
}

function passOf(pages: readonly Page[], atomic: boolean): Pass {
  const all = pages.flatMap((page) => page.endpoints);
  const totalIsOfPage = pages.length > 1 && pages.every((page) => page.total === page.endpoints.length);
  const totals = totalIsOfPage ? [all.length] : pages.map((page) => page.total);
  return { endpoints: byId(all), totals: new Set(totals), totalIsOfPage, atomic };
}

function byId(endpoints: readonly Endpoint[]): Map<string, Endpoint> {
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}

function holdsAll(pass: Pass): boolean {
  return pass.atomic || pass.endpoints.size >= Math.max(...pass.totals);
}

function agree(a: Pass, b: Pass): boolean {
  if (b.atomic) return true;
  const isStill = b.totalIsOfPage || new Set([...a.totals, ...b.totals]).size === 1;
  return isStill && a.endpoints.size === b.endpoints.size && [...a.endpoints.keys()].every((id) => b.endpoints.has(id));
}

function result(pass: Pass, complete: boolean): EndpointList {
  return { endpoints: [...pass.endpoints.values()], total: Math.max(...pass.totals), complete };
}
