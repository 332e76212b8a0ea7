/** Reads the answers of the v1 family: list, get, create and limits. */

import { ContractBreak } from '../http/answer.ts';
import { isObject, isTooLong, type JsonObject, maxItems } from '../json.ts';
import type { Endpoint, Limits } from '../model/endpoint.ts';
import { quote } from '../shown-text.ts';
import type { ListOptions, Page } from './list.ts';
import { asInteger, asList, asText, describeFound, toEndpoint, toListed } from './wire-endpoint.ts';

/**
 * service-api.md, v1 List endpoints. `total` is undefined if the answer has none, or not a number. Go leaves out an
 * empty list and a zero, but an answer with neither of them and with other members is not a list.
 */
export function readPage(body: unknown, { only, keeps }: ListOptions = {}): Page {
  const answer = readMembers(body);
  const { endpoints, total } = answer;
  const isLeftOut = endpoints === null || total !== undefined || Object.keys(answer).length === 0;
  const items: unknown = endpoints ?? (isLeftOut ? [] : undefined);
  if (!Array.isArray(items)) throw contractBreak('endpoints', 'a list', endpoints);
  if (isTooLong(items)) throw contractBreak('endpoints', atMost, items);
  const ids: string[] = [];
  const kept = items.filter((item) => {
    const listed = toListed(item);
    ids.push(listed.id);
    return only?.(listed) || keeps?.(listed) || (!only && !keeps);
  });
  return { ids, endpoints: kept.map((item) => toEndpoint(item)), total: asInteger(total) };
}

/** service-api.md, v1 Get endpoint. Another endpoint than the requested one is refused. */
export function readGotten(body: unknown, id: string): Endpoint {
  const { endpoint } = readMembers(body);
  const { id: found, workers } = readMembers(endpoint, 'endpoint');
  // A worker that is left out might be serving.
  if (isTooLong(workers)) throw contractBreak('endpoint.workers', atMost, workers);
  // An id is compared, never calculated with: `1` and `"1"` are the same.
  if (asText(found) === id) return toEndpoint(endpoint, { isWhole: true });
  throw contractBreak('endpoint.id', quote(id), found);
}

/** service-api.md, v1 Create endpoint. */
export function readCreated(body: unknown): { id: string } {
  const { id } = readMembers(body);
  // Text of another form may not be the ID: then the endpoint is looked for by its name.
  if (typeof id !== 'string' || id === '') throw contractBreak('id', 'an id', id);
  return { id };
}

/** service-api.md, v2 Update endpoint: a JSON object, whose members it does not show. */
export function readUpdatedV2(body: unknown): void {
  readMembers(body);
}

function readMembers(value: unknown, name = 'the body'): JsonObject {
  if (isObject(value)) return value;
  throw contractBreak(name, 'an object', value);
}

const atMost = `at most ${maxItems} items`;

function contractBreak(name: string, expected: string, found: unknown): ContractBreak {
  return new ContractBreak(`${name}: expected ${expected}, got ${describeFound(found)}`);
}

/**
 * service-api.md, Limits. Member names are trimmed (`minRequestTimeout  `). Members that are missing or of another type
 * stay absent: a check that needs one says that it is not checked. An answer of another form has no limits.
 */
export function toLimits(body: unknown): Limits {
  const limits = Object.entries(readMembers(body)).map(([name, value]) => {
    const member = name.trim();
    return [member, member === 'cudaVersionList' ? asList(value, asText) : asInteger(value)] as const;
  });
  const isLimit = (name: string) => /^(?:min|max|free)[A-Z]|^cudaVersionList$/.test(name);
  return Object.fromEntries(limits.filter(([name, value]) => isLimit(name) && value !== undefined)) as Limits;
}
