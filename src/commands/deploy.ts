/** The command `deploy`: every spec planned, its permission and its turn checked, then rolled out side by side, then reported. */

import pLimit from 'p-limit';
import { asDeployError, type DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { hiddenPlanLines, hiddenPlanSummary, refusalSummary, supersededSummary } from '../render/not-deployed.ts';
import { planLines } from '../render/plan.ts';
import { type CommentSection, runComment, runOverview } from '../render/run-comment.ts';
import type { Outputs } from '../report.ts';
import { startTimeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import { checkPermission } from './approval.ts';
import { closePreview, environmentOf } from './close-preview.ts';
import { pendComment, warnOfComment, writeComment, writeFailedComment } from './comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { deployOne, type EndpointResult } from './deploy-endpoint.ts';
import { recordUnchanged } from './github-deployment.ts';
import { type History, openHistory } from './history.ts';
import { combineFailures, hiddenPlanOutputs, planOutputs } from './outputs.ts';
import { checkTrust, mayShow, newRecord } from './ownership.ts';
import { prepare } from './prepare.ts';
import {
  isOutdated,
  judgeNow,
  keepPreview,
  leaveToNewer,
  type Preview,
  previewContext,
  previewTransform,
  readPreview,
  validatePreview,
} from './preview.ts';
import { openOrder, reportUndecided } from './recency.ts';

/** Endpoints rolled out at the same time. */
const sideBySide = 4;

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  const untrusted = preview ? undefined : checkTrust(context);
  if (untrusted) throw untrusted;
  if (preview?.action === 'delete')
    return (await isOutdated(context, preview)) ? keepPreview(context, preview) : closePreview(context, preview);
  if (preview?.action === 'validate') return validatePreview(context, preview);
  // Before anything is written: the run may be of yesterday, or of a commit that is not the last one any more.
  const now = preview ? await judgeNow(context, preview) : 'unknown';
  if (preview && now === 'closed') return closePreview(context, preview);
  if (preview && now === 'superseded') return leaveToNewer(context, preview);
  const client = context.connect();
  try {
    return await deployAll(context, { client, preview, isCurrent: now === 'current' });
  } finally {
    await client.close();
  }
};

async function deployAll(
  context: CommandContext,
  { client, preview, isCurrent }: { client: ServiceClient; preview: Preview | undefined; isCurrent: boolean },
): Promise<DeployError | undefined> {
  const { inputs, outputs, clock, signal, github } = context;
  const timeline = startTimeline(clock);
  const pullRequest = preview?.pullRequest.number;
  const isPreview = preview !== undefined;
  const environment = environmentOf(inputs, isPreview);
  let history: History | undefined;
  let names: readonly string[] = [];
  const plans = await prepare(previewContext(context, preview), {
    client,
    needsLimits: true,
    transform: previewTransform(preview, inputs),
    onNames: (known) => {
      names = known;
      pendComment(context, { endpoints: known, isUsual: isPreview, isPreview });
      if (environment === '' || known.length === 0) return;
      history = openHistory(context, { environment, names: known });
      // Beside the service's limits and list; for many endpoints it may not be needed at all.
      for (const name of known.slice(0, sideBySide)) void history.latest(name);
    },
    timeline,
  }).catch(async (thrown: unknown) => {
    const failure = asDeployError(thrown);
    await writeFailedComment(context, { failure, endpoints: names, isUsual: isPreview, isPreview });
    throw failure;
  });
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
  const order = openOrder(context, { history, isPreview, isCurrent });
  const ordered = await pLimit(sideBySide).map(plans, async (plan) => ({
    plan,
    name: plan.desired.name,
    recency: await order.recencyOf(plan),
  }));
  reportUndecided(ordered, context);
  const results = await pLimit(sideBySide).map(ordered, async ({ plan, recency, name }, index) => {
    const setOutputs = (values: Outputs) => outputs.setEndpoint(index, values);
    const result =
      recency.kind === 'superseded'
        ? await reportSuperseded(plan, { context, commit: recency.commit, setOutputs })
        : await deployOne(plan, {
            context,
            client,
            preview,
            history,
            order,
            isOneOfMany: plans.length > 1,
            timeline: timeline.fork(),
            setOutputs,
          });
    setOutputs({ 'failure-reason': result.failure?.code ?? '' });
    return { name, ...result };
  });
  const record = newRecord(context, pullRequest);
  if (record && history && !signal.aborted) {
    const endpoints = results.flatMap(({ section, name, url }) =>
      section?.kind === 'unchanged' ? [{ name, url }] : [],
    );
    await recordUnchanged(context, { endpoints, history, record, isPreview });
  }
  const sections = results.flatMap(({ section }) => section ?? []);
  await summarizeRun(sections, context);
  await commentOn(sections, { context, isPreview });
  // Closed while it was deployed, or long before by the event of a run that was started again: nobody else would come to delete it.
  if (preview && !signal.aborted && (await isOutdated(context, preview))) {
    outputs.clear();
    return closePreview(context, preview);
  }
  return combineFailures(results);
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
  if (sections.every(({ kind }) => kind === 'superseded')) return context.github.written.commentEnded();
  const failure = await writeComment(context, {
    endpoints: sections.map(({ name }) => name),
    markdown: runComment(sections),
    isUsual: isPreview,
    hasChanges: sections.some(({ kind }) => kind === 'changed' || kind === 'failed'),
    isPreview,
  });
  warnOfComment(failure, context);
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
  const commits = { deployed: commit.slice(0, 12), ours: github.context.sha.slice(0, 12) };
  setOutputs({ operation: 'superseded', changed: 'false' });
  reporter.annotate({
    severity: 'notice',
    title: `${name}: superseded`,
    message: `Skipped: ${name} already runs commit ${commits.deployed}, which is newer than this run's ${commits.ours}.`,
    hint: 'To roll back on purpose, set `force: true`.',
  });
  const markdown = supersededSummary(plan, commits);
  await reporter.summarize(markdown, 'superseded');
  return { failure: undefined, section: { name, kind: 'superseded', markdown } };
}
