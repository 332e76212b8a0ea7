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

/** Up to here, as many requests answer it one by one, in parallel; a page of a hundred is large and slow. */
const fewAtMost = 3;
const maxPages = 3;

/**
 * The state of each pull request, in as few requests as are certain. Previews belong to recent pull requests, so one page of the newest
 * hundred, open and closed, answers for most of many; what it does not name is asked for alone. That a number is absent
 * from a list of open ones would prove nothing: lists shift while they are read.
 */
export async function readPullRequestStates(github: GitHub, numbers: readonly number[]): Promise<PullRequestStates> {
  const states = new Map<number, PullRequestState>(numbers.map((number) => [number, 'unknown']));
  // Numbers can be from outside, from the record of an endpoint.
  const wanted = new Set([...states.keys()].filter((number) => Number.isSafeInteger(number) && number > 0));
  const marks = new Map<number, PullRequestMarks>();
  if (wanted.size === 0) return { states, marks, failure: undefined };
  const requests = github.requests({ title: 'State of pull requests', permission: 'pull-requests: read' });
  const note = (pull: Pull) => {
    if (!wanted.delete(pull.number)) return;
    states.set(pull.number, stateOf(pull));
    marks.set(pull.number, marksOf(pull));
  };

  if (wanted.size > fewAtMost) {
    const failure = await readNewest(requests, { wanted, note });
    if (failure) return { states, marks, failure };
  }
  let failure: GitHubFailure | undefined;
  await pLimit(5).map([...wanted], async (number) => {
    // After a failure of the whole (a rate limit, no permission), asking on would only make it worse.
    if (failure) return;
    const pull = await requests.send({
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
      parameters: { pull_number: number },
      answer: pullSchema,
    });
    if (pull.ok) note(pull.value);
    else if (pull.failure.kind !== 'not-found') failure ??= pull.failure;
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
  const pull = await requests.send({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    // What is decided by it may delete an endpoint.
    answer: pullSchema.check(z.refine((found) => found.number === number)),
  });
  if (!pull.ok) return pull;
  const { head } = pull.value;
  const { sha: headSha, repo } = head ?? {};
  const value = { state: stateOf(pull.value), ...marksOf(pull.value), headSha, headRepository: repo?.full_name };
  return { ok: true, value };
}

async function readNewest(
  requests: GitHubRequests,
  { wanted, note }: { wanted: ReadonlySet<number>; note: (pull: Pull) => void },
): Promise<GitHubFailure | undefined> {
  const listed = await requests.list({
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { state: 'all', sort: 'created', direction: 'desc' },
    item: pullSchema,
    maxPages,
    isEnough: (page) => {
      for (const pull of page) note(pull);
      const oldest = Math.min(...page.map((pull) => pull.number));
      // The rest is older than this page, or few enough to be asked for alone.
      return wanted.size <= fewAtMost || [...wanted].every((number) => number >= oldest);
    },
  });
  if (!listed.ok) return listed.failure;
  for (const pull of listed.value) note(pull);
  return undefined;
}

function marksOf({ draft, labels }: Pull): PullRequestMarks {
  return { isDraft: draft, labels: labels?.map(({ name }) => name) };
}

function stateOf({ state, merged_at }: Pull): PullRequestState {
  if (state === 'open') return 'open';
  return merged_at ? 'merged' : 'closed';
}
