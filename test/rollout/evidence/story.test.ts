/** Readings → the story that they make: how each worker is, and since when, and which faults the new version has shown. */

import { describe, expect, test } from 'vitest';
import { remainingOldWorkers, type Story, startedWorkers } from '../../../src/rollout/evidence/story.ts';
import {
  type Course,
  created,
  every,
  readings,
  replaced,
  type Shown,
  steadily,
  storyOver,
  writeOver,
} from '../readings.ts';

/** `new: healthy since 8`, `old, old: down since 0, crashed`. */
function workersIn({ workers }: Story): string[] {
  return [...workers.values()].map(({ id, version, condition, sinceMs, loadingSinceMs, hasRun, fault }) => {
    const loading = loadingSinceMs === undefined ? '' : `, loading since ${loadingSinceMs / 1000}`;
    return `${id}${version === 'earlier' ? ', old' : ''}: ${condition} since ${sinceMs / 1000}${loading}${hasRun ? ', has run' : ''}${fault ? `, ${fault}` : ''}`;
  });
}

describe('each worker', () => {
  test.for<[string, string[], string]>([
    ['on its way', ['pending', 'pulling', 'starting'], 'starting since 0'],
    ['that runs', ['pulling', 'running', 'running'], 'starting since 0, loading since 10, has run'],
    ['that is up', ['pulling', 'running', 'running+', 'running+'], 'healthy since 20, has run'],
    ['that was away', ['running+', 'running', 'running+'], 'healthy since 20, has run'],
    ['that is down', ['running', 'exited', 'exited'], 'down since 10, has run, crashed'],
    ['that starts again', ['exited', 'starting'], 'starting since 10'],
    ['that fails before it ran', ['pulling', 'failed: manifest unknown'], 'down since 10, image-pull-definite'],
    ['that names an image after it ran', ['running', 'starting: ErrImagePull'], 'starting since 0, has run, crashed'],
    ['that leaves', ['running+', 'removed'], 'gone since 10, has run'],
    ['in an odd state', ['defrosting'], 'starting since 0'],
    ['that pauses', ['running+', 'paused'], 'starting since 10, has run'],
  ])('%s', ([, words, expected]) => {
    const course: Course = words.map((word, index) => [index * 10, `new ${word}`]);
    expect(workersIn(storyOver(course, created))).toEqual([`new: ${expected}`]);
  });

  test('without an id is told apart by its place', () => {
    expect(workersIn(storyOver([[0, ' pending,  running+']], created))).toEqual([
      ': starting since 0',
      ': healthy since 0, has run',
    ]);
  });

  test.for<[string, string[], string, string[][]]>([
    ['one that was not there is new', ['old'], 'old running+, new pulling', [['new'], ['old']]],
    ['none that is gone', ['old'], 'old removed, new stopping', [[], []]],
    ['an old one that is dead does not serve', ['old'], 'old exited, new exited', [['new'], []]],
    ['one without an ID, where workers were there, may be one of them', ['old'], ' running+', [[], []]],
    ['where none were, it is new', [], ' running+', [[''], []]],
  ])('%s', ([, old, workers, expected]) => {
    const story = storyOver([[0, workers]], writeOver('replaces', { old }));
    expect([startedWorkers(story), remainingOldWorkers(story)].map((each) => each.map(({ id }) => id))).toEqual(
      expected,
    );
  });
});

describe('faults of the new version', () => {
  const fault = (part: object) => ({
    sinceMs: 0,
    lastMs: 0,
    count: 1,
    words: '',
    workerId: 'new',
    workers: 1,
    ...part,
  });
  const [unknown, denied] = ['manifest unknown', 'ErrImagePull: denied: pull access denied'];
  const [oom, exit] = ['exit code 137 (OOMKilled)', 'exit code 1'];
  test.for<[string, Course, object]>([
    ['none', [[0, 'old failed, new pulling']], {}],
    [
      'counted by the reading',
      steadily([0, 5], `new pulling: ${unknown}`),
      { 'image-pull-definite': fault({ lastMs: 5000, count: 2, words: unknown }) },
    ],
    [
      'a definite one of a pull, also while it backs off between its tries',
      readings(`0 new pulling: ${denied} | 5 new pulling: ImagePullBackOff`),
      { 'image-pull-definite': fault({ lastMs: 5000, count: 2, words: denied }) },
    ],
    [
      'the most telling words are kept',
      readings(`0 new failed: ${oom} | 5 new starting | 9 new failed: back-off restarting`),
      { crashed: fault({ lastMs: 9000, count: 2, words: oom }) },
    ],
    ['one crash, however often it is read', steadily(every(2, 20), 'new exited'), { crashed: fault({}) }],
    [
      'each crash, of whichever worker',
      readings('0 a exited | 9 a starting | 18 a exited, b failed'),
      { crashed: fault({ lastMs: 18_000, count: 3, workerId: 'a', workers: 2 }) },
    ],
    [
      'a crash that no reading has seen, by its words',
      readings(`0 new running | 9 new running: ${exit}`),
      { crashed: fault({ sinceMs: 9000, lastMs: 9000, words: exit }) },
    ],
    ['no pull of a worker that runs', [[0, 'new pulling: ErrImagePull'], ...steadily([9], 'new running')], {}],
    ['no machine for one that runs', [[0, 'new pending: unschedulable'], ...steadily([9], 'new running')], {}],
    ['a crash, up for a moment', [[0, 'new exited'], ...steadily([9, 38], 'new running+')], { crashed: fault({}) }],
    ['no crash once up for half a minute', [[0, 'new exited'], ...steadily([9, 39], 'new running+')], {}],
    ['nothing of old workers, nor of those that leave', [[0, 'old exited, new removed: exit code 1']], {}],
    [
      'a crash that ends with the removal of the worker',
      readings(`0 new running | 9 new removed: ${exit} | 18 new removed: ${exit}, new2 pulling`),
      { crashed: fault({ sinceMs: 9000, lastMs: 9000, words: exit }) },
    ],
    [
      'none of one that a late reading shows as it was before',
      readings('0 new running | 9 new starting | 18 new running+ | 27 new running'),
      {},
    ],
    ['none of a healthy worker that is removed', readings(`0 new running+ | 9 new removed: ${exit}`), {}],
    ['none of the endpoint, whose words may be about an old worker', [[0, { message: exit }]], {}],
  ])('%s', ([, course, expected]) => {
    expect(Object.fromEntries(storyOver(course, replaced).faults)).toEqual(expected);
  });
});

test.for<[string, Shown[], unknown[]]>([
  ['nothing is down', ['old running+', 'old running+'], [undefined, false]],
  ['the endpoint is down', ['old running+', { state: 'failed' }, { state: 'stopped' }], [10_000, false]],
  ['the endpoint is up again', [{ state: 'failed' }, { state: 'updating' }], [undefined, false]],
  ['a new worker was up once', ['new running+', 'new failed'], [undefined, true]],
  ['an old worker was up', ['old running+', 'old failed'], [undefined, false]],
])('%s', ([, shown, expected]) => {
  const course: Course = shown.map((each, index) => [index * 10, each]);
  const { downSinceMs, hasBeenHealthy } = storyOver(course, replaced);
  expect([downSinceMs, hasBeenHealthy]).toEqual(expected);
});

test('a story keeps what it began with and the last of its logs, and changes no story before it', () => {
  const course: Course = readings('5 new pulling | 9 new running+');
  const before = storyOver(course.slice(0, 1), created);
  const copy = structuredClone({ ...before, write: undefined });
  const after = storyOver(course, created);
  expect([after.startedMs, after.atMs, after.write]).toEqual([5000, 9000, created]);
  expect(after.workers.get('new')?.log).toBe('/logs/new');
  expect({ ...before, write: undefined }).toEqual(copy);
});
