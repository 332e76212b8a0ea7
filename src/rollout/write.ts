/** The calls of a plan, each followed by its verification. */

import type { EndpointConfig } from '../model/config.ts';
import { neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { canClearPendingMarker, withPendingMarker } from '../model/pending-marker.ts';
import { v2Shortfall } from '../model/v2-range.ts';
import type { Call, UpdateApi } from '../plan/route.ts';
import type { RolloutContext } from './context.ts';
import { assertNoRivals, createOnce } from './create.ts';
import { isCertainlyNotDone, RolloutError } from './errors.ts';
import { verify } from './verify.ts';

/** The size that v1 create insists on, in GB; v2 update brings the desired one afterwards (service-api.md, v1 Create endpoint). */
const rootDiskGbOnCreate = 100;

export interface Writes {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  updateApi: UpdateApi;
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/**
 * Makes the calls in order and reads the endpoint back after each. What the last one leaves behind is tried once by the other family, where that carries
 * it and `updateApi` leaves the choice: services differ in what a v1 update does to members that only v2 knows, and the other way round.
 */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Endpoint> {
  const { reader, onEvent } = context;
  const pending = [...writes.calls];
  const made: Call[] = [];
  let endpoint = writes.live;
  for (let call = pending.shift(); call; call = pending.shift()) {
    onEvent({ kind: 'phase', phase: 'write' });
    const desired = isFinishedLater(writes, pending) ? withPendingMarker(writes.desired) : writes.desired;
    const step: Step = { call, desired, live: endpoint, expectedIds: writes.expectedIds, context };
    const { id, isFound } = await send(step);
    made.push(call);
    onEvent({ kind: 'phase', phase: 'verify' });
    try {
      endpoint = await verifyWrite({ ...step, id, isLast: pending.length === 0 });
    } catch (error) {
      // An endpoint that was found and is not what was asked for is not ours to change.
      const other = isFound ? undefined : otherFamily(error, { ...writes, made, next: pending[0] });
      if (!(error instanceof RolloutError) || !other) throw error;
      onEvent({ kind: 'other-family', call: other, members: error.unapplied.map(({ member }) => member) });
      endpoint = await reader.get(id);
      if (pending.length === 0) pending.push(other);
    }
  }
  if (!endpoint) throw new Error('a plan that writes names at least one call');
  const sentByV2 = made.includes('update-v2') ? neverReturnedMembers(writes.desired) : [];
  onEvent({ kind: 'verified', unverifiable: sentByV2 });
  return endpoint;
}

/** A run that dies before the call to come leaves members unsent that no reading could show to be missing. */
function isFinishedLater({ desired }: Writes, pending: readonly Call[]): boolean {
  return pending.includes('update-v2') && neverReturnedMembers(desired).length > 0 && canClearPendingMarker(desired);
}

interface Step {
  call: Call;
  desired: EndpointConfig;
  live: Endpoint | undefined;
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

/** The endpoint that was written to; for create, see {@link createOnce}. */
async function send(step: Step): Promise<{ id: string; isFound: boolean }> {
  const { call, context } = step;
  context.onEvent({ kind: 'write-sent', call });
  try {
    const sent = await (call === 'create-v1' ? createOnce(creationOf(step)) : update(step));
    context.onEvent({ kind: 'write-accepted', call, endpointId: sent.id });
    return sent;
  } catch (error) {
    if (isCertainlyNotDone(error)) context.onEvent({ kind: 'write-refused', call });
    throw error;
  }
}

async function update({ call, desired, live, context }: Step): Promise<{ id: string; isFound: boolean }> {
  const { writer, signal } = context;
  if (!live || call === 'delete-v1') throw new Error(`${call} is no update of a live endpoint`);
  const request = { id: live.id, config: desired };
  await (call === 'update-v1' ? writer.updateV1(request, { signal }) : writer.updateV2(request, { signal }));
  return { id: live.id, isFound: false };
}

function creationOf({ desired, expectedIds, context }: Step) {
  return { config: { ...desired, rootfsSize: rootDiskGbOnCreate }, expectedIds, context };
}

async function verifyWrite({ id, isLast, ...step }: Step & { id: string; isLast: boolean }): Promise<Endpoint> {
  const { call, desired, context } = step;
  const [verified, rivals] = await Promise.allSettled([
    verify({ id, desired, context, ...(!isLast && { family: 'v1' }) }),
    call === 'create-v1' && assertNoRivals({ ...creationOf(step), id }),
  ]);
  // Both are over before either is reported: nothing goes on behind the back of a run that has failed.
  if (rivals.status === 'rejected') throw rivals.reason;
  if (verified.status === 'rejected') throw verified.reason;
  return verified.value;
}

/** The update that carries everything that was not applied: the next of the plan, or else one that has not been made yet. */
function otherFamily(
  error: unknown,
  { desired, updateApi, made, next }: Writes & { made: readonly Call[]; next: Call | undefined },
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
