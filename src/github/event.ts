/** What the event says that started the run: its payload and the facts of the runner as one typed context; whatever is missing or malformed is not in it. */

import * as z from 'zod/mini';

/** What the runner says in its environment; '' for what is not set. */
export interface RunnerFacts {
  /** `GITHUB_EVENT_NAME` */
  eventName: string;
  /** `GITHUB_REPOSITORY` */
  repository: string;
  /** `GITHUB_SHA` */
  sha: string;
  /** `GITHUB_REF` */
  ref: string;
  /** `GITHUB_RUN_ID` */
  runId: string;
  /** `GITHUB_RUN_ATTEMPT` */
  runAttempt: string;
  /** `GITHUB_SERVER_URL` */
  serverUrl: string;
  /** `GITHUB_ACTOR` */
  actor: string;
}

export interface PullRequestEvent {
  number: number;
  isClosed: boolean;
  /** True as well when its repository is gone, or is not told: then it is not known to be ours. */
  isFromFork: boolean;
  createdAt: Date | undefined;
}

export interface GitHubContext {
  /** '' outside a workflow. */
  eventName: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  /** The commit that the run is about; for a pull request its last commit, not the merge that GitHub makes up for the run. */
  sha: string;
  ref: string;
  runId: string;
  runAttempt: string;
  /** This attempt of the run, for people; undefined outside a workflow. */
  runUrl: string | undefined;
  actor: string;
  /** Present for every event about a pull request, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
}

const text = z.catch(z.optional(z.string()), undefined);
const repositorySchema = z.catch(z.nullish(z.object({ full_name: text })), undefined);
const branchSchema = z.catch(z.optional(z.object({ sha: text, repo: repositorySchema })), undefined);
const pullRequestSchema = z.object({
  number: z.int(),
  state: text,
  created_at: text,
  head: branchSchema,
  base: branchSchema,
});
// Each member falls back by itself, so that one odd member does not cost the others.
const payloadSchema = z.object({
  repository: repositorySchema,
  pull_request: z.catch(z.optional(pullRequestSchema), undefined),
});
type EventPayload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`, '' when there is none. */
export function parseEvent(payload: string, facts: RunnerFacts): GitHubContext {
  const { repository: repo, pull_request: pull } = readPayload(payload);
  const { serverUrl, runId, runAttempt } = facts;
  const repository = facts.repository || repo?.full_name || '';
  const isRun = serverUrl !== '' && repository !== '' && runId !== '';
  const attempt = runAttempt === '' ? '' : `/attempts/${runAttempt}`;
  return {
    eventName: facts.eventName,
    repository,
    sha: pull?.head?.sha || facts.sha,
    ref: facts.ref,
    runId,
    runAttempt,
    runUrl: isRun ? `${serverUrl}/${repository}/actions/runs/${runId}${attempt}` : undefined,
    actor: facts.actor,
    pullRequest: pull && {
      number: pull.number,
      isClosed: pull.state === 'closed',
      isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? repository),
      createdAt: dateOf(pull.created_at),
    },
  };
}

function readPayload(payload: string): EventPayload {
  try {
    const read = payloadSchema.safeParse(JSON.parse(payload));
    if (read.success) return read.data;
  } catch {
    // Not JSON.
  }
  return payloadSchema.parse({});
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is nobody's. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}

function dateOf(iso: string | undefined): Date | undefined {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
