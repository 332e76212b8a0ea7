/** How many workers an endpoint has in each state, as numbers and as words. */

import { isPresent, isReady, isRunning } from './condition.ts';
import type { Reading, WorkerCounts } from './events.ts';

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
