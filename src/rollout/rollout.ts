/** The rollout of one plan: its writes, the wait, the tests, and the restore or the clean-up when it fails. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readWriteEvidence } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { cleanUp, cleanUpFor } from './clean-up.ts';
import { createContext, type Rollout, type RolloutOptions, type RolloutPorts } from './context.ts';
import { isUndone } from './errors.ts';
import { observe } from './observe.ts';
import { initialOutcome, mayHaveWritten, type Outcome, outcomeAfter } from './outcome.ts';
import { freshMs, settlingMs, waitPauses } from './times.ts';
import { serve, settleCreation } from './wait.ts';
import { unwritten, writeCalls } from './writes.ts';

export type { Outcome };

/** Never rejects for what the service or the endpoint does: that becomes `failure`. Defects are thrown. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: RolloutPorts): Promise<Outcome> {
  let outcome = initialOutcome(plan);
  const onEvent: RolloutPorts['onEvent'] = (event) => {
    outcome = outcomeAfter(outcome, event, ports.clock.monotonicMs());
    return ports.onEvent(event);
  };
  const context = createContext({ ...ports, onEvent }, options.waitTimeoutSeconds * 1000);
  const rollout: Rollout = { plan, options, context, outcome: () => outcome };
  try {
    await carryOut(rollout);
  } catch (error) {
    const failure = asDeployError(error);
    const previous = previousToRestore(rollout, failure);
    const by = cleanUpFor(rollout, failure);
    await onEvent({ kind: 'failed', failure, isRestoring: (previous ?? by) !== undefined });
    if (previous) await tryToRestore(previous, rollout);
    else if (by) await cleanUp(by, rollout);
  }
  return { ...outcome, endedMs: ports.clock.monotonicMs() };
}

async function carryOut(given: Rollout): Promise<void> {
  const rollout = { ...given, plan: await upToDate(given) };
  const { plan, context } = rollout;
  switch (plan.operation) {
    case 'unchanged': {
      const isRecorded = plan.live !== undefined && readWriteEvidence(plan.live.config) !== undefined;
      context.onEvent({ kind: 'nothing-to-write', isRecorded });
      if (plan.live) await serve(unwritten(plan.live, { desired: plan.desired, clock: context.clock }), rollout);
      break;
    }
    case 'replace':
      await (await import('./replace.ts')).replace(rollout);
      break;
    default: {
      const { calls, desired, live } = plan;
      const written = await writeCalls({ calls, desired, live, record: rollout.options.record }, context);
      await serve(written, rollout);
      await settleCreation(written, rollout);
    }
  }
}

/**
 * The plan with the workers of its endpoint as they are now, where the look-up was some time ago. Rejects with
 * `conflict` when somebody has changed the endpoint meanwhile: the plan is not for what is there.
 */
async function upToDate({ plan, options, context }: Rollout): Promise<Plan> {
  const { live } = plan;
  const { clock } = context;
  const { lookedUpMs = Number.POSITIVE_INFINITY } = options;
  if (!live || plan.operation === 'replace' || clock.monotonicMs() - lookedUpMs <= freshMs) return plan;
  // One reading that differs may be late; so is what has been away for the settling time no longer.
  const deadlineMs = clock.monotonicMs() + settlingMs + freshMs;
  const target = { id: live.id, desired: live.config, earlier: undefined };
  const endpoint = await observe(target, {
    decide: ({ endpoint, match }) => (match.kind === 'applied' ? endpoint : undefined),
    pauseMs: () => waitPauses.closeMs,
    deadlineMs,
    context,
  });
  // Nothing was written: as before every write, the look-up is all there is.
  return endpoint ? { ...plan, live: { ...live, state: endpoint.state, workers: endpoint.workers } } : plan;
}

/** Where an update has failed; a cancelled run has no time. */
function previousToRestore({ plan, options, context, outcome }: Rollout, failure: DeployError): Endpoint | undefined {
  const isWanted = options.onFailure === 'restore' && plan.operation === 'update' && !context.signal.aborted;
  return isWanted && isUndone(failure) && mayHaveWritten(outcome()) ? plan.live : undefined;
}

async function tryToRestore(previous: Endpoint, { plan, context, outcome }: Rollout): Promise<void> {
  try {
    const wasShown = outcome().operation === 'updated';
    const { restore } = await import('./restore.ts');
    await restore({ previous, desired: plan.desired, wasShown, context });
  } catch (error) {
    context.onEvent({ kind: 'restore-failed', failure: asDeployError(error) });
  }
}

/** A defect is no outcome: it is thrown on. */
function asDeployError(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}
