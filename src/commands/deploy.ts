/** Owns the command `deploy`: every spec planned, then rolled out, then told. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlan, explainDigest } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { combineResults, outcomeOutputs, planOutputs } from './outputs.ts';
import { prepare } from './prepare.ts';
import { storyOf } from './story.ts';

/** Endpoints rolled out at the same time. */
const sideBySide = 4;

export async function deploy(context: CommandContext): Promise<CommandResult> {
  const client = context.connect();
  try {
    const plans = (await prepare(context, { client, needsLimits: true })).map(({ plan }) => plan);
    const refusals = plans.map((plan, index) => refuse(plan, { inputs: context.inputs, index }));
    // Before the first write, so that a refused endpoint does not leave the others half way.
    const results = refusals.some((refusal) => refusal !== undefined)
      ? plans.map((plan, index) => tellRefused(plan, { context, failure: refusals[index] }))
      : await pLimit(sideBySide).map(plans, (plan) =>
          deployOne(plan, { context, client, isOneOfMany: plans.length > 1 }),
        );
    return combineResults(results);
  } finally {
    await client.close();
  }
}

interface Deployment {
  context: CommandContext;
  client: ServiceClient;
  isOneOfMany: boolean;
}

async function deployOne(plan: Plan, { context, client, isOneOfMany }: Deployment): Promise<CommandResult> {
  const { inputs, reporter, clock, signal, probe } = context;
  const story = storyOf(plan.desired.name, { reporter, isOneOfMany });
  story.say(planLines(plan));
  const outcome = await rollOut(plan, inputs, {
    client,
    clock,
    signal,
    probe,
    onEvent: (event) => (event.kind === 'progress' ? story.sayNow : story.say)(eventLines(event)),
  });
  story.say(outcomeLines(plan, outcome));
  story.end();
  await reporter.summarize(outcomeSummary(plan, outcome));
  return { outputs: { ...planOutputs(plan, inputs), ...outcomeOutputs(outcome) }, failure: outcome.failure };
}

function tellRefused(
  plan: Plan,
  { context: { inputs, reporter }, failure }: { context: CommandContext; failure: DeployError | undefined },
): CommandResult {
  reporter.info(planLines(plan).join('\n'));
  return { outputs: planOutputs(plan, inputs), failure };
}

/** What was planned rightly but is not permitted. */
function refuse(plan: Plan, { inputs, index }: { inputs: Inputs; index: number }): DeployError | undefined {
  const { approvedPlan, apiKey, allowReplace } = inputs;
  if (approvedPlan.length > 0 && !approvedPlan.includes(digestPlan(plan, apiKey))) {
    const moved = explainDigest({ approved: approvedPlan[index] ?? '', plan, key: apiKey });
    const what = moved
      ? `moved since: ${moved.join(', ')}`
      : 'the input `approved-plan` is no `plan-digest` of this tool';
    return new DeployError({
      code: 'plan-changed',
      message: `the plan for ${plan.desired.name} is not the one that was approved; ${what}`,
    });
  }
  if (plan.operation === 'replace' && !allowReplace) {
    const { live, desired } = plan;
    return new DeployError({
      code: 'replace',
      message: `appName of ${desired.name} cannot be changed from ${live?.config.appName} to ${desired.appName}: the endpoint must be replaced by a new one`,
    });
  }
  return undefined;
}
