/** The calls of a plan in order: each is noted, sent, and read back. */

import type { EndpointConfig } from '../../model/config.ts';
import { diffConfigs, incomparableMembers, neverReturnedMembers } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { type DeploymentRecord, type ParkedWorkers, recordEnvOf } from '../../model/record.ts';
import type { Env } from '../../model/row.ts';
import { type Call, routeUpdate } from '../../plan/route.ts';
import type { RolloutContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { familyOf, type Write, writeByRecord, writeOf } from '../evidence/effect.ts';
import type { Wanted } from '../read/match.ts';
import type { Target } from '../read/observe.ts';
import { settle } from '../read/settle.ts';
import { type Created, createOnce, isListedAlone } from './create.ts';
import { noteOf, type Purpose, withRecordKept } from './note.ts';
import { type Proved, readBack, type Sending, sendUpdate } from './update.ts';

export interface Writes {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  record: Partial<DeploymentRecord> | undefined;
  purpose: Purpose;
  parked?: ParkedWorkers | undefined;
  /** Configurations that a late reading may show, beside that of `live`. */
  earlier?: readonly EndpointConfig[];
  /** Endpoints of the same name that are meant to be there: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

export interface Written {
  /** The reading that shows the desired configuration. */
  endpoint: Endpoint;
  target: Target;
  write: Write;
  /** How a new endpoint was made; undefined for an endpoint that was there before. */
  created: Created | undefined;
  extraEnvs: readonly Env[];
}

/** Makes the calls in order, and reads the endpoint back after each. Rejects as `createOnce`, `sendUpdate`, `readBack`. */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { calls, live } = writes;
  if (calls[0] !== 'create-v1') return update(writes, { live, context });
  const { effect, configWith } = noteOf({ ...writes, ...callAt(writes, 0), before: undefined });
  const config = configWith([], context.clock.date());
  const created = await createOnce({ config, expectedIds: writes.expectedIds, context });
  if (created.origin === 'resumed') return resume(writes, { created, context });
  const proved = await proveCreation(writes, { config, created, context });
  const given = { effect, before: undefined, isNoted: true, rightIds: undefined };
  const write = writeOf({ ...given, sentAt: momentOf(context) });
  return update(writes, { live: undefined, written: { ...proved, write }, context });
}

/** What an earlier run of this repository has created is updated to what this run asks for. */
async function resume(
  writes: Writes,
  { created, context }: { created: Created & { origin: 'resumed' }; context: RolloutContext },
): Promise<Written> {
  const { desired } = writes;
  const { endpoint: live } = created;
  const changes = diffConfigs({ asked: desired, found: live.config });
  const { calls } = routeUpdate({ changes, desired, found: live.config, resend: false });
  const written =
    calls.length === 0
      ? asFound(live, { desired, context })
      : await update({ ...writes, calls, live }, { live, context });
  return { ...written, created };
}

/** The calls that update what is live, or what the first call has created. */
async function update(
  writes: Writes,
  {
    live,
    written: first,
    context,
  }: { live: Endpoint | undefined; written?: Written | undefined; context: RolloutContext },
): Promise<Written> {
  const { calls } = writes;
  let desired = { ...writes.desired, envs: [...writes.desired.envs, ...(first?.extraEnvs ?? [])] };
  let written = first;
  let earlier = [...(writes.earlier ?? []), ...(live ? [live.config] : [])];
  for (let index = first ? 1 : 0; index < calls.length; index += 1) {
    const before = written ? await settle(written, context) : live;
    if (written) earlier = [...earlier, written.target.desired, written.endpoint.config];
    if (!before) throw new Error('an update has an endpoint');
    const isLast = index === calls.length - 1;
    const sent = calls.slice(0, index + 1).map(familyOf);
    const wanted = { desired, earlier, family: isLast ? undefined : ('v1' as const), sent };
    const done = await makeUpdate({ ...writes, desired }, { index, before, wanted, context });
    // The next call does not ask the service's own envs away.
    desired = { ...desired, envs: [...desired.envs, ...done.extraEnvs] };
    // Of two calls, the last one that may replace workers says which workers are new.
    const write = written && done.write.effect === 'keeps' ? written.write : done.write;
    written = { ...done, write, created: written?.created };
  }
  if (!written) throw new Error('a plan that writes names at least one call');
  return written;
}

/** The created endpoint once a reading shows what was sent, with a first look at the list beside it. */
async function proveCreation(
  writes: Writes,
  { config, created, context }: { config: EndpointConfig; created: Created; context: RolloutContext },
): Promise<Omit<Written, 'write'>> {
  const { next } = callAt(writes, 0);
  const family = next ? ('v1' as const) : undefined;
  const target = { desired: config, earlier: [], family, sent: ['v1' as const], id: created.id };
  const listed = isListedAlone({ ...created, config, expectedIds: writes.expectedIds, context });
  const [proved, isAlone] = await Promise.all([
    readBack(target, { call: 'create-v1', context }).catch((error) => {
      throw created.origin === 'found' ? asMadeByAnother(error) : error;
    }),
    listed,
  ]);
  if (isAlone) context.onEvent({ kind: 'listed-alone' });
  const aloneMs = isAlone ? context.clock.monotonicMs() : undefined;
  return { ...afterProof(writes, { proved, next, context }), created: { ...created, aloneMs } };
}

async function makeUpdate(
  writes: Writes,
  { index, before, wanted, context }: { index: number; before: Endpoint; wanted: Wanted; context: RolloutContext },
): Promise<Omit<Written, 'created'>> {
  const { call, next } = callAt(writes, index);
  if (call === 'create-v1') throw new Error('a plan creates with its first call');
  const note = noteOf({ ...writes, call, next, before });
  /** Listed before the update was accepted, so certainly not of the new version. */
  const workersBefore = new Map(before.workers.map((worker) => [worker.id, worker]));
  const sendingAfter = (seen: Endpoint): Sending => {
    for (const worker of seen.workers) workersBefore.set(worker.id, worker);
    const sent = note.configWith([...before.workers, ...workersBefore.values()], context.clock.date());
    return { target: { ...wanted, desired: sent, id: before.id }, fields: fieldsOf({ sent, live: before }) };
  };
  const sent = await sendUpdate({ call, ...sendingAfter(before), sendingAfter, context });
  const sentAt = momentOf(context);
  const proved = await readBack(sent.target, { call, lost: sent.lost, context });
  const nameless = before.workers.filter(({ id }) => id === '');
  const workers = [...nameless, ...[...workersBefore.values()].filter(({ id }) => id !== '')];
  const rightIds = writes.purpose.kind === 'restore' ? writes.purpose.rightIds : undefined;
  const write = writeOf({ ...note, before: { ...before, workers }, rightIds, sentAt });
  return { ...afterProof(writes, { proved, next, context }), write };
}

function callAt({ calls, parked }: Writes, index: number) {
  const [call, next] = calls.slice(index);
  if (!call || call === 'delete-v1') throw new Error('each call of a plan that writes carries a configuration');
  return { call, next, parked };
}

/** What later readings are compared with: envs that the service has added are not its change. */
function afterProof(
  { desired }: Writes,
  { proved, next, context }: { proved: Proved; next: Call | undefined; context: RolloutContext },
): Pick<Written, 'endpoint' | 'target' | 'extraEnvs'> {
  const { endpoint, target, extraEnvs: keys } = proved;
  const unverifiable = target.sent?.includes('v2') ? neverReturnedMembers(desired) : [];
  if (next === undefined) context.onEvent({ kind: 'verified', unverifiable, extraEnvs: keys });
  const extraEnvs: readonly Env[] = endpoint.config.envs.filter(({ key }) => keys.includes(key));
  const shown = { ...target.desired, envs: [...target.desired.envs, ...extraEnvs] };
  return { endpoint, target: { ...target, desired: shown, isShown: true }, extraEnvs };
}

/** Nothing is written: the endpoint as it was found. */
export function asFound(
  live: Endpoint,
  { desired, context }: { desired: EndpointConfig; context: Pick<RolloutContext, 'clock'> },
): Written {
  const target = { id: live.id, desired: withRecordKept(desired, live), earlier: undefined };
  const write = writeByRecord(live, momentOf(context));
  return { endpoint: live, target, write, created: undefined, extraEnvs: [] };
}

function momentOf({ clock }: Pick<RolloutContext, 'clock'>) {
  return { date: clock.date(), monotonicMs: clock.monotonicMs() };
}

/** What differs, and what no reading shows: all that a partial update has to carry. */
function fieldsOf({ sent, live }: { sent: EndpointConfig; live: Endpoint }): ReadonlySet<string> {
  const changes = diffConfigs({ asked: sent, found: live.config }).map(({ member }) => member);
  const isSameRecord = recordEnvOf(sent)?.value === recordEnvOf(live.config)?.value;
  const unseen = incomparableMembers({ asked: sent, found: live.config });
  return new Set([...changes, ...unseen, ...(isSameRecord ? [] : ['envs'])]);
}

/** Another run's endpoint that is not what this run asks for is not this run's to change. */
function asMadeByAnother(error: unknown): unknown {
  if (!(error instanceof RolloutError) || error.unapplied.length === 0) return error;
  return new RolloutError({
    code: 'conflict',
    message: `another run created the endpoint at the same time with another configuration: ${error.message}`,
    endpointId: error.endpointId,
  });
}
