/** Owns the deletion of several endpoints: one after the other, each looked at again and verified, one failure not stopping the rest. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { eventLines } from '../render/progress.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import type { ServiceClient } from '../service/client.ts';
import { concealEnvs } from './conceal.ts';
import type { CommandContext, CommandResult } from './context.ts';

export interface Deletion {
  endpoint: Endpoint;
  /** Why it is to go. */
  reason: string;
  /** `planned` where nothing is to be deleted for real; `kept` where it turned out to be meant no longer. */
  state: 'deleted' | 'failed' | 'planned' | 'kept';
  failure?: DeployError;
  /** It was sent, and whether the endpoint is gone has not been seen. */
  isInDoubt?: boolean;
}

export interface DeletionOptions {
  context: CommandContext;
  client: ServiceClient;
  reason: (endpoint: Endpoint) => string;
  /** Asked of a fresh reading, because minutes may lie between the list and the deletion: somebody may have taken the endpoint over. */
  isStillMeant: (endpoint: Endpoint) => boolean;
}

/** In the order of the endpoints. Stops at a cancelled run only; what it had not come to is not in the result. */
export async function deleteAll(endpoints: readonly Endpoint[], options: DeletionOptions): Promise<Deletion[]> {
  const { signal, reporter } = options.context;
  const deletions: Deletion[] = [];
  // All of them first: the service may name one endpoint in an answer about another.
  for (const endpoint of endpoints) concealEnvs(endpoint, reporter);
  for (const endpoint of endpoints) {
    const deletion = { endpoint, reason: options.reason(endpoint), ...(await deleteOne(endpoint, options)) };
    deletions.push(deletion);
    if (deletion.state === 'failed' && signal.aborted) break;
  }
  return deletions;
}

async function deleteOne(
  endpoint: Endpoint,
  { context, client, isStillMeant }: DeletionOptions,
): Promise<Pick<Deletion, 'state' | 'failure' | 'isInDoubt'>> {
  try {
    if (!isStillMeant(await client.get(endpoint.id, { signal: context.signal }))) return { state: 'kept' };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    // Gone already, by the same step of a parallel run; the deletion proves it.
    if (error.code !== 'not-found') return { state: 'failed', failure: error, isInDoubt: false };
  }
  const end = await deleteAndTell(endpoint, { context, client });
  return 'failure' in end ? { state: 'failed', ...end } : { state: 'deleted' };
}

/** Gone, or still listed on its way out; or why not, and whether a deletion was sent whose end nobody has seen. */
export type DeletionEnd = { isListed: boolean } | { failure: DeployError; isInDoubt: boolean };

/** Deletes one endpoint and tells it in the log. Throws defects only. */
export async function deleteAndTell(
  { id, config: { name } }: Endpoint,
  { context: { clock, signal, reporter }, client }: Pick<DeletionOptions, 'context' | 'client'>,
): Promise<DeletionEnd> {
  let isSent = false;
  const onEvent: OnRolloutEvent = (event) => {
    isSent ||= event.kind === 'deleting';
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    return { isListed: (await deleteEndpoint({ client, clock, signal, onEvent, id, name })) === 'terminating' };
  } catch (failure) {
    if (!(failure instanceof DeployError)) throw failure;
    return { failure, isInDoubt: isSent && ['cancelled', 'unavailable', 'unreadable'].includes(failure.code) };
  }
}

export function resultOf(deletions: readonly Deletion[]): CommandResult {
  const failed = deletions.filter(({ state }) => state === 'failed');
  const [first] = deletions;
  const [firstFailed] = failed;
  return {
    outputs: {
      ...(first && { 'endpoint-id': first.endpoint.id, name: first.endpoint.config.name }),
      ...operationOf(deletions),
      changed: String(deletions.some(({ state, isInDoubt }) => state === 'deleted' || isInDoubt)),
      endpoints: JSON.stringify(
        deletions.map(({ endpoint, state, reason, failure }) => ({
          'endpoint-id': endpoint.id,
          name: endpoint.config.name,
          state,
          reason,
          'failure-reason': failure?.code ?? '',
        })),
      ),
    },
    failure:
      firstFailed?.failure &&
      new DeployError({
        code: firstFailed.failure.code,
        message: `${failed.length} of ${deletions.length} endpoints could not be deleted:\n${failed.map(({ endpoint, failure }) => `${endpoint.config.name} (${endpoint.id}): ${failure?.message}`).join('\n')}`,
        hint: firstFailed.failure.hint,
      }),
  };
}

/** None where all that was tried has failed: nothing is absent then. */
function operationOf(deletions: readonly Deletion[]): { operation?: string } {
  const states = new Set(deletions.map(({ state }) => state));
  if (states.has('planned')) return { operation: 'planned' };
  if (states.has('deleted')) return { operation: 'deleted' };
  return states.has('failed') ? {} : { operation: 'absent' };
}
