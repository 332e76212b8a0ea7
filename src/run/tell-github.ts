/** What a run tells GitHub: one comment for all its endpoints. A failure there is a warning. */

import { hash } from 'node:crypto';
import { type CommentRequest, type CommentSubject, upsertComment } from '../github/comment.ts';
import type { PullRequestEvent } from '../github/event.ts';
import { readPullRequest } from '../github/pull-requests.ts';
import type { PreviewQuestion } from '../plan/previews.ts';
import { paragraphs } from '../render/markdown.ts';
import {
  commentFooter,
  type Deletion,
  deletionFailure,
  hasComparison,
  isDeleted,
  runComment,
  type Section,
} from '../render/run-comment.ts';
import { formatAge } from '../render/text.ts';
import type { Reporter } from '../report.ts';
import type { GitHubAsk } from './context.ts';

/** A comment needs GitHub, and the reporter that says whether it was written. */
type CommentAsk = GitHubAsk & { reporter: Reporter; signal: AbortSignal };

interface RunComment {
  /** The names of the endpoints; without any, nothing is written. */
  names: readonly string[];
  markdown: string;
  /** A comment with a comparison stays as it is. */
  keepsComparison?: boolean;
}

/** Writes a comment where the inputs want one and there is a pull request. Previews have comments of their own. */
export async function writeComment(context: CommentAsk, comment: RunComment): Promise<void> {
  const { inputs, github, reporter, signal, preview } = context;
  const { pullRequest } = github.context;
  const { markdown, keepsComparison = false } = comment;
  const names = inputs.endpointId ? [inputs.endpointId] : comment.names;
  const isWanted = inputs.comment && (preview !== undefined || inputs.command === 'plan');
  if (!isWanted || signal.aborted || !pullRequest || names.length === 0) return;
  const { number } = pullRequest;
  if (await isLate(pullRequest, context))
    return reporter.info(`Comment not written: pull request #${number} has a newer commit, whose run writes it.`);
  const about = { kind: preview ? 'preview' : 'plan', hasEnded: false, creates: true, pullRequest: number } as const;
  const keeps: CommentRequest['keeps'] = ({ body }) => keepsComparison && hasComparison(body);
  await upsert({ ...about, names, markdown, keeps }, context);
}

interface PreviewsEnd {
  pullRequest: number;
  /** The names of the previews that have ended. */
  names: readonly string[] | 'all';
  markdown: string;
  /** If none has ended, or not all, a comment that they have ended stays. */
  deletions: readonly Deletion[];
}

/** Says in the comments about previews that they have ended; creates no comment. */
export async function endComment(context: CommentAsk, { deletions, ...told }: PreviewsEnd): Promise<void> {
  if (!context.inputs.comment || context.signal.aborted) return;
  const hasEnded = deletions.some(isDeleted) && !deletions.some(deletionFailure);
  const keeps: CommentRequest['keeps'] = (old) => !hasEnded && old.subject.hasEnded;
  await upsert({ ...told, kind: 'preview', hasEnded, keeps, creates: false }, context);
}

type ToldComment = Omit<CommentRequest, 'subject' | 'summaryUrl'> &
  Pick<CommentSubject, 'kind' | 'hasEnded'> & { names: readonly string[] | 'all' };

async function upsert(
  { kind, hasEnded, names, markdown, ...request }: ToldComment,
  { inputs, github, reporter }: CommentAsk,
): Promise<void> {
  const { api, context, warn } = github;
  const { baseUrl = '' } = inputs;
  // Masking does not cover the API: the service may have echoed a secret into a message.
  const { redact } = reporter;
  const result = await upsertComment(api, {
    ...request,
    subject: {
      service: hash('sha256', baseUrl).slice(0, 16),
      kind,
      hasEnded,
      names: names === 'all' ? names : names.map((name) => redact(name)),
    },
    markdown: redact(paragraphs([markdown, commentFooter(context)])),
    summaryUrl: context.runUrl,
  });
  if (!result.ok) return warn(result.failure);
  const { operation, url } = result.value;
  if (operation !== 'absent') reporter.info(`Comment ${operation}: ${url}`);
}

/** Whether another commit is the last one of the pull request by now. */
async function isLate({ number, headSha }: PullRequestEvent, { inputs, github }: CommentAsk): Promise<boolean> {
  if (!headSha || inputs.allow.has('older-commit')) return false;
  const now = await readPullRequest(github.api, number);
  return now.ok && now.value.headSha !== undefined && now.value.headSha !== headSha;
}

/** One comment for the plans of a run. */
export async function commentOnPlans(sections: readonly Section[], context: CommentAsk): Promise<void> {
  await writeComment(context, { names: sections.map(({ name }) => name), markdown: runComment(sections, 'planned') });
}

/** One comment for all endpoints. */
export async function commentOnRun(sections: readonly Section[], context: CommentAsk): Promise<void> {
  const { preview } = context;
  // The comment speaks of the latest commit: its own run writes it.
  if (sections.every(({ kind }) => kind === 'superseded')) return;
  const end = preview && sections.some(({ kind }) => kind !== 'failed') && previewEnd(preview.question);
  const names = sections.map(({ name }) => name);
  const keepsComparison = sections.every(({ isAsBefore }) => isAsBefore);
  const markdown = paragraphs([runComment(sections), end]);
  await writeComment(context, { names, markdown, keepsComparison });
}

/** What becomes of a preview by itself; a sweep goes by the time of the record. */
function previewEnd({ rules: { maxAgeSeconds } }: PreviewQuestion): string {
  const age = maxAgeSeconds === undefined ? '' : `, or after ${formatAge(maxAgeSeconds)} unless a push changes it`;
  return `Sleeps when idle, deleted when the pull request closes${age}.`;
}
