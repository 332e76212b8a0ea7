/** Pull requests as they are now: open, closed or merged, with their labels and last commit. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure, GitHubResult } from './failure.ts';
import { draftSchema, labelsSchema } from './payload.ts';
import type { GitHubRequests } from './requests.ts';

export interface PullRequestNow {
  state: 'open' | 'closed' | 'merged';
  /** undefined where GitHub does not say. */
  isDraft: boolean | undefined;
  labels: readonly string[] | undefined;
  /** Its last commit. */
  headSha: string | undefined;
  /** `owner/name` of where that commit comes from; undefined where that no longer exists. */
  headRepository: string | undefined;
}

const pullSchema = z.object({
  number: z.number(),
  state: z.enum(['open', 'closed']),
  merged_at: z.nullish(z.string()),
  draft: draftSchema,
  labels: labelsSchema,
  head: z.optional(z.object({ sha: z.string(), repo: z.nullish(z.object({ full_name: z.string() })) })),
});

/**
 * Those that GitHub knows, and the first failure other than "no such pull request". Each is read by itself: the absence
 * of a number from a list of open ones would prove nothing, since lists shift while they are read.
 */
export async function readPullRequests(
  github: GitHub,
  numbers: readonly number[],
): Promise<{ pulls: ReadonlyMap<number, PullRequestNow>; failure: GitHubFailure | undefined }> {
  const pulls = new Map<number, PullRequestNow>();
  const requests = github.requests({ title: 'State of pull requests', permission: 'pull-requests: read' });
  // Numbers can be from outside, from the record of an endpoint.
  const wanted = numbers.filter((number) => Number.isSafeInteger(number) && number > 0);
  let failure: GitHubFailure | undefined;
  await pLimit(5).map(wanted, async (number) => {
    // After a failure of the whole (a rate limit, no permission), asking on would only make it worse.
    if (failure) return;
    const pull = await readPull(requests, number);
    if (pull.ok) pulls.set(number, pull.value);
    else if (pull.failure.kind !== 'not-found') failure ??= pull.failure;
  });
  return { pulls, failure };
}

export async function readPullRequest(github: GitHub, number: number): Promise<GitHubResult<PullRequestNow>> {
  const requests = github.requests({ title: `State of pull request #${number}`, permission: 'pull-requests: read' });
  return readPull(requests, number);
}

async function readPull(requests: GitHubRequests, number: number): Promise<GitHubResult<PullRequestNow>> {
  const pull = await requests.send({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    // What is decided by it may delete an endpoint.
    answer: pullSchema.check(z.refine((found) => found.number === number)),
  });
  if (!pull.ok) return pull;
  const { state, merged_at, draft, labels, head } = pull.value;
  return {
    ok: true,
    value: {
      state: state === 'closed' && merged_at ? 'merged' : state,
      isDraft: draft,
      labels: labels?.map(({ name }) => name),
      headSha: head?.sha,
      headRepository: head?.repo?.full_name,
    },
  };
}
