/** The comment of a run on the pull request: one for all its endpoints, which speaks of the latest commit. */

import { createHash } from 'node:crypto';
import { upsertComment } from '../github/comment.ts';
import type { Inputs } from '../inputs.ts';
import { commentFooter } from '../render/outcome.ts';
import type { CommandContext } from './context.ts';

interface RunComment {
  /** Names of the endpoints that it speaks of; none where the specs do not even say that. */
  endpoints: readonly string[];
  markdown: string;
  /** Previews have comments of their own, which end with the pull request. */
  isPreview: boolean;
  /** Default: that of the run. */
  pullRequest?: number | undefined;
  /** Takes the place of every comment on previews of the pull request, and writes none where there is none. */
  endsPreviews?: boolean;
}

/** Writes the comment where the inputs want one and there is a pull request. A failure of GitHub is a warning. */
export async function writeComment(
  { inputs, github, reporter, signal }: CommandContext,
  comment: RunComment,
): Promise<void> {
  const { api, context, warn } = github;
  const { markdown, isPreview, endsPreviews = false } = comment;
  const pullRequest = comment.pullRequest ?? context.commentedPullRequest;
  const isWanted = inputs.comment && (isPreview || inputs.command === 'plan');
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (!isWanted || signal.aborted || pullRequest === undefined) return;
  const key = keyOf(inputs, comment);
  const result = await upsertComment(api, {
    pullRequest,
    key,
    replaces: (other) => isAbout(key, { other, isAnyPreview: endsPreviews }),
    onlyUpdates: endsPreviews,
    // Masking does not cover the API: the service may have echoed a secret into a message.
    markdown: reporter.redact(`${markdown.trimEnd()}\n\n${commentFooter(context, inputs.environment)}\n`),
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  if (!result.ok) return warn(result.failure);
  const { operation, url, disowned } = result.value;
  if (disowned)
    reporter.info(`Comment left as it is, because another identity than that of this token wrote it: ${disowned}`);
  if (operation !== 'absent') reporter.info(`Comment ${operation}: ${url}`);
}

/**
 * What a comment is about, in hashes: neither the address of the service nor a name that would end the marker stands in
 * it. `source` is what the step was told to read: it finds the comment again where the specs are broken or their names
 * have changed.
 */
function keyOf({ baseUrl = '', environment, ...inputs }: Inputs, { endpoints, isPreview }: RunComment): string {
  return [
    '2',
    hash(baseUrl, 16),
    isPreview ? 'preview' : 'deploy',
    hash(environment),
    hash(JSON.stringify([inputs.spec, inputs.name, inputs.endpointId, [...inputs.variables]])),
    endpoints
      .map((name) => hash(name))
      .toSorted()
      .join('~'),
  ].join('.');
}

function hash(text: string, length = 12): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Whether a comment of another key is about the same; `isAnyPreview`: any preview, unless it names other endpoints. */
function isAbout(own: string, { other, isAnyPreview }: { other: string; isAnyPreview: boolean }): boolean {
  const [ours, theirs] = [own, other].map((key) => {
    const [version, service, kind, environment, source, names = ''] = key.split('.');
    return { place: [version, service, kind, ...(isAnyPreview ? [] : [environment])].join('.'), source, names };
  });
  if (!ours || !theirs || ours.place !== theirs.place) return false;
  const theirNames = new Set(theirs.names.split('~'));
  const isShared = ours.names.split('~').some((name) => name !== '' && theirNames.has(name));
  return isShared || (isAnyPreview ? ours.names === '' || theirs.names === '' : ours.source === theirs.source);
}
