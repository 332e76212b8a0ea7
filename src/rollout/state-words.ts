/** The service's words for the state of an endpoint or a worker, and what each of them means to a rollout. */

import type { State } from '../model/endpoint.ts';

export type EndpointCondition = 'serving' | 'starting' | 'failed' | 'stopped' | 'terminating' | 'unknown';
export type WorkerCondition = 'running' | 'starting' | 'failed' | 'terminating' | 'unknown';

/**
 * From service-observed.md, Endpoint states and Worker states; service-api.md, States and transitions, lists none. A word that is not here, or means
 * nothing for what is asked, is `unknown` and counts as in progress. v1 says `serving` and `running` where v2 says `running` and `ready`.
 */
const words: Readonly<Record<string, { endpoint?: EndpointCondition; worker?: WorkerCondition }>> = {
  serving: { endpoint: 'serving' },
  running: { endpoint: 'serving', worker: 'running' },
  ready: { worker: 'running' },
  initializing: { endpoint: 'starting', worker: 'starting' },
  creating: { endpoint: 'starting', worker: 'starting' },
  updating: { endpoint: 'starting' },
  pending: { worker: 'starting' },
  pulling: { worker: 'starting' },
  starting: { worker: 'starting' },
  failed: { endpoint: 'failed', worker: 'failed' },
  error: { endpoint: 'failed', worker: 'failed' },
  exited: { worker: 'failed' },
  stopped: { endpoint: 'stopped', worker: 'terminating' },
  stopping: { worker: 'terminating' },
  unscheduling: { worker: 'terminating' },
  terminating: { endpoint: 'terminating', worker: 'terminating' },
  terminated: { endpoint: 'terminating', worker: 'terminating' },
  deleting: { endpoint: 'terminating', worker: 'terminating' },
  deleted: { endpoint: 'terminating', worker: 'terminating' },
  removed: { endpoint: 'terminating', worker: 'terminating' },
};

export function endpointCondition({ state }: State): EndpointCondition {
  return meaningOf(state)?.endpoint ?? 'unknown';
}

export function workerCondition({ state }: State): WorkerCondition {
  return meaningOf(state)?.worker ?? 'unknown';
}

/** The word comes from outside and may be the name of what every object inherits. */
function meaningOf(word: string) {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** Whether the service is taking the endpoint down, or has. */
export function isTerminating({ state }: { state: State }): boolean {
  return endpointCondition(state) === 'terminating';
}
