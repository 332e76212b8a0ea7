/** The restore of an updated endpoint: its previous configuration, read back and waited for. */

import { buildConfig, configValue, type EndpointConfig, isUnread } from '../model/config.ts';
import { type Change, diffConfigs, incomparableMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readParked, readRecord } from '../model/record.ts';
import { routeUpdate } from '../plan/route.ts';
import { isReady } from './condition.ts';
import { type RolloutContext, withTime } from './context.ts';
import { workersByRecord } from './effect.ts';
import { RolloutError } from './errors.ts';
import { observe } from './observe.ts';
import { restoreMs, settlingMs, waitPauses } from './times.ts';
import { awaitReady } from './wait.ts';
import { unwritten, writeCalls } from './writes.ts';

const slowHint = 'A rollback is not waited for any longer. Check the endpoint: it may still become ready.';

interface RestoreRequest {
  previous: Endpoint;
  /** What the update that failed was to bring. */
  desired: EndpointConfig;
  /** What the failure already names as not applied: the service has done it, and no one else. */
  unapplied: readonly Change[];
  /** A reading has shown what the update brought, so that one that does not may be late. */
  wasShown: boolean;
  context: RolloutContext;
}

/**
 * Resolves when the previous configuration has been written back and serves again, within five minutes of its own; what
 * no update can put back is named and left. Rejects with `conflict` when somebody else has changed the endpoint
 * meanwhile, which is then left alone; otherwise with what the writes, their verification or the wait reject with.
 */
export async function restore(request: RestoreRequest): Promise<void> {
  const { previous, desired } = request;
  const context = withTime(request.context, restoreMs);
  const { onEvent, clock } = context;
  const failed = await readFailed({ ...request, context });
  const { target, lost } = reachable(previous, { desired, found: failed.config });
  const changes = diffConfigs({ asked: target, found: failed.config });
  const { calls } = routeUpdate({ changes, desired: target, resend: false });
  // They rode along with the update, and nothing shows what they were before.
  const unknown = incomparableMembers({ asked: desired, found: previous.config });
  const unrestored = [...new Set([...unknown, ...lost])];
  onEvent({ kind: 'restoring', changes, calls, unrestored });
  const record = readRecord(previous.config);
  const parked = readParked(previous.config);
  // What comes back only in part has never run so before.
  const rightIds = new Set(lost.size > 0 ? [] : previous.workers.map(({ id }) => id));
  const writes = { calls, desired: target, live: failed, record, parked, rightIds, earlier: [desired] };
  const written =
    calls.length === 0 ? unwritten(failed, { desired: target, clock }) : await writeCalls(writes, context);
  onEvent({ kind: 'put-back', endpointId: previous.id });
  const goal = { wait: 'ready', isTested: false } as const;
  // What was not seen to serve before is not waited for: a worker of an older version may have served.
  const { isStaleId } = workersByRecord(previous);
  const served = previous.workers.some((worker) => isReady(worker, previous) && !isStaleId(worker.id));
  const serves = served || previous.config.workerConfig.minNum === 0;
  if (serves) await awaitReady({ written, goal, hint: slowHint, context });
  onEvent({ kind: 'restored', endpointId: previous.id, serves, unrestored });
}

/** What is there now. Rejects with `conflict` where somebody else's change is. */
async function readFailed({ previous, desired, unapplied, wasShown, context }: RestoreRequest): Promise<Endpoint> {
  const { clock } = context;
  const startedMs = clock.monotonicMs();
  const deadlineMs = context.deadlineMs();
  // What the service has made of the update counts as known.
  const applied = unapplied.length > 0 ? [previous.config, desired] : [previous.config];
  const target = { id: previous.id, desired, earlier: applied, sent: ['v1', 'v2'] as const };
  const isAsBefore = ({ config }: Endpoint) => diffConfigs({ asked: previous.config, found: config }).length === 0;
  const found = await observe(target, {
    decide: ({ endpoint, match, atMs }) => {
      const isSettled = atMs - startedMs >= settlingMs;
      if (match.kind === 'partial' && isSettled) throw unread(previous);
      const isLate = wasShown && isAsBefore(endpoint) && !isAsBefore({ ...endpoint, config: desired });
      return match.kind !== 'partial' && (!isLate || isSettled) ? endpoint : undefined;
    },
    pauseMs: () => waitPauses.closeMs,
    deadlineMs,
    context,
  });
  if (!found) throw unread(previous);
  return found;
}

function unread({ id, config }: Endpoint): RolloutError {
  return new RolloutError({
    code: 'unavailable',
    message: `endpoint ${config.name} (${id}) could not be read completely within ${restoreMs / 1000} s, so nothing was written back`,
    endpointId: id,
  });
}

/** The previous configuration as far as updates can bring it back, and the fields that they cannot. */
function reachable(
  { config: previous }: Endpoint,
  { desired, found }: { desired: EndpointConfig; found: EndpointConfig },
): { target: EndpointConfig; lost: ReadonlySet<string> } {
  // What the previous reading did not tell stays as the update has brought it: nothing shows what it was.
  const known = mixed(previous, { other: desired, isOfOther: (path) => isUnread(previous, path) });
  const asked = { ...known, ...(desired.unread && { unread: desired.unread }) };
  const changes = diffConfigs({ asked, found });
  const lost = new Set(routeUpdate({ changes, desired: asked, resend: false }).problems.map(({ member }) => member));
  const target = mixed(asked, { other: found, isOfOther: (path) => lost.has(path) });
  return { target: { ...target, ...(desired.unread && { unread: desired.unread }) }, lost };
}

function mixed(
  config: EndpointConfig,
  { other, isOfOther }: { other: EndpointConfig; isOfOther: (path: string) => boolean },
): EndpointConfig {
  return buildConfig((member) => configValue(isOfOther(member.path) ? other : config, member));
}
