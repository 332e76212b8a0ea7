/** The order in which workers are listed → which of them certainly run the new version, and why the others are in doubt. */

import { describe, expect, test } from 'vitest';
import type { Write } from '../../../src/rollout/evidence/effect.ts';
import { presentWorkers } from '../../../src/rollout/evidence/story.ts';
import {
  type Course,
  created,
  every,
  foundWith,
  readings,
  type Shown,
  steadily,
  storyOver,
  writeOver,
} from '../readings.ts';

/** `a this, b unordered`. */
const versionsAfter = (course: Course, write: Write) =>
  presentWorkers(storyOver(course, write))
    .map(({ id, version }) => `${id} ${version}`)
    .join(', ');

/** An update of an endpoint with the worker `old`, which is still there. */
const update = writeOver('replaces', { oldCount: 1 });
/** An old worker was needed, and nothing has shown it since. */
const hidden = writeOver('replaces', { oldCount: 0, unlisted: 1 });
const nameless = (unidentified: number) => writeOver('replaces', { unidentified });
const scaled = (...old: string[]) =>
  writeOver('keeps', { old, superseded: ['older'], sentMs: Number.NEGATIVE_INFINITY });
const ofNone = { unordered: new Set<string>(), unready: new Set<string>(), isByHand: false };
const unready = (id: string) => {
  const found = { ...ofNone, unordered: new Set(['a', 'b']), unready: new Set([id]) };
  return { ...scaled('a', 'b'), oldCount: 1, found };
};
const byHand = { ...foundWith('old'), found: { ...ofNone, isByHand: true } };
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
    'a worker that was there is old': [inTurn('old running+'), 'old earlier'],
    'a worker that is seen starting is new': [inTurn('old running+, a pulling'), 'old earlier, a this'],
    'one that was not seen starting may be old': [inTurn('old running+, a running+'), 'old earlier, a never-starting'],
    'also if a reading leaves the old one out': [inTurn('old running+, a running+', 'a running+'), 'a never-starting'],
    'but not when an old one has stopped': [inTurn('old running+, a running+', 'old removed, a running+'), 'a this'],
    'nor off the list': [steadily([0, 10, 20], 'old running+, a running+').concat([[40, 'a running+']]), 'a this'],
    'a host that is lost is no old worker that stops': [
      inTurn('old running+, a running+', 'old failed, a running+', 'old removed, a running+'),
      'a never-starting',
    ],
    'it is told after two minutes': [steadily([0, 120], 'old running+, a running+'), 'old earlier, a told'],
    'a worker without an ID shows nothing': [inTurn('old running+,  running+'), 'old earlier,  nameless'],
    'one that starts, does': [inTurn('old running+,  pulling'), 'old earlier,  this'],
    'all is new where none was there': [inTurn('a running+,  running+, b pulling'), 'a this,  this, b this', created],
  });
});

describe('while a new worker waits for a GPU', () => {
  const waiting = 'a pending: unschedulable';
  const course = (old: string, seconds = 20) =>
    readings(
      `0 old running+, ${waiting} | 10 ${old}, ${waiting}, b starting | ${seconds} ${old}, ${waiting}, b running+`,
    );
  const stays = 'old running+';
  const told = course(stays, 360).map(([at, shown]): Course[number] => [at, two(String(shown))]);
  testVersions(update, {
    'another one may be the earlier version': [course(stays), 'old earlier, a this, b unordered'],
    'also for the only old one, whose host is lost': [course('old failed'), 'old earlier, a this, b unordered'],
    'it is told after six minutes': [course(stays, 360), 'old earlier, a this, b told'],
    'also where two are needed': [told, 'old earlier, a this, b told'],
    'once an old one has stopped for it, it is new': [course('old removed'), 'a this, b this'],
    'but not a second one': [
      [...course('old removed'), [30, `old removed, ${waiting}, b running+, c running+`]],
      'a this, b this, c unordered',
    ],
  });
  testVersions(
    { ...update, spare: 1 },
    {
      'an old one that was not needed may have stopped because nobody calls it': [
        course('old removed'),
        'a this, b unordered',
      ],
    },
  );
});

describe('where a worker that is needed was not listed before the update', () => {
  testVersions(writeOver('replaces', { old: [], unlisted: 1 }), {
    'one that was never seen starting may be that worker': [
      steadily([0, 60, 119], 'a running+, b pulling'),
      'a never-starting, b unordered',
    ],
    'also after two minutes, beside one': [steadily([0, 120], 'a running+, b pulling'), 'a unordered, b unordered'],
    'alone, it is told after two minutes': [steadily([0, 120], 'a running+'), 'a told'],
    'one that starts may be of the earlier version while lists are late': [
      inTurn('a pulling', 'a running+'),
      'a early',
    ],
    'then it is new': [steadily([0], 'a pulling').concat(steadily([50, 60], 'a running+')), 'a this'],
  });
});

describe('by the order of listing', () => {
  const first = 'a pulling';
  testVersions(hidden, {
    'the first one is new': [steadily(every(10, 100), first), 'a this'],
    'one that comes later and is up before it may be the earlier version': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [50, `${first}, b running+`]],
      'a this, b unordered',
    ],
    'until the first one is up': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [60, 'a running+, b running+']],
      'a this, b this',
    ],
    'while one reading leaves the first one out': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [50, 'b running+']],
      'b unordered',
    ],
    'but not once it is gone': [
      [...steadily(every(10, 30), first), [40, `${first}, b starting`], [60, 'b running+']],
      'b this',
    ],
    'a first one that has crashed may be started again, though another one is in its place': [
      [
        [0, 'a running'],
        [40, 'a failed, b starting'],
        [50, 'a failed, b running+'],
        [399, 'a failed, b running+'],
      ],
      'a this, b unordered',
    ],
    'until it has not been for six minutes': [
      [
        [0, 'a running'],
        [40, 'a failed, b starting'],
        [50, 'a failed, b running+'],
        [400, 'a failed, b running+'],
      ],
      'a this, b told',
    ],
    'or is off the list': [readings('0 a running | 40 a failed, b starting | 50 b running+ | 60 b running+'), 'b this'],
    'a first one that crashes again and again may still come up': [
      [
        [0, 'a exited'],
        [10, 'a running'],
        [20, 'a exited'],
        [40, 'a exited, b starting'],
        [50, 'a exited, b running+'],
      ],
      'a this, b unordered',
    ],
    'a first one that cannot pull its image may, too': [
      [
        [0, 'a failed: manifest unknown'],
        [40, 'a failed: manifest unknown, b starting'],
        [400, 'a failed: manifest unknown, b running+'],
      ],
      'a this, b unordered',
    ],
    'a second one that is listed in the first two minutes may have been started first': [
      [[0, 'a starting'], ...steadily([10, 119], 'a running+'), [120, 'a running+, b pulling']],
      'a this, b this',
    ],
    'and is waited for': [
      [[0, 'a starting'], ...steadily([10, 109], 'a running+'), [119, 'a running+, b pulling']],
      'a unordered, b this',
    ],
    'unless an old one has stopped': [
      readings('0 old running+, a starting | 10 old running+, a running+ | 40 old removed, a running+, b pulling'),
      'a this, b this',
      update,
    ],
  });
});

describe('among those that are listed within ten seconds', () => {
  const both = 'a pulling, b running+';
  const failing = (state: string): Course => inTurn('a running, b running', `a ${state}, b running+`);
  testVersions(hidden, {
    'none while another one is not up': [inTurn('a pulling, b pulling', both), 'a unordered, b unordered'],
    'whatever `minNum` is': [inTurn(two('a pulling, b pulling'), two(both)), 'a unordered, b unordered'],
    'in ten seconds': [
      readings('0 a pulling | 10 a pulling, b starting | 20 a pulling, b running+'),
      'a this, b unordered',
    ],
    'all, once up': [steadily([0], 'a pulling, b pulling').concat([[60, 'a running+, b running+']]), 'a this, b this'],
    'all when all fail alike': [inTurn('a running, b running', 'a exited, b exited'), 'a this, b this'],
    'one that crashes beside the only other: the earlier version did not': [failing('exited'), 'a this, b unordered'],
    'so does an image that is not there': [failing('failed: manifest unknown'), 'a this, b unordered'],
    'but not one that is slow to pull': [
      inTurn('a pulling, b running', 'a pulling: toomanyrequests, b running+'),
      'a unordered, b unordered',
    ],
    'nor beside two others': [
      inTurn('a running, b running, c running', 'a exited, b running+, c pulling'),
      'a unordered, b unordered, c unordered',
    ],
    'the other one is told after six minutes': [
      [...inTurn('a running, b running', 'a exited, b running+'), [370, 'a exited, b running+']],
      'a this, b told',
    ],
    'one for which an old one has stopped is new': [
      readings('0 old running+, a pulling, b pulling | 10 old stopping, a pulling, b running+'),
      'a this, b this',
      update,
    ],
    'but not one of an even earlier version, which stops for another reason': [
      readings('0 older running+, a pulling, b pulling | 10 older stopping, a pulling, b running+'),
      'a unordered, b unordered',
      { ...update, known: (id) => (id === 'older' ? 'superseded' : undefined) },
    ],
  });
});

describe('of a run that has seen no order', () => {
  testVersions(foundWith('old'), {
    'a healthy one': [inTurn('old running+, a running+'), 'old earlier, a this'],
    'while another one starts': [inTurn('a running+, b pulling'), 'a unordered, b unordered'],
    'while another one is down': [steadily([0, 359], 'a running+, b exited'), 'a unordered, b this'],
    'it is told after six minutes if that stays down': [steadily([0, 360], 'a running+, b exited'), 'a told, b this'],
    'an old one that starts is no matter': [inTurn('old running, a running+'), 'old earlier, a this'],
    'beside one without a GPU, it is told': [inTurn('a running+, b pending: unschedulable'), 'a told, b unordered'],
    'one that comes later is no matter, either': [inTurn('a running+', 'a running+, b pulling'), 'a this, b this'],
    'all, where the record has no old worker': [inTurn('a running+, b pulling'), 'a this, b this', foundWith()],
    'of a version that came by hand, it is told': [inTurn('a running+, b running+'), 'a told, b told', byHand],
    'also one that comes later': [inTurn('a running+', 'a running+, b starting', 'b running+'), 'b told', byHand],
    'by a record of a moment ago': [
      inTurn('old running+, a running+'),
      'old earlier, a never-starting',
      { ...foundWith('old'), oldCount: 1, sentMs: 0 },
    ],
  });
  describe('after a change of scaling', () => {
    testVersions(scaled('a', 'b'), {
      'the workers that are there': [inTurn('a running+, b running+'), 'a this, b this'],
      'while one of them is down': [inTurn('a running+, b exited'), 'a unordered, b this'],
      'while more are added': [inTurn('a running+, c pulling', 'a running+, c exited'), 'a this, c this', scaled('a')],
      'while one that was on its way has gone': [inTurn('a running+, b stopping'), 'a told', unready('b')],
      'or is no longer listed': [inTurn('a running+, b starting', 'a running+', 'a running+'), 'a told', unready('b')],
      'but not once it is up': [
        inTurn('a running+, b starting', 'a running+, b running+'),
        'a this, b this',
        unready('b'),
      ],
      'superseded ones are old': [inTurn('older running+, a running+'), 'older earlier, a this', scaled('older', 'a')],
    });
  });
});

describe('where workers from before the write had no ID', () => {
  testVersions(nameless(1), {
    'a healthy one may be such a worker': [steadily([60, 120, 179], 'a running+'), 'a perhaps-renamed'],
    'but not when it has been alone for two minutes': [steadily([60, 180], 'a running+'), 'a this'],
    'unless no worker is needed': [steadily([0, 600], { workers: 'a running+', minNum: 0 }), 'a perhaps-renamed'],
    'or another one still waits for a GPU': [
      steadily([0, 600], 'a running+,  pending: unschedulable'),
      'a perhaps-renamed,  perhaps-renamed',
    ],
    'of two healthy ones, one is new': [inTurn('a running+, b running+'), 'a perhaps-renamed, b this'],
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
      'a perhaps-renamed, b this',
      nameless(2),
    ],
    'one without an ID that starts may be, too': [inTurn(' pulling'), ' perhaps-renamed'],
  });
});

test('a restore: workers that were right before are right again, whatever else starts', () => {
  const write = writeOver('replaces', {
    kind: 'restore',
    known: (id) => (id === 'right' ? 'earlier' : id === 'old' ? 'this' : undefined),
  });
  expect(versionsAfter(inTurn('right running+, old running+, a pulling'), write)).toBe(
    'right earlier, old this, a earlier',
  );
});
