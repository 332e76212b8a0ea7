/** Owns the order of commits: whether what is deployed already is newer than what this run would deploy. */

import { compareCommits } from '../github/ancestry.ts';
import type { GitHubFailure } from '../github/api.ts';
import { findLatestDeployment } from '../github/deployment-history.ts';
import { parseRecord } from '../plan/record.ts';
import type { GitHubAccess } from './github.ts';

export type Order =
  /** Nothing recorded stands against the deploy. */
  | { kind: 'current' }
  /** The recorded commit descends from this run's. */
  | { kind: 'superseded'; commit: string }
  /** Whether it does cannot be told: the deploy goes on with a notice. */
  | { kind: 'unknown'; commit: string; failure: GitHubFailure | undefined };

/** Compares this run's commit with a recorded one by GitHub's compare API. */
export async function orderAgainst(
  recorded: string | undefined,
  { api, context: { sha } }: GitHubAccess,
): Promise<Order> {
  if (recorded === undefined || recorded === sha) return { kind: 'current' };
  const answer = await compareCommits(api, { base: sha, head: recorded });
  if (answer.relation === 'ahead') return { kind: 'superseded', commit: recorded };
  if (answer.relation === 'unknown') return { kind: 'unknown', commit: recorded, failure: answer.failure };
  // A diverged commit is one that a force-push has left behind: nobody can say which of the two is newer.
  return answer.relation === 'diverged'
    ? { kind: 'unknown', commit: recorded, failure: undefined }
    : { kind: 'current' };
}

export interface DeployedCommit {
  commit: string | undefined;
  order: Order;
}

/** The same against the last successful GitHub Deployment of the endpoint; asked beside the service's limits and list. */
export async function orderByDeployments(
  access: GitHubAccess,
  { environment, endpoint }: { environment: string; endpoint: string },
): Promise<DeployedCommit> {
  const found = await findLatestDeployment(access.api, {
    environment,
    accepts: (payload) => payload.endpoint === endpoint,
  });
  if (!found.ok) return { commit: undefined, order: { kind: 'unknown', commit: '', failure: found.failure } };
  const commit = parseRecord(found.value?.payload)?.commit;
  return { commit, order: await orderAgainst(commit, access) };
}
