/** The facts of a run: what the runner and its event say; what is malformed is not told. */

import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';
import { isSameRepository, type Trust, trustOf } from './trust.ts';

/** What the runner says in its environment (`GITHUB_EVENT_NAME` and so on); '' for what is not set. */
export interface RunnerFacts {
  eventName: string;
  repository: string;
  sha: string;
  ref: string;
  runId: string;
  runAttempt: string;
  serverUrl: string;
  actor: string;
  repositoryId?: string | undefined;
  /** The commit at HEAD of the workspace; undefined where nothing is checked out. */
  checkout?: string | undefined;
}

export interface GitHubContext extends Omit<RunnerFacts, 'serverUrl' | 'repositoryId' | 'checkout'> {
  /** Of the repository, kept over a rename and a transfer; '' when it is not told. */
  repositoryId: string;
  /** The commit that is checked out; for a merge ref, which GitHub makes up, the last commit of the pull request. */
  sha: string;
  /** Someone asked for this very run again. */
  isRerun: boolean;
  /** Whether the run may write, and show what strangers may not see. */
  trust: Trust;
  /** The event could not be read: nothing above is from it. */
  isEventUnread?: true;
  /** This attempt of the run, for people; undefined outside a workflow. */
  runUrl: string | undefined;
  /** Present for every event about a pull request, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
  /** Number of the pull request to comment on, also for a comment on one and for a run after its run. */
  commentedPullRequest: number | undefined;
}

/** Texts are '' when they are not told. */
export interface PullRequestEvent {
  number: number;
  /** `opened`, `labeled`, … */
  action: string;
  isClosed: boolean;
  isMerged: boolean;
  /** undefined when it is not told. */
  isDraft: boolean | undefined;
  /** Names of its labels after the event; undefined when they are not told. */
  labels: readonly string[] | undefined;
  /** Its last commit when the event happened. */
  headSha: string;
  /** The commit that it was merged as, or would be. */
  mergeSha: string;
  /** True as well when its repository no longer exists, or is not told. */
  isFromFork: boolean;
}

/** Each member falls back by itself, so that one odd member does not cost the others. */
function told<Value>(schema: z.ZodMiniType<Value>) {
  return z.catch(z.optional(schema), undefined);
}
const text = z.catch(z.string(), '');
const repositorySchema = told(z.object({ full_name: told(z.string()), id: told(z.number()) }));
const branchSchema = told(z.object({ sha: text, repo: repositorySchema }));
const authoredSchema = told(z.object({ author_association: text }));
const payloadSchema = z.object({
  action: text,
  label: told(z.object({ name: text })),
  repository: repositorySchema,
  pull_request: told(
    z.object({
      number: z.int(),
      state: text,
      head: branchSchema,
      base: branchSchema,
      draft: told(z.boolean()),
      // All of them or none: one that is odd may be the one that decides.
      labels: told(z.array(z.object({ name: z.string() }))),
      merged: told(z.boolean()),
      merge_commit_sha: text,
    }),
  ),
  workflow_run: told(
    z.object({
      event: text,
      head_sha: text,
      head_repository: repositorySchema,
      pull_requests: told(z.array(z.object({ number: z.int() }))),
    }),
  ),
  issue: told(z.object({ number: z.int(), pull_request: z.unknown() })),
  comment: authoredSchema,
  review: authoredSchema,
});
export type Payload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`, '' when there is none. */
export function parseEvent(payload: string, facts: RunnerFacts): GitHubContext {
  const { eventName, serverUrl, runId, runAttempt, ref, actor } = facts;
  const event = payloadSchema.safeParse(tryParseJson(payload)?.value).data;
  const repository = facts.repository || event?.repository?.full_name || '';
  const isRun = serverUrl !== '' && repository !== '' && runId !== '';
  const attempt = runAttempt === '' ? '' : `/attempts/${runAttempt}`;
  const pullRequest = event && readPullRequest(event, repository);
  const commentedPullRequest = event && commentedOn(event);
  return {
    ...{ eventName, repository, ref, runId, runAttempt, actor, pullRequest, commentedPullRequest },
    repositoryId: facts.repositoryId || String(event?.repository?.id ?? ''),
    sha: commitOf(facts, pullRequest, event),
    isRerun: Number(runAttempt) > 1,
    trust: trustOf(event && { ...event, pullRequest, commentedPullRequest }, { eventName, repository, sha: facts.sha }),
    ...(!event && eventName !== '' && { isEventUnread: true }),
    runUrl: isRun ? `${serverUrl}/${repository}/actions/runs/${runId}${attempt}` : undefined,
  };
}

function readPullRequest(
  { action, label, pull_request: pull }: Payload,
  ourRepository: string,
): PullRequestEvent | undefined {
  if (!pull) return undefined;
  const labels = pull.labels?.map(({ name }) => name);
  return {
    number: pull.number,
    action,
    isClosed: pull.state === 'closed',
    isMerged: pull.merged === true,
    isDraft: pull.draft,
    // The list may still have the label that the event removes: GitHub's own example does.
    labels: action === 'unlabeled' ? labels?.filter((name) => name !== label?.name) : labels,
    headSha: pull.head?.sha ?? '',
    mergeSha: pull.merge_commit_sha,
    isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository),
  };
}

function commentedOn({ pull_request: pull, workflow_run: run, issue }: Payload): number | undefined {
  if (pull) return pull.number;
  const [only, ...others] = run?.pull_requests ?? [];
  if (only) return others.length === 0 ? only.number : undefined;
  // An issue has no such member.
  return issue?.pull_request ? issue.number : undefined;
}

function commitOf(
  { checkout, sha, ref, eventName }: RunnerFacts,
  pull: PullRequestEvent | undefined,
  event: Payload | undefined,
): string {
  if (!pull) return checkout ?? (event?.workflow_run?.head_sha || sha);
  const proposed = (pull.isMerged && pull.mergeSha) || pull.headSha || sha;
  // `refs/pull/7/merge` is a commit that is made up for the run, and on no branch.
  const isMergeRef = ref === '' || /^refs\/pull\/\d+\/merge$/.test(ref);
  const isMadeUp = eventName !== 'pull_request_target' && isMergeRef && checkout === sha;
  return checkout === undefined || isMadeUp ? proposed : checkout;
}
