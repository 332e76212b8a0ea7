/** What one reading says of an endpoint between writes. */

import { isUnread } from '../model/config.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import { conditionOf, faultOf, wordsOf } from './condition.ts';
import { endpointCondition } from './state-words.ts';

/** `idle`: scaled to zero, so that the first request starts a worker. `starting`: none is healthy, and none has failed. */
export type Health = 'serving' | 'idle' | 'starting' | 'failing';

export function healthOf(endpoint: Endpoint): Health {
  if (['failed', 'stopped', 'terminating'].includes(endpointCondition(endpoint.state))) return 'failing';
  const conditions = new Set(endpoint.workers.map((worker) => conditionOf(worker, endpoint)));
  if (conditions.has('healthy')) return 'serving';
  if (conditions.has('down')) return 'failing';
  const { config } = endpoint;
  const mayBeIdle = config.workerConfig.minNum === 0 && !isUnread(config, 'workerConfig.minNum');
  return !conditions.has('starting') && mayBeIdle ? 'idle' : 'starting';
}

/** Why a worker is not healthy, in the service's words, or the fault that its state stands for; '' where nothing is wrong. */
export function faultWords(worker: Worker, endpoint: Endpoint): string {
  const fault = faultOf(worker, endpoint);
  return fault ? wordsOf(worker.state) || fault : '';
}
