/** One reading of an endpoint → verdict, over every word of service-observed.md and many that are not in it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import type { Expectation } from '../../src/rollout/expectation.ts';
import { judgeReadiness } from '../../src/rollout/readiness.ts';
import { countWorkers } from '../../src/rollout/worker-counts.ts';
import { faultNamedIn } from '../../src/rollout/worker-faults.ts';
import { noHistory } from '../../src/rollout/worker-history.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const state = (word: string, message = '', error = '') => ({ state: word, error, message });

function worker(id: string, word: string, { message = '', healthy = false } = {}): Worker {
  return { id, state: state(word, message), log: `/logs/${id}`, healthy };
}
const up = (id: string) => worker(id, 'running', { healthy: true });

interface Reading {
  state?: string;
  message?: string;
  workers?: readonly Worker[];
  minNum?: number;
  maxNum?: number;
  path?: string;
}

function reading({
  state: word = 'serving',
  message = '',
  workers = [],
  minNum = 1,
  maxNum = 3,
  path = '/health',
}: Reading) {
  const config = { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, minNum, maxNum }, healthy: { path } };
  return { ...liveEndpoint, state: state(word, message), workers, config } satisfies Endpoint;
}

const updated: Expectation = {
  wait: 'ready',
  effect: 'replaces',
  oldWorkerIds: new Set(['old', 'old2']),
  servingWord: 'serving',
  isSilent: false,
  isNew: false,
  hidesWorkers: false,
  isRecentlyWritten: false,
};
const created: Expectation = { ...updated, oldWorkerIds: new Set(), servingWord: '', isNew: true };
const scaled: Expectation = { ...updated, effect: 'keeps' };
const rollout = (expectation: Expectation): Expectation => ({ ...expectation, wait: 'rollout' });
const unchanged: Expectation = { ...updated, effect: 'nothing', oldWorkerIds: undefined };

function verdict(given: Reading, expectation: Expectation): string {
  const result = judgeReadiness(reading(given), expectation);
  return result.kind === 'failing' ? result.code : result.kind;
}

describe('the endpoint’s own state', () => {
  test.for<[string, string]>([
    ['serving', 'ready'],
    ['Serving', 'ready'],
    ['running', 'ready'],
    ['initializing', 'ready'],
    ['creating', 'ready'],
    ['updating', 'ready'],
    ['unknown', 'ready'],
    ['', 'ready'],
    ['warming-up', 'ready'],
    ['failed', 'endpoint-failed'],
    ['error', 'endpoint-failed'],
    ['stopped', 'endpoint-failed'],
    ['terminating', 'endpoint-failed'],
    ['terminated', 'endpoint-failed'],
    ['deleting', 'endpoint-failed'],
    ['removed', 'endpoint-failed'],
  ])('"%s" with a healthy worker: %s', ([word, expected]) => {
    // Whatever it is called, a healthy worker serves; but a failing endpoint is not saved by one that is still up.
    expect(verdict({ state: word, workers: [up('w1')] }, unchanged)).toBe(expected);
  });

  test.for<[string, string]>([
    ['insufficient resources in us-dallas', 'no-capacity'],
    ['failed to pull image "a:1": manifest unknown', 'image-pull'],
    ['container exited with code 137', 'crashed'],
    ['node lost', 'endpoint-failed'],
  ])('failed, saying "%s": %s', ([message, expected]) => {
    expect(verdict({ state: 'failed', message }, created)).toBe(expected);
  });
});

describe('a worker of a new endpoint', () => {
  test.for<[string, boolean, string, string]>([
    // word, healthy, with a health check, without one
    ['running', true, 'ready', 'ready'],
    ['running', false, 'unhealthy', 'ready'],
    ['ready', true, 'ready', 'ready'],
    ['pending', false, 'progressing', 'progressing'],
    ['creating', false, 'progressing', 'progressing'],
    ['pulling', false, 'progressing', 'progressing'],
    ['starting', false, 'progressing', 'progressing'],
    ['paused', false, 'progressing', 'progressing'],
    ['unpaused', false, 'progressing', 'progressing'],
    ['unknown', false, 'progressing', 'progressing'],
    ['', false, 'progressing', 'progressing'],
    ['defrosting', false, 'progressing', 'progressing'],
    ['exited', false, 'crashed', 'crashed'],
    ['failed', false, 'crashed', 'crashed'],
    ['error', false, 'crashed', 'crashed'],
    ['stopping', false, 'progressing', 'progressing'],
    ['stopped', false, 'progressing', 'progressing'],
    ['unscheduling', false, 'progressing', 'progressing'],
    ['terminating', false, 'progressing', 'progressing'],
    ['removed', true, 'progressing', 'progressing'],
  ])('"%s", healthy %s: %s with a health check, %s without', ([word, healthy, withCheck, without]) => {
    const workers = [worker('w1', word, { healthy })];
    expect([verdict({ workers }, created), verdict({ workers, path: '' }, created)]).toEqual([withCheck, without]);
  });

  test('a worker that complains is not ready without a health check either', () => {
    const crashing = worker('w1', 'running', { message: 'container exited with code 1' });
    expect(verdict({ workers: [crashing], path: '' }, created)).toBe('crashed');
    expect(verdict({ workers: [{ ...crashing, healthy: true }] }, created)).toBe('ready');
  });

  test('no workers: ready only where none is asked for', () => {
    expect([verdict({ minNum: 0 }, created), verdict({ minNum: 1 }, updated)]).toEqual(['ready', 'progressing']);
    expect(judgeReadiness(reading({ minNum: 1 }), created)).toMatchObject({ evidence: 'word' });
    expect(verdict({ minNum: 1, state: 'initializing' }, created)).toBe('progressing');
    expect(verdict({ minNum: 0, state: 'initializing' }, created)).toBe('progressing');
  });

  test.for<[string, readonly Worker[], boolean]>([
    ['alone', [], false],
    ['beside one that is pulling', [worker('w2', 'pulling')], true],
    ['beside one that is not healthy', [worker('w2', 'running')], false],
    ['beside one that is starting and names a fault', [worker('w2', 'starting', { message: 'exit code 1' })], false],
    ['beside one that is gone', [worker('w2', 'removed')], false],
  ])('one that fails, %s', ([, others, hasOthersStarting]) => {
    const failing = judgeReadiness(reading({ workers: [worker('w1', 'failed'), ...others] }), created);
    expect(failing).toMatchObject({ failure: 'crashed', hasOthersStarting });
  });

  test('the message names the worker, quotes the service, and counts the others', () => {
    const workers = ['w1', 'w2', 'w3'].map((id) => worker(id, 'failed', { message: 'manifest unknown' }));
    expect(judgeReadiness(reading({ workers }), created)).toEqual({
      kind: 'failing',
      code: 'image-pull',
      message: 'worker w1 is failed: "manifest unknown"; 2 more workers fail',
      failure: 'image-pull',
      worker: workers[0],
      hasOthersStarting: false,
    });
  });
});

describe('after an update', () => {
  const pulling = worker('new', 'pulling');
  test.for<[string, Reading, Expectation, string]>([
    ['old workers alone say nothing of the new version', { workers: [up('old')] }, updated, 'progressing'],
    [
      'nor do they with a change that may keep them, on their own',
      { workers: [up('old')] },
      { ...scaled, effect: 'unknown' },
      'ready',
    ],
    ['a new one on its way', { workers: [up('old'), pulling] }, updated, 'progressing'],
    ['a new one that fails', { workers: [up('old'), worker('new', 'failed')] }, updated, 'crashed'],
    ['an old one that fails', { workers: [worker('old', 'failed'), up('new')] }, updated, 'ready'],
    ['the first new one, an old one still there', { workers: [up('old'), up('new')] }, updated, 'ready'],
    ['the same with wait: rollout', { workers: [up('old'), up('new')] }, rollout(updated), 'progressing'],
    ['the old one gone', { workers: [worker('old', 'removed'), up('new')] }, rollout(updated), 'ready'],
    [
      'the old one dead, and still listed',
      { workers: [worker('old', 'exited'), up('new')] },
      rollout(updated),
      'ready',
    ],
    ['fewer new ones than asked for', { workers: [up('new')], minNum: 2 }, rollout(updated), 'progressing'],
    ['the same with wait: ready', { workers: [up('new')], minNum: 2 }, updated, 'ready'],
    ['one new one up, one failing', { workers: [up('new'), worker('new2', 'failed')], minNum: 2 }, updated, 'ready'],
    [
      'the same with wait: rollout',
      { workers: [up('new'), worker('new2', 'failed')], minNum: 2 },
      rollout(updated),
      'crashed',
    ],
    ['scale to zero, nobody there', { minNum: 0 }, updated, 'ready'],
    ['scale to zero, a new one fails', { minNum: 0, workers: [worker('new', 'failed')] }, updated, 'crashed'],
    ['scale to zero, a new one was scaled away', { minNum: 0, workers: [worker('new', 'exited')] }, updated, 'ready'],
    ['scale to zero, an old one lingers', { minNum: 0, workers: [up('old')] }, rollout(updated), 'progressing'],
    [
      'only more workers: the old ones may stay',
      { workers: [up('old'), up('new')], minNum: 2 },
      rollout(scaled),
      'ready',
    ],
    [
      'more workers than are needed: one without a free GPU is only waited for',
      { workers: [up('old'), worker('new', 'pending', { message: 'failed to schedule worker' })] },
      rollout(scaled),
      'ready',
    ],
    [
      'one that crashes is a failure beside as many',
      { workers: [up('old'), worker('new', 'failed')] },
      rollout(scaled),
      'crashed',
    ],
    ['only more workers: not enough yet', { workers: [up('old'), pulling], minNum: 2 }, rollout(scaled), 'progressing'],
  ])('%s', ([, given, expectation, expected]) => {
    expect(verdict(given, expectation)).toBe(expected);
  });

  test('an old worker that dies and comes back again and again is still of the old version', () => {
    const history = { ...noHistory, movingIds: new Set(['old']) };
    const crashing = reading({ workers: [worker('old', 'exited'), up('new')] });
    expect(judgeReadiness(crashing, rollout(updated), history)).toEqual({ kind: 'progressing' });
  });
  test('says how many workers of the old version are left', () => {
    expect(judgeReadiness(reading({ workers: [up('old'), up('old2'), up('new')] }), updated)).toEqual({
      kind: 'ready',
      evidence: 'new-workers',
      oldWorkers: 2,
      newWorkers: 1,
    });
  });
});

describe('where this run has written nothing, nobody knows which version a worker runs', () => {
  test.for<[string, Reading, string]>([
    ['one that is up', { workers: [up('a')] }, 'ready'],
    [
      'one more than `maxNum` on its way is the new version',
      { workers: [up('a'), worker('b', 'pulling')], maxNum: 1 },
      'progressing',
    ],
    ['within `maxNum` it is the autoscaler’s', { workers: [up('a'), worker('b', 'pulling')], maxNum: 2 }, 'ready'],
    ['a dead one beside enough healthy ones', { workers: [up('a'), worker('b', 'failed')], maxNum: 1 }, 'ready'],
    [
      'one that cannot pull its image is tried again',
      { workers: [up('a'), worker('b', 'failed', { message: 'manifest unknown' })], maxNum: 1 },
      'image-pull',
    ],
    ['a dead one beside too few', { workers: [up('a'), worker('b', 'failed')], minNum: 2 }, 'crashed'],
    ['a pause is nobody’s way', { workers: [up('a'), worker('b', 'paused')] }, 'ready'],
    [
      'a scale-up without a free GPU is no failure',
      { workers: [up('a'), worker('b', 'pending', { message: 'failed to schedule worker' })] },
      'ready',
    ],
    [
      'but too few workers are',
      { workers: [worker('b', 'pending', { message: 'failed to schedule worker' })] },
      'no-capacity',
    ],
    ['scale to zero waits for nobody', { minNum: 0, workers: [worker('a', 'pulling')] }, 'ready'],
  ])('%s', ([, given, expected]) => {
    expect(verdict(given, unchanged)).toBe(expected);
  });
});

test.for<[string, string | undefined]>([
  ['failed to pull image "a:1": manifest unknown', 'image-pull'],
  ['IMAGE_PULL_FAILED', 'image-pull'],
  ['ImagePullBackOff', 'image-pull'],
  ['ErrImagePull', 'image-pull'],
  ['Back-off pulling image "a:1"', 'image-pull'],
  ['pull access denied for acme/llama, repository does not exist', 'image-pull'],
  ['manifest for a:1 not found', 'image-pull'],
  ['no matching manifest for linux/amd64', 'image-pull'],
  ['toomanyrequests: you have reached your pull rate limit', 'image-pull'],
  ['pulling image "a:1"', undefined],
  ['Pulling from acme/llama: 3 of 12 layers', undefined],
  ['image pulled', undefined],
  ['failed to schedule worker: insufficient resources', 'no-capacity'],
  ['INSUFFICIENT_RESOURCE', 'no-capacity'],
  ['UNSCHEDULABLE', 'no-capacity'],
  ['container exited with code 1', 'crashed'],
  ['CrashLoopBackOff', 'crashed'],
  ['OOMKilled', 'crashed'],
  ['scheduling', undefined],
  ['', undefined],
])('"%s" means %s', ([said, expected]) => {
  expect(faultNamedIn(said)).toBe(expected);
});

test('workers are counted by their state, those that are gone left out', () => {
  const workers = [up('a'), up('b'), worker('c', 'running'), worker('d', 'removed'), worker('e', '')];
  expect(countWorkers(reading({ workers }))).toEqual({ running: 2, 'running, not healthy': 1, 'without a state': 1 });
});

test('an update is never ready while none of the new workers that are there is ready', () => {
  const word = fc.constantFrom('pending', 'pulling', 'starting', 'running', 'exited', 'failed', 'paused', 'whatever');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('serving', 'running', 'updating'),
      (words, at) => {
        const workers = [up('old'), ...words.map((each, index) => worker(`new${index}`, each))];
        expect(judgeReadiness(reading({ state: at, workers }), updated).kind).not.toBe('ready');
      },
    ),
  );
});
