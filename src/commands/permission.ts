/** Which plans may be carried out: ours, approved, and nothing over a newer commit. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { GitHubFailure } from '../github/api.ts';
import { compareCommits, mayBeInBranch } from '../github/commits.ts';
import { readRecord, recordDoubt } from '../model/record.ts';
import { digestPlans, isCarriedOut } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import { shortCommit } from '../render/text.ts';
import type { CommandContext, GitHubAccess } from './context.ts';
import { mayHaveServed } from './health.ts';
import { checkOwnership, isOfRepository } from './ownership.ts';

/** `failure`: why it is not carried out; `newerCommit`: the endpoint runs it, so it is left as it is. */
export type JudgedPlan = { plan: Plan; failure?: DeployError | undefined; newerCommit?: string | undefined };

/** In the order of the plans. */
export async function judgePlans(plans: readonly Plan[], context: CommandContext): Promise<JudgedPlan[]> {
  const unapproved = checkApproval(plans, context);
  const permitted = plans.map((plan) => ({
    plan,
    failure: checkPermission(plan, context) ?? unapproved,
  }));
  // No newer commit can be deployed where GitHub has said that this one is the last.
  if (context.preview?.isCurrent || permitted.some(({ failure }) => failure)) return permitted;
  const ordered = await orderPlans(plans, context);
  if (context.inputs.allow.has('older-commit'))
    return ordered.map((each) => ({ plan: each.plan, failure: checkRollback(each) }));
  notePassed(ordered, context);
  const undecided = checkUndecided(ordered, context);
  return ordered.map(({ plan, unknown, newerCommit, passed }) => {
    return { plan, newerCommit: passed ? undefined : newerCommit, ...(unknown && { failure: undecided }) };
  });
}

/** How a plan stands to the commit that its endpoint records; nothing where the record is no obstacle. */
interface Recency {
  newerCommit?: string;
  /** Why the newer commit is no obstacle, as the end of a sentence. */
  passed?: string;
  unknown?: { why: string; failure?: GitHubFailure | undefined };
}
type OrderedPlan = Recency & { plan: Plan };

/** Of an endpoint that has a newer commit: the older one has to say what ran then. */
function checkRollback({ plan, newerCommit }: OrderedPlan): DeployError | undefined {
  if (newerCommit === undefined) return undefined;
  const { desired, saysImage } = plan;
  const { image } = desired.image;
  const why = saysImage
    ? `its image is the tag ${image}, where a digest is deployed: the tag may be what it was then, or not`
    : `neither the spec nor the \`image\` input names an image, so it would keep ${image}`;
  const message = `${desired.name} cannot be rolled back from commit ${shortCommit(newerCommit)}: ${why}`;
  return new DeployError({ code: 'nothing-rolled-back', message });
}

/** One notice for all endpoints with a newer commit that is no obstacle. */
function notePassed(ordered: readonly OrderedPlan[], { reporter, signal }: CommandContext): void {
  const passed = ordered.flatMap(({ plan, passed }) => (passed ? `${plan.desired.name} (${passed})` : []));
  if (passed.length === 0 || signal.aborted) return;
  const message = `This run deploys over a newer commit: ${passed.join('; ')}.`;
  const hint = 'To keep the newer one, start its run again.';
  reporter.annotate({ severity: 'notice', title: 'order of commits', message, hint });
}

/** Refuses even an approved plan: another repository's endpoint, and lost secrets. */
export function checkPermission(plan: Plan, context: CommandContext): DeployError | undefined {
  return checkOwnership(plan, context) ?? checkSecrets(plan, context);
}

/** A workflow that lacks the input would take the secrets of the others away. */
function checkSecrets({ desired, missingSecrets }: Plan, { inputs }: CommandContext): DeployError | undefined {
  if (missingSecrets.length === 0 || inputs.allow.has('drop-secrets')) return undefined;
  const removed = `${missingSecrets.join(', ')} from ${desired.name}, which an earlier run set by them`;
  const message = `this run has no \`secret-envs\`, and would remove ${removed}`;
  return new DeployError({ code: 'secrets-missing', message });
}

function checkApproval(plans: readonly Plan[], { inputs }: CommandContext): DeployError | undefined {
  const { approvedPlan: approved, apiKey: key } = inputs;
  // Who was shown no digest has approved the tag.
  const tags = plans.map((plan) => ({ ...plan, resolvedImage: undefined }));
  const isSeen = [plans, tags].some((each) => digestPlans(each, inputs) === approved);
  if (approved === '' || isSeen || isCarriedOut(plans, { approved, key })) return undefined;
  const what = plans.length === 1 ? 'the plan' : `the plan of ${plans.length} endpoints`;
  const members = 'spec, image or its digest, live endpoint, `wait`, `on-failure` or `api-key`';
  const message = `${what} is not the one that was approved: ${members} differ from those that it was made with`;
  return new DeployError({ code: 'plan-changed', message });
}

/** Two requests to GitHub at most for each recorded commit; none where nothing is overwritten. */
async function orderPlans(plans: readonly Plan[], { inputs, github, clock }: CommandContext): Promise<OrderedPlan[]> {
  const { sha, repository, isRerun } = github.context;
  // Whoever starts a run again means this commit.
  if (repository === '' || isRerun) return plans.map((plan) => ({ plan }));
  const comparisons = new Map<string, Promise<Recency>>();
  return pLimit(4).map([...plans], async (plan) => {
    const { live } = plan;
    if (inputs.allow.has('older-commit') && !losesImage(plan)) return { plan };
    const doubt = live && recordDoubt(live.config);
    if (doubt) return { plan, unknown: { why: `it ${doubt}` } };
    const record = live && readRecord(live.config);
    // Of an adopted endpoint: another repository's commits say nothing about this one's.
    if (!record || !isOfRepository(record, github.context) || record.commit === sha) return { plan };
    const comparison = comparisons.get(record.commit) ?? compareWith(record.commit, github);
    comparisons.set(record.commit, comparison);
    const recency = await comparison;
    // The order is one of what has served.
    const ageSeconds = (clock.date().getTime() - Date.parse(record.time)) / 1000;
    const isUnderWay = ageSeconds < inputs.waitTimeoutSeconds;
    if (recency.newerCommit === undefined || mayHaveServed(live, { isUnderWay })) return { plan, ...recency };
    const passed = `commit ${shortCommit(record.commit)} is newer, but nothing shows that it ever served`;
    return { plan, ...recency, passed };
  });
}

async function compareWith(commit: string, { api, context }: GitHubAccess): Promise<Recency> {
  const { relation, failure } = await compareCommits(api, { base: context.sha, head: commit });
  const shown = `commit ${shortCommit(commit)}`;
  if (relation === 'ahead') {
    const { branch } = context;
    if (await mayBeInBranch(api, { commit, branch })) return { newerCommit: commit };
    return { newerCommit: commit, passed: `${shown} is newer, but not in the branch ${branch}` };
  }
  if (relation === 'behind' || relation === 'identical') return {};
  if (failure && failure.kind !== 'not-found') return { unknown: { why: `${shown}, GitHub did not answer`, failure } };
  return { unknown: { why: `${shown}, it is not in this commit's history, perhaps after a force-push` } };
}

/** Whether an older commit would keep the image that is to go: it names none, or a tag in the place of a digest. */
function losesImage({ saysImage, live, desired }: Plan): boolean {
  const isDigest = ({ image }: Plan['desired']) => image.image.includes('@');
  return live !== undefined && (!saysImage || (isDigest(live.config) && !isDigest(desired)));
}

/** One warning for all endpoints that are deployed over in an unknown order; a failure with an approved plan. */
function checkUndecided(
  ordered: readonly OrderedPlan[],
  { inputs, github, reporter, signal }: CommandContext,
): DeployError | undefined {
  const shown = ordered.flatMap(({ plan, unknown }) => (unknown ? `${plan.desired.name} (${unknown.why})` : []));
  if (shown.length === 0 || signal.aborted) return undefined;
  const failure = ordered.find(({ unknown }) => unknown?.failure)?.unknown?.failure;
  const cause = `${shown.join('; ')}${failure ? `. ${failure.message}` : ''}`;
  const question = `whether something newer than this run's ${shortCommit(github.context.sha)} is already deployed`;
  if (inputs.approvedPlan !== '')
    return new DeployError({ code: 'order-unknown', message: `cannot determine ${question}: ${cause}` });
  const message = `Could not determine ${question}, so this run deploys anyway: ${cause}.`;
  const hint = `If this run was the older one, run the newer workflow again. ${failure?.hint ?? ''}`.trimEnd();
  return void reporter.annotate({ severity: 'warning', title: 'order of commits', message, hint });
}
