/** What a deploy says of its endpoints together, and of those that it does not write to. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { paragraphs } from '../render/markdown.ts';
import { hiddenPlanLines, hiddenPlanSummary, refusalSummary, supersededSummary } from '../render/not-deployed.ts';
import { planLines } from '../render/plan.ts';
import { type CommentSection, runComment, runOverview } from '../render/run-comment.ts';
import { shortCommit } from '../render/text.ts';
import type { Outcome } from '../rollout/rollout.ts';
import { writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import type { DeploymentEnd } from './github-deployment.ts';
import { combineFailures } from './outputs.ts';
import { mayShow } from './ownership.ts';

/** What became of one endpoint. */
export interface EndpointResult extends CommentSection {
  failure: DeployError | undefined;
  /** What its GitHub Deployment says; undefined for none. */
  end?: DeploymentEnd | undefined;
  /** Undefined where nothing was tried. */
  carriedOut?: { plan: Plan; operation: Outcome['operation'] };
}

/** One endpoint speaks for itself. */
export async function summarizeRun(sections: readonly CommentSection[], { reporter }: CommandContext): Promise<void> {
  if (sections.length > 1) await reporter.summarize(runOverview(sections), 'overview');
}

/** Whatever becomes of the comment: the endpoints are what the step is about. */
export async function commentOnRun(
  sections: readonly CommentSection[],
  { context, isPreview, note = '' }: { context: CommandContext; isPreview: boolean; note?: string | undefined },
): Promise<void> {
  // The comment speaks of the latest commit: its own run writes it.
  if (sections.every(({ kind }) => kind === 'superseded')) return;
  const endpoints = sections.map(({ name }) => name);
  await writeComment(context, { endpoints, markdown: paragraphs([runComment(sections).trimEnd(), note]), isPreview });
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
export async function reportRefused(
  judged: readonly { plan: Plan; failure?: DeployError | undefined }[],
  { context, isPreview }: { context: CommandContext; isPreview: boolean },
): Promise<DeployError | undefined> {
  const { reporter, outputs } = context;
  const results: EndpointResult[] = [];
  outputs.setEndpoints(judged.map(({ failure }) => ({ changed: 'false', 'failure-reason': failure?.code ?? '' })));
  for (const { plan, failure } of judged) {
    const isShown = mayShow(plan, context);
    reporter.info((isShown ? planLines(plan) : hiddenPlanLines(plan)).join('\n'));
    const markdown = isShown ? refusalSummary(plan, failure) : hiddenPlanSummary(plan, failure);
    const kind = failure ? 'failed' : 'unchanged';
    await reporter.summarize(markdown, kind);
    results.push({ name: plan.desired.name, kind, markdown, failure });
  }
  await summarizeRun(results, context);
  await commentOnRun(results, { context, isPreview });
  return combineFailures(results);
}

export async function reportSuperseded(
  plan: Plan,
  { context, index, newerCommit }: { context: CommandContext; index: number; newerCommit: string },
): Promise<EndpointResult> {
  const { reporter, outputs, github } = context;
  const { name } = plan.desired;
  const commits = { deployed: shortCommit(newerCommit), ours: shortCommit(github.context.sha) };
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false', 'failure-reason': '' });
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message: `Skipped: ${name} already runs commit ${commits.deployed}, which is newer than this run's ${commits.ours}.`,
    hint: 'To roll back on purpose, add `older-commit` to `allow`.',
  });
  const markdown = supersededSummary(plan, commits);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined };
}
