/** Owns the end of a pull request's previews: every endpoint that is recorded as one of them deleted, and GitHub told. */

import { DeployError } from '../errors.ts';
import type { Deployment } from '../github/deployment-history.ts';
import { retireDeployments } from '../github/deployment-retirement.ts';
import { isSameRepository } from '../github/event.ts';
import { closeSummary, deletionLines } from '../render/deletions.ts';
import type { EndpointList } from '../service/list.ts';
import { tellComment, writeComment } from './comment.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { type Deletion, deleteAll, resultOf } from './deletions.ts';
import { previewNumberOf } from './ownership.ts';
import { type Preview, previewEnvironment } from './preview.ts';
import { validateFork } from './preview-fork.ts';

/** Takes no spec: the branch may be gone, and what counts is what the endpoints themselves say. */
export async function closePreview(context: CommandContext, preview: Preview): Promise<CommandResult> {
  if (preview.does === 'validate') return validateFork(context, preview);
  const { reporter, signal, github } = context;
  const { number } = preview.pullRequest;
  const client = context.connect();
  try {
    const list = await client.list({ signal });
    const isPreview = (endpoint: EndpointList['endpoints'][number]) =>
      previewNumberOf(endpoint, github.context.repository) === number;
    const deletions = await deleteAll(list.endpoints.filter(isPreview), {
      context,
      client,
      reason: () => `a preview of pull request #${number}`,
      isStillMeant: isPreview,
    });
    reporter.info(deletionLines(deletions, `no preview of pull request #${number} is there`).join('\n'));
    const markdown = closeSummary(number, deletions);
    await reporter.summarize(markdown);
    await tellGitHub(context, { preview, deletions, markdown });
    const result = resultOf(deletions);
    return { ...result, failure: result.failure ?? incompleteness(list, number) };
  } finally {
    await client.close();
  }
}

/** The pull request was opened again after the event that would have closed its previews. */
export async function keepPreview({ reporter }: CommandContext, { pullRequest }: Preview): Promise<CommandResult> {
  reporter.annotate({
    severity: 'notice',
    title: 'preview: superseded',
    message: `This run was started when pull request #${pullRequest.number} was closed, but it is open again: its previews stay.`,
    hint: 'They are deleted when it closes; `command: delete` with `preview: true` deletes them now.',
  });
  return { outputs: { operation: 'superseded', changed: 'false' } };
}

async function tellGitHub(
  context: CommandContext,
  { preview, deletions, markdown }: { preview: Preview; deletions: readonly Deletion[]; markdown: string },
): Promise<void> {
  const { inputs, github } = context;
  const { number, createdAt } = preview.pullRequest;
  // One that could not be deleted still answers: its Deployment stays as it is.
  const stuck = new Set(deletions.flatMap(({ endpoint, state }) => (state === 'failed' ? endpoint.config.name : [])));
  const retired = await retireDeployments(github.api, {
    environment: inputs.environment || previewEnvironment,
    accepts: ({ repository, pullRequest, endpoint }) =>
      isSameRepository(String(repository), github.context.repository) &&
      pullRequest === number &&
      !stuck.has(String(endpoint)),
    logUrl: github.context.runUrl,
    description: 'deleted with its pull request',
    ...(createdAt && { since: createdAt }),
  });
  if (!retired.ok) github.warn(retired.failure);
  // Also where somebody else, the sweep say, has deleted the endpoint: its comment still names a URL.
  const names = new Set([
    ...deletions.map(({ endpoint }) => endpoint.config.name),
    ...(retired.ok ? retired.value.flatMap(endpointOf) : []),
  ]);
  for (const endpoint of names)
    tellComment(await writeComment(context, { endpoint, markdown, isUsual: true }), context);
}

function endpointOf({ payload }: Deployment): string[] {
  return typeof payload?.endpoint === 'string' ? [payload.endpoint] : [];
}

function incompleteness({ complete, endpoints, total }: EndpointList, number: number): DeployError | undefined {
  if (complete) return undefined;
  return new DeployError({
    code: 'unavailable',
    message: `the list of endpoints stayed incomplete (${endpoints.length} of ${total}), so a preview of pull request #${number} may still be there`,
    hint: 'Run the step again; `command: sweep` deletes what is left behind.',
  });
}
