// How GitHub hands out a list: pages and their Link header.
import { type Answer, answer, type Call } from './wire.ts';

/** `url` is the address that was asked, without its query. */
export function pageAnswer(items: readonly unknown[], { call, url }: { call: Call; url: string }): Answer {
  const perPage = Math.min(100, Math.max(1, Number(call.query.per_page ?? 30)));
  const page = Math.max(1, Number(call.query.page ?? 1));
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const link = (number: number, rel: string) =>
    `<${url}?${new URLSearchParams({ ...call.query, per_page: String(perPage), page: String(number) })}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  return answer(
    200,
    items.slice((page - 1) * perPage, page * perPage),
    links.length > 0 ? { link: links.join(', ') } : {},
  );
}
