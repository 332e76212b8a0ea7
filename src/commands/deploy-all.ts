/** The specs of a deploy: planned, judged before the first write, rolled out side by side, and reported to GitHub. */

import { codeWords, type DeployError } from '../errors.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { reconcile, unknownPull } from '../plan/previews.ts';
import { endFailure } from '../render/end.ts';
import { failureFacts } from '../render/failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from '../render/markdown.ts';
import { planLines, planSummary } from '../render/plan.ts';
import { runOverview } from '../render/run-comment.ts';
import { endBefore } from '../rollout/end.ts';
import type { CommandContext, Preview } from './context.ts';
import { type DeployOptions, deployOne, type EndpointResult } from './deploy-one.ts';
import { openLogGroup } from './log.ts';
import { unreadNow } from './outputs.ts';
import { type JudgedPlan, judgePlans } from './permission.ts';
import { prepare } from './prepare.ts';
import { readPull } from './preview.ts';
import { commentOnRun } from './tell-github.ts';

export async function deployAll(context: CommandContext): Promise<DeployError | undefined> {
  const lookedUpMs = context.clock.monotonicMs();
  const plans = await prepare(context);
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
  // One endpoint speaks for itself.
  if (results.length > 1) await context.reporter.summarize(runOverview(results), 'overview');
  // A run that was refused has deployed nothing.
  const undue = isRefused ? undefined : await findUndue(context);
  // The comment of previews that have to go would have to be corrected at once.
  if (!undue) await commentOnRun(results, context);
  if (context.preview && !isRefused) context.afterwards(() => endUndue(undue, { results, context }));
  // The run of the event that ended the previews has deleted what this one was waiting for.
  const isOvertaken = ({ isGone }: EndpointResult) => undue !== undefined && isGone;
  const { outputs } = context;
  return outputs.endEndpoints(results.map((each) => (isOvertaken(each) ? { ...each, failure: undefined } : each)));
}

/** The preview of the run where the pull request is to have none by now. */
async function findUndue(context: CommandContext): Promise<Preview | undefined> {
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
  { results, context }: { results: readonly EndpointResult[]; context: CommandContext },
): Promise<void> {
  const { signal, reporter, preview } = context;
  const undue = found ?? (await findUndue(context));
  const end = undue ? await (await import('./preview-ends.ts')).endAfterDeploy(context, undue) : 'due';
  if (found && end === 'failed') await commentOnRun(results, context);
  if (!preview || !signal.aborted || end === 'failed') return;
  const pull = `pull request #${preview.pullRequest.number}`;
  const left = undue
    ? `the comment on ${pull} could say that its previews have ended`
    : `it could check ${pull} once more`;
  const message = `The run was cancelled before ${left}.`;
  const hint = 'If the pull request is to have no preview by now, the run of that event, or `command: sweep`, ends it.';
  reporter.annotate({ severity: 'warning', title: 'preview', message, hint });
}

/** Shows all plans of the step: one refusal stops the permitted ones, too. */
async function reportRefused(
  { plan, decision }: JudgedPlan,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs, github } = context;
  const { isRerun } = github.context;
  const failure = decision.kind === 'refuse' ? decision.failure : undefined;
  outputs.setEndpoint(index, { changed: 'false' });
  openLogGroup(plan.desired.name, { context }).log(planLines(plan));
  const { name } = plan.desired;
  const refused =
    failure &&
    (plan.isShown
      ? endFailure({ plan, end: endBefore(plan, failure), isRerun })
      : failure.withTitle(`${name}: ${codeWords(failure.code)}, not changed`, hiddenNow));
  const title = refused ? `❌ ${escapeCell(refused.title)}` : escapeCell(name);
  const note = refused ? failureFacts(refused) : 'Not deployed, because another endpoint of this step was refused.';
  const markdown = planSummary(plan, { title, note });
  const kind = failure ? 'failed' : 'unchanged';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown, failure: refused, isGone: false };
}

/** Of an endpoint of which only name and ID may be shown. */
const hiddenNow = { ...unreadNow, served: 'Who serves is not shown' };

async function reportSuperseded(
  { desired: { name } }: Plan,
  { severity, message, hint }: Word,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false' });
  reporter.annotate({ severity, title: `${name}: superseded`, message, hint });
  const markdown = paragraphs([heading(`⏭️ ${escapeCell(name)}: superseded`), proseCell(message)]);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined, isGone: false };
}
