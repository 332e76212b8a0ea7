/** The end of a preview: its endpoints deleted, its Deployments inactive, its comment corrected. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { closeSummary, type Deletion, deletionLines } from '../render/deletions.ts';
import type { EndpointList } from '../service/list.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { concludeDeletions, deleteAll, withRecords } from './deletions.ts';
import { previewSubject, retire } from './github-deployment.ts';
import { previewNumberOf } from './ownership.ts';
import { type Preview, validatePreview } from './preview.ts';

/** Deletes every endpoint that is recorded as a preview of the pull request. Reads no spec: the branch may be gone, and what counts is what the endpoints themselves say. */
export async function closePreview(context: CommandContext, preview: Preview): Promise<DeployError | undefined> {
  if (preview.action === 'validate') return validatePreview(context, preview);
  const { reporter, signal, github } = context;
  const { number } = preview.pullRequest;
  const client = await context.connections.service();
  try {
    const list = await client.list({ signal });
    const isPreview = (endpoint: Endpoint) => previewNumberOf(endpoint, github.context) === number;
    const endpoints = await withRecords(list.endpoints, {
      context,
      client,
      isNamedLikeOne: (name) => name.endsWith(`-pr-${number}`),
    });
    const deletions = await deleteAll(endpoints.filter(isPreview), {
      context,
      client,
      reason: () => `a preview of pull request #${number}`,
      isStillMeant: isPreview,
    });
    reporter.info(deletionLines(deletions, `Nothing to delete: pull request #${number} has no preview.`).join('\n'));
    const markdown = closeSummary(number, deletions);
    await reporter.summarize(markdown);
    await closeOnGitHub(context, { preview, deletions, markdown, complete: list.complete });
    return concludeDeletions(deletions, context) ?? checkComplete(list, `a preview of pull request #${number}`);
  } finally {
    await client.close();
  }
}

/** Sets the Deployments of the previews inactive, and says in the comments that they are deleted; also where somebody else, the sweep say, has done it. */
async function closeOnGitHub(
  context: CommandContext,
  {
    preview,
    deletions,
    markdown,
    complete,
  }: { preview: Preview; deletions: readonly Deletion[]; markdown: string } & Pick<EndpointList, 'complete'>,
): Promise<void> {
  const { number } = preview.pullRequest;
  // One that could not be deleted still answers. So may one that an incomplete list does not show.
  if (complete && deletions.every(({ state }) => state !== 'failed'))
    await retire(context, previewSubject(context.inputs, number), 'deleted with its pull request');
  if (!complete && deletions.length === 0) return;
  await writeComment(context, { endpoints: [], markdown, isPreview: true, endsPreviews: true });
}

/** `what` an incomplete list may hide. */
export function checkComplete({ complete, endpoints, total }: EndpointList, what: string): DeployError | undefined {
  if (complete) return undefined;
  return new DeployError({
    code: 'unavailable',
    message: `the list of endpoints remained incomplete (${endpoints.length} of ${total}), so ${what} may still exist`,
    hint: 'Run it again; `command: sweep` deletes what is left behind.',
  });
}
