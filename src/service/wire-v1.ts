/** How the v1 family's answers are read: list, get, create and limits. */

import * as z from 'zod/mini';
import { ContractBreak } from '../http/answer.ts';
import { oneLine } from '../http/response-text.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { type Limits, limitMembers } from '../model/limits.ts';
import { keyOf, type Page } from './list.ts';
import { id, object, optionalList, readAnswer } from './wire.ts';
import { readInteger, toEndpoint, toListedName } from './wire-endpoint.ts';

const record = z.record(z.string(), z.unknown(), { error: 'an object' });

/**
 * service-api.md, v1 List endpoints. `total` is undefined where the answer has none, or none that is a number. Go leaves out an empty list and a zero, but
 * an answer that has neither and something else instead is no list.
 */
export function readPage(body: unknown, only: (listed: ListedName) => boolean = () => true): Page {
  const answer = readAnswer(record, body);
  const isEmpty = Object.keys(answer).length === 0;
  if (!isEmpty && answer.endpoints === undefined && answer.total === undefined)
    throw new ContractBreak('endpoints: expected a list, got nothing');
  const { endpoints } = readAnswer(object({ endpoints: optionalList(z.unknown()) }), answer);
  const listed = endpoints.map(toListedName);
  const kept = endpoints.filter((_, index) => only(listed[index] as ListedName));
  return { keys: listed.map(keyOf), endpoints: kept.map((body) => toEndpoint(body)), total: readInteger(answer.total) };
}

/** service-api.md, v1 Get endpoint. */
export function readEndpoint(body: unknown): Endpoint {
  return toEndpoint(readAnswer(object({ endpoint: z.looseObject({ id }, { error: 'an object' }) }), body).endpoint, {
    isWhole: true,
  });
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
  return readAnswer(object({ id: id.check(z.refine((value) => value !== '', { error: 'an id' })) }), body);
}

/**
 * service-api.md, Limits. Member names are trimmed (`minRequestTimeout  `). Members that are missing or of another type stay absent: whoever needs one
 * says that it is not checked. A record of another form has none of them.
 */
export function readLimits(body: unknown): Limits {
  const named = new Map(Object.entries(readAnswer(record, body)).map(([name, value]) => [name.trim(), value]));
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
