/** The deletion of exactly one endpoint, whether the service takes the request's `name` for its id or its name, and the proof that it is gone. */

import type { Endpoint, ListedName } from '../model/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import { createContext, type RolloutContext, type RolloutPorts, withTime } from './context.ts';
import { isCertainlyNotDone, isUnexplained, RolloutError } from './errors.ts';
import { findById } from './lookup.ts';
import { pausesOf, poll } from './observe.ts';
import { isTerminating } from './state-words.ts';
import { deletionDoubtMs, deletionMs, freshMs, goneMs, listPausesMs, resendPauses, settlingMs } from './times.ts';

type End = 'gone' | 'terminating' | 'present';

/**
 * Deletes the endpoint and lists until it is gone. service-api.md, v1 Delete endpoint, does not say whether `name` is the name or the id: the id is sent
 * first; when that is refused as not found, or the endpoint is still there, the name, where no other endpoint has it. Resolves with whether it is gone or
 * still listed as terminating; rejects with `not-applied` when it is still there after two minutes, with `name-ambiguous` when what would be sent means
 * another endpoint too. Takes ten minutes at most.
 */
export async function deleteEndpoint(id: string, ports: RolloutPorts): Promise<'gone' | 'terminating'> {
  return deleteWith(createContext(ports, deletionMs), id);
}

/** {@link deleteEndpoint} as a step of a rollout, with a time of its own. */
export async function deleteWith(outer: RolloutContext, id: string): Promise<'gone' | 'terminating'> {
  const context = withTime(outer, deletionMs);
  const before = await listAll(context, id);
  const doomed = findById(before, id) ?? (await readUnlisted(context, id));
  if (!doomed) return 'gone';
  const isListed = before.some((endpoint) => endpoint.id === id);
  assertUnambiguous(before, { id, sent: id, as: 'id' });
  const isNameFree = isOnlyOne(before, doomed);
  const asked = { id, isListed, wasAccepted: false };
  const byId = await sendAndAwait(context, { ...asked, sent: id, by: 'id', hasOtherForm: isNameFree });
  if (byId.end !== 'present') return byId.end;
  const after = await listAll(context, id);
  const still = findById(after, id) ?? (await readUnlisted(context, id));
  if (!still) return 'gone';
  if (!isOnlyOne(after, still)) throw stillThere(still, { ...byId, why: sharedNameWhy(still) });
  assertUnambiguous(after, { id, sent: still.config.name, as: 'name' });
  const again = { ...asked, wasAccepted: byId.isAccepted, sent: still.config.name } as const;
  const byName = await sendAndAwait(context, { ...again, by: 'name', hasOtherForm: false });
  if (byName.end !== 'present') return byName.end;
  throw stillThere(still, { ...byName, why: 'deleting by ID and by name had no effect' });
}

interface Sending {
  id: string;
  sent: string;
  by: 'id' | 'name';
  /** The list shows the endpoint: then it is gone when the list shows it no longer. */
  isListed: boolean;
  /** The other form of the request can be tried soon. */
  hasOtherForm: boolean;
  /** The service has accepted one before, which may still take effect. */
  wasAccepted: boolean;
}

async function sendAndAwait(context: RolloutContext, sending: Sending): Promise<{ end: End; isAccepted: boolean }> {
  const { id, by, hasOtherForm, wasAccepted } = sending;
  const { onEvent } = context;
  onEvent({ kind: 'deleting', endpointId: id, by });
  const sent = await send(context, sending);
  const { lost } = sent;
  const isAccepted = sent.isAccepted || wasAccepted;
  const forMs = isAccepted ? (hasOtherForm ? deletionDoubtMs : goneMs) : freshMs;
  const end = await awaitGone(context, { ...sending, forMs });
  // It may still be under way; nothing else is sent on top.
  if (end === 'present' && lost) throw lost;
  if (end !== 'present') onEvent({ kind: 'deleted', endpointId: id, isListed: end === 'terminating' });
  else if (!isAccepted) onEvent({ kind: 'not-deleted', endpointId: id });
  return { end, isAccepted };
}

/** A refusal as not found leaves the question open: the lists that follow answer it. A deletion is idempotent while it means this endpoint alone. */
async function send(
  context: RolloutContext,
  { id, sent, by, wasAccepted }: Sending,
): Promise<{ isAccepted: boolean; lost?: ServiceError }> {
  const { writer, clock, onEvent, signal } = context;
  const startedMs = clock.monotonicMs();
  for (let pauseMs: number = resendPauses.firstMs; ; ) {
    try {
      await writer.delete(sent, { signal });
      return { isAccepted: true };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
      const isBusy = error.code === 'busy' || (error.code === 'unavailable' && !error.mayHaveHappened);
      const patienceMs = isBusy ? goneMs : isUnexplained(error) ? settlingMs : 0;
      if (clock.monotonicMs() < startedMs + patienceMs) {
        await clock.sleep(pauseMs * (0.5 + clock.random()), signal);
        pauseMs = Math.min(resendPauses.slowestMs, pauseMs * resendPauses.growth);
        if (by === 'id' || (await isStillAlone(context, { id, name: sent }))) continue;
        return { isAccepted: false };
      }
      if (error.code === 'not-found' || error.status === 404 || isUnexplained(error)) return { isAccepted: false };
      // The one that was accepted may be what this one is refused for.
      if (wasAccepted && isCertainlyNotDone(error)) return { isAccepted: false, lost: error };
      if (error.mayHaveHappened) return { isAccepted: true, lost: error };
      if (isCertainlyNotDone(error)) onEvent({ kind: 'not-deleted', endpointId: id });
      throw error;
    }
  }
}

/** Only a list without the endpoint proves it gone; one that terminates is given more time, and then believed. */
async function awaitGone(context: RolloutContext, { id, isListed, forMs }: Sending & { forMs: number }): Promise<End> {
  const { reader, clock } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const only = (each: ListedName) => each.id === id;
  const end = await poll(() => reader.list({ deadlineMs, only }), {
    decide: async (list): Promise<End | undefined> => {
      const endpoint = list.find((each) => each.id === id) ?? (isListed ? undefined : await readUnlisted(context, id));
      if (!endpoint) return 'gone';
      const terminates = isTerminating(endpoint);
      const isOver = clock.monotonicMs() - startedMs >= (terminates ? goneMs : forMs);
      if (!isOver) return undefined;
      return terminates ? 'terminating' : 'present';
    },
    pauseMs: (reading) => Math.min(pausesOf(listPausesMs)(reading + 1), forMs),
    deadlineMs,
    context,
  });
  if (end === undefined) throw outOfTime(id);
  return end;
}

async function listAll(context: RolloutContext, what: string): Promise<readonly Endpoint[]> {
  const list = await context.reader.list({ deadlineMs: context.deadlineMs() });
  if (!list) throw outOfTime(what);
  return list;
}

/** The endpoint itself, where a service lists it late; undefined where it does not exist. */
async function readUnlisted(context: RolloutContext, id: string): Promise<Endpoint | undefined> {
  try {
    const endpoint = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
    if (!endpoint) throw outOfTime(id);
    return endpoint;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return undefined;
    throw error;
  }
}

function isOnlyOne(endpoints: readonly Endpoint[], { id, config: { name } }: Endpoint): boolean {
  return name !== '' && endpoints.every((each) => each.id === id || each.config.name !== name);
}

/** Whether the endpoint is still there, and the only one of its name; another may have got the name meanwhile. */
async function isStillAlone(context: RolloutContext, { id, name }: { id: string; name: string }): Promise<boolean> {
  const list = await listAll(context, `"${name}"`);
  if (findById(list, id)?.config.name !== name) return false;
  assertUnambiguous(list, { id, sent: name, as: 'name' });
  const holder = list.find((each) => each.config.name === name && each.id !== id);
  if (holder) throw ambiguous(id, { sent: name, as: 'name', other: holder });
  return true;
}

/** Proves that what is sent cannot mean another endpoint, one with this id as its name or this name as its id. */
function assertUnambiguous(
  endpoints: readonly Endpoint[],
  { id, sent, as }: { id: string; sent: string; as: 'id' | 'name' },
): void {
  const other = endpoints.find((each) => each.id !== id && (as === 'id' ? each.config.name : each.id) === sent);
  if (other) throw ambiguous(id, { sent, as, other });
}

function ambiguous(
  id: string,
  { sent, as, other }: { sent: string; as: 'id' | 'name'; other: Endpoint },
): RolloutError {
  return new RolloutError({
    code: 'name-ambiguous',
    message: `endpoint ${id} is not deleted: "${sent}" is its ${as}, but also means endpoint ${other.id} (${other.config.name}), and the service does not document which one a deletion matches`,
    hint: 'Rename the other endpoint, or delete this one in the console of the service.',
    endpointId: id,
  });
}

function sharedNameWhy({ config: { name } }: Endpoint): string {
  return name === ''
    ? 'deleting by ID had no effect, and it has no name to delete it by'
    : `deleting by ID had no effect, and another endpoint has the same name "${name}", so a deletion by name could hit that one`;
}

function stillThere({ id, config }: Endpoint, { isAccepted, why }: { isAccepted: boolean; why: string }): RolloutError {
  const what = isAccepted ? `its deletion was accepted, but ${why}` : why;
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${config.name} (${id}) was not deleted: ${what}`,
    hint: `Check whether ${id} still exists; if so, delete it in the console: it is still being billed.`,
    endpointId: id,
  });
}

function outOfTime(what: string): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `the endpoints could not be listed within ${deletionMs / 1000} s, so the state of ${what} is unknown`,
  });
}
