/** The order in which workers are listed → which of them certainly run the new version, and why the others are in doubt. */

import { describe, expect, test } from 'vitest';
import type { Write } from '../../../src/rollout/evidence/effect.ts';
import { presentWorkers } from '../../../src/rollout/evidence/story.ts';
import { type Course, created, every, foundWith, type Shown, steadily, storyOver, writeOver } from '../readings.ts';

/** `a new, b unordered`. */
const versionsAfter = (course: Course, write: Write) =>
  presentWorkers(storyOver(course, write))
    .map(({ id, version }) => `${id} ${version}`)
    .join(', ');

/** An update of an endpoint with the worker `old`, which is still there. */
const update = writeOver('replaces', { oldWorkers: 1 });
/** After an old worker has stopped. */
const later = writeOver('replaces');
const nameless = (unidentified: number) => writeOver('replaces', { unidentified });
const scaled = (...old: string[]) =>
  writeOver('keeps', { old, superseded: ['older'], sentMs: Number.NEGATIVE_INFINITY });
const two = (workers: string) => ({ workers, minNum: 2 });

/** A reading of each at 0, 10, 20 … seconds. */
const inTurn = (...shown: Shown[]): Course => shown.map((each, index) => [index * 10, each]);

type Row = readonly [course: Course, expected: string, write?: Write];
const testVersions = (write: Write, rows: Readonly<Record<string, Row>>) =>
  test.for(Object.entries(rows))('%s', ([, [course, expected, other = write]]) => {
    expect(versionsAfter(course, other)).toBe(expected);
  });

describe('after an update', () => {
  testVersions(update, {
    'a worker that was there is old': [inTurn('old running+'), 'old old'],
    'a worker that is seen starting is new': [inTurn('old running+, a pulling'), 'old old, a new'],
    'a worker that was never seen starting may be old': [
      inTurn('old running+, a running+'),
      'old old, a never-starting',
    ],
    'but not when an old one has gone': [inTurn('old running+, a running+', 'a running+'), 'a new'],
    'nor after two minutes': [steadily([0, 120], 'old running+, a running+'), 'old old, a new'],
    'a worker without an ID shows nothing': [inTurn('old running+,  running+'), 'old old,  nameless'],
    'one that starts, does': [inTurn('old running+,  pulling'), 'old old,  new'],
    'everything is new where nothing was there': [
      inTurn('a running+,  running+, b pulling'),
      'a new,  new, b new',
      created,
    ],
  });
});

describe('while an old worker is there and a new one waits for a GPU', () => {
  const waiting = 'old running+, a pending: unschedulable';
  const course = inTurn(waiting, `${waiting}, b starting`, `${waiting}, b running+`);
  testVersions(update, {
    'one that comes beside it may be the earlier version': [course, 'old old, a unordered, b unordered'],
    'also where it comes later': [course.map(([at, shown]) => [at * 4, shown]), 'old old, a new, b unordered'],
    'but not where two are needed': [course.map(([at, shown]) => [at, two(String(shown))]), 'old old, a new, b new'],
  });
});

describe('where a worker that is needed was not listed before the update', () => {
  testVersions(writeOver('replaces', { old: [], unlisted: 1 }), {
    'one that was never seen starting may be that worker': [
      steadily([0, 60, 119], 'a running+, b pulling'),
      'a never-starting, b new',
    ],
    'nor after two minutes while another one is on its way': [
      steadily([0, 120], 'a running+, b pulling'),
      'a unordered, b new',
    ],
    'but after two minutes alone': [steadily([0, 120], 'a running+'), 'a new'],
    'one that is seen starting is new': [inTurn('a pulling', 'a running+'), 'a new'],
  });
});

describe('by the order of listing', () => {
  const first = 'a pulling';
  testVersions(later, {
    'the first one is new': [steadily(every(10, 100), first), 'a new'],
    'one that comes later and is up before it may be the earlier version': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [50, `${first}, b running+`]],
      'a new, b unordered',
    ],
    'until the first one is up': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [50, 'a running+, b running+']],
      'a new, b new',
    ],
    'while one reading leaves the first one out': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [50, 'b running+']],
      'b unordered',
    ],
    'but not once it is gone': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [60, 'b running+']],
      'b new',
    ],
    'a first one that waits for a GPU has not come': [
      [
        [0, 'a pending: unschedulable'],
        [40, 'a pending: unschedulable, b starting'],
        [50, 'a pending: unschedulable, b running+'],
      ],
      'a new, b new',
    ],
    'a first one that has crashed, and has another one in its place': [
      [
        [0, 'a running'],
        [40, 'a failed, b starting'],
        [50, 'a failed, b running+'],
      ],
      'a new, b new',
    ],
    'a first one that crashes again and again may still come up': [
      [
        [0, 'a exited'],
        [10, 'a running'],
        [20, 'a exited'],
        [40, 'a exited, b starting'],
        [50, 'a exited, b running+'],
      ],
      'a new, b unordered',
    ],
    'a first one that cannot pull its image may, too': [
      [
        [0, 'a failed: manifest unknown'],
        [40, 'a failed: manifest unknown, b starting'],
        [400, 'a failed: manifest unknown, b running+'],
      ],
      'a new, b unordered',
    ],
    'one that crashed once, without another one in its place, is not waited for after five minutes': [
      [
        [0, 'a running'],
        [40, 'a running, b starting'],
        [50, 'a failed, b running+'],
        ...steadily([349, 351], 'a failed, b running+'),
      ],
      'a new, b new',
    ],
  });
});

describe('among those of the first 30 s', () => {
  const both = 'a pulling, b running+';
  testVersions(later, {
    'as many as are needed are new': [inTurn(two('a pulling, b pulling'), two(both)), 'a new, b new'],
    'of more, none while another one is not up': [inTurn('a pulling, b pulling', both), 'a unordered, b unordered'],
    'of more, all when all are up': [inTurn('a pulling, b pulling', 'a running+, b running+'), 'a new, b new'],
    'of more, all when all fail alike': [inTurn('a running, b running', 'a exited, b exited'), 'a new, b new'],
    'of more, a failure beside a healthy one shows nothing': [
      inTurn('a running, b running', 'a exited, b running+'),
      'a unordered, b unordered',
    ],
    'of more, one that has crashed once is not waited for after five minutes, though its crash is forgotten then': [
      steadily(every(10, 600), 'a failed, b running+'),
      'a new, b new',
    ],
    'one that was never seen starting is none of them': [
      [[0, 'old running+, a pulling'], ...steadily([10, 130], 'old running+, a pulling, b running+')],
      'old old, a new, b unordered',
      update,
    ],
  });
});

describe('of a run that has seen no order', () => {
  testVersions(foundWith('old'), {
    'a healthy one': [inTurn('old running+, a running+'), 'old old, a new'],
    'while another one starts': [inTurn('a running+, b pulling'), 'a unordered, b unordered'],
    'while another one is down': [steadily([0, 60], 'a running+, b exited'), 'a unordered, b unordered'],
    'for five minutes, if that one stays down': [steadily([0, 301], 'a running+, b exited'), 'a new, b unordered'],
    'an old one that starts is no matter': [inTurn('old running, a running+'), 'old old, a new'],
    'nor one without a GPU': [inTurn('a running+, b pending: unschedulable'), 'a new, b unordered'],
    'one that comes later is no matter, either': [inTurn('a running+', 'a running+, b pulling'), 'a new, b new'],
    'all, where the record has no old worker': [inTurn('a running+, b pulling'), 'a new, b new', foundWith()],
    'by a record of a moment ago': [
      inTurn('old running+, a running+'),
      'old old, a never-starting',
      { ...foundWith('old'), oldWorkers: 1, sentMs: 0 },
    ],
  });
  describe('after a change of scaling', () => {
    testVersions(scaled('a', 'b'), {
      'the workers that are there': [inTurn('a running+, b running+'), 'a new, b new'],
      'while one of them is down': [inTurn('a running+, b exited'), 'a unordered, b unordered'],
      'while more are added': [inTurn('a running+, c pulling', 'a running+, c exited'), 'a new, c new', scaled('a')],
      'superseded ones are old': [inTurn('older running+, a running+'), 'older old, a new', scaled('older', 'a')],
    });
  });
});

describe('where workers from before the write had no ID', () => {
  testVersions(nameless(1), {
    'a healthy one may be such a worker': [steadily([0, 60, 119], 'a running+'), 'a perhaps-renamed'],
    'but not when it has been alone for two minutes': [steadily([0, 120], 'a running+'), 'a new'],
    'unless no worker is needed': [steadily([0, 600], { workers: 'a running+', minNum: 0 }), 'a perhaps-renamed'],
    'or another one still waits for a GPU': [
      steadily([0, 600], 'a running+,  pending: unschedulable'),
      'a perhaps-renamed,  perhaps-renamed',
    ],
    'of two healthy ones, one is new': [inTurn('a running+, b running+'), 'a perhaps-renamed, b new'],
    'a healthy one and one that fails show nothing': [
      steadily(every(10, 600), 'a running+, b failed: manifest unknown'),
      'a perhaps-renamed, b perhaps-renamed',
    ],
    'one that is gone may have been of either version': [
      [...inTurn('a running+, b pulling', 'b running+'), [40, 'b running+']],
      'b perhaps-renamed',
    ],
    'two may be such workers': [inTurn('a running+, b running+'), 'a perhaps-renamed, b perhaps-renamed', nameless(2)],
    'but after two minutes, one of them is not': [
      steadily([0, 120], 'a running+, b running+'),
      'a perhaps-renamed, b new',
      nameless(2),
    ],
    'one without an ID that starts may be, too': [inTurn(' pulling'), ' perhaps-renamed'],
  });
});

test('a restore: workers that were right before are right again, whatever else starts', () => {
  const write = writeOver('replaces', {
    kind: 'restore',
    known: (id) => (id === 'right' ? 'new' : id === 'old' ? 'old' : undefined),
  });
  expect(versionsAfter(inTurn('right running+, old running+, a pulling'), write)).toBe('right new, old old, a new');
});
