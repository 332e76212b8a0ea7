/** Deletes endpoints one after the other, each read again before and verified after; one failure does not stop the rest. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Deletion } from '../render/deletions.ts';
import { eventLines } from '../render/progress.ts';
import type { Outputs } from '../report.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import type { ServiceClient } from '../service/client.ts';
import { type CommandContext, redactEnvs } from './context.ts';

/** A deletion that was tried, or planned. */
export interface TriedDeletion extends Deletion {
  /** It was sent, and whether the endpoint is gone has not been seen. */
  isInDoubt?: boolean;
}

interface DeletionOptions {
  context: CommandContext;
  client: ServiceClient;
  reason: (endpoint: Endpoint) => string;
  /** Asked of a fresh reading, because minutes may lie between the list and the deletion: somebody may have taken the endpoint over. */
  isStillMeant: (endpoint: Endpoint) => boolean;
}

/**
 * In the order of the endpoints; the outputs are set after each. Stops at a cancelled run only: what it had not come to is not in the result.
 * Throws defects only.
 */
export async function deleteAll(endpoints: readonly Endpoint[], options: DeletionOptions): Promise<TriedDeletion[]> {
  const { signal, reporter, outputs } = options.context;
  const deletions: TriedDeletion[] = [];
  // All of them first: the service may name one endpoint in an answer about another.
  await redactEnvs(endpoints, reporter);
  for (const endpoint of endpoints) {
    const deletion = { endpoint, reason: options.reason(endpoint), ...(await deleteMeant(endpoint, options)) };
    deletions.push(deletion);
    outputs.set(deletionOutputs(deletions));
    if (deletion.state === 'failed' && signal.aborted) break;
  }
  return deletions;
}

async function deleteMeant(
  endpoint: Endpoint,
  { context, client, isStillMeant }: DeletionOptions,
): Promise<Pick<TriedDeletion, 'state' | 'failure' | 'isInDoubt'>> {
  try {
    if (!isStillMeant(await client.get(endpoint.id, { signal: context.signal }))) return { state: 'kept' };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    // Gone already, by the same step of a parallel run; the deletion proves it.
    if (error.code !== 'not-found') return { state: 'failed', failure: error };
  }
  const result = await deleteOne(endpoint, { context, client });
  return 'failure' in result ? { state: 'failed', ...result } : { state: 'deleted' };
}

/** Gone, or still listed on its way out; or why not, and whether a deletion was sent whose end nobody has seen. */
type DeletionResult = { isListed: boolean } | { failure: DeployError; isInDoubt: boolean };

/** Deletes one endpoint and logs what happens. Throws defects only. */
export async function deleteOne(
  { id, config: { name } }: Endpoint,
  {
    context: { clock, signal, reporter },
    client,
  }: { context: Pick<CommandContext, 'clock' | 'signal' | 'reporter'>; client: ServiceClient },
): Promise<DeletionResult> {
  let isInDoubt = false;
  let isRenamed = false;
  const onEvent: OnRolloutEvent = (event) => {
    if (event.kind === 'deleting') isInDoubt = true;
    if (event.kind === 'not-deleted') isInDoubt = false;
    isRenamed ||= event.kind === 'renaming';
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    return { isListed: (await deleteEndpoint({ client, clock, signal, onEvent, id, name })) === 'terminating' };
  } catch (failure) {
    if (!(failure instanceof DeployError)) throw failure;
    return { failure, isInDoubt: isInDoubt || isRenamed };
  }
}

/** The outputs so far, without `operation`, which only the end can tell. */
function deletionOutputs(deletions: readonly TriedDeletion[]): Outputs {
  const [first] = deletions;
  return {
    ...(first && { 'endpoint-id': first.endpoint.id, name: first.endpoint.config.name }),
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
  };
}

/** Sets the outputs of deletions that are over, and returns one failure that names each endpoint that is left. */
export function concludeDeletions(
  deletions: readonly TriedDeletion[],
  { outputs }: Pick<CommandContext, 'outputs'>,
): DeployError | undefined {
  outputs.set({ ...deletionOutputs(deletions), ...operationOf(deletions) });
  const failed = deletions.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (!first?.failure) return undefined;
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${deletions.length} endpoints could not be deleted:\n${failed.map(({ endpoint, failure }) => `${endpoint.config.name} (${endpoint.id}): ${failure?.message}`).join('\n')}`,
    hint: first.failure.hint,
  });
}

/** None where all that was tried has failed: nothing is absent then. */
function operationOf(deletions: readonly Deletion[]): Outputs {
  const states = new Set(deletions.map(({ state }) => state));
  if (states.has('planned')) return { operation: 'planned' };
  if (states.has('deleted')) return { operation: 'deleted' };
  return states.has('failed') ? {} : { operation: 'absent' };
}
