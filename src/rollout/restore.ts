/** The restore of an updated endpoint: its previous configuration, complete, verified and waited for; never over somebody else's change. */

import { buildConfig, configValue, type EndpointConfig, isUnread } from '../model/config.ts';
import { type Change, diffConfigs, incomparableMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isWholeForV1, routeUpdate } from '../plan/route.ts';
import { compareConfig, conflict, unseenMembers, watchConfig } from './config-watch.ts';
import { type RolloutContext, withTime } from './context.ts';
import { RolloutError } from './errors.ts';
import { type Expectation, expectationWithoutWrite, pastOf } from './expectation.ts';
import { rereadMs, restoreSeconds, settlingMs } from './patience.ts';
import { judgeReadiness } from './readiness.ts';
import { startWait } from './wait.ts';
import { isPresent, isReady } from './worker-faults.ts';
import { hasFailed } from './worker-history.ts';
import { type Written, writeCalls } from './write.ts';

const slowHint = 'A rollback is not waited for any longer. Check the endpoint: it may still become ready.';

interface RestoreRequest {
  previous: Endpoint;
  /** What the update that failed was to bring. */
  desired: EndpointConfig;
  /** What the failure already names as not applied: that is the service's doing, and nobody else's. */
  unapplied: readonly Change[];
  /** A reading has shown what the update brought, so that one that does not may be late. */
  wasShown: boolean;
  context: RolloutContext;
}

/**
 * Resolves when the previous configuration has been written back and serves again, within five minutes of its own. Rejects with `conflict` when somebody
 * else has changed the endpoint meanwhile, which is then left alone; with `not-applied` naming what no update can put back, after everything else has
 * been; otherwise with whatever the writes, their verification or the wait reject with.
 */
export async function restore(request: RestoreRequest): Promise<void> {
  const { previous, desired } = request;
  const context = withTime(request.context, restoreSeconds);
  const { onEvent } = context;
  onEvent({ kind: 'phase', phase: 'restore' });
  const { id } = previous;
  const failed = await readFailed({ ...request, context });
  const known = knownConfig(previous.config, desired);
  const withoutV1 = !isWholeForV1(desired);
  const { target, lost } = reachable(known, { found: failed.config, withoutV1 });
  const changes = diffConfigs({ asked: target, found: failed.config });
  const { calls } = routeUpdate({ changes, desired: target, withoutV1, resend: false });
  // They rode along with the update, and what they were before nobody can know.
  const unverifiable = incomparableMembers({ asked: desired, found: previous.config });
  onEvent({ kind: 'restoring', changes, calls, unverifiable });
  const writes = {
    calls,
    desired: target,
    live: failed,
    withoutV1,
    wait: 'ready',
    earlier: [desired],
  } as const;
  const written = calls.length === 0 ? unchanged(failed, target, context) : await writeCalls(writes, context);
  if (lost.length > 0) throw notRestorable(previous, lost);
  onEvent({ kind: 'put-back', endpointId: id });
  // What did not serve before is not waited for.
  const serves = judgeReadiness(previous, expectationWithoutWrite({ live: previous, wait: 'ready' })).kind === 'ready';
  if (serves) {
    const expectation = withPreviousWorkers(written.expectation, { previous, failed });
    const time = { timeoutSeconds: restoreSeconds, deadlineMs: context.deadlineMs(), hint: slowHint };
    await startWait({ ...written, ...time, expectation, context }).untilReady();
  }
  onEvent({ kind: 'restored', endpointId: id, serves, unverifiable });
}

/** What the previous reading did not tell stays as the update has brought it: nobody knows what it was. */
function knownConfig(previous: EndpointConfig, desired: EndpointConfig): EndpointConfig {
  return buildConfig((member) => configValue(isUnread(previous, member.path) ? desired : previous, member));
}

/** What is there now. Rejects with `conflict` where somebody else's change is. */
async function readFailed({ previous, desired, unapplied, wasShown, context }: RestoreRequest): Promise<Endpoint> {
  const { reader, clock, signal } = context;
  const startedMs = clock.monotonicMs();
  const textOf = ({ member, from }: Change) => JSON.stringify([member, from]);
  const known = new Set(unapplied.map(textOf));
  for (let wasForeign = false; ; ) {
    const found = await reader.get(previous.id, { deadlineMs: context.deadlineMs() });
    if (!found) throw unread(previous);
    const asked = { desired, earlier: [previous.config], sent: ['v1', 'v2'] as const };
    const isUnseen = unseenMembers(found.config, asked).length > 0;
    const foreign = compareConfig(found.config, asked).foreign.filter((change) => !known.has(textOf(change)));
    if (foreign.length > 0 && wasForeign) throw conflict(found, foreign);
    const isLate = wasShown && diffConfigs({ asked: previous.config, found: found.config }).length === 0;
    const isSettled = clock.monotonicMs() - startedMs >= settlingMs;
    if (isUnseen && isSettled) throw unread(previous);
    if (
      foreign.length === 0 &&
      !isUnseen &&
      (!isLate || isSettled || diffConfigs({ asked: desired, found: found.config }).length === 0)
    )
      return found;
    wasForeign = foreign.length > 0;
    await clock.sleep(rereadMs, signal);
  }
}

/** Nothing to write back: the endpoint still shows its previous configuration. */
function unchanged(live: Endpoint, desired: EndpointConfig, context: RolloutContext): Written {
  const watch = watchConfig({ id: live.id, desired, earlier: undefined, context });
  const expectation = expectationWithoutWrite({ live, wait: 'ready' });
  return { endpoint: live, before: undefined, watch, expectation, origin: undefined };
}

/** The workers of the version that has failed are the old ones now; those from before the update are right again, and so is one that was only starting. */
function withPreviousWorkers(expectation: Expectation, { previous, failed }: { previous: Endpoint; failed: Endpoint }) {
  const { oldWorkerIds } = expectation;
  if (!oldWorkerIds) return expectation;
  const settled = (endpoint: Endpoint) =>
    endpoint.workers.filter((worker) => isReady(worker, endpoint) || hasFailed(worker, endpoint));
  const nameless = (endpoint: Endpoint) =>
    settled(endpoint).filter((worker) => worker.id === '' && isPresent(worker)).length;
  const wrong = new Set(settled(failed));
  const right = [...previous.workers, ...failed.workers.filter((worker) => !wrong.has(worker))];
  return {
    ...expectation,
    // It served under this word, or showed no workers; what has failed says nothing of that.
    ...pastOf(previous),
    oldWorkerIds: oldWorkerIds.difference(new Set(right.map(({ id }) => id))),
    oldNameless: Math.max(0, nameless(failed) - nameless(previous)),
  };
}

function unread({ id, config }: Endpoint): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `endpoint ${config.name} (${id}) could not be read completely within ${restoreSeconds} s, so nothing was written back`,
    endpointId: id,
  });
}

/** The previous configuration as far as updates can bring it back, and what they cannot: several products, a CUDA version taken away. */
function reachable(
  previous: EndpointConfig,
  { found, withoutV1 }: { found: EndpointConfig; withoutV1: boolean },
): { target: EndpointConfig; lost: Change[] } {
  const changes = diffConfigs({ asked: previous, found });
  const { problems } = routeUpdate({ changes, desired: previous, withoutV1, resend: false });
  const unreachable = new Set(problems.map(({ member }) => member));
  const lost = changes.filter(({ member }) => unreachable.has(member));
  const target = buildConfig((member) => configValue(unreachable.has(member.path) ? found : previous, member));
  return { target, lost };
}

function notRestorable({ id, config }: Endpoint, lost: readonly Change[]): RolloutError {
  const members = lost.map(({ member, from, to }) => `${member} (was ${to ?? 'none'}, is ${from ?? 'none'})`);
  return new RolloutError({
    code: 'not-applied',
    message: `endpoint ${config.name} (${id}) has its previous configuration again except ${members.join(', ')}, which no update can restore`,
    endpointId: id,
  });
}
