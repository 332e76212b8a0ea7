/** The way back from a configuration to the spec that describes it. */

import {
  configValue,
  creationDefaults,
  type EndpointConfig,
  isUnread,
  isUnset,
  type Member,
  members,
  treeOf,
} from './config.ts';
import { withoutPendingMarker } from './pending-marker.ts';
import { withoutRecord } from './record.ts';
import type { Spec } from './spec.ts';

/**
 * The spec that describes a configuration: desired again from it, nothing changes. What has the default of a new endpoint is left out.
 * Members that the service never returns are not in it, nor is an `appName` that is the endpoint's id, which the service takes when none is given.
 */
export function specOf(config: EndpointConfig, { id }: { id: string }): Spec {
  const own = { ...config, envs: withoutPendingMarker(withoutRecord(config.envs)) };
  const isGiven = (member: Member): boolean => {
    const value = configValue(own, member);
    if (!member.returned || isUnread(config, member.path) || (member.path === 'appName' && value === id)) return false;
    // A spec has exactly one port: a comment in the file says what there is instead.
    if (member.kind === 'ports' && (value as readonly unknown[]).length !== 1) return false;
    if (alwaysGiven.has(member.path)) return true;
    if (isUnset(value)) return false;
    return value !== configValue(creationDefaults, member) || member.default === undefined;
  };
  return treeOf(members.filter(isGiven).map((member) => [member.path, configValue(own, member)])) as Spec;
}

/** What a reader always expects in a spec. */
const alwaysGiven: ReadonlySet<string> = new Set(['name', 'image.image', 'policy.type', 'policy.value', 'ports']);

/** What of a configuration no spec can say, each with what to do, for the reader of the exported file. */
export function unspeakableMembers(config: EndpointConfig): string[] {
  const { ports, unread = [] } = config;
  const isUnreadPorts = isUnread(config, 'ports');
  return [
    ...(ports.length === 1 || isUnreadPorts
      ? []
      : [
          `ports: the endpoint has ${ports.length === 0 ? 'none' : ports.join(' and ')}, and a spec has exactly one. Add it: a deploy requires it.`,
        ]),
    ...unread.map(
      ({ path, found }) =>
        `${path}: the service returned ${found}. Add it: a deploy that changes anything requires it.`,
    ),
  ];
}
