/** The end of a preview: its endpoints deleted, its Deployments inactive, its comment corrected. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { explainRefusal, type Refusal } from '../plan/preview-event.ts';
import { closeSummary, deletionLines } from '../render/deletions.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { concludeDeletions, deleteAll, withRecords } from './deletions.ts';
import { previewSubject, retire } from './github-deployment.ts';
import { previewNumberOf } from './ownership.ts';
import type { Preview } from './preview.ts';
import { validatePreview } from './preview-report.ts';

/** Deletes every endpoint that is recorded as a preview of the pull request. Reads no spec: the branch may be gone, and what counts is what the endpoints themselves say. `refusal` says why it is no longer due, if that is why. */
export async function closePreview(
  context: CommandContext,
  preview: Preview,
  refusal?: Refusal,
): Promise<DeployError | undefined> {
  if (!preview.hasKey) return validatePreview(context, preview);
  const { reporter, signal, github } = context;
  const { number } = preview.pullRequest;
  const client = await context.connections.service();
  const list = await client.list({ signal });
  const isNamedLikeOne = (name: string) => name.endsWith(`-pr-${number}`);
  const endpoints = await withRecords(list, { context, isNamedLikeOne });
  const reasonOf = (endpoint: Endpoint) =>
    previewNumberOf(endpoint, github.context) === number ? `a preview of pull request #${number}` : undefined;
  const deletions = await deleteAll(endpoints, { context, reasonOf });
  // A close needs no explanation.
  const why = refusal && refusal !== 'closed' ? `No preview: ${explainRefusal(refusal, preview.options)}.` : '';
  if (why !== '') reporter.info(why);
  reporter.info(deletionLines(deletions, `Nothing to delete: pull request #${number} has no preview.`).join('\n'));
  const markdown = closeSummary(number, deletions, why);
  await reporter.summarize(markdown);
  const isOver = refusal === 'closed' || preview.pullRequest.isClosed;
  const description = isOver ? 'deleted with its pull request' : 'deleted';
  // One that could not be deleted still answers.
  if (deletions.every(({ state }) => state !== 'failed'))
    await retire(context, previewSubject(context, number), description);
  // Also where the sweep, say, has deleted them.
  await writeComment(context, { endpoints: [], markdown, isPreview: true, endsPreviews: true });
  return concludeDeletions(deletions, context);
}
