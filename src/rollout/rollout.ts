/** The rollout of one plan: settle, write, wait, test, and the restore or the clean-up when one of them fails. */

import { asDeployError, type DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readWriteEvidence, withRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { freshMs, lateWorkersMs } from '../times.ts';
import { createContext, type Rollout, type RolloutOptions, type RolloutPorts } from './context.ts';
import { isUndone } from './errors.ts';
import { isAsleep, isPresent } from './evidence/condition.ts';
import type { Goal } from './evidence/judge.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from './outcome.ts';
import { type Observation, observe } from './read/observe.ts';
import { refresh, settle } from './read/settle.ts';
import { passTests } from './test-phase.ts';
import { awaitReady } from './wait.ts';
import { cleanUp, cleanUpFor } from './write/clean-up.ts';
import { assertSingle } from './write/create.ts';
import { asFound, type Written, writeCalls } from './write/write.ts';

export type { Outcome };

/** Never rejects: what the service does, and any defect, becomes `failure`, after the restore or the clean-up. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: RolloutPorts): Promise<Outcome> {
  let outcome = initialOutcome(plan);
  let defect: unknown;
  // A defect of a listener does not end the rollout of a live endpoint.
  const onDefect = (error: unknown) => {
    defect ??= error;
  };
  const onEvent: RolloutPorts['onEvent'] = (event) => {
    outcome = outcomeAfter(outcome, event, ports.clock.monotonicMs());
    try {
      return ports.onEvent(event)?.catch(onDefect);
    } catch (error) {
      return onDefect(error);
    }
  };
  const context = createContext({ ...ports, onEvent }, options.waitTimeoutSeconds * 1000);
  const rollout: Rollout = { plan, options, context, outcome: () => outcome };
  try {
    await runPlan({ ...rollout, plan: await withLiveNow(rollout) });
  } catch (error) {
    await undo(rollout, asDeployError(error));
  }
  const failure = outcome.failure ?? (defect === undefined ? undefined : asDeployError(defect));
  return { ...outcome, failure, endedMs: ports.clock.monotonicMs() };
}

async function runPlan(rollout: Rollout): Promise<void> {
  const { plan, context, options } = rollout;
  const { calls, desired, live, operation } = plan;
  if (operation === 'unchanged') {
    context.onEvent({ kind: 'nothing-to-write', isRecorded: readWriteEvidence(live.config) !== undefined });
    await serve(asFound(live, { desired, context }), rollout);
  } else {
    const written = await writeCalls({ calls, desired, live, record: options.record }, context);
    await serve(written, rollout);
    await awaitScaledWorkers(written, rollout);
    await assertOnlyOne(written, rollout);
  }
}

/** From a written configuration to an endpoint that serves it, by its workers and by the tests. */
async function serve(written: Written, { plan, options, context }: Rollout): Promise<void> {
  const { test } = context;
  if (options.wait === 'none') return;
  const goal: Goal = {
    wait: options.wait,
    tests: test ? 'to-come' : 'none',
    isImageFound: plan.resolvedImage !== undefined,
  };
  const story = await awaitReady({ written, goal, context });
  const mayReplace = plan.operation !== 'unchanged' && written.write.scope !== 'scaling';
  // A push that changes nothing, or only scales, does not wake an endpoint that sleeps at zero.
  if (test && (options.isRerun || mayReplace || !isAsleep(story.endpoint)))
    await passTests({ written, story, goal, test, context });
}

/** The plan with its endpoint as it is now. Rejects with `conflict` when someone has changed it since. */
async function withLiveNow({ plan, options, context }: Rollout): Promise<Plan> {
  const { live: found, operation } = plan;
  if (!found) return plan;
  const target = { id: found.id, desired: found.config, earlier: undefined };
  const isOld = context.clock.monotonicMs() - (options.lookedUpMs ?? Number.POSITIVE_INFINITY) > freshMs;
  const endpoint = isOld ? await refresh({ endpoint: found, target }, context) : found;
  const live = operation === 'update' ? await settle({ endpoint, target }, context) : endpoint;
  // The plan was made for this configuration.
  return { ...plan, live: { ...live, config: found.config } };
}

/** No record notes a change of scaling, so the next run would take workers that are listed later for its own. */
async function awaitScaledWorkers({ write, target }: Written, { plan, options, context }: Rollout): Promise<void> {
  const { minNum } = plan.desired.workerConfig;
  const isRaised = write.scope === 'scaling' && minNum > (plan.live?.config.workerConfig.minNum ?? minNum);
  if (!isRaised || options.wait === 'none') return;
  const deadlineMs = write.sentMs + lateWorkersMs;
  const areListed = ({ endpoint }: Observation) =>
    endpoint.workers.filter((worker) => worker.id !== '' && isPresent(worker)).length >= minNum || undefined;
  const listed = observe(target, { decide: areListed, deadlineMs, context });
  await listed.catch((error) => {
    // A failed reading takes back no proof.
    if (context.signal.aborted) throw error;
  });
}

/** After a create: exactly one endpoint has the name, and the next run will find it. */
async function assertOnlyOne(written: Written, { context, outcome }: Rollout): Promise<void> {
  const { created, target } = written;
  if (!created || (created.origin !== 'answered' && created.lostMs === undefined)) return;
  const { aloneMs = Number.NEGATIVE_INFINITY } = outcome();
  if (context.clock.monotonicMs() - aloneMs <= freshMs) return;
  const unchecked = await assertSingle({ ...created, config: target.desired, context });
  if (unchecked) context.onEvent({ kind: 'unchecked', what: unchecked });
}

/** Reports the failure with its logs; then the previous version is restored, or a new endpoint is cleaned up. */
async function undo(rollout: Rollout, failure: DeployError): Promise<void> {
  const previous = previousToRestore(rollout, failure);
  const by = cleanUpFor(rollout, failure);
  await rollout.context.onEvent({ kind: 'failed', failure, isRestoring: (previous ?? by) !== undefined });
  if (previous) await tryToRestore(previous, rollout);
  else if (by) await cleanUp(by, rollout);
  if (!rollout.context.signal.aborted) await findNamesakes(rollout);
}

/** A new endpoint that failed may not be the only one: a cancelled run, or a lost create, has made another one. */
async function findNamesakes({ plan, options, context, outcome }: Rollout): Promise<void> {
  const { operation, endpointId: id, aloneMs, createLostMs: lostMs, failure } = outcome();
  const isNew = operation === 'created' && id !== undefined && plan.live === undefined;
  if (!isNew || aloneMs !== undefined || failure?.code === 'name-ambiguous') return;
  const { desired } = plan;
  const config = { ...desired, envs: withRecord(desired.envs, options.record ?? {}) };
  try {
    await assertSingle({ id, config, lostMs, origin: 'answered', context });
  } catch (error) {
    const { code, message } = asDeployError(error);
    if (code === 'name-ambiguous') context.onEvent({ kind: 'namesakes', message });
  }
}

/** The endpoint before a failed update; undefined to keep the update, as after a cancellation, which leaves no time. */
function previousToRestore({ plan, options, context, outcome }: Rollout, failure: DeployError): Endpoint | undefined {
  const isWanted = options.onFailure === 'restore' && plan.operation === 'update' && !context.signal.aborted;
  return isWanted && isUndone(failure) && mayHaveWritten(outcome()) ? plan.live : undefined;
}

async function tryToRestore(previous: Endpoint, { plan, context, outcome }: Rollout): Promise<void> {
  try {
    const wasShown = outcome().operation === 'updated';
    const { restore } = await import('./write/restore.ts');
    await restore({ previous, desired: plan.desired, wasShown, context });
  } catch (error) {
    context.onEvent({ kind: 'restore-failed', failure: asDeployError(error) });
  }
}
