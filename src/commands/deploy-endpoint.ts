/** One endpoint of a deploy: rolled out, followed, and reported to the log, the summary, the outputs and GitHub. */

import { asDeployError, DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import type { Plan } from '../plan/plan.ts';
import { failureSummary, logBlock, logDetails } from '../render/failure.ts';
import { paragraphs } from '../render/markdown.ts';
import { billedHint, outcomeLines, outcomeSummary, outcomeTitle, unprovedWarning } from '../render/outcome.ts';
import { planLines } from '../render/plan.ts';
import { eventLines } from '../render/progress.ts';
import type { CommentSection } from '../render/run-comment.ts';
import { durationsLine, durationsPicture } from '../render/tests.ts';
import { trailLine } from '../render/text.ts';
import type { EndpointOutputs } from '../report.ts';
import type { InTurn } from '../rollout/context.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { type Outcome, proofOf } from '../rollout/outcome.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { CommandContext } from './context.ts';
import { type LogGroup, openLogGroup, quoteLog, readFailureLog } from './log.ts';
import { endpointOutputs, isTellableUrl, testOutputs } from './outputs.ts';
import { newRecord } from './ownership.ts';
import type { DeploymentEnd } from './tell-github.ts';

/** What became of one endpoint. */
export interface EndpointResult extends CommentSection {
  failure: DeployError | undefined;
  /** What its GitHub Deployment says; undefined for none. */
  end?: DeploymentEnd | undefined;
  /** Undefined where nothing was tried, or nothing is there. */
  operation?: Outcome['operation'];
}

interface DeployOptions {
  context: CommandContext;
  /** The look-up began then, on the clock's monotonic time. */
  lookedUpMs: number;
  /** Place among the endpoints of the step. */
  index: number;
  isOneOfMany: boolean;
  inTurn: InTurn;
}

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<EndpointResult> {
  const { index, isOneOfMany } = options;
  const { reporter, outputs, inputs } = options.context;
  const { name } = plan.desired;
  const logGroup = openLogGroup(name, reporter, isOneOfMany);
  const reportDefect = async (thrown: unknown): Promise<EndpointResult> => {
    logGroup.close();
    const failure = asDeployError(thrown);
    const markdown = failureSummary(inputs.command, failure);
    await reporter.summarize(markdown, 'failed');
    const end = { state: 'failure', description: failure.code, url: undefined } as const;
    return { name, kind: 'failed', markdown, failure, end };
  };
  const result = await rollOutAndReport(plan, { ...options, logGroup }).catch(reportDefect);
  outputs.setEndpoint(index, { 'failure-reason': result.failure?.code ?? '' });
  return result;
}

interface RolloutRequest extends DeployOptions {
  logGroup: LogGroup;
}

async function rollOutAndReport(plan: Plan, request: RolloutRequest): Promise<EndpointResult> {
  const { context, lookedUpMs, index, logGroup, inTurn } = request;
  const { inputs, reporter, outputs, clock, signal, connections } = context;
  logGroup.log(planLines(plan));
  const client = await connections.service();
  const record = newRecord(plan, context);
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  const readLog = async (failure: DeployError) => {
    if (failure instanceof RolloutError) tail ??= await readFailureLog(failure.log, context);
  };
  const ended = await rollOut(
    plan,
    { ...inputs, record, lookedUpMs, isPreview: context.preview !== undefined },
    { client, clock, signal, test, readLog, inTurn, onEvent: (event) => follow(event, request) },
  );
  const outcome = ended.failure && tail ? { ...ended, failure: quoteLog(ended.failure, tail) } : ended;
  outputs.setEndpoint(index, outcomeOutputs(outcome));
  logGroup.log(outcomeLines(plan, outcome));
  if (tail) logGroup.logTail(tail);
  logGroup.close();
  const warning = unprovedWarning(plan, outcome);
  if (warning) reporter.annotate(warning);
  const { failure, operation } = outcome;
  const unfailed = operation === 'unchanged' ? 'unchanged' : 'changed';
  const kind = failure ? 'failed' : unfailed;
  const markdown = outcomeSummary(plan, outcome).trimEnd();
  const time = [durationsLine(outcome, lookedUpMs), durationsPicture(outcome).trimEnd()];
  await reporter.summarize(paragraphs([markdown, tail ? logBlock(tail).trimEnd() : '', ...time]), kind);
  const title = outcomeTitle(plan, outcome);
  const hint = `${failure?.hint ?? ''}${billedHint(plan, outcome)}`;
  return {
    name: plan.desired.name,
    kind,
    operation,
    markdown: paragraphs([markdown, tail ? logDetails(tail).trimEnd() : '']),
    failure: failure && new DeployError({ ...failure, message: failure.message, hint, title, cause: failure }),
    end: kind === 'unchanged' ? undefined : deploymentEnd(outcome, context),
  };
}

function follow(event: RolloutEvent, { context, index, logGroup }: RolloutRequest): void {
  const { reporter, outputs } = context;
  reporter.debug?.(trailLine(event.kind, event));
  // Before anything else can happen: a run that is killed from here on may have left an endpoint that is billed.
  if (event.kind === 'write-sent') outputs.setEndpoint(index, { changed: 'true' });
  if (event.kind === 'write-shown') outputs.setEndpoint(index, { url: event.url });
  if (event.kind === 'write-accepted') outputs.setEndpoint(index, { 'endpoint-id': event.endpointId, changed: 'true' });
  (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(eventLines(event));
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

function deploymentEnd(
  { operation, endpoint, failure, unrestored }: Outcome,
  { reporter }: CommandContext,
): DeploymentEnd {
  // GitHub masks nothing of what its API is told.
  const url = endpoint && isTellableUrl(endpoint.url, reporter) ? endpoint.url : undefined;
  if (!failure) return { state: 'success', description: operation ?? '', url };
  const isWhole = (unrestored ?? []).length === 0;
  const restored =
    operation === 'restored' ? `; the previous configuration was restored${isWhole ? '' : ' in part'}` : '';
  return { state: 'failure', description: `${failure.code}${restored}`, url };
}
