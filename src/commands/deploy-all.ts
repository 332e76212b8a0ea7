/** The specs of a deploy: every one planned, its permission and its turn checked, then rolled out side by side, then reported. */

import pLimit, { type LimitFunction } from 'p-limit';
import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { hiddenPlanLines, hiddenPlanSummary, refusalSummary, supersededSummary } from '../render/not-deployed.ts';
import { planLines } from '../render/plan.ts';
import { type CommentSection, runComment, runOverview } from '../render/run-comment.ts';
import { shortCommit } from '../render/text.ts';
import type { Outputs } from '../report.ts';
import { startTimeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import { checkPermission } from './approval.ts';
import { closePreview } from './close-preview.ts';
import { commentOnFailure, writeComment } from './comment.ts';
import type { CommandContext } from './context.ts';
import { deployOne, type EndpointResult } from './deploy-endpoint.ts';
import { hiddenPlanOutputs, planOutputs } from './endpoint-outputs.ts';
import { recordDeployments } from './github-deployment.ts';
import { checkUndecided, type Recency, readRecencies } from './order.ts';
import { combineFailures } from './outputs.ts';
import { mayShow } from './ownership.ts';
import { prepare } from './prepare.ts';
import { isOutdated, type Preview, previewTransform } from './preview.ts';

/** Endpoints written to at the same time. What was written is verified and waited for side by side. */
const writtenAtOnce = 8;

export async function deployAll(
  context: CommandContext,
  { client, preview, isCurrent }: { client: ServiceClient; preview: Preview | undefined; isCurrent: boolean },
): Promise<DeployError | undefined> {
  const { inputs, outputs, clock, signal, github } = context;
  const timeline = startTimeline(clock);
  const lookedUpMs = clock.monotonicMs();
  const pullRequest = preview?.pullRequest.number;
  const isPreview = preview !== undefined;
  const plans = await commentOnFailure(context, { isPreview }, (onNames) =>
    prepare(context, {
      client,
      needsLimits: true,
      transform: previewTransform(preview, inputs),
      onNames,
      timeline,
    }),
  );
  timeline.end();
  outputs.setEndpoints(
    plans.map((plan) => (mayShow(plan, context) ? planOutputs(plan, inputs) : hiddenPlanOutputs(plan))),
  );
  const { repository, repositoryId } = github.context;
  const refusals = plans.map((plan, index) => ({
    plan,
    failure: checkPermission(plan, { inputs, index, repository, repositoryId, pullRequest }),
  }));
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (refusals.some(({ failure }) => failure !== undefined)) return reportRefused(refusals, { context, isPreview });
  const recencies = isCurrent ? plans.map((): Recency => ({ kind: 'current' })) : await readRecencies(plans, context);
  const ordered = plans.map((plan, index) => ({
    plan,
    name: plan.desired.name,
    recency: recencies[index] ?? ({ kind: 'current' } as const),
  }));
  const undecided = checkUndecided(ordered, context);
  if (undecided)
    return reportRefused(
      ordered.map(({ plan, recency }) => ({ plan, failure: recency.kind === 'unknown' ? undecided : undefined })),
      { context, isPreview },
    );
  const slots = pLimit(writtenAtOnce);
  const turns = pLimit(writtenAtOnce);
  const deployInSlot = async ({ plan, recency, name }: (typeof ordered)[number], index: number, leave: () => void) => {
    const setOutputs = (values: Outputs) => outputs.setEndpoint(index, values);
    const result =
      recency.kind === 'superseded'
        ? await reportSuperseded(plan, { context, commit: recency.commit, setOutputs })
        : await deployOne(plan, {
            context,
            client,
            preview,
            lookedUpMs,
            isOneOfMany: plans.length > 1,
            timeline: timeline.fork(),
            setOutputs,
            inTurn: (write) => turns(write).finally(leave),
            onWaiting: leave,
          });
    setOutputs({ 'failure-reason': result.failure?.code ?? '' });
    return { name, ...result };
  };
  const results = await Promise.all(
    ordered.map((each, index) => inSlot(slots, (leave) => deployInSlot(each, index, leave))),
  );
  const sections = results.flatMap(({ section }) => section ?? []);
  await summarizeRun(sections, context);
  // Closed while it was deployed, or long before by the event of a run that was started again: nobody else would come to delete it.
  const isClosed = async () => preview !== undefined && !signal.aborted && (await isOutdated(context, preview));
  let isOver = await isClosed();
  if (!isOver) {
    await recordDeployments(context, { endpoints: results, preview });
    await commentOn(sections, { context, isPreview });
    isOver = await isClosed();
  }
  if (preview && isOver) {
    outputs.clear();
    return closePreview(context, preview);
  }
  return combineFailures(results);
}

/** Starts the work when a slot is free, which is free again when the work says so or has ended. */
function inSlot<Result>(slots: LimitFunction, work: (leave: () => void) => Promise<Result>): Promise<Result> {
  const done = Promise.withResolvers<Result>();
  void slots(async () => {
    const left = Promise.withResolvers<void>();
    const result = work(left.resolve);
    done.resolve(result);
    await Promise.race([left.promise, result.catch(() => {})]);
  });
  return done.promise;
}

/** One endpoint speaks for itself. */
async function summarizeRun(sections: readonly CommentSection[], { reporter }: CommandContext): Promise<void> {
  if (sections.length > 1) await reporter.summarize(runOverview(sections), 'overview');
}

/** Whatever becomes of the comment: the endpoints are what the step is about. */
async function commentOn(
  sections: readonly CommentSection[],
  { context, isPreview }: { context: CommandContext; isPreview: boolean },
): Promise<void> {
  // The comment speaks of the latest commit: its own run writes it.
  if (sections.every(({ kind }) => kind === 'superseded')) return;
  const endpoints = sections.map(({ name }) => name);
  await writeComment(context, { endpoints, markdown: runComment(sections), isPreview });
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
async function reportRefused(
  refusals: readonly { plan: Plan; failure: DeployError | undefined }[],
  { context, isPreview }: { context: CommandContext; isPreview: boolean },
): Promise<DeployError | undefined> {
  const { reporter, outputs } = context;
  const sections: CommentSection[] = [];
  outputs.setEndpoints(refusals.map(({ failure }) => ({ changed: 'false', 'failure-reason': failure?.code ?? '' })));
  for (const { plan, failure } of refusals) {
    const isShown = mayShow(plan, context);
    reporter.info((isShown ? planLines(plan) : hiddenPlanLines(plan)).join('\n'));
    const markdown = isShown ? refusalSummary(plan, failure) : hiddenPlanSummary(plan, failure);
    const kind = failure ? 'failed' : 'unchanged';
    await reporter.summarize(markdown, kind);
    sections.push({ name: plan.desired.name, kind, markdown });
  }
  await summarizeRun(sections, context);
  await commentOn(sections, { context, isPreview });
  return combineFailures(refusals.map(({ plan, failure }) => ({ name: plan.desired.name, failure })));
}

async function reportSuperseded(
  plan: Plan,
  { context, commit, setOutputs }: { context: CommandContext; commit: string; setOutputs: (outputs: Outputs) => void },
): Promise<EndpointResult> {
  const { reporter, github } = context;
  const { name } = plan.desired;
  const commits = { deployed: shortCommit(commit), ours: shortCommit(github.context.sha) };
  setOutputs({ operation: 'superseded', changed: 'false' });
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message: `Skipped: ${name} already runs commit ${commits.deployed}, which is newer than this run's ${commits.ours}.`,
    hint: 'To roll back on purpose, add `older-commit` to `allow`.',
  });
  const markdown = supersededSummary(plan, commits);
  await reporter.summarize(markdown, 'superseded');
  return { failure: undefined, section: { name, kind: 'superseded', markdown } };
}
