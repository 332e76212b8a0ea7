/** The outcome of a rollout, folded from its events. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import { type Reading, type RolloutEvent, readingOf, type SmokeResult } from './events.ts';

export interface Outcome {
  /** Undefined when nothing was reached; `created` for a replacement whose old endpoint is still there. */
  readonly operation: 'created' | 'updated' | 'unchanged' | 'replaced' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  readonly changed: boolean;
  /** The endpoint that the run is about: the new one as soon as there is one. */
  readonly endpointId: string | undefined;
  /** The last reading. */
  readonly endpoint: Reading | undefined;
  /** A write that was sent and of which nobody knows whether the service has done it: the answer was lost, or the run was cancelled meanwhile. */
  readonly unconfirmed: Call | undefined;
  /** Workers from before the write that were still there when the endpoint was ready. */
  readonly oldWorkers: number;
  readonly smoke: SmokeResult | undefined;
  /** The first cause. */
  readonly failure: DeployError | undefined;
  /** Why the previous configuration could not be written back. */
  readonly restoreFailure: DeployError | undefined;
}

/** Before the first event. */
export function initialOutcome({ live }: Pick<Plan, 'live'>): Outcome {
  return {
    operation: undefined,
    changed: false,
    endpointId: live?.id,
    endpoint: live && readingOf(live),
    unconfirmed: undefined,
    oldWorkers: 0,
    smoke: undefined,
    failure: undefined,
    restoreFailure: undefined,
  };
}

/** What follows a failure is the restore: it puts things back, and is no operation of its own until it has succeeded. */
export function outcomeAfter(outcome: Outcome, event: RolloutEvent): Outcome {
  switch (event.kind) {
    case 'nothing-to-write':
      return { ...outcome, operation: 'unchanged' };
    case 'write-sent':
      return { ...outcome, unconfirmed: event.call };
    case 'deleting':
      return { ...outcome, unconfirmed: 'delete-v1' };
    case 'write-refused':
    case 'deleted':
    case 'not-deleted':
      return { ...outcome, unconfirmed: undefined };
    case 'write-accepted':
      return afterWrite({ ...outcome, unconfirmed: undefined }, event);
    case 'reading':
      // It shows what an update has done; of an endpoint that may have been created or deleted it says nothing.
      return {
        ...outcome,
        endpoint: event.endpoint,
        unconfirmed: isUpdate(outcome.unconfirmed) ? undefined : outcome.unconfirmed,
      };
    case 'ready':
      return outcome.failure ? outcome : { ...outcome, oldWorkers: event.oldWorkers };
    case 'smoke-passed': {
      const { kind: _, ...smoke } = event;
      return { ...outcome, smoke };
    }
    case 'failed':
      return { ...outcome, failure: event.failure, changed: mayHaveWritten(outcome) };
    case 'restored':
      return { ...outcome, operation: 'restored' };
    case 'restore-failed':
      return { ...outcome, restoreFailure: event.failure };
    case 'replacement-resumed': {
      const { successor } = event;
      return { ...outcome, operation: 'created', changed: true, endpointId: successor.id, endpoint: successor };
    }
    case 'replaced':
      return { ...outcome, operation: 'replaced' };
    case 'discarded':
      return {
        ...outcome,
        operation: undefined,
        endpointId: event.old.id,
        endpoint: event.old,
        unconfirmed: undefined,
      };
    default:
      return outcome;
  }
}

/** Whether the service has, or may have, been changed so far. */
export function mayHaveWritten({ changed, unconfirmed }: Outcome): boolean {
  return changed || unconfirmed !== undefined;
}

function afterWrite(
  outcome: Outcome,
  { call, endpointId }: Extract<RolloutEvent, { kind: 'write-accepted' }>,
): Outcome {
  if (outcome.failure) return outcome;
  const isNew = call === 'create-v1' || outcome.operation === 'created';
  return { ...outcome, changed: true, endpointId, operation: isNew ? 'created' : 'updated' };
}

function isUpdate(call: Call | undefined): boolean {
  return call === 'update-v1' || call === 'update-v2';
}
