/** One worker, or the words of one → what is wrong with it, over every word of service-observed.md and many that are not in it. */

import { describe, expect, test } from 'vitest';
import {
  conditionOf,
  countWorkers,
  type Fault,
  faultNamedIn,
  faultOf,
  formatCounts,
  quoteState,
  wordsOf,
} from '../../src/rollout/condition.ts';
import { endpointOf, stateOf, workerOf } from './course.ts';

describe('a worker, with a health check and without one', () => {
  test.for<[string, string, string]>([
    ['w running+', 'healthy', 'healthy'],
    ['w running', 'starting', 'healthy'],
    ['w ready+', 'healthy', 'healthy'],
    ['w pending', 'starting', 'starting'],
    ['w pending+', 'healthy', 'healthy'],
    ['w creating', 'starting', 'starting'],
    ['w pulling', 'starting', 'starting'],
    ['w starting', 'starting', 'starting'],
    ['w paused', 'starting', 'starting'],
    ['w unknown', 'starting', 'starting'],
    ['w ', 'starting', 'starting'],
    ['w defrosting', 'starting', 'starting'],
    ['w toString', 'starting', 'starting'],
    ['w exited', 'down, crashed', 'down, crashed'],
    ['w failed', 'down, crashed', 'down, crashed'],
    ['w failed+', 'down, crashed', 'down, crashed'],
    ['w error', 'down, crashed', 'down, crashed'],
    ['w stopping', 'gone', 'gone'],
    ['w stopped', 'gone', 'gone'],
    ['w unscheduling', 'gone', 'gone'],
    ['w terminating', 'gone', 'gone'],
    ['w removed+', 'gone', 'gone'],
    ['w running: container exited with code 1', 'starting, crashed', 'starting, crashed'],
    ['w running+: container exited with code 1', 'healthy', 'healthy'],
    ['w starting: OOMKilled', 'down, crashed', 'down, crashed'],
    ['w failed: manifest unknown', 'down, image-pull-definite', 'down, image-pull-definite'],
    ['w pulling: ImagePullBackOff', 'starting, image-pull', 'starting, image-pull'],
    // While it pulls, these are the words of the registry.
    ...[
      'unauthorized: authentication required',
      'denied: requested access to the resource is denied',
      'ghcr.io/acme/llama:2: not found',
    ].map((words): [string, string, string] => [
      `w pulling: ${words}`,
      'starting, image-pull-definite',
      'starting, image-pull-definite',
    ]),
    ['w running: unauthorized: authentication required', 'starting', 'healthy'],
    ['w pending: unschedulable', 'starting, no-capacity', 'starting, no-capacity'],
  ])('"%s" is %s, %s', ([text, withCheck, without]) => {
    const told = ['/health', ''].map((path) => {
      const [worker, endpoint] = [workerOf(text), endpointOf({ path })];
      const fault = conditionOf(worker, endpoint) === 'gone' ? undefined : faultOf(worker, endpoint);
      return [conditionOf(worker, endpoint), fault].filter(Boolean).join(', ');
    });
    expect(told).toEqual([withCheck, without]);
  });

  test('an endpoint that scales to zero lets its workers exit', () => {
    const endpoint = endpointOf({ minNum: 0 });
    expect(
      ['w exited', 'w exited: exit code 137', 'w failed'].map((text) => conditionOf(workerOf(text), endpoint)),
    ).toEqual(['gone', 'down', 'down']);
  });
});

test.for<[string, Fault | undefined]>([
  ['failed to pull image "a:1": manifest unknown', 'image-pull-definite'],
  ['manifest for ghcr.io/acme/llama:2 not found: manifest unknown: manifest unknown', 'image-pull-definite'],
  ['failed to pull image "a:1": unauthorized: authentication required', 'image-pull-definite'],
  ['pull access denied for acme/llama, repository does not exist', 'image-pull-definite'],
  ['no matching manifest for linux/amd64', 'image-pull-definite'],
  ['InvalidImageName', 'image-pull-definite'],
  ['invalid reference format', 'image-pull-definite'],
  ['IMAGE_PULL_FAILED', 'image-pull'],
  ['ImagePullBackOff', 'image-pull'],
  ['ErrImagePull', 'image-pull'],
  ['Back-off pulling image "a:1"', 'image-pull'],
  ['toomanyrequests: you have reached your pull rate limit', 'image-pull'],
  ['failed to pull image "a:1": dial tcp 10.0.0.1:443: i/o timeout', 'image-pull'],
  ['pulling image "a:1"', undefined],
  ['Pulling from acme/llama: 3 of 12 layers', undefined],
  ['image pulled', undefined],
  ['pulling image "ghcr.io/acme/terraform:1"', undefined],
  ['failed to schedule worker: insufficient resources', 'no-capacity'],
  ['INSUFFICIENT_RESOURCE', 'no-capacity'],
  ['UNSCHEDULABLE', 'no-capacity'],
  ['container exited with code 1', 'crashed'],
  ['CrashLoopBackOff', 'crashed'],
  ['back-off restarting failed container', 'crashed'],
  ['OOMKilled', 'crashed'],
  ['FileNotFoundError: model.safetensors not found', undefined],
  ['scheduling', undefined],
  ['', undefined],
])('"%s" names %s', ([said, expected]) => {
  expect(faultNamedIn(said)).toBe(expected);
});

test('the words of a state, each once and bounded', () => {
  const states = [
    stateOf('failed'),
    stateOf('failed', ' a ', 'A'),
    stateOf('failed', 'a', 'a'),
    stateOf('failed', 'x'.repeat(5000)),
  ];
  expect(states.map(wordsOf).map(({ length }) => length)).toEqual([0, 4, 1, 2048]);
  expect(quoteState(stateOf('failed', 'node lost', 'LOST'))).toBe(': "LOST: node lost"');
});

test('a long text is searched as far as it is quoted', () => {
  expect(faultNamedIn(`${' '.repeat(3000)}OOMKilled`)).toBeUndefined();
});

test('workers are counted by their state, those that are gone left out', () => {
  const workers = ['a running+', 'b running+', 'c running', 'd removed', 'e '];
  const counts = countWorkers(endpointOf({ workers }));
  expect(counts).toEqual({ running: 2, 'running, not healthy': 1, 'without a state': 1 });
  expect(formatCounts(counts)).toBe('3 running (1 not healthy yet), 1 without a state');
});
