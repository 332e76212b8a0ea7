/** GitHub Deployments: written once, when the verdict is known, and set inactive when what they show is gone. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { bounded } from '../shown-text.ts';
import type { GitHub, GitHubRequests } from './api.ts';
import type { GitHubResult } from './failure.ts';

const deploymentsPath = '/repos/{owner}/{repo}/deployments';
const statusesPath = `${deploymentsPath}/{deployment_id}/statuses` as const;

/** GitHub takes no more characters. */
export const maxDescription = 140;

export interface Subject {
  environment: string;
  /** Identifies the deployed endpoint: only Deployments with this task are set inactive with it. */
  task: string;
}

export interface NewDeployment extends Subject {
  /** The commit; a branch could have moved on. */
  sha: string;
  /** For an environment that goes away. In any other, GitHub retires the earlier Deployments with each success. */
  isTransient: boolean;
  state: 'success' | 'failure';
  /** Cut at {@link maxDescription} characters. */
  description: string;
  /** Where the endpoint answers; left out unless https. */
  environmentUrl: string | undefined;
  /** The run's address. */
  logUrl: string | undefined;
}

/** Neither merges nor waits for checks: a workflow that got here has decided that. */
export async function recordDeployment(
  github: GitHub,
  { sha, environment, task, isTransient, state, environmentUrl, logUrl, ...said }: NewDeployment,
): Promise<GitHubResult<unknown>> {
  const requests = begin(github, environment);
  const description = bounded(said.description, maxDescription);
  const created = await requests.send({
    route: `POST ${deploymentsPath}`,
    parameters: {
      ...{ ref: sha, environment, task, description, auto_merge: false, required_contexts: [] },
      transient_environment: isTransient,
      // GitHub never retires Deployments of a production environment.
      production_environment: false,
    },
    answer: z.object({ id: z.number() }),
    idempotent: false,
  });
  if (!created.ok) return created;
  return postStatus(requests, created.value.id, {
    ...{ state, description, log_url: logUrl, auto_inactive: !isTransient },
    environment_url: environmentUrl?.startsWith('https://') ? environmentUrl : undefined,
  });
}

interface Retirement extends Subject {
  description: string;
  logUrl: string | undefined;
  /** Which Deployments stay, by their descriptions. Default none. */
  isKept?: (description: string) => boolean;
}

/** Sets inactive what succeeded among the last hundred. Resolves to the first failure after trying all. */
export async function retireDeployments(
  github: GitHub,
  { environment, task, description, logUrl, isKept = () => false }: Retirement,
): Promise<GitHubResult<unknown>> {
  const requests = begin(github, environment);
  const listed = await requests.send({
    route: `GET ${deploymentsPath}`,
    parameters: { environment, task, per_page: 100 },
    answer: z.array(z.object({ id: z.number(), description: z.catch(z.nullish(z.string()), '') })),
  });
  if (!listed.ok) return listed;
  const ended = listed.value.filter((each) => !isKept(each.description ?? ''));
  const read = await pLimit(5).map(ended, async ({ id }) => ({
    id,
    last: await requests.send({
      route: `GET ${statusesPath}`,
      parameters: { deployment_id: id, per_page: 1 },
      answer: z.array(z.object({ state: z.string() })),
    }),
  }));
  const results: GitHubResult<unknown>[] = [];
  for (const { id, last } of read) {
    const isLive = last.ok && last.value[0]?.state === 'success';
    const status = { state: 'inactive', description, log_url: logUrl };
    // One after the other: GitHub asks for that with everything that writes.
    results.push(isLive ? await postStatus(requests, id, status) : last);
  }
  return results.find(({ ok }) => !ok) ?? listed;
}

function begin(github: GitHub, environment: string): GitHubRequests {
  return github.requests({ title: `Deployment to ${environment}`, permission: 'deployments: write' });
}

function postStatus(requests: GitHubRequests, id: number, status: object): Promise<GitHubResult<unknown>> {
  return requests.send({
    route: `POST ${statusesPath}`,
    parameters: { deployment_id: id, ...status },
    // A proxy may answer 200 with a page of its own.
    answer: z.object({ id: z.number(), state: z.string() }),
  });
}
