/** The rollout of one plan: its writes, the wait, and the restore or the clean-up when it fails. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import type { Probe } from '../service/probe.ts';
import { ForeignChange } from './config-watch.ts';
import { createContext, type Rollout, type RolloutOptions, type RolloutPorts, waitOf } from './context.ts';
import { isUndone, RolloutError } from './errors.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from './outcome.ts';
import { replace } from './replace.ts';
import { restore } from './restore.ts';
import { awaitServing, settleRivalry, unwritten } from './serving.ts';
import { writeCalls } from './write.ts';

export type { Outcome };

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
    if (failure instanceof ForeignChange && failure.newerCommit !== undefined) {
      onEvent({ kind: 'superseded', commit: failure.newerCommit });
      return outcome;
    }
    const previous = previousToRestore(rollout, failure);
    onEvent({ kind: 'failed', failure, isRestoring: previous !== undefined });
    if (previous) await tryToRestore(previous, { failure, rollout });
  }
  return outcome;
}

async function carryOut(rollout: Rollout): Promise<void> {
  const { plan, context } = rollout;
  switch (plan.operation) {
    case 'unchanged':
      context.onEvent({ kind: 'nothing-to-write' });
      if (plan.live) await awaitServing(unwritten(plan.live, rollout), rollout);
      break;
    case 'replace':
      await replace(rollout);
      break;
    default: {
      const written = await writeCalls({ ...plan, wait: waitOf(rollout) }, context);
      await awaitServing(written, rollout);
      await settleRivalry(written, rollout);
    }
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
