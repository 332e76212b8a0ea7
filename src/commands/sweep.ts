/** Owns the command `sweep`: preview endpoints of this repository whose pull request is closed, or that are too old, deleted; nothing else is touched. */

import { DeployError } from '../errors.ts';
import { readPullRequestStates } from '../github/pull-requests.ts';
import { readRecord } from '../plan/record.ts';
import { deletionLines, deletionTable } from '../render/deletions.ts';
import { formatSeconds } from '../render/text.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { type Deletion, deleteAll, resultOf } from './deletions.ts';
import { degradation } from './github.ts';
import { previewNumberOf } from './ownership.ts';

interface Candidate {
  endpoint: Endpoint;
  pullRequest: number;
  ageSeconds: number;
}

export async function sweep(context: CommandContext): Promise<CommandResult> {
  const { inputs, reporter, signal, github } = context;
  const { repository } = github.context;
  if (repository === '') {
    throw new DeployError({
      code: 'inputs-invalid',
      message: '`sweep` needs to know its repository, and this is no workflow',
      hint: 'Run it in a workflow, `on: schedule`.',
    });
  }
  const client = context.connect();
  try {
    const { endpoints } = await client.list({ signal });
    const previews = endpoints.flatMap((endpoint) => previewFacts(endpoint, context));
    const { states, failure } = await readPullRequestStates(github.api, [
      ...new Set(previews.map(({ pullRequest }) => pullRequest)),
    ]);
    // What GitHub does not say counts as open: only the age can then end a preview.
    if (failure) degradation(reporter)(failure);
    const reasons = new Map(
      previews.flatMap((preview) =>
        reasonOf(preview, { state: states.get(preview.pullRequest), maxAgeSeconds: inputs.previewMaxAgeSeconds }),
      ),
    );
    const doomed = previews.filter(({ endpoint }) => reasons.has(endpoint)).map(({ endpoint }) => endpoint);
    const reason = (endpoint: Endpoint) => reasons.get(endpoint) ?? '';
    const deletions = inputs.dryRun
      ? doomed.map((endpoint): Deletion => ({ endpoint, reason: reason(endpoint), state: 'planned' }))
      : await deleteAll(doomed, { context, client, reason });
    const kept = previews.filter(({ endpoint }) => !reasons.has(endpoint));
    tell({ context, deletions, kept });
    await reporter.summarize(
      `### Sweep of ${previews.length} previews\n\n${deletionTable(deletions) || 'None had to go.'}\n\n${keptText(kept)}\n`,
    );
    return resultOf(deletions);
  } finally {
    await client.close();
  }
}

function previewFacts(endpoint: Endpoint, { github, clock }: CommandContext): Candidate[] {
  const pullRequest = previewNumberOf(endpoint, github.context.repository);
  const record = readRecord(endpoint.config);
  if (pullRequest === undefined || !record) return [];
  return [{ endpoint, pullRequest, ageSeconds: (clock.date().getTime() - Date.parse(record.time)) / 1000 }];
}

function reasonOf(
  { endpoint, pullRequest, ageSeconds }: Candidate,
  { state, maxAgeSeconds }: { state: string | undefined; maxAgeSeconds: number | undefined },
): [Endpoint, string][] {
  const age = `deployed ${formatSeconds(ageSeconds)} ago`;
  if (state === 'closed' || state === 'merged') return [[endpoint, `pull request #${pullRequest} is ${state}, ${age}`]];
  if (maxAgeSeconds !== undefined && ageSeconds > maxAgeSeconds)
    return [[endpoint, `older than ${formatSeconds(maxAgeSeconds)}, ${age}`]];
  return [];
}

function tell({
  context,
  deletions,
  kept,
}: {
  context: CommandContext;
  deletions: readonly Deletion[];
  kept: readonly Candidate[];
}): void {
  context.reporter.info(deletionLines(deletions, 'no preview of this repository has to go').join('\n'));
  if (kept.length > 0)
    context.reporter.info(
      `Kept: ${kept.map(({ endpoint, pullRequest, ageSeconds }) => `${endpoint.config.name} (#${pullRequest}, ${formatSeconds(ageSeconds)} old)`).join(', ')}.`,
    );
}

function keptText(kept: readonly Candidate[]): string {
  return kept.length === 0
    ? ''
    : `${kept.length} kept: their pull requests are open${kept.length > 0 ? ` (${kept.map(({ pullRequest }) => `#${pullRequest}`).join(', ')})` : ''}.`;
}
