// How a list is ordered, cut into pages and counted.
import type { LazyList } from './others.ts';
import type { Switches } from './switches.ts';
import { invalid } from './wire.ts';

export interface PageRequest {
  readonly pageSize: number;
  readonly pageNum: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** `undefined` when the answer is to have none. */
  readonly total: number | undefined;
}

/** `listNumber` counts the lists so far, for orders that change from one to the next. */
export function pageOf<Item>(
  all: LazyList<Item>,
  asked: PageRequest,
  rules: { readonly switches: Switches; readonly listNumber: number },
): Page<Item> {
  const { switches } = rules;
  const ordered = inOrder(all, rules);
  if (switches.paging === 'ignored') {
    const { length } = ordered;
    const total = totalOf({ all: length, onPage: length, granted: Math.max(1, length) }, switches);
    return { items: slice(ordered, 0, length), total };
  }
  if (switches.pageSizeMax !== null && asked.pageSize > switches.pageSizeMax) {
    throw invalid({ pageSize: `${asked.pageSize} is more than ${switches.pageSizeMax}` });
  }
  const granted = Math.min(asked.pageSize, switches.grantedPageSizeMax);
  const index = pageIndex(asked.pageNum, Math.max(1, Math.ceil(ordered.length / granted)), switches);
  const items = index === undefined ? [] : slice(ordered, index * granted, (index + 1) * granted);
  return { items, total: totalOf({ all: ordered.length, onPage: items.length, granted }, switches) };
}

/** 0 for the first page; `undefined` for a page that is empty. */
function pageIndex(pageNum: number, pageCount: number, switches: Switches): number | undefined {
  const { pageBase, pageBelowBase, pagePastEnd } = switches;
  if (pageNum < pageBase) {
    if (pageBelowBase === 'refuse' || pageNum < 0) throw invalid({ pageNum: `${pageNum} is below ${pageBase}` });
    return pageBelowBase === 'first' ? 0 : undefined;
  }
  const index = pageNum - pageBase;
  if (index < pageCount) return index;
  if (pagePastEnd === 'refuse') throw invalid({ pageNum: `${pageNum} is past the last page` });
  return pagePastEnd === 'last' ? pageCount - 1 : undefined;
}

function totalOf(
  counts: { readonly all: number; readonly onPage: number; readonly granted: number },
  switches: Switches,
): number | undefined {
  const { all, onPage, granted } = counts;
  switch (switches.totalMeans) {
    case 'all':
      return all;
    case 'page':
      return onPage;
    case 'zero':
      return 0;
    case 'half':
      return Math.floor(all / 2);
    case 'pages':
      return Math.ceil(all / granted);
    case 'missing':
      return undefined;
  }
}

function inOrder<Item>(
  all: LazyList<Item>,
  { switches, listNumber }: { readonly switches: Switches; readonly listNumber: number },
): LazyList<Item> {
  const { length } = all;
  switch (switches.listOrder) {
    case 'newest':
    case 'updated':
      return { length, at: (index) => all.at(length - 1 - index) };
    case 'shifting':
      // One to the left with each list: what stood first on the second page is passed over by whoever reads on.
      return { length, at: (index) => all.at((index + listNumber) % length) };
    case 'shuffled':
      return shuffled(all, listNumber);
    case 'created':
      return all;
  }
}

/** Another order for each list; a step that shares no factor with the length meets every item once. */
function shuffled<Item>(all: LazyList<Item>, listNumber: number): LazyList<Item> {
  const { length } = all;
  let step = Math.floor(length * 0.618) + listNumber;
  while (length > 1 && greatestCommonDivisor(step, length) !== 1) step += 1;
  return { length, at: (index) => all.at((index * step + listNumber) % length) };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function slice<Item>(list: LazyList<Item>, from: number, to: number): readonly Item[] {
  const items: Item[] = [];
  for (let index = from; index < Math.min(to, list.length); index += 1) items.push(list.at(index));
  return items;
}
