/** The outcome of a rollout, folded from its events. */

import type { DeployError } from '../errors.ts';
import { endpointCondition } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import type { TestPass } from '../tests/run.ts';
import { RolloutError } from './errors.ts';
import { type Answerer, type Reading, type RolloutEvent, readingOf } from './events.ts';
import { isPresent, isReady } from './evidence/condition.ts';
import type { Evidence } from './evidence/judge.ts';

export interface Outcome {
  /** Undefined when nothing was reached; `created` for a replacement while the old endpoint is still there. */
  readonly operation: 'created' | 'updated' | 'unchanged' | 'replaced' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  readonly changed: boolean;
  /** The endpoint that the run is about: the new one as soon as there is one. */
  readonly endpointId: string | undefined;
  /** The last reading. */
  readonly endpoint: Reading | undefined;
  /** When it was made, and when the rollout ended, on the clock's monotonic time. */
  readonly seenMs: number | undefined;
  readonly endedMs: number | undefined;
  /** A write that was sent and may have been done: the answer was lost, or the run was cancelled meanwhile. */
  readonly unconfirmed: Call | undefined;
  /** When a create was sent again because the answer to the one before was lost: that may have made a second endpoint. */
  readonly createLostMs?: number;
  /** The endpoint was found where this run was to create one, and nothing proves that this run has made it. */
  readonly isFound?: boolean;
  /** Why it counts as ready; undefined when it was not waited for or was not ready. */
  readonly evidence?: Evidence | undefined;
  /** Workers from before the write that were still there when the endpoint was ready. */
  readonly oldWorkers: number;
  /** The last pass of the tests; undefined where none has run. */
  readonly tests: TestPass | undefined;
  readonly isListedAlone?: boolean;
  /** Other endpoints of the name of a new one that has failed, as a sentence; '' for none. */
  readonly namesakes?: string;
  /** Whose answers the tests that passed were. */
  readonly answeredBy?: Answerer;
  /** Crashes that the list shows of a version of which nothing has to run; '' for none. */
  readonly crashes?: string;
  /** What could not be checked of a new endpoint that is proved, as a clause; '' for nothing. */
  readonly unchecked?: string;
  /** The endpoint of the last deletion that was sent. */
  readonly deletionOf?: string;
  /** Somebody has deleted the endpoint: what was read of it last is the past. */
  readonly isGone?: boolean;
  /** What became of an endpoint that this run has created and that failed; undefined where nothing was to be done. */
  readonly cleanUp?: 'parked' | 'deleted' | DeployError;
  /** The first cause. */
  readonly failure: DeployError | undefined;
  /** Fields that a restore leaves as they are: no reading shows what they were before, or no update brings it back. */
  readonly unrestored?: readonly string[];
  /** Why the previous configuration could not be written back. */
  readonly restoreFailure: DeployError | undefined;
}

/** What has shown that the version works: its tests, healthy workers, or nothing; '' where it failed. */
export function proofOf(outcome: Outcome): 'tests' | 'workers' | 'none' | '' {
  const { failure, tests, evidence } = outcome;
  if (failure) return '';
  if (tests?.kind === 'passed') return outcome.answeredBy === 'any' ? 'workers' : 'tests';
  return evidence === 'new-workers' || evidence === 'kept-workers' ? 'workers' : 'none';
}

/** What is left there goes on billing, and no worker of it serves; not where someone else has taken it in hand. */
export function isServedByNone({ operation, endpoint, failure, isGone }: Outcome): boolean {
  if ((operation !== 'unchanged' && operation !== 'updated') || !failure || !endpoint || isGone) return false;
  if (failure.code === 'conflict' || billsNothing(endpoint)) return false;
  return endpoint.config.workerConfig.minNum > 0 && !endpoint.workers.some((worker) => isReady(worker, endpoint));
}

/** The service has stopped it, with all of its workers. */
export function billsNothing(endpoint: Reading | undefined): boolean {
  return endpoint !== undefined && endpointCondition(endpoint.state) === 'stopped' && !endpoint.workers.some(isPresent);
}

/** Before the first event. */
export function initialOutcome({ live }: Pick<Plan, 'live'>): Outcome {
  return {
    operation: undefined,
    changed: false,
    endpointId: live?.id,
    endpoint: live && readingOf(live),
    unconfirmed: undefined,
    seenMs: undefined,
    endedMs: undefined,
    oldWorkers: 0,
    tests: undefined,
    failure: undefined,
    restoreFailure: undefined,
  };
}

/** After a failure comes the restore, which is no operation of its own until it has succeeded. */
export function outcomeAfter(outcome: Outcome, event: RolloutEvent, nowMs: number): Outcome {
  switch (event.kind) {
    case 'nothing-to-write':
      return { ...outcome, operation: 'unchanged' };
    case 'write-sent':
      return {
        ...outcome,
        unconfirmed: event.call,
        ...(outcome.unconfirmed === 'create-v1' && { createLostMs: nowMs }),
      };
    case 'deleting':
      return { ...outcome, unconfirmed: 'delete-v1', deletionOf: event.endpointId };
    case 'deleted':
    case 'write-refused':
    case 'not-deleted':
      return { ...outcome, unconfirmed: undefined };
    case 'write-accepted':
      return afterAcceptance(outcome, event);
    case 'write-shown':
      return afterShowing(outcome);
    case 'create-found':
      return { ...outcome, endpointId: event.endpointId, isFound: event.by !== 'this-run' };
    case 'listed-alone':
      return { ...outcome, isListedAlone: true };
    case 'namesakes':
      return { ...outcome, namesakes: event.message };
    case 'unchecked':
      return { ...outcome, unchecked: event.what };
    case 'reading':
      // The other endpoint of a replacement, or of two that were created at once, is not the one that the run is about.
      if (outcome.endpointId !== undefined && event.endpoint.id !== outcome.endpointId) return outcome;
      return { ...outcome, endpoint: withKnownConfig(event.endpoint, outcome.endpoint), seenMs: nowMs };
    case 'ready':
      if (outcome.failure) return outcome;
      return { ...outcome, oldWorkers: event.oldWorkers, evidence: event.evidence, crashes: event.crashes };
    case 'tests-failed':
      return { ...outcome, tests: event.pass };
    case 'tests-passed':
      return { ...outcome, tests: event.pass, answeredBy: event.by, oldWorkers: event.oldWorkers };
    case 'failed':
      return {
        ...outcome,
        failure: event.failure,
        ...(isGone(event.failure) && { isGone: true }),
        changed: mayHaveWritten(outcome),
        // The readings have shown that the write had no effect.
        unconfirmed: event.failure.code === 'not-applied' ? undefined : outcome.unconfirmed,
      };
    case 'restoring':
      return { ...outcome, unrestored: event.unrestored };
    case 'put-back':
      return { ...outcome, operation: 'restored', unconfirmed: undefined };
    case 'restore-failed':
      return { ...outcome, restoreFailure: event.failure, ...(isGone(event.failure) && { isGone: true }) };
    case 'cleaned-up': {
      const { by, old } = event;
      if (by === 'parking') return { ...outcome, cleanUp: 'parked', unconfirmed: undefined };
      const left = old ? { endpointId: old.id, endpoint: old, seenMs: undefined } : { isGone: true };
      return { ...outcome, cleanUp: 'deleted', operation: undefined, unconfirmed: undefined, ...left };
    }
    case 'clean-up-failed':
      return { ...outcome, cleanUp: event.failure };
    case 'replacement-resumed': {
      const { successor } = event;
      // Made by an earlier run: this one has done nothing so far.
      return { ...outcome, operation: 'unchanged', endpointId: successor.id, endpoint: successor };
    }
    case 'replaced':
      return { ...outcome, operation: 'replaced', changed: true };
    default:
      return outcome;
  }
}

/** The readings have proved it; an update that the service refuses so proves nothing. */
function isGone(failure: DeployError): boolean {
  return failure.code === 'not-found' && failure instanceof RolloutError;
}

/** Whether the service has, or may have, been changed so far. */
export function mayHaveWritten({ changed, unconfirmed }: Outcome): boolean {
  return changed || unconfirmed !== undefined;
}

/** A reading that leaves the image out tells nothing of the configuration: what was read before it stands. */
function withKnownConfig(endpoint: Reading, before: Reading | undefined): Reading {
  const isKnown = before?.id === endpoint.id && endpoint.config.unread?.some(({ path }) => path === 'image.image');
  return isKnown ? { ...endpoint, config: before.config } : endpoint;
}

/** An update that was accepted is not done before a reading shows it; a create names what it has made. */
function afterAcceptance(outcome: Outcome, { call, endpointId }: { call: Call; endpointId: string }): Outcome {
  if (outcome.failure) return outcome;
  const made = call === 'create-v1' ? { operation: 'created' as const, unconfirmed: undefined } : {};
  return { ...outcome, changed: true, endpointId, ...made };
}

function afterShowing(outcome: Outcome): Outcome {
  const { failure, operation, unconfirmed, isFound } = outcome;
  if (unconfirmed === undefined) return !operation && isFound ? { ...outcome, operation: 'unchanged' } : outcome;
  if (failure) return { ...outcome, unconfirmed: undefined };
  return {
    ...outcome,
    changed: true,
    operation: operation === 'created' ? operation : 'updated',
    unconfirmed: undefined,
  };
}
