/** Owns the command `deploy`: every spec planned, then rolled out, then told. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlan, explainDigest } from '../plan/digest.ts';
import { type Plan, planToJson } from '../plan/plan.ts';
import { outcomeLines, outcomeSummary } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import type { Outputs } from '../report.ts';
import { type Outcome, rollOut } from '../rollout/rollout.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { prepare, type Target } from './prepare.ts';

export async function deploy(context: CommandContext): Promise<CommandResult> {
  const client = context.connect();
  try {
    const targets = await prepare(context, client);
    const [target] = targets;
    if (!target) throw new Error('a deploy without a spec is refused before it gets here');
    return await deployOne(target, context, client);
  } finally {
    await client.close();
  }
}

async function deployOne(
  { plan }: Target,
  { inputs, reporter, clock, signal, probe }: CommandContext,
  client: ServiceClient,
): Promise<CommandResult> {
  const say = (lines: readonly string[]) => {
    if (lines.length > 0) reporter.info(lines.join('\n'));
  };
  say(planLines(plan));
  const outputs = planOutputs(plan, inputs);
  const refusal = refuse(plan, inputs);
  if (refusal) return { outputs, failure: refusal };
  const outcome = await rollOut(plan, inputs, {
    client,
    clock,
    signal,
    probe,
    onEvent: (event) => say(eventLines(event)),
  });
  say(outcomeLines(plan, outcome));
  await reporter.summarize(outcomeSummary(plan, outcome));
  return { outputs: { ...outputs, ...outcomeOutputs(outcome) }, failure: outcome.failure };
}

/** What was planned rightly but is not permitted. */
function refuse(plan: Plan, { approvedPlan, apiKey, allowReplace }: Inputs): DeployError | undefined {
  if (approvedPlan !== '' && approvedPlan !== digestPlan(plan, apiKey)) {
    const moved = explainDigest({ approved: approvedPlan, plan, key: apiKey });
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

export function planOutputs(plan: Plan, { apiKey }: Inputs): Outputs {
  return {
    name: plan.desired.name,
    image: plan.desired.image.address,
    plan: planToJson(plan),
    'plan-digest': digestPlan(plan, apiKey),
    ...endpointOutputs(plan.live),
  };
}

function outcomeOutputs({ operation, changed, endpointId, endpoint }: Outcome): Outputs {
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    ...endpointOutputs(endpoint),
  };
}

function endpointOutputs(endpoint: Outcome['endpoint']): Outputs {
  if (!endpoint) return {};
  const { id, url, state, config } = endpoint;
  return {
    'endpoint-id': id,
    url,
    name: config.name,
    'app-name': config.appName,
    state: state.state,
    image: config.image.address,
  };
}
