/** What a reading says of a worker: whether it is healthy, and what its words say is wrong. */

import { expect, test } from 'vitest';
import { type Fault, faultNamedIn, quoteState, wordsOf } from '../../../src/model/faults.ts';
import { conditionOf, workerFault } from '../../../src/rollout/evidence/condition.ts';
import { endpointOf, stateOf, workerOf } from '../readings.ts';

/** With a health check, without one where that differs, and of an endpoint that scales to zero where that differs. */
test.for<[string, string, Partial<Record<'unchecked' | 'atZero', string>>?]>([
  ['w running+', 'healthy'],
  ['w running', 'starting', { unchecked: 'healthy' }],
  ['w pending', 'starting'],
  ['w pending+', 'healthy'],
  ['w paused', 'starting'],
  ['w ', 'starting'],
  ['w toString', 'starting'],
  ['w exited', 'down, crashed', { atZero: 'gone' }],
  ['w exited: exit code 137', 'down, crashed'],
  ['w failed', 'down, crashed'],
  ['w failed+', 'down, crashed'],
  ['w stopping', 'gone'],
  ['w removed+', 'gone'],
  ['w running: container exited with code 1', 'starting, crashed'],
  ['w running+: container exited with code 1', 'healthy'],
  ['w starting: OOMKilled', 'down, crashed'],
  ['w failed: manifest unknown', 'down, image-pull-definite'],
  ['w pulling: ImagePullBackOff', 'starting, image-pull'],
  // While it pulls, these are the words of the registry.
  ['w pulling: unauthorized: authentication required', 'starting, image-pull-definite'],
  ['w pulling: denied: requested access to the resource is denied', 'starting, image-pull-definite'],
  ['w pulling: ghcr.io/acme/llama:2: not found', 'starting, image-pull-definite'],
  ['w running: unauthorized: authentication required', 'starting', { unchecked: 'healthy' }],
  ['w pending: unschedulable', 'starting, no-capacity'],
])('worker "%s" is %s', ([text, expected, { unchecked = expected, atZero = expected } = {}]) => {
  const told = [{}, { path: '' }, { minNum: 0 }].map((part) => {
    const [worker, endpoint] = [workerOf(text), endpointOf(part)];
    const fault = conditionOf(worker, endpoint) === 'gone' ? undefined : workerFault(worker, endpoint);
    return [conditionOf(worker, endpoint), fault].filter(Boolean).join(', ');
  });
  expect(told).toEqual([expected, unchecked, atZero]);
});

test.for<[string, Fault | undefined]>([
  ['failed to pull image "a:1": manifest unknown', 'image-pull-definite'],
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
  // The last words of a container may be about anything.
  ['exited with code 1: ValueError: No available memory for the cache blocks', 'crashed'],
  [
    'exited with code 1: 401 Client Error. Repository Not Found for url: https://huggingface.co/api/models/a',
    'crashed',
  ],
  ['container exited with status 1: RuntimeError: insufficient GPU resources for the context', 'crashed'],
  ['container exited with code 1: OSError: access to model a is forbidden, image processor not found', 'crashed'],
  ['exit code 1: failed to schedule the engine core', 'crashed'],
  ['failed to pull image: exit status 1: manifest unknown', 'image-pull-definite'],
  ['FileNotFoundError: model.safetensors not found', undefined],
  ['scheduling', undefined],
  ['', undefined],
  // Searched as far as it is quoted.
  [`${' '.repeat(3000)}OOMKilled`, undefined],
])('"%s" names %s', ([said, expected]) => {
  expect(faultNamedIn(said)).toBe(expected);
});

test('the words of a state, each once and bounded', () => {
  const words = (message: string, error = '') => wordsOf(stateOf('failed', message, error));
  const long = words('x'.repeat(5000));
  expect([words(''), words(' a ', 'A'), words('a', 'a'), long.length]).toEqual(['', 'A: a', 'a', 2048]);
  expect(quoteState(stateOf('failed', 'node lost', 'LOST'))).toBe(': "LOST: node lost"');
});
