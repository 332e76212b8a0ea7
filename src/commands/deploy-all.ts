/** The specs of a deploy on one straight path: planned, judged before the first write, rolled out side by side, reported. */

import pLimit from 'p-limit';
import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { previewNote } from '../render/preview-note.ts';
import type { ServiceClient } from '../service/client.ts';
import { checkApproval, checkPermission } from './approval.ts';
import { closePreview } from './close-preview.ts';
import { commentOnFailure } from './comment.ts';
import type { CommandContext } from './context.ts';
import { deployOne } from './deploy-endpoint.ts';
import { commentOnRun, type EndpointResult, reportRefused, reportSuperseded, summarizeRun } from './deploy-report.ts';
import { digestOutputs, hiddenPlanOutputs, planOutputs } from './endpoint-outputs.ts';
import { recordDeployments } from './github-deployment.ts';
import { checkUndecided, readRecencies } from './order.ts';
import { combineFailures } from './outputs.ts';
import { mayShow } from './ownership.ts';
import { prepare } from './prepare.ts';
import { endedMeanwhile, type Preview, previewTransform } from './preview.ts';
import { notedPreviews } from './preview-report.ts';

/** Writes under way at the same time. What was written is verified and waited for side by side. */
const writesAtOnce = 8;

interface DeployRequest {
  client: ServiceClient;
  preview: Preview | undefined;
  /** It is proved already that this commit is the last one of its pull request. */
  isCurrent: boolean;
}

export async function deployAll(context: CommandContext, request: DeployRequest): Promise<DeployError | undefined> {
  const { client, preview } = request;
  const { clock } = context;
  const lookedUpMs = clock.monotonicMs();
  const plans = await planAll(context, request);
  const judged = await judgeAll(plans, { context, request });
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (judged.some(({ failure }) => failure))
    return reportRefused(judged, { context, isPreview: preview !== undefined });
  const shared = {
    context,
    preview,
    lookedUpMs,
    client,
    inTurn: pLimit(writesAtOnce),
    isOneOfMany: plans.length > 1,
  };
  const results = await Promise.all(
    judged.map(({ plan, newerCommit }, index) =>
      newerCommit === undefined
        ? deployOne(plan, { ...shared, index })
        : reportSuperseded(plan, { context, index, newerCommit }),
    ),
  );
  await summarizeRun(results, context);
  return conclude(results, { context, preview });
}

async function planAll(context: CommandContext, { client, preview }: DeployRequest): Promise<Plan[]> {
  const { outputs } = context;
  const isPreview = preview !== undefined;
  const plans = await commentOnFailure(context, { isPreview }, (onNames) =>
    prepare(context, {
      client,
      needsLimits: true,
      transform: previewTransform(preview),
      onNames,
    }),
  );
  outputs.setEndpoints(plans.map((plan) => (mayShow(plan, context) ? planOutputs(plan) : hiddenPlanOutputs(plan))));
  outputs.set(digestOutputs(plans, context));
  return plans;
}

interface JudgedPlan {
  plan: Plan;
  /** Why it is not carried out. */
  failure?: DeployError | undefined;
  /** The endpoint runs this commit, which is newer: it is left as it is. */
  newerCommit?: string | undefined;
}

/** Whether each plan may be carried out, and, where all may, whose turn it is by the order of commits. */
async function judgeAll(
  plans: readonly Plan[],
  { context, request: { preview, isCurrent } }: { context: CommandContext; request: DeployRequest },
): Promise<JudgedPlan[]> {
  const { inputs, github } = context;
  const { repository, repositoryId } = github.context;
  const pullRequest = preview?.pullRequest.number;
  const unapproved = checkApproval(plans, inputs);
  const permitted = plans.map((plan) => ({
    plan,
    failure: checkPermission(plan, { inputs, unapproved, repository, repositoryId, pullRequest }),
  }));
  if (isCurrent || permitted.some(({ failure }) => failure)) return permitted;
  const recencies = await readRecencies(plans, context);
  const undecided = checkUndecided(recencies, context);
  return recencies.map(({ plan, ...recency }) => ({
    plan,
    ...(recency.kind === 'unknown' && { failure: undecided }),
    ...(recency.kind === 'superseded' && { newerCommit: recency.commit }),
  }));
}

/** Tells GitHub. A preview that is no longer due, such as that of a pull request that was closed meanwhile, is deleted: nobody else would come to do it. */
async function conclude(
  results: readonly EndpointResult[],
  { context, preview }: { context: CommandContext; preview: Preview | undefined },
): Promise<DeployError | undefined> {
  const { signal, outputs } = context;
  const endNow = async () => (preview && !signal.aborted ? endedMeanwhile(context, preview) : undefined);
  let ended = await endNow();
  if (!ended) {
    await recordDeployments(context, { endpoints: results, preview });
    const note = preview && previewNote(notedPreviews(results, context), preview.options);
    await commentOnRun(results, { context, isPreview: preview !== undefined, note });
    ended = await endNow();
  }
  if (!preview || !ended) return combineFailures(results);
  outputs.clear();
  return closePreview(context, preview, ended);
}
