/** Owns the deletion of exactly one endpoint, whatever the service takes the request's `name` for, and the proof that it is gone. */

import type { ServiceClient } from '../service/client.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import { RolloutError } from './errors.ts';
import type { RolloutPorts } from './write.ts';

/** Pauses between looks; a service that shows a deletion late gets half a minute, one that takes its time (`terminating`) longer. */
const looksMs = [0, 500, 1000, 2000, 4000, 8000, 15_000];
const terminatingLooksMs = [...looksMs, 30_000, 30_000, 30_000];
const goingWords: ReadonlySet<string> = new Set(['terminating', 'terminated', 'deleting', 'deleted', 'removed']);

export interface DeleteRequest extends RolloutPorts {
  id: string;
  /** The endpoint's own name, for a service that deletes by name. */
  name: string;
}

/**
 * Deletes the endpoint and looks until it is gone. service-api.md, v1 Delete endpoint, does not say whether `name` is the name or the id: the id is sent
 * first; when that is refused as not found, or the endpoint is still there, the name, but only while exactly one endpoint has it. Neither is sent
 * while it is the other thing for another endpoint. Rejects with `not-applied` when the endpoint is still there in the end.
 */
export async function deleteEndpoint(request: DeleteRequest): Promise<void> {
  const { id, name, client, onEvent } = request;
  const before = await look(request);
  if (!find(before, id)) return;
  refuseMixUp(before, id, { sent: id, as: 'id' });
  await sendDelete(client, id, request.signal);
  if (await isGone(request)) {
    onEvent({ kind: 'deleted', endpointId: id });
    return;
  }
  const after = await look(request);
  const sharing = after.endpoints.filter(({ config }) => config.name === name);
  if (sharing.length > 1 || !after.complete) {
    throw stillThere(
      request,
      `it may be deleted by name only, and ${sharing.length} endpoints are named "${name}": ${sharing.map((each) => each.id).join(', ')}`,
    );
  }
  refuseMixUp(after, id, { sent: name, as: 'name' });
  onEvent({ kind: 'deleting-by-name', endpointId: id });
  await sendDelete(client, name, request.signal);
  if (!(await isGone(request))) throw stillThere(request, 'neither its id nor its name made it go');
  onEvent({ kind: 'deleted', endpointId: id });
}

/** A refusal as not found leaves the question open: the look that follows answers it. */
async function sendDelete(client: ServiceClient, sent: string, signal: AbortSignal): Promise<void> {
  try {
    await client.delete(sent, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError) || !isRefusalOfName(error)) throw error;
  }
}

/** Where the service's reason is lost (HTML, empty body), a refusal of a delete can mean nothing else than an unknown name. */
function isRefusalOfName({ code, status }: ServiceError): boolean {
  return code === 'not-found' || (code === 'rejected' && status !== undefined && status < 500 && status !== 409);
}

async function look({ client, signal }: DeleteRequest): Promise<EndpointList> {
  return client.list({ signal });
}

function find({ endpoints }: EndpointList, id: string): Endpoint | undefined {
  return endpoints.find((endpoint) => endpoint.id === id);
}

/** Only a complete list without the endpoint proves it gone; on its way out it is given more time, and then believed. */
async function isGone(request: DeleteRequest): Promise<boolean> {
  const { clock, signal, id } = request;
  let isGoing = false;
  for (let looks = 0; looks < (isGoing ? terminatingLooksMs : looksMs).length; looks += 1) {
    await clock.sleep(terminatingLooksMs[looks] ?? 0, signal);
    const list = await look(request);
    const endpoint = find(list, id);
    if (!endpoint && list.complete) return true;
    isGoing = endpoint !== undefined && goingWords.has(endpoint.state.state.toLowerCase());
  }
  return isGoing;
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
    hint: `Delete ${id} in the console: it goes on to be billed.`,
    endpointId: id,
  });
}
