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
  /** `GITHUB_REPOSITORY_ID` */
  repositoryId?: string | undefined;
  /** The commit at HEAD of the workspace; undefined where nothing is checked out. */
  checkout?: string | undefined;
}

export interface PullRequestEvent {
  number: number;
  isClosed: boolean;
  isMerged: boolean;
  /** Its last commit when the event happened; '' when it is not told. */
  headSha: string;
  /** True as well when its repository is gone, or is not told: then it is not known to be ours. */
  isFromFork: boolean;
  createdAt: Date | undefined;
}

export interface GitHubContext {
  /** '' outside a workflow. */
  eventName: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  /** Its id, which a rename and a transfer keep; '' when it is not told. */
  repositoryId: string;
  /** The commit whose spec is deployed: what is checked out; for a pull request's merge ref, which GitHub makes up, the last commit of the pull request. */
  sha: string;
  /** The branch that says which commit should be there; '' when none does. */
  branch: string;
  /** Somebody asked for this very run again. */
  isRerun: boolean;
  /** What is checked out may be anybody's, and the run may have secrets all the same. True as well where only the event could tell, and does not. */
  isForeignCode: boolean;
  /** The event could not be read: nothing above is from it. */
  isEventUnread?: true;
  /** The pull request whose commit may be what is checked out, although the event is none of a pull request: GitHub has to be asked whose it is. */
  unprovenPullRequest: number | undefined;
  ref: string;
  runId: string;
  runAttempt: string;
  /** This attempt of the run, for people; undefined outside a workflow. */
  runUrl: string | undefined;
  actor: string;
  /** Present for every event about a pull request, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
  /** Number of the pull request to comment on, also for a comment on one and for a run after its run. */
  commentedPullRequest: number | undefined;
}

const text = z.catch(z.optional(z.string()), undefined);
const repositorySchema = z.catch(
  z.nullish(z.object({ full_name: text, id: z.catch(z.optional(z.number()), undefined), default_branch: text })),
  undefined,
);
const branchSchema = z.catch(z.optional(z.object({ sha: text, ref: text, repo: repositorySchema })), undefined);
const pullRequestSchema = z.object({
  number: z.int(),
  state: text,
  created_at: text,
  head: branchSchema,
  base: branchSchema,
  merged: z.catch(z.optional(z.boolean()), undefined),
  merge_commit_sha: z.catch(z.nullish(z.string()), undefined),
});
const workflowRunSchema = z.object({
  event: text,
  head_sha: text,
  pull_requests: z.catch(z.optional(z.array(z.object({ number: z.int() }))), undefined),
  head_branch: z.catch(z.nullish(z.string()), undefined),
  head_repository: z.catch(z.nullish(z.object({ full_name: text })), undefined),
});
// Each member falls back by itself, so that one odd member does not cost the others.
const payloadSchema = z.object({
  repository: repositorySchema,
  pull_request: z.catch(z.optional(pullRequestSchema), undefined),
  workflow_run: z.catch(z.optional(workflowRunSchema), undefined),
  merge_group: z.catch(z.optional(z.object({ base_ref: text })), undefined),
  issue: z.catch(z.optional(z.object({ number: z.int(), pull_request: z.unknown() })), undefined),
});
type EventPayload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`, '' when there is none. */
export function parseEvent(payload: string, facts: RunnerFacts): GitHubContext {
  const read = readPayload(payload);
  const event = read ?? payloadSchema.parse({});
  const { repository: repo, pull_request: pull } = event;
  const { serverUrl, runId, runAttempt } = facts;
  const repository = facts.repository || repo?.full_name || '';
  const isRun = serverUrl !== '' && repository !== '' && runId !== '';
  const attempt = runAttempt === '' ? '' : `/attempts/${runAttempt}`;
  return {
    eventName: facts.eventName,
    repository,
    repositoryId: facts.repositoryId || String(repo?.id ?? ''),
    sha: commitOf(event, facts),
    branch: branchOf(event, facts),
    isRerun: Number(runAttempt) > 1,
    commentedPullRequest: commentedOn(event),
    isForeignCode: isForeignCode(event, { ...facts, repository }),
    ...(!read && facts.eventName !== '' && { isEventUnread: true }),
    unprovenPullRequest: facts.checkout !== undefined && isOpenToAll(facts) ? commentedOn(event) : undefined,
    ref: facts.ref,
    runId,
    runAttempt,
    runUrl: isRun ? `${serverUrl}/${repository}/actions/runs/${runId}${attempt}` : undefined,
    actor: facts.actor,
    pullRequest: pull && {
      number: pull.number,
      isClosed: pull.state === 'closed',
      isMerged: pull.merged === true,
      headSha: pull.head?.sha ?? '',
      isFromFork: isFromFork(pull, repository),
      createdAt: dateOf(pull.created_at),
    },
  };
}

/** `refs/pull/7/merge` is a commit that is made up for the run, and on nobody's branch. */
const mergeRef = /^refs\/pull\/\d+\/merge$/;

function commitOf({ pull_request: pull, workflow_run: workflowRun }: EventPayload, facts: RunnerFacts): string {
  const { checkout, sha, ref, eventName } = facts;
  if (!pull) return checkout ?? (workflowRun?.head_sha || sha);
  const proposed = (pull.merged && pull.merge_commit_sha) || pull.head?.sha || sha;
  const isMadeUp = eventName !== 'pull_request_target' && (mergeRef.test(ref) || ref === '') && checkout === sha;
  return checkout === undefined || isMadeUp ? proposed : checkout;
}

function branchOf(
  { pull_request: pull, workflow_run: workflowRun, merge_group: mergeGroup, repository }: EventPayload,
  { ref }: RunnerFacts,
): string {
  if (pull) return pull.base?.ref ?? '';
  if (workflowRun) return workflowRun.head_branch ?? '';
  // The queue's own branch is gone with the merge; what should be there is what it is merged into.
  const [, branch] = /^refs\/heads\/(.+)$/.exec(mergeGroup?.base_ref ?? ref) ?? [];
  // A tag, say: its commit is held against the branch that everything ends in.
  return branch ?? repository?.default_branch ?? '';
}

function commentedOn({ pull_request: pull, workflow_run: workflowRun, issue }: EventPayload): number | undefined {
  if (pull) return pull.number;
  const [only, ...others] = workflowRun?.pull_requests ?? [];
  if (only) return others.length === 0 ? only.number : undefined;
  // An issue has no such member.
  return issue?.pull_request ? issue.number : undefined;
}

function isForeignCode({ pull_request: pull, workflow_run: workflowRun }: EventPayload, facts: RunnerFacts): boolean {
  const { eventName, repository } = facts;
  if (eventName === 'pull_request_target' || isOpenToAll(facts)) return true;
  if (pull) return !pull.merged && isFromFork(pull, repository);
  if (eventName.startsWith('pull_request') || (eventName === 'workflow_run' && !workflowRun)) return true;
  const isOfPull = workflowRun?.event?.startsWith('pull_request') ?? false;
  return isOfPull && !isSameRepository(workflowRun?.head_repository?.full_name, repository);
}

/** Events that anybody can start, in a run that has the secrets of the repository. */
const openEvents: ReadonlySet<string> = new Set([
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
  'fork',
  'gollum',
  'watch',
]);

/** Such an event runs for the tip of the default branch; what else is checked out, or where, says nothing of who wrote it. */
function isOpenToAll({ eventName, checkout, sha }: RunnerFacts): boolean {
  return openEvents.has(eventName) && checkout !== sha;
}

function isFromFork({ head, base }: z.infer<typeof pullRequestSchema>, repository: string): boolean {
  return !isSameRepository(head?.repo?.full_name, base?.repo?.full_name ?? repository);
}

function readPayload(payload: string): EventPayload | undefined {
  try {
    return payloadSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    // Not JSON.
    return undefined;
  }
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is nobody's. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}

function dateOf(iso: string | undefined): Date | undefined {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
