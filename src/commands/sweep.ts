/** Owns the command `sweep`: preview endpoints of this repository whose pull request is closed, or that are too old, deleted; nothing else is touched. */

import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { type PullRequestState, readPullRequestStates } from '../github/pull-requests.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import { deletionLines } from '../render/deletions.ts';
import { formatAge, keptLines, type Swept, sweepSummary } from '../render/sweep.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { type Deletion, deleteAll, resultOf } from './deletions.ts';
import { previewNumberOf } from './ownership.ts';

export async function sweep(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, signal, github } = context;
  refuseNowhere(context);
  const client = context.connect();
  try {
    const { endpoints, complete } = await client.list({ signal });
    const previews = endpoints.flatMap((endpoint) => previewFacts(endpoint, context));
    const { states, failure } = await readPullRequestStates(github.api, [
      ...new Set(previews.map(({ pullRequest }) => pullRequest)),
    ]);
    const judge = (preview: Preview) => reasonOf(preview, { states, maxAgeSeconds: inputs.previewMaxAgeSeconds });
    const reasons = new Map(previews.map((preview) => [preview.endpoint.id, judge(preview)]));
    const reason = ({ id }: Endpoint) => reasons.get(id) ?? '';
    const doomed = previews.flatMap(({ endpoint }) => (reason(endpoint) ? [endpoint] : []));
    const deletions = inputs.dryRun
      ? doomed.map((endpoint): Deletion => ({ endpoint, reason: reason(endpoint), state: 'planned' }))
      : await deleteAll(doomed, {
          context,
          client,
          reason,
          // Deployed again meanwhile, it is young; under another record, it is somebody else's.
          isStillMeant: (endpoint) => previewFacts(endpoint, context).some((preview) => judge(preview) !== undefined),
        });
    const swept = previews.map(
      (preview): Swept => ({ ...preview, state: states.get(preview.pullRequest) ?? 'unknown' }),
    );
    reporter.info(
      [...deletionLines(deletions, 'no preview of this repository has to go'), ...keptLines(swept, deletions)].join(
        '\n',
      ),
    );
    if (!complete) tellIncomplete(context);
    await reporter.summarize(sweepSummary(swept, deletions));
    const result = resultOf(deletions);
    return { ...result, failure: result.failure ?? (failure && unanswered(failure, previews.length)) };
  } finally {
    await client.close();
  }
}

/** What GitHub does not say counts as open, so billed endpoints may stay: a green sweep would hide that for ever. */
function unanswered({ message, hint }: GitHubFailure, count: number): DeployError {
  return new DeployError({
    code: 'github',
    message: `not every pull request of the ${count} previews could be judged: ${message}`,
    hint,
  });
}

interface Preview {
  endpoint: Endpoint;
  pullRequest: number;
  ageSeconds: number;
}

function refuseNowhere({ github }: CommandContext): void {
  if (github.context.repository !== '') return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: '`sweep` needs to know its repository, and this is no workflow',
    hint: 'Run it in a workflow, `on: schedule`.',
  });
}

/** None where the endpoint is no preview of this repository. */
function previewFacts(endpoint: Endpoint, { github, clock }: CommandContext): Preview[] {
  const pullRequest = previewNumberOf(endpoint, github.context.repository);
  const record = readRecord(endpoint.config);
  if (pullRequest === undefined || !record) return [];
  // A record from a machine whose clock goes ahead is young, not of negative age.
  const ageSeconds = Math.max(0, (clock.date().getTime() - Date.parse(record.time)) / 1000);
  return [{ endpoint, pullRequest, ageSeconds }];
}

/** Why it has to go; undefined when it stays. */
function reasonOf(
  { pullRequest, ageSeconds }: Preview,
  { states, maxAgeSeconds }: { states: ReadonlyMap<number, PullRequestState>; maxAgeSeconds: number | undefined },
): string | undefined {
  const age = `deployed ${formatAge(ageSeconds)} ago`;
  const state = states.get(pullRequest);
  if (state === 'closed' || state === 'merged') return `pull request #${pullRequest} is ${state}, ${age}`;
  if (maxAgeSeconds !== undefined && ageSeconds > maxAgeSeconds)
    return `older than ${formatAge(maxAgeSeconds)}, ${age}`;
  return undefined;
}

function tellIncomplete({ reporter }: CommandContext): void {
  reporter.annotate({
    severity: 'warning',
    title: 'sweep',
    message: 'The list of endpoints stayed incomplete: a preview that was not listed was not judged.',
    hint: 'The next sweep looks again.',
  });
}
