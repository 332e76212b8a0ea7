/** The facts of a run: what the runner and its event say, and who can have started it. */

import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

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
  /** ID of the repository, kept over a rename and a transfer; '' if unknown. */
  repositoryId: string;
  /** The commit that is checked out; for a merge ref, which GitHub makes up, the last commit of the pull request. */
  sha: string;
  /** The run that this one follows (`workflow_run`), which may have built its image. */
  upstream: UpstreamRun | undefined;
  /** The last commit of the branch before a push; '' for another event. */
  before: string;
  /** The branch that decides which commits are newer; of a tag, the default branch; '' if unknown, or a fork's. */
  branch: string;
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
  commentedPullRequest: number | undefined;
}

/** Unknown texts are ''. */
interface UpstreamRun {
  event: string;
  sha: string;
  branch: string;
}

/** Unknown texts are '', other unknown facts undefined. */
export interface PullRequestEvent {
  number: number;
  action: string;
  isClosed: boolean;
  isMerged: boolean;
  isDraft: boolean | undefined;
  /** Names of its labels after the event. */
  labels: readonly string[] | undefined;
  /** The label that the event adds or removes. */
  label: string;
  /** Its last commit when the event happened. */
  headSha: string;
  /** The commit that it was merged as, or would be. */
  mergeSha: string;
  /** Also true if its repository no longer exists, or is unknown. */
  isFromFork: boolean;
}

export type Trust =
  /** Only someone with write access can have started the run, and chosen what is checked out. */
  | { kind: 'trusted' }
  /** `why` ends "`deploy` does not run …". `unless`: someone with write access asked for a stranger's code. */
  | { kind: 'untrusted'; why: string; unless?: ProvenCode };

/** Commits that are not a stranger's: these, and the last one of the pull request if its branch is ours. */
type ProvenCode = { commits: readonly string[]; pullRequest: number | undefined };

/** Each member falls back by itself, so that one odd member does not cost the others. */
const known = <Value>(schema: z.ZodMiniType<Value>) => z.catch(z.optional(schema), undefined);
const knownText = z.catch(z.string(), '');
const repositorySchema = known(
  z.object({ full_name: known(z.string()), id: known(z.number()), default_branch: knownText }),
);
const branchSchema = known(z.object({ sha: knownText, ref: knownText, repo: repositorySchema }));
const authoredSchema = known(z.object({ author_association: knownText }));
const payloadSchema = z.object({
  action: knownText,
  before: knownText,
  label: known(z.object({ name: knownText })),
  repository: repositorySchema,
  pull_request: known(
    z.object({
      number: z.int(),
      state: knownText,
      head: branchSchema,
      base: branchSchema,
      draft: known(z.boolean()),
      // All labels or none: the odd one may decide.
      labels: known(z.array(z.object({ name: z.string() }))),
      merged: known(z.boolean()),
      merge_commit_sha: knownText,
    }),
  ),
  workflow_run: known(
    z.object({
      event: knownText,
      head_sha: knownText,
      head_branch: knownText,
      head_repository: repositorySchema,
      pull_requests: known(z.array(z.object({ number: z.int(), base: branchSchema }))),
    }),
  ),
  issue: known(z.object({ number: z.int(), pull_request: z.unknown() })),
  comment: authoredSchema,
  review: authoredSchema,
});
type Payload = z.infer<typeof payloadSchema>;

/** `payload` is the text of `GITHUB_EVENT_PATH`, '' when there is none. */
export function parseEvent(payload: string, facts: RunnerFacts): GitHubContext {
  const { eventName, serverUrl, runId, runAttempt, ref, actor } = facts;
  const event = payloadSchema.safeParse(tryParseJson(payload)?.value).data;
  const repository = facts.repository || event?.repository?.full_name || '';
  const isRun = serverUrl !== '' && repository !== '' && runId !== '';
  const attempt = runAttempt === '' ? '' : `/attempts/${runAttempt}`;
  const pullRequest = event && pullRequestOf(event, repository);
  const repositoryId = facts.repositoryId || String(event?.repository?.id ?? '');
  const commentedPullRequest = event && commentedOn(event, repositoryId);
  return {
    ...{ eventName, repository, ref, runId, runAttempt, actor, pullRequest, commentedPullRequest },
    repositoryId,
    before: eventName === 'push' ? (event?.before ?? '') : '',
    sha: commitOf(facts, pullRequest, event),
    branch: branchOf(facts, pullRequest, event),
    upstream: event?.workflow_run && upstreamOf(event.workflow_run),
    isRerun: Number(runAttempt) > 1,
    trust: trustOf(event && { ...event, pullRequest, commentedPullRequest }, { eventName, repository, sha: facts.sha }),
    ...(!event && eventName !== '' && { isEventUnread: true }),
    runUrl: isRun ? `${serverUrl}/${repository}/actions/runs/${runId}${attempt}` : undefined,
  };
}

function pullRequestOf(
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
    label: label?.name ?? '',
    headSha: pull.head?.sha ?? '',
    mergeSha: pull.merge_commit_sha,
    isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository),
  };
}

function commentedOn({ pull_request: pull, workflow_run: run, issue }: Payload, ourId: string): number | undefined {
  if (pull) return pull.number;
  // Those of forks are listed, too, by numbers of their own.
  const ours = run?.pull_requests?.filter(({ base }) => String(base?.repo?.id ?? 'unknown') === ourId);
  const [only, ...others] = ours ?? [];
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

function branchOf({ ref }: RunnerFacts, pullRequest: PullRequestEvent | undefined, event: Payload | undefined): string {
  const { pull_request: pull, repository } = event ?? {};
  const [, branch = repository?.default_branch ?? ''] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
  if (!pullRequest) return branch;
  return (pullRequest.isMerged ? pull?.base?.ref : !pullRequest.isFromFork && pull?.head?.ref) || '';
}

function upstreamOf({ event, head_sha: sha, head_branch: branch }: NonNullable<Payload['workflow_run']>): UpstreamRun {
  return { event, sha, branch };
}

/** Events that only someone with write access can start. */
const writerEvents: ReadonlySet<string> = new Set([
  ...['push', 'create', 'delete', 'release', 'registry_package', 'merge_group'],
  ...['schedule', 'workflow_dispatch', 'repository_dispatch'],
]);

const trusted: Trust = { kind: 'trusted' };
const untrusted = (why: string, unless?: ProvenCode): Trust => ({ kind: 'untrusted', why, ...(unless && { unless }) });
const fork = (unless?: ProvenCode): Trust => untrusted('for code from a fork', unless);
const openEvent = 'an event that does not require write access';

type RunEvent = Payload & Pick<GitHubContext, 'pullRequest' | 'commentedPullRequest'>;

/** `event` is undefined where the payload could not be read; `eventName` and `repository` are '' outside a workflow. */
function trustOf(
  event: RunEvent | undefined,
  { eventName, repository, sha }: { eventName: string; repository: string; sha: string },
): Trust {
  if ((eventName === '' && repository === '') || writerEvents.has(eventName)) return trusted;
  const onEvent = eventName === '' ? 'on an unnamed event' : `on \`${eventName}\``;
  const unknown = untrusted(`${onEvent} without its event, which alone tells whose code this is`);
  switch (eventName) {
    case 'pull_request':
      return (event && trustOfPull(event, sha)) ?? unknown;
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return (event && (untrustedAuthor(event, onEvent) ?? trustOfPull(event, sha))) ?? unknown;
    case 'issue_comment':
    case 'discussion_comment': {
      const unless = { commits: [sha], pullRequest: event?.commentedPullRequest };
      return event ? (untrustedAuthor(event, onEvent) ?? untrusted(onEvent, unless)) : unknown;
    }
    case 'workflow_run':
      return (event && trustOfUpstream(event, repository)) ?? unknown;
    default:
      // Apps start `check_run` or `status` for the commits of forks, too.
      return untrusted(`${onEvent}, ${openEvent}`);
  }
}

function trustOfPull({ pullRequest }: RunEvent, sha: string): Trust | undefined {
  if (!pullRequest) return undefined;
  if (!pullRequest.isFromFork) return trusted;
  if (!pullRequest.isMerged) return fork();
  // Whoever merged it has write access; the branch in the fork may have gone on since.
  const commits = [sha, ...(pullRequest.mergeSha ? [pullRequest.mergeSha] : [])];
  return fork({ commits, pullRequest: undefined });
}

/** Undefined for one of the repository's own people. */
function untrustedAuthor({ review, comment }: RunEvent, onEvent: string): Trust | undefined {
  const association = (review ?? comment)?.author_association ?? '';
  if (['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association)) return undefined;
  return untrusted(`${onEvent} by someone who is neither owner, member nor collaborator`);
}

function trustOfUpstream({ workflow_run: run }: RunEvent, repository: string): Trust | undefined {
  if (!run) return undefined;
  if (!isSameRepository(run.head_repository?.full_name, repository)) return fork();
  // Who commented or reviewed is not in the event of a run that follows.
  if (writerEvents.has(run.event) || run.event === 'pull_request') return trusted;
  return untrusted(`after a run on \`${run.event}\`, ${openEvent}`);
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is never the same. */
export function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}
