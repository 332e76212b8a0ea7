/** The calls of a plan in order, each read back, and what they do to the workers. */

import type { EndpointConfig } from '../model/config.ts';
import { envsOfOthers } from '../model/desired.ts';
import { diffConfigs, incomparableMembers, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { canClearPendingMarker, withPendingMarker } from '../model/pending-marker.ts';
import {
  type DeploymentRecord,
  type ParkedWorkers,
  recordEnvOf,
  shorten,
  withoutRecord,
  withRecord,
} from '../model/record.ts';
import { v2Shortfall } from '../model/v2-range.ts';
import { type Call, isWholeForV1 } from '../plan/route.ts';
import { version } from '../version.ts';
import type { RolloutContext } from './context.ts';
import { createOnce, type Origin } from './create.ts';
import { effectOf, familyOf, idsOf, noWrite, writeOf } from './effect.ts';
import { RolloutError } from './errors.ts';
import type { Target } from './observe.ts';
import type { Effect, Write } from './story.ts';
import { knownMs } from './times.ts';
import { readBack, type Sending, sendUpdate } from './update.ts';

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
  /** Workers that are right again although they were there before the write: those from before the update that is taken back. */
  rightIds?: ReadonlySet<string> | undefined;
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
}

/** What a rollout knows after its writes. */
export interface Written {
  /** The reading that shows the desired configuration. */
  endpoint: Endpoint;
  target: Target;
  write: Write;
  /** Whose a new endpoint is; undefined for one that was there before. */
  origin: Origin | undefined;
  /** The answer to a create was lost, so that there may be a second endpoint. */
  wasLost: boolean;
}

const strength: Readonly<Record<Effect, number>> = { none: 0, keeps: 1, unknown: 2, replaces: 3 };

/**
 * Makes the calls in order and reads the endpoint back after each. What the last one leaves behind is tried once by the other family, where that carries
 * it: services differ in what a v1 update does to fields that only v2 knows, and the other way round.
 */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { onEvent } = context;
  const pending = [...writes.calls];
  const made: Call[] = [];
  const earlier = [...(writes.earlier ?? []), ...(writes.live ? [writes.live.config] : [])];
  let endpoint = writes.live;
  let { desired } = writes;
  let write: Write | undefined;
  let written: Written | undefined;
  let created: Pick<Written, 'origin' | 'wasLost'> = { origin: undefined, wasLost: false };
  for (let call = pending.shift(); call; call = pending.shift()) {
    onEvent({ kind: 'phase', phase: 'write' });
    const isFinished = !pending.includes('update-v2') || !leavesSomethingUnseen(desired);
    const asked = isFinished ? desired : withPendingMarker(desired);
    const { record, rightIds, parked } = writes;
    // Its record has to change.
    const effect = parked ? 'replaces' : effectOf(call, { desired: asked, live: endpoint });
    const recorded = (live: Endpoint | undefined) => withRecordOf(asked, { live, effect, record, rightIds, parked });
    made.push(call);
    const decides = write !== undefined && strength[effect] >= strength[write.effect];
    const wanted = {
      earlier: [...earlier],
      family: pending.length === 0 ? undefined : ('v1' as const),
      sent: made.map(familyOf),
    };
    const before = endpoint;
    // With those that come before the update is accepted: they are none of the new version.
    let workersBefore = before?.workers ?? [];
    let target: Target;
    let lost: Error | undefined;
    if (call === 'create-v1' || !before) {
      const config = recorded(before);
      const made = await context.inTurn(() => createOnce({ config, expectedIds: writes.expectedIds, context }));
      created = { origin: made.origin, wasLost: made.wasLost };
      target = { ...wanted, desired: config, id: made.id, unknownUntilMs: context.clock.monotonicMs() + knownMs };
    } else if (call === 'delete-v1') throw new Error('a deletion is no write of a configuration');
    else {
      const sending = (): Sending => {
        const sent = recorded({ ...before, workers: workersBefore });
        return { target: { ...wanted, desired: sent, id: before.id }, fields: fieldsOf({ sent, live: before }) };
      };
      const renewed = (seen: Endpoint) => {
        workersBefore = joined(workersBefore, seen.workers);
        return sending();
      };
      const request = { call, ...sending(), renewed, context };
      ({ lost, target } = await context.inTurn(() => sendUpdate(request)));
    }
    onEvent({ kind: 'phase', phase: 'verify' });
    try {
      const onStale = (seen: Endpoint) => {
        if (before && isFromBefore(seen.config, before.config)) workersBefore = joined(workersBefore, seen.workers);
      };
      const shown = await readBack(target, { call, lost, onStale, context });
      endpoint = shown.endpoint;
      if (lost) onEvent({ kind: 'write-accepted', call, endpointId: target.id });
      // What is left is not asked for any more.
      const left = new Set(shown.extraEnvs);
      const kept = endpoint.config.envs.filter(({ key }) => left.has(key));
      target = { ...target, desired: { ...target.desired, envs: [...target.desired.envs, ...kept] } };
      desired = { ...desired, envs: [...desired.envs, ...kept] };
      const sentByV2 = made.includes('update-v2') ? neverReturnedMembers(desired) : [];
      if (pending.length === 0) onEvent({ kind: 'verified', unverifiable: sentByV2, extraEnvs: shown.extraEnvs });
    } catch (error) {
      if (!(error instanceof RolloutError) || error.unapplied.length === 0) throw error;
      // The readings show that the update without an answer was not done.
      if (lost) onEvent({ kind: 'write-refused', call });
      if (lost) throw lost;
      if (created.origin === 'found') throw madeByAnother(error);
      const other = otherFamily(error, { desired, made, next: pending[0] });
      if (!other) throw error;
      onEvent({ kind: 'other-family', call: other, members: error.unapplied.map(({ member }) => member) });
      const found = await context.reader.get(target.id, { deadlineMs: context.deadlineMs() });
      if (!found) throw error;
      endpoint = found;
      if (pending.length === 0) pending.push(other);
    }
    if (!write || decides) write = writeOf(effect, { live: before && { ...before, workers: workersBefore }, rightIds });
    earlier.push(target.desired, endpoint.config);
    written = { endpoint, target: { ...target, unknownUntilMs: undefined }, write, ...created };
  }
  if (!written) throw new Error('a plan that writes names at least one call');
  return written;
}

/** A run that dies before the call to come leaves fields unsent that no reading could show to be missing. */
function leavesSomethingUnseen(desired: EndpointConfig): boolean {
  return neverReturnedMembers(desired).length > 0 && canClearPendingMarker(desired);
}

/**
 * The record changes only together with something that replaces workers anyway, so that a change of scaling restarts nothing: then it notes the workers from
 * before the write. Otherwise the endpoint keeps the one that it has.
 */
function withRecordOf(
  desired: EndpointConfig,
  {
    live,
    effect,
    record,
    rightIds = new Set(),
    parked,
  }: { live: Endpoint | undefined; effect: Effect } & Pick<Writes, 'record' | 'rightIds' | 'parked'>,
): EndpointConfig {
  const others = new Set((live ? envsOfOthers(live.config) : []).map(({ key }) => key));
  const keys = withoutRecord(desired.envs)
    .map(({ key }) => key)
    .filter((key) => !others.has(key));
  if (effect === 'replaces') {
    const ids = idsOf(live).filter((id) => !rightIds.has(id));
    const evidence = { oldWorkers: shorten(ids), envKeys: shorten(keys) };
    const noted = record ?? { tool: `deploy-gpu-endpoint/${version}` };
    return { ...desired, envs: withRecord(desired.envs, { ...noted, ...evidence, ...(parked && { parked }) }) };
  }
  const kept = live && recordEnvOf(live.config);
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

export function unwritten(live: Endpoint, desired: EndpointConfig): Written {
  const target = { id: live.id, desired, earlier: undefined };
  return { endpoint: live, target, write: noWrite(live), origin: undefined, wasLost: false };
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

/** The update that carries everything that was not applied: the next of the plan, or else one that has not been made yet. */
function otherFamily(
  { unapplied }: RolloutError,
  { desired, made, next }: { desired: EndpointConfig; made: readonly Call[]; next: Call | undefined },
): Call | undefined {
  // The other one would end what has no other sign of being unfinished.
  if (leavesSomethingUnseen(desired)) return undefined;
  const lacks = v2Shortfall(desired);
  const carries = {
    'update-v1': isWholeForV1(desired) && unapplied.every(({ families }) => families.includes('v1')),
    'update-v2': unapplied.every(({ member, families }) => families.includes('v2') && !lacks(member)),
  };
  const free = (['update-v1', 'update-v2'] as const).filter((call) => !made.includes(call));
  const candidates = next === undefined ? free : [next];
  return candidates.find((call) => (call === 'update-v1' || call === 'update-v2') && carries[call]);
}
