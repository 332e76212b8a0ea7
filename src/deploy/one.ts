/** One plan of a deploy: rolled out, with its log; and what a kill must not lose, in the outputs. */

import { asDeployError, codeRow } from '../errors.ts';
import { hasSucceeded } from '../github/runs.ts';
import type { LogTail } from '../logs/read.ts';
import { comparisonOf } from '../model/compare.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isCandidate, loadOf } from '../model/load.ts';
import type { EarlierVersion } from '../model/record.ts';
import { newRecord } from '../plan/note.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import { endLines } from '../render/end.ts';
import { planLines } from '../render/plan.ts';
import { eventLines, type Moment } from '../render/progress.ts';
import { usersLine } from '../render/tests.ts';
import type { EndpointOutputs } from '../report.ts';
import { endBefore } from '../rollout/end.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { isAsleep, isReady } from '../rollout/evidence/condition.ts';
import { testedBefore } from '../rollout/proof.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { CommandContext } from '../run/context.ts';
import { explainFailure, openLogGroup, openLogWatch, readFailureLog } from '../run/log.ts';
import type { ComparisonReport, Outcome } from '../run/outcome.ts';

export interface DeployOptions {
  context: CommandContext;
  /** The look-up began then, on the clock's monotonic time. */
  lookedUpMs: number;
  index: number;
  isOneOfMany: boolean;
  /** As the order of versions has decided: those that served before, and what the summary says of the order. */
  before: readonly EarlierVersion[];
  words: readonly Word[];
}

/** Never rejects: also a defect becomes a failure, and the endpoints beside it go on. */
export async function deployOne(plan: Plan, options: DeployOptions): Promise<Outcome> {
  const logGroup = openLogGroup(plan.desired.name, options);
  const rolledOut = await rollOutPlan(plan, { ...options, logGroup }).catch((thrown): RolledOut => {
    return {
      end: endBefore(plan, asDeployError(thrown)),
      availability: undefined,
      compared: undefined,
      tail: undefined,
    };
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

type RolloutRequest = DeployOptions & { logGroup: ReturnType<typeof openLogGroup> };

type RolledOut = Pick<Extract<Outcome, { kind: 'rolled-out' }>, 'end' | 'availability' | 'compared' | 'tail'>;

async function rollOutPlan(plan: Plan, request: RolloutRequest): Promise<RolledOut> {
  const { context, lookedUpMs, logGroup } = request;
  const { inputs, clock, signal, connections, preview, github } = context;
  logGroup.log(planLines(plan));
  const client = await connections.service();
  const record = newRecord(plan, context, { date: clock.date(), before: request.before });
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  let isRestoring = false;
  const users = await watchUsersOf(plan, context);
  const ended = new AbortController();
  const watching = { connections, clock, signal: AbortSignal.any([signal, ended.signal]) };
  const watchLog = openLogWatch(watching, (line) => logGroup.logProgress([line]));
  const onEvent = async (event: RolloutEvent) => {
    isRestoring ||= event.kind === 'failed';
    if (isRestoring || event.kind === 'ready') ended.abort();
    void watchLog(event);
    users?.follow(event);
    follow(event, request, { elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1000, isRestoring });
    const isReadable = event.kind === 'failed' && ['container', 'shown'].includes(codeRow(event.failure.code).log);
    if (isReadable && event.failure instanceof RolloutError) tail = await readFailureLog(event.failure.log, context);
  };
  let compared: ComparisonReport | undefined;
  const compare = isCandidate(plan)
    ? async (live: Endpoint) => {
        const { compareAndLoad } = await import('./load.ts');
        const { desired: config, tests, price } = plan;
        const rules = { compare: comparisonOf(plan), load: loadOf(plan) };
        const candidate = { live, config, tests, ...rules, price, startedMs: lookedUpMs, log: logGroup.log };
        compared = await compareAndLoad(candidate, context);
        return compared.failure;
      }
    : undefined;
  const isTestDue = await isTestOpen(plan, context);
  if (isTestDue) logGroup.log(['Nothing shows that a run has tested this version: it is tested, and that is noted.']);
  const end = await rollOut(
    plan,
    { ...inputs, record, isTestDue, lookedUpMs, isPreview: preview !== undefined, isRerun: github.context.isRerun },
    { client, clock, signal, test, compare, onEvent },
  );
  ended.abort();
  const availability = users?.end();
  const told = { ...end, cause: end.cause && explainFailure(end.cause, tail) };
  return { end: told, availability, compared, tail };
}

/** GitHub is asked only where a record does not tell. */
async function isTestOpen(plan: Plan, { github, inputs }: CommandContext): Promise<boolean> {
  if (inputs.wait === 'none' || !plan.live || !isAsleep(plan.live)) return false;
  const tested = testedBefore(plan);
  if (typeof tested === 'string') return tested === 'no';
  return tested.run !== github.context.runId && !(await hasSucceeded(github.api, tested.run));
}

/** Only where workers are replaced that serve users: of an awake endpoint that is neither a preview nor a candidate. */
async function watchUsersOf(plan: Plan, context: CommandContext) {
  const { live, operation, workers } = plan;
  if (operation !== 'update' || workers === 'kept' || context.inputs.wait === 'none') return undefined;
  const isAwake = live.config.workerConfig.minNum > 0 && live.workers.some((worker) => isReady(worker, live));
  if (!isAwake || context.preview || isCandidate(plan)) return undefined;
  const { watchUsers } = await import('./availability.ts');
  return watchUsers(live, plan.tests, context).catch((error: unknown) => {
    context.reporter.debug?.(`Users: nothing is counted: ${error}`);
  });
}

function follow(event: RolloutEvent, { context, index, logGroup }: RolloutRequest, at: Moment): void {
  const { outputs } = context;
  // Before anything else can happen: a run that is killed from here on may have left an endpoint that is billed.
  outputs.setEndpoint(index, outputsOf(event));
  (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(eventLines(event, at));
}

/** What a run that is killed must not lose. */
function outputsOf(event: RolloutEvent): EndpointOutputs {
  if (event.kind === 'write-sent') return { changed: 'true' };
  if (event.kind === 'write-shown') return { url: event.url };
  return event.kind === 'write-accepted' || event.kind === 'create-found' ? { 'endpoint-id': event.endpointId } : {};
}
