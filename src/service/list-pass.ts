/** One reading of all pages, and what it proves. */

import type { Endpoint } from '../model/endpoint.ts';

/** service-api.md, v1 List endpoints. `total` is undefined where the answer has none. */
export interface Page {
  /** Those that are kept. */
  endpoints: readonly Endpoint[];
  /** The keys of the others; default none. */
  others?: readonly string[];
  total: number | undefined;
}

/** What is known of the pages of a service; kept from one list to the next, so that each question is asked once. */
export interface PagingFacts {
  pageSize: number;
  /** Number of the first page; undefined until pages on both sides were looked at. */
  base?: 0 | 1;
  /** `total` was seen to count all endpoints on a page that held fewer. */
  totalIsOfAll?: boolean;
}

/** One reading of the pages in their order. */
export class Pass {
  /** Of all endpoints, also of those that are not kept. */
  readonly keys = new Set<string>();
  readonly endpoints = new Map<string, Endpoint>();
  readonly pages: Page[] = [];
  /** The most that any page says there are. */
  total = 0;
  /** A page brought nothing new, so that nothing comes after it. */
  hasEnded = false;
  isEnough = false;
  /** A page brought something new beside what an earlier one held. */
  hasShifted = false;

  /** Whether the page brought anything new. */
  take(page: Page): boolean {
    const before = this.keys.size;
    for (const key of keysOf(page)) this.keys.add(key);
    for (const endpoint of page.endpoints) this.endpoints.set(keyOf(endpoint.id, endpoint.config.name), endpoint);
    this.pages.push(page);
    this.total = Math.max(this.total, page.total ?? 0);
    const added = this.keys.size - before;
    this.hasShifted ||= added > 0 && added < countOf(page);
    return added > 0;
  }

  holdsTotal(): boolean {
    return this.keys.size >= this.total;
  }
}

/** The id; one without an id is told apart by its name. */
export function keyOf(id: string, name: string): string {
  return id === '' ? `\0${name}` : id;
}

export function keysOf({ endpoints, others = [] }: Page): string[] {
  return [...endpoints.map(({ id, config }) => keyOf(id, config.name)), ...others];
}

export function countOf({ endpoints, others = [] }: Page): number {
  return endpoints.length + others.length;
}

/** Whether one pass is enough: all that is wanted, nothing at all, or one page that held all, by a total that is not that of the page. */
export function isWhole(pass: Pass, facts: PagingFacts): boolean {
  if (pass.isEnough) return true;
  if (!pass.hasEnded || !pass.holdsTotal()) return false;
  const { size } = pass.keys;
  if (size === 0) return true;
  if (pass.pages.some((page) => countOf(page) !== size && page.total === size)) facts.totalIsOfAll = true;
  return facts.totalIsOfAll === true && holdsAllOnOnePage(pass);
}

function holdsAllOnOnePage({ pages, keys }: Pass): boolean {
  return pages.some((page) => countOf(page) === keys.size && page.total === keys.size);
}

/**
 * Whether nothing speaks against a pass to both ends: every page has the same total, which is that of all pages, and holds what no other page holds. A page
 * that shifts while it is read shows in one of these, unless one endpoint goes and another comes between the same two requests.
 */
export function isSmooth({ pages, keys, hasEnded, hasShifted }: Pass): boolean {
  const full = pages.filter((page) => countOf(page) > 0);
  return hasEnded && !hasShifted && full.length > 1 && full.every((page) => page.total === keys.size);
}

/** With a total that counts them all, the ids that both passes hold were the whole list when the second one began. */
export function agree(a: Pass, b: Pass): boolean {
  return a.keys.size === b.keys.size && a.keys.isSubsetOf(b.keys);
}
