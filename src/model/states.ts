/** The meaning of the service's words for a state. */

import type { State } from './endpoint.ts';

/** The states of service-observed.md, Endpoint states and Worker states: service-api.md lists none. */
const endpointStates = {
  starting: ['initializing', 'creating', 'updating'],
  failed: ['failed', 'error'],
  stopped: ['stopped'],
  terminating: ['terminating', 'terminated', 'deleting', 'deleted', 'removed'],
} as const;
/** v1 says `running` where v2 says `ready`. */
const workerStates = {
  running: ['running', 'ready'],
  failed: ['failed', 'error', 'exited'],
  terminating: ['stopped', 'stopping', 'unscheduling', ...endpointStates.terminating],
} as const;

function meaningIn<Meaning extends string>(states: Readonly<Record<Meaning, readonly string[]>>, { state }: State) {
  const meanings = Object.keys(states) as Meaning[];
  return meanings.find((meaning) => states[meaning].includes(state.toLowerCase()));
}

/** `serving` of v1, `running` of v2 (service-observed.md, Endpoint ready). */
export function isServing({ state }: State): boolean {
  return ['serving', 'running'].includes(state.toLowerCase());
}

/** What the endpoint's word means; undefined for `serving` and for unknown words. */
export function endpointCondition(state: State): keyof typeof endpointStates | undefined {
  return meaningIn(endpointStates, state);
}

/** What the worker's word means; undefined while it starts, and for unknown words. */
export function workerCondition(state: State): keyof typeof workerStates | undefined {
  return meaningIn(workerStates, state);
}

/** Whether the service is removing the endpoint, or has removed it. */
export function isTerminating({ state }: { state: State }): boolean {
  return endpointCondition(state) === 'terminating';
}
