/** What GitHub knows of pull requests, as they are now. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { GitHub, GitHubRequests } from './api.ts';
import type { PullRequestState } from './event.ts';
import type { GitHubFailure, GitHubResult } from './failure.ts';

export interface PullRequestNow extends PullRequestState {
  /** Its last commit. */
  headSha: string | undefined;
}

const pullSchema = z.object({
  number: z.number(),
  state: z.enum(['open', 'closed']),
  merged_at: z.nullish(z.string()),
  draft: z.catch(z.optional(z.boolean()), undefined),
  // All labels or none: the odd one may decide.
  labels: z.catch(z.optional(z.array(z.object({ name: z.string() }))), undefined),
  head: z.optional(z.object({ sha: z.string() })),
});

/**
 * The pull requests that GitHub knows, and the first failure other than "no such pull request". Each is read by itself:
 * its absence from a list of open ones would prove nothing, since lists shift while they are read.
 */
export async function readPullRequests(
  github: GitHub,
  numbers: readonly number[],
): Promise<{ pulls: ReadonlyMap<number, PullRequestNow>; failure: GitHubFailure | undefined }> {
  const pulls = new Map<number, PullRequestNow>();
  const requests = github.requests({ title: 'State of pull requests', permission: 'pull-requests: read' });
  let failure: GitHubFailure | undefined;
  await pLimit(5).map(numbers, async (number) => {
    // After a failure of the whole (a rate limit, no permission), asking on would only make it worse.
    if (failure) return;
    const pull = await requestPull(requests, number);
    if (pull.ok) pulls.set(number, pull.value);
    else if (pull.failure.kind !== 'not-found') failure ??= pull.failure;
  });
  return { pulls, failure };
}

export async function readPullRequest(github: GitHub, number: number): Promise<GitHubResult<PullRequestNow>> {
  const title = `State of pull request #${number}`;
  return requestPull(github.requests({ title, permission: 'pull-requests: read' }), number);
}

function requestPull(requests: GitHubRequests, number: number): Promise<GitHubResult<PullRequestNow>> {
  return requests.send({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    answer: z.pipe(
      // The answer may decide that an endpoint is deleted.
      pullSchema.check(z.refine((found) => found.number === number)),
      z.transform(({ state, merged_at, draft, labels, head }) => ({
        state: state === 'closed' && merged_at ? ('merged' as const) : state,
        isDraft: draft,
        labels: labels?.map(({ name }) => name),
        headSha: head?.sha,
      })),
    ),
  });
}
