/** The command `plan`: what a deploy would do, and nothing done. */

import { checkCandidate, checkPermission } from '../plan/ownership.ts';
import { decidePreview, undeployed, validatePreview } from '../previews/decide.ts';
import { planLines } from '../render/plan.ts';
import type { CommandFunction } from '../run/context.ts';
import { openLogGroup } from '../run/log.ts';
import type { Outcome } from '../run/outcome.ts';
import { commentOnPlans } from '../run/tell-github.ts';
import { readAhead } from './deploy.ts';

export const command: CommandFunction = async (given) => {
  const preview = await decidePreview(given);
  const context = { ...given, preview };
  if (preview?.step === 'validate') return validatePreview(context, preview);
  if (preview && !['create', 'superseded'].includes(preview.step)) return undeployed(context, preview);
  await readAhead(context);
  const { plans, planDigest } = await (await import('../deploy/prepare.ts')).prepare(context);
  for (const each of plans) {
    const logGroup = openLogGroup(each.desired.name, { context, isOneOfMany: plans.length > 1 });
    logGroup.log(planLines(each));
    logGroup.close();
  }
  const outcomes = plans.map((each): Outcome => {
    const refusal = checkPermission(each, context) ?? checkCandidate(each, context);
    return { kind: 'planned', name: each.desired.name, plan: each, refusal };
  });
  return { outcomes, planDigest, overview: 'planned', comment: (sections) => commentOnPlans(sections, context) };
};
