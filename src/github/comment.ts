/** The one comment of a key on a pull request: found by its marker and its author, and updated in place. */

import * as z from 'zod/mini';
import type { GitHub, GitHubRequests } from './api.ts';
import { type CommentText, commentBody, keyOfComment } from './comment-body.ts';
import type { GitHubResult } from './failure.ts';

export interface CommentRequest extends CommentText {
  /** Number of the pull request. */
  pullRequest: number;
  /** Which comments of ours it takes the place of, by their keys. Default: those of the same key. */
  replaces?: (key: string) => boolean;
  /** Writes only where there is a comment already. Default false. */
  onlyUpdates?: boolean;
  /** Told of a comment that looks like the one to update, but that another identity has written: it stays as it is. */
  onDisowned?: ((url: string) => void) | undefined;
}

export interface WrittenComment {
  /** For people; '' for `absent`. */
  url: string;
  /** `absent`: there is none, and none was to be written. */
  operation: 'created' | 'updated' | 'unchanged' | 'absent';
}

const authorSchema = z.nullish(z.object({ login: z.optional(z.string()), type: z.optional(z.string()) }));
const commentSchema = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.optional(z.string()),
  user: authorSchema,
});
type IssueComment = z.infer<typeof commentSchema>;

const commentsPath = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const commentPath = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

/**
 * Makes the comment say `markdown`, cut to GitHub's limit. Writes nothing when it says so already. Where runs side by
 * side have created several, the next one keeps the oldest and deletes the others.
 */
export async function upsertComment(github: GitHub, request: CommentRequest): Promise<GitHubResult<WrittenComment>> {
  const { pullRequest, onlyUpdates = false } = request;
  const requests = github.requests({
    title: `Comment on pull request #${pullRequest}`,
    permission: 'pull-requests: write',
  });
  const body = commentBody(request);
  const found = await readOwn(requests, { github, request });
  if (!found.ok) return found;
  if (found.value.length > 0) {
    const updated = await update(requests, found.value, body);
    // Someone has deleted it meanwhile.
    if (updated.ok || updated.failure.kind !== 'not-found') return updated;
  }
  if (onlyUpdates) return { ok: true, value: { url: '', operation: 'absent' } };
  const created = await requests.send({
    route: `POST ${commentsPath}`,
    parameters: { issue_number: pullRequest, body },
    answer: commentSchema,
    idempotent: false,
  });
  if (created.ok) return { ok: true, value: { url: created.value.html_url, operation: 'created' } };
  if (!created.failure.mayHaveHappened) return created;
  const again = await readOwn(requests, { github, request });
  const [comment] = again.ok ? again.value : [];
  return comment ? { ok: true, value: { url: comment.html_url, operation: 'created' } } : created;
}

/** Keeps the oldest and makes it right; then deletes the others, so that a failure in between loses nothing. */
async function update(
  requests: GitHubRequests,
  comments: readonly IssueComment[],
  body: string,
): Promise<GitHubResult<WrittenComment>> {
  const [oldest, ...newer] = comments as [IssueComment, ...IssueComment[]];
  let operation: WrittenComment['operation'] = 'unchanged';
  if (normal(oldest.body) !== normal(body)) {
    const updated = await requests.send({
      route: `PATCH ${commentPath}`,
      parameters: { comment_id: oldest.id, body },
      answer: commentSchema,
    });
    if (!updated.ok) return updated;
    operation = 'updated';
  }
  for (const { id, user } of newer) {
    // The person of the token may have pasted the text to say something about it.
    if (user?.type === 'User') continue;
    // A failure is no reason to complain: the comment is right, and the next run deletes what is left over.
    await requests.send({ route: `DELETE ${commentPath}`, parameters: { comment_id: id }, answer: z.unknown() });
  }
  return { ok: true, value: { url: oldest.html_url, operation } };
}

/** All comments that carry the marker and that we may believe to be ours, oldest first. */
async function readOwn(
  requests: GitHubRequests,
  {
    github,
    request: { pullRequest, key, replaces = (other) => other === key, onDisowned },
  }: { github: Pick<GitHub, 'viewer'>; request: CommentRequest },
): Promise<GitHubResult<IssueComment[]>> {
  const listed = await requests.list({
    route: `GET ${commentsPath}`,
    parameters: { issue_number: pullRequest },
    item: commentSchema,
  });
  if (!listed.ok) return listed;
  // Only at the very start: people quote comments, marker and all.
  const marked = listed.value.filter(({ body }) => {
    const found = keyOfComment(body);
    return found !== undefined && replaces(found);
  });
  if (marked.length === 0) return { ok: true, value: [] };
  // Anyone can paste a marker: what another has written is neither the plan that reviewers read nor changed.
  const viewer = await github.viewer();
  if (!viewer.ok) return viewer;
  const own = marked.filter(
    ({ user, body }) => isWrittenBy(user, viewer.value) && (user?.type !== 'User' || isWhole(body)),
  );
  const [disowned] = own.length === 0 ? marked : [];
  if (disowned) onDisowned?.(disowned.html_url);
  return { ok: true, value: own.sort((a, b) => a.id - b.id) };
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

/** GitHub keeps neither line ends nor space at the end to the letter. */
function normal(body: string | undefined): string | undefined {
  return body?.replaceAll('\r\n', '\n').trimEnd();
}
