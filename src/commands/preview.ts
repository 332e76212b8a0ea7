/** Previews of pull requests: what `preview: true` makes of an event, the end of a preview, and pull requests that get none. */

import { DeployError } from '../errors.ts';
import type { Deployment } from '../github/deployment-history.ts';
import { retireDeployments } from '../github/deployment-retirement.ts';
import { isSameRepository, type PullRequestEvent } from '../github/event.ts';
import { readPullRequestStates } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { previewSpec } from '../plan/preview.ts';
import { isAllowed, limitWorkers } from '../plan/preview-limits.ts';
import { closeSummary, type Deletion, deletionLines } from '../render/deletions.ts';
import type { EndpointList } from '../service/list.ts';
import { warnOfComment, writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { concludeDeletions, deleteAll } from './deletions.ts';
import { previewNumberOf } from './ownership.ts';
import { validate } from './validate.ts';

/** GitHub shows what is deployed there as temporary, and all pull requests share it. */
export const previewEnvironment = 'preview';

export interface Preview {
  pullRequest: PullRequestEvent;
  /** A pull request from a fork, and one whose run gets no secrets (by Dependabot), can only be validated. */
  action: 'deploy' | 'delete' | 'validate';
}

/** What to do for the pull request of this run; undefined when no preview is asked for. Throws `inputs-invalid` where the event or the inputs do not fit. */
export function readPreview({
  inputs,
  github: { context },
}: {
  inputs: Pick<CommandContext['inputs'], 'preview' | 'force' | 'record' | 'baseUrl' | 'apiKey'>;
  github: Pick<CommandContext['github'], 'context'>;
}): Preview | undefined {
  if (!inputs.preview) return undefined;
  const { eventName, pullRequest, actor } = context;
  // Such a run has the repository's secrets and writes with its rights, for code that a stranger has proposed. Closing reads nothing of it.
  if (eventName === 'pull_request_target' && !inputs.force && !pullRequest?.isClosed) {
    throw invalid(
      'previews are not deployed on `pull_request_target`: it hands the secrets of the repository to a spec that anybody can propose',
      'Run the step `on: pull_request`. If every such pull request is reviewed before this workflow runs, set `force: true`.',
    );
  }
  if (!pullRequest) {
    throw invalid(
      `\`preview\` needs a pull request, but this run was started by ${eventName || 'hand'}`,
      'Run the step `on: pull_request` with `types: [opened, synchronize, reopened, closed]`.',
    );
  }
  if (inputs.record === 'never') {
    throw invalid(
      '`preview` needs a record on the endpoint, but `record` is `never`',
      'Take `record` out: without a record nobody could tell for certain that the endpoint may be deleted.',
    );
  }
  if (inputs.baseUrl === undefined || inputs.apiKey === '') {
    if (pullRequest.isFromFork || actor === 'dependabot[bot]') return { pullRequest, action: 'validate' };
    throw invalid(
      '`base-url` or `api-key` is missing',
      'Set both; only pull requests from forks and by Dependabot, which get no secrets, can do without.',
    );
  }
  if (pullRequest.isClosed) return { pullRequest, action: 'delete' };
  // Also where secrets are at hand, as on a runner of one's own or in a private repository.
  return { pullRequest, action: pullRequest.isFromFork && !inputs.force ? 'validate' : 'deploy' };
}

/** What becomes of each spec of a preview; undefined where there is none. */
export function previewTransform(
  preview: Preview | undefined,
  { previewLimits }: Pick<CommandContext['inputs'], 'previewLimits'>,
): ((spec: Spec) => Spec) | undefined {
  if (!preview) return undefined;
  return (spec) => previewSpec(limitWorkers(spec, previewLimits), preview.pullRequest.number);
}

/** The context with the secret envs that may go along with a preview. */
export function previewContext(context: CommandContext, preview: Preview | undefined): CommandContext {
  if (!preview) return context;
  const { secretEnvs, previewLimits } = context.inputs;
  const kept = [...secretEnvs].filter(([key]) => isAllowed(previewLimits.secretEnvs, key));
  return { ...context, inputs: { ...context.inputs, secretEnvs: new Map(kept) } };
}

function invalid(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}

/** Whether GitHub says by now that the pull request is open although its event closed it, or the other way round. Where GitHub does not say, the event is believed. */
export async function isOutdated(
  { github }: { github: Pick<CommandContext['github'], 'api'> },
  { pullRequest }: Preview,
): Promise<boolean> {
  const { states } = await readPullRequestStates(github.api, [pullRequest.number]);
  const state = states.get(pullRequest.number) ?? 'unknown';
  return state !== 'unknown' && pullRequest.isClosed === (state === 'open');
}

/** For a pull request that gets no secrets: its spec is validated, and the run says why it does no more. */
export async function validatePreview(
  context: CommandContext,
  { pullRequest }: Preview,
): Promise<DeployError | undefined> {
  const { reporter, outputs, inputs } = context;
  const origin = pullRequest.isFromFork ? 'comes from a fork' : 'is by Dependabot';
  if (pullRequest.isClosed) {
    outputs.set({ changed: 'false' });
    if (pullRequest.isFromFork) {
      // Its branch may be gone, and a preview it had by force only.
      reporter.info(`Pull request #${pullRequest.number} ${origin} and gets no preview: nothing to delete.`);
      outputs.set({ operation: 'absent' });
      return undefined;
    }
    // Somebody may have pushed to its branch, with secrets, and so have deployed one.
    reporter.annotate({
      severity: 'warning',
      title: 'preview',
      message: `Pull request #${pullRequest.number} ${origin}, and this run gets no secrets: whether it has a preview was not looked for, and none was deleted.`,
      hint: 'Add the key to the secrets of Dependabot, close on `pull_request_target: closed`, or have `command: sweep` delete what is left.',
    });
    return undefined;
  }
  const secrets = inputs.apiKey === '' ? ' and gets no secrets' : ', where anybody may have written it';
  reporter.annotate({
    severity: 'notice',
    title: 'preview',
    message: `This pull request ${origin}${secrets}: its spec is validated, and no preview is deployed.`,
    hint: pullRequest.isFromFork
      ? 'Somebody with write access can push the branch to this repository to get one; `force: true` deploys it all the same.'
      : 'Somebody who pushes a commit to its branch gets one, or add the key to the secrets of Dependabot.',
  });
  return validate(context);
}

/** The pull request was opened again after the event that would have closed its previews. */
export function keepPreview({ reporter, outputs }: CommandContext, { pullRequest }: Preview): undefined {
  reporter.annotate({
    severity: 'notice',
    title: 'preview: superseded',
    message: `This run was started when pull request #${pullRequest.number} was closed, but it is open again: its previews stay.`,
    hint: 'They are deleted when it closes; `command: delete` with `preview: true` deletes them now.',
  });
  outputs.set({ operation: 'superseded', changed: 'false' });
}

/** Deletes every endpoint that is recorded as a preview of the pull request. Reads no spec: the branch may be gone, and what counts is what the endpoints themselves say. */
export async function closePreview(context: CommandContext, preview: Preview): Promise<DeployError | undefined> {
  if (preview.action === 'validate') return validatePreview(context, preview);
  const { reporter, signal, github } = context;
  const { number } = preview.pullRequest;
  const client = context.connect();
  try {
    const list = await client.list({ signal });
    const isPreview = (endpoint: Endpoint) => previewNumberOf(endpoint, github.context) === number;
    const deletions = await deleteAll(list.endpoints.filter(isPreview), {
      context,
      client,
      reason: () => `a preview of pull request #${number}`,
      isStillMeant: isPreview,
    });
    reporter.info(deletionLines(deletions, `no preview of pull request #${number} is there`).join('\n'));
    const markdown = closeSummary(number, deletions);
    await reporter.summarize(markdown);
    await closeOnGitHub(context, { preview, deletions, markdown });
    return concludeDeletions(deletions, context) ?? checkComplete(list, number);
  } finally {
    await client.close();
  }
}

/** Sets the Deployments of the previews inactive, and says in the comment of each that it is deleted. */
async function closeOnGitHub(
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
    warnOfComment(await writeComment(context, { endpoint, markdown, isUsual: true }), context);
}

function endpointOf({ payload }: Deployment): string[] {
  return typeof payload?.endpoint === 'string' ? [payload.endpoint] : [];
}

function checkComplete({ complete, endpoints, total }: EndpointList, number: number): DeployError | undefined {
  if (complete) return undefined;
  return new DeployError({
    code: 'unavailable',
    message: `the list of endpoints stayed incomplete (${endpoints.length} of ${total}), so a preview of pull request #${number} may still be there`,
    hint: 'Run the step again; `command: sweep` deletes what is left behind.',
  });
}
