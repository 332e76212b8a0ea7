/** Readings → the story that they make: which workers are old, since when they are up, how often they crashed, and what is still. */

import { describe, expect, test } from 'vitest';
import { endpointVoice, newWorkers, oldWorkers, type Story } from '../../src/rollout/story.ts';
import { type Course, every, type Shown, steadily, storyOver, writeOver } from './course.ts';

const replaced = writeOver('replaces');
const created = writeOver('replaces', { old: [] });

/** `new: healthy since 8`, `old, old: down since 0, crashed`. */
function workersIn({ workers }: Story): string[] {
  return [...workers.values()].map(({ id, isOld, condition, sinceMs, loadingSinceMs, hasRun, fault }) => {
    const loading = loadingSinceMs === undefined ? '' : `, loading since ${loadingSinceMs / 1000}`;
    const name = id === endpointVoice ? 'the endpoint' : id;
    return `${name}${isOld ? ', old' : ''}: ${condition} since ${sinceMs / 1000}${loading}${hasRun ? ', has run' : ''}${fault ? `, ${fault}` : ''}`;
  });
}

describe('each worker', () => {
  const course = (...words: string[]): Course => words.map((word, index) => [index * 10, { workers: [`new ${word}`] }]);
  test.for<[string, Course, string]>([
    ['on its way', course('pending', 'pulling', 'starting'), 'new: starting since 0'],
    ['that runs', course('pulling', 'running', 'running'), 'new: starting since 0, loading since 10, has run'],
    ['that is up', course('pulling', 'running', 'running+', 'running+'), 'new: healthy since 20, has run'],
    ['that was away', course('running+', 'running', 'running+'), 'new: healthy since 20, has run'],
    ['that is down', course('running', 'exited', 'exited'), 'new: down since 10, has run, crashed'],
    ['that starts again', course('exited', 'starting'), 'new: starting since 10'],
    [
      'that fails before it ran',
      course('pulling', 'failed: manifest unknown'),
      'new: down since 10, image-pull-definite',
    ],
    [
      'that speaks of an image after it ran',
      course('running', 'starting: ErrImagePull'),
      'new: starting since 0, has run, crashed',
    ],
    ['that leaves', course('running+', 'removed'), 'new: gone since 10, has run'],
    ['in an odd state', course('defrosting'), 'new: starting since 0'],
    ['that pauses', course('running+', 'paused'), 'new: starting since 10, has run'],
  ])('%s', ([, readings, expected]) => {
    expect(workersIn(storyOver(readings, created))).toEqual([expected]);
  });

  test('keeps the last of its log', () => {
    const story = storyOver([[0, { workers: ['new running'] }]], created);
    expect([...story.workers.values()].map(({ log }) => log)).toEqual(['/logs/new']);
  });

  test('listed twice, or without an id, is told apart by its place', () => {
    const story = storyOver([[0, { workers: ['a running', 'a failed', ' pending', ' running+'] }]], created);
    expect(workersIn(story)).toEqual([
      'a: starting since 0, loading since 0, has run',
      'a: down since 0, crashed',
      ': starting since 0',
      ': healthy since 0, has run',
    ]);
  });
});

describe('which worker is new', () => {
  const idsIn = (story: Story) => [newWorkers(story), oldWorkers(story)].map((each) => each.map(({ id }) => id));
  test.for<[string, Parameters<typeof writeOver>[1], readonly string[], string[][]]>([
    ['one that was not there', {}, ['old running+', 'new pulling'], [['new'], ['old']]],
    ['none that is gone', {}, ['old removed', 'new stopping'], [[], []]],
    ['an old one that is dead does not serve', {}, ['old exited', 'new exited'], [['new'], []]],
    ['one without an id, where workers were there, may be one of them', {}, [' running+'], [[], ['']]],
    ['where none were, it is new', { old: [] }, [' running+'], [[''], []]],
  ])('%s', ([, before, workers, expected]) => {
    expect(idsIn(storyOver([[0, { workers }]], writeOver('replaces', before)))).toEqual(expected);
  });
});

describe('faults of the new version', () => {
  const at = (second: number, ...workers: string[]) => [second, { workers }] as const;
  const fault = (part: object) => ({ sinceMs: 0, lastMs: 0, count: 1, words: '', workerId: 'new', ...part });
  test.for<[string, Course, object]>([
    ['none', [at(0, 'old failed', 'new pulling')], {}],
    [
      'counted by the reading',
      [at(0, 'new pulling: manifest unknown'), at(5, 'new pulling: manifest unknown')],
      { 'image-pull-definite': fault({ lastMs: 5000, count: 2, words: 'manifest unknown' }) },
    ],
    [
      'both of a pull that backs off between its tries',
      [at(0, 'new pulling: ErrImagePull: denied: pull access denied'), at(5, 'new pulling: ImagePullBackOff')],
      {
        'image-pull-definite': fault({ lastMs: 5000, count: 2, words: 'ErrImagePull: denied: pull access denied' }),
        'image-pull': fault({ sinceMs: 5000, lastMs: 5000, words: 'ImagePullBackOff' }),
      },
    ],
    [
      'the most telling words are kept',
      [at(0, 'new failed: exit code 137 (OOMKilled)'), at(5, 'new starting'), at(9, 'new failed: back-off restarting')],
      { crashed: fault({ lastMs: 9000, count: 2, words: 'exit code 137 (OOMKilled)' }) },
    ],
    [
      'one crash, however often it is read',
      steadily(every(2, 20), { workers: ['new exited'] }),
      { crashed: fault({}) },
    ],
    [
      'each crash, of whichever worker',
      [at(0, 'a exited'), at(9, 'a starting'), at(18, 'a exited', 'b failed')],
      { crashed: fault({ lastMs: 18_000, count: 3, workerId: 'a', isOfSeveral: true }) },
    ],
    [
      'a crash that no reading has seen, by its words',
      [at(0, 'new running'), at(9, 'new running: exit code 1')],
      { crashed: fault({ sinceMs: 9000, lastMs: 9000, words: 'exit code 1' }) },
    ],
    ['no pull of a worker that runs', [at(0, 'new pulling: ErrImagePull'), at(9, 'new running')], {}],
    ['no wait for a machine of a worker that runs', [at(0, 'new pending: unschedulable'), at(9, 'new running')], {}],
    [
      'a crash, while its worker is up for a moment',
      [at(0, 'new exited'), at(9, 'new running+'), at(38, 'new running+')],
      { crashed: fault({}) },
    ],
    [
      'no crash once a worker is up for half a minute',
      [at(0, 'new exited'), at(9, 'new running+'), at(39, 'new running+')],
      {},
    ],
    ['nothing of old workers, nor of those that leave', [at(0, 'old exited', 'new removed: exit code 1')], {}],
    [
      'the words of the endpoint, which are none of a worker',
      [[0, { message: 'no free GPU', workers: ['new pending'] }]],
      { 'no-capacity': fault({ words: 'no free GPU', workerId: endpointVoice }) },
    ],
  ])('%s', ([, course, expected]) => {
    expect(Object.fromEntries(storyOver(course, replaced).faults)).toEqual(expected);
  });

  test('words that the endpoint had before the write are no news', () => {
    const before = { ...replaced, stateBefore: { state: 'failed', error: '', message: 'no free GPU' } };
    expect([...storyOver([[0, { state: 'failed', message: 'no free GPU' }]], before).faults]).toEqual([]);
  });
});

describe('since when', () => {
  const timesOf = (...shown: Shown[]) => {
    const story = storyOver(
      shown.map((each, index) => [index * 10, each] as const),
      replaced,
    );
    const { stillSinceMs, downSinceMs, hasBeenHealthy } = story;
    return [stillSinceMs / 1000, downSinceMs === undefined ? undefined : downSinceMs / 1000, hasBeenHealthy];
  };
  const old = { workers: ['old running+'] };
  test.for<[string, Shown[], unknown[]]>([
    ['nothing moves', [old, old, old], [0, undefined, false]],
    ['one more', [old, { workers: ['old running+', 'new pending'] }], [10, undefined, false]],
    ['another condition', [old, { workers: ['old paused'] }, { workers: ['old paused'] }], [10, undefined, false]],
    [
      'another word of the same condition',
      [{ workers: ['old pulling'] }, { workers: ['old starting'] }],
      [0, undefined, false],
    ],
    [
      'in another order',
      [{ workers: ['old running+', 'b failed'] }, { workers: ['b failed', 'old running+'] }],
      [0, undefined, false],
    ],
    [
      'one that is gone, and is not listed any more',
      [{ workers: ['old running+', 'b removed'] }, old],
      [0, undefined, false],
    ],
    ['the endpoint says something', [old, { ...old, message: 'no free GPU' }], [0, undefined, false]],
    ['it is down', [old, { ...old, state: 'failed' }, { ...old, state: 'stopped' }], [0, 10, false]],
    ['it is up again', [{ state: 'failed' }, { state: 'updating' }], [0, undefined, false]],
    ['a new one was up once', [{ workers: ['new running+'] }, { workers: ['new failed'] }], [10, undefined, true]],
    ['an old one is none of it', [old, { workers: ['old failed'] }], [10, undefined, false]],
  ])('%s', ([, shown, expected]) => {
    expect(timesOf(...shown)).toEqual(expected);
  });
});

test('a story keeps what it began with, and changes no story before it', () => {
  const course: Course = [
    [5, { workers: ['new pulling'] }],
    [9, { workers: ['new running+'] }],
  ];
  const before = storyOver(course.slice(0, 1), created);
  const copy = structuredClone({ ...before, write: undefined });
  const after = storyOver(course, created);
  expect([after.startedMs, after.atMs, after.write]).toEqual([5000, 9000, created]);
  expect({ ...before, write: undefined }).toEqual(copy);
});
