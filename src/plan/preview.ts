/** The name of a pull request's endpoint: made of its spec's name and the number, within the service's lengths. */

import { createHash } from 'node:crypto';
import type { Spec } from '../model/spec.ts';

/** service-api.md, v1 Create endpoint. */
const nameLengthMax = 220;
/** The name is a part of the URL's first label (`{id}-{appName}`), which a host name limits to 63 characters, 17 of them taken by the id. */
const appNameLengthMax = 46;

/** The spec of the preview for one pull request: `<name>-pr-<number>`, and `appName` likewise where there is one. */
export function previewSpec(spec: Spec, pullRequest: number): Spec {
  const { appName } = spec;
  return {
    ...spec,
    name: previewName(spec.name, { pullRequest, lengthMax: nameLengthMax }),
    ...(appName !== undefined && { appName: previewName(appName, { pullRequest, lengthMax: appNameLengthMax }) }),
  };
}

/** A name that would be too long keeps its beginning and gets a hash of the whole, so that two long names never meet. */
function previewName(name: string, { pullRequest, lengthMax }: { pullRequest: number; lengthMax: number }): string {
  const suffix = `-pr-${pullRequest}`;
  if (name.length + suffix.length <= lengthMax) return name + suffix;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  // Not inside a character: half of one would not survive the way to the service and back.
  const beginning = name.slice(0, lengthMax - suffix.length - hash.length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning}-${hash}${suffix}`;
}
