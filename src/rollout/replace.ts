/** The replacement of an endpoint whose `appName` changes: the new one serves before the old one is deleted; a new one that fails is deleted instead. */

import { DeployError } from '../errors.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { conflict, lookUntilApplied } from './config-watch.ts';
import { type Rollout, type RolloutContext, waitOf } from './context.ts';
import type { Origin } from './create.ts';
import { deleteWith } from './delete.ts';
import { isUndone, RolloutError } from './errors.ts';
import { readingOf } from './events.ts';
import { doomedName } from './lookup.ts';
import { deletionMs } from './patience.ts';
import { awaitServing, settleRivalry, unwritten } from './serving.ts';
import { type Written, writeCalls } from './write.ts';

/**
 * When it rejects, exactly the old endpoint is left, unless the message says otherwise. The new one is deleted only where it is certain that it is this run's
 * and its failure speaks against it.
 */
export async function replace(rollout: Rollout): Promise<void> {
  const { plan, context, outcome } = rollout;
  const { live: old, desired } = plan;
  if (!old) throw new Error('a replacement has an old endpoint');
  const whose: { origin?: Origin | undefined } = {};
  let serving: Endpoint;
  let lookAgain = async () => {};
  try {
    const written = await writeSuccessor(old, rollout, whose);
    serving = await awaitServing(written, rollout);
    const survivor = await settleRivalry(written, rollout);
    serving = survivor ?? serving;
    if (!survivor)
      lookAgain = async () =>
        void (await lookUntilApplied(written.watch, { ...context, deadlineMs: deletionDeadlineMs(context) }));
    await assertUntouched(old, context);
    // Nothing is deleted for what is gone, or somebody else's by now.
    await lookAgain();
  } catch (error) {
    const newId = outcome().endpointId;
    const isOurs = whose.origin === 'answered' || whose.origin === 'proved';
    // A defect is no judgement on the new endpoint, and a cancelled run has no time to clean up.
    const isJudged = error instanceof DeployError && (isUndone(error) || isOldTouched(error, old));
    if (!isOurs || !isJudged || newId === undefined || newId === old.id || context.signal.aborted) throw error;
    await discard(newId, { old, name: desired.name, context, cause: error });
    throw error;
  }
  context.onEvent({ kind: 'phase', phase: 'delete' });
  await deleteOld(old, { newId: serving.id, context });
  context.onEvent({ kind: 'replaced', endpointId: serving.id, oldEndpointId: old.id });
  // The deletion may have taken minutes.
  await lookAgain();
}

function deletionDeadlineMs({ clock }: RolloutContext): number {
  return clock.monotonicMs() + deletionMs;
}

/** The new endpoint with the desired configuration: created, or left by an interrupted replacement and finished. */
async function writeSuccessor(
  old: Endpoint,
  rollout: Rollout,
  whose: { origin?: Origin | undefined },
): Promise<Written> {
  const { plan, context } = rollout;
  const { successor, desired } = plan;
  if (successor)
    context.onEvent({ kind: 'replacement-resumed', successor: readingOf(successor), oldEndpointId: old.id });
  const calls = plan.calls.filter((call) => call !== 'delete-v1');
  if (successor && calls.length === 0) return unwritten(successor, rollout);
  const writes = { calls, desired, live: successor, wait: waitOf(rollout), expectedIds: new Set([old.id]) };
  return writeCalls({ ...writes, onCreated: (origin) => (whose.origin = origin) }, context);
}

/** What somebody else has changed on the old endpoint since the plan is the newer wish: it is not deleted over. */
async function assertUntouched(old: Endpoint, context: RolloutContext): Promise<void> {
  const only = ({ id }: ListedName) => id === old.id;
  const list = await context.reader.list({ deadlineMs: deletionDeadlineMs(context), only });
  const found = list?.endpoints.find(({ id }) => id === old.id);
  if (!found) return;
  const changes = diffConfigs({ asked: old.config, found: found.config }).filter(
    ({ member }) => member !== 'name' || found.config.name !== doomedName(old.config.name, old.id),
  );
  if (changes.length > 0) throw conflict(found, changes);
}

function isOldTouched(error: DeployError, old: Endpoint): boolean {
  return error.code === 'conflict' && error instanceof RolloutError && error.endpointId === old.id;
}

async function deleteOld(old: Endpoint, { newId, context }: { newId: string; context: RolloutContext }): Promise<void> {
  try {
    await deleteWith(context, { id: old.id, name: old.config.name });
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
      message: `${cause.message}; in addition, the new endpoint ${id} could not be deleted: ${(error as Error).message}`,
      hint: `${cause.hint} Delete ${id} in the console: it is still being billed. The old endpoint ${old.id} is unchanged.`,
      endpointId: id,
      cause,
    });
  }
  onEvent({ kind: 'discarded', endpointId: id, old: readingOf(old) });
}
