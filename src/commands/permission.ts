/** Which plans of a run may be carried out: ours, approved, a replacement only where it is allowed, and nothing over a newer commit. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { compareCommits } from '../github/pull-requests.ts';
import { readRecord, recordDoubt } from '../model/record.ts';
import { digestPlans, isCarriedOut } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { explainPreviewLimits } from '../plan/preview-limits.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext, GitHubAccess } from './context.ts';
import { checkOwnership, isOwn } from './ownership.ts';

export interface JudgedPlan {
  plan: Plan;
  /** Why it is not carried out. */
  failure?: DeployError | undefined;
  /** The endpoint runs this commit, which is newer: it is left as it is. */
  newerCommit?: string | undefined;
}

interface Judging {
  context: CommandContext;
  /** Set for the preview of a pull request. */
  pullRequest: number | undefined;
}

/** In the order of the plans; `isCurrent` where it is proved that no newer commit can be deployed. */
export async function judgePlans(
  plans: readonly Plan[],
  { isCurrent, ...judging }: Judging & { isCurrent: boolean },
): Promise<JudgedPlan[]> {
  const { context } = judging;
  const unapproved = checkApproval(plans, context);
  const permitted = plans.map((plan) => ({
    plan,
    failure: checkPlan(plan, judging) ?? unapproved ?? checkReplacement(plan, context),
  }));
  if (isCurrent || permitted.some(({ failure }) => failure)) return permitted;
  const dated = await readRecencies(plans, context);
  const undecided = checkUndecided(dated, context);
  return dated.map(({ plan, recency }) => ({
    plan,
    ...(recency.kind === 'unknown' && { failure: undecided }),
    ...(recency.kind === 'superseded' && { newerCommit: recency.commit }),
  }));
}

/** Why a plan would be refused even if it was approved: another repository's endpoint, or a preview beyond its limits. */
export function checkPlan(plan: Plan, judging: Judging): DeployError | undefined {
  return checkOwnership(plan, judging) ?? checkPreviewLimits(plan, judging.context);
}

function checkPreviewLimits({ desired }: Plan, { inputs }: CommandContext): DeployError | undefined {
  const beyond = inputs.preview ? explainPreviewLimits(desired, inputs.preview) : [];
  if (beyond.length === 0) return undefined;
  return new DeployError({
    code: 'limits-exceeded',
    message: `the preview ${desired.name} exceeds the limits of \`preview\`: ${beyond.map(({ found }) => found).join('; ')}`,
    hint: `Change the spec, or allow it by lines of \`preview\`: ${beyond.map(({ line }) => `\`${line}\``).join(', ')}.`,
  });
}

function checkApproval(plans: readonly Plan[], { inputs }: CommandContext): DeployError | undefined {
  const { approvedPlan, apiKey } = inputs;
  if (approvedPlan === '' || approvedPlan === digestPlans(plans, apiKey)) return undefined;
  if (isCarriedOut(plans, { approved: approvedPlan, key: apiKey })) return undefined;
  const what = plans.length === 1 ? 'the plan' : `the plan of ${plans.length} endpoints`;
  return new DeployError({
    code: 'plan-changed',
    message: `${what} is not the one that was approved: spec, image, live endpoint or \`api-key\` differ from those that it was made with`,
  });
}

function checkReplacement({ operation, live, desired }: Plan, { inputs }: CommandContext): DeployError | undefined {
  if (operation !== 'replace' || inputs.allow.has('replace')) return undefined;
  return new DeployError({
    code: 'replace',
    message: `appName of ${desired.name} cannot be changed from ${live?.config.appName} to ${desired.appName}: the endpoint must be replaced by a new one`,
  });
}

type Recency =
  /** Nothing recorded stands against the deploy. */
  | { kind: 'current' }
  /** The recorded commit descends from this run's. */
  | { kind: 'superseded'; commit: string }
  /** `commit` is '' where the record cannot be read. */
  | { kind: 'unknown'; commit: string; why: string; failure?: GitHubFailure | undefined };

interface DatedPlan {
  plan: Plan;
  recency: Recency;
}

const comparedAtOnce = 4;

/** One request to GitHub for each recorded commit; none where nothing is overwritten. */
async function readRecencies(plans: readonly Plan[], { inputs, github }: CommandContext): Promise<DatedPlan[]> {
  const { sha, repository, isRerun } = github.context;
  const comparisons = new Map<string, Promise<Recency>>();
  const judge = async ({ live }: Plan): Promise<Recency> => {
    // Whoever starts a run again means this commit.
    if (!live || inputs.allow.has('older-commit') || repository === '' || isRerun) return { kind: 'current' };
    const doubt = recordDoubt(live.config);
    if (doubt !== undefined) return { kind: 'unknown', commit: '', why: `it ${doubt}` };
    const record = readRecord(live.config);
    // Of an adopted endpoint: another repository's commits say nothing about this one's.
    if (!record || !isOwn(record, github.context) || record.commit === sha) return { kind: 'current' };
    const comparison = comparisons.get(record.commit) ?? compareWith(record.commit, github);
    comparisons.set(record.commit, comparison);
    return comparison;
  };
  return pLimit(comparedAtOnce).map([...plans], async (plan) => ({ plan, recency: await judge(plan) }));
}

async function compareWith(commit: string, { api, context }: GitHubAccess): Promise<Recency> {
  const compared = await compareCommits(api, { base: context.sha, head: commit });
  switch (compared.relation) {
    case 'ahead':
      return { kind: 'superseded', commit };
    case 'behind':
    case 'identical':
      return { kind: 'current' };
    default: {
      const failure = 'failure' in compared ? compared.failure : undefined;
      const isGone = failure === undefined || failure.kind === 'not-found';
      const why = isGone ? "it is not in this commit's history, perhaps after a force-push" : 'GitHub did not answer';
      return { kind: 'unknown', commit, why, failure: isGone ? undefined : failure };
    }
  }
}

/** Warns once of all endpoints that are deployed over although the order is unknown. With an approved plan, which may be older, that is a failure. */
function checkUndecided(
  dated: readonly DatedPlan[],
  { inputs, github, reporter, signal }: CommandContext,
): DeployError | undefined {
  const unknown = dated.flatMap(({ plan, recency }) =>
    recency.kind === 'unknown' ? { ...recency, name: plan.desired.name } : [],
  );
  if (unknown.length === 0 || signal.aborted) return undefined;
  const shown = unknown.map(
    ({ name, commit, why }) => `${name} (${commit ? `commit ${shortCommit(commit)}, ` : ''}${why})`,
  );
  const failure = unknown.find((each) => each.failure)?.failure;
  const cause = `${shown.join('; ')}.${failure ? ` ${failure.message}.` : ''}`;
  const question = `whether something newer than this run's ${shortCommit(github.context.sha)} is already deployed`;
  if (inputs.approvedPlan !== '')
    return new DeployError({
      code: 'order-unknown',
      message: `cannot determine ${question}: ${cause}`.replace(/\.$/, ''),
    });
  reporter.annotate({
    severity: 'warning',
    title: 'order of commits',
    message: `Could not determine ${question}, so this run deploys anyway: ${cause}`,
    hint: `If this run was the older one, run the newer workflow again.${failure ? ` ${failure.hint}` : ''}`,
  });
  return undefined;
}
