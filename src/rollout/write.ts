/** The calls of a plan, each followed by its verification. */

import type { EndpointConfig } from '../model/config.ts';
import { neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { canClearPendingMarker, withPendingMarker } from '../model/pending-marker.ts';
import { v2Shortfall } from '../model/v2-range.ts';
import { type Call, isWholeForV1 } from '../plan/route.ts';
import { type Asked, type ConfigWatch, compareConfig, conflict, ForeignChange, watchConfig } from './config-watch.ts';
import type { RolloutContext } from './context.ts';
import { type Created, createOnce, type Look, lookForRivals, type Origin } from './create.ts';
import { isCertainlyNotDone, RolloutError } from './errors.ts';
import { type Expectation, expectationAfterWrite, expectationBefore, expectationWithoutWrite } from './expectation.ts';
import { giveWay } from './rivals.ts';
import { familyOf, sendUpdate } from './update.ts';
import { verify } from './verify.ts';

export interface Writes {
  calls: readonly Call[];
  desired: EndpointConfig;
  /** What the calls update; undefined when the first of them creates. */
  live: Endpoint | undefined;
  /** Only v2 may carry what is tried again. Default false. */
  withoutV1?: boolean;
  wait: Expectation['wait'];
  /** What the endpoint may have shown before `live`: a reading that is late shows it again. */
  earlier?: readonly EndpointConfig[];
  /** Endpoints of the same name that are meant to be there besides: the old one of a replacement. */
  expectedIds?: ReadonlySet<string>;
  /** Told whose a new endpoint is as soon as it is known. */
  onCreated?: (origin: Origin) => void;
}

/** What a rollout knows after its writes. */
export interface Written {
  /** The reading that shows the desired configuration. */
  endpoint: Endpoint;
  /** The last reading before the last write; undefined where there was none. */
  before: Endpoint | undefined;
  watch: ConfigWatch;
  expectation: Expectation;
  /** Whose a new endpoint is; undefined for one that was there before. */
  origin: Origin | undefined;
  /** What the list after a create showed. */
  look?: Look | undefined;
}

/**
 * Makes the calls in order and reads the endpoint back after each. What the last one leaves behind is tried once by the other family, where that carries
 * it services differ in what a v1 update does to members that only v2 knows, and the other way round.
 */
export async function writeCalls(writes: Writes, context: RolloutContext): Promise<Written> {
  const { reader, onEvent } = context;
  const pending = [...writes.calls];
  const made: Call[] = [];
  const earlier = [...(writes.earlier ?? []), ...(writes.live ? [writes.live.config] : [])];
  let endpoint = writes.live;
  let before: Endpoint | undefined;
  let expectation = expectationBefore(writes.live, writes.wait);
  let watch: ConfigWatch | undefined;
  let origin: Origin | undefined;
  let look: Look | undefined;
  for (let call = pending.shift(); call; call = pending.shift()) {
    onEvent({ kind: 'phase', phase: 'write' });
    const isLast = pending.length === 0;
    const desired = isFinishedLater(writes, pending) ? withPendingMarker(writes.desired) : writes.desired;
    made.push(call);
    const asked: Asked = {
      desired,
      earlier: [...earlier],
      family: isLast ? undefined : 'v1',
      sent: made.map(familyOf),
    };
    expectation = expectationAfterWrite(expectation, { call, sent: desired, live: endpoint });
    before = endpoint;
    const isFollowUp = made.length > 1 || writes.earlier !== undefined;
    const step = { call, asked, live: endpoint, isFollowUp, expectedIds: writes.expectedIds, context };
    const sent = await context.inTurn(() => send(step));
    if (sent.created) {
      origin = sent.created.origin;
      writes.onCreated?.(origin);
      const contest = { config: desired, expectedIds: writes.expectedIds, context, ...sent.created };
      look = await lookForRivals(contest);
      const survivor = await giveWay(contest, { look });
      if (survivor) return goOnWith(survivor, { writes, context });
    }
    onEvent({ kind: 'phase', phase: 'verify' });
    watch = watchConfig({ ...asked, id: sent.id, context });
    try {
      endpoint = await verify({ id: sent.id, call, watch, listed: sent.created && look?.own, context });
      if (sent.lost) onEvent({ kind: 'write-accepted', call, endpointId: sent.id });
    } catch (error) {
      if (!(error instanceof RolloutError)) throw error;
      // The readings show that the update whose answer was lost was not done.
      if (sent.lost && error.unapplied.length > 0) {
        onEvent({ kind: 'write-refused', call });
        throw sent.lost;
      }
      if (origin === 'found' && error.unapplied.length > 0) throw await foundOther(sent.id, { error, context });
      const asksFor = before ? compareConfig(before.config, asked).unapplied.length : 0;
      const isWithoutEffect = error.unapplied.length === asksFor;
      const other = otherFamily(error, { ...writes, made, next: pending[0], isWithoutEffect });
      if (!other) throw error;
      onEvent({ kind: 'other-family', call: other, members: error.unapplied.map(({ member }) => member) });
      endpoint = await reader.get(sent.id, { deadlineMs: context.deadlineMs() });
      if (!endpoint) throw error;
      if (isLast) pending.push(other);
    }
    earlier.push(desired, endpoint.config);
  }
  if (!endpoint || !watch) throw new Error('a plan that writes names at least one call');
  const sentByV2 = made.includes('update-v2') ? neverReturnedMembers(writes.desired) : [];
  onEvent({ kind: 'verified', unverifiable: sentByV2 });
  return { endpoint, before, watch, expectation, origin, look };
}

/** A run that dies before the call to come leaves members unsent that no reading could show to be missing. */
function isFinishedLater({ desired }: Writes, pending: readonly Call[]): boolean {
  return pending.includes('update-v2') && neverReturnedMembers(desired).length > 0 && canClearPendingMarker(desired);
}

interface Step {
  call: Call;
  asked: Asked;
  live: Endpoint | undefined;
  isFollowUp: boolean;
  expectedIds: ReadonlySet<string> | undefined;
  context: RolloutContext;
}

interface Sent {
  id: string;
  /** Why nobody knows yet whether an update was done. */
  lost?: Error | undefined;
  created?: Created;
}

async function send({ call, asked, live, isFollowUp, expectedIds, context }: Step): Promise<Sent> {
  const { onEvent } = context;
  const { desired } = asked;
  // The time begins to run.
  context.deadlineMs();
  onEvent({ kind: 'write-sent', call });
  try {
    if (call === 'create-v1') {
      const created = await createOnce({ config: desired, expectedIds, context });
      const isFound = created.origin !== 'answered';
      onEvent(
        created.isTaken
          ? { kind: 'write-refused', call }
          : { kind: 'write-accepted', call, endpointId: created.id, ...(isFound && { isFound }) },
      );
      return { id: created.id, created };
    }
    if (!live || call === 'delete-v1') throw new Error(`${call} is not an update of a live endpoint`);
    const { lost } = await sendUpdate({ call, live, sent: desired, asked, isFollowUp, context });
    if (!lost) onEvent({ kind: 'write-accepted', call, endpointId: live.id });
    return { id: live.id, lost };
  } catch (error) {
    // A conflict is found before the update is sent again: what was sent until then was refused.
    if (isCertainlyNotDone(error) || error instanceof ForeignChange) onEvent({ kind: 'write-refused', call });
    throw error;
  }
}

/** Another run's endpoint of the name, which stays where this run's gives way: it has to show what this run was to bring. */
export async function goOnWith(
  survivor: Endpoint,
  { writes: { desired, wait }, context }: { writes: Pick<Writes, 'desired' | 'wait'>; context: RolloutContext },
): Promise<Written> {
  const asked: Asked = { desired, earlier: undefined };
  const watch = watchConfig({ ...asked, id: survivor.id, context });
  try {
    const endpoint = await verify({ id: survivor.id, call: 'create-v1', watch, context });
    const expectation = expectationWithoutWrite({ live: endpoint, wait, isRecentlyWritten: true });
    return { endpoint, before: undefined, watch, expectation, origin: 'found' };
  } catch (error) {
    if (!(error instanceof RolloutError)) throw error;
    throw await foundOther(survivor.id, { error, context });
  }
}

/** An endpoint of another run that is not what was asked for is not ours to change. */
async function foundOther(
  id: string,
  { error, context }: { error: RolloutError; context: RolloutContext },
): Promise<RolloutError> {
  const found = await context.reader.get(id, { deadlineMs: context.deadlineMs() });
  return found && error.unapplied.length > 0 ? conflict(found, error.unapplied) : error;
}

/**
 * The update that carries everything that was not applied: the next of the plan, or else one that has not been made yet. One by v2 that had no effect is made
 * again where it carries what the service never returns: by v1 that would stay as it is, and nothing would show it.
 */
function otherFamily(
  error: unknown,
  {
    desired,
    withoutV1 = false,
    made,
    next,
    isWithoutEffect,
  }: Writes & { made: readonly Call[]; next: Call | undefined; isWithoutEffect: boolean },
): Call | undefined {
  if (!(error instanceof RolloutError) || error.unapplied.length === 0) return undefined;
  const { unapplied } = error;
  if (isWithoutEffect && made.at(-1) === 'update-v2' && neverReturnedMembers(desired).length > 0)
    return made.at(-2) === 'update-v2' ? undefined : 'update-v2';
  const lacks = v2Shortfall(desired);
  const carries = {
    'update-v1': isWholeForV1(desired) && unapplied.every(({ families }) => families.includes('v1')),
    'update-v2': unapplied.every(({ member, families }) => families.includes('v2') && !lacks(member)),
  };
  const free = withoutV1 ? [] : (['update-v1', 'update-v2'] as const).filter((call) => !made.includes(call));
  const candidates = next === undefined ? free : [next];
  return candidates.find((call) => (call === 'update-v1' || call === 'update-v2') && carries[call]);
}
