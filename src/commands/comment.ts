/** Whether and how a command writes the comment of an endpoint on the pull request. */

import { DeployError } from '../errors.ts';
import { upsertComment } from '../github/comment.ts';
import type { Inputs } from '../inputs.ts';
import { commentFooter } from '../render/outcome.ts';
import type { CommandContext } from './context.ts';

interface EndpointComment {
  /** Name of the endpoint: it has one comment on a pull request, or one for each environment. */
  endpoint: string;
  markdown: string;
  /** Whether `comment: auto` means this one. */
  isUsual: boolean;
}

/** `impossible`: the inputs insist on a comment, and there is no pull request. */
export function decideComment({
  mode,
  isUsual,
  hasPullRequest,
  isCancelled,
}: {
  mode: Inputs['comment'];
  isUsual: boolean;
  hasPullRequest: boolean;
  isCancelled: boolean;
}): 'write' | 'skip' | 'impossible' {
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (isCancelled || mode === 'never' || (mode === 'auto' && !isUsual)) return 'skip';
  if (hasPullRequest) return 'write';
  return mode === 'always' ? 'impossible' : 'skip';
}

/**
 * Writes the comment where the inputs want one and there is a pull request. A failure of GitHub is a warning; with `comment: always` it is returned,
 * for the command whose comment is the point of it.
 */
export async function writeComment(
  { inputs, github, reporter, signal }: Pick<CommandContext, 'inputs' | 'github' | 'reporter' | 'signal'>,
  { endpoint, markdown, isUsual }: EndpointComment,
): Promise<DeployError | undefined> {
  const { api, context, warn } = github;
  const { pullRequest } = context;
  const decision = decideComment({
    mode: inputs.comment,
    isUsual,
    hasPullRequest: pullRequest !== undefined,
    isCancelled: signal.aborted,
  });
  if (decision === 'impossible') {
    return new DeployError({
      code: 'github',
      message: `\`comment\` is \`always\`, but this run (${context.eventName || 'no event'}) has no pull request to comment on`,
      hint: 'Run the step on a pull request, or set `comment: auto`.',
    });
  }
  if (decision === 'skip' || !pullRequest) return undefined;
  const written = await upsertComment(api, {
    pullRequest: pullRequest.number,
    // The same endpoint in two environments is two endpoints.
    key: inputs.environment === '' ? endpoint : `${inputs.environment}/${endpoint}`,
    // Masking does not cover the API: the service may have echoed a secret into a message.
    markdown: reporter.redact(`${markdown.trimEnd()}\n\n${commentFooter(context, inputs.environment)}\n`),
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  if (written.ok) {
    reporter.info(`Comment ${written.value.operation}: ${written.value.url}`);
    return undefined;
  }
  const { failure } = written;
  if (inputs.comment === 'always')
    return new DeployError({ code: 'github', message: failure.message, hint: failure.hint });
  warn(failure);
  return undefined;
}

/** For a command whose point is something else: a comment that was asked for and failed is a warning. */
export function warnOfComment(failure: DeployError | undefined, { reporter }: Pick<CommandContext, 'reporter'>): void {
  if (!failure) return;
  reporter.annotate({ severity: 'warning', title: 'GitHub', message: `${failure.message}.`, hint: failure.hint });
}
