/** Owns setting GitHub Deployments inactive whose environment is gone or taken over. Knows neither what was deployed nor why it is over. */

import pLimit from 'p-limit';
import type { GitHub } from './api.ts';
import { type DeploymentSearch, permission, readDeploymentState, searchDeployments } from './deployment-history.ts';
import { postStatus } from './deployments.ts';
import type { GitHubResult } from './failure.ts';

export interface Retirement extends DeploymentSearch {
  /** Id of one that stays as it is. */
  except?: number | undefined;
  /** Nothing older is looked at: the time at which the pull request was opened, say. Default: the last thousand of the environment. */
  since?: Date | undefined;
  logUrl?: string | undefined;
  description?: string | undefined;
}

/** Sets inactive whatever is not over yet; GitHub shows a transient one as destroyed then. Returns the ids, or the first failure after trying all. */
export async function retireDeployments(github: GitHub, retirement: Retirement): Promise<GitHubResult<number[]>> {
  const { environment, except, since, logUrl, description } = retirement;
  const errand = github.begin({ title: `Deployments to ${environment}`, permission });
  const found = await searchDeployments(errand, { ...retirement, maxPages: 10 });
  if (!found.ok) return found;
  const candidates = found.value.filter(
    ({ id, createdAt }) => id !== except && (since === undefined || createdAt >= since),
  );
  const read = async (id: number) => ({ id, state: await readDeploymentState(errand, id) });
  const standing = await pLimit(5).map(candidates, ({ id }) => read(id));
  const retired: number[] = [];
  let failed: (GitHubResult<never> & { ok: false }) | undefined;
  for (const { id, state } of standing) {
    if (state.ok && isOver(state.value)) continue;
    // One after the other: GitHub asks for that with everything that writes.
    const result = state.ok
      ? await postStatus(errand, { deploymentId: id, state: 'inactive', logUrl, description })
      : state;
    if (result.ok) retired.push(id);
    else failed ??= result;
  }
  return failed ?? { ok: true, value: retired };
}

function isOver(state: string): boolean {
  return ['inactive', 'failure', 'error'].includes(state);
}
