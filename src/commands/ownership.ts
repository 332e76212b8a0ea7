/** Owns the question whether an endpoint may be touched: by the record that an earlier run has left on it, never by the look of its name. */

import { DeployError } from '../errors.ts';
import { isSameRepository } from '../github/event.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';

export interface Claim {
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  /** Set for the preview of a pull request: only an endpoint that is recorded as that preview may be changed. */
  pullRequest?: number | undefined;
  /** Takes over what belongs to another. */
  adopt: boolean;
}

/** Why a plan or a deletion is refused: it would change the endpoint of somebody else, be it the one found or the one that an interrupted replacement has left. */
export function refuseForeign(
  { live, successor }: Pick<Plan, 'live' | 'successor'>,
  claim: Claim,
): DeployError | undefined {
  if (claim.adopt) return undefined;
  return (live && refuseEndpoint(live, claim)) ?? (successor && refuseEndpoint(successor, claim));
}

function refuseEndpoint(live: Endpoint, { repository, pullRequest }: Claim): DeployError | undefined {
  const record = readRecord(live.config);
  const shown = `endpoint ${live.config.name} (${live.id})`;
  if (record && !isSameRepository(record.repository, repository)) {
    return new DeployError({
      code: 'owned',
      message: `${shown} is recorded as deployed by ${record.repository} (run ${record.run}, ${record.time}), not by ${repository || 'this machine'}`,
      hint: 'Choose another `name`. To take the endpoint over, or after a rename of the repository, set `adopt: true`.',
    });
  }
  if (pullRequest !== undefined && record?.pullRequest !== pullRequest) {
    return new DeployError({
      code: 'owned',
      message: `${shown} has the name of a preview, but ${record ? 'its record names another pull request or none' : 'no record'} shows that it is one`,
      hint: 'Delete or rename it, or set `adopt: true` to take it over as the preview.',
    });
  }
  return undefined;
}

/** Whether the record says for certain that the endpoint is a preview of this repository, and of which pull request. */
export function previewNumberOf({ config }: Endpoint, repository: string): number | undefined {
  const record = readRecord(config);
  return record && isSameRepository(record.repository, repository) ? record.pullRequest : undefined;
}
