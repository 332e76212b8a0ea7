/** What a run tells GitHub: one comment for all its endpoints, and Deployments. A failure there is a warning. */

import { createHash } from 'node:crypto';
import { upsertComment } from '../github/comment.ts';
import { recordDeployment, retireDeployments, type Subject } from '../github/deployments.ts';
import type { Inputs } from '../inputs.ts';
import { commentFooter } from '../render/outcome.ts';
import { hasComparison } from '../render/run-comment.ts';
import type { Outcome } from '../rollout/outcome.ts';
import type { CommandContext } from './context.ts';
import { isTellableUrl } from './outputs.ts';

interface RunComment {
  /** Names; none where the specs do not even say that. */
  endpoints: readonly string[];
  markdown: string;
  pullRequest?: number | undefined;
  /** A comment with a comparison stays as it is. */
  keepsComparison?: boolean;
  /** Takes the place of every comment on previews of the pull request, and writes none where there is none. */
  endsPreviews?: boolean;
}

/** Where the inputs want one and there is a pull request. Previews have comments of their own, which end with it. */
export async function writeComment(
  { inputs, github, reporter, signal, preview }: CommandContext,
  comment: RunComment,
): Promise<void> {
  const { api, context, warn } = github;
  const { markdown, endpoints, endsPreviews = false, pullRequest = context.commentedPullRequest } = comment;
  const isPreview = endsPreviews || preview !== undefined;
  const isWanted = inputs.comment && (isPreview || inputs.command === 'plan');
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (!isWanted || signal.aborted || pullRequest === undefined) return;
  const key = keyOf(inputs, { endpoints, isPreview });
  const result = await upsertComment(api, {
    pullRequest,
    key,
    replaces: (other) => isAbout(key, { other, isAnyPreview: endsPreviews }),
    onlyUpdates: endsPreviews,
    ...(comment.keepsComparison && { keeps: hasComparison }),
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
 * it. The last but one is what the step was told to read: it finds the comment again where the specs are broken or
 * their names have changed.
 */
function keyOf(
  { baseUrl = '', environment, ...inputs }: Inputs,
  { endpoints, isPreview }: { endpoints: readonly string[]; isPreview: boolean },
): string {
  const source = JSON.stringify([inputs.spec, inputs.name, inputs.endpointId, [...inputs.variables]]);
  const names = endpoints.map((name) => hash(name)).sort();
  const kind = isPreview ? 'preview' : 'deploy';
  return ['2', hash(baseUrl, 16), kind, hash(environment), hash(source), names.join('~')].join('.');
}

const hash = (text: string, length = 12) => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Whether a comment of another key is about the same; `isAnyPreview`: any preview, unless it names other endpoints. */
function isAbout(own: string, { other, isAnyPreview }: { other: string; isAnyPreview: boolean }): boolean {
  const [ours, theirs] = [own.split('.'), other.split('.')];
  if (ours.slice(0, isAnyPreview ? 3 : 4).some((part, index) => part !== theirs[index])) return false;
  const [[source, names = ''], [theirSource, theirNames = '']] = [ours.slice(4), theirs.slice(4)];
  if (names !== '' && !new Set(names.split('~')).isDisjointFrom(new Set(theirNames.split('~')))) return true;
  return isAnyPreview ? names === '' || theirNames === '' : source === theirSource;
}

/** What the Deployment of an endpoint says; `description` is a few words without secrets: no runner masks them. */
export type DeploymentEnd = { state: 'success' | 'failure'; url: string | undefined; description: string };

export function deploymentEnd(
  { operation, endpoint, failure, unrestored }: Outcome,
  { reporter }: CommandContext,
): DeploymentEnd {
  // GitHub masks nothing of what its API is told.
  const url = endpoint && isTellableUrl(endpoint.url, reporter) ? endpoint.url : undefined;
  if (!failure) return { state: 'success', description: operation ?? '', url };
  const isWhole = (unrestored ?? []).length === 0;
  const restored =
    operation === 'restored' ? `; the previous configuration was restored${isWhole ? '' : ' in part'}` : '';
  return { state: 'failure', description: `${failure.code}${restored}`, url };
}

/** Previews of a pull request, in an environment that GitHub shows as temporary; undefined without Deployments. */
export function previewSubject({ inputs: { environment } }: CommandContext, pullRequest: number): Subject | undefined {
  if (environment === 'none') return undefined;
  return { environment: environment || 'preview', task: `deploy:preview-${pullRequest}` };
}

/** One endpoint. Each of several has its own environment, since GitHub's success of one retires the others in it. */
export function endpointSubject(
  { inputs: { environment } }: CommandContext,
  { name, isOneOfMany }: { name: string; isOneOfMany: boolean },
): Subject | undefined {
  if (environment === 'none' || environment === '') return undefined;
  return { environment: isOneOfMany ? `${environment}/${name}` : environment, task: `deploy:${name}` };
}

/** One Deployment for each endpoint that has an end: an unchanged one has none. Nothing for a cancelled run. */
export async function recordDeployments(
  context: CommandContext,
  endpoints: readonly { name: string; end?: DeploymentEnd | undefined }[],
): Promise<void> {
  const { github, signal, preview } = context;
  const { sha, repository, runUrl: logUrl } = github.context;
  if (repository === '' || sha === '') return;
  for (const { name, end } of endpoints) {
    const subject = preview
      ? previewSubject(context, preview.pullRequest.number)
      : endpointSubject(context, { name, isOneOfMany: endpoints.length > 1 });
    if (!subject || !end || signal.aborted) continue;
    const { state, description, url: environmentUrl } = end;
    const told = { sha, isTransient: preview !== undefined, state, description: `${name}: ${description}` };
    const recorded = await recordDeployment(github.api, { ...subject, ...told, environmentUrl, logUrl });
    if (!recorded.ok) github.warn(recorded.failure);
  }
}

/** Sets the Deployments of what was deleted inactive. */
export async function retire(
  { github, signal }: CommandContext,
  subject: Subject | undefined,
  description: string,
): Promise<void> {
  if (!subject || signal.aborted) return;
  const retired = await retireDeployments(github.api, { ...subject, description, logUrl: github.context.runUrl });
  if (!retired.ok) github.warn(retired.failure);
}
