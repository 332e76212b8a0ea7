/** Every word of service-observed.md, and some that are not in it, for an endpoint and for a worker. */

import { expect, test } from 'vitest';
import {
  type EndpointCondition,
  endpointCondition,
  isTerminating,
  workerCondition,
} from '../../src/rollout/condition.ts';

test.for<[string, EndpointCondition, ReturnType<typeof workerCondition>]>([
  ['serving', 'serving', 'unknown'],
  ['running', 'serving', 'running'],
  ['ready', 'unknown', 'running'],
  ['initializing', 'starting', 'starting'],
  ['creating', 'starting', 'starting'],
  ['updating', 'starting', 'unknown'],
  ['pending', 'unknown', 'starting'],
  ['pulling', 'unknown', 'starting'],
  ['starting', 'unknown', 'starting'],
  ['failed', 'failed', 'failed'],
  ['error', 'failed', 'failed'],
  ['exited', 'unknown', 'failed'],
  ['stopped', 'stopped', 'terminating'],
  ['stopping', 'unknown', 'terminating'],
  ['unscheduling', 'unknown', 'terminating'],
  ['terminating', 'terminating', 'terminating'],
  ['terminated', 'terminating', 'terminating'],
  ['deleting', 'terminating', 'terminating'],
  ['deleted', 'terminating', 'terminating'],
  ['removed', 'terminating', 'terminating'],
  ['paused', 'unknown', 'unknown'],
  ['unpaused', 'unknown', 'unknown'],
  ['unknown', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
  ['Serving', 'serving', 'unknown'],
  ['REMOVED', 'terminating', 'terminating'],
  ['constructor', 'unknown', 'unknown'],
  ['__proto__', 'unknown', 'unknown'],
])('"%s": an endpoint is %s, a worker is %s', ([word, ofEndpoint, ofWorker]) => {
  const state = { state: word, error: '', message: '' };
  expect([endpointCondition(state), workerCondition(state)]).toEqual([ofEndpoint, ofWorker]);
  expect(isTerminating({ state })).toBe(ofEndpoint === 'terminating');
});
