/** Was this version proved: when a run has to see it work, and what becomes of an unproved version. Pure.
 *
 * What served before comes back, whatever ended the run: cancelled is failed. The first row that fits decides.
 *
 * | what the run leaves | `on-failure: restore` | `keep` |
 * |---|---|---|
 * | refused by a comparison | parked | marked |
 * | proved, deleted or not of this run; or the key is refused | left alone | left alone |
 * | changed by someone else meanwhile | marked if it may sleep | the same |
 * | not proved | the next rows | marked if it may sleep, or was seen to fail |
 * | it has replaced nothing that served or serves | parked; marked beside a worker that has to run and is of an even earlier version; a preview deleted, if it is red | |
 * | it has replaced the same configuration, which was marked and serves | marked again | |
 * | the same, which has served: only its record is new | parked if it may sleep and was seen to fail | |
 * | it has replaced what served or serves | that is put back, unless it runs and nothing speaks against it | |
 * | the same, which could not be put back; or found as it was, and noted to be tested, or seen to fail | parked if it may sleep, marked if cancelled | |
 *
 * A mark is a parking that keeps the numbers of workers. A marked version is never `unchanged`: the next run tries it
 * again; a restore, and a run in which no worker of it runs, write the mark again. So it stays marked until a run
 * proves it. A version that sleeps, and that nothing shows to have been tested, is tested once: a note in its record
 * tells the next run. Where the run of that note did not end green, it is tested once more: the run may have been lost.
 */

import { codeRow, type DeployError, isFailureReason } from '../errors.ts';
import { comparisonOf, isGate } from '../model/compare.ts';
import { replacesWorkers } from '../model/config.ts';
import { changedSinceDeploy, isUnproved } from '../model/deployed.ts';
import { needsVerdict } from '../model/load.ts';
import { type DeploymentRecord, type ParkedMark, readParked, readRecord } from '../model/record.ts';
import { comparedTests } from '../model/shortened.ts';
import { runOf } from '../plan/history.ts';
import type { Plan } from '../plan/plan.ts';
import type { Rollout, RolloutOptions } from './context.ts';
import { isUndone } from './errors.ts';
import type { CleanUp } from './events.ts';
import { answeringIn } from './evidence/serving.ts';
import { hasAnsweredWrong, mayHaveWritten } from './facts.ts';

/**
 * Whether the tests have to run even if they wake a worker. Not where the version does not change and an earlier run
 * has proved it, but a candidate is proved by each run that promotes it.
 */
export function isProofDue(plan: Plan, { isRerun, isPreview, isTestDue }: RolloutOptions): boolean {
  const comparing = comparisonOf(plan);
  const isPromoted = isPreview ? comparing !== undefined && isGate(comparing) : needsVerdict(plan);
  return plan.workers !== 'kept' || isTestDue || isPromoted || isRerun;
}

/**
 * Whether an earlier run has tested the version that a plan keeps: what it has left unproved is marked, unless it was
 * lost. `run`: it has if this run has ended green, or, where it has noted a test (`isNoted`), may have.
 */
export function testedBefore({ live, tests, workers }: Plan): 'yes' | 'no' | { run: string; isNoted: boolean } {
  const record = live && readRecord(live.config);
  if (!record || workers !== 'kept' || tests.length === 0) return 'yes';
  if (changedSinceDeploy(live.config).length > 0 || comparedTests(tests, record).added > 0) return 'no';
  const { tested, wait, run } = record;
  if (tested === true) return 'yes';
  // Nothing says how a command line ended.
  if (tested === undefined && (wait === 'none' || run === undefined)) return 'no';
  return { run: runOf(tested ?? run), isNoted: tested !== undefined };
}

/** The record with the note of a test. A schedule that finds a version as it asks ends no choice of a person. */
export function withTest(plan: Plan, ours: DeploymentRecord): DeploymentRecord {
  const { live } = plan;
  const found = live && readRecord(live.config);
  const before = testedBefore(plan);
  // The run before may be red for another reason: not each later run may wake a worker.
  const isSecond = typeof before === 'object' && before.isNoted;
  const tested: string | true = isSecond ? true : (ours.run ?? true);
  const isUnattended = ours.event === 'schedule' && found?.repository === ours.repository;
  if (!isUnattended || !found) return { ...ours, tested };
  const isByHand = found.byHand || changedSinceDeploy(live.config).length > 0;
  if (isByHand) return { ...ours, tested, byHand: true };
  // The record stays that of the run, or the person, that has chosen the version.
  return { ...found, ...(ours.tests !== undefined && { tests: ours.tests }), tested };
}

/** The undo of a version that no run has proved. */
type Undo = 'restoring' | CleanUp;

export interface Unproved {
  failure: DeployError;
  /** A comparison has refused what its tests have proved. */
  isRefused: boolean;
  /** The version before could not be written back. */
  isStuck?: true;
}

/** The table; undefined for nothing. */
export function undoFor(rollout: Rollout, { failure, isRefused, isStuck }: Unproved): Undo | undefined {
  const { plan, options, context, facts } = rollout;
  const { live, operation, changes, desired } = plan;
  const { onFailure, isPreview, isTestDue } = options;
  const { endpointId, endpoint, tests, readyReason, operation: done } = facts();
  const isWritten = endpointId !== undefined && mayHaveWritten(facts());
  const isKept = onFailure === 'keep';
  // Its deploy deletes what is not kept.
  if (plan.isCandidate) return isKept && isWritten ? 'parking' : undefined;
  if (isRefused) return isKept ? 'marking' : 'parking';
  const { unproved, seen } = codeRow(failure.code);
  const isProved = context.test ? tests?.kind === 'passed' : readyReason !== undefined;
  const hasFailed = isUndone(failure);
  const isOurs = isWritten || (hasFailed && isSilenced(rollout, failure));
  if (!isOurs || isProved || unproved === 'left-alone') return undefined;
  const maySleep = desired.workerConfig.minNum === 0;
  const { aborted: isCancelled } = context.signal;
  if (unproved === 'marked') return maySleep ? 'marking' : undefined;
  const wasSeen = seen === 'wrong-answers' || (seen === 'failing' && hasFailed) || failedBefore(plan) !== undefined;
  if (isKept) return maySleep || wasSeen ? 'marking' : undefined;
  const isMarked = live !== undefined && isUnproved(live.config);
  // A marked version has not served, but may by now.
  if (done === 'created' || !live || (isMarked && !answeringIn(live).includes('deployed'))) {
    if (isPreview && !isCancelled) return 'deleting';
    // Zero workers would end an even earlier version that serves.
    return !maySleep && live && answeringIn(live, endpoint).includes('old') ? 'marking' : 'parking';
  }
  const isWrite = operation === 'update' && !isTestDue;
  // Nothing but the record is another one.
  if (isWrite && changes.length === 0) return isMarked ? 'marking' : maySleep && hasFailed ? 'parking' : undefined;
  if (!isStuck && isWrite && (maySleep || isCancelled || hasFailed)) return 'restoring';
  return maySleep ? 'parking' : isCancelled ? 'marking' : undefined;
}

/**
 * This run has written nothing and has seen the version fail. It will sleep again, and without a mark the next run
 * would be green without a look at it. A version that serves somebody stays, and so does one that is slow, waits for a
 * GPU or gives no answer: it may have served for weeks, and a mark ends the worker that starts for a user.
 */
function isSilenced({ plan, options, facts }: Rollout, { code }: DeployError): boolean {
  const { operation, live, desired } = plan;
  if (operation !== 'unchanged' || desired.workerConfig.minNum > 0) return false;
  const { seen } = codeRow(code);
  const hasFailed = seen === 'wrong-answers' ? hasAnsweredWrong(facts()) : seen === 'failing';
  return hasFailed && answeringIn(live).length === 0 && !isProofDue(plan, { ...options, isRerun: false });
}

/** The mark of the version that this run deploys again; undefined where no earlier run has seen it fail. */
export function failedBefore({ live, changes }: Plan): ParkedMark | undefined {
  const mark = live && isUnproved(live.config) ? readParked(live.config) : undefined;
  const { why = '' } = mark ?? {};
  const wasSeen = isFailureReason(why) && codeRow(why).seen !== 'nothing';
  return wasSeen && !changes.some(({ member }) => replacesWorkers(member)) ? mark : undefined;
}

/** Whether a green run marks the version again: an earlier run has seen it fail, and in this one it has not run. */
export function isStillUnproved({ plan, facts }: Rollout): boolean {
  const { tests, readyReason = 'no-workers-needed' } = facts();
  return tests === undefined && readyReason === 'no-workers-needed' && failedBefore(plan) !== undefined;
}
