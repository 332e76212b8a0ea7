/** How an endpoint and its workers are, by one reading. */

import type { Endpoint, Worker } from '../model/endpoint.ts';
import { wordsOf } from '../model/faults.ts';
import { readParked } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { Health } from '../render/status.ts';
import { conditionOf, isAsleep, workerFault } from '../rollout/evidence/condition.ts';
import { oldByRecord } from '../rollout/evidence/effect.ts';

/** The record says which workers are from before the last deploy. */
export function healthOf(endpoint: Endpoint): Health {
  const { config, state, workers } = endpoint;
  if (readParked(config)) return 'parked';
  if (!['starting', undefined].includes(endpointCondition(state))) return 'failing';
  const isSuperseded = oldByRecord(endpoint);
  const conditions = workers.map((worker) => ({ is: conditionOf(worker, endpoint), isOld: isSuperseded(worker.id) }));
  if (conditions.some(({ is, isOld }) => is === 'healthy' && !isOld)) return 'serving';
  if (conditions.some(({ is }) => is === 'healthy')) return 'outdated';
  if (conditions.some(({ is }) => is === 'down')) return 'failing';
  return isAsleep(endpoint) ? 'idle' : 'starting';
}

/** Whether the version of the record has served. `isUnderWay`: its run may still wait for the workers that start. */
export function mayHaveServed(endpoint: Endpoint, { isUnderWay }: { isUnderWay: boolean }): boolean {
  const health = healthOf(endpoint);
  if (health === 'serving' || health === 'idle' || health === 'parked') return health !== 'parked';
  const isSuperseded = oldByRecord(endpoint);
  const isComing = endpoint.workers.some(
    (each) => conditionOf(each, endpoint) === 'starting' && !isSuperseded(each.id),
  );
  // A service that lists no workers does not say.
  return (isUnderWay && isComing) || endpoint.workers.length === 0;
}

/** Why a worker is not healthy: the service's words, or the fault that its state stands for; '' for nothing. */
export function faultWords(worker: Worker, endpoint: Endpoint): string {
  const fault = workerFault(worker, endpoint);
  return fault ? wordsOf(worker.state) || fault : '';
}
