/** Whose an endpoint is: the record that each run leaves on it, and who may change or delete it by that record. Its name proves nothing. */

import { DeployError } from '../errors.ts';
import { isSameRepository } from '../github/event.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type DeploymentRecord, readRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { version } from '../version.ts';
import type { CommandContext } from './context.ts';

export interface Claim {
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  /** Set for the preview of a pull request: only an endpoint that is recorded as that preview may be changed. */
  pullRequest?: number | undefined;
  /** Takes over what belongs to another. */
  adopt: boolean;
}

/** Why a plan or a deletion is refused: it would change the endpoint of somebody else, be it the one found or the one that an interrupted replacement has left. */
export function checkOwnership(
  { live, successor }: Pick<Plan, 'live' | 'successor'>,
  claim: Claim,
): DeployError | undefined {
  if (claim.adopt) return undefined;
  return (live && checkEndpoint(live, claim)) ?? (successor && checkEndpoint(successor, claim));
}

function checkEndpoint(live: Endpoint, { repository, pullRequest }: Claim): DeployError | undefined {
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

/** The pull request whose preview the endpoint is; undefined unless its record says for certain that it is one of this repository. */
export function previewNumberOf({ config }: Endpoint, repository: string): number | undefined {
  const record = readRecord(config);
  return record && isSameRepository(record.repository, repository) ? record.pullRequest : undefined;
}

/** What this run notes of itself; undefined outside a workflow, where there is no commit that could be noted. */
export function newRecord(
  { clock, github }: Pick<CommandContext, 'clock' | 'github'>,
  pullRequest: number | undefined,
): DeploymentRecord | undefined {
  const { repository, sha, ref, runId, runAttempt } = github.context;
  if (repository === '' || sha === '') return undefined;
  return {
    repository,
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    ...(pullRequest !== undefined && { pullRequest }),
    time: clock.date().toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
  };
}
