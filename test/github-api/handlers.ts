// What each of GitHub's operations does and answers, and what permission it needs.
import type { Description } from './description.ts';
import { type Answer, answer, invalid, type Level, notFound, type Operation, type Right } from './wire.ts';
import type { Author, StoredComment, StoredPull, World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

/** A request that its description was found for; its body is checked against it. */
interface Exchange {
  readonly world: World;
  readonly description: Description;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  /** The address that was asked, without its query. */
  readonly url: string;
  /** Base of the addresses in answers. */
  readonly repo: string;
}

type Handler = (by: Exchange) => Answer;

export interface Route {
  readonly operation: Exclude<Operation, 'graphql'>;
  readonly right: Right;
  readonly level: Exclude<Level, 'none'>;
  readonly handler: Handler;
  /** Values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

const table: Readonly<Record<Route['operation'], readonly [Right, Handler]>> = {
  'issues/list-comments': ['pull-requests', ofPull(listComments)],
  'issues/create-comment': ['pull-requests', ofPull(createComment)],
  'issues/update-comment': ['pull-requests', ofComment(updateComment)],
  'issues/delete-comment': ['pull-requests', ofComment(deleteComment)],
  'pulls/get': ['pull-requests', ofPull(getPull)],
  'repos/compare-commits-with-basehead': ['contents', compareCommits],
  'actions/get-workflow-run': ['actions', getRun],
};

export const operations: readonly string[] = Object.keys(table);

/** `undefined` for everything that is not played, whether GitHub has it or not. */
export function routeOf(description: Description, asked: { method: string; path: string }): Route | undefined {
  for (const [name, [right, handler]] of Object.entries(table)) {
    const operation = name as Route['operation'];
    const { method, path: template } = description.operation(operation);
    const form = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const values = method === asked.method ? form.exec(asked.path) : null;
    if (!values) continue;
    const path = Object.entries(values.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    const level = method === 'GET' ? 'read' : 'write';
    return { operation, right, level, handler, path: Object.fromEntries(path) };
  }
  return undefined;
}

function ofPull(handler: (by: Exchange, pull: StoredPull) => Answer): Handler {
  return (by) => {
    const pull = by.world.pulls.get(Number(by.path.issue_number ?? by.path.pull_number));
    return pull ? handler(by, pull) : notFound;
  };
}

function ofComment(handler: (by: Exchange, comment: StoredComment) => Answer): Handler {
  return (by) => {
    const comment = by.world.comments.get(Number(by.path.comment_id));
    return comment ? handler(by, comment) : notFound;
  };
}

function listComments(by: Exchange, { number: issue }: StoredPull): Answer {
  const found = [...by.world.comments.values()].filter((each) => each.issue === issue && by.world.isListed(each.id));
  return pageAnswer(by, found, (comment) => commentBody(by, comment));
}

function createComment(by: Exchange, { number: issue }: StoredPull): Answer {
  const { body } = by.body;
  return refusedBody(body) ?? answer(201, commentBody(by, by.world.addComment({ issue, body: String(body) })));
}

function updateComment(by: Exchange, comment: StoredComment): Answer {
  const { body } = by.body;
  const refused = refusedBody(body);
  if (refused) return refused;
  const changed = { ...comment, body: String(body), updatedAt: by.world.stamp() };
  by.world.comments.set(comment.id, changed);
  return answer(200, commentBody(by, changed));
}

function deleteComment({ world }: Exchange, { id }: StoredComment): Answer {
  world.comments.delete(id);
  return answer(204);
}

function refusedBody(body: unknown): Answer | undefined {
  const resource = 'IssueComment';
  if (typeof body !== 'string' || body.trim() === '')
    return invalid({ resource, code: 'missing_field', field: 'body' });
  const message = 'body is too long (maximum is 65536 characters)';
  return [...body].length > 65_536 ? invalid({ resource, code: 'unprocessable', field: 'data', message }) : undefined;
}

// Each body starts from GitHub's own example, so that every member that a client might look at is there.

function getPull(by: Exchange, { headSha, headRepository, labels: names, ...pull }: StoredPull): Answer {
  const example = by.description.example('pull-request');
  const { head, labels } = example as { head: Json; labels: readonly Json[] };
  const at = '2026-01-01T00:00:00Z';
  return answer(200, {
    ...example,
    ...pull,
    url: `${by.repo}/pulls/${pull.number}`,
    labels: names.map((name, index) => ({ ...labels[0], id: index + 1, name })),
    head: { ...head, sha: headSha, repo: { ...(head.repo as Json), full_name: headRepository } },
    ...{ closed_at: pull.state === 'closed' ? at : null, merged_at: pull.merged ? at : null },
    // The example breaks the description here: its team has no `type`.
    requested_teams: [],
  });
}

function compareCommits({ world, path, query, description, url, repo }: Exchange): Answer {
  const [base = '', head = ''] = (path.basehead ?? '').split('...');
  const comparison = world.compare({ base, head });
  if (!comparison) return notFound;
  const { status, aheadBy, behindBy, mergeBase, commits } = comparison;
  const [page, perPage] = [Number(query.page ?? 1), Number(query.per_page ?? 250)];
  const { files, ...example } = description.example('commit-comparison');
  const commit = (sha: string) => ({
    ...(example as { base_commit: Json }).base_commit,
    ...{ sha, url: `${repo}/commits/${sha}` },
    parents: (world.commits.get(sha) ?? []).map((parent) => ({ url: `${repo}/commits/${parent}`, sha: parent })),
  });
  return answer(200, {
    ...{ ...example, url, status, ahead_by: aheadBy, behind_by: behindBy, total_commits: aheadBy },
    ...{ base_commit: commit(base), merge_base_commit: commit(mergeBase) },
    commits: commits.slice((page - 1) * perPage, page * perPage).map(commit),
    // "The list of changed files is only shown on the first page of results."
    ...(page === 1 && {
      files: commits.map((sha) => ({ ...(files as Json[])[0], patch: world.patches.get(sha) ?? '' })),
    }),
  });
}

function getRun({ world, path, description, repo }: Exchange): Answer {
  const id = Number(path.run_id);
  const conclusion = world.runs.get(id);
  if (conclusion === undefined) return notFound;
  const status = conclusion === null ? 'in_progress' : 'completed';
  return answer(200, {
    ...description.example('workflow-run'),
    id,
    url: `${repo}/actions/runs/${id}`,
    status,
    conclusion,
  });
}

/** How GitHub hands out a list: pages and their Link header. */
function pageAnswer<Item>({ query, url }: Exchange, items: readonly Item[], bodyOf: (item: Item) => Json): Answer {
  const perPage = Math.min(100, Number(query.per_page ?? 30));
  const page = Number(query.page ?? 1);
  const shown = items.slice((page - 1) * perPage, page * perPage).map(bodyOf);
  if (page * perPage >= items.length) return answer(200, shown);
  const next = new URLSearchParams({ ...query, per_page: String(perPage), page: String(page + 1) });
  return answer(200, shown, { link: `<${url}?${next}>; rel="next"` });
}

function userBody({ description }: Exchange, { login, type }: Author): Json {
  return { ...(description.example('issue-comment').user as Json), login, type };
}

function commentBody(by: Exchange, { id, issue, body, author, createdAt, updatedAt }: StoredComment): Json {
  return {
    ...by.description.example('issue-comment'),
    ...{ id, node_id: `IC_${id}`, url: `${by.repo}/issues/comments/${id}`, issue_url: `${by.repo}/issues/${issue}` },
    html_url: `https://github.com/${by.world.options.repository}/issues/${issue}#issuecomment-${id}`,
    ...{ body, user: userBody(by, author), author_association: author.association },
    ...{ created_at: createdAt, updated_at: updatedAt },
  };
}
