/** Owns how an endpoint is found again: by its exact name among all endpoints of the account. */

import type { ServiceClient } from '../service/client.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { EndpointList } from '../service/list.ts';
import { RolloutError } from './errors.ts';

export interface LookUpRequest {
  client: ServiceClient;
  name: string;
  signal: AbortSignal;
}

/**
 * The endpoint of that name, or undefined. Exact and case-sensitive. Throws `name-ambiguous` when several have it (nothing makes names unique), and
 * `unavailable` when the list stayed incomplete, since then neither absence nor uniqueness is proved.
 */
export function findByName(list: EndpointList, name: string): Endpoint | undefined {
  const matches = matchesIn(list, name);
  if (matches.length > 1) {
    throw new RolloutError({
      code: 'name-ambiguous',
      message: `${matches.length} endpoints are named "${name}": ${matches.map(({ id, url }) => `${id} (${url || 'no URL yet'})`).join(', ')}`,
      hint: 'Name one of them by `endpoint-id`, or delete or rename the others.',
    });
  }
  return matches[0];
}

/** The endpoint of that id, or undefined. Throws `unavailable` when it is missing from a list that stayed incomplete. */
export function findById({ endpoints, total, complete }: EndpointList, id: string): Endpoint | undefined {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (!found && !complete) throw incomplete({ found: endpoints.length, total, what: id });
  return found;
}

/** Every endpoint of that name, by a fresh look. */
export async function listByName({ client, name, signal }: LookUpRequest): Promise<Endpoint[]> {
  return matchesIn(await client.list({ signal }), name);
}

function matchesIn({ endpoints, total, complete }: EndpointList, name: string): Endpoint[] {
  const matches = endpoints.filter((endpoint) => endpoint.config.name === name);
  if (!complete && matches.length < 2) {
    throw incomplete({ found: endpoints.length, total, what: `"${name}"` });
  }
  return matches;
}

function incomplete({ found, total, what }: { found: number; total: number; what: string }): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `the list of endpoints stayed incomplete: ${found} of ${total} were returned, so that ${what} cannot be looked up for certain`,
    hint: 'Run the step again; if it stays so, name the endpoint by `endpoint-id`.',
  });
}
