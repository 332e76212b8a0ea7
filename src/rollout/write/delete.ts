/** The deletion of exactly one endpoint by its ID, and the proof that it no longer exists. */

import type { Endpoint } from '../../model/endpoint.ts';
import { isTerminating } from '../../model/states.ts';
import { ServiceError } from '../../service/errors.ts';
import { deletionMs, lateMs, outageMs, settlingMs } from '../../times.ts';
import { createContext, type RolloutContext, type RolloutPorts, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { observeList } from '../read/observe.ts';
import { type FailedAttempt, isUnexplained, sendUntilDone } from './send.ts';

/** {@link deleteWith}, outside a rollout. */
export function deleteEndpoint(id: string, ports: RolloutPorts): Promise<'gone' | 'terminating'> {
  return deleteWith(createContext(ports, deletionMs), id);
}

/**
 * Deletes the endpoint (service-api.md, v1 Delete endpoint) and lists until it is gone, for ten minutes at most. The
 * member `name` of the request is the ID (service-observed.md, Delete's `name`); where that is refused as not found, or
 * has no effect, it is sent once more. Resolves with whether the endpoint is gone or still listed as terminating.
 * Rejects with `not-applied` when it is still there two minutes after the second request, and with `name-ambiguous` when another endpoint
 * has the ID as its name.
 */
export async function deleteWith(rolloutContext: RolloutContext, id: string): Promise<'gone' | 'terminating'> {
  const context = withTime(rolloutContext, deletionMs);
  const { onEvent } = context;
  let wasAccepted = false;
  for (const isLast of [false, true]) {
    const found = await findEndpoint({ id, context });
    if (!found && isLast) onEvent({ kind: 'deletion-ended', endpointId: id, state: 'gone' });
    if (!found) return 'gone';
    onEvent({ kind: 'deleting', endpointId: id });
    const answer = await sendDeletion({ id, wasAccepted, isLast, context });
    wasAccepted ||= answer !== 'refused';
    // A refusal may be that of a proxy, and the last request may take effect late.
    const forMs = wasAccepted && !isLast ? settlingMs : lateMs;
    const end = await awaitGone({ id, isListed: found.isListed, forMs, context });
    if (end !== 'present') {
      onEvent({ kind: 'deletion-ended', endpointId: id, state: end });
      return end;
    }
    // The deletion may still be under way; nothing else is sent on top.
    if (answer instanceof ServiceError) throw answer;
    if (!wasAccepted) onEvent({ kind: 'deletion-ended', endpointId: id, state: 'refused' });
    if (isLast) throw notDeleted(found.endpoint, wasAccepted);
  }
  throw unlisted(id);
}

interface DeletionRequest {
  id: string;
  context: RolloutContext;
}

/** Undefined where it is gone. Rejects with `name-ambiguous` where a deletion could mean another endpoint as well. */
async function findEndpoint(request: DeletionRequest): Promise<{ endpoint: Endpoint; isListed: boolean } | undefined> {
  const { id, context } = request;
  const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
  if (!list) throw unlisted(id);
  const listed = list.find((each) => each.id === id);
  const endpoint = listed ?? (await readUnlisted(request));
  const namesake = list.find((each) => each.id !== id && each.config.name === id);
  if (endpoint && namesake) throw ambiguousTarget(id, namesake);
  return endpoint && { endpoint, isListed: listed !== undefined };
}

/** An error: the deletion may have been carried out, or is under way. */
type DeletionAnswer = 'accepted' | 'refused' | ServiceError;

/** A refusal as not found leaves the question open. A deletion is idempotent, so it is sent again blindly. */
async function sendDeletion({
  id,
  wasAccepted,
  isLast,
  context,
}: DeletionRequest & { wasAccepted: boolean; isLast: boolean }): Promise<DeletionAnswer> {
  const { client, clock, onEvent, signal } = context;
  const endMs = clock.monotonicMs() + outageMs;
  const send = async (): Promise<DeletionAnswer> => {
    await client.delete(id, { signal });
    return 'accepted';
  };
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt): Promise<DeletionAnswer | undefined> => {
    if (!isLast && (error.code === 'not-found' || error.status === 404)) return 'refused';
    if (Math.min(leftMs, endMs - clock.monotonicMs()) > 0) {
      await pause(outageMs);
      return undefined;
    }
    if (isUnexplained(error) && error.code !== 'unauthorized') return 'refused';
    // Refused perhaps because the accepted deletion is under way.
    if (error.mayHaveHappened || wasAccepted) return error;
    onEvent({ kind: 'deletion-ended', endpointId: id, state: 'refused' });
    throw error;
  };
  return await sendUntilDone({ send, afterFailure, context });
}

/** Only a list without the endpoint proves it gone; one that terminates gets more time, and is then believed. */
async function awaitGone({ isListed, forMs, ...request }: DeletionRequest & { isListed: boolean; forMs: number }) {
  const { id, context } = request;
  const startedMs = context.clock.monotonicMs();
  const only = (each: { id: string }) => each.id === id;
  const decide = async (list: readonly Endpoint[]) => {
    const endpoint = list.find(only) ?? (isListed ? undefined : await readUnlisted(request));
    if (!endpoint) return 'gone';
    const end = isTerminating(endpoint) ? 'terminating' : 'present';
    return context.clock.monotonicMs() - startedMs >= (end === 'terminating' ? lateMs : forMs) ? end : undefined;
  };
  const end = await observeList({ only, decide, context });
  if (end === undefined) throw unlisted(id);
  return end;
}

/** The endpoint itself, where a service lists it late; undefined where it does not exist. */
async function readUnlisted({ id, context }: DeletionRequest): Promise<Endpoint | undefined> {
  try {
    const endpoint = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
    if (!endpoint) throw unlisted(id);
    return endpoint;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function ambiguousTarget(id: string, other: Endpoint): RolloutError {
  const message =
    `endpoint ${id} is not deleted: endpoint ${other.id} is named "${other.config.name}", ` +
    'and the service does not document which one a deletion matches';
  const hint = 'Rename the other endpoint, or delete this one in the console of the service.';
  return new RolloutError({ code: 'name-ambiguous', message, hint, endpointId: id });
}

function notDeleted({ id, config: { name } }: Endpoint, wasAccepted: boolean): RolloutError {
  const why = wasAccepted ? 'its deletion was accepted, but had no effect' : 'the service does not find its ID';
  const message = `endpoint ${name} (${id}) was not deleted: ${why}`;
  const hint = `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`;
  return new RolloutError({ code: 'not-applied', message, hint, endpointId: id });
}

function unlisted(id: string): RolloutError {
  const message = `the endpoints could not be listed within ${deletionMs / 1000} s, so the state of ${id} is unknown`;
  return new RolloutError({ code: 'unavailable', message });
}
