// How a list is ordered, cut into pages and counted.
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
  all: readonly Item[],
  asked: PageRequest,
  { switches, listNumber }: { readonly switches: Switches; readonly listNumber: number },
): Page<Item> {
  const isWhole = switches.paging === 'ignored';
  const granted = isWhole ? Math.max(1, all.length) : Math.min(asked.pageSize, switches.grantedPageSizeMax);
  const pageCount = Math.max(1, Math.ceil(all.length / granted));
  const index = isWhole ? 0 : pageIndex(asked.pageNum, pageCount, switches);
  const from = index === undefined ? all.length : index * granted;
  const items = inOrder(all, switches.listOrder, listNumber).slice(from, from + granted);
  const half = Math.floor(all.length / 2);
  const totals = { all: all.length, page: items.length, zero: 0, half, pages: pageCount, missing: undefined };
  return { items, total: totals[switches.totalMeans] };
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

function inOrder<Item>(all: readonly Item[], order: Switches['listOrder'], listNumber: number): readonly Item[] {
  if (order === 'newest') return all.toReversed();
  // One to the left with each list: what stood first on the second page is passed over by whoever reads on.
  const shift = listNumber % Math.max(1, all.length);
  if (order === 'shifting') return [...all.slice(shift), ...all.slice(0, shift)];
  if (order === 'created') return all;
  const places = all.map((item, index) => ({ item, place: (index * 7919 + listNumber * 104_729) % 65_537 }));
  return places.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
