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

/** One call of several. */
interface Step extends Writes {
  call: Call;
  /** The call to come after this one. */
  next: Call | undefined;
  /** What readings after it are compared with, beside what it sends. */
  wanted: Omit<Wanted, 'desired'>;
  context: RolloutContext;
}

/** Makes the calls in order, and reads the endpoint back after each. Rejects as `createOnce`, `sendUpdate`, `readBack`. */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { calls, live } = writes;
  let { desired, earlier = [] } = writes;
  if (live) earlier = [...earlier, live.config];
  let written: Written | undefined;
  for (const [index, call] of calls.entries()) {
    const next = calls[index + 1];
    const before = written ? await settle(written, context) : live;
    if (written) earlier = [...earlier, written.target.desired, written.endpoint.config];
    const sent = calls.slice(0, index + 1).map(familyOf);
    const wanted = { earlier, sent, family: next && ('v1' as const) };
    const step = { ...writes, desired, call, next, wanted, context };
    const done: Written = before ? await update(step, before) : await create(step);
    if (done.created?.origin === 'resumed') return done;
    // The next call does not ask the service's own envs away.
    desired = { ...desired, envs: [...desired.envs, ...done.extraEnvs] };
    // Of two calls, the last one that may replace workers says which workers are new.
    const write = written && done.write.effect === 'keeps' ? written.write : done.write;
    written = { ...done, write, created: written?.created ?? done.created };
  }
  if (!written) throw new Error('a plan that writes names at least one call');
  return written;
}

/** The created endpoint once a reading shows what was sent, with a first look at the list beside it. */
async function create(step: Step): Promise<Written> {
  const { call, expectedIds, wanted, context } = step;
  if (call !== 'create-v1') throw new Error('a plan without an endpoint creates with its first call');
  const note = noteOf({ ...step, before: undefined });
  const config = note.configWith([], context.clock.date());
  const created = await createOnce({ config, expectedIds, context });
  if (created.origin === 'resumed') return { ...(await resume(step, created.endpoint)), created };
  const target = { ...wanted, desired: config, id: created.id };
  const [isAlone, proved] = await Promise.all([
    isListedAlone({ ...created, config, expectedIds, context }),
    readBack(target, { call, context }).catch((error) => {
      throw created.origin === 'found' ? asMadeByAnother(error) : error;
    }),
  ]);
  if (isAlone) context.onEvent({ kind: 'listed-alone' });
  const aloneMs = isAlone ? context.clock.monotonicMs() : undefined;
  const write = writeOf({ ...note, before: undefined, rightIds: undefined, sentAt: momentOf(context) });
  return { ...afterProof(step, proved), write, created: { ...created, aloneMs } };
}

/** What an earlier run of this repository has created is updated to what this run asks for. */
function resume({ context, ...writes }: Step, live: Endpoint): Written | Promise<Written> {
  const { desired } = writes;
  const changes = diffConfigs({ asked: desired, found: live.config });
  const { calls } = routeUpdate({ changes, desired, found: live.config, resend: false });
  return calls.length === 0 ? asFound(live, { desired, context }) : writeCalls({ ...writes, calls, live }, context);
}

async function update(step: Step, before: Endpoint): Promise<Written> {
  const { call, wanted, purpose, context } = step;
  if (call === 'create-v1' || call === 'delete-v1') throw new Error('a plan creates with its first call');
  const note = noteOf({ ...step, before });
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
  const rightIds = purpose.kind === 'restore' ? purpose.rightIds : undefined;
  const write = writeOf({ ...note, before: { ...before, workers }, rightIds, sentAt });
  return { ...afterProof(step, proved), write, created: undefined };
}

/** What later readings are compared with: envs that the service has added are not its change. */
function afterProof(
  { desired, next, context }: Step,
  { endpoint, target, extraEnvs: keys }: Proved,
): Pick<Written, 'endpoint' | 'target' | 'extraEnvs'> {
  const unverifiable = target.sent?.includes('v2') ? neverReturnedMembers(desired) : [];
  if (next === undefined) context.onEvent({ kind: 'verified', unverifiable, extraEnvs: keys });
  const extraEnvs = endpoint.config.envs.filter(({ key }) => keys.includes(key));
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
