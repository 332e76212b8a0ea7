/** GitHub Deployments: written once, when the verdict is known, and set inactive when what they show is gone. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { GitHub, GitHubRequests } from './api.ts';
import type { GitHubResult } from './failure.ts';

const deploymentsPath = '/repos/{owner}/{repo}/deployments';
const statusesPath = `${deploymentsPath}/{deployment_id}/statuses` as const;

export interface Subject {
  environment: string;
  /** What is deployed there: Deployments with this task, and no others, are set inactive with it. */
  task: string;
}

export interface NewDeployment extends Subject {
  /** The commit; a branch could have moved on. */
  sha: string;
  /** For an environment that goes away. In any other, GitHub retires the earlier Deployments with each success. */
  isTransient: boolean;
  state: 'success' | 'failure';
  /** Cut at 140 characters. */
  description: string;
  /** Where the endpoint answers; left out unless https. */
  environmentUrl: string | undefined;
  /** The run's address. */
  logUrl: string | undefined;
}

/** Neither merges nor waits for checks: a workflow that got here has decided that. */
export async function recordDeployment(github: GitHub, deployment: NewDeployment): Promise<GitHubResult<unknown>> {
  const { sha, environment, task, isTransient, state, environmentUrl, logUrl } = deployment;
  const requests = begin(github, environment);
  const description = shortened(deployment.description);
  const created = await requests.send({
    route: `POST ${deploymentsPath}`,
    parameters: {
      ref: sha,
      environment,
      task,
      description,
      auto_merge: false,
      required_contexts: [],
      transient_environment: isTransient,
      // GitHub never retires Deployments of a production environment.
      production_environment: false,
    },
    answer: z.object({ id: z.number() }),
    idempotent: false,
  });
  if (!created.ok) return created;
  const url = isUrl(environmentUrl, ['https:']) ? { environment_url: environmentUrl } : {};
  return postStatus(requests, created.value.id, {
    state,
    description,
    ...url,
    ...logOf(logUrl),
    auto_inactive: !isTransient,
  });
}

/** Sets inactive what succeeded among the last hundred. Resolves to the first failure after trying all. */
export async function retireDeployments(
  github: GitHub,
  { environment, task, description, logUrl }: Subject & { description: string; logUrl: string | undefined },
): Promise<GitHubResult<unknown>> {
  const requests = begin(github, environment);
  const listed = await requests.list({
    route: `GET ${deploymentsPath}`,
    parameters: { environment, task },
    item: z.object({ id: z.number() }),
    maxPages: 1,
  });
  if (!listed.ok) return listed;
  const read = await pLimit(5).map(listed.value, async ({ id }) => ({ id, state: await readState(requests, id) }));
  const results: GitHubResult<unknown>[] = [];
  for (const { id, state } of read) {
    const status = { state: 'inactive', description, ...logOf(logUrl) };
    // One after the other: GitHub asks for that with everything that writes.
    const isLive = state.ok && state.value[0]?.state === 'success';
    results.push(isLive ? await postStatus(requests, id, status) : state);
  }
  return results.find(({ ok }) => !ok) ?? listed;
}

function begin(github: GitHub, environment: string): GitHubRequests {
  return github.requests({ title: `Deployment to ${environment}`, permission: 'deployments: write' });
}

async function readState(requests: GitHubRequests, id: number): Promise<GitHubResult<{ state: string }[]>> {
  return requests.send({
    route: `GET ${statusesPath}`,
    parameters: { deployment_id: id, per_page: 1 },
    answer: z.array(z.object({ state: z.string() })),
  });
}

async function postStatus(
  requests: GitHubRequests,
  deploymentId: number,
  status: object,
): Promise<GitHubResult<unknown>> {
  return requests.send({
    route: `POST ${statusesPath}`,
    parameters: { deployment_id: deploymentId, ...status },
    // A proxy may answer 200 with a page of its own.
    answer: z.object({ id: z.number(), state: z.string() }),
  });
}

function logOf(logUrl: string | undefined): { log_url?: string } {
  return logUrl !== undefined && isUrl(logUrl, ['https:', 'http:']) ? { log_url: logUrl } : {};
}

function shortened(description: string): string {
  const characters = [...description];
  return characters.length > 140 ? `${characters.slice(0, 139).join('')}…` : description;
}

function isUrl(url: string | undefined, protocols: readonly string[]): boolean {
  return url !== undefined && protocols.includes(URL.parse(url)?.protocol ?? '');
}
