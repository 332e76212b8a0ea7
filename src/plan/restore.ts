/** Previous configuration × the one that failed → what a restore writes, and what it has to leave. */

import { buildConfig, configValue, type EndpointConfig, isUnread } from '../model/config.ts';
import { envsOfOthers, withoutOthers } from '../model/desired.ts';
import { type Change, diffConfigs, incomparableMembers } from '../model/diff.ts';
import { readParked, writtenIn } from '../model/record.ts';
import { type Call, routeUpdate } from './route.ts';

interface RestoreInput {
  previous: EndpointConfig;
  /** What the update that failed was to bring. */
  failed: EndpointConfig;
  /** What the endpoint shows now. */
  found: EndpointConfig;
  /** Fields that the service has kept as the update made them, although their previous values were sent. */
  kept: readonly string[];
}

interface RestorePlan {
  /** The previous configuration as far as updates bring it back. */
  target: EndpointConfig;
  changes: readonly Change[];
  calls: readonly Call[];
  /** The fields that no update brings back. */
  lost: ReadonlySet<string>;
  /** These, and fields with a previous value that no reading shows. */
  unrestored: readonly string[];
}

export function planRestore({ previous, failed, found, kept: refused }: RestoreInput): RestorePlan {
  // What the previous reading did not tell stays as the update has brought it: nothing shows what it was.
  const known = buildConfig((member) => configValue(isUnread(previous, member.path) ? failed : previous, member));
  // What no deploy has written stays as it is now.
  const others = envsOfOthers(found);
  const own = new Set(withoutOthers(known.envs, previous));
  const isWritten = writtenIn(found);
  // One of others that the update has taken over comes back as well.
  const kept = known.envs.filter((env) => own.has(env) || isWritten?.(env.key));
  const ours = kept.filter(({ key }) => !others.some((other) => other.key === key));
  const unread = failed.unread && { unread: failed.unread };
  const asked = { ...known, envs: [...ours, ...others], ...unread };
  const { problems } = routeUpdate({ changes: diffConfigs({ asked, found }), desired: asked, resend: false });
  const lost = new Set([...problems.map(({ member }) => member), ...refused]);
  const isLost = (path: string) => [...lost].some((member) => member === path || member.startsWith(`${path}.`));
  const target = { ...buildConfig((member) => configValue(isLost(member.path) ? found : asked, member)), ...unread };
  const changes = diffConfigs({ asked: target, found });
  const { calls: routed } = routeUpdate({ changes, desired: target, resend: false });
  // Only its record says that it was parked.
  const isUnparked = readParked(previous) !== undefined && readParked(found) === undefined;
  const calls = routed.length === 0 && isUnparked ? (['update-v1'] as const) : routed;
  // They rode along with the update, and nothing shows what they were before.
  const unknown = incomparableMembers({ asked: failed, found: previous });
  return { target, changes, calls, lost, unrestored: [...new Set([...unknown, ...lost])] };
}
