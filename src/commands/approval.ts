/** Whether a plan may be carried out: it is ours, it is the one that was approved, and a replacement is allowed. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlans, isCarriedOut } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { explainPreviewLimits, type PreviewLimits } from '../plan/preview-limits.ts';
import { checkOwnership } from './ownership.ts';

export interface PermissionRequest {
  inputs: Pick<Inputs, 'allow' | 'preview'>;
  /** Why the plans of the run are not approved: {@link checkApproval}. */
  unapproved: DeployError | undefined;
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  repositoryId?: string;
  /** Set for the preview of a pull request. */
  pullRequest: number | undefined;
}

/** Why the plan is not carried out; undefined when it may be. */
export function checkPermission(
  plan: Plan,
  { inputs, unapproved, repository, repositoryId = '', pullRequest }: PermissionRequest,
): DeployError | undefined {
  return (
    checkOwnership(plan, { repository, repositoryId, pullRequest, adopt: inputs.allow.has('adopt') }) ??
    (inputs.preview && checkPreviewLimits(plan, inputs.preview)) ??
    unapproved ??
    checkReplacement(plan, inputs)
  );
}

/** Why the plans of a run are not those that were approved; undefined when they are, or nobody has to approve them. */
export function checkApproval(
  plans: readonly Plan[],
  { approvedPlan, apiKey }: Pick<Inputs, 'approvedPlan' | 'apiKey'>,
): DeployError | undefined {
  if (approvedPlan === '' || approvedPlan === digestPlans(plans, apiKey)) return undefined;
  if (isCarriedOut(plans, { approved: approvedPlan, key: apiKey })) return undefined;
  const what = plans.length === 1 ? 'the plan' : `the plan of ${plans.length} endpoints`;
  return new DeployError({
    code: 'plan-changed',
    message: `${what} is not the one that was approved: spec, image, live endpoint or \`api-key\` differ from those that it was made with`,
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
