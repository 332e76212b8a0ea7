/** One list for all who look at the same time: many endpoints are rolled out side by side. */

import type { Endpoint } from '../model/endpoint.ts';
import { isWanted, type ListOptions, type Wanted } from './list.ts';

/** Endpoints that any of `wanted` wants; without any, all endpoints. */
export type ListReading = Omit<ListOptions, 'only'> & { wanted: readonly Wanted[] };

interface SharedList {
  wanted: Wanted[];
  signal: AbortSignal | undefined;
  deadlineMs: number;
  hasBegun: boolean;
  answer: Promise<readonly Endpoint[]>;
}

/**
 * While a list is under way, its callers wait together for the next one: a list that begins after the call shows what
 * was written before. A caller with another signal, or with less time than those before it, gets a list of its own.
 */
export function shareLists(read: (reading: ListReading) => SharedList['answer']) {
  let last: SharedList | undefined;
  return async ({ only, ...options }: ListOptions & { only: Wanted }): SharedList['answer'] => {
    const { signal, deadlineMs = Infinity } = options;
    if (last && (last.signal !== signal || last.deadlineMs > deadlineMs)) return read({ ...options, wanted: [only] });
    if (!last || last.hasBegun) {
      const before = last?.answer;
      const next: SharedList = { wanted: [], signal, deadlineMs, hasBegun: false, answer: Promise.resolve([]) };
      const begin = () => {
        next.hasBegun = true;
        return read({ ...options, wanted: next.wanted });
      };
      const end = () => {
        if (last === next) last = undefined;
      };
      next.answer = Promise.resolve(before).then(begin, begin).finally(end);
      last = next;
    }
    last.wanted.push(only);
    return (await last.answer).filter((endpoint) => isWanted(endpoint, only));
  };
}
