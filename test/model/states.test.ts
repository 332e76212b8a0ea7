/** Every word of service-observed.md, and some that are not in it, for an endpoint and for a worker. */

import { expect, test } from 'vitest';
import { endpointCondition, isTerminating, workerCondition } from '../../src/model/states.ts';
import { stateOf } from '../rollout/readings.ts';

type Meaning = ReturnType<typeof endpointCondition | typeof workerCondition>;

test.for<[string, Meaning, Meaning]>([
  ['serving', undefined, undefined],
  ['running', undefined, 'running'],
  ['ready', undefined, 'running'],
  ['initializing', 'starting', undefined],
  ['creating', 'starting', undefined],
  ['updating', 'starting', undefined],
  ['pending', undefined, undefined],
  ['pulling', undefined, undefined],
  ['starting', undefined, undefined],
  ['failed', 'failed', 'failed'],
  ['error', 'failed', 'failed'],
  ['exited', undefined, 'failed'],
  ['stopped', 'stopped', 'terminating'],
  ['stopping', undefined, 'terminating'],
  ['unscheduling', undefined, 'terminating'],
  ['terminating', 'terminating', 'terminating'],
  ['terminated', 'terminating', 'terminating'],
  ['deleting', 'terminating', 'terminating'],
  ['deleted', 'terminating', 'terminating'],
  ['removed', 'terminating', 'terminating'],
  ['paused', undefined, undefined],
  ['unpaused', undefined, undefined],
  ['unknown', undefined, undefined],
  ['', undefined, undefined],
  ['Serving', undefined, undefined],
  ['REMOVED', 'terminating', 'terminating'],
  ['constructor', undefined, undefined],
  ['__proto__', undefined, undefined],
])('"%s": an endpoint is %s, a worker is %s', ([word, ofEndpoint, ofWorker]) => {
  const state = stateOf(word);
  expect([endpointCondition(state), workerCondition(state)]).toEqual([ofEndpoint, ofWorker]);
  expect(isTerminating({ state })).toBe(ofEndpoint === 'terminating');
});
