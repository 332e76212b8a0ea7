/** Owns whether and how a command writes its comment on the pull request. */

import { DeployError } from '../errors.ts';
import { upsertComment } from '../github/comment.ts';
import { commentFooter } from '../render/comment.ts';
import type { CommandContext } from './context.ts';
import { degradation } from './github.ts';

export interface Comment {
  /** Name of the endpoint: it has one comment on a pull request. */
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
  { inputs, github, reporter }: CommandContext,
  { endpoint, markdown, isUsual }: Comment,
): Promise<DeployError | undefined> {
  const { api, context } = github;
  const isWanted = inputs.comment === 'always' || (inputs.comment === 'auto' && isUsual);
  if (!isWanted) return undefined;
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
    key: endpoint,
    markdown: `${markdown.trimEnd()}\n\n${commentFooter(context)}\n`,
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  if (written.ok) {
    reporter.info(`Comment ${written.value.operation}: ${written.value.url}`);
    return undefined;
  }
  const { failure } = written;
  if (inputs.comment === 'always')
    return new DeployError({ code: 'github', message: failure.message, hint: failure.hint });
  degradation(reporter)(failure);
  return undefined;
}
