/** Owns the command `deploy`: every spec planned, its right and its turn checked, then rolled out, then told. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { previewSpec } from '../plan/preview.ts';
import { readRecord } from '../plan/record.ts';
import { planLines } from '../render/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext, CommandFunction, CommandResult } from './context.ts';
import { deployOne } from './deploy-one.ts';
import { type DeployedCommit, type Order, orderAgainst, orderByDeployments } from './order.ts';
import { combineResults, planOutputs } from './outputs.ts';
import { refusePlan } from './permission.ts';
import { prepare } from './prepare.ts';
import { type Preview, previewEnvironment, readPreview } from './preview.ts';
import { closePreview } from './preview-close.ts';
import { startTimeline } from './timeline.ts';
import { validate } from './validate.ts';

/** Endpoints rolled out at the same time. */
const sideBySide = 4;

export const deploy: CommandFunction = async (context) => {
  const preview = readPreview(context);
  if (preview?.does === 'delete') return closePreview(context, preview);
  if (preview?.does === 'validate') {
    context.reporter.annotate({
      severity: 'notice',
      title: 'preview',
      message:
        'This pull request comes from a fork and has no secrets: its spec is validated, and no preview is deployed.',
      hint: 'Somebody with write access can push the branch to this repository to get one.',
    });
    return validate(context);
  }
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
  const { inputs, clock, github } = context;
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
  const plans = targets.map(({ plan }) => plan);
  const refusals = plans.map((plan, index) =>
    refusePlan(plan, { inputs, index, repository: github.context.repository, preview }),
  );
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (refusals.some((refusal) => refusal !== undefined)) {
    return combineResults(plans.map((plan, index) => tellRefused(plan, { context, failure: refusals[index] })));
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
  return combineResults(results);
}

/** By either place that can carry a record: the GitHub Deployment, asked already, and the endpoint itself. */
async function orderOf(
  plan: Plan,
  { context, deployed }: { context: CommandContext; deployed: Promise<DeployedCommit> | undefined },
): Promise<Order> {
  const { inputs, github } = context;
  const byDeployments = await deployed;
  const recorded = plan.live && readRecord(plan.live.config);
  if (inputs.force || github.context.repository === '') return { kind: 'current' };
  if (byDeployments?.order.kind === 'superseded') return byDeployments.order;
  const isAnswered = recorded === undefined || recorded.commit === byDeployments?.commit;
  const onEndpoint = isAnswered ? undefined : await orderAgainst(recorded.commit, github);
  return onEndpoint && onEndpoint.kind !== 'current' ? onEndpoint : (byDeployments?.order ?? { kind: 'current' });
}

function tellRefused(
  plan: Plan,
  { context: { inputs, reporter }, failure }: { context: CommandContext; failure: DeployError | undefined },
): CommandResult {
  reporter.info(planLines(plan).join('\n'));
  return { outputs: planOutputs(plan, inputs), failure };
}

function tellSuperseded(plan: Plan, { context, commit }: { context: CommandContext; commit: string }): CommandResult {
  const { inputs, reporter, github } = context;
  reporter.annotate({
    severity: 'notice',
    title: `${plan.desired.name}: superseded`,
    message: `Nothing is deployed: ${plan.desired.name} already runs commit ${commit.slice(0, 12)}, a descendant of this run's ${github.context.sha.slice(0, 12)}.`,
    hint: 'For a deliberate rollback set `force: true`.',
  });
  return { outputs: { ...planOutputs(plan, inputs), operation: 'superseded', changed: 'false' } };
}
