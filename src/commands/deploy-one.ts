/** One plan of a deploy: rolled out, and reported in the log, the summary and the outputs. */

import { asDeployError, DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import { comparisonOf } from '../model/compare.ts';
import { type DeploymentRecord, readRecord } from '../model/record.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import {
  addToTimelines,
  durationsLine,
  stagesOf,
  stageWords,
  startTimelines,
  type Timelines,
} from '../render/durations.ts';
import { wholeFailure } from '../render/end-state.ts';
import { failureSummary, logBlock } from '../render/failure.ts';
import { paragraphs, proseCell } from '../render/markdown.ts';
import {
  billedHint,
  interruptedTitle,
  outcomeLines,
  outcomeSummary,
  outcomeTitle,
  uncheckedWarning,
  unprovedWarning,
} from '../render/outcome.ts';
import { eventLines, type Moment } from '../render/progress.ts';
import { trailLine } from '../render/text.ts';
import type { EndpointOutputs } from '../report.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { initialOutcome, type Outcome, proofOf } from '../rollout/outcome.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { CommandContext } from './context.ts';
import { explainFailure, openLogGroup, readFailureLog } from './log.ts';
import { endpointOutputs, testOutputs } from './outputs.ts';
import { newRecord } from './ownership.ts';
import type { RunResult } from './tell-github.ts';

/** What became of one endpoint. */
export interface EndpointResult extends RunResult {
  failure: DeployError | undefined;
}

export interface DeployOptions {
  context: CommandContext;
  /** The look-up began then, on the clock's monotonic time. */
  lookedUpMs: number;
  index: number;
  isOneOfMany: boolean;
  /** As the order of commits has decided: the commit that stays rolled back, and what the summary says of it. */
  over: string | undefined;
  words: readonly Word[];
}

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<EndpointResult> {
  const { context, index, isOneOfMany } = options;
  const request = { ...options, logGroup: openLogGroup(plan.desired.name, { ...context, isOneOfMany }) };
  const rolledOut = rollOutPlan(plan, request);
  const result = await rolledOut
    .then((ended) => reportOutcome(plan, ended, request))
    .catch(async (thrown) => {
      const { outcome } = await rolledOut.catch(() => ({ outcome: initialOutcome(plan) }));
      return reportDefect(asDeployError(thrown), { plan, outcome, request });
    });
  context.outputs.setEndpoint(index, { 'failure-reason': result.failure?.code ?? '' });
  return result;
}

type RolloutRequest = DeployOptions & { logGroup: ReturnType<typeof openLogGroup> };

interface RolledOut {
  outcome: Outcome;
  record: DeploymentRecord;
  /** Of the log that explains the failure. */
  tail: LogTail | undefined;
  timelines: Timelines;
}

async function rollOutPlan(plan: Plan, request: RolloutRequest): Promise<RolledOut> {
  const { context, lookedUpMs, logGroup } = request;
  const { inputs, clock, signal, connections, preview, github } = context;
  logGroup.logPlan(plan);
  const client = await connections.service();
  const record = newRecord(plan, context, request.over);
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  let timelines = startTimelines(plan.live);
  const onEvent = async (event: RolloutEvent) => {
    timelines = addToTimelines(timelines, event, clock.monotonicMs());
    follow(event, request, {
      elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1000,
      isRestoring: timelines.hasFailed,
    });
    // A worker that never started has no log.
    const isReadable = event.kind === 'failed' && !['image-pull', 'no-capacity'].includes(event.failure.code);
    if (isReadable && event.failure instanceof RolloutError) tail = await readFailureLog(event.failure.log, context);
  };
  const rolledOut = await rollOut(
    plan,
    { ...inputs, record, lookedUpMs, isPreview: preview !== undefined, isRerun: github.context.isRerun },
    { client, clock, signal, test, onEvent },
  );
  const explained = { ...rolledOut, failure: rolledOut.failure && explainFailure(rolledOut.failure, tail) };
  return { outcome: { ...explained, failure: wholeFailure(plan, explained) }, record, tail, timelines };
}

async function reportOutcome(plan: Plan, ended: RolledOut, request: RolloutRequest): Promise<EndpointResult> {
  const { outcome, record, tail, timelines } = ended;
  const { context, lookedUpMs, index, logGroup, words } = request;
  const { reporter, outputs, clock } = context;
  const compare = comparisonOf(plan);
  outputs.setEndpoint(index, { ...outcomeOutputs(outcome), ...(compare && { 'image-digest': '' }) });
  logGroup.log(outcomeLines(plan, outcome));
  if (tail) logGroup.logTail(tail);
  const { endpoint } = outcome;
  const isProved = !outcome.failure && outcome.tests?.kind === 'passed';
  const candidate =
    compare && endpoint && isProved
      ? {
          ...{ live: endpoint, config: plan.desired, tests: plan.tests, compare, price: plan.price },
          ...{ start: stageWords(stagesOf(timelines, undefined)), startedMs: lookedUpMs, log: logGroup.log },
          bytes: plan.resolvedImage?.bytes,
        }
      : undefined;
  const compared = candidate && (await (await import('./compare.ts')).compareCandidate(candidate, context));
  if (compared) outputs.setEndpoint(index, compared.outputs);
  logGroup.close();
  for (const warning of [unprovedWarning(plan, outcome), uncheckedWarning(plan, outcome)])
    if (warning) reporter.annotate(warning);
  const { operation } = outcome;
  const failure = outcome.failure ?? compared?.failure;
  const unfailed = operation === 'unchanged' ? 'unchanged' : 'changed';
  const kind = failure ? 'failed' : unfailed;
  const said = words.map(
    ({ severity, about }) => `${severity === 'warning' ? '⚠️' : 'ℹ️'} ${proseCell(about(plan.desired.name))}`,
  );
  const markdown = paragraphs([(compared?.summary ?? outcomeSummary(plan, outcome)).trimEnd(), ...said]).trimEnd();
  const time = durationsLine(clock.monotonicMs() - lookedUpMs, stagesOf(timelines, outcome.tests));
  await reporter.summarize(paragraphs([markdown, tail && logBlock(tail), time]), kind);
  const title = compared?.failure?.title ?? outcomeTitle(plan, outcome);
  const hint = `${failure?.hint ?? ''}${billedHint(outcome)}`;
  return {
    name: plan.desired.name,
    kind,
    operation,
    markdown: paragraphs([markdown, tail && logBlock(tail, true)]),
    deployedAt: plan.workers === 'kept' && plan.live ? readRecord(plan.live.config)?.time : record.time,
    failure: failure && new DeployError({ ...failure, message: failure.message, hint, title, cause: failure }),
    isAsBefore: compare !== undefined && kind === 'unchanged' && !compared,
  };
}

interface Interrupted {
  plan: Plan;
  /** As far as it is known. */
  outcome: Outcome;
  request: RolloutRequest;
}

/** What stops a rollout or its report from outside of both: a defect, or the cancellation of a comparison. */
async function reportDefect(
  thrown: DeployError,
  { plan, outcome, request: { context, logGroup } }: Interrupted,
): Promise<EndpointResult> {
  logGroup.close();
  const failure = new DeployError({ ...thrown, message: thrown.message, ...endOfDefect(plan, outcome, thrown) });
  const markdown = failureSummary(failure);
  await context.reporter.summarize(markdown, 'failed');
  const { name } = plan.desired;
  return { name, kind: 'failed', markdown, failure };
}

/** Says what is left and billed. The defect may be in the words for that: then the code alone. */
function endOfDefect(plan: Plan, outcome: Outcome, thrown: DeployError): Pick<DeployError, 'title' | 'hint'> {
  const failed = { ...outcome, failure: outcome.failure ?? thrown };
  try {
    const title = outcome.failure ? outcomeTitle(plan, failed) : interruptedTitle(plan, failed);
    return { title, hint: thrown.hint + billedHint(failed) };
  } catch {
    return { title: `${plan.desired.name}: ${thrown.code}`, hint: thrown.hint };
  }
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
    ...endpointOutputs(endpoint),
    // The last reading is from before the deletion.
    ...(isGone && { url: '', state: '', image: '', 'image-digest': '' }),
  };
}
