/** Owns what was planned rightly but may not be done: a plan that was not approved, a replacement nobody allowed, somebody else's endpoint. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlan, explainDigest } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { refuseForeign } from './ownership.ts';
import type { Preview } from './preview.ts';

export interface PermissionFacts {
  inputs: Inputs;
  /** Place of the plan among those of the step, for the lines of `approved-plan`. */
  index: number;
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  preview: Preview | undefined;
}

/** Why the plan is not carried out; undefined when it may be. */
export function refusePlan(
  plan: Plan,
  { inputs, index, repository, preview }: PermissionFacts,
): DeployError | undefined {
  const foreign = refuseForeign(plan.live, {
    repository,
    pullRequest: preview?.pullRequest.number,
    adopt: inputs.adopt,
  });
  return foreign ?? refuseUnapproved(plan, { inputs, index }) ?? refuseReplace(plan, inputs);
}

function refuseUnapproved(
  plan: Plan,
  { inputs: { approvedPlan, apiKey }, index }: { inputs: Inputs; index: number },
): DeployError | undefined {
  if (approvedPlan.length === 0 || approvedPlan.includes(digestPlan(plan, apiKey))) return undefined;
  const moved = explainDigest({ approved: approvedPlan[index] ?? '', plan, key: apiKey });
  const what = moved
    ? `moved since: ${moved.join(', ')}`
    : 'the input `approved-plan` is no `plan-digest` of this tool';
  return new DeployError({
    code: 'plan-changed',
    message: `the plan for ${plan.desired.name} is not the one that was approved; ${what}`,
  });
}

function refuseReplace({ operation, live, desired }: Plan, { allowReplace }: Inputs): DeployError | undefined {
  if (operation !== 'replace' || allowReplace) return undefined;
  return new DeployError({
    code: 'replace',
    message: `appName of ${desired.name} cannot be changed from ${live?.config.appName} to ${desired.appName}: the endpoint must be replaced by a new one`,
  });
}
