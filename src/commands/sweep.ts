/** The command `sweep`: previews of this repository are deleted when their pull request is to have none or they are too old; nothing else is touched. */

import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { type PullRequestMarks, type PullRequestState, readPullRequestStates } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import { explainRefusal, type PreviewRules, refusalOf } from '../plan/preview-event.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  keptLines,
  type SweptPreview,
  sweepSummary,
} from '../render/deletions.ts';
import { formatAge } from '../render/text.ts';
import { writeComment } from './comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { concludeDeletions, deleteAll, withRecords } from './deletions.ts';
import { previewSubject, retire } from './github-deployment.ts';
import { previewNumberOf } from './ownership.ts';
import { assertTrusted } from './trust.ts';

export const sweep: CommandFunction = async (context) => {
  const { inputs, reporter, signal, github } = context;
  assertRepository(context);
  assertTrusted(context);
  const client = await context.connections.service();
  const list = await client.list({ signal });
  const isNamedLikeOne = (name: string) => /-pr-\d+$/.test(name);
  const endpoints = await withRecords(list, { context, isNamedLikeOne });
  const previews = endpoints.flatMap((endpoint) => readPreviewEndpoint(endpoint, context) ?? []);
  const { states, marks, failure } = await readPullRequestStates(github.api, [
    ...new Set(previews.map(({ pullRequest }) => pullRequest)),
  ]);
  // What GitHub did not answer after that says nothing about GitHub.
  signal.throwIfAborted();
  const judge = (preview: PreviewEndpoint) =>
    sweepReason(preview, {
      state: states.get(preview.pullRequest),
      marks: marks.get(preview.pullRequest),
      rules: inputs.preview,
    });
  // Deployed again meanwhile, a preview is young; under another record, it is another repository's.
  const reasonOf = (endpoint: Endpoint) => {
    const preview = readPreviewEndpoint(endpoint, context);
    return preview && judge(preview);
  };
  const deletions = await deleteAll(endpoints, { context, reasonOf });
  const swept = previews.map(
    (preview): SweptPreview => ({ ...preview, state: states.get(preview.pullRequest) ?? 'unknown' }),
  );
  reporter.info([...deletionLines(deletions, 'No previews to delete.'), ...keptLines(swept, deletions)].join('\n'));
  await reporter.summarize(sweepSummary(swept, deletions));
  await tellGitHub(context, { previews, deletions });
  const touched = new Set(deletions.map(({ endpoint }) => endpoint.id));
  const left = swept.filter(({ state, endpoint }) => state === 'unknown' && !touched.has(endpoint.id));
  return concludeDeletions(deletions, context) ?? reportUndecided(left, { context, states, failure });
};

function assertRepository({ github }: CommandContext): void {
  if (github.context.repository !== '') return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: '`sweep` deletes the previews of a repository, so it runs only inside a workflow',
    hint: 'Run it in a workflow with `on: schedule`.',
  });
}

/** An endpoint that is recorded as a preview of this repository. */
type PreviewEndpoint = Omit<SweptPreview, 'state'>;

/** undefined where the endpoint is no preview of this repository. */
export function readPreviewEndpoint(
  endpoint: Endpoint,
  { github, clock }: CommandContext,
): PreviewEndpoint | undefined {
  const pullRequest = previewNumberOf(endpoint, github.context);
  const record = readRecord(endpoint.config);
  if (pullRequest === undefined || !record) return undefined;
  // A record from a machine with a fast clock is young, not of negative age.
  const ageSeconds = Math.max(0, (clock.date().getTime() - Date.parse(record.time)) / 1000);
  return { endpoint, pullRequest, ageSeconds };
}

interface SweepFacts {
  state: PullRequestState | undefined;
  marks?: PullRequestMarks | undefined;
  /** Without them, the state alone decides. */
  rules?: (PreviewRules & { maxAgeSeconds: number | undefined }) | undefined;
}

/** Why the preview is deleted, as the end of a sentence; undefined when it stays. */
export function sweepReason(
  { pullRequest, ageSeconds }: Omit<PreviewEndpoint, 'endpoint'>,
  { state, marks, rules }: SweepFacts,
): string | undefined {
  const age = `deployed ${formatAge(ageSeconds)} ago`;
  if (state === 'closed' || state === 'merged') return `pull request #${pullRequest} is ${state}, ${age}`;
  const refusal = state === 'open' && marks && rules && refusalOf({ isOpen: true, ...marks }, rules);
  if (rules && refusal && refusal !== 'untold') return `${explainRefusal(refusal, rules)}, ${age}`;
  const { maxAgeSeconds } = rules ?? {};
  if (maxAgeSeconds !== undefined && ageSeconds > maxAgeSeconds)
    return `older than ${formatAge(maxAgeSeconds)}, ${age}`;
  return undefined;
}

/** Sets the Deployments of what was deleted inactive, and says in the comments of its pull requests that it is gone. */
async function tellGitHub(
  context: CommandContext,
  { previews, deletions }: { previews: readonly PreviewEndpoint[]; deletions: readonly Deletion[] },
): Promise<void> {
  const deleted = deletions.filter(({ state }) => state === 'deleted');
  const ids = new Set(deleted.map(({ endpoint }) => endpoint.id));
  const gone = previews.filter(({ endpoint }) => ids.has(endpoint.id));
  if (gone.length === 0 || context.signal.aborted) return;
  for (const [pullRequest, own] of Map.groupBy(gone, (preview) => preview.pullRequest)) {
    const left = previews.filter((preview) => preview.pullRequest === pullRequest && !own.includes(preview));
    if (left.length === 0) await retire(context, previewSubject(context, pullRequest), 'deleted by a sweep');
    const isOwn = ({ endpoint }: Deletion) => own.some((preview) => preview.endpoint.id === endpoint.id);
    await writeComment(context, {
      pullRequest,
      endpoints: own.map(({ endpoint }) => endpoint.config.name),
      markdown: closeSummary(pullRequest, deleted.filter(isOwn)),
      isPreview: true,
      endsPreviews: true,
    });
  }
}

type PullRequestStates = ReadonlyMap<number, PullRequestState>;

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function reportUndecided(
  left: readonly SweptPreview[],
  {
    context,
    states,
    failure,
  }: { context: CommandContext; states: PullRequestStates; failure: GitHubFailure | undefined },
): DeployError | undefined {
  if (left.length === 0) return undefined;
  const shown = left
    .map(
      ({ endpoint, pullRequest, ageSeconds }) =>
        `${endpoint.config.name} (#${pullRequest}, ${formatAge(ageSeconds)} old)`,
    )
    .join(', ');
  if (failure)
    return new DeployError({
      code: 'github',
      message: `the state of some pull requests is unknown, so these previews were kept: ${shown}. ${failure.message}`,
      hint: failure.hint,
    });
  // That not one is known is what a token sees that may not read pull requests.
  if ([...states.values()].every((state) => state === 'unknown'))
    return new DeployError({
      code: 'github',
      message: `GitHub found none of the pull requests, so these previews were kept: ${shown}`,
      hint: 'Give the job `permissions: { pull-requests: read }`. If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.',
    });
  context.reporter.annotate({
    severity: 'warning',
    title: 'sweep',
    message: `GitHub did not find the pull requests of these previews, so they were kept: ${shown}.`,
    hint: 'If the pull requests are really gone, delete the endpoints by hand, or give `preview` the line `max-age=14d`.',
  });
  return undefined;
}
