/** The replacement of an endpoint for a new `appName`: the new one serves before the old one is deleted. */

import { DeployError } from '../../errors.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { deletionMs } from '../../times.ts';
import { type Rollout, type RolloutContext, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { readingOf } from '../events.ts';
import { type Observation, observe, type Target } from '../read/observe.ts';
import { deleteWith } from './delete.ts';
import { asFound, type Written, writeCalls } from './write.ts';

/** The steps that a replacement shares with every other deploy. */
interface Proof {
  serve: (written: Written, rollout: Rollout) => Promise<unknown>;
  assertOnlyOne: (written: Written, rollout: Rollout) => Promise<void>;
}

/** If it rejects, the old endpoint is untouched, unless the message says otherwise; the clean-up is for the new one. */
export async function replace(rollout: Rollout, { serve, assertOnlyOne }: Proof): Promise<void> {
  const { plan, context } = rollout;
  const { live: old } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  const written = await writeSuccessor(old, rollout);
  await serve(written, rollout);
  await assertOnlyOne(written, rollout);
  await assertBothUntouched({ old, target: written.target, context });
  await deleteOld(old, { newId: written.endpoint.id, context });
  context.onEvent({ kind: 'replaced', endpointId: written.endpoint.id, oldEndpointId: old.id });
  // The deletion may have taken minutes.
  await observe(written.target, { decide: (seen) => seen, context: withTime(context, deletionMs) });
}

/** The new endpoint with the desired configuration: created, or that of an interrupted replacement, finished. */
async function writeSuccessor(old: Endpoint, { plan, options, context }: Rollout): Promise<Written> {
  const { successor, desired } = plan;
  if (successor)
    context.onEvent({ kind: 'replacement-resumed', successor: readingOf(successor), oldEndpointId: old.id });
  const calls = plan.calls.filter((call) => call !== 'delete-v1');
  if (successor && calls.length === 0) return asFound(successor, { desired, context });
  const record = { ...options.record, replaces: old.id };
  return writeCalls({ calls, desired, live: successor, record, oldId: old.id }, context);
}

/** The old endpoint is deleted only while both are as this run knows them: someone's change of the old one is kept. */
async function assertBothUntouched(both: { old: Endpoint; target: Target; context: RolloutContext }): Promise<void> {
  const { old, target, context } = both;
  const isApplied = ({ match }: Observation) => match.kind === 'applied' || undefined;
  const reading = { decide: isApplied, context: withTime(context, deletionMs) };
  const oldTarget = { id: old.id, desired: old.config, earlier: undefined };
  await observe(oldTarget, reading).catch((error) => {
    // Someone has deleted it already.
    if (!(error instanceof DeployError) || error.code !== 'not-found') throw error;
  });
  await observe(target, reading);
}

async function deleteOld(old: Endpoint, { newId, context }: { newId: string; context: RolloutContext }): Promise<void> {
  try {
    await deleteWith(context, old.id);
  } catch (error) {
    if (!(error instanceof DeployError) || error.code === 'cancelled') throw error;
    throw new RolloutError({
      code: error.code,
      message: `the new endpoint ${newId} serves, but the old endpoint could not be deleted: ${error.message}`,
      hint: `Delete ${old.id} in the console: until then it is still being billed. ${newId} is the one to keep.`,
      endpointId: newId,
      cause: error,
    });
  }
}
