/** The specs of a deploy: planned, judged before the first write, rolled out side by side, reported. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { failureFacts } from '../render/failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from '../render/markdown.ts';
import { planLines, planSummary } from '../render/plan.ts';
import { type CommentSection, previewNote, runComment, runOverview } from '../render/run-comment.ts';
import { shortCommit } from '../render/text.ts';
import type { Outcome } from '../rollout/rollout.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { closePreview } from './deletions.ts';
import { deployOne } from './deploy-endpoint.ts';
import { type DeploymentEnd, recordDeployments } from './github-deployment.ts';
import { combineFailures } from './outputs.ts';
import { mayShow } from './ownership.ts';
import { type JudgedPlan, judgePlans } from './permission.ts';
import { prepare } from './prepare.ts';
import { type DecidedPreview, endedMeanwhile, type Preview } from './preview.ts';

/** Writes under way at the same time. What was written is verified and waited for side by side. */
const writesAtOnce = 8;

/** What became of one endpoint. */
export interface EndpointResult extends CommentSection {
  failure: DeployError | undefined;
  /** What its GitHub Deployment says; undefined for none. */
  end?: DeploymentEnd | undefined;
  /** Undefined where nothing was tried, or nothing is there. */
  operation?: Outcome['operation'];
}

export async function deployAll(
  context: CommandContext,
  preview: DecidedPreview | undefined,
): Promise<DeployError | undefined> {
  const lookedUpMs = context.clock.monotonicMs();
  const plans = await prepare(context, { preview, needsLimits: true });
  const { pullRequest, isCurrent = false } = preview ?? {};
  const judged = await judgePlans(plans, { context, pullRequest: pullRequest?.number, isCurrent });
  // Before the first write, so that a refused endpoint does not leave the others half way.
  const isRefused = judged.some(({ failure }) => failure);
  const shared = { context, preview, lookedUpMs, inTurn: pLimit(writesAtOnce), isOneOfMany: plans.length > 1 };
  const results = await Promise.all(
    judged.map((each, index) => {
      if (isRefused) return reportRefused(each, { context, index });
      if (each.newerCommit !== undefined)
        return reportSuperseded(each.plan, { context, index, newerCommit: each.newerCommit });
      return deployOne(each.plan, { ...shared, index });
    }),
  );
  // One endpoint speaks for itself.
  if (results.length > 1) await context.reporter.summarize(runOverview(results), 'overview');
  return conclude(results, { context, preview, isRefused });
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
async function reportRefused(
  { plan, failure }: JudgedPlan,
  { context, index }: { context: CommandContext; index: number },
): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  outputs.setEndpoint(index, { changed: 'false', 'failure-reason': failure?.code ?? '' });
  const isShown = mayShow(plan, context);
  reporter.info(planLines(plan, isShown).join('\n'));
  const { name } = plan.desired;
  const title = `${failure ? '❌ ' : ''}${escapeCell(name)}${failure ? `: ${failure.code}` : ''}`;
  const note = failure ? failureFacts(failure) : 'Not deployed, because another endpoint of this step was refused.';
  const markdown = planSummary(plan, { isShown, title, note });
  const kind = failure ? 'failed' : 'unchanged';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown, failure };
}

async function reportSuperseded(
  plan: Plan,
  { context, index, newerCommit }: { context: CommandContext; index: number; newerCommit: string },
): Promise<EndpointResult> {
  const { reporter, outputs, github } = context;
  const { name } = plan.desired;
  const deployed = `commit \`${shortCommit(newerCommit)}\`, which is newer than this run's \`${shortCommit(github.context.sha)}\``;
  const message = `Skipped: ${name} already runs ${deployed}.`;
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false', 'failure-reason': '' });
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message,
    hint: 'To roll back on purpose, add `older-commit` to `allow`.',
  });
  const markdown = paragraphs([heading(`⏭️ ${escapeCell(name)}: superseded`), proseCell(message)]);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined };
}

/** Tells GitHub. A preview that is no longer due is deleted: no other run would do it. */
async function conclude(
  results: readonly EndpointResult[],
  { context, preview, isRefused }: { context: CommandContext; preview: Preview | undefined; isRefused: boolean },
): Promise<DeployError | undefined> {
  const mayEnd = preview && !isRefused;
  const endNow = async () => (mayEnd && !context.signal.aborted ? endedMeanwhile(context, preview) : undefined);
  let ended = await endNow();
  if (!ended) {
    await recordDeployments(context, { endpoints: results, preview });
    await commentOnRun(results, { context, preview });
    ended = await endNow();
  }
  if (!preview || !ended) return combineFailures(results);
  context.outputs.clear();
  return closePreview(context, preview, { refusal: ended, isOwn: true });
}

async function commentOnRun(
  results: readonly EndpointResult[],
  { context, preview }: { context: CommandContext; preview: Preview | undefined },
): Promise<void> {
  // The comment speaks of the latest commit: its own run writes it.
  if (results.every(({ kind }) => kind === 'superseded')) return;
  const endpoints = results.map(({ name }) => name);
  const hasNew = results.some(({ operation }) => operation === 'created');
  const isThere = results.some(({ operation }) => operation);
  const note = preview && isThere ? previewNote(preview.options, { hasNew }) : '';
  const markdown = paragraphs([runComment(results).trimEnd(), note]);
  await writeComment(context, { endpoints, markdown, isPreview: preview !== undefined });
}
