/** Who wrote the code of a run, whose an endpoint is (by its record alone), and who may change or see it. */

import { DeployError, inputsInvalid } from '../errors.ts';
import { compareCommits } from '../github/commits.ts';
import { isOfRepository } from '../model/owner.ts';
import {
  type DeploymentRecord,
  maxSecretKeys,
  noteConfig,
  noteTests,
  readOwner,
  recordDoubt,
  shorten,
} from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import { isPreviewOf } from '../plan/previews.ts';
import { version } from '../version.ts';
import type { CommandContext, GitHubAccess } from './context.ts';

/**
 * The run after a build deploys the image of that build's commit, not what is checked out by now; a spec that is older
 * still says more of what is deployed.
 */
export async function withDeployedCommit({ inputs, github }: CommandContext): Promise<GitHubAccess> {
  const { upstream, sha } = github.context;
  if (!upstream?.sha || !upstream.branch) return github;
  const { sha: built, branch } = upstream;
  const ofBuild =
    upstream.event === 'release'
      ? { sha: built, ref: `refs/tags/${branch}` }
      : { sha: built, branch, ref: `refs/heads/${branch}` };
  const texts = [...inputs.variables.values()];
  const isOfBuild = inputs.image.size > 0 || texts.some((text) => text.includes(built.slice(0, 7)));
  const { standing } = await compareCommits(github.api, { base: sha, head: isOfBuild ? built : sha });
  const isCheckout = sha !== built && (!isOfBuild || standing === 'newer');
  return isCheckout ? github : { ...github, context: { ...github.context, ...ofBuild } };
}

/** Throws where a run may not use the key at all: the spec may be anyone's, and the key is the repository's. */
export function assertTrusted({ inputs, github }: CommandContext): void {
  const { distrust } = github.context;
  if (distrust === '' || inputs.allow.has('untrusted')) return;
  throw inputsInvalid(
    `\`${inputs.command}\` does not run ${distrust}`,
    'Run the step on `push`, or for previews on `pull_request` of a branch of this repository. ' +
      'If everything that reaches this workflow is reviewed first, add `untrusted` to `allow`.',
  );
}

/** Whether more than name and ID may be shown: a spec from a fork can name any endpoint of the account. */
export function mayShow({ live }: Pick<Plan, 'live'>, { inputs, github }: CommandContext): boolean {
  if (!live || github.context.repository === '') return true;
  if (recordDoubt(live.config)) return inputs.allow.has('adopt');
  const record = readOwner(live.config);
  if (record) return inputs.allow.has('adopt') || isOfRepository(record, github.context);
  return inputs.allow.has('untrusted') || github.context.distrust === '';
}

/** Why a plan or deletion is refused: the endpoint is another repository's, or not the preview's. */
export function checkOwnership(
  { live }: Pick<Plan, 'live'>,
  { inputs, github, preview }: CommandContext,
): DeployError | undefined {
  if (!live || inputs.allow.has('adopt')) return undefined;
  const { id, config } = live;
  const owned = (why: string, hint: string) =>
    new DeployError({ code: 'owned', message: `endpoint ${config.name} (${id}) ${why}`, hint });
  const doubt = recordDoubt(config);
  if (doubt)
    return owned(
      `${doubt}, so nothing proves that no other repository has deployed it`,
      'Check the endpoint in the console of the service. To go on anyway, add `adopt` to `allow`.',
    );
  const record = readOwner(config);
  const us = github.context.repository || 'this machine';
  if (record && !isOfRepository(record, github.context))
    return owned(
      `was deployed by ${record.repository} (run ${record.run}, ${record.time}), not by ${us === record.repository ? 'the repository that has its name now' : us}`,
      'Choose another `name`. To go on anyway, add `adopt` to `allow`.',
    );
  if (!preview) return undefined;
  if (record && isPreviewOf(preview.pullRequest.number, { endpoint: live, record })) return undefined;
  return owned(
    `has the name of a preview, but ${record ? 'its record does not name this pull request' : 'it has no such record'}`,
    'Delete or rename it, or add `adopt` to `allow` to take it over as the preview.',
  );
}

/** What a run notes of itself and of its version on an endpoint. `over`: the commit that stays rolled back. */
export function newRecord(
  plan: Plan,
  { inputs, github, preview, clock }: CommandContext,
  over?: string,
): DeploymentRecord {
  const { resolvedImage, imageFrom, desired, tests, secretKeys, foreignEnvs } = plan;
  const { repository, repositoryId, sha, ref, runId, runAttempt } = github.context;
  const inWorkflow = {
    repository,
    ...(repositoryId !== '' && { repositoryId }),
    commit: sha,
    ref,
    run: `${runId}.${runAttempt || '1'}`,
    ...(over !== undefined && { over }),
    ...(preview && { pullRequest: preview.pullRequest.number }),
    name: desired.name,
  };
  // The tag that the digest stood for, so that the next plan can name both.
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  const isOwn = (key: string) => !foreignEnvs.includes(key);
  return {
    // Elsewhere there is no commit to record.
    ...(repository !== '' && sha !== '' && inWorkflow),
    time: clock.date().toISOString(),
    tool: `deploy-gpu-endpoint/${version}`,
    ...noteTests(tests),
    ...(inputs.wait === 'none' && { wait: 'none' as const }),
    ...(secretKeys.length > 0 && { secretKeys: shorten(secretKeys, maxSecretKeys) }),
    ...(imageFrom === 'input' && { imageInput: shorten([desired.image.image]) }),
    ...(isPinned && { pinnedFrom: resolvedImage.written }),
    envKeys: shorten(desired.envs.map(({ key }) => key).filter(isOwn)),
    deployed: noteConfig(desired, isOwn),
  };
}
