// Comments of issues and pull requests.
import { pageAnswer } from './pages.ts';
import type { Handler } from './routes.ts';
import { answer, invalid, notFound } from './wire.ts';
import { addComment, type StoredComment, type World } from './world.ts';

/** GitHub's own refusal begins here. */
const bodyCharactersMax = 65_536;

export const listComments: Handler = ({ world, bodies, call, url }) => {
  const issue = existingIssue(world, call.path.issue_number);
  const since = call.query.since ?? '';
  const comments = [...world.comments.values()].filter(
    (comment) => comment.issue === issue && comment.updatedAt >= since && world.isListed(comment.id),
  );
  return pageAnswer(comments.map(bodies.comment), { call, url });
};

export const createComment: Handler = ({ world, bodies, call }) => {
  const issue = existingIssue(world, call.path.issue_number);
  const body = checkedBody(call.body.body);
  return answer(201, bodies.comment(addComment(world, { issue, body })));
};

export const updateComment: Handler = ({ world, bodies, call }) => {
  const comment = existing(world, call.path.comment_id);
  const changed = { ...comment, body: checkedBody(call.body.body), updatedAt: world.stamp() };
  world.comments.set(comment.id, changed);
  return answer(200, bodies.comment(changed));
};

export const deleteComment: Handler = ({ world, call }) => {
  world.comments.delete(existing(world, call.path.comment_id).id);
  return answer(204);
};

function existing(world: World, id: string | undefined): StoredComment {
  const comment = world.comments.get(Number(id));
  if (comment === undefined) throw notFound();
  return comment;
}

function existingIssue(world: World, number: string | undefined): number {
  if (!world.pulls.has(Number(number))) throw notFound();
  return Number(number);
}

function checkedBody(body: unknown): string {
  if (typeof body !== 'string' || body.trim() === '') {
    throw invalid([{ resource: 'IssueComment', code: 'missing_field', field: 'body' }]);
  }
  if ([...body].length > bodyCharactersMax) {
    const message = 'body is too long (maximum is 65536 characters)';
    throw invalid([{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }]);
  }
  return body;
}
