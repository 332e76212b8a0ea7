/** What a run notes of itself and of its version. Pure. */

import { noteConfig } from '../model/deployed.ts';
import type { DeploymentRecord, EarlierVersion } from '../model/record.ts';
import { maxSecretKeys, noteTests, shorten } from '../model/shortened.ts';
import { version } from '../version.ts';
import { eventOf, plannedVersion } from './history.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

/** What a run notes of itself and of its version on an endpoint, at that date. */
export function newRecord(
  plan: Plan,
  { inputs, github, preview }: Run,
  { date, before }: { date: Date; before: readonly EarlierVersion[] },
): DeploymentRecord {
  const { resolvedImage, imageFrom, desired, tests, secretKeys, foreignEnvs, isCandidate } = plan;
  const { repository, repositoryId, sha, ref, runId, runAttempt } = github.context;
  const inWorkflow = {
    repository,
    ...(repositoryId !== '' && { repositoryId }),
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    event: eventOf(github.context),
    ...(preview && { pullRequest: preview.pullRequest.number }),
    name: desired.name,
  };
  // The tag that the digest stood for, so that the next plan can name both.
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  const isOwn = (key: string) => !foreignEnvs.includes(key);
  return {
    // Elsewhere there is no commit to record.
    ...(repository !== '' && sha !== '' && inWorkflow),
    time: date.toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
    ...noteTests(tests),
    ...(isCandidate && { candidate: true as const }),
    ...(inputs.wait === 'none' && { wait: 'none' as const }),
    ...(secretKeys.length > 0 && { secretKeys: shorten(secretKeys, maxSecretKeys) }),
    ...(imageFrom === 'input' && { imageInput: shorten([desired.image.image]) }),
    ...(isPinned && { pinnedFrom: resolvedImage.written }),
    ...(desired.image.image !== '' && { image: desired.image.image }),
    envKeys: shorten(desired.envs.map(({ key }) => key).filter(isOwn)),
    deployed: noteConfig(desired, isOwn),
    ...(secretKeys.length > 0 && { deployedPlain: plannedVersion(plan) }),
    before: [...before],
  };
}
