// What each of GitHub's operations does and answers, and what permission it needs.
import type { Description } from './description.ts';
import { type Answer, answer, type Call, invalid, type Level, notFound, type Operation, type Right } from './wire.ts';
import {
  type Author,
  addComment,
  addDeployment,
  addStatus,
  compare,
  type StoredComment,
  type StoredDeployment,
  type StoredStatus,
  type World,
} from './world.ts';

type Json = Record<string, unknown>;
type Handler = (by: Exchange) => Answer;

interface Exchange {
  readonly world: World;
  readonly description: Description;
  readonly call: Call;
  /** The address that was asked, without its query. */
  readonly url: string;
}

export interface Route {
  readonly operation: Exclude<Operation, 'graphql'>;
  readonly right: Right;
  readonly level: Exclude<Level, 'none'>;
  readonly handler: Handler;
  /** Values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

const table: Readonly<Partial<Record<Operation, readonly [Right, Handler]>>> = {
  'issues/list-comments': ['pull-requests', (by) => inIssue(by, listComments)],
  'issues/create-comment': ['pull-requests', (by) => inIssue(by, createComment)],
  'issues/update-comment': ['pull-requests', (by) => ofComment(by, updateComment)],
  'issues/delete-comment': ['pull-requests', (by) => ofComment(by, deleteComment)],
  'repos/list-deployments': ['deployments', listDeployments],
  'repos/create-deployment': ['deployments', createDeployment],
  'repos/list-deployment-statuses': ['deployments', (by) => ofDeployment(by, listStatuses)],
  'repos/create-deployment-status': ['deployments', (by) => ofDeployment(by, createStatus)],
  'pulls/get': ['pull-requests', getPull],
  'repos/compare-commits-with-basehead': ['contents', compareCommits],
};

/** `undefined` for everything that is not played, whether GitHub has it or not. */
export function routeOf(description: Description, asked: { method: string; path: string }): Route | undefined {
  for (const [name, [right, handler]] of Object.entries(table)) {
    const operation = name as Route['operation'];
    const described = description.operation(operation);
    const values = described.method === asked.method ? parametersOf(described.path, asked.path) : undefined;
    if (values) return { operation, right, level: asked.method === 'GET' ? 'read' : 'write', handler, path: values };
  }
  return undefined;
}

function parametersOf(template: string, path: string): Record<string, string> | undefined {
  const groups = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
  return groups
    ? Object.fromEntries(Object.entries(groups.groups ?? {}).map(([n, v]) => [n, decodeURIComponent(v)]))
    : undefined;
}

function inIssue(by: Exchange, handler: (by: Exchange, issue: number) => Answer): Answer {
  const issue = Number(by.call.path.issue_number);
  return by.world.pulls.has(issue) ? handler(by, issue) : notFound;
}

function ofComment(by: Exchange, handler: (by: Exchange, comment: StoredComment) => Answer): Answer {
  const comment = by.world.comments.get(Number(by.call.path.comment_id));
  return comment ? handler(by, comment) : notFound;
}

function ofDeployment(by: Exchange, handler: (by: Exchange, deployment: StoredDeployment) => Answer): Answer {
  const deployment = by.world.deployments.get(Number(by.call.path.deployment_id));
  return deployment ? handler(by, deployment) : notFound;
}

function listComments(by: Exchange, issue: number): Answer {
  const { since = '' } = by.call.query;
  const isMeant = (comment: StoredComment) => comment.issue === issue && comment.updatedAt >= since;
  const comments = [...by.world.comments.values()].filter((each) => isMeant(each) && by.world.isListed(each.id));
  return pageAnswer(
    by,
    comments.map((comment) => commentBody(by, comment)),
  );
}

function createComment(by: Exchange, issue: number): Answer {
  const { body } = by.call.body;
  return refusedBody(body) ?? answer(201, commentBody(by, addComment(by.world, { issue, body: String(body) })));
}

function updateComment(by: Exchange, comment: StoredComment): Answer {
  const { body } = by.call.body;
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

function listDeployments(by: Exchange): Answer {
  const asked = Object.entries(by.call.query).filter(([name]) => ['environment', 'sha', 'ref', 'task'].includes(name));
  const found = [...by.world.deployments.values()].filter(
    (each) => asked.every(([name, value]) => each[name as 'sha'] === value) && by.world.isListed(each.id),
  );
  return pageAnswer(
    by,
    found.reverse().map((deployment) => deploymentBody(by, deployment)),
  );
}

function createDeployment(by: Exchange): Answer {
  const { ref, task = 'deploy', environment = 'production', description = null, payload = '', ...rest } = by.call.body;
  // Branches are not played: a ref is a commit.
  const deployment = addDeployment(by.world, {
    ...{ sha: String(ref), task: String(task), environment: String(environment), payload },
    description: description as string | null,
    transient: rest.transient_environment === true,
    production: (rest.production_environment ?? environment === 'production') === true,
  });
  return answer(201, deploymentBody(by, deployment));
}

function listStatuses(by: Exchange, deployment: StoredDeployment): Answer {
  return pageAnswer(by, deployment.statuses.map((status) => statusBody(by, deployment, status)).reverse());
}

function createStatus(by: Exchange, before: StoredDeployment): Answer {
  const { body } = by.call;
  const text = (value: unknown) => String(value ?? '');
  const { deployment, status } = addStatus(by.world, before, {
    ...{ state: text(body.state), description: text(body.description), environmentUrl: text(body.environment_url) },
    logUrl: text(body.log_url ?? body.target_url),
  });
  if (status.state === 'success' && body.auto_inactive !== false) retirePrior(by.world, deployment);
  return answer(201, statusBody(by, deployment, status));
}

/** GitHub's rule for `auto_inactive`: prior successful deployments of the environment, neither transient nor production. */
function retirePrior(world: World, current: StoredDeployment): void {
  for (const prior of world.deployments.values()) {
    const isPrior = prior.id < current.id && prior.environment === current.environment;
    if (!isPrior || prior.transient || prior.production || prior.statuses.at(-1)?.state !== 'success') continue;
    addStatus(world, prior, { state: 'inactive' });
  }
}

function getPull(by: Exchange): Answer {
  const pull = by.world.pulls.get(Number(by.call.path.pull_number));
  if (!pull) return notFound;
  const example = by.description.example('pull-request');
  const { head, labels } = example as { head: Json; labels: readonly Json[] };
  const { number, state, title, draft, merged, createdAt } = pull;
  return answer(200, {
    ...example,
    ...{ number, state, title, draft, merged, created_at: createdAt, url: `${repo(by)}/pulls/${number}` },
    labels: pull.labels.map((name, index) => ({ ...labels[0], id: index + 1, name })),
    head: { ...head, sha: pull.headSha, repo: { ...(head.repo as Json), full_name: pull.headRepository } },
    closed_at: state === 'closed' ? createdAt : null,
    merged_at: merged ? createdAt : null,
    // The example breaks the description here: its team has no `type`.
    requested_teams: [],
  });
}

function compareCommits(by: Exchange): Answer {
  const { world, call, url, description } = by;
  const [base = '', head = ''] = (call.path.basehead ?? '').split('...');
  const comparison = compare(world, { base, head });
  if (!comparison) return notFound;
  const { status, aheadBy, behindBy, mergeBase } = comparison;
  const [page, perPage] = [Number(call.query.page ?? 1), Number(call.query.per_page ?? 250)];
  const { files, ...example } = description.example('commit-comparison');
  const commit = (sha: string) => ({
    ...(example as { base_commit: Json }).base_commit,
    ...{ sha, url: `${repo(by)}/commits/${sha}` },
    parents: (world.commits.get(sha) ?? []).map((parent) => ({ url: `${repo(by)}/commits/${parent}`, sha: parent })),
  });
  return answer(200, {
    ...{ ...example, url, status, ahead_by: aheadBy, behind_by: behindBy, total_commits: aheadBy },
    ...{ base_commit: commit(base), merge_base_commit: commit(mergeBase) },
    commits: comparison.commits.slice((page - 1) * perPage, page * perPage).map(commit),
    // "The list of changed files is only shown on the first page of results."
    ...(page === 1 && { files }),
  });
}

/** How GitHub hands out a list: pages and their Link header. */
function pageAnswer({ call, url }: Exchange, items: readonly unknown[]): Answer {
  const perPage = Math.min(100, Math.max(1, Number(call.query.per_page ?? 30)));
  const page = Math.max(1, Number(call.query.page ?? 1));
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const rels = {
    ...(page > 1 && { prev: page - 1 }),
    ...(page < last && { next: page + 1, last }),
    ...(page > 1 && { first: 1 }),
  };
  const link = Object.entries(rels).map(([rel, number]) => {
    const query = new URLSearchParams({ ...call.query, per_page: String(perPage), page: String(number) });
    return `<${url}?${query}>; rel="${rel}"`;
  });
  const shown = items.slice((page - 1) * perPage, page * perPage);
  return answer(200, shown, link.length > 0 ? { link: link.join(', ') } : {});
}

// Each body starts from GitHub's own example, so that every member that a client might look at is there.

const repo = ({ world }: Exchange) => `${world.url()}/repos/${world.repository}`;

function userBody({ description }: Exchange, { login, type }: Author): Json {
  return { ...(description.example('issue-comment').user as Json), login, type };
}

function commentBody(by: Exchange, { id, issue, body, author, createdAt, updatedAt }: StoredComment): Json {
  return {
    ...by.description.example('issue-comment'),
    ...{ id, node_id: `IC_${id}`, url: `${repo(by)}/issues/comments/${id}`, issue_url: `${repo(by)}/issues/${issue}` },
    html_url: `https://github.com/${by.world.repository}/issues/${issue}#issuecomment-${id}`,
    ...{ body, user: userBody(by, author), author_association: author.association },
    ...{ created_at: createdAt, updated_at: updatedAt },
  };
}

function deploymentBody(by: Exchange, deployment: StoredDeployment): Json {
  const { id, sha, ref, task, payload, environment, description, createdAt } = deployment;
  const url = `${repo(by)}/deployments/${id}`;
  return {
    ...by.description.example('deployment'),
    ...{ url, id, node_id: `DE_${id}`, sha, ref, task, payload, environment, original_environment: environment },
    ...{ description, creator: userBody(by, deployment.creator), created_at: createdAt, updated_at: createdAt },
    ...{ statuses_url: `${url}/statuses`, repository_url: repo(by) },
    ...{ transient_environment: deployment.transient, production_environment: deployment.production },
  };
}

function statusBody(by: Exchange, { id: of, environment }: StoredDeployment, status: StoredStatus): Json {
  const { id, state, description, logUrl, environmentUrl, createdAt } = status;
  const deployment = `${repo(by)}/deployments/${of}`;
  return {
    ...by.description.example('deployment-status'),
    ...{ url: `${deployment}/statuses/${id}`, id, node_id: `DS_${id}`, state, description, environment },
    ...{ creator: userBody(by, by.world.author), target_url: logUrl, log_url: logUrl, environment_url: environmentUrl },
    ...{ created_at: createdAt, updated_at: createdAt, deployment_url: deployment, repository_url: repo(by) },
  };
}
