/** Previous configuration × the failed one → the writes of a restore, and the fields that it cannot restore. */

import { buildConfig, configValue, type EndpointConfig, isPartOf, isUnread } from '../model/config.ts';
import { diffConfigs, incomparableMembers } from '../model/diff.ts';
import { routeUpdate } from './route.ts';

interface RestoreInput {
  previous: EndpointConfig;
  /** The configuration of the failed update. */
  failed: EndpointConfig;
  /** The configuration now. */
  found: EndpointConfig;
  /** The mark of the previous configuration is to be written again, also where nothing else is. */
  isNoted: boolean;
}

/**
 * `target`: the previous configuration, as far as updates bring it back. `lost`: the fields that no update brings back.
 * `unrestored`: these, and fields with a previous value that no reading shows.
 */
export function planRestore({ previous, failed, found, isNoted }: RestoreInput) {
  // A member that the previous reading did not show stays as the update brought it.
  const known = buildConfig((member) => configValue(isUnread(previous, member.path) ? failed : previous, member));
  const unread = failed.unread && { unread: failed.unread };
  const asked = { ...known, ...unread };
  const { problems } = routeUpdate({ changes: diffConfigs({ asked, found }), desired: asked });
  const lost = new Set(problems.map(({ member }) => member));
  const isLost = (path: string) => [...lost].some((member) => isPartOf(member, path));
  const target = { ...buildConfig((member) => configValue(isLost(member.path) ? found : asked, member)), ...unread };
  const changes = diffConfigs({ asked: target, found });
  const { calls } = routeUpdate({ changes, desired: target, isNoted });
  // They were sent with the update, and no reading shows their previous values.
  const unknown = incomparableMembers({ asked: failed, found: previous });
  return { target, changes, calls, lost, unrestored: [...new Set([...unknown, ...lost])] };
}
