/** The deletion of exactly one endpoint, whatever the service takes the request's `name` for, and the proof that it is gone. */

import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import { createContext, type RolloutContext, type RolloutPorts } from './context.ts';
import { isCertainlyNotDone, RolloutError } from './errors.ts';
import { assertComplete, endpointsNamed, findById } from './lookup.ts';
import { listPauses } from './read.ts';
import { isTerminating } from './state-words.ts';

interface DeleteTarget {
  id: string;
  /** The endpoint's own name, for a service that deletes by name. */
  name: string;
}

/**
 * Deletes the endpoint and lists until it is gone. service-api.md, v1 Delete endpoint, does not say whether `name` is the name or the id: the id is sent
 * first; when that is refused as not found, or the endpoint is still there, the name, but only while exactly one endpoint has it. Neither is sent
 * while it is the other thing for another endpoint. Resolves with whether it is gone or still listed as terminating; rejects with `not-applied` when it
 * is still there in the end.
 */
export async function deleteEndpoint({
  id,
  name,
  ...ports
}: DeleteTarget & RolloutPorts): Promise<'gone' | 'terminating'> {
  return deleteWith(createContext(ports), { id, name });
}

/** {@link deleteEndpoint} as a step of a rollout. */
export async function deleteWith(context: RolloutContext, target: DeleteTarget): Promise<'gone' | 'terminating'> {
  const { id, name } = target;
  const { reader } = context;
  const before = await reader.list();
  assertComplete(before, id);
  if (!findById(before, id)) return 'gone';
  assertUnambiguous(before, { id, sent: id, as: 'id' });
  const byId = await sendAndAwait(context, { id, sent: id, by: 'id' });
  if (byId !== 'present') return byId;
  const after = await reader.list();
  assertComplete(after, `"${name}"`);
  if (name === '') throw stillThere(target, 'its id did not make it go, and it has no name that could be sent');
  const sharing = endpointsNamed(after, name);
  if (sharing.length > 1) {
    throw stillThere(
      target,
      `its id did not make it go, so the service may want the name, but ${sharing.length} endpoints are named "${name}" (${sharing.map((each) => each.id).join(', ')})`,
    );
  }
  assertUnambiguous(after, { id, sent: name, as: 'name' });
  const byName = await sendAndAwait(context, { id, sent: name, by: 'name' });
  if (byName === 'present') throw stillThere(target, 'neither its id nor its name made it go');
  return byName;
}

type DeletionResult = 'gone' | 'terminating' | 'present';

interface Deletion {
  id: string;
  sent: string;
  by: 'id' | 'name';
}

/** What a deletion of `sent` has brought about. */
async function sendAndAwait(context: RolloutContext, deletion: Deletion): Promise<DeletionResult> {
  const { id, by } = deletion;
  const { onEvent } = context;
  onEvent({ kind: 'deleting', endpointId: id, by });
  const answer = await send(context, deletion);
  const pausesMs = answer === 'refused' ? listPauses.refusedDeletion : listPauses.deletion;
  const result = await awaitGone(context, { id, pausesMs });
  if (result === 'present') onEvent({ kind: 'not-deleted', endpointId: id });
  else onEvent({ kind: 'deleted', endpointId: id, isListed: result === 'terminating' });
  return result;
}

/** A refusal as not found leaves the question open: the list that follows answers it. */
async function send(
  { writer, onEvent, signal }: RolloutContext,
  { id, sent }: Deletion,
): Promise<'accepted' | 'refused'> {
  try {
    await writer.delete(sent, { signal });
    return 'accepted';
  } catch (error) {
    if (error instanceof ServiceError && isRefusalOfName(error)) return 'refused';
    if (isCertainlyNotDone(error)) onEvent({ kind: 'not-deleted', endpointId: id });
    throw error;
  }
}

/** Where the service's reason is lost (HTML, empty body), a refusal of a delete can mean nothing else than an unknown name. */
function isRefusalOfName({ code, status, reason }: ServiceError): boolean {
  return (
    code === 'not-found' ||
    (code === 'rejected' && reason === undefined && status !== undefined && status < 500 && status !== 409)
  );
}

/** Only a complete list without the endpoint proves it gone; one that terminates is given more time, and then believed. */
async function awaitGone(
  { reader }: RolloutContext,
  { id, pausesMs }: { id: string; pausesMs: readonly number[] },
): Promise<DeletionResult> {
  let last: EndpointList | undefined;
  let terminates = false;
  let readings = 0;
  for await (const list of reader.lists(listPauses.slowDeletion)) {
    last = list;
    readings += 1;
    const endpoint = list.endpoints.find((each) => each.id === id);
    if (!endpoint && list.complete) return 'gone';
    terminates = endpoint !== undefined && isTerminating(endpoint);
    if (!terminates && readings >= pausesMs.length) break;
  }
  // Throws when it was missing from a list that was not complete: then nothing is proved.
  if (last) findById(last, id);
  return terminates ? 'terminating' : 'present';
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
    message: `endpoint ${id} is not deleted: "${sent}" is its ${as}, but also the ${as === 'id' ? 'name' : 'id'} of endpoint ${other.id}, and the service does not say which it would take`,
    hint: 'Rename the other endpoint, or delete this one in the console.',
    endpointId: id,
  });
}

function stillThere({ id, name }: DeleteTarget, why: string): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${name} (${id}) was to be deleted and is still there: ${why}`,
    hint: `Delete ${id} in the console, or rename it so that its name is its own and run the step again: it goes on to be billed.`,
    endpointId: id,
  });
}
