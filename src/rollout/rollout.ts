/** The rollout of one plan: its writes, the wait, and the restore or the clean-up when it fails. */

import { DeployError } from '../errors.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import type { Probe } from '../service/probe.ts';
import { conflict } from './config-watch.ts';
import { createContext, type Rollout, type RolloutOptions, type RolloutPorts, waitOf } from './context.ts';
import { isUndone, RolloutError } from './errors.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from './outcome.ts';
import { rereadMs, settlingMs } from './patience.ts';
import { awaitServing, settleRivalry, unwritten } from './serving.ts';
import { writeCalls } from './write.ts';

export type { Outcome };

/** A look-up that is older is made again before anything is written. */
const freshMs = 5000;

interface DeploymentPorts extends RolloutPorts {
  probe: Probe;
}

/** Never rejects for what the service or the endpoint does: that becomes `failure`. Defects are thrown. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: DeploymentPorts): Promise<Outcome> {
  let outcome = initialOutcome(plan);
  const onEvent: RolloutPorts['onEvent'] = (event) => {
    outcome = outcomeAfter(outcome, event);
    ports.onEvent(event);
  };
  const context = createContext({ ...ports, onEvent }, { timeoutSeconds: options.waitTimeoutSeconds });
  const rollout: Rollout = { plan, options, probe: ports.probe, context, outcome: () => outcome };
  try {
    await carryOut(rollout);
  } catch (error) {
    const failure = asDeployError(error);
    const previous = previousToRestore(rollout, failure);
    onEvent({ kind: 'failed', failure, isRestoring: previous !== undefined });
    if (previous) await tryToRestore(previous, { failure, rollout });
  }
  return outcome;
}

async function carryOut(given: Rollout): Promise<void> {
  const rollout = { ...given, plan: await upToDate(given) };
  const { plan, context } = rollout;
  switch (plan.operation) {
    case 'unchanged':
      context.onEvent({ kind: 'nothing-to-write' });
      if (plan.live) await awaitServing(unwritten(plan.live, rollout), rollout);
      break;
    case 'replace':
      await (await import('./replace.ts')).replace(rollout);
      break;
    default: {
      const written = await writeCalls({ ...plan, wait: waitOf(rollout) }, context);
      await awaitServing(written, rollout);
      await settleRivalry(written, rollout);
    }
  }
}

/**
 * The plan with the workers of its endpoint as they are now, where the look-up was some time ago: a worker that came since is none of the new version.
 * Rejects with `conflict` when somebody has changed the endpoint meanwhile: the plan is not for what is there.
 */
async function upToDate({ plan, options, context }: Rollout): Promise<Plan> {
  const { live } = plan;
  const { reader, clock, signal } = context;
  const { lookedUpMs } = options;
  if (!live || plan.operation === 'replace' || lookedUpMs === undefined) return plan;
  if (clock.monotonicMs() - lookedUpMs <= freshMs) return plan;
  const deadlineMs = clock.monotonicMs() + settlingMs;
  const isSame = (found: Endpoint) => diffConfigs({ asked: live.config, found: found.config }).length === 0;
  for (;;) {
    const found = await reader.get(live.id, { deadlineMs, sharedWillDo: isSame });
    // Nothing was written: as before every write, the look-up is all there is.
    if (!found) return plan;
    if (isSame(found)) return { ...plan, live: { ...live, state: found.state, workers: found.workers } };
    if (clock.monotonicMs() + rereadMs >= deadlineMs)
      throw conflict(found, diffConfigs({ asked: live.config, found: found.config }));
    await clock.sleep(rereadMs, signal);
  }
}

/** Where an update has failed. An endpoint that was created stays, for somebody to look at; a cancelled run has no time. */
function previousToRestore({ plan, options, context, outcome }: Rollout, failure: DeployError): Endpoint | undefined {
  const isWanted = options.onFailure === 'restore' && plan.operation === 'update' && !context.signal.aborted;
  return isWanted && isUndone(failure) && mayHaveWritten(outcome()) ? plan.live : undefined;
}

async function tryToRestore(
  previous: Endpoint,
  { failure, rollout: { plan, context, outcome } }: { failure: DeployError; rollout: Rollout },
): Promise<void> {
  try {
    const unapplied = failure instanceof RolloutError ? failure.unapplied : [];
    const wasShown = outcome().operation === 'updated';
    const { restore } = await import('./restore.ts');
    await restore({ previous, desired: plan.desired, unapplied, wasShown, context });
  } catch (error) {
    context.onEvent({ kind: 'restore-failed', failure: asDeployError(error) });
  }
}

/** A defect is no outcome: it is thrown on. */
function asDeployError(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}
