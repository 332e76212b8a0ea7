/** Whether a plan may be carried out: it is ours, it is the one that was approved, and a replacement is allowed. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlan, explainDigest, isCarriedOut, isDigest } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { explainPreviewLimits, type PreviewLimits } from '../plan/preview-limits.ts';
import { checkOwnership } from './ownership.ts';

export interface PermissionRequest {
  inputs: Pick<Inputs, 'allow' | 'apiKey' | 'approvedPlan' | 'preview'>;
  /** Place of the plan among those of the step, for the lines of `approved-plan`. */
  index: number;
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  repositoryId?: string;
  /** Set for the preview of a pull request. */
  pullRequest: number | undefined;
}

/** Why the plan is not carried out; undefined when it may be. */
export function checkPermission(
  plan: Plan,
  { inputs, index, repository, repositoryId = '', pullRequest }: PermissionRequest,
): DeployError | undefined {
  return (
    checkOwnership(plan, { repository, repositoryId, pullRequest, adopt: inputs.allow.has('adopt') }) ??
    (inputs.preview && checkPreviewLimits(plan, inputs.preview)) ??
    checkApproval(plan, { inputs, index }) ??
    checkReplacement(plan, inputs)
  );
}

function checkApproval(
  plan: Plan,
  { inputs: { approvedPlan, apiKey }, index }: Pick<PermissionRequest, 'inputs' | 'index'>,
): DeployError | undefined {
  if (approvedPlan.length === 0 || approvedPlan.includes(digestPlan(plan, apiKey))) return undefined;
  if (approvedPlan.some((approved) => isCarriedOut({ approved, plan, key: apiKey }))) return undefined;
  const what = explainRefusal(approvedPlan[index], { plan, apiKey, count: approvedPlan.length });
  return new DeployError({
    code: 'plan-changed',
    message: `the plan for ${plan.desired.name} is not the one that was approved; ${what}`,
  });
}

/** Why a preview is more than the lines of the input `preview` allow. */
export function checkPreviewLimits({ desired }: Pick<Plan, 'desired'>, limits: PreviewLimits): DeployError | undefined {
  const beyond = explainPreviewLimits(desired, limits);
  if (beyond.length === 0) return undefined;
  return new DeployError({
    code: 'limits-exceeded',
    message: `the preview ${desired.name} exceeds the limits of \`preview\`: ${beyond.map(({ found }) => found).join('; ')}`,
    hint: `Change the spec, or allow it by lines of \`preview\`: ${beyond.map(({ line }) => `\`${line}\``).join(', ')}.`,
  });
}

function explainRefusal(
  approved: string | undefined,
  { plan, apiKey, count }: { plan: Plan; apiKey: string; count: number },
): string {
  if (approved === undefined)
    return `the \`approved-plan\` input contains ${count} ${count === 1 ? 'digest' : 'digests'}, and none matches it`;
  // What was approved may be anything that a workflow put there: it is shown cut, and only its beginning.
  if (!isDigest(approved))
    return `the \`approved-plan\` input is not a \`plan-digest\`: ${JSON.stringify(approved.slice(0, 40))}`;
  const moved = explainDigest({ approved, plan, key: apiKey });
  return moved
    ? `changed since then: ${moved.join(', ')}`
    : 'the `approved-plan` input is a digest from another version of this tool';
}

function checkReplacement(
  { operation, live, desired }: Plan,
  { allow }: PermissionRequest['inputs'],
): DeployError | undefined {
  if (operation !== 'replace' || allow.has('replace')) return undefined;
  return new DeployError({
    code: 'replace',
    message: `appName of ${desired.name} cannot be changed from ${live?.config.appName} to ${desired.appName}: the endpoint must be replaced by a new one`,
  });
}
