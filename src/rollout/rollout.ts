/** The rollout of one plan: settle, write, wait, test, and the restore or the clean-up when one of them fails. */

import { asDeployError, causeOf, type DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readWriteNote } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { routeUpdate } from '../plan/route.ts';
import { lateMs, patienceMs, steadyMs } from '../times.ts';
import { createContext, type Rollout, type RolloutOptions, type RolloutPorts, undoContext } from './context.ts';
import { type End, endOf } from './end.ts';
import { conditionOf, isAsleep, isPresent, readyIn } from './evidence/condition.ts';
import type { Goal } from './evidence/judge.ts';
import { factsAfter, initialFacts } from './facts.ts';
import { isProofDue, isStillUnproved, type Unproved, undoFor, withTest } from './proof.ts';
import { type Observation, observe } from './read/observe.ts';
import { refresh, settle } from './read/settle.ts';
import { passTests } from './test-phase.ts';
import { awaitReady } from './wait.ts';
import { cleanUp } from './write/park.ts';
import { asFound, type Written, writeCalls } from './write/write.ts';

/** Rolls a plan out and never rejects: any failure or defect is told after the restore or the clean-up. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: RolloutPorts): Promise<End> {
  let facts = initialFacts(plan.live, options.lookedUpMs);
  let defect: unknown;
  // A defect of a listener does not end the rollout of a live endpoint.
  const onDefect = (error: unknown) => {
    defect ??= error;
  };
  const onEvent: RolloutPorts['onEvent'] = (event) => {
    facts = factsAfter(facts, event, ports.clock.monotonicMs());
    return ports.onEvent(event)?.catch(onDefect);
  };
  const context = createContext({ ...ports, onEvent }, options.waitTimeoutSeconds * 1000);
  const rollout: Rollout = { plan, options, context, facts: () => facts };
  try {
    const unproved = await attempt(rollout);
    if (unproved) await undo(rollout, unproved);
    else if (isStillUnproved(rollout)) await cleanUp('marking', 'not-serving', rollout);
  } catch (error) {
    // A defect of the undo: the facts of the events are kept.
    onDefect(error);
  }
  const failure = facts.failure ?? (defect === undefined ? undefined : asDeployError(defect));
  return endOf(plan, { ...facts, failure }, ports.clock.monotonicMs());
}

async function attempt(rollout: Rollout): Promise<Unproved | undefined> {
  try {
    const refusal = await runPlan({ ...rollout, plan: await withLiveNow(rollout) });
    return refusal && { failure: refusal, isRefused: true };
  } catch (error) {
    return { failure: causeOf(error, rollout.context.signal), isRefused: false };
  }
}

/** Resolves with why a comparison refuses what the tests have proved. */
async function runPlan(rollout: Rollout): Promise<DeployError | undefined> {
  const { plan, context, options } = rollout;
  const { changes, desired, live, operation, isTakenOver } = plan;
  if (operation === 'unchanged')
    context.onEvent({ kind: 'nothing-to-write', isRecorded: readWriteNote(live.config) !== undefined });
  // Noted before a worker wakes, which restarts nothing, so that no later run has to wake one.
  const isNoted = options.isTestDue && live !== undefined && isAsleep(live);
  const calls = isNoted ? routeUpdate({ changes, desired, isNoted }).calls : plan.calls;
  const record = isNoted ? withTest(plan, options.record) : options.record;
  const isFound = operation === 'unchanged' && calls.length === 0;
  const written = isFound
    ? asFound(live, { desired, context })
    : await writeCalls({ calls, desired, live, record, isNoted: isNoted || isTakenOver }, context);
  const proved = await serve(written, rollout);
  await awaitScaledWorkers(written, rollout);
  return proved && context.whyRefused?.(proved);
}

/** Waits until an endpoint serves its configuration. Resolves with the endpoint if its tests have proved it. */
async function serve(written: Written, { plan, options, context }: Rollout): Promise<Endpoint | undefined> {
  const { test } = context;
  if (options.wait === 'none') return undefined;
  const goal: Goal = {
    wait: options.wait,
    tests: test ? 'to-come' : 'none',
    isImageFound: plan.resolvedImage !== undefined,
  };
  const story = await awaitReady({ written, goal, context });
  if (!test || (isAsleep(story.endpoint) && !isProofDue(plan, options))) return undefined;
  return (await passTests({ written, story, goal, test, context })).endpoint;
}

/** The plan with its endpoint as it is now. Rejects with `conflict` when someone has changed it since. */
async function withLiveNow({ plan, options, context }: Rollout): Promise<Plan> {
  const { live: found, operation } = plan;
  if (!found) return plan;
  const target = { id: found.id, desired: found.config, earlier: undefined };
  const endpoint = await refresh({ endpoint: found, target, readMs: options.lookedUpMs }, context);
  const live = operation === 'update' ? await settle({ endpoint, target }, context) : endpoint;
  // The plan was made for this configuration.
  return { ...plan, live: { ...live, config: found.config } };
}

/** No record notes a change of scaling, so the next run would take workers that are listed later for its own. */
async function awaitScaledWorkers({ write, target }: Written, { plan, options, context }: Rollout): Promise<void> {
  const { minNum } = plan.desired.workerConfig;
  const isRaised = write.kind === 'keeps' && minNum > (plan.live?.config.workerConfig.minNum ?? minNum);
  if (!isRaised || options.wait === 'none') return;
  const deadlineMs = context.clock.monotonicMs() + lateMs;
  let listedMs = Infinity;
  // A worker that cannot start shows it within seconds.
  const haveStarted = ({ endpoint, atMs }: Observation) => {
    const listed = endpoint.workers.filter((worker) => worker.id !== '' && isPresent(worker));
    // A proof is not taken back, but a green end says who serves: a worker may have been interrupted.
    if (listed.length < minNum || readyIn(endpoint).length === 0) return undefined;
    listedMs = Math.min(listedMs, atMs);
    const isStarting = listed.some((worker) => conditionOf(worker, endpoint) === 'starting');
    return !isStarting || atMs - listedMs >= steadyMs || undefined;
  };
  const listed = observe(target, { decide: haveStarted, deadlineMs, context });
  await listed.catch((error) => {
    // A failed reading takes back no proof.
    if (context.signal.aborted) throw error;
  });
}

/** Reports the failure with its logs; then the previous version is put back, or the unproved version is cleaned up. */
async function undo(rollout: Rollout, unproved: Unproved): Promise<void> {
  const { failure } = unproved;
  const isUndone = undoFor(rollout, unproved) !== undefined;
  await rollout.context.onEvent({ kind: 'failed', failure, isUndone });
  const first = undoFor(rollout, unproved);
  const left = first === 'restoring' ? await putBack(rollout) : undefined;
  const by = left ? undoFor(rollout, left) : first;
  if (by && by !== 'restoring') await cleanUp(by, failure.code, rollout);
}

/**
 * Resolves with why the failed version is still there. A cancelled run does not wait for what it puts back; one that is
 * cancelled meanwhile begins anew. `isSent`: a write has been sent before.
 */
async function putBack(rollout: Rollout, isSent = false): Promise<Unproved | undefined> {
  const { plan, facts } = rollout;
  const { signal } = rollout.context;
  if (plan.operation !== 'update') throw new Error('only an update has a previous version');
  const isCancelled = signal.aborted;
  const sent = { isSent, isAccepted: false };
  const onEvent: RolloutPorts['onEvent'] = (event) => {
    sent.isSent ||= event.kind === 'write-sent';
    sent.isAccepted ||= event.kind === 'write-accepted';
    return rollout.context.onEvent(event);
  };
  const context = undoContext({ ...rollout.context, onEvent }, patienceMs);
  try {
    const { restore } = await import('./write/restore.ts');
    const { versions } = facts();
    await restore({ previous: plan.live, desired: plan.desired, versions, context, isSent, isAwaited: !isCancelled });
    return undefined;
  } catch (error) {
    const failure = asDeployError(error);
    const isBack = facts().operation === 'restored';
    if (!isCancelled && signal.aborted && !isBack) return putBack(rollout, sent.isSent);
    // No time is left for a reading that shows it.
    if (isCancelled && sent.isAccepted) {
      context.onEvent({ kind: 'put-back', unrestored: [] });
      return undefined;
    }
    const isOpen = isCancelled && facts().unconfirmed !== undefined;
    // Whether there is something to put back is open, too.
    if (!isOpen || sent.isSent) context.onEvent({ kind: 'undo-failed', by: 'restoring', failure });
    return isBack || isOpen ? undefined : { failure, isRefused: false, isStuck: true };
  }
}
