/** Whose an endpoint is: the record that each run leaves on it, and who may change or delete it by that record. Its name proves nothing. */

import { DeployError } from '../errors.ts';
import { isSameRepository } from '../github/payload.ts';
import { isUnread } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type DeploymentRecord, readRecord, recordDoubt } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CommandContext } from './context.ts';

export interface Claim {
  /** `owner/name` of this run; '' outside a workflow. */
  repository: string;
  /** Its id; '' when it is not told. */
  repositoryId?: string;
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

/** A repository as a run knows it, or as a record names it. */
type RepositoryName = Pick<DeploymentRecord, 'repository' | 'repositoryId'>;

/** By the ids where both are known, so that a rename or a transfer changes nothing and a new repository of an old name gets nothing; by the names otherwise. */
export function isOwn(recorded: RepositoryName, ours: RepositoryName): boolean {
  if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
  return isSameRepository(recorded.repository, ours.repository);
}

/**
 * Whether more than the name and the id of an endpoint may be shown. A spec can name any endpoint of the account, and what comes from a fork is written by
 * anybody: that gets to see what is recorded as this repository's, and nothing else.
 */
export function mayShow(
  { live, successor }: Pick<Plan, 'live' | 'successor'>,
  {
    inputs,
    github,
  }: { inputs: Pick<CommandContext['inputs'], 'allow'>; github: Pick<CommandContext['github'], 'context'> },
): boolean {
  return [live, successor].every((endpoint) => {
    if (!endpoint) return true;
    if (recordDoubt(endpoint.config)) return inputs.allow.has('adopt');
    const record = readRecord(endpoint.config);
    if (record) return inputs.allow.has('adopt') || isOwn(record, github.context);
    return inputs.allow.has('untrusted') || github.context.trust.kind === 'trusted';
  });
}

/** Why a run may not write to the service at all: the spec may be anybody's, and the key is the repository's. */
export function checkTrust({
  inputs,
  github: {
    context: { trust },
  },
}: {
  inputs: Pick<CommandContext['inputs'], 'allow' | 'command'>;
  github: Pick<CommandContext['github'], 'context'>;
}): DeployError | undefined {
  if (trust.kind === 'trusted' || inputs.allow.has('untrusted')) return undefined;
  return new DeployError({
    code: 'inputs-invalid',
    message: `\`${inputs.command}\` does not run ${trust.why}`,
    hint: 'Run the step on `push`, or on `pull_request` of a branch of this repository. If everything that reaches this workflow is reviewed first, add `untrusted` to `allow`.',
  });
}

function checkEndpoint(live: Endpoint, { repository, repositoryId, pullRequest }: Claim): DeployError | undefined {
  const record = readRecord(live.config);
  const shown = `endpoint ${live.config.name} (${live.id})`;
  const doubt = recordDoubt(live.config);
  if (doubt)
    return new DeployError({
      code: 'owned',
      message: `${shown} ${doubt}, so nothing proves that no other repository has deployed it`,
      hint: "Check the endpoint on the service's website. To take it over anyway, add `adopt` to `allow`.",
    });
  if (record && !isOwn(record, { repository, ...(repositoryId && { repositoryId }) })) {
    return new DeployError({
      code: 'owned',
      message: `${shown} was deployed by ${record.repository} (run ${record.run}, ${record.time}), not by ${repository || 'this machine'}`,
      hint: 'Choose another `name`. To take the endpoint over, add `adopt` to `allow`.',
    });
  }
  if (pullRequest !== undefined && record?.pullRequest !== pullRequest) {
    return new DeployError({
      code: 'owned',
      message: `${shown} has the name of a preview, but ${record ? 'its record does not name this pull request' : 'it has no such record'}`,
      hint: 'Delete or rename it, or add `adopt` to `allow` to take it over as the preview.',
    });
  }
  return undefined;
}

/** The endpoint with its envs, which a list may leave out, since they tell whose it is; as it was where it cannot be read. Fails only with a defect. */
export async function withEnvs(
  endpoint: Endpoint,
  { client, signal }: { client: Pick<ServiceClient, 'get'>; signal: AbortSignal },
): Promise<Endpoint> {
  if (!isUnread(endpoint.config, 'envs') || endpoint.id === '') return endpoint;
  return client.get(endpoint.id, { signal }).catch((error: unknown) => {
    if (error instanceof DeployError) return endpoint;
    throw error;
  });
}

/** The pull request whose preview the endpoint is; undefined unless its record says for certain that it is one of this repository. */
export function previewNumberOf({ config }: Endpoint, repository: RepositoryName): number | undefined {
  const record = readRecord(config);
  return record && isOwn(record, repository) ? record.pullRequest : undefined;
}
