/** Every word of service-observed.md, and some that are not in it, for an endpoint and for a worker. */

import { expect, test } from 'vitest';
import { endpointCondition, isTerminating, workerCondition } from '../../src/model/states.ts';
import { stateOf } from '../rollout/readings.ts';

type Meaning = ReturnType<typeof endpointCondition | typeof workerCondition>;

const meanings: [ofEndpoint: Meaning, ofWorker: Meaning, words: string[]][] = [
  ['starting', undefined, ['initializing', 'creating', 'updating']],
  ['failed', 'failed', ['failed', 'error']],
  ['stopped', 'terminating', ['stopped']],
  ['terminating', 'terminating', ['terminating', 'terminated', 'deleting', 'deleted', 'removed', 'REMOVED']],
  [undefined, 'running', ['running', 'ready']],
  [undefined, 'failed', ['exited']],
  [undefined, 'terminating', ['stopping', 'unscheduling']],
  [undefined, undefined, ['serving', 'Serving', 'pending', 'pulling', 'starting', 'paused', 'unpaused', 'unknown', '']],
  [undefined, undefined, ['constructor', '__proto__']],
];

test.for(
  meanings.flatMap(([ofEndpoint, ofWorker, words]) => words.map((word) => [word, ofEndpoint, ofWorker] as const)),
)('"%s": an endpoint is %s, a worker is %s', ([word, ofEndpoint, ofWorker]) => {
  const state = stateOf(word);
  expect([endpointCondition(state), workerCondition(state)]).toEqual([ofEndpoint, ofWorker]);
  expect(isTerminating({ state })).toBe(ofEndpoint === 'terminating');
});
