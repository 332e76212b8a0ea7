/** The record that a run keeps on an endpoint: what it says, and when it is written. */

import { replacesWorkers } from '../model/config.ts';
import { recordEnvKey } from '../model/env-rules.ts';
import { type DeploymentRecord, withRecord } from '../model/record.ts';
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

/**
 * The plan with the record among its envs: `record` where the plan replaces workers anyway. Elsewhere the live one stays, to the letter, because a changed env
 * would restart them.
 */
export function withRunRecord(plan: Plan, record: DeploymentRecord | undefined): Plan {
  const { live, desired } = plan;
  if (live && !restartsWorkers(plan)) {
    const kept = live.config.envs.filter(({ key }) => key === recordEnvKey);
    return { ...plan, desired: { ...desired, envs: [...desired.envs, ...kept] } };
  }
  if (!record) return plan;
  return { ...plan, desired: { ...desired, envs: withRecord(desired.envs, withPinnedImage(record, plan)) } };
}

/** Whether carrying out the plan replaces workers, and so writes the record. */
export function restartsWorkers({ operation, changes, calls, unverifiable }: Plan): boolean {
  if (operation !== 'update') return operation !== 'unchanged';
  const sent = calls.includes('update-v2') ? unverifiable : [];
  return [...changes.map(({ member }) => member), ...sent].some(replacesWorkers);
}

/** Records the tag that the digest stood for, so that the next plan can name both. */
function withPinnedImage(record: DeploymentRecord, { resolvedImage, desired }: Plan): DeploymentRecord {
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  return isPinned ? { ...record, pinnedFrom: resolvedImage.written } : record;
}
