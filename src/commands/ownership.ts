/** Owns the question whether an endpoint may be touched: by the record that an earlier run has left on it, never by the look of its name. */

import { DeployError } from '../errors.ts';
import { readRecord } from '../plan/record.ts';
import type { Endpoint } from '../service/endpoint.ts';

export interface Claim {
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  /** Set for the preview of a pull request: only an endpoint that is recorded as that preview may be changed. */
  pullRequest?: number | undefined;
  /** Takes over what belongs to another. */
  adopt: boolean;
}

/** Why the endpoint is refused; undefined when it may be deployed. */
export function refuseForeign(
  live: Endpoint | undefined,
  { repository, pullRequest, adopt }: Claim,
): DeployError | undefined {
  if (!live || adopt) return undefined;
  const record = readRecord(live.config);
  const shown = `endpoint ${live.config.name} (${live.id})`;
  if (record && record.repository !== repository) {
    return new DeployError({
      code: 'owned',
      message: `${shown} is recorded as deployed by ${record.repository} (run ${record.run}, ${record.time}), not by ${repository || 'this machine'}`,
    });
  }
  if (pullRequest !== undefined && record?.pullRequest !== pullRequest) {
    return new DeployError({
      code: 'owned',
      message: `${shown} has the name of a preview, but ${record ? 'its record names another pull request or none' : 'no record'} shows that it is one`,
      hint: 'Delete or rename it, or set `adopt: true` to make it the preview: it is then deleted when the pull request closes.',
    });
  }
  return undefined;
}

/** Whether the record says for certain that the endpoint is a preview of this repository, and of which pull request. */
export function previewNumberOf({ config }: Endpoint, repository: string): number | undefined {
  const record = readRecord(config);
  return record && repository !== '' && record.repository === repository ? record.pullRequest : undefined;
}
