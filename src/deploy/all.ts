/** The specs of a deploy: planned, judged before the first write, and rolled out side by side. */

import { scalingOf } from '../plan/plan.ts';
import { reconcile, unknownPull } from '../plan/previews.ts';
import { readPull } from '../previews/decide.ts';
import { planLines } from '../render/plan.ts';
import type { Section } from '../render/run-comment.ts';
import type { Reporter } from '../report.ts';
import type { CommandContext, GitHubAsk, Preview } from '../run/context.ts';
import { openLogGroup } from '../run/log.ts';
import type { Outcome, RunEnd } from '../run/outcome.ts';
import { commentOnRun } from '../run/tell-github.ts';
import { type JudgedPlan, judgePlans } from './judge.ts';
import { deployOne } from './one.ts';
import { prepare } from './prepare.ts';

export async function deployAll(context: CommandContext): Promise<RunEnd> {
  const lookedUpMs = context.clock.monotonicMs();
  const { plans, planDigest } = await prepare(context);
  const judged = await judgePlans(plans, context);
  const comment = (sections: readonly Section[]) => commentOnRun(sections, context);
  // Before the first write, so that a refused endpoint does not leave the others half way.
  if (judged.some(({ decision }) => decision.kind === 'refuse'))
    return { outcomes: judged.map((each) => notDeployed(each, context)), planDigest, overview: 'done', comment };
  const isOneOfMany = judged.length > 1;
  const outcomes = await Promise.all(
    judged.map(({ plan, decision, before }, index): Outcome | Promise<Outcome> => {
      const options = { context, lookedUpMs, index, isOneOfMany, before };
      if (decision.kind === 'go') return deployOne(plan, { ...options, words: decision.words });
      if (decision.kind === 'refuse') return notDeployed({ plan, decision, before }, context);
      const { word } = decision;
      const scaling = decision.kind === 'hold' ? scalingOf(plan) : undefined;
      if (!scaling) return { kind: 'skipped', name: plan.desired.name, word };
      return deployOne(scaling, { ...options, words: [] }).then((outcome) => ({ ...outcome, held: word }));
    }),
  );
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

/** One refusal stops the permitted plans, too; the log shows all of them. */
function notDeployed({ plan, decision }: JudgedPlan, context: { reporter: Reporter }): Outcome {
  const { name } = plan.desired;
  openLogGroup(name, { context }).log(planLines(plan));
  if (decision.kind === 'refuse') return { kind: 'refused', name, plan, failure: decision.failure };
  return { kind: 'held-back', name, plan };
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

function warnIfCancelled(left: string, { signal, reporter }: Pick<CommandContext, 'signal' | 'reporter'>): void {
  if (!signal.aborted) return;
  const message = `The run was cancelled before ${left}.`;
  const hint = 'If the pull request is to have no preview by now, the run of that event, or `command: sweep`, ends it.';
  reporter.annotate({ severity: 'warning', title: 'preview', message, hint });
}
