/** What exists while something is deleted: the lists and readings by which it is found, told apart from others of its name, and proved to be gone. */

import type { ListedName } from '../model/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { assertComplete, findById } from './lookup.ts';
import { deletionMs } from './patience.ts';
import { listPauses } from './read.ts';
import { isTerminating } from './state-words.ts';

export async function listAll(context: RolloutContext, what: string): Promise<EndpointList> {
  const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
  if (!list) throw outOfTime(what);
  assertComplete(list, what);
  return list;
}

/** The list and the endpoint, where a service that lists late does not show it yet: only a reading that does not find it either proves that it is gone. */
export async function withUnlisted(context: RolloutContext, list: EndpointList, id: string): Promise<EndpointList> {
  if (list.endpoints.some((endpoint) => endpoint.id === id)) return list;
  try {
    const endpoint = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
    if (!endpoint) throw outOfTime(id);
    return { ...list, endpoints: [...list.endpoints, endpoint] };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return list;
    throw error;
  }
}

/** The first list that shows the name, of a service that lists late; otherwise the last one. */
export async function listNamed(context: RolloutContext, name: string): Promise<EndpointList> {
  let last: EndpointList | undefined;
  for await (const list of context.reader.lists(listPauses.doubtfulDeletion, { deadlineMs: context.deadlineMs() })) {
    last = list;
    if (isOnlyOne(list, name)) break;
  }
  if (!last) throw outOfTime(`"${name}"`);
  assertComplete(last, `"${name}"`);
  return last;
}

export function isOnlyOne({ endpoints }: EndpointList, name: string): boolean {
  return endpoints.filter(({ config }) => config.name === name).length === 1;
}

/** Only a complete list without the endpoint proves it gone; one that terminates is given more time, and then believed. */
export async function awaitGone(
  context: RolloutContext,
  { id, pausesMs, wasListed }: { id: string; pausesMs: readonly number[]; wasListed: boolean },
): Promise<'gone' | 'terminating' | 'present'> {
  let last: EndpointList | undefined;
  let terminates = false;
  let readings = 0;
  const only = (each: ListedName) => each.id === id;
  const options = { deadlineMs: context.deadlineMs(), only };
  for await (const listed of context.reader.lists(listPauses.deletion, options)) {
    const list = wasListed ? listed : await withUnlisted(context, listed, id);
    last = list;
    readings += 1;
    const endpoint = list.endpoints.find((each) => each.id === id);
    if (!endpoint && list.complete) return 'gone';
    terminates = endpoint !== undefined && isTerminating(endpoint);
    if (!terminates && readings >= pausesMs.length) break;
  }
  if (!last) throw outOfTime(id);
  // Throws when it was missing from a list that was not complete: then nothing is proved.
  findById(last, id);
  return terminates ? 'terminating' : 'present';
}

export function outOfTime(what: string): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `the endpoints could not be listed within ${deletionMs / 1000} s, so the state of ${what} is unknown`,
  });
}
