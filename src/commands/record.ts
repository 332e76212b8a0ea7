/** What a run notes of itself on an endpoint. */

import type { DeploymentRecord } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { version } from '../version.ts';
import type { CommandContext } from './context.ts';

/** Undefined outside a workflow, where there is no commit to record. */
export function newRecord(
  { clock, github }: Pick<CommandContext, 'clock' | 'github'>,
  pullRequest: number | undefined,
): DeploymentRecord | undefined {
  const { repository, repositoryId, sha, ref, runId, runAttempt } = github.context;
  if (repository === '' || sha === '') return undefined;
  return {
    repository,
    ...(repositoryId !== '' && { repositoryId }),
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    ...(pullRequest !== undefined && { pullRequest }),
    time: clock.date().toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
  };
}

/** Records the tag that the digest stood for, so that the next plan can name both. */
export function withPinnedImage(
  record: DeploymentRecord | undefined,
  { resolvedImage, desired }: Plan,
): DeploymentRecord | undefined {
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  return record && isPinned ? { ...record, pinnedFrom: resolvedImage.written } : record;
}
