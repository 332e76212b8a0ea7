/** Owns the creation of exactly one endpoint, also when the answer to the request is lost. */

import type { Clock } from '../clock.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent } from './events.ts';
import { isGoing, listByName } from './lookup.ts';

const maxSends = 3;
/** Looks after a lost answer, in milliseconds after each other: a service that lists late gets a few seconds to show what it made. */
const looksMs = [0, 1000, 2000, 4000];

export interface CreateRequest {
  client: ServiceClient;
  clock: Clock;
  config: EndpointConfig;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/**
 * The id of the new endpoint, and whether it was found instead of answered: then it may be somebody else's of the same name. Create is never repeated blindly: after an answer that was lost (timeout, reset, 5xx, unreadable body) the endpoint is
 * looked up by name before anything is sent again. So it is when its `appName` is taken: if it has our name too, it is the endpoint that was meant, and
 * its configuration is proved like that of any other. Every other refusal is thrown as it is.
 */
export async function createOnce(request: CreateRequest): Promise<{ id: string; isFound: boolean }> {
  const { client, config, onEvent, signal } = request;
  let lost: ServiceError | undefined;
  for (let send = 1; ; send += 1) {
    try {
      return { ...(await client.create(config, { signal })), isFound: false };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      // Whoever has the appName may be what an earlier run has made and the list does not show yet.
      const isTaken = error.code === 'app-name-taken';
      // What an earlier send may have made is still in doubt, whatever a later one is refused for.
      if (!error.mayHaveHappened && !isTaken) throw lost ?? error;
      if (error.mayHaveHappened) lost ??= error;
      onEvent({ kind: isTaken ? 'app-name-taken' : 'create-answer-lost', message: error.message });
      const found = await lookRepeatedly(request, (each) => !isTaken || each.config.appName === config.appName);
      if (found) {
        onEvent({ kind: 'create-found', endpointId: found.id });
        return { id: found.id, isFound: true };
      }
      if (isTaken || send === maxSends) throw lost ?? error;
    }
  }
}

async function lookRepeatedly(
  request: CreateRequest,
  isOurs: (endpoint: Endpoint) => boolean,
): Promise<Endpoint | undefined> {
  for (const lookMs of looksMs) {
    await request.clock.sleep(lookMs, request.signal);
    // Should there be several, `refuseRivals` names them all.
    const found = (await unexpectedByName(request)).find(isOurs);
    if (found) return found;
  }
  return undefined;
}

/**
 * Rejects with `name-ambiguous`, naming both, when another run created the same name meanwhile. Looks until the list shows the new endpoint, for some
 * seconds: before that it may hide a rival just as well, and the next run would not find what this one has made.
 */
export async function refuseRivals(id: string, request: CreateRequest): Promise<void> {
  let listed: readonly Endpoint[] = [];
  for (const lookMs of looksMs) {
    await request.clock.sleep(lookMs, request.signal);
    listed = await unexpectedByName(request);
    if (listed.some((endpoint) => endpoint.id === id)) break;
  }
  const rivals = listed.filter((endpoint) => endpoint.id !== id);
  if (rivals.length === 0) return;
  throw new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} was created, but meanwhile another run created ${rivals.map((rival) => rival.id).join(', ')} under the same name "${request.config.name}"`,
    hint: 'Delete one of them, and give the workflow a `concurrency` group so that two runs never deploy one name at a time.',
    endpointId: id,
  });
}

async function unexpectedByName({ client, config, signal, expectedIds }: CreateRequest): Promise<Endpoint[]> {
  const named = await listByName({ client, name: config.name, signal });
  return named.filter((endpoint) => !expectedIds?.has(endpoint.id) && !isGoing(endpoint));
}
