/** Setting GitHub Deployments inactive whose environment is gone or taken over. */

import pLimit from 'p-limit';
import type { GitHub } from './api.ts';
import {
  type Deployment,
  type DeploymentSearch,
  permission,
  readDeploymentState,
  searchDeployments,
} from './deployment-history.ts';
import { postStatus } from './deployments.ts';
import type { GitHubResult } from './failure.ts';

export interface Retirement extends DeploymentSearch {
  /** Nothing older is looked at: the time at which the pull request was opened, say. Default: the last thousand of the environment. */
  since?: Date | undefined;
  /** Created by this run: GitHub's lists can be late. */
  known?: readonly Deployment[] | undefined;
  logUrl?: string | undefined;
  description?: string | undefined;
}

/** Sets inactive whatever is not over yet; GitHub shows a transient one as destroyed then. Returns those that it was, or the first failure after trying all. */
export async function retireDeployments(github: GitHub, retirement: Retirement): Promise<GitHubResult<Deployment[]>> {
  const { environment, since } = retirement;
  const requests = github.requests({ title: `Deployments to ${environment}`, permission });
  const found = await searchDeployments(github, requests, { ...retirement, maxPages: 10 });
  if (!found.ok) return found;
  const listed = found.value.deployments.filter(({ createdAt }) => since === undefined || createdAt >= since);
  const unlisted = (retirement.known ?? []).filter((known) => listed.every(({ id }) => id !== known.id));
  const candidates = [...listed, ...unlisted];
  const states = await pLimit(5).map(candidates, ({ id }) => readDeploymentState(requests, id));
  const standing = candidates.filter((_, index) => {
    const state = states[index];
    return state?.ok && !isOver(state.value);
  });
  const retired = await setInactive(github, standing, retirement);
  return states.find((state) => !state.ok) ?? retired;
}

/** In their order. Returns those that it was, or the first failure after trying all. */
export async function setInactive(
  github: GitHub,
  deployments: readonly Deployment[],
  { environment, logUrl, description }: Pick<Retirement, 'environment' | 'logUrl' | 'description'>,
): Promise<GitHubResult<Deployment[]>> {
  const requests = github.requests({ title: `Deployments to ${environment}`, permission });
  const retired: Deployment[] = [];
  let failed: (GitHubResult<never> & { ok: false }) | undefined;
  for (const deployment of deployments) {
    // One after the other: GitHub asks for that with everything that writes.
    const result = await postStatus(requests, { deploymentId: deployment.id, state: 'inactive', logUrl, description });
    if (result.ok) retired.push(deployment);
    else failed ??= result;
  }
  return failed ?? { ok: true, value: retired };
}

export function isOver(state: string): boolean {
  return ['inactive', 'failure', 'error'].includes(state);
}
