/** The calls of a plan in order: each is noted, sent, and read back. */

import type { EndpointConfig } from '../../model/config.ts';
import { diffConfigs, incomparableMembers, neverReturnedMembers } from '../../model/diff.ts';
import type { Endpoint, Worker } from '../../model/endpoint.ts';
import { recordEnvOf } from '../../model/record.ts';
import type { Call } from '../../plan/route.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { RolloutContext } from '../context.ts';
import { type Write, writeByRecord, writeOf } from '../evidence/effect.ts';
import type { Requested } from '../read/match.ts';
import type { Target } from '../read/observe.ts';
import { refresh, settle } from '../read/settle.ts';
import { assertSingle, createOnce } from './create.ts';
import { type Noting, noteOf, type Part, withRecordKept } from './note.ts';
import { readBack, type Sending, sendUpdate } from './update.ts';

interface Writes extends Noting {
  calls: readonly Call[];
  /** The endpoint that the calls update; undefined when the first of them creates it. */
  live: Endpoint | undefined;
}

export interface Written {
  /** The reading that shows the desired configuration. */
  endpoint: Endpoint;
  target: Target;
  write: Write;
}

/** One of the calls, and what it needs. */
interface Step extends Writes {
  call: Call;
  part: Part;
  /** What later readings are compared with, beside the configuration that the call sends. */
  requested: Omit<Requested, 'desired'>;
  context: RolloutContext;
}

/** Makes the calls, and reads the endpoint back after each. Rejects as `createOnce`, `sendUpdate`, `readBack`. */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { calls, live, restoring } = writes;
  let earlier = [restoring?.failed ?? [], live?.config ?? []].flat();
  let written: Written | undefined;
  for (const [index, call] of calls.entries()) {
    const part = calls.length === 1 ? 'whole' : index === 0 ? 'first' : 'second';
    const before = written ? await settle(written, context) : live;
    if (written) earlier = [...earlier, written.target.desired, written.endpoint.config];
    const requested = { earlier, family: part === 'first' ? ('v1' as const) : undefined };
    const step: Step = { ...writes, call, part, requested, context };
    written = before ? await makeUpdate(step, before) : await makeEndpoint(step);
  }
  if (!written) throw new Error('a plan that writes names at least one call');
  return written;
}

/** The created endpoint once a reading shows its configuration, and the list shows no other one of its name. */
async function makeEndpoint(step: Step): Promise<Written> {
  const { requested, context } = step;
  const note = noteOf({ ...step, before: undefined });
  const config = note.configWith([], context.clock.date());
  const id = await createOnce({ config, context });
  const sentAt = nowOf(context);
  const write = writeOf({ ...note, before: undefined, sentAt });
  const [single, proved] = await Promise.allSettled([
    assertSingle({ id, config, context }),
    prove(step, { ...requested, desired: config, id }),
  ]);
  if (single.status === 'rejected') throw single.reason;
  if (proved.status === 'rejected') throw proved.reason;
  // Who lists sooner may have found and changed the endpoint meanwhile.
  const endpoint = await refresh({ ...proved.value, readMs: sentAt.monotonicMs }, context);
  return { ...proved.value, endpoint, write };
}

async function makeUpdate(step: Step, before: Endpoint): Promise<Written> {
  const { call, requested, restoring, context } = step;
  if (call === 'create-v1') throw new Error('a plan creates with its first call');
  const note = noteOf({ ...step, before });
  // A worker that is listed before the update is accepted is certainly not of the new version.
  const named = new Map<string, Worker>();
  const workersBefore = () => [...before.workers.filter(({ id }) => id === ''), ...named.values()];
  const sendingAfter = (seen: Endpoint): Sending => {
    for (const worker of seen.workers) if (worker.id !== '') named.set(worker.id, worker);
    const sent = note.configWith(workersBefore(), context.clock.date());
    return { target: { ...requested, desired: sent, id: before.id }, fields: changedFields({ sent, live: before }) };
  };
  const sent = await sendUpdate({ call, before, sendingAfter, context });
  const sentAt = nowOf(context);
  const proved = await prove(step, sent.target, sent.lost);
  const write = writeOf({ ...note, before: { ...before, workers: workersBefore() }, runs: restoring?.runs, sentAt });
  return { ...proved, write };
}

/** Reads the endpoint until it shows the configuration. */
async function prove({ calls, call, desired, part, context }: Step, sent: Target, lost?: ServiceError) {
  const { endpoint, target } = await readBack(sent, { call, lost, context });
  const unverifiable = calls.includes('update-v2') ? neverReturnedMembers(desired) : [];
  if (part !== 'first') context.onEvent({ kind: 'verified', unverifiable });
  return { endpoint, target: { ...target, isShown: true } };
}

/** Nothing is written: the endpoint as it was found. */
export function asFound(
  live: Endpoint,
  { desired, context }: { desired: EndpointConfig; context: RolloutContext },
): Written {
  const found = { earlier: undefined, found: live.config };
  const target = { id: live.id, desired: withRecordKept(desired, live), ...found };
  return { endpoint: live, target, write: writeByRecord(live, nowOf(context)) };
}

function nowOf({ clock }: RolloutContext) {
  return { date: clock.date(), monotonicMs: clock.monotonicMs() };
}

/** The fields that differ, and those that no reading shows: all that a partial update has to carry. */
function changedFields({ sent, live }: { sent: EndpointConfig; live: Endpoint }): ReadonlySet<string> {
  const compared = { asked: sent, found: live.config };
  const isSameRecord = recordEnvOf(sent)?.value === recordEnvOf(live.config)?.value;
  const changes = diffConfigs(compared).map(({ member }) => member);
  return new Set([...changes, ...incomparableMembers(compared), ...(isSameRecord ? [] : ['envs'])]);
}
