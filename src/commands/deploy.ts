/** Owns the command `deploy`: every spec planned, its right and its turn checked, then rolled out, then told. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { previewSpec } from '../plan/preview.ts';
import { planLines } from '../render/plan.ts';
import { refusalSummary, supersededSummary } from '../render/undone.ts';
import { startTimeline } from '../rollout/timeline.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext, CommandFunction, CommandResult } from './context.ts';
import { deployOne } from './deploy-one.ts';
import { type DeployedCommit, orderByDeployments, orderOf } from './order.ts';
import { combineResults, planOutputs } from './outputs.ts';
import { refusePlan } from './permission.ts';
import { prepare } from './prepare.ts';
import { isOutdated, type Preview, previewEnvironment, readPreview } from './preview.ts';
import { closePreview, keepPreview } from './preview-close.ts';
import { validateFork } from './preview-fork.ts';

/** Endpoints rolled out at the same time. */
const sideBySide = 4;

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  if (preview?.does === 'delete')
    return (await isOutdated(context, preview)) ? keepPreview(context, preview) : closePreview(context, preview);
  if (preview?.does === 'validate') return validateFork(context, preview);
  const client = context.connect();
  try {
    return await deployAll(context, { client, preview });
  } finally {
    await client.close();
  }
};

async function deployAll(
  context: CommandContext,
  { client, preview }: { client: ServiceClient; preview: Preview | undefined },
): Promise<CommandResult> {
  const { inputs, clock, signal, github } = context;
  const timeline = startTimeline(clock);
  const environment = inputs.environment || (preview ? previewEnvironment : '');
  const deployed = new Map<string, Promise<DeployedCommit>>();
  const targets = await prepare(context, {
    client,
    needsLimits: true,
    transform: preview && ((spec) => previewSpec(spec, preview.pullRequest.number)),
    onNames: (names) => {
      if (environment === '' || inputs.force) return;
      for (const endpoint of names) deployed.set(endpoint, orderByDeployments(github, { environment, endpoint }));
    },
    timeline,
  });
  timeline.end();
  const plans = targets.map(({ plan }) => plan);
  const refusals = plans.map((plan, index) =>
    refusePlan(plan, { inputs, index, repository: github.context.repository, preview }),
  );
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (refusals.some((refusal) => refusal !== undefined)) {
    return combineResults(
      await Promise.all(plans.map((plan, index) => tellRefused(plan, { context, failure: refusals[index] }))),
    );
  }
  const results = await pLimit(sideBySide).map(plans, async (plan) => {
    const order = await orderOf(plan, { context, deployed: deployed.get(plan.desired.name) });
    return order.kind === 'superseded'
      ? tellSuperseded(plan, { context, commit: order.commit })
      : deployOne(plan, {
          context,
          client,
          preview,
          environment,
          order,
          isOneOfMany: plans.length > 1,
          timeline: timeline.fork(),
        });
  });
  // Closed while it was deployed, or long before by the event of a run that was started again: nobody else would come to delete it.
  if (preview && !signal.aborted && (await isOutdated(context, preview))) return closePreview(context, preview);
  return combineResults(results);
}

/** Also for a plan that would have been permitted, beside one that was not. */
async function tellRefused(
  plan: Plan,
  { context: { inputs, reporter }, failure }: { context: CommandContext; failure: DeployError | undefined },
): Promise<CommandResult> {
  reporter.info(planLines(plan).join('\n'));
  await reporter.summarize(refusalSummary(plan, failure));
  return { outputs: planOutputs(plan, inputs), failure };
}

async function tellSuperseded(
  plan: Plan,
  { context, commit }: { context: CommandContext; commit: string },
): Promise<CommandResult> {
  const { inputs, reporter, github } = context;
  const commits = { deployed: commit.slice(0, 12), ours: github.context.sha.slice(0, 12) };
  reporter.annotate({
    severity: 'notice',
    title: `${plan.desired.name}: superseded`,
    message: `Nothing is deployed: ${plan.desired.name} already runs commit ${commits.deployed}, which is newer than this run's ${commits.ours}.`,
    hint: 'For a deliberate rollback set `force: true`.',
  });
  await reporter.summarize(supersededSummary(plan, commits));
  return { outputs: { ...planOutputs(plan, inputs), operation: 'superseded', changed: 'false' } };
}
