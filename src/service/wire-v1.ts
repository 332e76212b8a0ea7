/** How the v1 family's answers are read: list, get, create and limits. */

import { ContractBreak } from '../http/answer.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { type Limits, limitMembers } from '../model/limits.ts';
import { oneLine } from '../shown-text.ts';
import { keyOf, type Page } from './list.ts';
import { broken, readMembers } from './wire.ts';
import { readInteger, readText, toEndpoint, toListedName } from './wire-endpoint.ts';

/**
 * service-api.md, v1 List endpoints. `total` is undefined where the answer has none, or none that is a number. Go leaves out an empty list and a zero, but
 * an answer that has neither and something else instead is no list.
 */
export function readPage(body: unknown, only: (listed: ListedName) => boolean = () => true): Omit<Page, 'bytes'> {
  const answer = readMembers(body);
  const { endpoints, total } = answer;
  const isLeftOut = endpoints === null || total !== undefined || Object.keys(answer).length === 0;
  const items: unknown = endpoints ?? (isLeftOut ? [] : undefined);
  if (!Array.isArray(items)) throw broken('endpoints', { expected: 'a list', found: endpoints });
  const listed = items.map(toListedName);
  const kept = items.filter((_, index) => only(listed[index] as ListedName));
  return { keys: listed.map(keyOf), endpoints: kept.map((item) => toEndpoint(item)), total: readInteger(total) };
}

/** service-api.md, v1 Get endpoint. */
export function readEndpoint(body: unknown): Endpoint {
  const { endpoint } = readMembers(body);
  readId(readMembers(endpoint, 'endpoint').id, 'endpoint.id');
  return toEndpoint(endpoint, { isWhole: true });
}

/** {@link readEndpoint}. Another endpoint than the one that was asked for must never be taken for it: the next step may write to it. */
export function readAsked(body: unknown, id: string): Endpoint {
  const endpoint = readEndpoint(body);
  if (endpoint.id === id) return endpoint;
  const quoted = (text: string) => JSON.stringify(oneLine(text, 100));
  throw new ContractBreak(`endpoint.id: expected ${quoted(id)}, got ${quoted(endpoint.id)}`);
}

/** service-api.md, v1 Create endpoint. */
export function readCreated(body: unknown): { id: string } {
  const id = readId(readMembers(body).id, 'id');
  if (id === '') throw broken('id', { expected: 'an id', found: id });
  return { id };
}

/** An id is compared, never calculated with: `1` and `"1"` are the same. */
function readId(value: unknown, name: string): string {
  const id = readText(value);
  if (id === undefined) throw broken(name, { expected: 'a string', found: value });
  return id;
}

/**
 * service-api.md, Limits. Member names are trimmed (`minRequestTimeout  `). Members that are missing or of another type stay absent: a check that needs one
 * says that it is not checked. A record of another form has none of them.
 */
export function readLimits(body: unknown): Limits {
  const named = new Map(Object.entries(readMembers(body)).map(([name, value]) => [name.trim(), value]));
  const numbers = limitMembers.flatMap((member) => {
    const value = readInteger(named.get(member));
    return value === undefined ? [] : [[member, value] as const];
  });
  const cudaVersionList = readVersions(named.get('cudaVersionList'));
  return { ...Object.fromEntries(numbers), ...(cudaVersionList && { cudaVersionList }) };
}

/** `13.0` as a JSON number is 13. */
function readVersions(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const versions = value.map((item) => {
    if (typeof item === 'number') return Number.isInteger(item) ? item.toFixed(1) : String(item);
    return typeof item === 'string' ? item : undefined;
  });
  return versions.includes(undefined) ? undefined : (versions as string[]);
}
