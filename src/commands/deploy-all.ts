/** The specs of a deploy: planned, judged before the first write, rolled out side by side, reported. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import { failureFacts } from '../render/failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from '../render/markdown.ts';
import { planLines, planSummary } from '../render/plan.ts';
import { previewNote, runComment, runOverview } from '../render/run-comment.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext } from './context.ts';
import { deployOne, type EndpointResult } from './deploy-endpoint.ts';
import { combineFailures } from './outputs.ts';
import { mayShow } from './ownership.ts';
import { type JudgedPlan, judgePlans } from './permission.ts';
import { prepare } from './prepare.ts';
import { endedMeanwhile } from './preview.ts';
import { recordDeployments, writeComment } from './tell-github.ts';

/** Writes under way at the same time. What was written is verified and waited for side by side. */
const writesAtOnce = 8;

export async function deployAll(context: CommandContext): Promise<DeployError | undefined> {
  const { preview } = context;
  const lookedUpMs = context.clock.monotonicMs();
  const plans = await prepare(context);
  const judged = await judgePlans(plans, context);
  // Before the first write, so that a refused endpoint does not leave the others half way.
  const isRefused = judged.some(({ failure }) => failure);
  const shared = { context, lookedUpMs, inTurn: pLimit(writesAtOnce), isOneOfMany: plans.length > 1 };
  const results = await Promise.all(
    judged.map((each, index) => {
      if (isRefused) return reportRefused(each, { context, index });
      return each.newerCommit === undefined
        ? deployOne(each.plan, { ...shared, index })
        : reportSuperseded(each, { context, index });
    }),
  );
  // One endpoint speaks for itself.
  if (results.length > 1) await context.reporter.summarize(runOverview(results), 'overview');
  const endNow = async () =>
    preview && !isRefused && !context.signal.aborted ? endedMeanwhile(context, preview) : undefined;
  let refusal = await endNow();
  if (!refusal) {
    await recordDeployments(context, results);
    await commentOnRun(results, context);
    refusal = await endNow();
  }
  if (!preview || !refusal) return combineFailures(results);
  // A preview that is no longer due is deleted: no other run would do it.
  context.outputs.clear();
  const { closePreview } = await import('./deletions.ts');
  return closePreview(context, preview, { refusal, isOwn: true });
}

interface Place {
  context: CommandContext;
  /** Among the endpoints of the step. */
  index: number;
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
async function reportRefused({ plan, failure }: JudgedPlan, { context, index }: Place): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  outputs.setEndpoint(index, { changed: 'false', 'failure-reason': failure?.code ?? '' });
  const isShown = mayShow(plan, context);
  reporter.info(planLines(plan, isShown).join('\n'));
  const { name } = plan.desired;
  const title = failure ? `❌ ${escapeCell(name)}: ${failure.code}` : escapeCell(name);
  const note = failure ? failureFacts(failure) : 'Not deployed, because another endpoint of this step was refused.';
  const markdown = planSummary(plan, { isShown, title, note });
  const kind = failure ? 'failed' : 'unchanged';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown, failure };
}

async function reportSuperseded(
  { plan, newerCommit = '' }: JudgedPlan,
  { context, index }: Place,
): Promise<EndpointResult> {
  const { reporter, outputs, github } = context;
  const { name } = plan.desired;
  const deployed = `commit \`${shortCommit(newerCommit)}\`, which is newer than this run's \`${shortCommit(github.context.sha)}\``;
  const message = `Skipped: ${name} already runs ${deployed}.`;
  const hint = 'To roll back on purpose, add `older-commit` to `allow`.';
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false', 'failure-reason': '' });
  reporter.annotate({ severity: 'notice', title: `${name}: superseded`, message, hint });
  const markdown = paragraphs([heading(`⏭️ ${escapeCell(name)}: superseded`), proseCell(message)]);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined };
}

async function commentOnRun(results: readonly EndpointResult[], context: CommandContext): Promise<void> {
  const { preview } = context;
  // The comment speaks of the latest commit: its own run writes it.
  if (results.every(({ kind }) => kind === 'superseded')) return;
  const hasNew = results.some(({ operation }) => operation === 'created');
  const isThere = results.some(({ operation }) => operation);
  const note = preview && isThere ? previewNote(preview.options, { hasNew }) : '';
  await writeComment(context, {
    endpoints: results.map(({ name }) => name),
    markdown: paragraphs([runComment(results).trimEnd(), note]),
  });
}
