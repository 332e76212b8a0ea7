/** Who wrote the code of a run, whose an endpoint is (by its record alone), and who may change or see it. Pure. */

import { DeployError, failureTitle, inputsInvalid } from '../errors.ts';
import { isUnread } from '../model/config.ts';
import { endpointName } from '../model/display.ts';
import { ownerOf } from '../model/owner.ts';
import { candidateRunOf, isCandidate, isLeftover } from './candidate.ts';
import { changedSince, isApproved, nextAfter } from './digest.ts';
import type { Plan } from './plan.ts';
import { isPreviewOf } from './previews.ts';
import type { Run } from './run.ts';

/** Throws where a run may not use the key at all: the spec may be anyone's, and the key is the repository's. */
export function assertTrusted({ inputs, github }: Run): void {
  const { distrust } = github.context;
  if (distrust === '' || inputs.allow.has('untrusted')) return;
  throw inputsInvalid(
    `\`${inputs.command}\` does not run ${distrust}`,
    'Run the step on `push`, or for previews on `pull_request` of a branch of this repository. ' +
      'If everything that reaches this workflow is reviewed first, add `untrusted` to `allow`.',
  );
}

/** The close of a pull request whose step lacks `preview` would delete production, and any of its events park it. */
export function assertMeant({ inputs, github }: Run): void {
  const { command, name, endpointId, allow } = inputs;
  const { pullRequest, eventName } = github.context;
  if (!pullRequest || name || endpointId || allow.has('pull-request')) return;
  const isDelete = command === 'delete';
  const preview = `Set \`preview: true\` to delete the previews of pull request #${pullRequest.number}. `;
  throw inputsInvalid(
    `\`${command}\` does not run on \`${eventName}\` without \`${isDelete ? 'preview' : 'name'}\`: it would ${command} what the specs name, and not a preview`,
    `${isDelete ? preview : ''}To ${command} an endpoint of the specs, set \`name\`, or add \`pull-request\` to \`allow\`.`,
  );
}

/** Whether more than name and ID may be shown: a spec from a fork can name any endpoint of the account. */
export function mayShow(live: Plan['live'], { inputs, github }: Run): boolean {
  if (!live || github.context.repository === '') return true;
  const { kind } = ownerOf(live.config, github.context);
  if (kind === 'nobody') return inputs.allow.has('untrusted') || github.context.distrust === '';
  return kind === 'us' || inputs.allow.has('adopt');
}

/** Why a plan or deletion is refused: the endpoint is another repository's, or not the preview's. */
export function checkOwnership(live: Plan['live'], { inputs, github, preview }: Run): DeployError | undefined {
  if (!live || inputs.allow.has('adopt')) return undefined;
  const owned = (why: string, hint: string) =>
    new DeployError({ code: 'owned', message: `endpoint ${endpointName(live)} ${why}`, hint });
  const owner = ownerOf(live.config, github.context);
  if (owner.kind === 'doubtful')
    return owned(
      `${owner.why}, so nothing proves that no other repository has deployed it`,
      'Check the endpoint in the console of the service. To go on anyway, add `adopt` to `allow`.',
    );
  const record = 'record' in owner ? owner.record : undefined;
  const us = github.context.repository || 'this machine';
  if (record && owner.kind === 'others')
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

/** Whether only `adopt` lets the run change the endpoint: its record has to be written, or the next run is refused. */
export function isTakenOver(live: Plan['live'], run: Run): boolean {
  // What no reading shows cannot be kept beside a record.
  if (!live || isUnread(live.config, 'envs') || !run.inputs.allow.has('adopt')) return false;
  return checkOwnership(live, { ...run, inputs: { ...run.inputs, allow: new Set() } }) !== undefined;
}

/** Refuses even an approved plan: another repository's endpoint, and lost secrets. */
export function checkPermission(plan: Plan, run: Run): DeployError | undefined {
  return checkOwnership(plan.live, run) ?? checkSecrets(plan, run);
}

/** Why the name of the candidate is not free; undefined where it is, or its endpoint may be taken over. */
export function checkCandidate({ first: { isFirst, found: live } }: Plan, run: Run): DeployError | undefined {
  if (!isFirst || !live || isLeftover(live, run)) return undefined;
  const owned = checkOwnership(live, run);
  const isLater = !owned && isCandidate(live);
  const found = isLater ? `the candidate of run ${candidateRunOf(live)}, which is later` : 'no candidate of a run';
  const message = owned?.message ?? `endpoint ${endpointName(live)} has the name of the candidate, and is ${found}`;
  const hint = isLater ? undefined : 'Delete or rename it, or take `candidate` out of the spec.';
  const { name } = live.config;
  const title = owned ? failureTitle(name, owned.code) : `${name}: its name is taken`;
  return new DeployError({ code: owned?.code ?? 'conflict', message, hint, title });
}

/** A workflow that lacks the input would take the secrets of the others away. */
function checkSecrets({ desired, missingSecrets }: Plan, { inputs }: Run): DeployError | undefined {
  if (missingSecrets.length === 0 || inputs.allow.has('drop-secrets')) return undefined;
  const removed = `${missingSecrets.join(', ')} from ${desired.name}, which an earlier run set by them`;
  const message = `this run has no \`secret-envs\`, and would remove ${removed}`;
  return new DeployError({ code: 'secrets-missing', message });
}

export function checkApproval(plans: readonly Plan[], { inputs }: Run): DeployError | undefined {
  const { approvedPlan: approved } = inputs;
  if (approved === '' || isApproved(plans, approved, inputs)) return undefined;
  const what = plans.length === 1 ? 'the plan' : `the plan of ${plans.length} endpoints`;
  const changed = changedSince(plans, approved, inputs);
  const why = changed.length === 0 ? '' : `: ${changed.join(' and ')} ${changed.length === 1 ? 'differs' : 'differ'}`;
  const message = `${what} is not the one that was approved${why}`;
  return new DeployError({ code: 'plan-changed', message, hint: nextAfter(changed) });
}
