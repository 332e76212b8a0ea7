/** One plan of a deploy: rolled out, with its log; and what a kill must not lose, in the outputs. */

import { openReads } from '../account/reads.ts';
import { asDeployError, codeWords, type DeployError } from '../errors.ts';
import { isLeftover } from '../plan/candidate.ts';
import type { Plan } from '../plan/plan.ts';
import { candidateName } from '../plan/preview-spec.ts';
import { endLines, shortImage } from '../render/end.ts';
import { planLines } from '../render/plan.ts';
import { usersLine } from '../render/tests.ts';
import { endBefore } from '../rollout/end.ts';
import { openLogGroup } from '../run/log.ts';
import type { Outcome } from '../run/outcome.ts';
import { type DeployOptions, type RolledOut, type RolloutRequest, rollOutPlan } from './roll-out.ts';

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<Outcome> {
  const logGroup = openLogGroup(plan.desired.name, options);
  const rolledOut = await deployPlan(plan, { ...options, logGroup }).catch((thrown): RolledOut => {
    return endedBefore(plan, asDeployError(thrown));
  });
  const { end, availability, tail } = rolledOut;
  try {
    const lost = availability && usersLine(availability);
    logGroup.log([...endLines(plan, end), ...(lost ? [`${lost}.`] : [])]);
    if (tail) logGroup.logTail(tail);
  } catch {
    // The report of the run meets the same defect, and says it.
  }
  logGroup.close();
  return { kind: 'rolled-out', name: plan.desired.name, plan, words: options.words, ...rolledOut };
}

function endedBefore(plan: Plan, failure: DeployError): RolledOut {
  const nothing = { availability: undefined, compared: undefined, tail: undefined, candidate: undefined };
  return { end: endBefore(plan, failure), ...nothing };
}

/** With its candidate first, where it has one. What an earlier run has left as a candidate goes in any case. */
async function deployPlan(plan: Plan, request: RolloutRequest): Promise<RolledOut> {
  const { context, logGroup } = request;
  const { live } = plan;
  const { isFirst, found } = plan.first;
  logGroup.log(planLines(plan));
  const left = !isFirst && found && isLeftover(found, context) ? found : undefined;
  if (!isFirst && !left) return rollOutPlan(plan, request);
  const { deleteCandidate, proveCandidate } = await import('./candidate.ts');
  if (left) {
    const [rolledOut] = await Promise.all([rollOutPlan(plan, request), deleteCandidate(left, request)]);
    return rolledOut;
  }
  const { failure, ...told } = await proveCandidate(plan, request);
  if (!failure) {
    const { end, tail, ...rolledOut } = await rollOutPlan(plan, request);
    return { ...rolledOut, ...told, tail, end: { ...end, cause: end.cause && titled(end.cause, plan) } };
  }
  const now =
    live &&
    (await openReads(context)
      .get(live.id)
      .catch(() => live));
  return { ...endedBefore({ ...plan, live: now } as Plan, failure), ...told };
}

/** Where users could not have met a bad version, but production has failed. */
function titled(cause: DeployError, { desired: { name, image } }: Plan): DeployError {
  if (cause.title || cause.code === 'conflict') return cause;
  return cause.withTitle(
    `${name}: ${codeWords(cause.code, shortImage(image.image))}, passed as ${candidateName(name)}`,
  );
}
