/** Owns the making of a plan's calls, each followed by its proof. Decides nothing about which calls those are, but for a second try by the other family. */

import type { Clock } from '../clock.ts';
import type { EndpointConfig } from '../model/config.ts';
import { neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { withPendingMarker } from '../model/pending-marker.ts';
import { v2Shortfall } from '../model/v2-range.ts';
import type { Call, UpdateApi } from '../plan/route.ts';
import type { ServiceClient } from '../service/client.ts';
import { createOnce, refuseRivals } from './create.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent } from './events.ts';
import { verify } from './verify.ts';

/** What every step of a rollout works with. */
export interface RolloutPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** The size that v1 create insists on, in GB; v2 update brings the asked one afterwards (service-api.md, v1 Create endpoint). */
const rootDiskGbOnCreate = 100;

export interface Calls {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  updateApi: UpdateApi;
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/** Who learns of what was reached, so that a later failure can still say it. */
export interface Witness {
  /** A write is about to be sent. */
  onSend?: (call: Call) => void;
  /** The service has accepted a write to this endpoint. */
  onWritten: (endpointId: string) => void;
  onReading?: (endpoint: Endpoint) => void;
}

/**
 * Makes the calls in order and reads the endpoint back after each. What the last one leaves behind is tried once by the other family, where that carries
 * it and `updateApi` leaves the choice: services differ in what a v1 update does to members that only v2 knows, and the other way round.
 */
export async function writeCalls(request: Calls, ports: RolloutPorts, witness: Witness): Promise<Endpoint> {
  const { onEvent } = ports;
  const pending = [...request.calls];
  const made: Call[] = [];
  let endpoint = request.live;
  for (let call = pending.shift(); call; call = pending.shift()) {
    onEvent({ kind: 'phase', phase: 'write' });
    witness.onSend?.(call);
    const step = {
      request: isFinishedLater(request, pending)
        ? { ...request, desired: withPendingMarker(request.desired) }
        : request,
      ports,
    };
    const { id, isFound } = await send(call, { ...step, endpoint });
    made.push(call);
    witness.onWritten(id);
    onEvent({ kind: 'written', call, endpointId: id });
    onEvent({ kind: 'phase', phase: 'verify' });
    try {
      endpoint = await prove(call, { id, ...step, witness, isLast: pending.length === 0 });
    } catch (error) {
      // An endpoint that was found and is not what was asked for is not ours to change.
      const other = isFound ? undefined : otherFamily(error, { ...request, made, next: pending[0] });
      if (!(error instanceof RolloutError) || !other) throw error;
      onEvent({ kind: 'other-family', call: other, members: error.unapplied.map(({ member }) => member) });
      endpoint = await ports.client.get(id, { signal: ports.signal });
      if (pending.length === 0) pending.push(other);
    }
  }
  if (!endpoint) throw new Error('a plan that writes names at least one call');
  const sentByV2 = made.includes('update-v2') ? neverReturnedMembers(request.desired) : [];
  onEvent({ kind: 'verified', unverifiable: sentByV2 });
  return endpoint;
}

/** A run that dies before the call to come leaves members unsent that no reading could show to be missing. */
function isFinishedLater({ desired }: Calls, pending: readonly Call[]): boolean {
  return pending.includes('update-v2') && neverReturnedMembers(desired).length > 0;
}

interface Step {
  request: Calls;
  ports: RolloutPorts;
}

/** The endpoint that was written to; for create, see {@link createOnce}. */
async function send(
  call: Call,
  { request, ports, endpoint }: Step & { endpoint: Endpoint | undefined },
): Promise<{ id: string; isFound: boolean }> {
  const { client, signal } = ports;
  if (call === 'create-v1') return createOnce(creationOf(request, ports));
  if (!endpoint || call === 'delete-v1') throw new Error(`${call} is no update of a live endpoint`);
  const update = { id: endpoint.id, config: request.desired };
  await (call === 'update-v1' ? client.updateV1(update, { signal }) : client.updateV2(update, { signal }));
  return { id: endpoint.id, isFound: false };
}

function creationOf({ desired, expectedIds }: Calls, ports: RolloutPorts) {
  return { ...ports, config: { ...desired, rootfsSize: rootDiskGbOnCreate }, ...(expectedIds && { expectedIds }) };
}

async function prove(
  call: Call,
  { id, request, ports, witness, isLast }: Step & { id: string; witness: Witness; isLast: boolean },
): Promise<Endpoint> {
  const { onReading } = witness;
  const [proof, rivals] = await Promise.allSettled([
    verify({ ...ports, id, asked: request.desired, onReading, ...(!isLast && { family: 'v1' }) }),
    call === 'create-v1' && refuseRivals(id, creationOf(request, ports)),
  ]);
  // Both are over before either is told: nothing goes on behind the back of a run that has failed.
  if (rivals.status === 'rejected') throw rivals.reason;
  if (proof.status === 'rejected') throw proof.reason;
  return proof.value;
}

/** The update that carries everything that was not applied: the next of the plan, or else one that has not been made yet. */
function otherFamily(
  error: unknown,
  { desired, updateApi, made, next }: Calls & { made: readonly Call[]; next: Call | undefined },
): Call | undefined {
  if (!(error instanceof RolloutError) || error.unapplied.length === 0) return undefined;
  const { unapplied } = error;
  const lacks = v2Shortfall(desired);
  const carries = {
    'update-v1': unapplied.every(({ families }) => families.includes('v1')),
    'update-v2': unapplied.every(({ member, families }) => families.includes('v2') && !lacks(member)),
  };
  const free = updateApi === 'auto' ? (['update-v1', 'update-v2'] as const).filter((call) => !made.includes(call)) : [];
  const candidates = next === undefined ? free : [next];
  return candidates.find((call) => (call === 'update-v1' || call === 'update-v2') && carries[call]);
}
