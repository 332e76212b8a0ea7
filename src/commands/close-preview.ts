/** The end of a preview: its endpoints deleted, its Deployments inactive, its comment corrected. */

import { DeployError } from '../errors.ts';
import type { DeploymentPayload } from '../github/deployment-history.ts';
import { retireDeployments } from '../github/deployment-retirement.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { closeSummary, type Deletion, deletionLines } from '../render/deletions.ts';
import type { EndpointList } from '../service/list.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { concludeDeletions, deleteAll, withRecords } from './deletions.ts';
import { type OwnPayload, readOwnPayload } from './history.ts';
import { previewNumberOf } from './ownership.ts';
import { type Preview, validatePreview } from './preview.ts';

/** GitHub shows what is deployed there as temporary, and all pull requests share it. */
const previewEnvironment = 'preview';

/** Deletes every endpoint that is recorded as a preview of the pull request. Reads no spec: the branch may be gone, and what counts is what the endpoints themselves say. */
export async function closePreview(context: CommandContext, preview: Preview): Promise<DeployError | undefined> {
  if (preview.action === 'validate') return validatePreview(context, preview);
  const { reporter, signal, github } = context;
  const { number } = preview.pullRequest;
  const client = await context.connect();
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
  const { number, createdAt } = preview.pullRequest;
  const namesOf = (those: readonly Deletion[]) => new Set(those.map(({ endpoint }) => endpoint.config.name));
  // One that could not be deleted still answers: its Deployment stays as it is. So may one that an incomplete list does not show.
  const stuck = namesOf(deletions.filter(({ state }) => state === 'failed'));
  const listed = namesOf(deletions);
  const mayBeUp = (name: string) => stuck.has(name) || !(complete || listed.has(name));
  await retireDeleted(context, {
    environment: environmentOf(context.inputs, true),
    isMeant: ({ record, endpoints }) => record.pullRequest === number && !endpoints.some(mayBeUp),
    description: 'deleted with its pull request',
    since: createdAt,
  });
  if (!complete && deletions.length === 0) return;
  await writeComment(context, { endpoints: [], markdown, isPreview: true, endsPreviews: true });
}

/** Sets the Deployments of what is deleted inactive, those included that this run has made. */
export async function retireDeleted(
  context: Pick<CommandContext, 'inputs' | 'github'>,
  {
    environment,
    isMeant,
    description,
    since,
  }: {
    /** '' for none. */
    environment: string;
    isMeant: (payload: OwnPayload) => boolean;
    description: string;
    since?: Date | undefined;
  },
): Promise<void> {
  const { github } = context;
  if (environment === '') return;
  const accepts = (payload: DeploymentPayload) => {
    const own = readOwnPayload(payload, context);
    return own !== undefined && isMeant(own);
  };
  const retired = await retireDeployments(github.api, {
    environment,
    accepts,
    logUrl: github.context.runUrl,
    description,
    since,
    known: github.written.deployments.filter(({ payload }) => payload && accepts(payload)),
  });
  if (!retired.ok) github.warn(retired.failure);
}

/** The GitHub environment of a run; '' for no Deployments. */
export function environmentOf(
  { environment }: Pick<CommandContext['inputs'], 'environment'>,
  isPreview: boolean,
): string {
  if (environment === 'none') return '';
  return environment || (isPreview ? previewEnvironment : '');
}

/** `what` an incomplete list may hide. */
export function checkComplete({ complete, endpoints, total }: EndpointList, what: string): DeployError | undefined {
  if (complete) return undefined;
  return new DeployError({
    code: 'unavailable',
    message: `the list of endpoints remained incomplete (${endpoints.length} of ${total}), so ${what} may still exist`,
    hint: 'Run the step again; `command: sweep` deletes what is left behind.',
  });
}
