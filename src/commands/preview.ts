/** Previews of pull requests: what `preview: true` makes of an event, the end of a preview, and pull requests that get none. */

import { DeployError } from '../errors.ts';
import type { PullRequestEvent } from '../github/payload.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { Spec } from '../model/spec.ts';
import { previewSpec } from '../plan/preview.ts';
import { limitWorkers } from '../plan/preview-limits.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext } from './context.ts';

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
  inputs: Pick<CommandContext['inputs'], 'preview' | 'allow' | 'baseUrl' | 'apiKey'>;
  github: Pick<CommandContext['github'], 'context'>;
}): Preview | undefined {
  if (!inputs.preview) return undefined;
  const { eventName, pullRequest, actor } = context;
  // Such a run has the repository's secrets and writes with its rights, for code that a stranger has proposed. Closing reads nothing of it.
  if (eventName === 'pull_request_target' && !inputs.allow.has('untrusted') && !pullRequest?.isClosed) {
    throw invalid(
      'previews are not deployed on `pull_request_target`: it gives repository secrets to a spec that anyone can propose',
      'Run the step `on: pull_request`. If every such pull request is reviewed before this workflow runs, add `untrusted` to `allow`.',
    );
  }
  if (!pullRequest) {
    throw invalid(
      `\`preview\` needs a pull request, but this run was started by ${eventName || 'hand'}`,
      'Run the step `on: pull_request` with `types: [opened, synchronize, reopened, closed]`.',
    );
  }
  if (inputs.baseUrl === undefined || inputs.apiKey === '') {
    if (pullRequest.isFromFork || actor === 'dependabot[bot]') return { pullRequest, action: 'validate' };
    throw invalid(
      '`base-url` or `api-key` is missing',
      'Set both; only pull requests from forks and by Dependabot, which get no secrets, can omit them.',
    );
  }
  if (pullRequest.isClosed) return { pullRequest, action: 'delete' };
  // Also where secrets are at hand, as on a runner of one's own or in a private repository.
  return { pullRequest, action: pullRequest.isFromFork && !inputs.allow.has('untrusted') ? 'validate' : 'deploy' };
}

/** What becomes of each spec of a preview; undefined where there is none. */
export function previewTransform(
  preview: Preview | undefined,
  { preview: limits }: Pick<CommandContext['inputs'], 'preview'>,
): ((spec: Spec) => Spec) | undefined {
  if (!preview || !limits) return undefined;
  return (spec) => previewSpec(limitWorkers(spec, limits), preview.pullRequest.number);
}

function invalid(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}

/** Whether GitHub says by now that the pull request is open although its event closed it, or the other way round. Where GitHub does not say, the event is believed. */
export async function isOutdated(
  { github }: { github: Pick<CommandContext['github'], 'api' | 'warn'> },
  { pullRequest }: Preview,
): Promise<boolean> {
  const now = await readPullRequest(github.api, pullRequest.number);
  if (now.ok) return pullRequest.isClosed === (now.value.state === 'open');
  // An endpoint for a pull request that is closed by now would be billed until a sweep finds it.
  github.warn(now.failure);
  return false;
}

/** What there is to do for the pull request as it is now, whatever its event said. Where GitHub does not say, the event is believed, with a warning. */
export async function judgeNow(
  { inputs, github }: Pick<CommandContext, 'inputs' | 'github'>,
  { pullRequest }: Preview,
): Promise<'current' | 'unknown' | 'closed' | 'superseded'> {
  const now = await readPullRequest(github.api, pullRequest.number);
  if (!now.ok) {
    github.warn(now.failure);
    return 'unknown';
  }
  if (now.value.state !== 'open') return 'closed';
  const { headSha } = now.value;
  const isHead = headSha === undefined || pullRequest.headSha === '' || headSha === pullRequest.headSha;
  return isHead || inputs.allow.has('older-commit') ? 'current' : 'superseded';
}

/** The pull request has another last commit by now, whose own run deploys it. */
export function leaveToNewer({ reporter, outputs, github }: CommandContext, { pullRequest }: Preview): undefined {
  reporter.annotate({
    severity: 'notice',
    title: 'preview: superseded',
    message: `Skipped: ${shortCommit(pullRequest.headSha)} is no longer the last commit of pull request #${pullRequest.number}.`,
    hint: `The run of the last commit deploys it. To deploy ${shortCommit(github.context.sha)} anyway, add \`older-commit\` to \`allow\`.`,
  });
  outputs.set({ operation: 'superseded', changed: 'false' });
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
      // Its branch may be gone, and a preview it had by `untrusted` only.
      reporter.info(`Pull request #${pullRequest.number} ${origin} and gets no preview: nothing to delete.`);
      outputs.set({ operation: 'absent' });
      return undefined;
    }
    // Somebody may have pushed to its branch, with secrets, and so have deployed one.
    reporter.annotate({
      severity: 'warning',
      title: 'preview',
      message: `Pull request #${pullRequest.number} ${origin}, and this run gets no secrets, so it could not check for a preview and deleted none.`,
      hint: 'Add the key to the Dependabot secrets, close on `pull_request_target: closed`, or have `command: sweep` delete what is left.',
    });
    return undefined;
  }
  const secrets = inputs.apiKey === '' ? ' and gets no secrets' : ', where anyone may have written it';
  reporter.annotate({
    severity: 'notice',
    title: 'preview',
    message: `This pull request ${origin}${secrets}, so its spec is validated and no preview is deployed.`,
    hint: pullRequest.isFromFork
      ? 'To get one, someone with write access pushes the branch to this repository; `untrusted` in `allow` deploys it anyway.'
      : 'To get one, push a commit to its branch, or add the key to the Dependabot secrets.',
  });
  const { validate } = await import('./validate.ts');
  return validate(context);
}

/** The pull request was opened again after the event that would have closed its previews. */
export function keepPreview({ reporter, outputs }: CommandContext, { pullRequest }: Preview): undefined {
  reporter.annotate({
    severity: 'notice',
    title: 'preview: superseded',
    message: `This run was started when pull request #${pullRequest.number} was closed, but it is open again: its previews are kept.`,
    hint: 'They are deleted when it closes; `command: delete` with `preview: true` deletes them now.',
  });
  outputs.set({ operation: 'superseded', changed: 'false' });
}
