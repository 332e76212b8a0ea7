/** The command `sweep`: previews of this repository are deleted when their pull request is closed or they are too old; nothing else is touched. */

import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { type PullRequestState, readPullRequestStates } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import { deletionLines } from '../render/deletions.ts';
import { keptLines, type SweptPreview, sweepSummary } from '../render/sweep.ts';
import { formatAge } from '../render/text.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { concludeDeletions, deleteAll, type TriedDeletion } from './deletions.ts';
import { checkTrust, previewNumberOf } from './ownership.ts';

export const sweep: CommandFunction = async (context) => {
  const { inputs, reporter, signal, github } = context;
  assertRepository(context);
  const untrusted = checkTrust(context);
  if (untrusted) throw untrusted;
  const client = context.connect();
  try {
    const { endpoints, complete } = await client.list({ signal });
    const previews = endpoints.flatMap((endpoint) => readPreviewEndpoint(endpoint, context) ?? []);
    const { states, failure } = await readPullRequestStates(github.api, [
      ...new Set(previews.map(({ pullRequest }) => pullRequest)),
    ]);
    const judge = (preview: PreviewEndpoint) =>
      sweepReason(preview, { state: states.get(preview.pullRequest), maxAgeSeconds: inputs.previewMaxAgeSeconds });
    const reasons = new Map(previews.map((preview) => [preview.endpoint.id, judge(preview)]));
    const reason = ({ id }: Endpoint) => reasons.get(id) ?? '';
    const toDelete = previews.flatMap(({ endpoint }) => (reason(endpoint) ? [endpoint] : []));
    const deletions = inputs.dryRun
      ? toDelete.map((endpoint): TriedDeletion => ({ endpoint, reason: reason(endpoint), state: 'planned' }))
      : await deleteAll(toDelete, {
          context,
          client,
          reason,
          // Deployed again meanwhile, it is young; under another record, it is somebody else's.
          isStillMeant: (endpoint) => {
            const preview = readPreviewEndpoint(endpoint, context);
            return preview !== undefined && judge(preview) !== undefined;
          },
        });
    const swept = previews.map(
      (preview): SweptPreview => ({ ...preview, state: states.get(preview.pullRequest) ?? 'unknown' }),
    );
    reporter.info(
      [...deletionLines(deletions, 'no preview of this repository has to go'), ...keptLines(swept, deletions)].join(
        '\n',
      ),
    );
    if (!complete) warnOfIncompleteList(context);
    await reporter.summarize(sweepSummary(swept, deletions));
    return concludeDeletions(deletions, context) ?? (failure && undecided(failure, previews.length));
  } finally {
    await client.close();
  }
};

function assertRepository({ github }: CommandContext): void {
  if (github.context.repository !== '') return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: '`sweep` needs to know its repository, and this is no workflow',
    hint: 'Run it in a workflow, `on: schedule`.',
  });
}

/** An endpoint that is recorded as a preview of this repository. */
interface PreviewEndpoint {
  endpoint: Endpoint;
  pullRequest: number;
  /** Since it was deployed. */
  ageSeconds: number;
}

/** undefined where the endpoint is no preview of this repository. */
export function readPreviewEndpoint(
  endpoint: Endpoint,
  { github, clock }: Pick<CommandContext, 'github' | 'clock'>,
): PreviewEndpoint | undefined {
  const pullRequest = previewNumberOf(endpoint, github.context);
  const record = readRecord(endpoint.config);
  if (pullRequest === undefined || !record) return undefined;
  // A record from a machine whose clock goes ahead is young, not of negative age.
  const ageSeconds = Math.max(0, (clock.date().getTime() - Date.parse(record.time)) / 1000);
  return { endpoint, pullRequest, ageSeconds };
}

/** Why the preview is deleted, as the end of a sentence; undefined when it stays. */
export function sweepReason(
  { pullRequest, ageSeconds }: Pick<PreviewEndpoint, 'pullRequest' | 'ageSeconds'>,
  { state, maxAgeSeconds }: { state: PullRequestState | undefined; maxAgeSeconds: number | undefined },
): string | undefined {
  const age = `deployed ${formatAge(ageSeconds)} ago`;
  if (state === 'closed' || state === 'merged') return `pull request #${pullRequest} is ${state}, ${age}`;
  if (maxAgeSeconds !== undefined && ageSeconds > maxAgeSeconds)
    return `older than ${formatAge(maxAgeSeconds)}, ${age}`;
  return undefined;
}

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function undecided({ message, hint }: GitHubFailure, count: number): DeployError {
  return new DeployError({
    code: 'github',
    message: `not every pull request of the ${count} previews could be judged: ${message}`,
    hint,
  });
}

function warnOfIncompleteList({ reporter }: CommandContext): void {
  reporter.annotate({
    severity: 'warning',
    title: 'sweep',
    message: 'The list of endpoints stayed incomplete: a preview that was not listed was not judged.',
    hint: 'The next sweep looks again.',
  });
}
