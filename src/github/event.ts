/** The facts of a run: what the runner says of it and what its event says, as one typed context. */

import { type PullRequestEvent, type RunEvent, readEvent } from './payload.ts';
import { type Trust, trustOf } from './trust.ts';

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

export interface GitHubContext {
  /** '' outside a workflow. */
  eventName: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  /** Its id, which a rename and a transfer keep; '' when it is not told. */
  repositoryId: string;
  /** The commit that is checked out; for a pull request's merge ref, which GitHub makes up, the last commit of the pull request. */
  sha: string;
  /** The branch that says which commit should be there; '' when none does. */
  branch: string;
  /** Somebody asked for this very run again. */
  isRerun: boolean;
  /** Whether the run may write, and show what is no stranger's business. */
  trust: Trust;
  /** The event could not be read: nothing above is from it. */
  isEventUnread?: true;
  ref: string;
  runId: string;
  runAttempt: string;
  /** This attempt of the run, for people; undefined outside a workflow. */
  runUrl: string | undefined;
  actor: string;
  /** As in {@link RunEvent}. */
  pullRequest: PullRequestEvent | undefined;
  /** As in {@link RunEvent}. */
  commentedPullRequest: number | undefined;
}

/** `payload` is the text of `GITHUB_EVENT_PATH`, '' when there is none. */
export function parseEvent(payload: string, facts: RunnerFacts): GitHubContext {
  const { eventName, serverUrl, runId, runAttempt, ref, actor } = facts;
  const event = readEvent(payload, facts.repository);
  const repository = facts.repository || event?.repository.name || '';
  const isRun = serverUrl !== '' && repository !== '' && runId !== '';
  const attempt = runAttempt === '' ? '' : `/attempts/${runAttempt}`;
  return {
    ...{ eventName, repository, ref, runId, runAttempt, actor },
    repositoryId: facts.repositoryId || event?.repository.id || '',
    sha: commitOf(event, facts),
    branch: branchOf(event, facts),
    isRerun: Number(runAttempt) > 1,
    trust: trustOf(event, { eventName, repository, sha: facts.sha }),
    ...(!event && eventName !== '' && { isEventUnread: true }),
    runUrl: isRun ? `${serverUrl}/${repository}/actions/runs/${runId}${attempt}` : undefined,
    pullRequest: event?.pullRequest,
    commentedPullRequest: event?.commentedPullRequest,
  };
}

/** `refs/pull/7/merge` is a commit that is made up for the run, and on no branch. */
const mergeRef = /^refs\/pull\/\d+\/merge$/;

function commitOf(event: RunEvent | undefined, { checkout, sha, ref, eventName }: RunnerFacts): string {
  const pull = event?.pullRequest;
  if (!pull) return checkout ?? (event?.upstream?.sha || sha);
  const proposed = (pull.isMerged && pull.mergeSha) || pull.headSha || sha;
  const isMadeUp = eventName !== 'pull_request_target' && (mergeRef.test(ref) || ref === '') && checkout === sha;
  return checkout === undefined || isMadeUp ? proposed : checkout;
}

function branchOf(event: RunEvent | undefined, { ref }: RunnerFacts): string {
  if (event?.pullRequest) return event.pullRequest.baseBranch;
  if (event?.upstream) return event.upstream.branch;
  // The queue's own branch is gone with the merge; what should be there is what it is merged into.
  const [, branch] = /^refs\/heads\/(.+)$/.exec(event?.queueRef || ref) ?? [];
  // A tag, say: its commit is held against the branch that everything ends in.
  return branch ?? event?.repository.defaultBranch ?? '';
}
