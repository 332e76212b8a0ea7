/** The specs of a deploy: planned, judged before the first write, rolled out side by side, and reported everywhere. */

import { asDeployError, DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import { comparisonOf } from '../model/compare.ts';
import { readRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { durationsLine, livesAfter, stagesOf, stageWords, startLives } from '../render/durations.ts';
import { wholeFailure } from '../render/end-state.ts';
import { failureFacts, failureSummary, logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs, proseCell } from '../render/markdown.ts';
import {
  billedHint,
  outcomeLines,
  outcomeSummary,
  outcomeTitle,
  refusedTitle,
  uncheckedWarning,
  unprovedWarning,
} from '../render/outcome.ts';
import { planSummary } from '../render/plan.ts';
import { eventLines, type Moment } from '../render/progress.ts';
import { type Deletion, deletionResult, runOverview } from '../render/run-comment.ts';
import { shortCommit, trailLine } from '../render/text.ts';
import type { EndpointOutputs } from '../report.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { type Outcome, proofOf } from '../rollout/outcome.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { CommandContext } from './context.ts';
import { explainFailure, openLogGroup, readFailureLog } from './log.ts';
import { combineFailures, endpointOutputs, testOutputs } from './outputs.ts';
import { mayShow, newRecord } from './ownership.ts';
import { type JudgedPlan, judgePlans } from './permission.ts';
import { prepare } from './prepare.ts';
import { refusalNow } from './preview.ts';
import { commentOnRun, type DeploymentEnd, deploymentEnd, type RunResult, recordDeployments } from './tell-github.ts';

/** What became of one endpoint. */
interface EndpointResult extends RunResult {
  failure: DeployError | undefined;
  /** What its GitHub Deployment says; undefined for none. */
  end?: DeploymentEnd | undefined;
}

interface DeployOptions {
  context: CommandContext;
  /** The look-up began then, on the clock's monotonic time. */
  lookedUpMs: number;
  index: number;
  isOneOfMany: boolean;
}

export async function deployAll(context: CommandContext): Promise<DeployError | undefined> {
  const { preview } = context;
  const lookedUpMs = context.clock.monotonicMs();
  const { plans, hasRoom, renamedWarning } = await prepare(context);
  const judged = await judgePlans(plans, context);
  // Before the first write, so that a refused endpoint does not leave the others half way.
  const isRefused = judged.some(({ failure }) => failure);
  let unnamed = hasRoom || isRefused ? [] : await endUnnamed(plans, context);
  const shared = { context, lookedUpMs, isOneOfMany: plans.length > 1 };
  const results = await Promise.all(
    judged.map((each, index) => {
      const options = { ...shared, index };
      if (isRefused) return reportRefused(each, options);
      return each.newerCommit === undefined ? deployOne(each.plan, options) : reportSuperseded(each, options);
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
    await recordDeployments(context, results);
    if (hasRoom && results.every(isGreen)) unnamed = await endUnnamed(plans, context);
    await commentOnRun(results, { unnamed, context });
    refusal = await endNow();
  }
  if (!preview || !refusal) return combineFailures([...results, ...unnamed.map(deletionResult)]);
  // A preview that is no longer due is deleted: no other run would do it.
  context.outputs.clear();
  const { closePreview } = await import('./deletions.ts');
  return closePreview(context, preview, { refusal, deployedNow: true });
}

/** Its endpoint is what the run was to make of it. */
const isGreen = ({ failure, kind }: EndpointResult) => !failure && kind !== 'superseded';

/** A push that renames a spec leaves the preview under its old name: it goes once the new one serves, if both fit. */
async function endUnnamed(plans: readonly Plan[], context: CommandContext): Promise<readonly Deletion[]> {
  // Another name may be that of another job, with another value.
  if (!context.preview || context.signal.aborted || plans.some(({ isNamedByVariable }) => isNamedByVariable)) return [];
  const { deleteUnnamed } = await import('./deletions.ts');
  const names = plans.map(({ desired }) => desired.name);
  return deleteUnnamed(names, context);
}

/** All plans of the step, also those that would have been permitted beside one that was not. */
async function reportRefused(
  { plan, failure }: JudgedPlan,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs } = context;
  outputs.setEndpoint(index, { changed: 'false', 'failure-reason': failure?.code ?? '' });
  const isShown = mayShow(plan, context);
  openLogGroup(plan.desired.name, context).logPlan(plan, isShown);
  const { name } = plan.desired;
  const titled =
    failure && (isShown ? failure.withTitle(refusedTitle(plan)(failure)) : outputs.titled(failure, 'deploy', { name }));
  const title = titled ? `❌ ${escapeCell(titled.title)}` : escapeCell(name);
  const note = failure ? failureFacts(failure) : 'Not deployed, because another endpoint of this step was refused.';
  const markdown = planSummary(plan, { isShown, title, note });
  const kind = failure ? 'failed' : 'unchanged';
  await reporter.summarize(markdown, kind);
  return { name, kind, markdown, failure: titled };
}

async function reportSuperseded(
  { plan, newerCommit = '' }: JudgedPlan,
  { context, index }: DeployOptions,
): Promise<EndpointResult> {
  const { reporter, outputs, github } = context;
  const { name } = plan.desired;
  const [theirs, ours] = [newerCommit, github.context.sha].map(shortCommit);
  const message = `Skipped: ${name} already runs commit \`${theirs}\`, which is newer than this run's \`${ours}\`.`;
  const hint = 'To roll back on purpose, add `older-commit` to `allow`.';
  outputs.setEndpoint(index, { operation: 'superseded', changed: 'false', 'failure-reason': '' });
  reporter.annotate({ severity: 'notice', title: `${name}: superseded`, message, hint });
  const markdown = paragraphs([heading(`⏭️ ${escapeCell(name)}: superseded`), proseCell(message)]);
  await reporter.summarize(markdown, 'superseded');
  return { name, kind: 'superseded', markdown, failure: undefined };
}

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<EndpointResult> {
  const { index, isOneOfMany } = options;
  const { reporter, outputs, inputs } = options.context;
  const { name } = plan.desired;
  const logGroup = openLogGroup(name, { ...options.context, isOneOfMany });
  const result = await rollOutAndReport(plan, { ...options, logGroup }).catch(
    async (thrown): Promise<EndpointResult> => {
      logGroup.close();
      const failure = outputs.titled(asDeployError(thrown), inputs.command, { name });
      const markdown = failureSummary(failure);
      await reporter.summarize(markdown, 'failed');
      const end = { state: 'failure', description: failure.code, digest: '', url: undefined } as const;
      return { name, kind: 'failed', markdown, failure, end };
    },
  );
  outputs.setEndpoint(index, { 'failure-reason': result.failure?.code ?? '' });
  return result;
}

type RolloutRequest = DeployOptions & { logGroup: ReturnType<typeof openLogGroup> };

async function rollOutAndReport(plan: Plan, request: RolloutRequest): Promise<EndpointResult> {
  const { context, lookedUpMs, index, logGroup } = request;
  const { inputs, reporter, outputs, clock, signal, connections, preview, github } = context;
  logGroup.logPlan(plan);
  const client = await connections.service();
  const record = newRecord(plan, context);
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  let lives = startLives(plan.live);
  const onEvent = async (event: RolloutEvent) => {
    lives = livesAfter(lives, event, clock.monotonicMs());
    follow(event, request, { elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1000, isRestoring: lives.hasFailed });
    // What was never started has no log.
    const isReadable = event.kind === 'failed' && !['image-pull', 'no-capacity'].includes(event.failure.code);
    if (isReadable && event.failure instanceof RolloutError) tail = await readFailureLog(event.failure.log, context);
  };
  const rolledOut = await rollOut(
    plan,
    { ...inputs, record, lookedUpMs, isPreview: preview !== undefined, isRerun: github.context.isRerun },
    { client, clock, signal, test, onEvent },
  );
  const ended = { ...rolledOut, failure: rolledOut.failure && explainFailure(rolledOut.failure, tail) };
  const outcome = { ...ended, failure: wholeFailure(plan, ended) };
  const compare = comparisonOf(plan);
  outputs.setEndpoint(index, { ...outcomeOutputs(outcome), ...(compare && { 'image-digest': '' }) });
  logGroup.log(outcomeLines(plan, outcome));
  if (tail) logGroup.logTail(tail);
  const { operation, endpoint } = outcome;
  const isProved = !outcome.failure && outcome.tests?.kind === 'passed';
  const candidate =
    compare && endpoint && isProved
      ? {
          ...{ id: endpoint.id, url: endpoint.url, config: plan.desired, tests: plan.tests, compare },
          ...{ start: stageWords(stagesOf(lives, undefined)), startedMs: lookedUpMs, log: logGroup.log },
        }
      : undefined;
  const compared = candidate && (await (await import('./compare.ts')).compareCandidate(candidate, context));
  if (compared) outputs.setEndpoint(index, compared.outputs);
  logGroup.close();
  for (const warning of [unprovedWarning(plan, outcome), uncheckedWarning(plan, outcome)])
    if (warning) reporter.annotate(warning);
  const failure = outcome.failure ?? compared?.failure;
  const unfailed = operation === 'unchanged' ? 'unchanged' : 'changed';
  const kind = failure ? 'failed' : unfailed;
  const markdown = (compared?.summary ?? outcomeSummary(plan, outcome)).trimEnd();
  const time = durationsLine(clock.monotonicMs() - lookedUpMs, stagesOf(lives, outcome.tests));
  await reporter.summarize(paragraphs([markdown, tail && logBlock(tail), time]), kind);
  const title = compared?.failure?.title ?? outcomeTitle(plan, outcome);
  const hint = `${failure?.hint ?? ''}${billedHint(plan, outcome)}`;
  return {
    name: plan.desired.name,
    kind,
    operation,
    markdown: paragraphs([markdown, tail && logBlock(tail, true)]),
    deployedAt: plan.workers === 'kept' && plan.live ? readRecord(plan.live.config)?.time : record?.time,
    failure: failure && new DeployError({ ...failure, message: failure.message, hint, title, cause: failure }),
    end: kind === 'unchanged' ? undefined : deploymentEnd({ ...outcome, failure }, context),
    isAsBefore: compare !== undefined && kind === 'unchanged' && !compared,
  };
}

function follow(event: RolloutEvent, { context, index, logGroup }: RolloutRequest, at: Moment): void {
  const { reporter, outputs } = context;
  reporter.debug?.(trailLine(event.kind, event));
  // Before anything else can happen: a run that is killed from here on may have left an endpoint that is billed.
  if (event.kind === 'write-sent') outputs.setEndpoint(index, { changed: 'true' });
  if (event.kind === 'write-shown') outputs.setEndpoint(index, { url: event.url });
  if (event.kind === 'write-accepted') outputs.setEndpoint(index, { 'endpoint-id': event.endpointId, changed: 'true' });
  (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(eventLines(event, at));
}

export function outcomeOutputs(outcome: Outcome): EndpointOutputs {
  const { operation, changed, endpointId, endpoint, tests, isGone = false } = outcome;
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    proof: proofOf(outcome),
    ...(tests && testOutputs(tests)),
    // The last reading may be of another one: the old endpoint of a replacement.
    ...endpointOutputs(endpointId === undefined || endpoint?.id === endpointId ? endpoint : undefined),
    // What was read of it last is the past.
    ...(isGone && { url: '', state: '', image: '', 'image-digest': '' }),
  };
}
