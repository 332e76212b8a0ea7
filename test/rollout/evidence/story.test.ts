/** Readings → the story that they make: which workers are old or doubtful, since when, how often they crashed, and what is still. */

import { describe, expect, test } from 'vitest';
import type { Write } from '../../../src/rollout/evidence/effect.ts';
import { isDoubtful, newWorkers, oldWorkers, type Story } from '../../../src/rollout/evidence/story.ts';
import {
  type Course,
  created,
  every,
  foundWith,
  readings,
  replaced,
  type Shown,
  stateOf,
  steadily,
  storyOver,
  writeOver,
} from '../readings.ts';

/** `new: healthy since 8`, `old, old: down since 0, crashed`. */
function workersIn({ workers }: Story): string[] {
  return [...workers.values()].map(({ id, isOld, condition, sinceMs, loadingSinceMs, hasRun, fault }) => {
    const loading = loadingSinceMs === undefined ? '' : `, loading since ${loadingSinceMs / 1000}`;
    return `${id}${isOld ? ', old' : ''}: ${condition} since ${sinceMs / 1000}${loading}${hasRun ? ', has run' : ''}${fault ? `, ${fault}` : ''}`;
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
    [
      'that speaks of an image after it ran',
      ['running', 'starting: ErrImagePull'],
      'starting since 0, has run, crashed',
    ],
    ['that leaves', ['running+', 'removed'], 'gone since 10, has run'],
    ['in an odd state', ['defrosting'], 'starting since 0'],
    ['that pauses', ['running+', 'paused'], 'starting since 10, has run'],
  ])('%s', ([, words, expected]) => {
    const course: Course = words.map((word, index) => [index * 10, `new ${word}`]);
    expect(workersIn(storyOver(course, created))).toEqual([`new: ${expected}`]);
  });

  test('listed twice, or without an id, is told apart by its place', () => {
    expect(workersIn(storyOver([[0, 'a running, a failed,  pending,  running+']], created))).toEqual([
      'a: starting since 0, loading since 0, has run',
      'a: down since 0, crashed',
      ': starting since 0',
      ': healthy since 0, has run',
    ]);
  });

  test.for<[string, string[], string, string[][]]>([
    ['one that was not there is new', ['old'], 'old running+, new pulling', [['new'], ['old']]],
    ['none that is gone', ['old'], 'old removed, new stopping', [[], []]],
    ['an old one that is dead does not serve', ['old'], 'old exited, new exited', [['new'], []]],
    ['one without an id, where workers were there, may be one of them', ['old'], ' running+', [[], ['']]],
    ['where none were, it is new', [], ' running+', [[''], []]],
  ])('%s', ([, old, workers, expected]) => {
    const story = storyOver([[0, workers]], writeOver('replaces', { old }));
    expect([newWorkers(story), oldWorkers(story)].map((each) => each.map(({ id }) => id))).toEqual(expected);
  });
});

describe('faults of the new version', () => {
  const fault = (part: object) => ({ sinceMs: 0, lastMs: 0, count: 1, words: '', workerId: 'new', ...part });
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
      'both of a pull that backs off between its tries',
      readings(`0 new pulling: ${denied} | 5 new pulling: ImagePullBackOff`),
      {
        'image-pull-definite': fault({ lastMs: 5000, count: 2, words: denied }),
        'image-pull': fault({ sinceMs: 5000, lastMs: 5000, words: 'ImagePullBackOff' }),
      },
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
      { crashed: fault({ lastMs: 18_000, count: 3, workerId: 'a', isOfSeveral: true }) },
    ],
    [
      'a crash that no reading has seen, by its words',
      readings(`0 new running | 9 new running: ${exit}`),
      { crashed: fault({ sinceMs: 9000, lastMs: 9000, words: exit }) },
    ],
    ['no pull of a worker that runs', [[0, 'new pulling: ErrImagePull'], ...steadily([9], 'new running')], {}],
    ['no machine for one that runs', [[0, 'new pending: unschedulable'], ...steadily([9], 'new running')], {}],
    [
      'a crash, while up for a moment',
      [[0, 'new exited'], ...steadily([9, 38], 'new running+')],
      { crashed: fault({}) },
    ],
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
    [
      'the words of the endpoint, where no worker is listed',
      [[0, { message: 'no free GPU', workers: 'new removed' }]],
      { 'no-capacity': fault({ words: 'no free GPU', workerId: undefined }) },
    ],
    [
      'none of the endpoint where they may be about an old worker',
      [[0, { message: exit, workers: 'old running+' }]],
      {},
    ],
  ])('%s', ([, course, expected]) => {
    expect(Object.fromEntries(storyOver(course, replaced).faults)).toEqual(expected);
  });

  test('words that the endpoint had before the write are no news', () => {
    const before = { ...replaced, stateBefore: stateOf('failed', 'no free GPU') };
    expect([...storyOver([[0, { state: 'failed', message: 'no free GPU' }]], before).faults]).toEqual([]);
  });
});

describe('since when', () => {
  const old = { workers: 'old running+' };
  test.for<[string, Shown[], unknown[]]>([
    ['nothing moves', [old, old, old], [0, undefined, false]],
    ['one more', [old, 'old running+, new pending'], [10, undefined, false]],
    ['another condition', [old, 'old paused', 'old paused'], [10, undefined, false]],
    ['another word of the same condition', ['old pulling', 'old starting'], [0, undefined, false]],
    ['in another order', ['old running+, b failed', 'b failed, old running+'], [0, undefined, false]],
    ['one that is gone, and not listed any more', ['old running+, b removed', old], [0, undefined, false]],
    ['the endpoint says something', [old, { ...old, message: 'no free GPU' }], [0, undefined, false]],
    ['it is down', [old, { ...old, state: 'failed' }, { ...old, state: 'stopped' }], [0, 10_000, false]],
    ['it is up again', [{ state: 'failed' }, { state: 'updating' }], [0, undefined, false]],
    ['a new one was up once', ['new running+', 'new failed'], [10, undefined, true]],
    ['an old one is none of it', [old, 'old failed'], [10, undefined, false]],
  ])('%s', ([, shown, expected]) => {
    const course: Course = shown.map((each, index) => [index * 10, each]);
    const { stillSinceMs, downSinceMs, hasBeenHealthy } = storyOver(course, replaced);
    expect([stillSinceMs / 1000, downSinceMs, hasBeenHealthy]).toEqual(expected);
  });
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

describe('what an open write does to the workers', () => {
  const [old, both] = ['old running+', 'old running+, new running+'];
  test.for<[string, Course, Story['effect'], Write?]>([
    ['old ones alone, so far', steadily([0, 118], old), 'open'],
    ['old ones alone for two minutes: it keeps them', steadily([0, 120], old), 'keeps'],
    ['not while the endpoint moves', steadily([0, 120], { workers: old, state: 'updating' }), 'open'],
    ['none at all', steadily([0, 120], { minNum: 0 }), 'keeps'],
    ['one more than is needed: it replaces them', [[0, 'old running+, new pending']], 'replaces'],
    ['the last word is the first one', [...steadily([0], both), ...steadily([60, 300], old)], 'replaces'],
    ['one without an ID may be an old one', steadily([0, 90], 'old running+,  pending'), 'open'],
    ['one that is on its way out is none', steadily([0, 90], 'old running+, new removed'), 'open'],
    ['one in the place of an old one that is lost', steadily([0, 90], 'old removed, new running+'), 'open'],
    ['one more, as `minNum` asks for, so far', steadily([0, 28], { workers: both, minNum: 2 }), 'open'],
    ['and healthy beside the old one for half a minute', steadily([0, 30], { workers: both, minNum: 2 }), 'keeps'],
    ['not while it starts', steadily([0, 90], { workers: 'old running+, new pulling', minNum: 2 }), 'open'],
    ['a write that was sent later', steadily([30, 120], old), 'open', writeOver('open', { sentMs: 30_000 })],
  ])('%s', ([, course, effect, write = writeOver('open')]) => {
    expect(storyOver(course, write).effect).toBe(effect);
  });

  test('once it keeps them, old workers are as good as new ones, but for superseded ones', () => {
    const write = writeOver('open', { old: ['old', 'older'], superseded: ['older'] });
    const story = storyOver(steadily([0, 120], 'older running+, old running+'), write);
    expect([newWorkers(story), oldWorkers(story)].map((all) => all.map(({ id }) => id))).toEqual([['old'], ['older']]);
  });
});

describe('a healthy new worker may run the earlier version', () => {
  const unidentified = (count: number) => writeOver('replaces', { unidentified: count });
  const [one, two] = ['a running+', 'a running+, b running+'];
  const shownAt = (second: number, shown: Shown): Course => [[second, shown]];
  test.for<[string, Course, boolean, Write?]>([
    ['as many as are needed', shownAt(0, one), false],
    ['more than are needed, all of them healthy', shownAt(0, two), false],
    ['more than are needed, one of which starts', shownAt(0, 'a running+, b pulling'), true],
    ['as many as are needed, one of which starts', shownAt(0, { workers: 'a running+, b pulling', minNum: 2 }), false],
    [
      'one beside one that starts, where none is needed',
      shownAt(0, { workers: 'a running+, b pulling', minNum: 0 }),
      true,
    ],
    ['one beside one that waits for a GPU', shownAt(0, 'a running+, b pending: unschedulable'), false],
    ['one that came before another one crashed', readings('0 a running+, b running | 5 a running+, b exited'), true],
    ['that for three minutes', [[0, 'a running+, b running'], ...steadily([5, 185], 'a running+, b exited')], false],
    ['one that came after another one crashed', readings('0 b exited | 5 a running+, b exited'), false],
    ['one beside an old one that starts', shownAt(0, 'a running+, old running'), false],
    ['more than are needed for half an hour', steadily([0, 1800], 'a running+, b pulling'), false],
    ['one, where one had no ID', shownAt(0, one), true, unidentified(1)],
    ['one, two minutes after the write', shownAt(120, one), false, unidentified(1)],
    ['two, where one had no ID', shownAt(0, two), false, unidentified(1)],
    [
      'two, one of which starts, as many as are needed',
      shownAt(0, { workers: 'a running+, b pulling', minNum: 2 }),
      true,
      unidentified(1),
    ],
    ['two, where two had none', shownAt(0, two), true, unidentified(2)],
    [
      'one that came after another one crashed, where one had no ID',
      readings('0 b exited | 5 a running+, b exited'),
      true,
      unidentified(1),
    ],
    ['of a new endpoint', shownAt(0, 'a running+, b pulling'), false, created],
    ['of a restore', shownAt(0, 'a running+, b pulling'), false, writeOver('replaces', { origin: 'restore' })],
    ['of a change of scaling', shownAt(0, 'old running+, b pulling'), false, writeOver('keeps')],
    [
      'of a write that is still open',
      shownAt(0, { workers: 'old running+, a running+, b pulling', minNum: 1 }),
      true,
      writeOver('open'),
    ],
    [
      'of an earlier run that has just written',
      shownAt(0, 'a running+, b pulling'),
      true,
      { ...foundWith('old'), sentMs: 0 },
    ],
    ['of an earlier run of long ago', shownAt(0, 'a running+, b pulling'), false, foundWith('old')],
  ])('%s: %s', ([, course, expected, write = replaced]) => {
    const story = storyOver(course, write);
    expect([isDoubtful(story), story.hasBeenHealthy]).toEqual([expected, !expected]);
  });
});
