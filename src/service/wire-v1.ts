/** How the v1 family's answers are read: list, get, create and limits. */

import { ContractBreak } from '../http/answer.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Endpoint, Limits, ListedName } from '../model/endpoint.ts';
import { oneLine } from '../shown-text.ts';
import { keyOf, type Page } from './list.ts';
import { describeFound, readInteger, readText, toEndpoint, toListedName } from './wire-endpoint.ts';

/**
 * service-api.md, v1 List endpoints. `total` is undefined where the answer has none, or none that is a number. Go
 * leaves out an empty list and a zero, but an answer that has neither and something else instead is no list.
 */
export function readPage(body: unknown, only: (listed: ListedName) => boolean = () => true): Omit<Page, 'bytes'> {
  const answer = readMembers(body);
  const { endpoints, total } = answer;
  const isLeftOut = endpoints === null || total !== undefined || Object.keys(answer).length === 0;
  const items: unknown = endpoints ?? (isLeftOut ? [] : undefined);
  if (!Array.isArray(items)) throw broken('endpoints', 'a list', endpoints);
  const listed = items.map(toListedName);
  const kept = items.filter((_, index) => only(listed[index] as ListedName));
  return { keys: listed.map(keyOf), endpoints: kept.map((item) => toEndpoint(item)), total: readInteger(total) };
}

/** service-api.md, v1 Get endpoint. Another endpoint than the one that was asked for is refused. */
export function readAsked(body: unknown, id: string): Endpoint {
  const { endpoint } = readMembers(body);
  const found = readId(readMembers(endpoint, 'endpoint').id, 'endpoint.id');
  if (found === id) return toEndpoint(endpoint, { isWhole: true });
  throw new ContractBreak(`endpoint.id: expected ${quoted(id)}, got ${quoted(found)}`);
}

/** An id or a name for a message: in quotes, one line, at most 100 characters. */
export function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 100));
}

/** service-api.md, v1 Create endpoint. */
export function readCreated(body: unknown): { id: string } {
  const { id } = readMembers(body);
  // An odd answer would name an endpoint that is not there: that of another form is looked for by its name.
  if (typeof id !== 'string' || id === '') throw broken('id', 'an id', id);
  return { id };
}

/** An id is compared, never calculated with: `1` and `"1"` are the same. */
function readId(value: unknown, name: string): string {
  const id = readText(value);
  if (id === undefined) throw broken(name, 'a string', value);
  return id;
}

function readMembers(value: unknown, name = 'the body'): JsonObject {
  if (isObject(value)) return value;
  throw broken(name, 'an object', value);
}

function broken(name: string, expected: string, found: unknown): ContractBreak {
  return new ContractBreak(`${name}: expected ${expected}, got ${describeFound(found)}`);
}

/**
 * service-api.md, Limits. Member names are trimmed (`minRequestTimeout  `). Members that are missing or of another type
 * stay absent: a check that needs one says that it is not checked. A record of another form has none of them.
 */
export function readLimits(body: unknown): Limits {
  const limits = Object.entries(readMembers(body)).map(([name, value]) => {
    const member = name.trim();
    return [member, member === 'cudaVersionList' ? readVersions(value) : readInteger(value)] as const;
  });
  const isLimit = (name: string) => /^(?:min|max|free)[A-Z]|^cudaVersionList$/.test(name);
  return Object.fromEntries(limits.filter(([name, value]) => isLimit(name) && value !== undefined)) as Limits;
}

/** `13.0` as a JSON number is 13. */
function readVersions(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const versions = value.map((item) => (Number.isInteger(item) ? (item as number).toFixed(1) : String(item)));
  return value.every((item) => ['number', 'string'].includes(typeof item)) ? versions : undefined;
}
