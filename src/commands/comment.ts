/** Owns whether and how a command writes its comment on the pull request. */

import { DeployError } from '../errors.ts';
import { upsertComment } from '../github/comment.ts';
import { commentFooter } from '../render/comment.ts';
import type { CommandContext } from './context.ts';

export interface Comment {
  /** Name of the endpoint: it has one comment on a pull request, or one for each environment. */
  endpoint: string;
  markdown: string;
  /** Whether `comment: auto` means this one. */
  isUsual: boolean;
}

/**
 * Writes the comment where the inputs want one and there is a pull request. A failure of GitHub is a warning; with `comment: always` it is returned,
 * for the command whose comment is the point of it.
 */
export async function writeComment(
  { inputs, github, reporter, signal }: CommandContext,
  { endpoint, markdown, isUsual }: Comment,
): Promise<DeployError | undefined> {
  const { api, context, warn } = github;
  const isWanted = inputs.comment === 'always' || (inputs.comment === 'auto' && isUsual);
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (!isWanted || signal.aborted) return undefined;
  if (!context.pullRequest) {
    if (inputs.comment !== 'always') return undefined;
    return new DeployError({
      code: 'github',
      message: `\`comment\` is \`always\`, but this run (${context.eventName || 'no event'}) has no pull request to comment on`,
      hint: 'Run the step on a pull request, or set `comment: auto`.',
    });
  }
  const written = await upsertComment(api, {
    pullRequest: context.pullRequest.number,
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
export function tellComment(failure: DeployError | undefined, { reporter }: CommandContext): void {
  if (!failure) return;
  reporter.annotate({ severity: 'warning', title: 'GitHub', message: `${failure.message}.`, hint: failure.hint });
}
