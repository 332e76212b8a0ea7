/** Deletes endpoints one after the other, each read before and verified after; a failure does not stop the rest. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { recordDoubt } from '../model/record.ts';
import { explainRefusal, type Refusal } from '../plan/preview.ts';
import { eventLines } from '../render/progress.ts';
import { closeSummary, type Deletion, deletionLines } from '../render/run-comment.ts';
import { deleteEndpoint } from '../rollout/delete.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { writeComment } from './comment.ts';
import { type CommandContext, redactEnvs } from './context.ts';
import { previewSubject, retire } from './github-deployment.ts';
import { combineFailures } from './outputs.ts';
import { previewNumberOf, withEnvs } from './ownership.ts';
import { type Preview, validatePreview } from './preview.ts';

/**
 * Deletes every endpoint that is recorded as a preview of the pull request, sets its Deployments inactive, and corrects
 * its comment. Reads no spec: the branch may be gone. `refusal`: why a preview is no longer due. `isOwn`: this run has
 * just deployed it.
 */
export async function closePreview(
  context: CommandContext,
  preview: Preview,
  { refusal, isOwn = false }: { refusal?: Refusal | undefined; isOwn?: boolean } = {},
): Promise<DeployError | undefined> {
  if (!preview.hasKey) return validatePreview(context, preview);
  const { reporter, github } = context;
  const { number } = preview.pullRequest;
  const why = refusal ? endedBecause(refusal, { options: preview.options, isOwn }) : '';
  if (why !== '') reporter.info(why);
  const endpoints = await listWithRecords(context, (name) => name.endsWith(`-pr-${number}`));
  const deletions = await deleteAll(endpoints, {
    context,
    reasonOf: (endpoint) =>
      previewNumberOf(endpoint, github.context) === number ? `a preview of pull request #${number}` : undefined,
  });
  reporter.info(deletionLines(deletions, `Nothing to delete: pull request #${number} has no preview.`));
  const markdown = closeSummary(number, deletions, why);
  await reporter.summarize(markdown, isOwn ? 'last-word' : 'changed');
  const isOver = refusal === 'closed' || preview.pullRequest.isClosed;
  const isDeleted = deletions.some(({ state }) => state === 'deleted');
  const end = isDeleted ? 'deleted' : 'ended';
  const description = isOver ? `${end} with its pull request` : end;
  // One that could not be deleted still answers.
  if (deletions.every(({ state }) => state !== 'failed'))
    await retire(context, previewSubject(context, number), description);
  // Also where an earlier run, such as a sweep, has deleted them.
  await writeComment(context, { endpoints: [], markdown, isPreview: true, endsPreviews: true });
  return concludeDeletions(deletions, context);
}

/** A sentence; '' for a close, which explains itself. */
function endedBecause(refusal: Refusal, { options, isOwn }: { options: Preview['options']; isOwn: boolean }): string {
  const why = explainRefusal(refusal, options);
  if (isOwn) return `This run was to deploy a preview, but by now ${why}.`;
  return refusal === 'closed' ? '' : `No preview: ${why}.`;
}

interface DeletionOptions {
  context: CommandContext;
  /** Why an endpoint is deleted; undefined where it stays. Called again with a fresh reading before the deletion. */
  reasonOf: (endpoint: Endpoint) => string | undefined;
}

/**
 * In the order of the endpoints; the outputs are set after each. Stops at a cancelled run only: what it had not come to
 * is not in the result. Throws defects only.
 */
export async function deleteAll(endpoints: readonly Endpoint[], options: DeletionOptions): Promise<Deletion[]> {
  const { signal, reporter, outputs } = options.context;
  const meant = endpoints.filter((endpoint) => options.reasonOf(endpoint) !== undefined);
  // All of them first: the service may name one endpoint in an answer about another.
  redactEnvs(meant, reporter);
  const deletions: Deletion[] = [];
  for (const endpoint of meant) {
    const deletion = await deleteMeant(endpoint, options);
    const { state, reason, failure, isInDoubt } = deletion;
    outputs.setEndpoint(deletions.length, {
      'endpoint-id': endpoint.id,
      name: endpoint.config.name,
      state,
      reason,
      changed: String(state === 'deleted' || isInDoubt === true),
      'failure-reason': failure?.code ?? '',
    });
    deletions.push(deletion);
    if (state === 'failed' && signal.aborted) break;
  }
  return deletions;
}

async function deleteMeant(endpoint: Endpoint, { context, reasonOf }: DeletionOptions): Promise<Deletion> {
  const deletion = { endpoint, reason: reasonOf(endpoint) ?? '' };
  try {
    const client = await context.connections.service();
    // Minutes may lie between the list and the deletion: another run may have taken the endpoint over.
    const now = await client.get(endpoint.id, { signal: context.signal });
    const doubt = recordDoubt(now.config);
    if (doubt) return { ...deletion, state: 'failed', failure: undecided(now, doubt) };
    if (reasonOf(now) === undefined)
      return { endpoint, state: 'kept', reason: 'changed by someone else in the meantime' };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    // Already deleted, by the same step of a parallel run; the deletion proves it.
    if (error.code !== 'not-found') return { ...deletion, state: 'failed', failure: error };
  }
  const result = await deleteOne(endpoint, context);
  return { ...deletion, ...('failure' in result ? { state: 'failed', ...result } : { state: 'deleted' }) };
}

function undecided({ id, config }: Endpoint, doubt: string): DeployError {
  return new DeployError({
    code: 'owned',
    message: `endpoint ${config.name} (${id}) ${doubt}, so nothing proves any more that it is a preview of this repository`,
    hint: "Check the endpoint on the service's website, and delete it there if it is no longer needed.",
  });
}

/** `isListed`: still listed on its way out; `isSent`: by this run; `isInDoubt`: sent, and its end not seen. */
type DeletionResult = { isListed: boolean; isSent: boolean } | { failure: DeployError; isInDoubt: boolean };

/** Deletes one endpoint and logs what happens. Throws defects only. */
export async function deleteOne(
  { id }: Endpoint,
  { clock, signal, reporter, connections }: CommandContext,
): Promise<DeletionResult> {
  let isSent = false;
  let isInDoubt = false;
  const onEvent: OnRolloutEvent = (event) => {
    if (event.kind === 'deleting') isSent = true;
    if (event.kind === 'deleting' || event.kind === 'not-deleted') isInDoubt = event.kind === 'deleting';
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

/** Sets the output `operation`, and returns one failure that names each endpoint that is left. */
export function concludeDeletions(
  deletions: readonly Deletion[],
  { outputs }: CommandContext,
): DeployError | undefined {
  const isDeleted = deletions.some(({ state }) => state === 'deleted');
  // Nothing is absent where all that was tried has failed.
  if (isDeleted || deletions.every(({ state }) => state !== 'failed'))
    outputs.set({ operation: isDeleted ? 'deleted' : 'absent' });
  return combineFailures(
    deletions.map(({ endpoint: { id, config }, failure }) => ({ name: `${config.name} (${id})`, failure })),
  );
}

/** A list may omit the envs, which tell what is a preview: at most this many are read one by one. */
const mostReadings = 20;

/**
 * All endpoints of the account, those with the name of a preview with their envs. Warns of those that do not show which
 * repository deployed them: they stay.
 */
export async function listWithRecords(
  context: CommandContext,
  isPreviewName: (name: string) => boolean,
): Promise<Endpoint[]> {
  const client = await context.connections.service();
  const endpoints = await client.list({ signal: context.signal });
  const isDoubtful = ({ config }: Endpoint) => isPreviewName(config.name) && recordDoubt(config) !== undefined;
  const toRead = endpoints.filter(isDoubtful).slice(0, mostReadings);
  const read: Endpoint[] = [];
  for (const listed of endpoints) read.push(toRead.includes(listed) ? await withEnvs(listed, context) : listed);
  const doubtful = read.filter(isDoubtful).map(({ id, config }) => `${config.name} (${id})`);
  if (doubtful.length > 0)
    context.reporter.annotate({
      severity: 'warning',
      title: 'previews',
      message: `These endpoints have names of previews, but do not show which repository deployed them, so they stay: ${doubtful.join(', ')}.`,
      hint: "Check them on the service's website, and delete there what is no longer needed.",
    });
  return read;
}
