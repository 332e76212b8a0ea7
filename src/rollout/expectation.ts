/** What a rollout expects of an endpoint's workers after its writes. */

import { replacesWorkers } from '../model/config.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';

export interface Expectation {
  wait: 'ready' | 'rollout';
  /**
   * IDs of the workers from before the write; empty for a new endpoint. Undefined when this run has written nothing: an earlier run's rollout may be
   * under way, and nobody knows which of the workers are of the old version.
   */
  oldWorkerIds: ReadonlySet<string> | undefined;
  /** The write changes what a worker runs, so new workers are to be expected. */
  isReplacing: boolean;
}

export function expectationOfPlan(plan: Plan, wait: Expectation['wait']): Expectation {
  const { operation, live, successor, changes, calls, unverifiable } = plan;
  const updated = operation === 'update' ? live : successor;
  const writes = calls.some((call) => call !== 'delete-v1');
  if (!writes) return { wait, oldWorkerIds: undefined, isReplacing: false };
  const sendsUnverifiable = calls.includes('update-v2') && unverifiable.length > 0;
  return {
    wait,
    oldWorkerIds: workerIds(updated),
    isReplacing: updated !== undefined && (sendsUnverifiable || changesWorkers(changes)),
  };
}

/** The workers of the version that has failed are the old ones now; those from before the update are new again. */
export function expectationOfRestore({
  previous,
  failed,
  changes,
}: {
  previous: Endpoint;
  /** The reading that is restored over. */
  failed: Endpoint;
  changes: readonly Change[];
}): Expectation {
  return {
    wait: 'ready',
    oldWorkerIds: workerIds(failed).difference(workerIds(previous)),
    isReplacing: changesWorkers(changes),
  };
}

/** Of an endpoint that this run has not written to. */
export const expectationWithoutWrite: Expectation = { wait: 'ready', oldWorkerIds: undefined, isReplacing: false };

function workerIds(endpoint: Endpoint | undefined): ReadonlySet<string> {
  return new Set(endpoint?.workers.map(({ id }) => id));
}

function changesWorkers(changes: readonly Change[]): boolean {
  return changes.some(({ member }) => replacesWorkers(member));
}
