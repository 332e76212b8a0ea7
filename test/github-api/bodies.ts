// The shape of every object that is answered.
import type { Description } from './description.ts';
import type { Author, StoredComment, StoredDeployment, StoredPull, StoredStatus, World } from './world.ts';

type Json = Record<string, unknown>;

export interface Bodies {
  comment(comment: StoredComment): Json;
  deployment(deployment: StoredDeployment): Json;
  status(deployment: StoredDeployment, status: StoredStatus): Json;
  pull(pull: StoredPull): Json;
  commit(sha: string): Json;
}

/** Each starts from GitHub's own example, so that every member that a client might look at is there. */
export function createBodies(world: World, description: Description): Bodies {
  const user = ({ login, type }: Author): Json => {
    const { user: example } = description.example('issue-comment') as { user: Json };
    return { ...example, login, type };
  };
  const repo = () => `${world.url()}/repos/${world.repository}`;
  const html = () => `https://github.com/${world.repository}`;

  return {
    comment: ({ id, issue, body, author, createdAt, updatedAt }) => ({
      ...description.example('issue-comment'),
      id,
      node_id: `IC_${id}`,
      url: `${repo()}/issues/comments/${id}`,
      html_url: `${html()}/issues/${issue}#issuecomment-${id}`,
      issue_url: `${repo()}/issues/${issue}`,
      body,
      user: user(author),
      author_association: author.association,
      created_at: createdAt,
      updated_at: updatedAt,
    }),
    deployment: (deployment) => ({
      ...description.example('deployment'),
      url: `${repo()}/deployments/${deployment.id}`,
      id: deployment.id,
      node_id: `DE_${deployment.id}`,
      sha: deployment.sha,
      ref: deployment.ref,
      task: deployment.task,
      payload: deployment.payload,
      original_environment: deployment.environment,
      environment: deployment.environment,
      description: deployment.description,
      creator: user(deployment.creator),
      created_at: deployment.createdAt,
      updated_at: deployment.createdAt,
      statuses_url: `${repo()}/deployments/${deployment.id}/statuses`,
      repository_url: repo(),
      transient_environment: deployment.transient,
      production_environment: deployment.production,
    }),
    status: (deployment, status) => ({
      ...description.example('deployment-status'),
      url: `${repo()}/deployments/${deployment.id}/statuses/${status.id}`,
      id: status.id,
      node_id: `DS_${status.id}`,
      state: status.state,
      creator: user(world.author),
      description: status.description,
      environment: deployment.environment,
      target_url: status.logUrl,
      log_url: status.logUrl,
      environment_url: status.environmentUrl,
      created_at: status.createdAt,
      updated_at: status.createdAt,
      deployment_url: `${repo()}/deployments/${deployment.id}`,
      repository_url: repo(),
    }),
    pull: (pull) => {
      const example = description.example('pull-request');
      const { head, base, labels } = example as { head: Json; base: Json; labels: readonly Json[] };
      return {
        ...example,
        url: `${repo()}/pulls/${pull.number}`,
        number: pull.number,
        state: pull.state,
        title: pull.title,
        draft: pull.draft,
        labels: pull.labels.map((name, index) => ({ ...labels[0], id: index + 1, name })),
        head: { ...head, sha: pull.headSha, repo: { ...(head.repo as Json), full_name: pull.headRepository } },
        base,
        created_at: pull.createdAt,
        closed_at: pull.state === 'closed' ? pull.createdAt : null,
        merged_at: pull.merged ? pull.createdAt : null,
        // The example breaks the description here: its team has no `type`.
        requested_teams: [],
        merged: pull.merged,
      };
    },
    commit: (sha) => ({
      ...(description.example('commit-comparison') as { base_commit: Json }).base_commit,
      sha,
      url: `${repo()}/commits/${sha}`,
      parents: (world.commits.get(sha) ?? []).map((parent) => ({ url: `${repo()}/commits/${parent}`, sha: parent })),
    }),
  };
}
