/** The specs of a deploy: planned, judged before the first write, rolled out side by side, and reported to GitHub. */

import { DeployError } from '../errors.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { endFailure } from '../render/end.ts';
import { failureFacts } from '../render/failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from '../render/markdown.ts';
import { planSummary } from '../render/plan.ts';
import { runOverview } from '../render/run-comment.ts';
import { endBefore } from '../rollout/end.ts';
import type { CommandContext } from './context.ts';
import { type DeployOptions, deployOne, type EndpointResult } from './deploy-one.ts';
import { openLogGroup } from './log.ts';
import { combineFailures, nothingChanged } from './outputs.ts';
import { mayShow } from './ownership.ts';
import { type JudgedPlan, judgePlans } from './permission.ts';
import { prepare } from './prepare.ts';
import { refusalNow } from './preview.ts';
import { commentOnRun } from './tell-github.ts';

export async function deployAll(context: CommandContext): Promise<DeployError | undefined> {
  const { preview } = context;
  const lookedUpMs = context.clock.monotonicMs();
  const { plans, renamedWarning } = await prepare(context);
  const judged = await judgePlans(plans, context);
  // Before the first write, so that a refused endpoint does not leave the others half way.
  const isRefused = judged.some(({ decision }) => decision.kind === 'refuse');
  const shared = { context, lookedUpMs, isOneOfMany: plans.length > 1 };
  const results = await Promise.all(
    judged.map((each, index) => {
      const { plan, decision, over } = each;
      const words = decision.kind === 'go' ? decision.words : [];
      const options = { ...shared, index, over, words };
      if (isRefused) return reportRefused(each, options);
      return decision.kind === 'skip' ? reportSuperseded(plan, decision.word, options) : deployOne(plan, options);
    }),
  );
  await renamedWarning;
  // One endpoint speaks for itself.
  if (results.length > 1) await context.reporter.summarize(runOverview(results), 'overview');
  const endNow = async () => {
    const end = preview && !isRefused && !context.signal.aborted ? await refusalNow(context, preview) : undefined;
    return end === 'unknown' ? undefined : end;
  };
  let refusal = await endNow();
  if (!refusal) {
    await commentOnRun(results, context);
    refusal = await endNow();
  }
  if (!preview || !refusal) return combineFailures(results);
  // A preview that is no longer due is deleted: no other run would do it.
  context.outputs.clear();
  const { closePreview } = await import('./deletions.ts');
  return closePreview(context, preview, { refusal, deployedNow: true });
}

/** Shows all plans of the step: one refusal stops the permitted ones, too. */
async function reportRefused(
  { plan, decision }: JudgedPlan,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  const failure = decision.kind === 'refuse' ? decision.failure : undefined;
  outputs.setEndpoint(index, { changed: 'false', 'failure-reason': failure?.code ?? '' });
  const isShown = mayShow(plan, context);
  openLogGroup(plan.desired.name, context).logPlan(plan, isShown);
  const { name } = plan.desired;
  const refused = failure && (isShown ? refusalOf(plan, failure, context) : hiddenRefusal(name, failure));
  const title = refused ? `❌ ${escapeCell(refused.title)}` : escapeCell(name);
  const note = refused ? failureFacts(refused) : 'Not deployed, because another endpoint of this step was refused.';
  const markdown = planSummary(plan, { isShown, title, note });
  const kind = failure ? 'failed' : 'unchanged';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown, failure: refused };
}

function refusalOf(plan: Plan, failure: DeployError, { github }: CommandContext): DeployError | undefined {
  return endFailure({ plan, end: endBefore(plan, failure), isRerun: github.context.isRerun });
}

/** Of an endpoint of which only name and ID may be shown. */
function hiddenRefusal(name: string, failure: DeployError): DeployError {
  const title = `${name}: ${failure.code}, not changed`;
  return new DeployError({ ...failure, message: `${failure.message}. ${nothingChanged}`, title, cause: failure });
}

async function reportSuperseded(
  { desired: { name } }: Plan,
  { severity, about, hint }: Word,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  const message = about(name);
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false', 'failure-reason': '' });
  reporter.annotate({ severity, title: `${name}: superseded`, message, hint });
  const markdown = paragraphs([heading(`⏭️ ${escapeCell(name)}: superseded`), proseCell(message)]);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined };
}
