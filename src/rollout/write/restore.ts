/** The restore of an updated endpoint: its previous configuration, read back and waited for. */

import { buildConfig, configValue, type EndpointConfig, isUnread } from '../../model/config.ts';
import { envsOfOthers, withoutOthers } from '../../model/desired.ts';
import { diffConfigs, incomparableMembers } from '../../model/diff.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { readParked, readRecord, writtenIn } from '../../model/record.ts';
import { routeUpdate } from '../../plan/route.ts';
import { restoreMs, settlingMs, waitPauses } from '../../times.ts';
import { type RolloutContext, withTime } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { isReady } from '../evidence/condition.ts';
import { oldByRecord, supersededByRecord } from '../evidence/effect.ts';
import { observe } from '../read/observe.ts';
import { awaitReady } from '../wait.ts';
import { asFound, type Written, writeCalls } from './write.ts';

const slowHint = 'A rollback is not waited for any longer. Check the endpoint: it may still become ready.';

interface RestoreRequest {
  previous: Endpoint;
  desired: EndpointConfig;
  /** A reading has shown what the update brought, so that one that does not may be late. */
  wasShown: boolean;
  context: RolloutContext;
}

/**
 * Resolves when the previous configuration has been written back and serves again, within five minutes of its own; what
 * no update puts back is named and left. Rejects with `conflict` when somebody else has changed the endpoint meanwhile,
 * which is then left alone; otherwise with what the writes, their verification or the wait reject with.
 */
export async function restore(request: RestoreRequest): Promise<void> {
  const { previous } = request;
  const context = withTime(request.context, restoreMs);
  const { written, unrestored } = await writeBack({ ...request, context });
  context.onEvent({ kind: 'put-back', endpointId: previous.id });
  const goal = { wait: 'ready', isTested: false } as const;
  // A version that was not seen to serve is not waited for: a superseded worker may have served.
  const isSuperseded = supersededByRecord(previous);
  const served = previous.workers.some((worker) => isReady(worker, previous) && !isSuperseded(worker.id));
  const serves = served || previous.config.workerConfig.minNum === 0;
  if (serves) await awaitReady({ written, goal, hint: slowHint, context });
  context.onEvent({ kind: 'restored', endpointId: previous.id, serves, unrestored });
}

/** `kept`: fields that the service has kept as the update made them, although their previous values were sent. */
async function writeBack(
  request: RestoreRequest,
  kept: readonly string[] = [],
): Promise<{ written: Written; unrestored: readonly string[] }> {
  const { previous, context } = request;
  // Envs that no deploy has written did not come by the update.
  const desired = { ...request.desired, envs: withoutOthers(request.desired.envs, previous.config) };
  const failed = await readFailed({ ...request, desired });
  const { target, lost } = reachable(previous, { desired, found: failed.config, kept });
  const changes = diffConfigs({ asked: target, found: failed.config });
  const { calls: routed } = routeUpdate({ changes, desired: target, resend: false });
  // Only its record says that it was parked.
  const isUnparked = readParked(previous.config) !== undefined && readParked(failed.config) === undefined;
  const calls = routed.length === 0 && isUnparked ? (['update-v1'] as const) : routed;
  // They rode along with the update, and nothing shows what they were before.
  const unknown = incomparableMembers({ asked: desired, found: previous.config });
  const unrestored = [...new Set([...unknown, ...lost])];
  context.onEvent({ kind: 'restoring', changes, calls, unrestored });
  if (calls.length === 0) return { written: asFound(failed, { desired: target, context }), unrestored };
  // After a partial restore, the old workers do not run this configuration; superseded workers never did.
  const isSuperseded = oldByRecord(previous);
  const right = previous.workers.filter(({ id }) => lost.size === 0 && !isSuperseded(id));
  const rightIds = new Set(right.map(({ id }) => id));
  const [record, parked] = [readRecord(previous.config), readParked(previous.config)];
  const purpose = { kind: 'restore', previous: previous.config, rightIds } as const;
  const writes = { calls, desired: target, live: failed, record, parked, purpose, earlier: [desired] };
  try {
    return { written: await writeCalls(writes, context), unrestored };
  } catch (error) {
    const unapplied = error instanceof RolloutError ? error.unapplied.map(({ member }) => member) : [];
    // The image is always put back.
    const isRest = unapplied.length > 0 && unapplied.length < changes.length && !unapplied.includes('image.image');
    if (!isRest || kept.length > 0) throw error;
    return writeBack(request, unapplied);
  }
}

async function readFailed({ previous, desired, wasShown, context }: RestoreRequest): Promise<Endpoint> {
  const { clock } = context;
  const startedMs = clock.monotonicMs();
  const deadlineMs = context.deadlineMs();
  const lateUntilMs = startedMs + settlingMs;
  const target = { id: previous.id, desired, earlier: [previous.config], sent: ['v1', 'v2'] as const, lateUntilMs };
  const isAsBefore = ({ config }: Endpoint) => diffConfigs({ asked: previous.config, found: config }).length === 0;
  const found = await observe(target, {
    decide: ({ endpoint, match, atMs }) => {
      const isSettled = atMs >= lateUntilMs;
      if (match.kind === 'foreign') return undefined;
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

/** The previous configuration as far as updates bring it back, and the fields that they do not. */
function reachable(
  { config: previous }: Endpoint,
  { desired, found, kept: refused }: { desired: EndpointConfig; found: EndpointConfig; kept: readonly string[] },
): { target: EndpointConfig; lost: ReadonlySet<string> } {
  // What the previous reading did not tell stays as the update has brought it: nothing shows what it was.
  const known = mixed(previous, { other: desired, isOfOther: (path) => isUnread(previous, path) });
  // What no deploy has written stays as it is now.
  const others = envsOfOthers(found);
  const own = new Set(withoutOthers(known.envs, previous));
  const isWritten = writtenIn(found);
  // One of others that the update has taken over comes back as well.
  const kept = known.envs.filter((env) => own.has(env) || isWritten?.(env.key));
  const ours = kept.filter(({ key }) => !others.some((other) => other.key === key));
  const asked = { ...known, envs: [...ours, ...others], ...(desired.unread && { unread: desired.unread }) };
  const changes = diffConfigs({ asked, found });
  const { problems } = routeUpdate({ changes, desired: asked, resend: false });
  const lost = new Set([...problems.map(({ member }) => member), ...refused]);
  const isLost = (path: string) => [...lost].some((member) => member === path || member.startsWith(`${path}.`));
  const target = mixed(asked, { other: found, isOfOther: isLost });
  return { target: { ...target, ...(desired.unread && { unread: desired.unread }) }, lost };
}

function mixed(
  config: EndpointConfig,
  { other, isOfOther }: { other: EndpointConfig; isOfOther: (path: string) => boolean },
): EndpointConfig {
  return buildConfig((member) => configValue(isOfOther(member.path) ? other : config, member));
}
