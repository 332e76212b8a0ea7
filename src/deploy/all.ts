/** The specs of a deploy: planned, judged before the first write, and rolled out side by side. */

import { openReads } from '../account/reads.ts';
import { asDeployError, codeRow, codeWords, type DeployError } from '../errors.ts';
import { isLeftover } from '../plan/candidate.ts';
import { type Plan, scalingOf } from '../plan/plan.ts';
import { candidateName } from '../plan/preview-spec.ts';
import { reconcile, unknownPull } from '../plan/previews.ts';
import { readPull } from '../previews/decide.ts';
import { endLines, shortImage } from '../render/end.ts';
import { planLines } from '../render/plan.ts';
import type { Section } from '../render/run-comment.ts';
import { usersLine } from '../render/tests.ts';
import { endBefore } from '../rollout/end.ts';
import type { CommandContext, GitHubAsk, Preview } from '../run/context.ts';
import { openLogGroup } from '../run/log.ts';
import type { Outcome, RolledOut, RunEnd } from '../run/outcome.ts';
import { commentOnRun } from '../run/tell-github.ts';
import { annotateWords } from './annotate-words.ts';
import { judgePlans } from './judge.ts';
import { prepare } from './prepare.ts';
import { type DeployOptions, type RolloutRequest, rollOutPlan } from './roll-out.ts';

export async function deployAll(context: CommandContext): Promise<RunEnd> {
  const lookedUpMs = context.clock.monotonicMs();
  const { plans, planDigest } = await prepare(context);
  const judged = await judgePlans(plans, context);
  annotateWords(judged, context);
  // Before the first write, so that a refused endpoint does not leave the others half way; the log shows all plans.
  const isRefused = judged.some(({ decision }) => decision.kind === 'refuse');
  const outcomes = await Promise.all(
    judged.map(({ plan, decision, before }, index): Outcome | Promise<Outcome> => {
      const { name } = plan.desired;
      if (isRefused || decision.kind === 'refuse') {
        openLogGroup(name, { context }).log(planLines(plan));
        if (decision.kind !== 'refuse') return { kind: 'held-back', name, plan };
        return { kind: 'refused', name, plan, failure: decision.failure };
      }
      const options = { context, lookedUpMs, index, isOneOfMany: judged.length > 1, before };
      if (decision.kind === 'go') return deployOne(plan, { ...options, words: decision.words });
      const { word } = decision;
      const scaling = decision.kind === 'hold' && scalingOf(plan);
      if (!scaling) return { kind: 'skipped', name, word };
      return deployOne(scaling, { ...options, words: [] }).then((outcome) => ({ ...outcome, held: word }));
    }),
  );
  const comment = (sections: readonly Section[]) => commentOnRun(sections, context);
  if (isRefused) return { outcomes, planDigest, overview: 'done', comment };
  const undue = await findUndue(context);
  return {
    outcomes: undue ? outcomes.map(asOvertaken) : outcomes,
    planDigest,
    overview: 'done',
    // The comment of previews that have to go would have to be corrected at once.
    comment: undue ? undefined : comment,
    afterwards: context.preview && ((sections) => endUndue(undue, { sections, context })),
  };
}

/** Rolls one plan out, and never rejects: a defect becomes a failure, too, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<Outcome> {
  const logGroup = openLogGroup(plan.desired.name, options);
  const rolledOut = await deployPlan(plan, { ...options, logGroup }).catch((thrown): RolledOut => {
    return { end: endBefore(plan, asDeployError(thrown)) };
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

/** Proves the candidate of the plan first, if it has one. A candidate that an earlier run has left goes in any case. */
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
  return { end: endBefore({ ...plan, live: now } as Plan, failure), ...told };
}

/** The failure of production although its candidate had passed. */
function titled(cause: DeployError, { desired: { name, image } }: Plan): DeployError {
  if (cause.title || cause.code === 'conflict') return cause;
  const shown = shortImage(image.image);
  const it = codeRow(cause.code).subject === 'version' ? 'it' : shown;
  const words = codeWords(cause.code, shown);
  return cause.withTitle(`${name}: ${words} after ${it} had passed as ${candidateName(name)}`);
}

/** The run of the event that ended the previews has deleted what this one was waiting for. */
function asOvertaken(outcome: Outcome): Outcome {
  const isGone = outcome.kind === 'rolled-out' && outcome.end.left.kind === 'gone';
  return isGone && outcome.end.cause?.code === 'not-found' ? { ...outcome, isOvertaken: true } : outcome;
}

/** The preview of the run where the pull request is to have none by now. */
async function findUndue(context: GitHubAsk & { signal: AbortSignal }): Promise<Preview | undefined> {
  const { preview, signal } = context;
  if (!preview || signal.aborted) return undefined;
  const { pull } = await readPull(context, { ...preview.question, pull: unknownPull });
  const question = { ...preview.question, pull };
  const { standing } = reconcile(question);
  return standing === 'due' || standing === 'unknown' ? undefined : { ...preview, question };
}

/** Deletes the previews of the run where the pull request is to have none: no other run would do it. */
async function endUndue(
  found: Preview | undefined,
  { sections, context }: { sections: readonly Section[]; context: CommandContext },
): Promise<RunEnd | undefined> {
  const undue = found ?? (await findUndue(context));
  const pull = `pull request #${context.preview?.pullRequest.number}`;
  if (!undue) {
    warnIfCancelled(`it could check ${pull} once more`, context);
    return undefined;
  }
  const { endAfterDeploy } = await import('../previews/end.ts');
  const ended = await endAfterDeploy(context, undue);
  if (!ended && found) await commentOnRun(sections, context);
  const comment = async () => {
    await ended?.comment?.([]);
    warnIfCancelled(`the comment on ${pull} could say that its previews have ended`, context);
  };
  return ended && { ...ended, comment };
}

function warnIfCancelled(left: string, { signal, reporter }: CommandContext): void {
  if (!signal.aborted) return;
  const message = `The run was cancelled before ${left}.`;
  const hint = 'If the pull request is to have no preview by now, the run of that event, or `command: sweep`, ends it.';
  reporter.warn({ title: 'cancelled before the last look at GitHub', message, hint });
}
