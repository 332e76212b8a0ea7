/** The command `plan`: what a deploy would do, and nothing done. */

import { checkPermission } from '../plan/ownership.ts';
import type { Plan } from '../plan/plan.ts';
import { proseCell } from '../render/markdown.ts';
import { planLines, planSummary } from '../render/plan.ts';
import { type CommentSection, runComment, runOverview } from '../render/run-comment.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { readAhead } from './deploy.ts';
import { openLogGroup } from './log.ts';
import { decidePreview, reportUndeployed, validatePreview } from './preview.ts';
import { writeComment } from './tell-github.ts';

export const plan: CommandFunction = async (given) => {
  const { outputs, reporter } = given;
  const preview = await decidePreview(given);
  const context = { ...given, preview };
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview && !['create', 'superseded'].includes(preview.step)) return reportUndeployed(context, preview);
  await readAhead(context);
  const { prepare } = await import('./prepare.ts');
  const plans = await prepare(context);
  const sections: CommentSection[] = [];
  for (const each of plans) sections.push(await reportPlan(each, { context, isOneOfMany: plans.length > 1 }));
  if (sections.length > 1) await reporter.summarize(runOverview(sections, 'planned'), 'overview');
  const names = sections.map(({ name }) => name);
  await writeComment(context, { names, markdown: runComment(sections, 'planned') });
  outputs.setEndpoints(plans.map(() => ({ operation: 'planned', changed: 'false', 'failure-reason': '' })));
  return undefined;
};

/** Returns what the comment says of it. */
async function reportPlan(
  plan: Plan,
  { context, isOneOfMany }: { context: CommandContext; isOneOfMany: boolean },
): Promise<CommentSection> {
  const { reporter } = context;
  const { name } = plan.desired;
  const logGroup = openLogGroup(name, { context, isOneOfMany });
  logGroup.log(planLines(plan));
  logGroup.close();
  const refusal = checkPermission(plan, context);
  const refused = refusal && `A deploy would be refused: ${refusal.message}.`;
  const { code, hint = '' } = refusal ?? {};
  if (refused) reporter.annotate({ severity: 'warning', title: `${name}: ${code}`, message: refused, hint });
  const note = refused ? `> ⚠️ ${proseCell(refused)} ${proseCell(hint)}` : '';
  const markdown = planSummary(plan, { note });
  const kind = refusal ? 'failed' : plan.operation === 'unchanged' ? 'unchanged' : 'changed';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown };
}
