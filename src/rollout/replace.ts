/** The replacement of an endpoint whose `appName` changes: the new one serves before the old one is deleted; a new one that fails is deleted instead. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Rollout, RolloutContext } from './context.ts';
import { deleteWith } from './delete.ts';
import { RolloutError } from './errors.ts';
import { readingOf } from './events.ts';
import { awaitServing } from './serving.ts';
import { writeCalls } from './write.ts';

/** When it rejects, exactly the old endpoint is left, unless the message says otherwise. */
export async function replace(rollout: Rollout): Promise<void> {
  const { plan, context, outcome } = rollout;
  const { live: old, desired } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  let serving: Endpoint;
  try {
    serving = await awaitServing(await writeSuccessor(old, rollout), rollout);
  } catch (error) {
    const newId = outcome().endpointId;
    // A defect is no judgement on the new endpoint, and a cancelled run has no time to clean up.
    if (newId === undefined || newId === old.id || context.signal.aborted || !(error instanceof DeployError))
      throw error;
    await discard(newId, { old, name: desired.name, context, cause: error });
    throw error;
  }
  context.onEvent({ kind: 'phase', phase: 'delete' });
  await deleteOld(old, { newId: serving.id, context });
  context.onEvent({ kind: 'replaced', endpointId: serving.id, oldEndpointId: old.id });
}

/** The new endpoint with the desired configuration: created, or left by an interrupted replacement and finished. */
async function writeSuccessor(old: Endpoint, { plan, context }: Rollout): Promise<Endpoint> {
  const { successor, desired, updateApi } = plan;
  if (successor)
    context.onEvent({ kind: 'replacement-resumed', successor: readingOf(successor), oldEndpointId: old.id });
  const calls = plan.calls.filter((call) => call !== 'delete-v1');
  if (successor && calls.length === 0) return successor;
  return writeCalls({ calls, desired, live: successor, updateApi, expectedIds: new Set([old.id]) }, context);
}

async function deleteOld(old: Endpoint, { newId, context }: { newId: string; context: RolloutContext }): Promise<void> {
  try {
    await deleteWith(context, { id: old.id, name: old.config.name });
  } catch (error) {
    if (!(error instanceof DeployError) || error.code === 'cancelled') throw error;
    throw new RolloutError({
      code: error.code,
      message: `the new endpoint ${newId} serves, but the old one could not be deleted: ${error.message}`,
      hint: `Delete ${old.id} in the console: until then it goes on to be billed. ${newId} is the right one.`,
      endpointId: newId,
      cause: error,
    });
  }
}

/** The failure of the new endpoint stays the one that is reported; that it could not be deleted either goes into its message. */
async function discard(
  id: string,
  { old, name, context, cause }: { old: Endpoint; name: string; context: RolloutContext; cause: DeployError },
): Promise<void> {
  const { onEvent } = context;
  onEvent({ kind: 'discarding', endpointId: id, oldEndpointId: old.id, message: cause.message });
  onEvent({ kind: 'phase', phase: 'delete' });
  try {
    await deleteWith(context, { id, name });
  } catch (error) {
    throw new RolloutError({
      code: cause.code,
      message: `${cause.message}; moreover the new endpoint ${id} could not be deleted: ${(error as Error).message}`,
      hint: `${cause.hint} Delete ${id} in the console: it goes on to be billed. The old endpoint ${old.id} is untouched.`,
      endpointId: id,
      cause,
    });
  }
  onEvent({ kind: 'discarded', endpointId: id, old: readingOf(old) });
}
