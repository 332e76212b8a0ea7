/** What a run tells GitHub: one comment for all its endpoints. A failure there is a warning. */

import { createHash } from 'node:crypto';
import { upsertComment } from '../github/comment.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { Inputs } from '../inputs.ts';
import { neededTypes } from '../plan/preview.ts';
import { paragraphs } from '../render/markdown.ts';
import { commentFooter } from '../render/outcome.ts';
import { type CommentSection, hasComparison, runComment } from '../render/run-comment.ts';
import { formatDay } from '../render/text.ts';
import type { CommandContext, Preview } from './context.ts';
import { sourceOf } from './ownership.ts';

interface RunComment {
  /** Names; none where the specs do not even say that. */
  endpoints: readonly string[];
  markdown: string;
  pullRequest?: number | undefined;
  /** A comment with a comparison stays as it is. */
  keepsComparison?: boolean;
  /** The comment ends previews: an existing comment is updated, none is created. */
  ends?: CommentsEnd;
}

/** The end of previews. */
interface CommentsEnd {
  /** Which comments it replaces: those of the step, of every step, or those that name the endpoints. */
  of: 'step' | 'all' | 'named';
  /** If false, a comment that lists deletions stays. */
  hasDeleted: boolean;
}

/** Where the inputs want one and there is a pull request. Previews have comments of their own, which end with it. */
export async function writeComment(
  { inputs, github, reporter, signal, preview }: CommandContext,
  comment: RunComment,
): Promise<void> {
  const { api, context, warn } = github;
  const { markdown, endpoints, ends, pullRequest = context.commentedPullRequest } = comment;
  const isPreview = ends !== undefined || preview !== undefined;
  const isWanted = inputs.comment && (isPreview || inputs.command === 'plan');
  // A cancelled run has seconds left, and whoever cancelled it knows.
  if (!isWanted || signal.aborted || pullRequest === undefined) return;
  if (!ends && (await isLate(pullRequest, { inputs, github })))
    return reporter.info(`Comment not written: pull request #${pullRequest} has a newer commit, whose run writes it.`);
  const key = keyOf(inputs, { endpoints, isPreview, ends });
  const result = await upsertComment(api, {
    pullRequest,
    key,
    replaces: (other) => sameSubject(key, { other, ends: ends?.of }),
    ...(ends && { onlyUpdates: true, stays: (other) => !ends.hasDeleted && other.endsWith('.deleted') }),
    ...(comment.keepsComparison && { keeps: hasComparison }),
    // Masking does not cover the API: the service may have echoed a secret into a message.
    markdown: reporter.redact(`${markdown.trimEnd()}\n\n${commentFooter(context)}\n`),
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  if (!result.ok) return warn(result.failure);
  const { operation, url, disowned } = result.value;
  if (disowned)
    reporter.info(`Comment left as it is, because another identity than that of this token wrote it: ${disowned}`);
  if (operation !== 'absent') reporter.info(`Comment ${operation}: ${url}`);
}

/** Whether another commit is the last one of the pull request by now. */
async function isLate(
  pullRequest: number,
  { inputs, github }: Pick<CommandContext, 'inputs' | 'github'>,
): Promise<boolean> {
  const { headSha } = github.context.pullRequest ?? {};
  if (!headSha || inputs.allow.has('older-commit')) return false;
  const now = await readPullRequest(github.api, pullRequest);
  return now.ok && now.value.headSha !== undefined && now.value.headSha !== headSha;
}

export interface RunResult extends CommentSection {
  /** Undefined where nothing was tried, or nothing is there. */
  operation?: string | undefined;
  /** What its record says. */
  deployedAt?: string | undefined;
  /** A candidate that is unchanged and asleep: what an earlier run has compared still holds. */
  isAsBefore?: boolean;
}

/** One comment for all endpoints. */
export async function commentOnRun(results: readonly RunResult[], context: CommandContext): Promise<void> {
  const { preview } = context;
  // The comment speaks of the latest commit: its own run writes it.
  if (results.every(({ kind }) => kind === 'superseded')) return;
  const hasNew = results.some(({ operation }) => operation === 'created');
  const types = preview && neededTypes(preview.options).join(', ');
  const notes = [
    preview && results.some(({ kind }) => kind !== 'failed') && previewEnd(results, preview.options),
    hasNew &&
      types &&
      `For previews to start and end in time, the workflow needs \`types: [${types}]\` below \`pull_request\`.`,
  ];
  const endpoints = results.map(({ name }) => name);
  const keepsComparison = results.every(({ isAsBefore }) => isAsBefore);
  const markdown = paragraphs([runComment(results).trimEnd(), ...notes]);
  await writeComment(context, { endpoints, markdown, keepsComparison });
}

/** What becomes of a preview by itself; a sweep goes by the time of the record. */
function previewEnd(results: readonly RunResult[], { maxAgeSeconds }: Preview['options']): string {
  const [oldest] = results.flatMap(({ deployedAt }) => deployedAt ?? []).sort();
  if (maxAgeSeconds === undefined || !oldest) return 'Sleeps when idle, deleted when the pull request closes.';
  const end = new Date(Date.parse(oldest) + maxAgeSeconds * 1000);
  return `Sleeps when idle, deleted on ${formatDay(end)} unless pushed to.`;
}

/**
 * What a comment is about, in hashes: neither the address of the service nor a name that would end the marker stands in
 * it. The source finds the comment again where the specs are broken or their names have changed; a comment that has
 * ended the previews of every step has none, and any of them may take its place.
 */
function keyOf(
  { baseUrl = '', ...inputs }: Inputs,
  { endpoints, isPreview, ends }: { endpoints: readonly string[]; isPreview: boolean; ends: CommentsEnd | undefined },
): string {
  // Values of variables change with each push.
  const source = JSON.stringify([
    sourceOf({ baseUrl, ...inputs }),
    inputs.endpointId,
    [...inputs.variables.keys()].sort(),
  ]);
  const names = endpoints.map((name) => hash(name)).sort();
  const kind = isPreview ? 'preview' : 'deploy';
  const about = ends?.of === 'all' ? '' : hash(source);
  const key = ['3', hash(baseUrl, 16), kind, about, names.join('~')];
  return [...key, ...(ends?.hasDeleted ? ['deleted'] : [])].join('.');
}

const hash = (text: string, length = 12) => createHash('sha256').update(text).digest('hex').slice(0, length);

/** Whether a comment of another key is about the same. */
function sameSubject(own: string, { other, ends }: { other: string; ends: CommentsEnd['of'] | undefined }): boolean {
  const [ours, theirs] = [own.split('.'), other.split('.')];
  if (ours.slice(0, 3).some((part, index) => part !== theirs[index])) return false;
  if (ends === 'all') return true;
  const [[source, names = ''], [theirSource, theirNames = '']] = [ours.slice(3), theirs.slice(3)];
  if (names !== '' && !new Set(names.split('~')).isDisjointFrom(new Set(theirNames.split('~')))) return true;
  return theirSource === '' || (ends === 'named' ? theirNames === '' : source === theirSource);
}
