/** The one comment of a key on a pull request: found by its marker and its author, and updated in place. */

import * as z from 'zod/mini';
import type { GitHub, GitHubRequests } from './api.ts';
import type { GitHubResult } from './failure.ts';

export interface CommentRequest {
  key: string;
  markdown: string;
  /** Address of the whole text, such as the run's summary; shown when something had to be cut. */
  summaryUrl?: string | undefined;
  /** Number of the pull request. */
  pullRequest: number;
  /** Which comments of ours it takes the place of, by their keys. Default: those of the same key. */
  replaces?: (key: string) => boolean;
  /** Which text of a comment that is there already stays. Default: none. */
  keeps?: (body: string) => boolean;
  /** Writes only where there is a comment already. Default false. */
  onlyUpdates?: boolean;
  /** Which of them say more than this one, and stay as they are, by their keys. Default none. */
  stays?: (key: string) => boolean;
}

/**
 * `url` is for people; `absent`: no comment exists, and none was requested. `disowned`: the URL of a comment with our
 * marker that another identity has written: it stays as it is.
 */
export interface WrittenComment {
  url: string;
  operation: 'created' | 'updated' | 'unchanged' | 'absent';
  disowned?: string | undefined;
}

const authorSchema = z.nullish(z.object({ login: z.optional(z.string()), type: z.optional(z.string()) }));
const commentSchema = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.optional(z.string()),
  user: authorSchema,
});
type IssueComment = z.infer<typeof commentSchema>;
const viewerSchema = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });

const commentsPath = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const commentPath = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

/**
 * Makes the comment say `markdown`, cut to GitHub's limit. Writes nothing when it says so already. Where runs side by
 * side have created several, the next one keeps the oldest and deletes the others.
 */
export async function upsertComment(github: GitHub, request: CommentRequest): Promise<GitHubResult<WrittenComment>> {
  const { pullRequest, keeps, onlyUpdates = false, stays = () => false } = request;
  const title = `Comment on pull request #${pullRequest}`;
  const requests = github.requests({ title, permission: 'pull-requests: write' });
  const body = commentBody(request);
  const found = await readOwn(requests, request);
  if (!found.ok) return found;
  const { own, disowned } = found.value;
  const [oldest, ...newer] = own;
  if (oldest && own.every(({ body }) => stays(keyOfComment(body) ?? '')))
    return { ok: true, value: { url: oldest.html_url, operation: 'unchanged' } };
  if (oldest) {
    if (keeps?.(oldest.body ?? '')) return { ok: true, value: { url: oldest.html_url, operation: 'unchanged' } };
    const updated = await update(requests, { oldest, newer, body });
    // Someone has deleted it meanwhile.
    if (updated.ok || updated.failure.kind !== 'not-found') return updated;
  }
  if (onlyUpdates) return { ok: true, value: { url: '', operation: 'absent', disowned } };
  const created = await requests.send({
    route: `POST ${commentsPath}`,
    parameters: { issue_number: pullRequest, body },
    answer: commentSchema,
  });
  return created.ok ? { ok: true, value: { url: created.value.html_url, operation: 'created', disowned } } : created;
}

/** Keeps the oldest and makes it right; then deletes the others, so that a failure in between loses nothing. */
async function update(
  requests: GitHubRequests,
  { oldest, newer, body }: { oldest: IssueComment; newer: readonly IssueComment[]; body: string },
): Promise<GitHubResult<WrittenComment>> {
  // GitHub keeps neither line ends nor space at the end to the letter.
  const isRight = oldest.body?.replaceAll('\r\n', '\n').trimEnd() === body.trimEnd();
  const parameters = { comment_id: oldest.id, body };
  const updated =
    isRight || (await requests.send({ route: `PATCH ${commentPath}`, parameters, answer: commentSchema }));
  if (updated !== true && !updated.ok) return updated;
  for (const { id, user } of newer) {
    // The person of the token may have pasted the text to say something about it.
    if (user?.type === 'User') continue;
    // Failures are ignored: the comment is right, and the next run deletes the rest.
    await requests.send({ route: `DELETE ${commentPath}`, parameters: { comment_id: id }, answer: z.unknown() });
  }
  return { ok: true, value: { url: oldest.html_url, operation: isRight ? 'unchanged' : 'updated' } };
}

/** All comments that carry the marker and that we may believe to be ours, oldest first. */
async function readOwn(
  requests: GitHubRequests,
  { pullRequest, key, replaces = (other) => other === key }: CommentRequest,
): Promise<GitHubResult<{ own: IssueComment[]; disowned?: string | undefined }>> {
  const listed = await requests.list({
    route: `GET ${commentsPath}`,
    parameters: { issue_number: pullRequest },
    answer: commentSchema,
  });
  if (!listed.ok) return listed;
  // Only at the very start: people quote comments, marker and all.
  const marked = listed.value.filter(({ body }) => {
    const found = keyOfComment(body);
    return found !== undefined && replaces(found);
  });
  if (marked.length === 0) return { ok: true, value: { own: [] } };
  // Anyone can paste a marker: what another has written is neither the plan that reviewers read nor changed.
  // By GraphQL, because REST's `GET /user` refuses the tokens of installations, such as that of a workflow.
  const parameters = { query: '{ viewer { login } }' };
  const asked = await requests.send({ route: 'POST /graphql', parameters, answer: viewerSchema });
  if (!asked.ok) return asked;
  const { login } = asked.value.data.viewer;
  const own = marked.filter(({ user, body }) => isWrittenBy(user, login) && (user?.type !== 'User' || isWhole(body)));
  const disowned = own.length === 0 ? marked[0]?.html_url : undefined;
  return { ok: true, value: { own: own.sort((a, b) => a.id - b.id), disowned } };
}

/** REST writes the login of an app as `name[bot]`; GraphQL has been seen to do so and to leave that off. */
function isWrittenBy(author: z.infer<typeof authorSchema>, viewer: string): boolean {
  const login = author?.login?.toLowerCase();
  if (!login) return false;
  const ours = viewer.toLowerCase();
  return login === ours || (author?.type === 'Bot' && login === `${ours}[bot]`);
}

/** Whether the text ends as ours do: the person of a token may have added words to a copy. */
function isWhole(body: string | undefined): boolean {
  const last = body?.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('<sub>deploy-gpu-endpoint for ') || last.startsWith('> Truncated: ');
}

/** GitHub's message names 65,536 characters, and it takes 262,144 bytes: UTF-16 units stay below both. */
const charactersMax = 65_536;

/** The whole text with its marker, cut at a line. */
export function commentBody({ key, markdown, summaryUrl }: Omit<CommentRequest, 'pullRequest'>): string {
  // `--` would end the HTML comment, and a key may hold anything.
  const safe = encodeURIComponent(key.toWellFormed()).replaceAll('--', '-%2D');
  const marker = `<!-- deploy-gpu-endpoint:${safe} -->`;
  const text = markdown.toWellFormed().replaceAll(/\r\n?/g, '\n').trimEnd();
  if (marker.length + 1 + text.length <= charactersMax) return `${marker}\n${text}`;
  const where = summaryUrl === undefined ? 'the summary of the run' : `[the summary of the run](${summaryUrl})`;
  const note = `> Truncated: the rest does not fit into a comment. See ${where}.`;
  const head = `${marker}\n${note}\n\n`;
  const cut = text.slice(0, charactersMax - head.length - note.length - 2);
  // Above as well: below, it may be part of what the cut has left open.
  return `${head}${cut.slice(0, cut.lastIndexOf('\n')).toWellFormed()}\n\n${note}`;
}

/** The key of a comment that begins with a marker; else undefined. */
function keyOfComment(body: string | undefined): string | undefined {
  const [, safe] = /^<!-- deploy-gpu-endpoint:([^\s<>]*) -->/.exec(body ?? '') ?? [];
  try {
    return safe === undefined ? undefined : decodeURIComponent(safe);
  } catch {
    return undefined;
  }
}
