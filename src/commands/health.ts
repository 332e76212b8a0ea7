/** How an endpoint and its workers are, by one reading. */

import { isUnread } from '../model/config.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import { readParked } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { Health } from '../render/status.ts';
import { conditionOf, faultOf, wordsOf } from '../rollout/evidence/condition.ts';
import { supersededByRecord } from '../rollout/evidence/effect.ts';

/** Which workers are from before the last deploy, its record tells. */
export function healthOf(endpoint: Endpoint): Health {
  const { config, state, workers } = endpoint;
  if (readParked(config)) return 'parked';
  if (!['starting', undefined].includes(endpointCondition(state))) return 'failing';
  const isSuperseded = supersededByRecord(endpoint);
  const conditions = workers.map((worker) => ({ is: conditionOf(worker, endpoint), isOld: isSuperseded(worker.id) }));
  if (conditions.some(({ is, isOld }) => is === 'healthy' && !isOld)) return 'serving';
  if (conditions.some(({ is }) => is === 'healthy')) return 'outdated';
  if (conditions.some(({ is }) => is === 'down')) return 'failing';
  const mayBeIdle = config.workerConfig.minNum === 0 && !isUnread(config, 'workerConfig.minNum');
  return mayBeIdle && conditions.every(({ is }) => is === 'gone') ? 'idle' : 'starting';
}

/** Why a worker is not healthy: the service's words, or the fault that its state stands for; '' for nothing. */
export function faultWords(worker: Worker, endpoint: Endpoint): string {
  const fault = faultOf(worker, endpoint);
  return fault ? wordsOf(worker.state) || fault : '';
}
