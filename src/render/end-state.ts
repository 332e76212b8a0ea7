/** The words for the state in which a failed or cancelled rollout has left its endpoint, and what to do about it. */

import { DeployError } from '../errors.ts';
import { diffConfigs } from '../model/diff.ts';
import { formatSeconds } from '../model/display.ts';
import { readParked } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reading } from '../rollout/events.ts';
import { countWorkers, isPresent, isReady } from '../rollout/evidence/condition.ts';
import type { Outcome } from '../rollout/outcome.ts';
import { recentMs } from '../times.ts';
import { callNames, changeLine, shownImage } from './plan.ts';
import { formatWorkers } from './progress.ts';
import { exceptUnrestored } from './text.ts';

/** The end of the log: the end state, and what is needed to restore by hand, but for the values of envs. */
export function failedRolloutLines(plan: Plan, outcome: Outcome): string[] {
  const { restoreFailure, operation } = outcome;
  const isNeeded = restoreFailure && !isForeign(restoreFailure) && operation !== 'restored';
  const previous = isNeeded && plan.live && diffConfigs({ asked: plan.live.config, found: undefined });
  const byHand = previous ? ['The previous configuration was:', ...previous.map(changeLine)] : [];
  return [...endStateLines(plan, outcome), ...byHand];
}

/** The failure of the step. A restore or a clean-up that did not end well is a part of its message. */
export function wholeFailure(plan: Plan, outcome: Outcome): DeployError | undefined {
  const { failure, restoreFailure, cleanUp, endpoint, endpointId = '', unconfirmed } = outcome;
  const extended = (added: string, hint: string) =>
    failure && new DeployError({ ...failure, message: `${failure.message}. ${added}`, hint, cause: failure });
  if (cleanUp instanceof DeployError) {
    const end = `To end it, run \`command: delete\` with \`endpoint-id: ${endpointId}\`, or delete it in the console of the service.`;
    const [what, hint] = billsNothing(endpoint)
      ? ['Its clean-up failed', stoppedHint(endpointId)]
      : ['STILL BILLED: its clean-up failed', end];
    return extended(`${what}: ${cleanUp.message}`, `${hint} ${failure?.hint ?? ''}`);
  }
  if (!restoreFailure) return failure;
  const has = unconfirmed ? 'may still have' : 'still has';
  const end = isRestoreFailed(outcome)
    ? `RESTORE FAILED, the endpoint ${has} ${leftVersion(plan, endpoint)}`
    : restoreEnd(outcome).replace(/^./, (first) => first.toUpperCase());
  return extended(`${end}: ${restoreFailure.message}`, afterRestore(outcome));
}

const bringsBack =
  'To bring the previous version back, run the workflow of its commit again with `allow: older-commit`, or push a revert.';

/** What to do after an incomplete restore. */
function afterRestore({ operation, isGone, failure, restoreFailure }: Outcome): string {
  const cause = failure?.hint ?? '';
  if (isGone) return cause;
  if (operation !== 'restored')
    return isForeign(restoreFailure) ? `Check that change first. ${bringsBack}` : bringsBack;
  const check = isForeign(restoreFailure) ? 'Check that change.' : 'Run `command: status` to see whether it serves.';
  return `${check} ${cause}`;
}

/** The end of an incomplete restore, in a few words. */
export function restoreEnd(outcome: Outcome): string {
  const { operation, restoreFailure, isGone } = outcome;
  if (isRestoreFailed(outcome)) return 'failed';
  if (isGone || operation !== 'restored') return 'not restored';
  return isForeign(restoreFailure) ? 'restored, then changed by someone else' : 'written back, not seen serving';
}

/** The version that is left, by its image where that tells it from the previous one. */
export function leftVersion({ desired, live }: Plan, endpoint: Reading | undefined): string {
  const image = endpoint?.config.image.image;
  if (!endpoint || !image || image === live?.config.image.image) return 'the new configuration';
  return shownImage({ ...desired, ...endpoint.config });
}

/** What is there now, and what can be done about it. */
export function endStateLines(plan: Plan, outcome: Outcome): string[] {
  const { operation, endpoint, endpointId, unconfirmed, changed, failure, restoreFailure } = outcome;
  const { isFound = false, isGone = false, cleanUp } = outcome;
  const { live, desired } = plan;
  if (cleanUp === 'deleted') return [`Deleted: ${desired.name} (${endpointId}), which this run had created.`];
  if (unconfirmed === 'create-v1') {
    const lost = `Unconfirmed: the response to the ${callNames[unconfirmed]} was lost, so a new ${desired.name} may exist.`;
    return [lost, 'The next run looks it up by name before it creates anything.', createdInDoubtHint];
  }
  if (!endpoint) {
    if (endpointId === undefined) return [`Unchanged: no endpoint is named ${desired.name}, and none was created.`];
    return [`Left: ${desired.name} (${endpointId}) was created and could not be read since.`, deletionHint(endpointId)];
  }
  const { id } = endpoint;
  const shown = describe(endpoint, plan) + ageOf(outcome);
  if (isGone) return [`Left: nothing. ${desired.name} (${id}) was deleted by someone else; last seen: ${shown}.`];
  if (cleanUp === 'parked') return [`Parked: ${shown}.`, parkedHint(id)];
  const isBilled = !billsNothing(endpoint);
  if (cleanUp) return [`${isBilled ? 'STILL BILLED' : 'Left'}: ${shown}.`];
  if (unconfirmed) {
    const next = isRestoreFailed(outcome) ? [] : ['The next run reads it first and continues from there.'];
    const call = callNames[unconfirmed];
    return [`Unconfirmed: the ${call} was in progress and may have taken effect. Last seen: ${shown}.`, ...next];
  }
  if (operation === 'restored') {
    if (isForeign(restoreFailure)) return [`Restored, then changed by someone else: ${shown}.`];
    if (live && readParked(live.config)) return [`Parked again: ${shown}.`, parkedHint(id)];
    return [`Restored: ${shown}, with its previous configuration${exceptUnrestored(outcome.unrestored)}.`];
  }
  if (isForeign(failure) || isForeign(restoreFailure)) return [`Left with someone else's change: ${shown}.`];
  const createdHint = isBilled ? deletionHint(id) : stoppedHint(id);
  if (operation === 'created') return [`Left: ${shown}.`, isFound ? foundHint : createdHint];
  const isUpdated = operation === 'updated';
  const unwritten = changed ? 'Left' : 'Unchanged';
  const left = isUpdated ? 'Updated, and left with the new configuration' : unwritten;
  const isCancelled = isUpdated && failure?.code === 'cancelled';
  const isUnserved = isServedByNone(outcome) && !isRestoreFailed(outcome);
  const cancelled = isCancelled ? 'A cancelled run restores nothing; the next run continues from here.' : [];
  return [`${left}: ${shown}.`, cancelled, isUnserved ? `No worker of it serves. ${unservedHint(id)}` : []].flat();
}

/** `, last seen 3 m ago`; '' for what was read just now. */
function ageOf({ seenMs, endedMs }: Outcome): string {
  const ageMs = seenMs === undefined || endedMs === undefined ? 0 : endedMs - seenMs;
  return ageMs < recentMs ? '' : `, last seen ${formatSeconds(ageMs / 1000)} ago`;
}

/** Someone else has changed the endpoint. */
export function isForeign(failure: DeployError | undefined): boolean {
  return failure?.code === 'conflict';
}

/** The failed version is still there; only the hint of the failure says how to bring the previous one back. */
export function isRestoreFailed({ operation, restoreFailure, isGone }: Outcome): boolean {
  return restoreFailure !== undefined && !isForeign(restoreFailure) && operation !== 'restored' && !isGone;
}

/** A create was sent, and its result is unknown. */
export const createdInDoubtHint =
  'If it exists, it is billed: run the step again, or delete it with `command: delete`.';
const foundHint =
  'It was found after the response to create was lost, and nothing proves that this run created it: check before you delete it.';

/** By its ID: the spec alone names another endpoint where this one is a preview or got its name from an input. */
const deletes = (id: string) => `\`command: delete\` with \`endpoint-id: ${id}\` deletes it.`;
const deletionHint = (id: string) => `It was created by this run and is still being billed; ${deletes(id)}`;
/** The service stops endpoints that an account cannot pay for. */
export const stoppedHint = (id: string) =>
  `It is stopped, so it bills nothing until the service starts it again; ${deletes(id)}`;
/** Users may depend on it: a fix comes before a deletion. */
export const unservedHint = (id: string) =>
  `It is still being billed: push a fix or a revert; or, to give the endpoint up, run \`command: delete\` with \`endpoint-id: ${id}\`.`;
const parkedHint = (id: string) =>
  `It bills nothing unless it is called. The next deploy starts its workers again; ${deletes(id)}`;

function describe(endpoint: Reading, { desired }: Plan): string {
  const { config, id, state } = endpoint;
  return `${config.name} (${id}) is ${state.state || 'without a state'}, ${formatWorkers(countWorkers(endpoint))}, image ${shownImage({ ...desired, ...config })}`;
}

/** It is still billed and no worker serves; false if someone else has changed it. */
export function isServedByNone({ operation, endpoint, failure, isGone }: Outcome): boolean {
  if ((operation !== 'unchanged' && operation !== 'updated') || !failure || !endpoint || isGone) return false;
  if (failure.code === 'conflict' || billsNothing(endpoint)) return false;
  return endpoint.config.workerConfig.minNum > 0 && !endpoint.workers.some((worker) => isReady(worker, endpoint));
}

/** The service has stopped it, with all of its workers. */
export function billsNothing(endpoint: Reading | undefined): boolean {
  return endpoint !== undefined && endpointCondition(endpoint.state) === 'stopped' && !endpoint.workers.some(isPresent);
}
