/** The calls of a plan in order, each read back, and what they do to the workers. */

import type { Clock } from '../clock.ts';
import type { EndpointConfig } from '../model/config.ts';
import { withoutOthers } from '../model/desired.ts';
import { diffConfigs, incomparableMembers, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import {
  canClearPendingMarker,
  type DeploymentRecord,
  mostOldWorkers,
  type ParkedWorkers,
  recordEnvOf,
  shorten,
  type WriteEvidence,
  withoutRecord,
  withPendingMarker,
  withRecord,
} from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Call } from '../plan/route.ts';
import { version } from '../version.ts';
import { isPresent } from './condition.ts';
import type { RolloutContext } from './context.ts';
import { type Created, createOnce } from './create.ts';
import type { Effect, Write } from './effect.ts';
import { effectOf, familyOf, isUnsettled, noWrite, workersByRecord, writeOf } from './effect.ts';
import { RolloutError } from './errors.ts';
import type { Match, Wanted } from './match.ts';
import type { Target } from './observe.ts';
import { lateWorkersMs } from './times.ts';
import { type Proved, readBack, type Sending, update } from './update.ts';

export interface Writes {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  record: DeploymentRecord | undefined;
  /** The configuration is that of an endpoint that is parked, and its record goes on saying so. */
  parked?: ParkedWorkers | undefined;
  /** What the endpoint may have shown before `live`: a reading that is late shows it again. */
  earlier?: readonly EndpointConfig[];
  /** Workers that are right again although they were there before: those from before the update that is taken back. */
  rightIds?: ReadonlySet<string> | undefined;
  /** The configuration that a restore brings back: its envs of others are not ours for having been written again. */
  restores?: EndpointConfig | undefined;
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/** What a rollout knows after its writes. */
export interface Written {
  /** The reading that shows the desired configuration. */
  endpoint: Endpoint;
  target: Target;
  write: Write;
  /** How a new endpoint was made; undefined for one that was there before. */
  created: Created | undefined;
}

/** Of two calls the one counts that does more to the workers. */
const byStrength: readonly Effect[] = ['none', 'keeps', 'unknown', 'replaces'];
const strongerOf = (a: Write, b: Write) => (byStrength.indexOf(a.effect) > byStrength.indexOf(b.effect) ? a : b);

/** Makes the calls in order, and reads the endpoint back after each. */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { calls, live } = writes;
  let { desired } = writes;
  let earlier = [...(writes.earlier ?? []), ...(live ? [live.config] : [])];
  let written: Written | undefined;
  for (const [index, call] of calls.entries()) {
    const wanted = {
      desired,
      earlier,
      family: index === calls.length - 1 ? undefined : ('v1' as const),
      sent: calls.slice(0, index + 1).map(familyOf),
    };
    const before = written?.endpoint ?? live;
    const done = await makeCall(call, { before, wanted, next: calls[index + 1], writes, context });
    // The service's own envs are not asked away by the next call.
    desired = { ...desired, envs: [...desired.envs, ...done.extraEnvs] };
    earlier = [...earlier, done.target.desired, done.endpoint.config];
    written = written ? { ...done, write: strongerOf(written.write, done.write), created: written.created } : done;
  }
  if (!written) throw new Error('a plan that writes names at least one call');
  return written;
}

interface CallRequest {
  /** What it writes to; undefined for a creation. */
  before: Endpoint | undefined;
  wanted: Wanted;
  next: Call | undefined;
  writes: Writes;
  context: RolloutContext;
}

/** Sends one call and reads it back. Rejects as {@link update}, {@link createOnce} and {@link readBack}. */
async function makeCall(
  call: Call,
  { before, wanted, next, writes, context }: CallRequest,
): Promise<Written & { extraEnvs: readonly Env[] }> {
  const { onEvent, clock } = context;
  const { rightIds, parked, expectedIds } = writes;
  const { desired } = wanted;
  const unseen = neverReturnedMembers(desired);
  // A run that dies before the call to come leaves fields unsent that no reading could show to be missing.
  const isUnfinished = next === 'update-v2' && unseen.length > 0 && canClearPendingMarker(desired);
  const asked = isUnfinished ? withPendingMarker(desired) : desired;
  // The record of a parked endpoint has to change.
  const effect = parked ? 'replaces' : effectOf(call, { desired: asked, live: before });
  // With those that come before the update is accepted: they are none of the new version.
  let workersBefore = before?.workers ?? [];
  const now = clock.date();
  let mayBringOthers = before !== undefined && rightIds === undefined && isUnsettled(before, now);
  const seconds = Math.floor(now.getTime() / 1000);
  const times = { ...(mayBringOthers && { unsettledAt: seconds }), ...(rightIds && { restoredAt: seconds }) };
  // A change of workerConfig never restarts anything, so that it notes nothing.
  const changes = before ? diffConfigs({ asked, found: before.config }) : [];
  const isOpen = effect === 'unknown' && changes.some(({ member }) => !member.startsWith('workerConfig.'));
  // Workers that an earlier write was to replace are old, whether this one replaces them or not.
  const { isStaleId } = workersByRecord(before);
  const mayKeep = isOpen && !before?.workers.some((worker) => isPresent(worker) && isStaleId(worker.id));
  const notes = effect === 'replaces' || isOpen;
  const noted = { ...writes, notes, evidence: { ...times, ...(mayKeep && { mayKeep }) } };
  const onOther = (seen: Endpoint, { kind }: Match) => {
    // What an earlier run has written comes late, and so may its workers.
    if (kind === 'foreign') mayBringOthers = true;
    if (kind === 'foreign' || (before && isFromBefore(seen.config, before.config)))
      workersBefore = joined(workersBefore, seen.workers);
  };
  let created: Created | undefined;
  let proved: Proved;
  if (call === 'delete-v1') throw new Error('a deletion is no write of a configuration');
  if (call === 'create-v1' || !before) {
    const config = withRecordOf(asked, { ...noted, live: before });
    created = await createOnce({ config, expectedIds, context });
    const { id, origin } = created;
    proved = await readBack({ ...wanted, desired: config, id }, { call, onOther, context }).catch((error) => {
      const isOfAnother = origin === 'found' && error instanceof RolloutError && error.unapplied.length > 0;
      throw isOfAnother ? madeByAnother(error) : error;
    });
  } else {
    const renewed = (seen: Endpoint): Sending => {
      workersBefore = joined(workersBefore, seen.workers);
      const live = { ...before, workers: workersBefore };
      const sent = withRecordOf(asked, { ...noted, live });
      return { target: { ...wanted, desired: sent, id: before.id }, fields: fieldsOf({ sent, live: before }) };
    };
    proved = await update({ call, ...renewed(before), renewed, onOther, context });
  }
  const { endpoint, target, extraEnvs: keys } = proved;
  const unverifiable = wanted.sent?.includes('v2') ? unseen : [];
  if (next === undefined) onEvent({ kind: 'verified', unverifiable, extraEnvs: keys });
  const extraEnvs = endpoint.config.envs.filter(({ key }) => keys.includes(key));
  const shown = { ...target.desired, envs: [...target.desired.envs, ...extraEnvs] };
  const lateWorkersUntilMs = mayBringOthers ? clock.monotonicMs() + lateWorkersMs : undefined;
  const live = before && { ...before, workers: workersBefore };
  const write = writeOf(effect, live, { notes, rightIds, lateWorkersUntilMs });
  return { endpoint, extraEnvs, target: { ...target, desired: shown, isShown: true }, write, created };
}

interface Noted extends Pick<Writes, 'record' | 'rightIds' | 'parked' | 'restores'> {
  live: Endpoint | undefined;
  /** Whether the record changes. */
  notes: boolean;
  evidence: Omit<WriteEvidence, 'oldWorkers' | 'envKeys'>;
}

/**
 * The record changes only together with something that replaces workers, or may do so: a change of scaling restarts
 * nothing. It notes the workers from before the write. Otherwise the endpoint keeps the one that it has.
 */
function withRecordOf(
  desired: EndpointConfig,
  { live, notes, record, rightIds, parked, restores, evidence: given }: Noted,
): EndpointConfig {
  if (notes) {
    const envs = withoutRecord(desired.envs);
    const own = [live?.config, restores].reduce((kept, config) => (config ? withoutOthers(kept, config) : kept), envs);
    const keys = own.map(({ key }) => key);
    // '' stands for workers without an id.
    const ids = (live?.workers ?? []).map(({ id }) => id).filter((id) => !rightIds?.has(id));
    const evidence = { oldWorkers: shorten(ids, mostOldWorkers), envKeys: shorten(keys), ...given };
    const noted = record ?? { tool: `deploy-gpu-endpoint/${version}` };
    return { ...desired, envs: withRecord(desired.envs, { ...noted, ...evidence, ...(parked && { parked }) }) };
  }
  return live ? withRecordKept(desired, live) : desired;
}

function withRecordKept(desired: EndpointConfig, live: Endpoint): EndpointConfig {
  const kept = recordEnvOf(live.config);
  return kept ? { ...desired, envs: [...withoutRecord(desired.envs), kept] } : desired;
}

/** A reading that is late: it shows neither what was asked for nor the record that came with it. */
function isFromBefore(found: EndpointConfig, before: EndpointConfig): boolean {
  const isSameRecord = recordEnvOf(found)?.value === recordEnvOf(before)?.value;
  return isSameRecord && diffConfigs({ asked: before, found }).length === 0;
}

function joined(known: Endpoint['workers'], seen: Endpoint['workers']): Endpoint['workers'] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...seen.filter(({ id }) => !ids.has(id))];
}

export function unwritten(live: Endpoint, { desired, clock }: { desired: EndpointConfig; clock: Clock }): Written {
  const target = { id: live.id, desired: withRecordKept(desired, live), earlier: undefined };
  return { endpoint: live, target, write: noWrite(live, clock), created: undefined };
}

/** What differs, and what no reading shows: all that a partial update has to carry. */
function fieldsOf({ sent, live }: { sent: EndpointConfig; live: Endpoint }): ReadonlySet<string> {
  const changes = diffConfigs({ asked: sent, found: live.config }).map(({ member }) => member);
  const isSameRecord = recordEnvOf(sent)?.value === recordEnvOf(live.config)?.value;
  const unseen = incomparableMembers({ asked: sent, found: live.config });
  return new Set([...changes, ...unseen, ...(isSameRecord ? [] : ['envs'])]);
}

/** An endpoint that another run has created and that is not what was asked for is not ours to change. */
function madeByAnother(error: RolloutError): RolloutError {
  return new RolloutError({
    code: 'conflict',
    message: `another run created the endpoint at the same time with another configuration: ${error.message}`,
    endpointId: error.endpointId,
  });
}
