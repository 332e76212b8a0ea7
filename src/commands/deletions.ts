/** Deletes endpoints one after the other, each read before and verified after; a failure does not stop the rest. */

import { DeployError, knownError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { recordDoubt } from '../model/record.ts';
import { explainRefusal, type PreviewRefusal } from '../plan/preview.ts';
import { eventLines } from '../render/progress.ts';
import { closeSummary, type Deletion, deletionLines, deletionResult } from '../render/run-comment.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { deleteEndpoint } from '../rollout/write/delete.ts';
import { freshMs, listLagMs } from '../times.ts';
import type { CommandContext, Preview } from './context.ts';
import { combineFailures } from './outputs.ts';
import { redactEnvs } from './ownership.ts';
import { mayHavePreview, refusalNow, validatePreview } from './preview.ts';
import { listPreviews, type PreviewEndpoint, readPreviewEndpoint } from './preview-list.ts';
import { openReads } from './reads.ts';
import { writeComment } from './tell-github.ts';

/** Logs what happens. `isListed`: still listed on its way out; `isInDoubt`: sent, and its end not seen. */
export async function deleteOne({ id }: Endpoint, { clock, signal, reporter, connections }: CommandContext) {
  let [isSent, isInDoubt] = [false, false];
  const onEvent: OnRolloutEvent = (event) => {
    isSent ||= event.kind === 'deleting';
    if (event.kind === 'deleting' || event.kind === 'not-deleted') isInDoubt = event.kind === 'deleting';
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    const client = await connections.service();
    const end = await deleteEndpoint(id, { client, clock, signal, onEvent });
    return { isSent, isInDoubt: false, isListed: end === 'terminating', failure: undefined };
  } catch (thrown) {
    return { isSent, isInDoubt, isListed: true, failure: knownError(thrown) };
  }
}

/**
 * Deletes the pull request's previews and says so. `refusal`: why none is due; by label or draft, those of other steps
 * stay, which have rules of their own. `deployedNow`: this run has deployed it.
 */
export async function closePreview(
  context: CommandContext,
  preview: Preview,
  { refusal, deployedNow = false }: { refusal?: PreviewRefusal | undefined; deployedNow?: boolean } = {},
): Promise<DeployError | undefined> {
  if (!preview.hasKey) return validatePreview(context, preview);
  const { reporter, clock } = context;
  const { number } = preview.pullRequest;
  const isOver = refusal === undefined || refusal === 'closed';
  const ended = refusal && explainRefusal(refusal, preview.options);
  const reason = deployedNow ? `This run was to deploy a preview, but by now ${ended}.` : `No preview: ${ended}.`;
  // A close explains itself.
  const why = isOver && !deployedNow ? '' : reason;
  if (why !== '') reporter.info(why);
  const startedMs = clock.monotonicMs();
  const isMeant = (each: PreviewEndpoint) => each.pullRequest === number && (isOver || each.isOfStep);
  const previews = await listPreviews(context, (name) => name.endsWith(`-pr-${number}`), {
    missing: (found) => {
      const meant = found.filter(isMeant);
      // An older preview was listed long ago, and so were those deployed beside it.
      const areOld = meant.length > 0 && meant.every(({ ageSeconds }) => ageSeconds * 1000 >= listLagMs);
      if (areOld || !(deployedNow || mayHavePreview(preview))) return '';
      return `pull request #${number} may have ${meant.length > 0 ? 'another' : 'a'} preview that is not listed yet`;
    },
  });
  const isLate = clock.monotonicMs() - startedMs >= freshMs;
  if (isLate && refusal && (await refusalNow(context, preview)) === undefined) {
    const message = `Pull request #${number} is to have a preview again, so its previews are kept.`;
    const hint = 'The run of its last event deploys them.';
    reporter.annotate({ severity: 'notice', title: 'preview: superseded', message, hint });
    return void context.outputs.set({ operation: 'superseded', changed: String(deployedNow) });
  }
  const reasonOf = (each: PreviewEndpoint) => (isMeant(each) ? `a preview of pull request #${number}` : undefined);
  const deletions = await deletePreviews(previews, { context, reasonOf });
  reporter.info(deletionLines(deletions, `Nothing to delete: pull request #${number} has no preview.`));
  const markdown = closeSummary(number, deletions, why);
  await reporter.summarize(markdown, deployedNow ? 'final' : 'changed');
  // Also where an earlier run, such as a sweep, has deleted them.
  const ends = { of: isOver ? 'all' : 'step', hasDeleted: deletions.length > 0 } as const;
  await writeComment(context, { pullRequest: number, endpoints: [], markdown, ends });
  return concludeDeletions(deletions, context);
}

interface DeletionOptions {
  context: CommandContext;
  /** undefined for what stays; called again with a fresh reading before the deletion. */
  reasonOf: (preview: PreviewEndpoint) => string | undefined;
}

/** In their order, with outputs after each. A cancelled run stops: the result lacks the previews after that. */
export async function deletePreviews(
  previews: readonly PreviewEndpoint[],
  options: DeletionOptions,
): Promise<Deletion[]> {
  const { context, reasonOf } = options;
  const meant = previews.flatMap((preview) => {
    const reason = reasonOf(preview);
    return reason === undefined ? [] : { endpoint: preview.endpoint, reason };
  });
  // All of them first: the service may name one endpoint in an answer about another.
  for (const { endpoint } of meant) redactEnvs(endpoint, context);
  const deletions: Deletion[] = [];
  for (const { endpoint, reason: found } of meant) {
    const deletion = { endpoint, reason: found, ...(await deletePreview(endpoint, options)) };
    const { state, reason, failure, isInDoubt } = deletion;
    context.outputs.setEndpoint(deletions.length, {
      'endpoint-id': endpoint.id,
      name: endpoint.config.name,
      state,
      reason,
      changed: String(state === 'deleted' || isInDoubt === true),
      'failure-reason': failure?.code ?? '',
    });
    deletions.push(deletion);
    if (state === 'failed' && context.signal.aborted) break;
  }
  return deletions;
}

async function deletePreview(
  endpoint: Endpoint,
  { context, reasonOf }: DeletionOptions,
): Promise<Partial<Deletion> & Pick<Deletion, 'state'>> {
  try {
    const reads = await openReads(context);
    // Minutes may lie between the list and the deletion: another run may have taken the endpoint over.
    const now = await reads.get(endpoint.id);
    const doubt = recordDoubt(now.config);
    if (doubt) {
      const unproved = 'so nothing proves any more that it is a preview of this repository';
      const message = `endpoint ${now.config.name} (${now.id}) ${doubt}, ${unproved}`;
      const hint = "Check the endpoint on the service's website, and delete it there if it is no longer needed.";
      return { state: 'failed', failure: new DeployError({ code: 'owned', message, hint }) };
    }
    const preview = readPreviewEndpoint(now, context);
    if (!preview || reasonOf(preview) === undefined)
      return { state: 'kept', reason: 'changed by someone else in the meantime' };
  } catch (thrown) {
    const failure = knownError(thrown);
    // Already deleted, by the same step of a parallel run; the deletion proves it.
    if (failure.code !== 'not-found') return { state: 'failed', failure };
  }
  const { failure, isInDoubt } = await deleteOne(endpoint, context);
  return failure ? { state: 'failed', failure, isInDoubt } : { state: 'deleted' };
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
  return combineFailures(deletions.map(deletionResult));
}
