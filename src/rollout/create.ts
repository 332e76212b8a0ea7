/** The creation of exactly one endpoint, also when the answer to the request is lost. */

import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { endpointsNamed } from './lookup.ts';
import { listPauses } from './read.ts';
import { isTerminating } from './state-words.ts';

const maxSends = 3;

interface Creation {
  config: EndpointConfig;
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

/**
 * The id of the new endpoint, and whether it was found instead of answered: then it may be somebody else's of the same name. Create is never repeated
 * blindly: after an answer that was lost (timeout, reset, 5xx, unreadable body) the endpoint is looked up by name before anything is sent again. So it
 * is when its `appName` is taken: if it has our name too, it is the endpoint that was meant, and its configuration is verified like that of any other.
 * Every other refusal is thrown as it is.
 */
export async function createOnce(creation: Creation): Promise<{ id: string; isFound: boolean }> {
  const { config, context } = creation;
  const { writer, onEvent, signal } = context;
  let lost: ServiceError | undefined;
  for (let send = 1; ; send += 1) {
    try {
      return { ...(await writer.create(config, { signal })), isFound: false };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      // Whoever has the appName may be what an earlier run has made and the list does not show yet.
      const isTaken = error.code === 'app-name-taken';
      // What an earlier send may have made stays unconfirmed, whatever a later one is refused for.
      if (!error.mayHaveHappened && !isTaken) throw lost ?? error;
      if (error.mayHaveHappened) lost ??= error;
      onEvent({ kind: isTaken ? 'app-name-taken' : 'create-answer-lost', message: error.message });
      const found = await findCreated(creation, (each) => !isTaken || each.config.appName === config.appName);
      if (found) {
        onEvent({ kind: 'create-found', endpointId: found.id });
        return { id: found.id, isFound: true };
      }
      if (isTaken || send === maxSends) throw lost ?? error;
    }
  }
}

async function findCreated(creation: Creation, isOurs: (endpoint: Endpoint) => boolean): Promise<Endpoint | undefined> {
  for await (const list of creation.context.reader.lists(listPauses.creation)) {
    // Should there be several, `assertNoRivals` names them all.
    const found = unexpectedIn(list, creation).find(isOurs);
    if (found) return found;
  }
  return undefined;
}

/**
 * Rejects with `name-ambiguous`, naming both, when another run created the same name meanwhile. Looks until the list shows the new endpoint, for some
 * seconds: before that it may hide a rival just as well, and the next run would not find what this one has made.
 */
export async function assertNoRivals({ id, ...creation }: Creation & { id: string }): Promise<void> {
  let listed: readonly Endpoint[] = [];
  for await (const list of creation.context.reader.lists(listPauses.creation)) {
    listed = unexpectedIn(list, creation);
    if (listed.some((endpoint) => endpoint.id === id)) break;
  }
  const rivals = listed.filter((endpoint) => endpoint.id !== id);
  if (rivals.length === 0) return;
  throw new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} was created, but meanwhile another run created ${rivals.map((rival) => rival.id).join(', ')} under the same name "${creation.config.name}"`,
    hint: 'Delete one of them, and give the workflow a `concurrency` group so that two runs never deploy one name at a time.',
    endpointId: id,
  });
}

function unexpectedIn(list: EndpointList, { config, expectedIds }: Creation): Endpoint[] {
  return endpointsNamed(list, config.name).filter(
    (endpoint) => !expectedIds?.has(endpoint.id) && !isTerminating(endpoint),
  );
}
