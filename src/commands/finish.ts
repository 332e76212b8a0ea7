/** Ends on GitHub what a run has left open that did not come to its own end: it was killed, or cancelled with no time left. */

import { upsertComment } from '../github/comment.ts';
import {
  type DeploymentPayload,
  permission,
  readDeploymentState,
  readOwnDeployment,
  searchDeployments,
} from '../github/deployment-history.ts';
import { isOver } from '../github/deployment-retirement.ts';
import { reportDeployment } from '../github/deployments.ts';
import { parseRecord } from '../model/record.ts';
import { unfinishedSummary } from '../render/not-deployed.ts';
import { commentFooter } from '../render/outcome.ts';
import { isKey, replacedBy } from './comment.ts';
import type { CommandContext } from './context.ts';
import { isOwn } from './ownership.ts';

/** For a Deployment that was created just before the run ended: the list may be late, by some seconds. */
const mostLooks = 6;

type FinishContext = Pick<CommandContext, 'github' | 'reporter'>;

/**
 * `environment` is where one was about to be created whose id nobody came to know; '' for none. Both may be forged by an earlier step, so nothing is ended but
 * what says itself that it is of this run.
 */
export async function finishDeployments(
  { ids, environment }: { ids: readonly number[]; environment: string },
  { github, reporter }: FinishContext,
): Promise<void> {
  const requests = github.api.requests({ title: 'Deployments left open', permission });
  const { sha, runId, runAttempt } = github.context;
  const run = `${runId}.${runAttempt || '1'}`;
  const isOfRun = (payload: DeploymentPayload | undefined) => {
    const record = payload?.service === undefined ? undefined : parseRecord(payload);
    return record?.run === run && isOwn(record, github.context);
  };
  const isKnown = ({ id }: { id: number }) => ids.includes(id);
  const search = () => searchDeployments(github.api, requests, { environment, sha, accepts: isOfRun, maxPages: 1 });
  let found = environment === '' ? undefined : await search();
  for (let looks = 1; looks < mostLooks && found?.ok && found.value.deployments.every(isKnown); looks += 1) {
    await requests.settle();
    found = await search();
  }
  if (found && !found.ok) github.warn(found.failure);
  const unknown = found?.ok ? found.value.deployments.map(({ id }) => id) : [];
  for (const deploymentId of new Set([...ids, ...unknown])) {
    if (!unknown.includes(deploymentId)) {
      const known = await readOwnDeployment(github.api, requests, deploymentId);
      if (!known.ok) github.warn(known.failure);
      if (!known.ok || !isOfRun(known.value?.payload)) continue;
    }
    const state = await readDeploymentState(requests, deploymentId);
    // Of another job of the run, which is at it: only what has no status yet is one that nobody came to know.
    if (!ids.includes(deploymentId) && !(state.ok && state.value === '')) continue;
    // Its end may have been reported without a moment left to note that.
    if (state.ok && (state.value === 'success' || isOver(state.value))) continue;
    const reported = await reportDeployment(github.api, {
      deploymentId,
      state: 'failure',
      logUrl: github.context.runUrl,
      description: 'the run ended before it could report its result',
    });
    if (reported.ok) reporter.info(`Deployment ${deploymentId} was left open by the run; it is now marked as failed.`);
    else github.warn(reported.failure);
  }
}

/** `pending` is what {@link commentOnFailure} has left. */
export async function finishComment(
  pending: string,
  { github, reporter, inputs }: FinishContext & Pick<CommandContext, 'inputs'>,
): Promise<void> {
  const { context } = github;
  const [, number, key = ''] = /^(\d+) (\S+)$/.exec(pending) ?? [];
  // An earlier step can have set it: only the pull request of this run, and only a key of ours.
  if (number !== String(context.commentedPullRequest) || !isKey(key) || inputs.comment === 'never') return;
  const markdown = unfinishedSummary(inputs.command);
  const written = await upsertComment(github.api, {
    pullRequest: Number(number),
    key,
    replaces: replacedBy(key),
    markdown: reporter.redact(`${markdown.trimEnd()}\n\n${commentFooter(context, inputs.environment)}\n`),
    ...(context.runUrl !== undefined && { summaryUrl: context.runUrl }),
  });
  if (!written.ok) github.warn(written.failure);
}
