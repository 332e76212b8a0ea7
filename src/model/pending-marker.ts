/** The mark of a configuration that a second call has still to finish, for a run that dies between the two. */

import type { EndpointConfig } from './config.ts';
import { pendingMarkerKey } from './env-rules.ts';
import { v2Gaps } from './v2-range.ts';

/**
 * The configuration as the first of two calls sends it. What the service never returns cannot be seen to be missing: only the mark lets the next run see
 * a difference, and send everything.
 */
export function withPendingMarker(config: EndpointConfig): EndpointConfig {
  return { ...config, envs: [...withoutPendingMarker(config.envs), { key: pendingMarkerKey, value: 'true' }] };
}

/** Whether the finishing call can take the mark away: v2 carries envs as a whole or not at all. A mark that stays would never let the endpoint be finished. */
export function canClearPendingMarker(config: EndpointConfig): boolean {
  return !v2Gaps(withPendingMarker(config)).has('envs');
}

export function withoutPendingMarker(envs: EndpointConfig['envs']): EndpointConfig['envs'] {
  return envs.filter(({ key }) => key !== pendingMarkerKey);
}
