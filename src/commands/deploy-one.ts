/** One plan of a deploy: rolled out, and reported in the log, the summary and the outputs. */

import { asDeployError, codeRow, codeWords, type DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import { comparisonOf } from '../model/compare.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { newRecord } from '../plan/note.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { endFailure, endLines, endWarnings, outcomeSummary, proofOutput } from '../render/end.ts';
import { failureFacts, failureSummary, logBlock } from '../render/failure.ts';
import { paragraphs, proseCell } from '../render/markdown.ts';
import { planLines } from '../render/plan.ts';
import { eventLines, type Moment } from '../render/progress.ts';
import { type Availability, usersLine } from '../render/tests.ts';
import type { EndpointOutputs } from '../report.ts';
import { type End, endBefore } from '../rollout/end.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { ComparisonReport } from './compare.ts';
import type { CommandContext } from './context.ts';
import { explainFailure, openLogGroup, readFailureLog } from './log.ts';
import { type EndpointEnd, endpointOutputs, testOutputs } from './outputs.ts';
import type { RunResult } from './tell-github.ts';

/** What became of one endpoint. */
export interface EndpointResult extends RunResult, EndpointEnd {
  /** Someone has deleted the endpoint, which is all that has failed. */
  isGone: boolean;
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
  const request = { ...options, logGroup: openLogGroup(plan.desired.name, options) };
  const rolledOut = rollOutPlan(plan, request);
  return rolledOut
    .then((ended) => reportOutcome(plan, ended, request))
    .catch(async (thrown) => {
      const failure = asDeployError(thrown);
      const { end } = await rolledOut.catch(() => ({ end: endBefore(plan, failure) }));
      return reportDefect(failure, { plan, end: { ...end, cause: end.cause ?? failure }, request });
    });
}

type RolloutRequest = DeployOptions & { logGroup: ReturnType<typeof openLogGroup> };

interface RolledOut {
  end: End;
  /** Of an endpoint that was awake. */
  availability: Availability | undefined;
  /** Of a candidate that was compared. */
  compared: ComparisonReport | undefined;
  /** Of the log that explains the failure. */
  tail: LogTail | undefined;
}

async function rollOutPlan(plan: Plan, request: RolloutRequest): Promise<RolledOut> {
  const { context, lookedUpMs, logGroup } = request;
  const { inputs, clock, signal, connections, preview, github } = context;
  logGroup.log(planLines(plan));
  const client = await connections.service();
  const record = newRecord(plan, context, { date: clock.date(), over: request.over });
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  let isRestoring = false;
  const users = await watchUsersOf(plan, context);
  const onEvent = async (event: RolloutEvent) => {
    isRestoring ||= event.kind === 'failed';
    users?.follow(event);
    follow(event, request, { elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1000, isRestoring });
    const isReadable = event.kind === 'failed' && ['container', 'shown'].includes(codeRow(event.failure.code).log);
    if (isReadable && event.failure instanceof RolloutError) tail = await readFailureLog(event.failure.log, context);
  };
  let compared: ComparisonReport | undefined;
  const comparing = comparisonOf(plan);
  const compare =
    comparing &&
    (async (live: Endpoint) => {
      const { compareCandidate } = await import('./compare.ts');
      const { desired: config, tests, price } = plan;
      const facts = { live, config, tests, compare: comparing, price, startedMs: lookedUpMs, log: logGroup.log };
      compared = await compareCandidate(facts, context);
      return compared.failure;
    });
  const end = await rollOut(
    plan,
    { ...inputs, record, lookedUpMs, isPreview: preview !== undefined, isRerun: github.context.isRerun },
    { client, clock, signal, test, compare, onEvent },
  );
  const availability = users?.end();
  const told = { ...end, cause: end.cause && explainFailure(end.cause, tail) };
  return { end: told, availability, compared, tail };
}

/** Only where workers are replaced that serve users: of an awake endpoint that is neither a preview nor a candidate. */
async function watchUsersOf(plan: Plan, context: CommandContext) {
  const { live, operation, workers } = plan;
  if (operation !== 'update' || workers === 'kept' || context.inputs.wait === 'none') return undefined;
  const isAwake = live.config.workerConfig.minNum > 0 && live.workers.some((worker) => isReady(worker, live));
  if (!isAwake || context.preview || comparisonOf(plan)) return undefined;
  const { watchUsers } = await import('./users.ts');
  return watchUsers(live, plan.tests, context).catch((error: unknown) => {
    context.reporter.debug?.(`Users: nothing is counted: ${error}`);
  });
}

async function reportOutcome(plan: Plan, ended: RolledOut, request: RolloutRequest): Promise<EndpointResult> {
  const { end, availability, compared, tail } = ended;
  const { context, index, logGroup, words } = request;
  const { reporter, outputs } = context;
  const { name } = plan.desired;
  const failure = endFailure({ plan, end, isRerun: context.github.context.isRerun });
  const compare = comparisonOf(plan);
  outputs.setEndpoint(index, {
    ...endOutputs(end),
    ...(compare && { 'image-digest': '' }),
    ...compared?.outputs,
    ...(availability && { availability: { ...availability, gap: undefined } }),
  });
  const lost = availability && usersLine(availability);
  logGroup.log([...endLines(plan, end), ...(lost ? [`${lost}.`] : [])]);
  if (tail) logGroup.logTail(tail);
  logGroup.close();
  for (const warning of endWarnings(plan, end)) reporter.annotate(warning);
  const unfailed = end.operation === 'unchanged' ? 'unchanged' : 'changed';
  const kind = failure ? 'failed' : unfailed;
  const said = words.map(
    ({ severity, message }) => `${severity === 'warning' ? '⚠️' : 'ℹ️'} ${proseCell(`${name}: ${message}`)}`,
  );
  const left = compared?.summary && failure && failureFacts(failure, name);
  const result = (compared?.summary ?? outcomeSummary(plan, end, failure)).trimEnd();
  const markdown = paragraphs([result, left, lost, ...said, tail && logBlock(tail)]);
  await reporter.summarize(markdown, kind);
  return {
    ...{ name, kind, markdown },
    failure,
    isGone: end.left.kind === 'gone' && failure?.code === 'not-found',
    isAsBefore: compare !== undefined && kind === 'unchanged' && !compared,
  };
}

/** What stops a rollout or its report from outside of both: a defect. `end`: as far as it is known, with its cause. */
async function reportDefect(
  thrown: DeployError,
  { plan, end, request: { context, logGroup } }: { plan: Plan; end: End; request: RolloutRequest },
): Promise<EndpointResult> {
  logGroup.close();
  const { name } = plan.desired;
  let failure = thrown.withTitle(`${name}: ${codeWords(thrown.code)}`);
  try {
    failure = endFailure({ plan, end }) ?? failure;
  } catch {
    // The defect is in the words.
  }
  const markdown = failureSummary(failure);
  await context.reporter.summarize(markdown, 'failed');
  return { name, kind: 'failed', markdown, failure, isGone: false };
}

function follow(event: RolloutEvent, { context, index, logGroup }: RolloutRequest, at: Moment): void {
  const { outputs } = context;
  // Before anything else can happen: a run that is killed from here on may have left an endpoint that is billed.
  if (event.kind === 'write-sent') outputs.setEndpoint(index, { changed: 'true' });
  if (event.kind === 'write-shown') outputs.setEndpoint(index, { url: event.url });
  if (event.kind === 'write-accepted' || event.kind === 'create-found')
    outputs.setEndpoint(index, { 'endpoint-id': event.endpointId });
  (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(eventLines(event, at));
}

export function endOutputs(end: End): EndpointOutputs {
  const { operation, changed, endpointId, endpoint, tests, has } = end;
  const isGone = has === 'nothing' && endpointId !== undefined;
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    proof: proofOutput(end),
    ...(tests && testOutputs(tests)),
    ...(isGone ? { url: '', state: '', image: '', 'image-digest': '' } : endpointOutputs(endpoint)),
  };
}
