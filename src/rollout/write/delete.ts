/** The deletion of exactly one endpoint by its ID, and the proof that it no longer exists. */

import { endpointName } from '../../model/display.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { isTerminating } from '../../model/states.ts';
import { ServiceError } from '../../service/errors.ts';
import { deletionMs, lateMs, outageMs, settlingMs } from '../../times.ts';
import { createContext, type RolloutContext, type RolloutPorts, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { observeList } from '../read/observe.ts';
import { type FailedAttempt, isUnexplained, sendUntilDone } from './send.ts';

/** {@link deleteWith}, outside a rollout. */
export function deleteEndpoint(id: string, ports: RolloutPorts): ReturnType<typeof deleteWith> {
  return deleteWith(createContext(ports, deletionMs), id);
}

/**
 * Deletes the endpoint (service-api.md, v1 Delete endpoint) and lists until it is gone, for ten minutes at most. The
 * member `name` of the request is the ID (service-observed.md, Delete's `name`); where that is refused without a reason
 * or as not found, or has no effect, it is sent once more. Resolves with whether the endpoint is gone, was not there
 * before, or is still listed as terminating. Rejects with `not-applied` when it is still there two minutes after the
 * second request.
 */
export async function deleteWith(
  rolloutContext: RolloutContext,
  id: string,
): Promise<'gone' | 'absent' | 'terminating'> {
  const context = withTime(rolloutContext, deletionMs);
  const { onEvent } = context;
  const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
  if (!list) throw unlisted(id);
  const listed = list.find((each) => each.id === id);
  const endpoint = listed ?? (await readUnlisted(id, context));
  if (!endpoint) return 'absent';
  let refusal: ServiceError | undefined;
  // The last request may take effect late.
  for (const forMs of [settlingMs, lateMs]) {
    onEvent({ kind: 'deleting', endpointId: id });
    refusal = await sendDeletion(id, context);
    const end = await awaitGone(id, { isListed: listed !== undefined, forMs, context });
    if (end !== 'present') {
      onEvent({ kind: 'deletion-ended', endpointId: id, state: end });
      return end;
    }
    // The deletion may still be under way; nothing else is sent on top.
    if (refusal?.mayHaveHappened) throw refusal;
  }
  if (refusal) onEvent({ kind: 'deletion-ended', endpointId: id, state: 'refused' });
  throw notDeleted(endpoint, refusal);
}

type Sent = 'accepted' | ServiceError;

/** A deletion is idempotent, so it is sent again blindly. Resolves with an error that leaves open what it has done. */
async function sendDeletion(id: string, context: RolloutContext): Promise<ServiceError | undefined> {
  const { client, clock, onEvent, signal } = context;
  const endMs = clock.monotonicMs() + outageMs;
  let lost: ServiceError | undefined;
  const send = (): Promise<Sent> => client.delete(id, { signal }).then(() => 'accepted');
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt): Promise<Sent | undefined> => {
    if (error.mayHaveHappened) lost = error;
    const isUnknown = error.code === 'not-found';
    if (!isUnknown && Math.min(leftMs, endMs - clock.monotonicMs()) > 0) {
      await pause(outageMs);
      return undefined;
    }
    // Whether an earlier attempt has deleted the endpoint stays open, even if a later attempt is refused.
    if (lost || isUnexplained(error)) return lost ?? error;
    onEvent({ kind: 'deletion-ended', endpointId: id, state: 'refused' });
    throw error;
  };
  const sent = await sendUntilDone({ send, afterFailure, context });
  return sent === 'accepted' ? undefined : sent;
}

/** Only a list without the endpoint proves it gone; a terminating endpoint gets more time, and is then believed. */
async function awaitGone(
  id: string,
  { isListed, forMs, context }: { isListed: boolean; forMs: number; context: RolloutContext },
) {
  const startedMs = context.clock.monotonicMs();
  const only = (each: { id: string }) => each.id === id;
  const decide = async (list: readonly Endpoint[]) => {
    const endpoint = list.find(only) ?? (isListed ? undefined : await readUnlisted(id, context));
    if (!endpoint) return 'gone';
    const end = isTerminating(endpoint) ? 'terminating' : 'present';
    return context.clock.monotonicMs() - startedMs >= (end === 'terminating' ? lateMs : forMs) ? end : undefined;
  };
  const end = await observeList({ only, decide, context });
  if (end === undefined) throw unlisted(id);
  return end;
}

/** The endpoint itself, where a service lists it late; undefined where it does not exist. */
async function readUnlisted(id: string, context: RolloutContext): Promise<Endpoint | undefined> {
  try {
    const endpoint = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
    if (!endpoint) throw unlisted(id);
    return endpoint;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function notDeleted(endpoint: Endpoint, refusal: ServiceError | undefined): RolloutError {
  const { id } = endpoint;
  const why = refusal?.message ?? 'its deletion was accepted, but had no effect';
  const message = `endpoint ${endpointName(endpoint)} was not deleted: ${why}`;
  const hint = `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`;
  return new RolloutError({ code: 'not-applied', message, hint, endpointId: id });
}

function unlisted(id: string): RolloutError {
  const message = `the endpoints could not be listed within ${deletionMs / 1000} s, so the state of ${id} is unknown`;
  return new RolloutError({ code: 'unavailable', message });
}
