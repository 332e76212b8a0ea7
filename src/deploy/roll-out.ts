/** The rollout of one plan, of an endpoint or of its candidate, with its log and its outputs. */

import { openReads } from '../account/reads.ts';
import { codeRow } from '../errors.ts';
import { conclusionOf } from '../github/runs.ts';
import type { LogTail } from '../logs/read.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { needsVerdict, verdictRules } from '../model/load.ts';
import { ownRecord } from '../model/owner.ts';
import type { EarlierVersion } from '../model/record.ts';
import { runOf } from '../plan/history.ts';
import { newRecord } from '../plan/note.ts';
import type { Word } from '../plan/order.ts';
import { type Plan, planOver } from '../plan/plan.ts';
import { eventLines } from '../render/progress.ts';
import type { End } from '../rollout/end.ts';
import { RolloutError } from '../rollout/errors.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { readyIn } from '../rollout/evidence/condition.ts';
import { healthOf } from '../rollout/evidence/serving.ts';
import { testedBefore } from '../rollout/proof.ts';
import { rollOut } from '../rollout/rollout.ts';
import type { CommandContext } from '../run/context.ts';
import { explainFailure, type openLogGroup, openLogWatch, readFailureLog } from '../run/log.ts';
import type { ComparisonReport, RolledOut } from '../run/outcome.ts';
import { annotateWords } from './annotate-words.ts';
import { type JudgedPlan, judgePlans } from './judge.ts';

export interface DeployOptions {
  context: CommandContext;
  /** When the look-up began, on the clock's monotonic time. */
  lookedUpMs: number;
  index: number;
  isOneOfMany: boolean;
  /** What the order of versions has decided: those that served before, and what the summary says of the order. */
  before: readonly EarlierVersion[];
  words: readonly Word[];
}

export type RolloutRequest = DeployOptions & {
  logGroup: ReturnType<typeof openLogGroup>;
};

/** Writes the plan, and follows it to its end. */
export async function rollOutPlan(plan: Plan, request: RolloutRequest): Promise<RolledOut> {
  const { context, lookedUpMs, index, logGroup, before } = request;
  const { isCandidate } = plan;
  const { inputs, outputs, clock, signal, connections, preview, github } = context;
  const client = await connections.service();
  const record = newRecord(plan, context, { date: clock.date(), before });
  const test = plan.tests.length > 0 ? await connections.tests(plan.tests) : undefined;
  let tail: LogTail | undefined;
  let hasFailed = false;
  const users = await watchUsersOf(plan, context);
  const ended = new AbortController();
  const watching = { connections, clock, signal: AbortSignal.any([signal, ended.signal]) };
  const watchLog = openLogWatch(watching, (line) => logGroup.logProgress([line]));
  const onEvent = async (event: RolloutEvent) => {
    hasFailed ||= event.kind === 'failed';
    if (hasFailed || event.kind === 'ready') ended.abort();
    void watchLog(event);
    users?.follow(event);
    if (!isCandidate) outputs.follow(index, event);
    const lines = eventLines(event, { elapsedSeconds: (clock.monotonicMs() - lookedUpMs) / 1000, hasFailed });
    (event.kind === 'progress' ? logGroup.logProgress : logGroup.log)(lines);
    const isReadable = event.kind === 'failed' && ['container', 'shown'].includes(codeRow(event.failure.code).log);
    if (isReadable && event.failure instanceof RolloutError) tail = await readFailureLog(event.failure.log, context);
  };
  let compared: ComparisonReport | undefined;
  const rules = verdictRules(plan);
  const whyRefused =
    rules &&
    (async (live: Endpoint) => {
      const { compareAndLoad } = await import('./load.ts');
      const { desired: config, tests, price } = plan;
      const candidate = { live, config, tests, ...rules, price, startedMs: lookedUpMs, log: logGroup.log };
      compared = await compareAndLoad(candidate, context);
      return compared.failure ?? (isCandidate ? compared.notLoaded : undefined);
    });
  const isTestDue = await isTestOpen(plan, context);
  if (isTestDue) logGroup.log(['Nothing shows that a run has tested this version: it is tested, and that is noted.']);
  const asked = { isPreview: preview !== undefined, isRerun: github.context.isRerun };
  const end = await rollOut(
    plan,
    { ...inputs, ...asked, record, isTestDue, lookedUpMs },
    { client, clock, signal, test, whyRefused, onEvent },
  );
  ended.abort();
  const late = await planOverLate(plan, end, request);
  if (late) {
    const { name } = plan.desired;
    logGroup.log([`Look-up: an earlier run has created ${name} (${late.plan.live?.id}), which is listed only now.`]);
    return rollOutPlan(late.plan, { ...request, before: late.before });
  }
  const availability = users?.end();
  const told = { ...end, cause: end.cause && explainFailure(end.cause, tail) };
  return { end: told, availability, compared, tail };
}

/**
 * The plan over an endpoint that an earlier run of this repository has created and the look-up did not show; undefined
 * where there is none, or where this run may not change it. A candidate is asked no order: the later run wins.
 */
async function planOverLate(
  plan: Plan,
  { left, endpointId = '' }: End,
  { context, before }: RolloutRequest,
): Promise<Pick<JudgedPlan, 'plan' | 'before'> | undefined> {
  if (left.kind !== 'rival') return undefined;
  const live = await openReads(context)
    .get(endpointId)
    .catch(() => undefined);
  const record = live && ownRecord(live.config, context.github.context);
  if (!record || Number(runOf(record.run)) > Number(context.github.context.runId)) return undefined;
  const over = planOver(plan, live);
  // The next run names them at their lines.
  if (over.problems.length > 0) return undefined;
  if (plan.isCandidate) return { plan: over, before };
  const judged = await judgePlans([over], context);
  annotateWords(judged, context);
  const [only] = judged;
  return only?.decision.kind === 'go' ? only : undefined;
}

/** GitHub is asked only where a record does not tell. */
async function isTestOpen(plan: Plan, { github, inputs }: CommandContext): Promise<boolean> {
  const { live, desired } = plan;
  if (inputs.wait === 'none' || desired.workerConfig.minNum > 0 || !live) return false;
  const isServing = healthOf(live) === 'serving';
  const tested = testedBefore(plan);
  if (typeof tested === 'string') return tested === 'no' && !isServing;
  const isOwn = tested.run === github.context.runId;
  const conclusion = isOwn ? 'success' : await conclusionOf(github.api, tested.run);
  // What serves, or was noted to be tested, is believed unless its run is known to be red.
  return conclusion !== 'success' && !((isServing || tested.isNoted) && conclusion === '');
}

/** Watches only an update that replaces workers which serve users: no preview, and no candidate. */
async function watchUsersOf(plan: Plan, context: CommandContext) {
  const { live, operation, workers } = plan;
  if (operation !== 'update' || workers === 'kept' || context.inputs.wait === 'none') return undefined;
  const isAwake = live.config.workerConfig.minNum > 0 && readyIn(live).length > 0;
  if (!isAwake || context.preview || needsVerdict(plan)) return undefined;
  const { watchUsers } = await import('./availability.ts');
  return watchUsers(live, plan.tests, context).catch((error: unknown) => {
    context.reporter.debug?.(`Users: nothing is counted: ${error}`);
  });
}
