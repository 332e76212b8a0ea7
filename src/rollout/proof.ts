/** Was this version proved: when a run has to see it work, and what becomes of one that no run has proved. Pure.
 *
 * | what the run leaves | `on-failure: restore` | `keep` | cancelled |
 * |---|---|---|---|
 * | refused by a comparison | parked | marked | |
 * | unproved; nothing was proved before it: it is new, or the endpoint was parked and served nobody | parked, a preview deleted | marked if it may sleep | parked |
 * | unproved; an earlier version was there | that one restored | marked if it may sleep, or answers wrong | parked if it may sleep |
 * | found as it was, seen to fail, and nobody was served | parked if it may sleep | marked if it may sleep | |
 *
 * What someone else has changed meanwhile is marked if it may sleep, whoever has chosen its numbers. Left alone: what is
 * proved, what is deleted, and everything once the key is refused. A mark is a parking that keeps the numbers of workers.
 * What is marked is never `unchanged`: the next run tries it again.
 */

import { codeRow, type DeployError } from '../errors.ts';
import { comparisonOf, isGate } from '../model/compare.ts';
import { changedSinceDeploy, isUnproved } from '../model/deployed.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isCandidate } from '../model/load.ts';
import { readRecord } from '../model/record.ts';
import { comparedTests } from '../model/shortened.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rollout, RolloutOptions } from './context.ts';
import { isUndone } from './errors.ts';
import type { CleanUp } from './events.ts';
import { isReady } from './evidence/condition.ts';
import { mayHaveWritten } from './facts.ts';

/**
 * Whether the tests have to run even if they wake a worker. Not where nothing of the version changes: what no earlier
 * run has proved is marked, and a marked endpoint is never unchanged. But a candidate is proved by each run that promotes it,
 * and what was deployed with `wait: none`, by hand, or before a test was added, by each run that waits, since only a
 * write could note the proof.
 */
export function isProofDue(plan: Plan, { isRerun, isPreview }: Pick<RolloutOptions, 'isRerun' | 'isPreview'>): boolean {
  const comparing = comparisonOf(plan);
  const isPromoted = isPreview ? comparing !== undefined && isGate(comparing) : isCandidate(plan);
  const record = plan.live && readRecord(plan.live.config);
  const isByHand = plan.live !== undefined && changedSinceDeploy(plan.live.config).length > 0;
  const isUnseen = isByHand || record?.wait === 'none' || comparedTests(plan.tests, record).added > 0;
  return plan.workers !== 'kept' || isUnseen || isPromoted || isRerun === true;
}

/** Whether the version before the update is written back. A cancelled run has no time for it. */
export function isRestoreDue({ plan, options, context, facts }: Rollout, { failure, isRefused }: Unproved): boolean {
  const isWanted =
    !isRefused && options.onFailure === 'restore' && plan.operation === 'update' && !context.signal.aborted;
  return isWanted && !wasUnproved(plan) && isUndone(failure) && mayHaveWritten(facts());
}

export interface Unproved {
  failure: DeployError;
  /** A comparison has refused what its tests have proved. */
  isRefused: boolean;
}

/** What to do about the version that is left, where no earlier one is restored; undefined for nothing. */
export function cleanUpFor(rollout: Rollout, { failure, isRefused }: Unproved): CleanUp | undefined {
  const { plan, options, facts } = rollout;
  if (isRefused) return options.onFailure === 'keep' ? 'marking' : 'parking';
  const { operation, endpointId } = facts();
  const { unproved, seen } = codeRow(failure.code);
  const isOurs = endpointId !== undefined && (mayHaveWritten(facts()) || isSilenced(rollout, failure));
  if (!isOurs || isProved(rollout) || unproved === 'left-alone') return undefined;
  const maySleep = plan.desired.workerConfig.minNum === 0;
  if (unproved === 'marked') return maySleep ? 'marking' : undefined;
  if (options.onFailure === 'keep') return maySleep || seen === 'wrong-answers' ? 'marking' : undefined;
  if (operation !== 'created' && !wasUnproved(plan)) return maySleep ? 'parking' : undefined;
  return options.isPreview ? 'deleting' : 'parking';
}

/**
 * This run has written nothing and has seen the version fail. It will sleep again, and without a mark the next run would
 * be green without a look at it. What somebody was served by stays, and so does what is slow, waits for a GPU or gives
 * no answer: it may have served for weeks, and a mark ends the worker that starts for a user.
 */
function isSilenced({ plan, options, facts }: Rollout, failure: DeployError): boolean {
  const { operation, live, desired } = plan;
  if (operation !== 'unchanged' || desired.workerConfig.minNum > 0 || !isUndone(failure)) return false;
  const { tests, answeredBy } = facts();
  const isWrong = answeredBy === 'this' && tests?.kind === 'failed' && tests.weight !== 'none';
  const { seen } = codeRow(failure.code);
  const hasFailed = seen === 'wrong-answers' ? isWrong : seen === 'failing';
  return hasFailed && !isServing(live) && !isProofDue(plan, { ...options, isRerun: false });
}

/** What somebody has scaled up, or left, by hand, and what serves by now, is worth a restore. */
const wasUnproved = ({ live }: Plan) =>
  live !== undefined && isUnproved(live.config) && (live.config.workerConfig.minNum === 0 || !isServing(live));

const isServing = (live: Endpoint) => live.workers.some((worker) => isReady(worker, live));

function isProved({ context, facts }: Rollout): boolean {
  const { tests, evidence } = facts();
  return context.test ? tests?.kind === 'passed' : evidence !== undefined;
}
