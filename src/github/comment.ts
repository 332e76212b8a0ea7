/** The one comment about an endpoint on a pull request: found by its marker and its author, and updated in place. */

import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';
import type { GitHub, GitHubRequests } from './api.ts';
import type { GitHubResult } from './failure.ts';

/** What a comment is about. It stands in the first line of the comment, as JSON. */
const subjectSchema = z.object({
  /** A hash of the address of the service. */
  service: z.string(),
  kind: z.enum(['plan', 'preview']),
  /** The names of the endpoints; `all` for all previews of the pull request. */
  names: z.union([z.literal('all'), z.array(z.string())]),
  /** The comment says that previews were deleted, and that none could not be. */
  hasEnded: z.boolean(),
});
export type CommentSubject = z.infer<typeof subjectSchema>;

export interface CommentRequest {
  subject: CommentSubject;
  markdown: string;
  /** Address of the whole text, such as the run's summary; shown when something had to be cut. */
  summaryUrl?: string | undefined;
  /** Number of the pull request. */
  pullRequest: number;
  /** Which comments about the same endpoint stay as they are. */
  keeps: (comment: OwnComment) => boolean;
  /** Whether a missing comment is created. */
  creates: boolean;
}

/** `url` is for people; `absent`: no comment exists, and none was requested. */
interface WrittenComment {
  url: string;
  operation: 'created' | 'updated' | 'unchanged' | 'absent';
}

const authorSchema = z.nullish(z.object({ login: z.optional(z.string()), type: z.optional(z.string()) }));
const commentSchema = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z._default(z.string(), ''),
  user: authorSchema,
});

/** A comment of this program, and what it is about. */
type OwnComment = z.infer<typeof commentSchema> & { subject: CommentSubject };

const viewerSchema = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });

const commentsPath = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const commentPath = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

/**
 * Makes the comment say `markdown`, cut to GitHub's limit. Writes nothing when it says so already. Where runs side by
 * side have created several, the next one keeps the oldest and deletes the others.
 */
export async function upsertComment(github: GitHub, request: CommentRequest): Promise<GitHubResult<WrittenComment>> {
  const { pullRequest, keeps, creates } = request;
  const title = `Comment on pull request #${pullRequest}`;
  const requests = github.requests({ title, permission: 'pull-requests: write' });
  const found = await readOwn(requests, request);
  if (!found.ok) return found;
  // Of several previews, one may end long before the others: the comment stays about all of them.
  const told = [request, ...(creates ? [] : found.value)].map(({ subject }) => subject.names);
  const names = told.includes('all') ? 'all' : fitting([...new Set(told.flat())]);
  const body = commentBody({ ...request, subject: { ...request.subject, names } });
  const [oldest, ...newer] = found.value;
  if (!oldest) {
    if (!creates) return written('absent');
    const created = await requests.send({
      route: `POST ${commentsPath}`,
      parameters: { issue_number: pullRequest, body },
      answer: commentSchema,
    });
    return created.ok ? written('created', created.value.html_url) : created;
  }
  const { html_url: url } = oldest;
  if (found.value.every(keeps)) return written('unchanged', url);
  // GitHub keeps neither line ends nor space at the end to the letter.
  const isRight = oldest.body.replaceAll('\r\n', '\n').trimEnd() === body.trimEnd();
  if (!isRight) {
    const updated = await requests.send({
      route: `PATCH ${commentPath}`,
      parameters: { comment_id: oldest.id, body },
      answer: commentSchema,
    });
    if (!updated.ok) return updated;
  }
  // After that, so that a failure in between loses nothing. The person of the token may have pasted the text to say
  // something about it.
  for (const { id } of newer.filter(({ user }) => user?.type !== 'User')) {
    // Failures are ignored: the comment is right, and the next run deletes the rest.
    await requests.send({ route: `DELETE ${commentPath}`, parameters: { comment_id: id }, answer: z.unknown() });
  }
  return written(isRight ? 'unchanged' : 'updated', url);
}

const written = (operation: WrittenComment['operation'], url = '') =>
  ({ ok: true, value: { url, operation } }) as const;

/** All comments about the same endpoints that we may believe to be ours, oldest first. */
async function readOwn(
  requests: GitHubRequests,
  { pullRequest, subject: ours }: CommentRequest,
): Promise<GitHubResult<OwnComment[]>> {
  const listed = await requests.list({
    route: `GET ${commentsPath}`,
    parameters: { issue_number: pullRequest },
    answer: commentSchema,
  });
  if (!listed.ok) return listed;
  const marked = listed.value.flatMap((comment) => {
    const subject = subjectOf(comment.body);
    return subject && isReplacedBy(subject, ours) ? { ...comment, subject } : [];
  });
  if (marked.length === 0) return { ok: true, value: [] };
  // Anyone can paste a marker: what another has written is neither the plan that reviewers read nor changed.
  // By GraphQL, because REST's `GET /user` refuses the tokens of installations, such as that of a workflow.
  const asked = await requests.send({
    route: 'POST /graphql',
    parameters: { query: '{ viewer { login } }' },
    answer: viewerSchema,
  });
  if (!asked.ok) return asked;
  const { login } = asked.value.data.viewer;
  // REST writes the login of an app as `name[bot]`; GraphQL has been seen to do so and to leave that off.
  const logins = [login, `${login}[bot]`];
  return { ok: true, value: marked.filter(({ user }) => logins.includes(user?.login ?? '')) };
}

/** Whether the new comment is about the same endpoint. */
function isReplacedBy(old: CommentSubject, ours: CommentSubject): boolean {
  if (old.service !== ours.service || old.kind !== ours.kind) return false;
  if (old.names === 'all' || ours.names === 'all') return true;
  return !new Set(old.names).isDisjointFrom(new Set(ours.names));
}

/** One name tells that the next comment is about the same endpoints: the first thousands of characters do. */
const namesMax = 8192;

function fitting(names: readonly string[]): string[] {
  let length = 0;
  return names.filter((name) => {
    length += JSON.stringify(name).length;
    return length <= namesMax;
  });
}

/** GitHub's message names 65,536 characters, and it takes 262,144 bytes: UTF-16 units stay below both. */
const charactersMax = 65_536;

/** The whole text with its marker, cut at a line. */
export function commentBody({
  subject,
  markdown,
  summaryUrl,
}: Pick<CommentRequest, 'subject' | 'markdown' | 'summaryUrl'>): string {
  // In JSON, an escape is the same text: `--` and `>` would end the HTML comment.
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const marker = `<!-- deploy-gpu-endpoint ${JSON.stringify(subject).replaceAll(/(?<=-)-|[<>@]/g, escaped)} -->`;
  const text = markdown.toWellFormed().replaceAll(/\r\n?/g, '\n').trimEnd();
  if (marker.length + 1 + text.length <= charactersMax) return `${marker}\n${text}`;
  const where = summaryUrl === undefined ? 'the summary of the run' : `[the summary of the run](${summaryUrl})`;
  const note = `> Truncated: the rest does not fit into a comment. See ${where}.`;
  const head = `${marker}\n${note}\n\n`;
  const cut = text.slice(0, charactersMax - head.length);
  return `${head}${cut.slice(0, cut.lastIndexOf('\n')).toWellFormed()}`;
}

/** The subject in the marker at the very start: people quote comments, marker and all. */
function subjectOf(body: string): CommentSubject | undefined {
  const [, text = ''] = /^<!-- deploy-gpu-endpoint (\{.*\}) -->/.exec(body) ?? [];
  return subjectSchema.safeParse(tryParseJson(text)?.value).data;
}
