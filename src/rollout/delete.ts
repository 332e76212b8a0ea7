/** Owns the deletion of exactly one endpoint, whatever the service takes the request's `name` for, and the proof that it is gone. */

import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import { RolloutError } from './errors.ts';
import { findById, isGoing, refuseIncomplete } from './lookup.ts';
import type { RolloutPorts } from './write.ts';

/** Pauses between looks, in milliseconds; a service that shows a deletion late gets half a minute, one that takes its time (`terminating`) longer. */
const looksMs = [0, 500, 1000, 2000, 4000, 8000, 15_000];
const goingLooksMs = [...looksMs, 30_000, 30_000, 30_000];
/** After a refusal nothing is under way; only the echo of an earlier deletion may still be settling. */
const refusedLooksMs = [0, 500, 1000, 2000];

export interface DeleteRequest extends RolloutPorts {
  id: string;
  /** The endpoint's own name, for a service that deletes by name. */
  name: string;
  /** A deletion is about to be sent. */
  onSend?: () => void;
}

/**
 * Deletes the endpoint and looks until it is gone. service-api.md, v1 Delete endpoint, does not say whether `name` is the name or the id: the id is sent
 * first; when that is refused as not found, or the endpoint is still there, the name, but only while exactly one endpoint has it. Neither is sent
 * while it is the other thing for another endpoint. Resolves with whether it is gone or still listed on its way out; rejects with `not-applied` when it
 * is still there in the end.
 */
export async function deleteEndpoint(request: DeleteRequest): Promise<'gone' | 'going'> {
  const { id, name, onEvent } = request;
  const before = await look(request);
  refuseIncomplete(before, id);
  if (!findById(before, id)) return 'gone';
  refuseMixUp(before, id, { sent: id, as: 'id' });
  onEvent({ kind: 'deleting', endpointId: id });
  const byId = await sendAndLook(request, id);
  if (byId !== 'there') return byId;
  const after = await look(request);
  refuseIncomplete(after, `"${name}"`);
  const sharing = after.endpoints.filter(({ config }) => config.name === name);
  if (name === '') throw stillThere(request, 'its id did not make it go, and it has no name that could be sent');
  if (sharing.length > 1) {
    throw stillThere(
      request,
      `its id did not make it go, so the service may want the name, but ${sharing.length} endpoints are named "${name}" (${sharing.map((each) => each.id).join(', ')})`,
    );
  }
  refuseMixUp(after, id, { sent: name, as: 'name' });
  onEvent({ kind: 'deleting-by-name', endpointId: id });
  const byName = await sendAndLook(request, name);
  if (byName === 'there') throw stillThere(request, 'neither its id nor its name made it go');
  return byName;
}

/** What a deletion of `sent` has brought about. */
async function sendAndLook(request: DeleteRequest, sent: string): Promise<'gone' | 'going' | 'there'> {
  request.onSend?.();
  const isRefused = await sendDelete(request, sent);
  const result = await lookUntilGone(request, isRefused ? refusedLooksMs : looksMs);
  if (result !== 'there') request.onEvent({ kind: 'deleted', endpointId: request.id, isListed: result === 'going' });
  return result;
}

/** A refusal as not found leaves the question open: the look that follows answers it. */
async function sendDelete({ client, signal }: DeleteRequest, sent: string): Promise<boolean> {
  try {
    await client.delete(sent, { signal });
    return false;
  } catch (error) {
    if (!(error instanceof ServiceError) || !isRefusalOfName(error)) throw error;
    return true;
  }
}

/** Where the service's reason is lost (HTML, empty body), a refusal of a delete can mean nothing else than an unknown name. */
function isRefusalOfName({ code, status, reason }: ServiceError): boolean {
  return (
    code === 'not-found' ||
    (code === 'rejected' && reason === undefined && status !== undefined && status < 500 && status !== 409)
  );
}

async function look({ client, signal }: { client: ServiceClient; signal: AbortSignal }): Promise<EndpointList> {
  return client.list({ signal });
}

/** Only a complete list without the endpoint proves it gone; on its way out it is given more time, and then believed. */
async function lookUntilGone(request: DeleteRequest, pausesMs: readonly number[]): Promise<'gone' | 'going' | 'there'> {
  const { clock, signal, id } = request;
  let last: { endpoint: Endpoint | undefined; list: EndpointList } | undefined;
  const isGoingNow = () => last?.endpoint !== undefined && isGoing(last.endpoint);
  for (let looks = 0; looks < (isGoingNow() ? goingLooksMs : pausesMs).length; looks += 1) {
    await clock.sleep(goingLooksMs[looks] ?? 0, signal);
    const list = await look(request);
    last = { list, endpoint: list.endpoints.find((endpoint) => endpoint.id === id) };
    if (!last.endpoint && list.complete) return 'gone';
  }
  // Throws when it was missing from a list that was not complete: then nothing is proved.
  if (last) findById(last.list, id);
  return isGoingNow() ? 'going' : 'there';
}

/** Proves that what is sent cannot mean another endpoint: one whose name is this id, or whose id is this name. */
function refuseMixUp({ endpoints }: EndpointList, id: string, { sent, as }: { sent: string; as: 'id' | 'name' }): void {
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

function stillThere({ id, name }: DeleteRequest, why: string): RolloutError {
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${name} (${id}) was to be deleted and is still there: ${why}`,
    hint: `Delete ${id} in the console, or rename it so that its name is its own and run the step again: it goes on to be billed.`,
    endpointId: id,
  });
}
