/** Owns the deletion of several endpoints: one after the other, each verified, one failure not stopping the rest. */

import { DeployError } from '../errors.ts';
import { eventLines } from '../render/progress.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { CommandContext, CommandResult } from './context.ts';

export interface Deletion {
  endpoint: Endpoint;
  /** Why it is to go. */
  reason: string;
  /** `planned` where nothing is to be deleted for real. */
  state: 'deleted' | 'failed' | 'planned';
  failure?: DeployError;
}

export interface DeletionOptions {
  context: CommandContext;
  client: ServiceClient;
  reason: (endpoint: Endpoint) => string;
}

/** In the order of the endpoints. Stops at a cancelled run only. */
export async function deleteAll(
  endpoints: readonly Endpoint[],
  { context, client, reason }: DeletionOptions,
): Promise<Deletion[]> {
  const { clock, signal, reporter } = context;
  const deletions: Deletion[] = [];
  for (const endpoint of endpoints) {
    for (const { value } of endpoint.config.envs) reporter.conceal(value);
    const deletion = { endpoint, reason: reason(endpoint) };
    try {
      const onEvent = (event: Parameters<typeof eventLines>[0]) => {
        for (const line of eventLines(event)) reporter.info(line);
      };
      await deleteEndpoint({ client, clock, signal, onEvent, id: endpoint.id, name: endpoint.config.name });
      deletions.push({ ...deletion, state: 'deleted' });
    } catch (error) {
      if (!(error instanceof DeployError) || signal.aborted) throw error;
      deletions.push({ ...deletion, state: 'failed', failure: error });
    }
  }
  return deletions;
}

export function resultOf(deletions: readonly Deletion[]): CommandResult {
  const failed = deletions.filter(({ state }) => state === 'failed');
  const deleted = deletions.filter(({ state }) => state === 'deleted');
  const [first] = deletions;
  const [firstFailed] = failed;
  return {
    outputs: {
      ...(first && { 'endpoint-id': first.endpoint.id, name: first.endpoint.config.name }),
      operation: deletions.some(({ state }) => state === 'planned')
        ? 'planned'
        : deleted.length > 0
          ? 'deleted'
          : 'absent',
      changed: String(deleted.length > 0),
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
