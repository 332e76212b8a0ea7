/** What the runner and its event say of a run, and who can have started it. */

import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

/** What the runner says in its environment (`GITHUB_EVENT_NAME` and so on); '' for a variable that is not set. */
export interface RunnerValues {
  eventName: string;
  repository: string;
  sha: string;
  ref: string;
  runId: string;
  runAttempt: string;
  serverUrl: string;
  actor: string;
  /** ID of the repository, kept over a rename and a transfer. */
  repositoryId: string;
  /** The commit at HEAD of the workspace; undefined where nothing is checked out. */
  checkout: string | undefined;
}

export interface GitHubContext extends Omit<RunnerValues, 'serverUrl' | 'checkout'> {
  /** The commit that is checked out; for a merge ref, which GitHub makes up, the last commit of the pull request. */
  sha: string;
  /** The run that this one follows (`workflow_run`), which may have built its image. */
  upstream: UpstreamRun | undefined;
  /** The last commit of the branch before a push, also to a pull request; '' for another event. */
  before: string;
  /** The branch that decides which commits are newer; of a tag, the default branch; '' if unknown, or a fork's. */
  branch: string;
  /** Someone asked for this very run again. */
  isRerun: boolean;
  /**
   * Why the run may neither write nor show what strangers may not see, as the end of "`deploy` does not run …"; ''
   * where only someone with write access can have started it, and chosen the commit of its checkout.
   */
  distrust: string;
  /** This attempt of the run, for people; undefined outside a workflow. */
  runUrl: string | undefined;
  /** The pull request of every event about one, reviews and `pull_request_target` included. */
  pullRequest: PullRequestEvent | undefined;
}

/** Unknown texts are ''. */
interface UpstreamRun {
  event: string;
  sha: string;
  branch: string;
}

/** Undefined members are unknown. */
export interface PullRequestState {
  state: 'open' | 'closed' | 'merged';
  isDraft: boolean | undefined;
  /** The names of its labels. */
  labels: readonly string[] | undefined;
}

/** The pull request after the event. Unknown texts are '', other unknown values undefined. */
export interface PullRequestEvent extends PullRequestState {
  number: number;
  action: string;
  /** The label that the event adds or removes. */
  label: string;
  /** The branch that it is to be merged into. */
  base: string;
  /** Its last commit when the event happened. */
  headSha: string;
  /** Whether the branch is in another repository, or its repository no longer exists or is unknown. */
  isFromFork: boolean;
}

/** Each member falls back by itself, so that one odd member does not cost the others. */
const known = <Value>(schema: z.ZodMiniType<Value>) => z.catch(z.optional(schema), undefined);
const knownText = z.catch(z.string(), '');
const repositorySchema = known(z.object({ full_name: known(z.string()), default_branch: knownText }));
const branchSchema = known(z.object({ sha: knownText, ref: knownText, repo: repositorySchema }));
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
    }),
  ),
});
type Payload = z.infer<typeof payloadSchema>;

/** `payload` is the text of the file `GITHUB_EVENT_PATH`, '' without one. */
export function parseEvent(payload: string, runner: RunnerValues): GitHubContext {
  const { serverUrl, checkout, ...told } = runner;
  const { repository, runId, runAttempt } = told;
  const event = payloadSchema.safeParse(tryParseJson(payload)?.value).data;
  const upstream = event?.workflow_run;
  const pullRequest = event && pullRequestOf(event, repository);
  const runPath = `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${runAttempt}`;
  return {
    ...told,
    pullRequest,
    before: event?.before ?? '',
    sha: commitOf(runner, pullRequest, event),
    branch: branchOf(runner, pullRequest, event),
    upstream: upstream && { event: upstream.event, sha: upstream.head_sha, branch: upstream.head_branch },
    isRerun: Number(runAttempt) > 1,
    distrust: distrustOf({ run: upstream, pullRequest, ...told }),
    runUrl: runId === '' ? undefined : runPath,
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
    state: pull.merged ? 'merged' : pull.state === 'closed' ? 'closed' : 'open',
    isDraft: pull.draft,
    // The list may still have the label that the event removes: GitHub's own example does.
    labels: action === 'unlabeled' ? labels?.filter((name) => name !== label?.name) : labels,
    label: label?.name ?? '',
    base: pull.base?.ref ?? '',
    headSha: pull.head?.sha ?? '',
    isFromFork: !isSameRepository(pull.head?.repo?.full_name, pull.base?.repo?.full_name ?? ourRepository),
  };
}

function commitOf(
  { checkout, sha, ref, eventName }: RunnerValues,
  pull: PullRequestEvent | undefined,
  event: Payload | undefined,
): string {
  if (!pull) return checkout ?? (event?.workflow_run?.head_sha || sha);
  const mergeSha = pull.state === 'merged' && event?.pull_request?.merge_commit_sha;
  const proposed = mergeSha || pull.headSha || sha;
  // `refs/pull/7/merge` is a commit that is made up for the run, and on no branch.
  const isMergeRef = /^refs\/pull\/\d+\/merge$/.test(ref);
  const isMadeUp = eventName !== 'pull_request_target' && isMergeRef && checkout === sha;
  return checkout === undefined || isMadeUp ? proposed : checkout;
}

function branchOf(
  { ref }: RunnerValues,
  pullRequest: PullRequestEvent | undefined,
  event: Payload | undefined,
): string {
  const { pull_request: pull, repository } = event ?? {};
  const [, branch = repository?.default_branch ?? ''] = /^refs\/heads\/(.+)$/.exec(ref) ?? [];
  if (!pullRequest) return branch;
  return (pullRequest.state === 'merged' ? pull?.base?.ref : !pullRequest.isFromFork && pull?.head?.ref) || '';
}

/** Events that only someone with write access can start. */
const writerEvents: ReadonlySet<string> = new Set([
  ...['push', 'create', 'delete', 'release', 'registry_package', 'merge_group'],
  ...['schedule', 'workflow_dispatch', 'repository_dispatch'],
]);

const fork = 'for code from a fork';
const openEvent = 'an event that does not require write access';

type RunEvent = Pick<GitHubContext, 'eventName' | 'repository' | 'pullRequest'> & { run: Payload['workflow_run'] };

/** `eventName` and `repository` are '' outside a workflow. */
function distrustOf({ eventName, repository, pullRequest, run }: RunEvent): string {
  if ((eventName === '' && repository === '') || writerEvents.has(eventName)) return '';
  const onEvent = eventName === '' ? 'on an unnamed event' : `on \`${eventName}\``;
  const unknown = `${onEvent} without its event, which alone tells whose code this is`;
  if (eventName === 'pull_request') {
    if (!pullRequest) return unknown;
    // GitHub gives no secrets to a run for a fork, also once it is merged; a push is the event of the merge.
    return pullRequest.isFromFork ? fork : '';
  }
  // Apps start `check_run` or `status` for the commits of forks, and a collaborator who comments may only read.
  if (eventName !== 'workflow_run') return `${onEvent}, ${openEvent}`;
  if (!run) return unknown;
  if (!isSameRepository(run.head_repository?.full_name, repository)) return fork;
  // Who commented or reviewed is not in the event of a run that follows.
  if (writerEvents.has(run.event) || run.event === 'pull_request') return '';
  return `after a run on \`${run.event}\`, ${openEvent}`;
}

/** GitHub takes `Acme/Llama` and `acme/llama` for one repository. An unknown one is never the same. */
function isSameRepository(a: string | undefined, b: string): boolean {
  return a !== undefined && a !== '' && a.toLowerCase() === b.toLowerCase();
}
