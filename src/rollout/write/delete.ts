/** The deletion of exactly one endpoint, by its ID or its name, and the proof that it no longer exists. */

import type { Endpoint } from '../../model/endpoint.ts';
import { isTerminating } from '../../model/states.ts';
import { ServiceError } from '../../service/errors.ts';
import { deletionMs, freshMs, lateMs, outageMs, settlingMs } from '../../times.ts';
import { createContext, type RolloutContext, type RolloutPorts, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { observeList } from '../read/observe.ts';
import { type FailedAttempt, isUnexplained, sendUntilDone } from './send.ts';

/** {@link deleteWith}, outside a rollout. */
export function deleteEndpoint(id: string, ports: RolloutPorts): Promise<'gone' | 'terminating'> {
  return deleteWith(createContext(ports, deletionMs), id);
}

/**
 * Deletes the endpoint and lists until it is gone, for ten minutes at most. service-api.md, v1 Delete endpoint, does
 * not say whether `name` is the name or the ID: the ID is sent first; when that is refused as not found or has no
 * effect, the name, where no other endpoint has it. Resolves with whether it is gone or still listed as terminating.
 * Rejects with `not-applied` when it is still there after two minutes, and with `name-ambiguous` when what would be
 * sent means another endpoint too.
 */
export async function deleteWith(rolloutContext: RolloutContext, id: string): Promise<'gone' | 'terminating'> {
  const context = withTime(rolloutContext, deletionMs);
  const { onEvent } = context;
  let wasAccepted = false;
  // An answer may have been odd: in the end the ID is sent once more.
  const tries = ['id', 'name', 'id'] as const;
  for (const [index, by] of tries.entries()) {
    const isLast = index === tries.length - 1;
    const found = await findEndpoint(by, { id, context });
    if (!found && index > 0) onEvent({ kind: 'deleted', endpointId: id, isListed: false });
    if (!found) return 'gone';
    const { isNameFree, isListed, sent } = found;
    if (by === 'name' && !isNameFree) continue;
    onEvent({ kind: 'deleting', endpointId: id, by });
    const answer = await sendDeletion(by, { id, sent, wasAccepted, isLast, context });
    wasAccepted ||= answer !== 'refused';
    const acceptedMs = by === 'id' && isNameFree ? settlingMs : lateMs;
    const end = await awaitGone({ id, isListed, forMs: wasAccepted ? acceptedMs : freshMs, context });
    if (end !== 'present') {
      onEvent({ kind: 'deleted', endpointId: id, isListed: end === 'terminating' });
      return end;
    }
    // The deletion may still be under way; nothing else is sent on top.
    if (answer instanceof ServiceError) throw answer;
    if (!wasAccepted) onEvent({ kind: 'not-deleted', endpointId: id });
    if (isLast) throw notDeleted(found, wasAccepted);
  }
  throw unlisted(id);
}

interface DeletionRequest {
  id: string;
  context: RolloutContext;
}

/** `sent` names it in the request. `isNameFree`: no other endpoint has its name. */
type DeletionTarget = { endpoint: Endpoint; sent: string; isListed: boolean; isNameFree: boolean };

/** Undefined where it is gone. Rejects with `name-ambiguous` where the ID or name means another endpoint as well. */
async function findEndpoint(by: 'id' | 'name', request: DeletionRequest): Promise<DeletionTarget | undefined> {
  const { id, context } = request;
  const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
  if (!list) throw unlisted(id);
  const listed = list.find((each) => each.id === id);
  // An endpoint in a late list may be gone by now, and its name another endpoint's.
  const endpoint = (by === 'id' && listed) || (await readUnlisted(request));
  if (!endpoint) return undefined;
  const { name } = endpoint.config;
  const sent = by === 'id' ? id : name;
  const others = list.filter((each) => each.id !== id);
  const other = others.find((each) => (by === 'id' ? each.config.name : each.id) === sent);
  if (other) throw ambiguousTarget(id, { sent, by, other });
  const isNameFree = name !== '' && !others.some(({ config }) => config.name === name);
  return { endpoint, sent, isListed: listed !== undefined, isNameFree };
}

/** An error: the deletion may have been carried out, or is under way. */
type DeletionAnswer = 'accepted' | 'refused' | ServiceError;

/** A refusal as not found leaves the question open. A deletion is idempotent while it means this endpoint alone. */
async function sendDeletion(
  by: 'id' | 'name',
  { sent, wasAccepted, isLast, ...request }: DeletionRequest & { sent: string; wasAccepted: boolean; isLast: boolean },
): Promise<DeletionAnswer> {
  const { id, context } = request;
  const { client, clock, onEvent, signal } = context;
  const endMs = clock.monotonicMs() + outageMs;
  const send = async (): Promise<DeletionAnswer> => {
    await client.delete(sent, { signal });
    return 'accepted';
  };
  const afterFailure = async ({ error, leftMs, pause }: FailedAttempt): Promise<DeletionAnswer | undefined> => {
    if (!isLast && (error.code === 'not-found' || error.status === 404)) return 'refused';
    if (Math.min(leftMs, endMs - clock.monotonicMs()) > 0) {
      await pause(outageMs);
      if (by === 'id') return undefined;
      // Another endpoint may have got the name meanwhile.
      const found = await findEndpoint(by, request);
      return found?.isNameFree && found.sent === sent ? undefined : 'refused';
    }
    if (isUnexplained(error) && error.code !== 'unauthorized') return 'refused';
    // Refused perhaps because the accepted deletion is under way.
    if (error.mayHaveHappened || wasAccepted) return error;
    onEvent({ kind: 'not-deleted', endpointId: id });
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

function ambiguousTarget(id: string, { sent, by, other }: { sent: string; by: string; other: Endpoint }): RolloutError {
  const message =
    `endpoint ${id} is not deleted: "${sent}" is its ${by}, ` +
    `but also means endpoint ${other.id} (${other.config.name}), ` +
    'and the service does not document which one a deletion matches';
  const hint = 'Rename the other endpoint, or delete this one in the console of the service.';
  return new RolloutError({ code: 'name-ambiguous', message, hint, endpointId: id });
}

function notDeleted({ endpoint: { id, config }, isNameFree }: DeletionTarget, wasAccepted: boolean): RolloutError {
  const { name } = config;
  const shared = `another endpoint has the same name "${name}", so a deletion by name could hit that one`;
  const byId = `deleting by ID had no effect, and ${name === '' ? 'it has no name to delete it by' : shared}`;
  const why = isNameFree ? 'deleting by ID and by name had no effect' : byId;
  const accepted = wasAccepted ? 'its deletion was accepted, but ' : '';
  const message = `endpoint ${name} (${id}) was not deleted: ${accepted}${why}`;
  const hint = `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`;
  return new RolloutError({ code: 'not-applied', message, hint, endpointId: id });
}

function unlisted(id: string): RolloutError {
  const message = `the endpoints could not be listed within ${deletionMs / 1000} s, so the state of ${id} is unknown`;
  return new RolloutError({ code: 'unavailable', message });
}
