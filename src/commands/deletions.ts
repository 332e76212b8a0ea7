/** Deletes endpoints one after the other, each read again before and verified after; one failure does not stop the rest. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { recordDoubt } from '../model/record.ts';
import type { Deletion } from '../render/deletions.ts';
import { eventLines } from '../render/progress.ts';
import type { EndpointOutputs } from '../report.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { type CommandContext, redactEnvs } from './context.ts';
import { withEnvs } from './ownership.ts';

interface DeletionOptions {
  context: CommandContext;
  /**
   * Why an endpoint is deleted; undefined where it stays. Asked again of a fresh reading, because minutes may lie between the list and the deletion: another
   * run may have taken it over.
   */
  reasonOf: (endpoint: Endpoint) => string | undefined;
}

/**
 * In the order of the endpoints; the outputs are set after each. Stops at a cancelled run only: what it had not come to is not in the result.
 * Throws defects only.
 */
export async function deleteAll(endpoints: readonly Endpoint[], options: DeletionOptions): Promise<Deletion[]> {
  const { signal, reporter, outputs } = options.context;
  const deletions: Deletion[] = [];
  const meant = endpoints.flatMap((endpoint) => {
    const reason = options.reasonOf(endpoint);
    return reason === undefined ? [] : { endpoint, reason };
  });
  // All of them first: the service may name one endpoint in an answer about another.
  redactEnvs(
    meant.map(({ endpoint }) => endpoint),
    reporter,
  );
  for (const each of meant) {
    const deletion = { ...each, ...(await deleteMeant(each.endpoint, options)) };
    outputs.setEndpoint(deletions.length, deletionOutputs(deletion));
    deletions.push(deletion);
    if (deletion.state === 'failed' && signal.aborted) break;
  }
  return deletions;
}

async function deleteMeant(
  endpoint: Endpoint,
  { context, reasonOf }: DeletionOptions,
): Promise<Omit<Deletion, 'endpoint' | 'reason'>> {
  try {
    const client = await context.connections.service();
    const now = await client.get(endpoint.id, { signal: context.signal });
    const doubt = recordDoubt(now.config);
    if (doubt) return { state: 'failed', failure: undecided(now, doubt) };
    if (reasonOf(now) === undefined) return { state: 'kept' };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    // Gone already, by the same step of a parallel run; the deletion proves it.
    if (error.code !== 'not-found') return { state: 'failed', failure: error };
  }
  const result = await deleteOne(endpoint, context);
  return 'failure' in result ? { state: 'failed', ...result } : { state: 'deleted' };
}

function undecided({ id, config }: Endpoint, doubt: string): DeployError {
  return new DeployError({
    code: 'owned',
    message: `endpoint ${config.name} (${id}) ${doubt}, so nothing proves any more that it is a preview of this repository`,
    hint: "Check the endpoint on the service's website, and delete it there if it is no longer needed.",
  });
}

/** Deleted, or why not. `isListed`: still listed on its way out; `isSent`: by this run, not by another before; `isInDoubt`: sent, and its end not seen. */
type DeletionResult = { isListed: boolean; isSent: boolean } | { failure: DeployError; isInDoubt: boolean };

/** Deletes one endpoint and logs what happens. Throws defects only. */
export async function deleteOne(
  { id }: Endpoint,
  { clock, signal, reporter, connections }: CommandContext,
): Promise<DeletionResult> {
  let isSent = false;
  let isInDoubt = false;
  const onEvent: OnRolloutEvent = (event) => {
    if (event.kind === 'deleting') {
      isSent = true;
      isInDoubt = true;
    }
    if (event.kind === 'not-deleted') isInDoubt = false;
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    const client = await connections.service();
    const end = await deleteEndpoint(id, { client, clock, signal, onEvent });
    return { isListed: end === 'terminating', isSent };
  } catch (failure) {
    if (!(failure instanceof DeployError)) throw failure;
    return { failure, isInDoubt };
  }
}

function deletionOutputs({ endpoint, state, reason, failure, isInDoubt }: Deletion): EndpointOutputs {
  return {
    'endpoint-id': endpoint.id,
    name: endpoint.config.name,
    state,
    reason,
    changed: String(state === 'deleted' || isInDoubt === true),
    'failure-reason': failure?.code ?? '',
  };
}

/** Says what became of deletions that are over, and returns one failure that names each endpoint that is left. */
export function concludeDeletions(
  deletions: readonly Deletion[],
  { outputs }: CommandContext,
): DeployError | undefined {
  const states = new Set(deletions.map(({ state }) => state));
  // Nothing is absent where all that was tried has failed.
  if (states.has('deleted') || !states.has('failed'))
    outputs.set({ operation: states.has('deleted') ? 'deleted' : 'absent' });
  const failed = deletions.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (!first?.failure) return undefined;
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${deletions.length} endpoints could not be deleted:\n${failed.map(({ endpoint, failure }) => `${endpoint.config.name} (${endpoint.id}): ${failure?.message}`).join('\n')}`,
    hint: first.failure.hint,
  });
}

/** Endpoints that a list shows without their envs are read one by one, as far as their names may be those of previews: at most this many. */
const mostReadings = 20;

/**
 * The endpoints with the envs that the list may have left out, by which previews are known. Warns of those that have the name of a preview and do not show
 * which repository deployed them: they stay.
 */
export async function withRecords(
  endpoints: readonly Endpoint[],
  { context, isNamedLikeOne }: { context: CommandContext; isNamedLikeOne: (name: string) => boolean },
): Promise<Endpoint[]> {
  const read: Endpoint[] = [];
  const doubtful: Endpoint[] = [];
  let readings = 0;
  for (const listed of endpoints) {
    const isSuspect = isNamedLikeOne(listed.config.name) && recordDoubt(listed.config) !== undefined;
    readings += isSuspect ? 1 : 0;
    const endpoint = isSuspect && readings <= mostReadings ? await withEnvs(listed, context) : listed;
    if (isSuspect && recordDoubt(endpoint.config) !== undefined) doubtful.push(endpoint);
    read.push(endpoint);
  }
  if (doubtful.length > 0)
    context.reporter.annotate({
      severity: 'warning',
      title: 'previews',
      message: `These endpoints have names of previews, but do not show whose they are, so they stay: ${doubtful.map(({ id, config }) => `${config.name} (${id})`).join(', ')}.`,
      hint: "Check them on the service's website, and delete there what is no longer needed.",
    });
  return read;
}
