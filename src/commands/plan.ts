/** The command `plan`: what a deploy would do, and nothing done. */

import type { Plan } from '../plan/plan.ts';
import { hiddenPlanLines, hiddenPlanSummary, refusalNote } from '../render/not-deployed.ts';
import { planLines, planSummary } from '../render/plan.ts';
import { type CommentSection, runComment, runOverview } from '../render/run-comment.ts';
import { checkPreviewLimits } from './approval.ts';
import { commentOnFailure, writeComment } from './comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { digestOutputs, hiddenPlanOutputs, planOutputs } from './endpoint-outputs.ts';
import { assertNotEmptied, readAhead } from './head-start.ts';
import { openLogGroup } from './log-group.ts';
import { checkOwnership, mayShow } from './ownership.ts';
import { decidePreview, previewTransform, readPreview } from './preview.ts';
import { reportPlanned, validatePreview } from './preview-report.ts';

export const plan: CommandFunction = async (context) => {
  const { outputs, reporter } = context;
  const preview = readPreview(context);
  const pullRequest = preview?.pullRequest.number;
  if (preview && !preview.hasKey) return validatePreview(context, preview);
  const decision = preview && (await decidePreview(context, preview));
  if (preview && decision?.step === 'validate') return validatePreview(context, preview);
  if (preview && decision && !['create', 'superseded'].includes(decision.step))
    return reportPlanned(context, preview, decision);
  assertNotEmptied(context.inputs);
  const client = await context.connections.service();
  try {
    await readAhead(context, client);
    const { prepare } = await import('./prepare.ts');
    const isPreview = preview !== undefined;
    const plans = await commentOnFailure(context, { isPreview }, (onNames) =>
      prepare(context, {
        client,
        needsLimits: false,
        transform: previewTransform(preview),
        onNames,
      }),
    );
    outputs.set(digestOutputs(plans, context));
    outputs.setEndpoints(
      plans.map((each) => ({
        ...(mayShow(each, context) ? planOutputs(each) : hiddenPlanOutputs(each)),
        operation: 'planned',
        changed: 'false',
      })),
    );
    const sections: CommentSection[] = [];
    for (const each of plans)
      sections.push(await reportPlan(each, { context, pullRequest, isOneOfMany: plans.length > 1 }));
    if (sections.length > 1) await reporter.summarize(runOverview(sections, 'planned'), 'overview');
    await writeComment(context, {
      endpoints: sections.map(({ name }) => name),
      markdown: runComment(sections, 'planned'),
      isPreview,
    });
    for (const index of plans.keys()) outputs.setEndpoint(index, { 'failure-reason': '' });
    return undefined;
  } finally {
    await client.close();
  }
};

/** Returns what the comment says of it. */
async function reportPlan(
  plan: Plan,
  {
    context,
    pullRequest,
    isOneOfMany,
  }: { context: CommandContext; pullRequest: number | undefined; isOneOfMany: boolean },
): Promise<CommentSection> {
  const { inputs, reporter, github } = context;
  const { name } = plan.desired;
  const logGroup = openLogGroup(name, { reporter, isOneOfMany });
  const isShown = mayShow(plan, context);
  logGroup.log(isShown ? planLines(plan) : hiddenPlanLines(plan));
  logGroup.close();
  const foreign =
    checkOwnership(plan, { ...github.context, pullRequest, adopt: inputs.allow.has('adopt') }) ??
    (inputs.preview && checkPreviewLimits(plan, inputs.preview));
  if (foreign) {
    reporter.annotate({
      severity: 'warning',
      title: `${name}: ${foreign.code}`,
      message: `A deploy would be refused: ${foreign.message}.`,
      hint: foreign.hint,
    });
  }
  const markdown = `${isShown ? planSummary(plan) : hiddenPlanSummary(plan)}${foreign ? refusalNote(foreign) : ''}`;
  const kind = foreign ? 'failed' : plan.operation === 'unchanged' ? 'unchanged' : 'changed';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown };
}
