/** The one comment of a key on a pull request: found by its marker and its author, updated in place, never twice. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import { type CommentText, commentBody, keyOfComment } from './comment-body.ts';
import type { GitHubResult } from './failure.ts';
import { authorSchema, isWrittenBy } from './identity.ts';
import type { GitHubRequests } from './requests.ts';

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
  id: number;
  /** For people. */
  url: string;
  /** `absent`: there is none, and none was to be written. */
  operation: 'created' | 'updated' | 'unchanged' | 'absent';
}

const commentSchema = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.optional(z.string()),
  user: authorSchema,
});
type IssueComment = z.infer<typeof commentSchema>;

const commentsRoute = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
const commentRoute = '/repos/{owner}/{repo}/issues/comments/{comment_id}';

/**
 * Makes the comment say `markdown`, cut to GitHub's limit. Writes nothing when it says so already.
 *
 * Parallel runs agree without a lock: whoever creates reads again, and everybody keeps the oldest and deletes what is newer. The oldest
 * is the same for all, and nobody ever deletes it.
 */
export async function upsertComment(github: GitHub, request: CommentRequest): Promise<GitHubResult<WrittenComment>> {
  const { pullRequest, key, onlyUpdates = false } = request;
  const requests = github.requests({
    title: `Comment on pull request #${pullRequest}`,
    permission: 'pull-requests: write',
  });
  const body = commentBody(request);
  const replaces = request.replaces ?? ((other) => other === key);
  const wanted = { github, pullRequest, replaces, body, onlyUpdates, onDisowned: request.onDisowned };
  const written = await write(requests, wanted);
  // Somebody deleted the comment between reading and writing. The second time, GitHub's 404 means something else.
  return written === 'gone'
    ? ((await write(requests, { ...wanted, isLast: true })) as GitHubResult<WrittenComment>)
    : written;
}

interface WantedComment {
  github: GitHub;
  pullRequest: number;
  replaces: (key: string) => boolean;
  body: string;
  onlyUpdates: boolean;
  onDisowned: CommentRequest['onDisowned'];
  isLast?: boolean;
}

async function write(requests: GitHubRequests, wanted: WantedComment): Promise<GitHubResult<WrittenComment> | 'gone'> {
  const { pullRequest, body, isLast = false } = wanted;
  const found = await readOwn(requests, wanted);
  if (!found.ok) return found;
  if (found.value.length > 0) return settle(requests, { ...wanted, comments: found.value });
  if (wanted.onlyUpdates) return { ok: true, value: { id: 0, url: '', operation: 'absent' } };

  const created = await requests.send({
    route: commentsRoute,
    parameters: { issue_number: pullRequest, body },
    answer: commentSchema,
    idempotent: false,
  });
  if (!created.ok && !created.failure.mayHaveHappened) return created;
  let again = await readOwn(requests, wanted);
  if (!created.ok && again.ok && again.value.length === 0) {
    await requests.settle();
    again = await readOwn(requests, wanted);
    // Not listed, and given time to be: it was not created.
    if (again.ok && again.value.length === 0 && created.failure.status !== undefined && !isLast)
      return write(requests, { ...wanted, isLast: true });
  }
  // GitHub may be slow to list what it just took, so that the own comment counts whether it is listed or not.
  const own = created.ok ? [created.value] : [];
  const listed = again.ok ? again.value.filter(({ id }) => id !== own[0]?.id) : [];
  const comments = [...own, ...listed].sort((a, b) => a.id - b.id);
  // Nothing to be seen of a write whose answer was lost: it did not happen.
  if (comments.length === 0) return created as GitHubResult<WrittenComment>;
  const settled = await settle(requests, { ...wanted, comments });
  if (settled === 'gone' || !settled.ok || settled.value.operation !== 'unchanged') return settled;
  if (own.length > 0 && settled.value.id !== own[0]?.id) return settled;
  return { ok: true, value: { ...settled.value, operation: 'created' } };
}

/** Keeps the oldest and makes it right; then deletes the others, so that a failure in between loses nothing. */
async function settle(
  requests: GitHubRequests,
  { comments, body, isLast = false }: WantedComment & { comments: readonly IssueComment[] },
): Promise<GitHubResult<WrittenComment> | 'gone'> {
  const [oldest, ...newer] = comments as [IssueComment, ...IssueComment[]];
  const written = { id: oldest.id, url: oldest.html_url };
  let operation: WrittenComment['operation'] = 'unchanged';
  if (normal(oldest.body) !== normal(body)) {
    const updated = await requests.send({
      route: `PATCH ${commentRoute}`,
      parameters: { comment_id: oldest.id, body },
      answer: commentSchema,
    });
    if (!updated.ok) return updated.failure.kind === 'not-found' && !isLast ? 'gone' : updated;
    operation = 'updated';
  }
  for (const { id, user } of newer) {
    // A person whose token is used may have pasted the text to say something about it.
    if (user?.type === 'User') continue;
    const route = `DELETE ${commentRoute}` as const;
    // A failure is no reason to complain: the comment is right, and the next run deletes what is left over.
    await requests.send({ route, parameters: { comment_id: id }, answer: z.unknown() });
  }
  return { ok: true, value: { ...written, operation } };
}

/** All comments that carry the marker and that we may believe to be ours, oldest first. */
async function readOwn(
  requests: GitHubRequests,
  { github, pullRequest, replaces, onDisowned }: WantedComment,
): Promise<GitHubResult<IssueComment[]>> {
  const listed = await requests.list({
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: pullRequest },
    item: commentSchema,
  });
  if (!listed.ok) return listed;
  // Only at the very start: people quote comments, marker and all.
  const marked = listed.value.filter(({ body }) => {
    const key = keyOfComment(body);
    return key !== undefined && replaces(key);
  });
  if (marked.length === 0) return { ok: true, value: [] };
  // Anybody can paste a marker. What another has written must neither become the plan that reviewers read nor be changed or deleted.
  const viewer = await github.viewer();
  if (!viewer.ok) return viewer;
  const own = marked.filter(
    ({ user, body }) => isWrittenBy(user, viewer.value) && (user?.type !== 'User' || isWhole(body)),
  );
  const [disowned] = own.length === 0 ? marked : [];
  if (disowned) onDisowned?.(disowned.html_url);
  return { ok: true, value: own.sort((a, b) => a.id - b.id) };
}

/** Whether the text ends as ours do: a person's own token writes under the name of that person, who may have added words to a copy. */
function isWhole(body: string | undefined): boolean {
  const last = body?.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('<sub>deploy-gpu-endpoint for ') || last.startsWith('> Truncated: ');
}

/** GitHub keeps neither line ends nor space at the end to the letter. */
function normal(body: string | undefined): string | undefined {
  return body?.replaceAll('\r\n', '\n').trimEnd();
}
