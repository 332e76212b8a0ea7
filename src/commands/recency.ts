/** The order of commits: whether what is deployed already is newer than what this run would deploy. */

import { compareCommits } from '../github/ancestry.ts';
import type { GitHubFailure } from '../github/api.ts';
import { findLatestDeployment } from '../github/deployment-history.ts';
import { isSameRepository } from '../github/event.ts';
import { parseRecord, readRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { CommandContext, GitHubAccess } from './context.ts';

export type Recency =
  /** Nothing recorded stands against the deploy. */
  | { kind: 'current' }
  /** The recorded commit descends from this run's. */
  | { kind: 'superseded'; commit: string }
  /** Whether it does is not known: the deploy goes on with a notice. `commit` is '' when not even that is known. */
  | { kind: 'unknown'; commit: string; failure: GitHubFailure | undefined };

export interface DeployedCommit {
  commit: string | undefined;
  recency: Recency;
}

/** Against the last successful GitHub Deployment of the endpoint; asked beside the service's limits and list. */
export async function recencyByDeployments(
  github: Pick<GitHubAccess, 'api' | 'context'>,
  { environment, endpoint }: { environment: string; endpoint: string },
): Promise<DeployedCommit> {
  const found = await findLatestDeployment(github.api, {
    environment,
    accepts: (payload) => payload.endpoint === endpoint,
    // Other tools set inactive whatever is older than their own Deployment to the environment; the endpoint still runs it.
    states: ['success', 'inactive'],
  });
  if (!found.ok) return { commit: undefined, recency: { kind: 'unknown', commit: '', failure: found.failure } };
  const commit = parseRecord(found.value?.payload)?.commit;
  return { commit, recency: await compareWith(commit, github) };
}

/**
 * By either place that can carry a record: the GitHub Deployment, asked already (`deployed`), and the endpoint itself.
 * What is created overwrites nothing, so nothing can stand against it.
 */
export async function recencyOf(
  { live }: Pick<Plan, 'live'>,
  {
    context: { inputs, github },
    deployed,
  }: {
    context: { inputs: Pick<CommandContext['inputs'], 'force'>; github: Pick<GitHubAccess, 'api' | 'context'> };
    deployed: Promise<DeployedCommit> | undefined;
  },
): Promise<Recency> {
  const { repository } = github.context;
  if (!live || inputs.force || repository === '') return { kind: 'current' };
  const byDeployments = await deployed;
  if (byDeployments?.recency.kind === 'superseded') return byDeployments.recency;
  const recorded = readRecord(live.config);
  // The commit of another repository, whose endpoint is adopted, says nothing about this one's.
  const isOurs = recorded !== undefined && isSameRepository(recorded.repository, repository);
  const isAnswered = !isOurs || recorded.commit === byDeployments?.commit;
  const onEndpoint = isAnswered ? undefined : await compareWith(recorded.commit, github);
  return onEndpoint && onEndpoint.kind !== 'current' ? onEndpoint : (byDeployments?.recency ?? { kind: 'current' });
}

/** Compares this run's commit with a recorded one by GitHub's compare API. */
async function compareWith(
  recorded: string | undefined,
  { api, context: { sha } }: Pick<GitHubAccess, 'api' | 'context'>,
): Promise<Recency> {
  if (recorded === undefined || recorded === sha) return { kind: 'current' };
  const answer = await compareCommits(api, { base: sha, head: recorded });
  if (answer.relation === 'ahead') return { kind: 'superseded', commit: recorded };
  if (answer.relation === 'unknown') return { kind: 'unknown', commit: recorded, failure: answer.failure };
  // A diverged commit is one that a force-push has left behind: nobody can say which of the two is newer.
  return answer.relation === 'diverged'
    ? { kind: 'unknown', commit: recorded, failure: undefined }
    : { kind: 'current' };
}

/** Says when an endpoint is deployed over although the order is unknown. */
export function reportUnknownRecency(
  recency: Recency,
  { endpoint, context: { github, reporter } }: { endpoint: string; context: CommandContext },
): void {
  if (recency.kind !== 'unknown') return;
  // A commit that GitHub does not know is no failure of GitHub's: it is what a force-push leaves behind.
  const failure = recency.failure?.kind === 'not-found' && recency.commit !== '' ? undefined : recency.failure;
  if (failure) github.warn(failure);
  if (recency.commit === '') return;
  const why = failure ? 'GitHub did not say' : 'it is not in this history; a force-push, perhaps';
  reporter.annotate({
    severity: 'notice',
    title: `${endpoint}: order of commits`,
    message: `Commit ${recency.commit.slice(0, 12)} was deployed last. Whether it is newer than this run's ${github.context.sha.slice(0, 12)} cannot be told (${why}), so it is deployed over.`,
    hint: 'If this run was the older one, run the newer workflow again.',
  });
}
