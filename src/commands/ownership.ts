/** Which repository an endpoint belongs to, by its record alone, and who may change or delete it. */

import { DeployError } from '../errors.ts';
import { isSameRepository } from '../github/event.ts';
import { isUnread } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { type DeploymentRecord, readRecord, recordDoubt } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { Lookup } from '../rollout/lookup.ts';
import { version } from '../version.ts';
import { type CommandContext, redactEnvs } from './context.ts';

/**
 * Why a plan or a deletion is refused: it would change another repository's endpoint, be it the one found or the one
 * that an interrupted replacement has left. With a `pullRequest`, only an endpoint that is recorded as its preview may
 * be changed.
 */
export function checkOwnership(
  { live, successor }: Lookup,
  { context, pullRequest }: { context: CommandContext; pullRequest?: number | undefined },
): DeployError | undefined {
  const { inputs, github } = context;
  if (inputs.allow.has('adopt')) return undefined;
  const check = (endpoint: Endpoint) => checkEndpoint(endpoint, { ours: github.context, pullRequest });
  return (live && check(live)) ?? (successor && check(successor));
}

/** A repository as a run knows it, or as a record names it. */
interface RepositoryName {
  repository: string;
  repositoryId?: string;
}

/** By the ids where both are known, since they survive a rename and a transfer; by the names otherwise. */
export function isOwn(recorded: RepositoryName, ours: RepositoryName): boolean {
  if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
  return isSameRepository(recorded.repository, ours.repository);
}

/**
 * Whether more than the name and the id of an endpoint may be shown. A spec can name any endpoint of the account, and
 * what comes from a fork is written by anyone: that gets to see what is recorded as this repository's, and nothing
 * else. Outside a workflow, whoever holds the key reads the log.
 */
export function mayShow({ live, successor }: Lookup, { inputs, github }: CommandContext): boolean {
  return [live, successor].every((endpoint) => {
    if (!endpoint || github.context.repository === '') return true;
    if (recordDoubt(endpoint.config)) return inputs.allow.has('adopt');
    const record = readRecord(endpoint.config);
    if (record) return inputs.allow.has('adopt') || isOwn(record, github.context);
    return inputs.allow.has('untrusted') || github.context.trust.kind === 'trusted';
  });
}

function checkEndpoint(
  { id, config }: Endpoint,
  { ours, pullRequest }: { ours: RepositoryName; pullRequest: number | undefined },
): DeployError | undefined {
  const record = readRecord(config);
  const owned = (message: string, hint: string) =>
    new DeployError({ code: 'owned', message: `endpoint ${config.name} (${id}) ${message}`, hint });
  const doubt = recordDoubt(config);
  if (doubt)
    return owned(
      `${doubt}, so nothing proves that no other repository has deployed it`,
      "Check the endpoint on the service's website. To take it over anyway, add `adopt` to `allow`.",
    );
  if (record && !isOwn(record, ours)) {
    const { repository, run, time } = record;
    return owned(
      `was deployed by ${repository} (run ${run}, ${time}), not by ${ours.repository || 'this machine'}`,
      'Choose another `name`. To take the endpoint over, add `adopt` to `allow`.',
    );
  }
  if (pullRequest === undefined || record?.pullRequest === pullRequest) return undefined;
  const why = record ? 'its record does not name this pull request' : 'it has no such record';
  return owned(
    `has the name of a preview, but ${why}`,
    'Delete or rename it, or add `adopt` to `allow` to take it over as the preview.',
  );
}

/** The endpoint with its envs, which a list may omit and which name its repository; otherwise as {@link readNow}. */
export async function withEnvs(listed: Endpoint, context: CommandContext): Promise<Endpoint> {
  if (isUnread(listed.config, 'envs')) return readNow(listed, context);
  redactEnvs([listed], context.reporter);
  return listed;
}

/**
 * The endpoint by a reading of its own, since a list may be late; as it was listed where it cannot be read. From then
 * on nothing that is said contains the values of its envs. Fails only with a defect.
 */
export async function readNow(listed: Endpoint, { connections, signal, reporter }: CommandContext): Promise<Endpoint> {
  const client = await connections.service();
  const asListed = (error: unknown) => {
    if (error instanceof DeployError) return listed;
    throw error;
  };
  const live = listed.id === '' ? listed : await client.get(listed.id, { signal }).catch(asListed);
  redactEnvs([live], reporter);
  return live;
}

/** The pull request that the endpoint is a preview of, if its record says for certain that it is one of ours. */
export function previewNumberOf({ config }: Endpoint, repository: RepositoryName): number | undefined {
  const record = readRecord(config);
  return record && isOwn(record, repository) ? record.pullRequest : undefined;
}

/** What a run notes of itself on an endpoint; undefined outside a workflow, where there is no commit to record. */
export function newRecord(
  { resolvedImage, desired }: Plan,
  { context, pullRequest }: { context: CommandContext; pullRequest: number | undefined },
): DeploymentRecord | undefined {
  const { repository, repositoryId, sha, ref, runId, runAttempt } = context.github.context;
  if (repository === '' || sha === '') return undefined;
  // The tag that the digest stood for, so that the next plan can name both.
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  return {
    repository,
    ...(repositoryId !== '' && { repositoryId }),
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    ...(pullRequest !== undefined && { pullRequest }),
    time: context.clock.date().toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
    ...(isPinned && { pinnedFrom: resolvedImage.written }),
  };
}
