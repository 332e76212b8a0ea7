/** What one reading says of an endpoint between writes. */

import { isUnread } from '../model/config.ts';
import type { Endpoint, Worker } from '../model/endpoint.ts';
import { conditionOf, endpointCondition, faultOf, isPresent, isReady, isRunning, wordsOf } from './condition.ts';
import type { Reading, WorkerCounts } from './events.ts';

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

/** `2 running (1 not healthy yet), 1 pulling`; '' for no workers. */
export function formatCounts(counts: WorkerCounts): string {
  const suffix = ', not healthy';
  const states = [...new Set(Object.keys(counts).map((word) => word.replace(suffix, '')))];
  return states
    .map((state) => {
      const sick = counts[`${state}${suffix}`] ?? 0;
      return `${(counts[state] ?? 0) + sick} ${state}${sick > 0 ? ` (${sick} not healthy yet)` : ''}`;
    })
    .join(', ');
}

/** Workers by state, without those that are gone. */
export function countWorkers(endpoint: Reading): WorkerCounts {
  const counts: Record<string, number> = {};
  for (const worker of endpoint.workers.filter(isPresent)) {
    const { state } = worker.state;
    const word = isRunning(worker) && !isReady(worker, endpoint) ? `${state}, not healthy` : state || 'without a state';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
