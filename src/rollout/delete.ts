/** The deletion of exactly one endpoint, whatever the service takes the request's `name` for, and the proof that it is gone. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isWholeForV1 } from '../plan/route.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import { watchConfig } from './config-watch.ts';
import { createContext, type RolloutContext, type RolloutPorts, withTime } from './context.ts';
import { awaitGone, isOnlyOne, listAll, listNamed, outOfTime, withUnlisted } from './delete-lists.ts';
import { isCertainlyNotDone, RolloutError } from './errors.ts';
import { doomedName, findById } from './lookup.ts';
import { deletionMs } from './patience.ts';
import { listPauses } from './read.ts';
import { busyMs, familyOf, isUnexplained, sendUpdate } from './update.ts';
import { verify } from './verify.ts';

interface DeleteTarget {
  id: string;
  /** The endpoint's own name, for a service that deletes by name. */
  name: string;
}

/**
 * Deletes the endpoint and lists until it is gone. service-api.md, v1 Delete endpoint, does not say whether `name` is the name or the id: the id is sent
 * first; when that is refused as not found, or the endpoint is still there, the name. Where others have the same name, the endpoint gets one of its own
 * before that by an update. Neither id nor name is sent while it is the other thing for another endpoint. Resolves with whether it is gone or still
 * listed as terminating; rejects with `not-applied` when it is still there after two minutes. Takes ten minutes at most.
 */
export async function deleteEndpoint({
  id,
  name,
  ...ports
}: DeleteTarget & RolloutPorts): Promise<'gone' | 'terminating'> {
  return deleteWith(createContext(ports, { timeoutSeconds: deletionMs / 1000 }), { id, name });
}

/** {@link deleteEndpoint} as a step of a rollout, with a time of its own. */
export async function deleteWith(outer: RolloutContext, target: DeleteTarget): Promise<'gone' | 'terminating'> {
  const context = withTime(outer, deletionMs / 1000);
  const { id } = target;
  const listed = await listAll(context, id);
  const before = await withUnlisted(context, listed, id);
  const doomed = findById(before, id);
  if (!doomed) return 'gone';
  const wasListed = before === listed;
  assertUnambiguous(before, { id, sent: id, as: 'id' });
  // What is sent next would be a second deletion of another form: the more it costs, the longer the first one gets.
  const isNameFree = doomed.config.name !== '' && isOnlyOne(before, doomed.config.name);
  const byId = await sendAndAwait(context, {
    id,
    sent: id,
    by: 'id',
    isDoubtful: isNameFree,
    wasAccepted: false,
    wasListed,
  });
  if (byId.result !== 'present') return byId.result;
  let after = await withUnlisted(context, await listAll(context, `"${target.name}"`), id);
  const still = findById(after, id);
  if (!still) return 'gone';
  let sent = still.config.name;
  if (sent === '') throw stillThere(target, byId, 'deleting by ID had no effect, and it has no name to delete it by');
  if (!isOnlyOne(after, sent)) {
    const renamed = await giveOwnName(context, { doomed: still, target, byId, wasListed });
    if (renamed.result) return renamed.result;
    sent = renamed.name;
    after = await listNamed(context, sent);
    if (!isOnlyOne(after, sent))
      throw stillThere(
        target,
        byId,
        `deleting by ID had no effect, and the list does not show its unique name "${sent}"`,
      );
  }
  assertUnambiguous(after, { id, sent, as: 'name' });
  const { isAccepted: wasAccepted } = byId;
  const byName = await sendAndAwait(context, { id, sent, by: 'name', isDoubtful: false, wasAccepted, wasListed });
  if (byName.result === 'present')
    throw stillThere({ id, name: sent }, byName, 'deleting by ID and by name had no effect');
  return byName.result;
}

/**
 * The new name of an endpoint that shares its own with another. Only ever that of the one that is to be deleted; a reading proves it. `result` when the endpoint
 * went meanwhile.
 */
async function giveOwnName(
  context: RolloutContext,
  { doomed, target, byId, wasListed }: { doomed: Endpoint; target: DeleteTarget; byId: Deletion; wasListed: boolean },
): Promise<{ name: string; result?: never } | { result: 'gone' | 'terminating' }> {
  const { onEvent } = context;
  const { id, config } = doomed;
  const name = doomedName(config.name, id);
  onEvent({ kind: 'renaming', endpointId: id, name });
  try {
    const live = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
    if (!live) throw outOfTime(id);
    const call = isWholeForV1(live.config) ? 'update-v1' : 'update-v2';
    const family = familyOf(call);
    const asked = { desired: { ...config, name }, earlier: [config], sent: [family] };
    await sendUpdate({ call, live, sent: { ...live.config, name }, asked, isFollowUp: true, context });
    // What the update takes away that it does not carry, nobody misses.
    const watch = watchConfig({ ...asked, family, id, context });
    await verify({ id, call, watch, context });
    return { name };
  } catch (error) {
    if (!(error instanceof DeployError) || error.code === 'cancelled') throw error;
    // An endpoint that is on its way out can be renamed no more.
    const mayGo = byId.isAccepted || error.code === 'not-found';
    const result = mayGo ? await awaitGone(context, { id, pausesMs: listPauses.deletion, wasListed }) : 'present';
    if (result === 'present')
      throw stillThere(
        target,
        byId,
        `deleting by ID had no effect, another endpoint has the same name, and renaming failed: ${error.message}`,
      );
    onEvent({ kind: 'deleted', endpointId: id, isListed: result === 'terminating' });
    return { result };
  }
}

interface DeletionRequest {
  id: string;
  sent: string;
  by: 'id' | 'name';
  /** Another form can be sent soon. */
  isDoubtful: boolean;
  /** The service has accepted one before, which may still take effect. */
  wasAccepted: boolean;
  /** Whether the list showed the endpoint: then it is gone when it shows it no longer. */
  wasListed: boolean;
}

interface Deletion {
  result: 'gone' | 'terminating' | 'present';
  isAccepted: boolean;
}

/** What a deletion of `sent` has brought about; `isAccepted` where any has been accepted. */
async function sendAndAwait(context: RolloutContext, request: DeletionRequest): Promise<Deletion> {
  const { id, by, isDoubtful, wasAccepted, wasListed } = request;
  const { onEvent } = context;
  onEvent({ kind: 'deleting', endpointId: id, by });
  const { isAccepted, lost, refused } = await send(context, request);
  const underWay = isDoubtful ? listPauses.doubtfulDeletion : listPauses.deletion;
  const pausesMs = isAccepted || wasAccepted ? underWay : listPauses.refusedDeletion;
  const result = await awaitGone(context, { id, pausesMs, wasListed });
  // It may still be under way; nothing else is sent on top.
  if (result === 'present' && (lost || refused)) throw lost ?? refused;
  if (result !== 'present') onEvent({ kind: 'deleted', endpointId: id, isListed: result === 'terminating' });
  else if (!isAccepted && !wasAccepted) onEvent({ kind: 'not-deleted', endpointId: id });
  return { result, isAccepted: isAccepted || wasAccepted };
}

/**
 * Whether it was accepted. A refusal as not found, or an answer that was lost, leaves the question open: the lists that follow answer it. An endpoint that is busy
 * with another operation is asked for again; a name only while no other endpoint has it.
 */
async function send(
  context: RolloutContext,
  { id, sent, by, wasAccepted }: DeletionRequest,
): Promise<{ isAccepted: boolean; lost?: ServiceError; refused?: unknown }> {
  const { writer, clock, onEvent, signal } = context;
  const startedMs = clock.monotonicMs();
  for (;;) {
    try {
      await writer.delete(sent, { signal });
      return { isAccepted: true };
    } catch (error) {
      if (error instanceof ServiceError && clock.monotonicMs() < startedMs + busyMs(error)) {
        await clock.sleep(5000 * (0.5 + clock.random()), signal);
        if (by === 'id' || (await isStillOurs(context, { id, sent }))) continue;
        return { isAccepted: false };
      }
      if (error instanceof ServiceError && isRefusalOfName(error)) return { isAccepted: false };
      // The one that was accepted may be what this one is refused for.
      if (wasAccepted && isCertainlyNotDone(error)) return { isAccepted: false, refused: error };
      if (isCertainlyNotDone(error)) onEvent({ kind: 'not-deleted', endpointId: id });
      // It may be done: the lists tell.
      else if (error instanceof ServiceError && error.mayHaveHappened && error.code !== 'cancelled')
        return { isAccepted: true, lost: error };
      throw error;
    }
  }
}

/** Whether the one endpoint of that name is the one that is to be deleted; another may have got the name meanwhile. */
async function isStillOurs(context: RolloutContext, { id, sent }: { id: string; sent: string }): Promise<boolean> {
  const list = await listAll(context, `"${sent}"`);
  assertUnambiguous(list, { id, sent, as: 'name' });
  return isOnlyOne(list, sent) && findById(list, id)?.config.name === sent;
}

/** Where the service's reason is lost (HTML, empty body), a refusal of a delete can mean nothing else than an unknown name, once the endpoint is not busy. */
function isRefusalOfName(error: ServiceError): boolean {
  return error.code === 'not-found' || isUnexplained(error);
}

/** Proves that what is sent cannot mean another endpoint: one whose name is this id, or whose id is this name. */
function assertUnambiguous(
  { endpoints }: EndpointList,
  { id, sent, as }: { id: string; sent: string; as: 'id' | 'name' },
): void {
  const other = endpoints.find(
    (endpoint) => endpoint.id !== id && (as === 'id' ? endpoint.config.name : endpoint.id) === sent,
  );
  if (!other) return;
  throw new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} is not deleted: "${sent}" is its ${as}, but also the ${as === 'id' ? 'name' : 'id'} of endpoint ${other.id}, and the service does not document which one it matches`,
    hint: 'Rename the other endpoint, or delete this one in the console of the service.',
    endpointId: id,
  });
}

function stillThere({ id, name }: DeleteTarget, { isAccepted }: Deletion, why: string): RolloutError {
  const what = isAccepted ? `its deletion was accepted, but ${why}` : why;
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${name} (${id}) was not deleted: ${what}`,
    hint: `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`,
    endpointId: id,
  });
}
