/** The replacement of an endpoint for a new `appName`: the new one serves before the old one is deleted; a new one that fails is deleted instead. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type Rollout, type RolloutContext, withTime } from './context.ts';
import { deleteWith } from './delete.ts';
import { isUndone, RolloutError } from './errors.ts';
import { readingOf } from './events.ts';
import { look, observe, type Target } from './observe.ts';
import { deletionMs, waitPauses } from './times.ts';
import { serve, settleCreation } from './wait.ts';
import { unwritten, type Written, writeCalls } from './writes.ts';

/**
 * When it rejects, exactly the old endpoint is left, unless the message says otherwise. The new one is deleted only where it is certain that it is this run's
 * and its failure speaks against it.
 */
export async function replace(rollout: Rollout): Promise<void> {
  const { plan, context, outcome } = rollout;
  const { live: old } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  let written: Written | undefined;
  try {
    written = await writeSuccessor(old, rollout);
    await serve(written, rollout);
    await settleCreation(written, rollout);
    await assertBothUntouched({ old, target: written.target, context });
  } catch (error) {
    const newId = outcome().endpointId;
    const isOurs = newId !== undefined && newId !== old.id && outcome().isFound !== true && !plan.successor;
    // A defect is no judgement on the new endpoint, and a cancelled run has no time to clean up.
    const isJudged = error instanceof DeployError && (isUndone(error) || isOldTouched(error, old));
    if (!isOurs || !isJudged || context.signal.aborted) throw error;
    await rollout.readLog(error);
    await discard(newId, { old, context, cause: error });
    throw error;
  }
  const { endpoint } = written;
  context.onEvent({ kind: 'phase', phase: 'delete' });
  await deleteOld(old, { newId: endpoint.id, context });
  context.onEvent({ kind: 'replaced', endpointId: endpoint.id, oldEndpointId: old.id });
  // The deletion may have taken minutes.
  const afterwards = withTime(context, deletionMs);
  await look(written.target, { deadlineMs: afterwards.deadlineMs(), context: afterwards });
}

/** The new endpoint with the desired configuration: created, or left by an interrupted replacement and finished. */
async function writeSuccessor(old: Endpoint, { plan, options, context }: Rollout): Promise<Written> {
  const { successor, desired } = plan;
  if (successor)
    context.onEvent({ kind: 'replacement-resumed', successor: readingOf(successor), oldEndpointId: old.id });
  const calls = plan.calls.filter((call) => call !== 'delete-v1');
  if (successor && calls.length === 0) return unwritten(successor, { desired, clock: context.clock });
  const { record } = options;
  return writeCalls({ calls, desired, live: successor, record, expectedIds: new Set([old.id]) }, context);
}

/** Nothing is deleted for what is gone or somebody else's by now, and what somebody else has changed on the old endpoint is the newer wish. */
async function assertBothUntouched({
  old,
  target,
  context,
}: {
  old: Endpoint;
  target: Target;
  context: RolloutContext;
}): Promise<void> {
  const time = withTime(context, deletionMs);
  const deadlineMs = time.deadlineMs();
  const isApplied = ({ match }: { match: { kind: string } }) => (match.kind === 'applied' ? true : undefined);
  const reading = { decide: isApplied, pauseMs: () => waitPauses.closeMs, deadlineMs, context: time };
  const oldTarget = { id: old.id, desired: old.config, earlier: undefined };
  await observe(oldTarget, reading).catch((error) => {
    // Somebody has deleted it already.
    if (!(error instanceof DeployError) || error.code !== 'not-found') throw error;
  });
  await observe(target, reading);
}

function isOldTouched(error: DeployError, old: Endpoint): boolean {
  return error.code === 'conflict' && error instanceof RolloutError && error.endpointId === old.id;
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

/** The failure of the new endpoint stays the one that is reported; that it could not be deleted either goes into its message. */
async function discard(
  id: string,
  { old, context, cause }: { old: Endpoint; context: RolloutContext; cause: DeployError },
): Promise<void> {
  const { onEvent } = context;
  onEvent({ kind: 'discarding', endpointId: id, oldEndpointId: old.id, message: cause.message });
  onEvent({ kind: 'phase', phase: 'delete' });
  try {
    await deleteWith(context, id);
  } catch (error) {
    throw new RolloutError({
      code: cause.code,
      message: `${cause.message}; in addition, the new endpoint ${id} could not be deleted: ${(error as Error).message}`,
      hint: `${cause.hint} Delete ${id} in the console: it is still being billed. The old endpoint ${old.id} is unchanged.`,
      endpointId: id,
      cause,
    });
  }
  onEvent({ kind: 'discarded', endpointId: id, old: readingOf(old) });
}
