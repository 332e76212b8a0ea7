/** Which pull requests are open, closed or merged. */

import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { GitHub } from './api.ts';
import type { GitHubFailure, GitHubResult } from './failure.ts';
import { draftSchema, labelsSchema } from './payload.ts';
import type { GitHubRequests } from './requests.ts';

/** `unknown`: no such pull request, or no answer. Never to be taken for `closed`. */
export type PullRequestState = 'open' | 'closed' | 'merged' | 'unknown';

export interface PullRequestStates {
  /** One entry for each number that was asked for. */
  states: ReadonlyMap<number, PullRequestState>;
  /** Of those that GitHub knows. */
  marks: ReadonlyMap<number, PullRequestMarks>;
  /** The first failure other than "no such pull request"; what it hit is `unknown`. */
  failure: GitHubFailure | undefined;
}

/** What people mark a pull request with; undefined where GitHub does not say. */
export interface PullRequestMarks {
  isDraft: boolean | undefined;
  labels: readonly string[] | undefined;
}

const pullSchema = z.object({
  number: z.number(),
  state: z.enum(['open', 'closed']),
  merged_at: z.nullish(z.string()),
  draft: draftSchema,
  labels: labelsSchema,
  head: z.optional(z.object({ sha: z.string(), repo: z.nullish(z.object({ full_name: z.string() })) })),
});
type Pull = z.infer<typeof pullSchema>;

/** Each is asked for alone: that a number is absent from a list of open ones would prove nothing, since lists shift while they are read. */
export async function readPullRequestStates(github: GitHub, numbers: readonly number[]): Promise<PullRequestStates> {
  const states = new Map<number, PullRequestState>(numbers.map((number) => [number, 'unknown']));
  const marks = new Map<number, PullRequestMarks>();
  const requests = github.requests({ title: 'State of pull requests', permission: 'pull-requests: read' });
  // Numbers can be from outside, from the record of an endpoint.
  const wanted = [...states.keys()].filter((number) => Number.isSafeInteger(number) && number > 0);
  let failure: GitHubFailure | undefined;
  await pLimit(5).map(wanted, async (number) => {
    // After a failure of the whole (a rate limit, no permission), asking on would only make it worse.
    if (failure) return;
    const pull = await readPull(requests, number);
    if (pull.ok) {
      states.set(number, stateOf(pull.value));
      marks.set(number, marksOf(pull.value));
    } else if (pull.failure.kind !== 'not-found') failure ??= pull.failure;
  });
  return { states, marks, failure };
}

export interface PullRequestNow extends PullRequestMarks {
  state: PullRequestState;
  /** Its last commit. */
  headSha: string | undefined;
  /** `owner/name` of where that commit comes from; undefined where that is gone. */
  headRepository: string | undefined;
}

export async function readPullRequest(github: GitHub, number: number): Promise<GitHubResult<PullRequestNow>> {
  const requests = github.requests({ title: `State of pull request #${number}`, permission: 'pull-requests: read' });
  const pull = await readPull(requests, number);
  if (!pull.ok) return pull;
  const { head } = pull.value;
  const { sha: headSha, repo } = head ?? {};
  const value = { state: stateOf(pull.value), ...marksOf(pull.value), headSha, headRepository: repo?.full_name };
  return { ok: true, value };
}

function readPull(requests: GitHubRequests, number: number): Promise<GitHubResult<Pull>> {
  return requests.send({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    // What is decided by it may delete an endpoint.
    answer: pullSchema.check(z.refine((found) => found.number === number)),
  });
}

function marksOf({ draft, labels }: Pull): PullRequestMarks {
  return { isDraft: draft, labels: labels?.map(({ name }) => name) };
}

function stateOf({ state, merged_at }: Pull): PullRequestState {
  if (state === 'open') return 'open';
  return merged_at ? 'merged' : 'closed';
}
