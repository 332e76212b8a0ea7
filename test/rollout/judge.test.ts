/** Courses of readings → verdict: green needs evidence, red needs a cause, and everything else is waited for. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Write } from '../../src/rollout/effect.ts';
import { type Goal, judge, type Verdict } from '../../src/rollout/judge.ts';
import { type Course, every, type Shown, steadily, storiesOver, storyOver, writeOver } from './course.ts';

const ready: Goal = { wait: 'ready', isTested: false };
const rollout: Goal = { wait: 'rollout', isTested: false };
const tested: Goal = { wait: 'ready', isTested: true };

/** As short as a table needs it: `ready: new-workers`, `waiting: health`, `waiting: health, crashed until 190`, `failing: crashed`. */
function short(verdict: Verdict): string {
  if (verdict.kind === 'ready') return `ready: ${verdict.evidence}`;
  if (verdict.kind === 'failing') return `failing: ${verdict.code}`;
  const { missing, concern } = verdict;
  const until = concern?.untilMs === undefined ? '' : ` until ${concern.untilMs / 1000}`;
  return `waiting: ${missing}${concern ? `, ${concern.code}${until}` : ''}`;
}

const verdictOn = (course: Course, write: Write, goal: Goal = ready) => short(judge(storyOver(course, write), goal));

/** The first second that ends a wait over the course, and how. */
function endOf(course: Course, write: Write, goal: Goal = ready): [second: number, verdict: string] | undefined {
  for (const story of storiesOver(course, write)) {
    const verdict = judge(story, goal);
    if (verdict.kind !== 'waiting') return [story.atMs / 1000, short(verdict)];
  }
  return undefined;
}

const created = writeOver('replaces', { old: [] });
const replaced = writeOver('replaces');
const scaled = writeOver('keeps');
const unknown = writeOver('unknown');
/** Nothing was written, and the record of an earlier run names the worker `old`. */
const unchanged = writeOver('none');
const unrecorded = writeOver('none', { old: [] });
const up = 'new running+';

/** As it stays for a quarter of a minute, and for a minute. */
const settled = (shown: Shown) => steadily([0, 5, 10, 15], shown);
const still = (shown: Shown) => steadily(every(5, 60), shown);

describe('after a write that replaces workers', () => {
  test.for<[string, Course, Goal, string]>([
    ['old workers alone prove nothing', still({ workers: ['old running+'] }), ready, 'waiting: health'],
    ['nor do their words', still({ workers: ['old running+'], state: 'running' }), ready, 'waiting: health'],
    ['a new one on its way', still({ workers: ['old running+', 'new pulling'] }), ready, 'waiting: health'],
    ['a new one, for a moment', steadily([0, 5], { workers: ['old running+', up] }), ready, 'waiting: steadiness'],
    ['a new one, for ten seconds', settled({ workers: ['old running+', up] }), ready, 'ready: new-workers'],
    ['tests take the place of the ten seconds', [[0, { workers: [up] }]], tested, 'ready: new-workers'],
    ['an old one that fails', settled({ workers: ['old failed', up] }), ready, 'ready: new-workers'],
    ['another new one that crashes', settled({ workers: ['x failed', up] }), ready, 'waiting: steadiness'],
    ['the same, half a minute later', still({ workers: ['x failed', up] }), ready, 'ready: new-workers'],
    [
      'with `wait: rollout`, an old one',
      still({ workers: ['old running+', up] }),
      rollout,
      'waiting: old-workers-to-stop',
    ],
    ['an old one on its way out', settled({ workers: ['old removed', up] }), rollout, 'ready: new-workers'],
    ['an old one that is dead', settled({ workers: ['old exited', up] }), rollout, 'ready: new-workers'],
    ['fewer new ones than are needed', still({ workers: [up], minNum: 2 }), rollout, 'waiting: health'],
    ['the same with `wait: ready`', settled({ workers: [up], minNum: 2 }), ready, 'ready: new-workers'],
    [
      'an endpoint that is called stopped',
      settled({ workers: [up], state: 'stopped' }),
      ready,
      'waiting: health, endpoint-failed until 60',
    ],
    ['a word that nobody knows', settled({ workers: ['new online+'], state: 'thawing' }), ready, 'ready: new-workers'],
    ['a healthy one on its way out', still({ workers: ['new removed+'] }), ready, 'waiting: health'],
    [
      'one that runs, without a health check',
      settled({ workers: ['new running'], path: '' }),
      ready,
      'ready: new-workers',
    ],
    [
      'one that runs and names a crash',
      still({ workers: ['new running: exit code 1'], path: '' }),
      ready,
      'waiting: health, crashed',
    ],
  ])('%s', ([, course, goal, expected]) => {
    expect(verdictOn(course, replaced, goal)).toBe(expected);
  });

  test('ten seconds begin anew when the worker was not healthy in between', () => {
    const course: Course = [
      ...steadily([0, 4, 8], { workers: [up] }),
      [9, { workers: ['new running'] }],
      ...steadily(
        every(2, 20).map((second) => 10 + second),
        { workers: [up] },
      ),
    ];
    expect(endOf(course, replaced)).toEqual([20, 'ready: new-workers']);
  });

  test('a worker that is healthy for a moment again and again is never believed', () => {
    const course = every(2, 1200).map(
      (second) => [second, { workers: [second % 20 < 8 ? up : 'new starting'] }] as const,
    );
    expect(endOf(course, replaced)).toBeUndefined();
  });

  test('a service that lists none, or none with an id, says nothing for ever: tests decide after half a minute', () => {
    for (const workers of [[], [' running+'], [' running+', ' running+']]) {
      expect(verdictOn(still({ workers }), replaced)).toMatch(/^waiting/);
      expect(verdictOn(settled({ workers }), replaced, tested)).toMatch(/^waiting/);
      expect(verdictOn(still({ workers }), replaced, tested)).toBe('ready: tests-decide');
    }
    expect(verdictOn(still({ workers: [], state: 'updating' }), replaced, tested)).toMatch(/^waiting/);
    expect(verdictOn(still({ workers: ['old running+'] }), replaced, tested)).toMatch(/^waiting/);
  });
});

describe('where nobody has a worker yet', () => {
  test.for<[string, Course, Goal, string]>([
    ['one on its way', still({ workers: ['new pulling'], state: 'initializing' }), ready, 'waiting: health'],
    ['none, with one needed', still({ state: 'serving' }), ready, 'waiting: health'],
    ['none needed', settled({ minNum: 0 }), ready, 'ready: no-workers-needed'],
    ['none needed, at once', [[0, { minNum: 0 }]], ready, 'waiting: steadiness'],
    ['none needed, and it still starts', still({ minNum: 0, state: 'initializing' }), ready, 'waiting: health'],
    [
      'one that is healthy before it runs',
      steadily([0, 5], { workers: ['new pending+'] }),
      ready,
      'waiting: steadiness',
    ],
  ])('%s', ([, course, goal, expected]) => {
    expect(verdictOn(course, created, goal)).toBe(expected);
  });
});

describe('after a write that keeps workers', () => {
  test.for<[string, Course, Goal, string]>([
    ['one reading', [[0, { workers: ['old running+'] }]], ready, 'waiting: steadiness'],
    ['a second one', steadily([0, 1], { workers: ['old running+'] }), ready, 'ready: kept-workers'],
    ['`wait: rollout` too', steadily([0, 1], { workers: ['old running+'] }), rollout, 'ready: kept-workers'],
    ['not enough of them', still({ workers: ['old running+'], minNum: 2 }), rollout, 'waiting: health'],
    ['enough for a start', steadily([0, 1], { workers: ['old running+'], minNum: 2 }), ready, 'ready: kept-workers'],
    ['a third that crashes', settled({ workers: ['old running+', 'new failed'] }), rollout, 'ready: kept-workers'],
    ['none needed', steadily([0, 1], { minNum: 0 }), ready, 'ready: no-workers-needed'],
    ['not healthy for the moment', settled({ workers: ['old running'] }), ready, 'waiting: health'],
  ])('%s', ([, course, goal, expected]) => {
    expect(verdictOn(course, scaled, goal)).toBe(expected);
  });

  test.for([25, 30, 300])('a worker that blinks for %i s is waited for, and nothing has failed', (seconds) => {
    const course: Course = [
      ...steadily(every(2, seconds), { workers: ['old running'] }),
      [seconds + 2, { workers: ['old running+'] }],
    ];
    expect(endOf(course, scaled)).toEqual([seconds + 2, 'ready: kept-workers']);
  });
});

describe('where nobody can tell whether workers are replaced', () => {
  test.for<[string, Course, [number, string] | undefined]>([
    ['still for half a minute', still({ workers: ['old running+'] }), [30, 'ready: kept-workers']],
    ['a new one on its way', still({ workers: ['old running+', 'new pulling'] }), undefined],
    ['a new one that is up, for ten seconds', still({ workers: ['old running+', up] }), [10, 'ready: new-workers']],
    ['one that blinks', steadily(every(2, 8), { workers: ['old running'] }), undefined],
    ['a new one that has crashed', still({ workers: ['old running+', 'new failed'] }), undefined],
    ['a new one that backs off', still({ workers: ['old running+', 'new failed: ImagePullBackOff'] }), undefined],
    ['one that nobody schedules', still({ workers: ['old running+', 'new failed: unschedulable'] }), undefined],
  ])('%s', ([, course, expected]) => {
    expect(endOf(course, unknown)).toEqual(expected);
  });

  test('what fails is red in its time, whatever else is healthy', () => {
    const course = steadily(every(2, 400), { workers: ['old running+', 'new failed: ImagePullBackOff'] });
    expect(endOf(course, unknown)).toEqual([300, 'failing: image-pull']);
  });
});

describe('where this run has written nothing', () => {
  test.for<[string, Course, Write, Goal, string]>([
    ['the record tells old workers', still({ workers: ['old running+'] }), unchanged, ready, 'waiting: health'],
    ['one from after it, at once', [[0, { workers: ['old running+', up] }]], unchanged, ready, 'ready: new-workers'],
    ['old ones are left', still({ workers: ['old running+', up] }), unchanged, rollout, 'waiting: old-workers-to-stop'],
    ['one on its way', still({ workers: ['old running+', 'new pulling'] }), unchanged, ready, 'waiting: health'],
    ['one without an id', still({ workers: [' running+'] }), unchanged, ready, 'waiting: health'],
    ['no record: health alone', [[0, { workers: ['old running+'] }]], unrecorded, ready, 'ready: new-workers'],
    ['no record, nobody healthy', still({ workers: ['old starting'] }), unrecorded, ready, 'waiting: health'],
    ['no record and no ids: health alone', [[0, { workers: [' running+'] }]], unrecorded, ready, 'ready: new-workers'],
    ['none needed', [[0, { minNum: 0 }]], unchanged, ready, 'ready: no-workers-needed'],
    [
      'none needed, an idle old one',
      [[0, { minNum: 0, workers: ['old running+'] }]],
      unchanged,
      ready,
      'ready: no-workers-needed',
    ],
    ['a dead one beside a healthy one', still({ workers: ['x failed', up] }), unrecorded, ready, 'ready: new-workers'],
  ])('%s', ([, course, write, goal, expected]) => {
    expect(verdictOn(course, write, goal)).toBe(expected);
  });

  test('a worker that is healthy for a second between two crashes is not believed the second time either', () => {
    const course = every(1, 100).map((second): readonly [number, Shown] => {
      const word = second < 20 ? 'starting' : second < 22 ? 'running+' : 'exited';
      return [second, { workers: ['old running+', `new ${word}`] }];
    });
    expect(endOf(course, unchanged)).toBeUndefined();
  });

  test('a version that crashes is red the second time as well', () => {
    const course = steadily(every(2, 300), { workers: ['old running+', 'new exited'] });
    expect(endOf(course, unchanged)).toEqual([180, 'failing: crashed']);
  });
});

describe('a failure ends the wait', () => {
  /** Up for a while, then down for a while, until the time is over. */
  const loop = (upSeconds: number, downSeconds: number, from = 0) =>
    every(2, 1200).map((second): readonly [number, Shown] => {
      const at = (second - from) % (upSeconds + downSeconds);
      const isDown = second >= from && at < downSeconds;
      return [second, { workers: ['old running+', isDown ? 'new exited: exit code 137' : 'new running'] }];
    });

  test.for<[string, Course, [number, string]]>([
    [
      'a definite reason, two readings later',
      steadily(every(2, 60), { workers: ['new pulling: manifest unknown'] }),
      [4, 'failing: image-pull'],
    ],
    [
      'as failed',
      steadily(every(2, 60), { workers: ['new failed: unauthorized: pull access denied'] }),
      [4, 'failing: image-pull'],
    ],
    [
      'a back-off without a reason',
      steadily(every(10, 400), { workers: ['new pulling: ImagePullBackOff'] }),
      [300, 'failing: image-pull'],
    ],
    [
      'a rate limit',
      steadily(every(10, 400), { workers: ['new pulling: toomanyrequests: pull rate limit'] }),
      [300, 'failing: image-pull'],
    ],
    [
      'a crash that stays',
      steadily(every(2, 400), { workers: ['old running+', 'new exited'] }),
      [180, 'failing: crashed'],
    ],
    ['a fast crash loop', loop(10, 10), [180, 'failing: crashed']],
    ['one that runs for 90 s', loop(90, 20), [220, 'failing: crashed']],
    ['one that runs for 3 minutes', loop(180, 30), [210, 'failing: crashed']],
    [
      'a failed endpoint',
      steadily(every(2, 100), { state: 'failed', message: 'node lost' }),
      [60, 'failing: endpoint-failed'],
    ],
    [
      'a stopped endpoint',
      steadily(every(2, 100), { state: 'stopped', workers: [up] }),
      [60, 'failing: endpoint-failed'],
    ],
    [
      'one that says why',
      steadily(every(2, 100), { state: 'failed', message: 'manifest unknown' }),
      [4, 'failing: image-pull'],
    ],
  ])('%s', ([, course, expected]) => {
    expect(endOf(course, replaced)).toEqual(expected);
  });

  test('a definite reason that one reading shows between back-offs is red within half a minute', () => {
    const words = (second: number) => (second >= 20 && second < 22 ? 'manifest unknown' : 'ImagePullBackOff');
    const course = every(2, 400).map((second) => [second, { workers: [`new pulling: ${words(second)}`] }] as const);
    const [second, verdict] = endOf(course, replaced) ?? [];
    expect(verdict).toBe('failing: image-pull');
    expect(second).toBeLessThanOrEqual(50);
  });

  test('an endpoint that fails with the words of a crash, and lists no worker, is red in three minutes', () => {
    const course = steadily(every(2, 1200), { state: 'failed', message: 'container exited with code 137' });
    const [second, verdict] = endOf(course, replaced) ?? [];
    expect(verdict).toMatch(/^failing: (crashed|endpoint-failed)$/);
    expect(second).toBeLessThanOrEqual(182);
  });

  test('a countdown never begins anew, and ends where it said', () => {
    const untils = storiesOver(loop(10, 10), replaced).flatMap((story) => {
      const verdict = judge(story, ready);
      return verdict.kind === 'waiting' && verdict.concern?.untilMs !== undefined ? [verdict.concern.untilMs] : [];
    });
    expect(new Set(untils)).toEqual(new Set([180_000]));
  });

  test('is told while it is waited for', () => {
    const pulling = steadily([0, 2], { workers: ['new pulling: ImagePullBackOff'] });
    expect(verdictOn(pulling, created)).toBe('waiting: health, image-pull until 300');
    expect(verdictOn([[0, { workers: ['new pending: failed to schedule worker'] }]], created)).toBe(
      'waiting: health, no-capacity',
    );
    expect(verdictOn([[0, { workers: ['new pulling: manifest unknown'] }]], created)).toBe(
      'waiting: health, image-pull',
    );
  });
});

describe('no failure', () => {
  const until = (second: number, before: Shown, after: Shown) =>
    every(2, 1100).map((at): readonly [number, Shown] => [at, at < second ? before : after]);

  test.for<[string, Course, Write, [number, string]]>([
    [
      'a model that loads for ten minutes',
      until(600, { workers: ['new running'] }, { workers: [up] }),
      created,
      [610, 'ready: new-workers'],
    ],
    [
      'a GPU that is free after eight minutes',
      until(480, { workers: ['new pending: no free GPU'] }, { workers: [up] }),
      created,
      [490, 'ready: new-workers'],
    ],
    [
      'a back-off of 90 s',
      until(90, { workers: ['new pulling: ImagePullBackOff'] }, { workers: [up] }),
      created,
      [100, 'ready: new-workers'],
    ],
    [
      'an endpoint that is failed for 15 s',
      until(15, { state: 'failed' }, { workers: [up] }),
      replaced,
      [26, 'ready: new-workers'],
    ],
    [
      'one crash at the start',
      until(5, { workers: ['new exited'] }, { workers: [up] }),
      replaced,
      [36, 'ready: new-workers'],
    ],
    [
      'a lost worker that stays listed while its successor pulls and loads',
      [
        ...steadily([0], { workers: ['a running'] }),
        ...steadily(every(5, 300).slice(1), { workers: ['a failed', 'b pulling'] }),
        ...steadily(every(5, 500).slice(61), { workers: ['a failed', 'b running'] }),
        ...steadily(every(5, 600).slice(101), { workers: ['a failed', 'b running+'] }),
      ],
      replaced,
      [535, 'ready: new-workers'],
    ],
    [
      'the failure of the version before, under the word that it had',
      until(400, { state: 'failed', workers: ['old failed', 'new pulling'] }, { workers: [up] }),
      writeOver('replaces', { before: 'failed' }),
      [410, 'ready: new-workers'],
    ],
    [
      'a crash where nothing has to run, and no worker comes again',
      [[0, { minNum: 0, workers: ['new failed: exit code 1'] }], ...steadily(every(10, 300), { minNum: 0 }).slice(1)],
      created,
      [180, 'failing: crashed'],
    ],
    [
      'an autoscaler that lets its workers exit',
      steadily(every(2, 100), { minNum: 0, workers: ['new exited'] }),
      created,
      [10, 'ready: no-workers-needed'],
    ],
  ])('%s', ([, course, write, expected]) => {
    expect(endOf(course, write)).toEqual(expected);
  });

  test('a worker that was healthy for half a minute: its next crash is the first again', () => {
    const course: Course = [
      ...steadily(every(2, 20), { workers: ['new exited'] }),
      ...steadily(
        every(2, 60).map((second) => 22 + second),
        { workers: [up] },
      ),
      [90, { workers: ['new exited'] }],
    ];
    expect(verdictOn(course, replaced, rollout)).toBe('waiting: health, crashed until 270');
  });
});

describe('an endpoint that scales to zero', () => {
  test.for<[string, Shown, [number, string] | undefined]>([
    ['an image that cannot be pulled', { workers: ['new pulling: manifest unknown'] }, [4, 'failing: image-pull']],
    ['a crash', { workers: ['new failed'] }, [180, 'failing: crashed']],
    ['an idle worker from before', { workers: ['old running+'] }, [10, 'ready: no-workers-needed']],
    ['a worker on its way', { workers: ['new pulling'] }, [10, 'ready: no-workers-needed']],
    ['a worker that is up', { workers: [up] }, [10, 'ready: new-workers']],
  ])('%s', ([, shown, expected]) => {
    expect(endOf(steadily(every(2, 300), { minNum: 0, ...shown }), replaced)).toEqual(expected);
  });
});

describe('workers without an id', () => {
  test.for<[string, Course, Write, string]>([
    ['of a new endpoint are its own', settled({ workers: [' running+'] }), created, 'ready: new-workers'],
    ['may be those from before', still({ workers: [' running+'] }), replaced, 'waiting: health'],
  ])('%s', ([, course, write, expected]) => {
    expect(verdictOn(course, write)).toBe(expected);
  });
});

describe('while workers of the write before may still come', () => {
  const unsettled = writeOver('replaces', { lateWorkersUntilMs: 120_000 });
  const both = ['a running+', 'b running'];
  test.for<[string, Course, object | undefined]>([
    [
      'one that is healthy alone is proved after two minutes',
      steadily(every(5, 300), { workers: [up] }),
      [120, 'ready: new-workers'],
    ],
    ['one beside another that starts proves nothing', steadily(every(5, 600), { workers: both }), undefined],
    [
      'after that, no more than have to be there are judged as usual: one machine may be broken',
      steadily(every(5, 300), { minNum: 2, workers: ['a running+', 'b exited: OOMKilled'] }),
      [120, 'ready: new-workers'],
    ],
    [
      'one that is healthy does not outweigh another that crashes',
      [0, 100, 200, 300].flatMap((second) => [
        [second, { workers: ['a running+', 'b running'] }] as const,
        [second + 50, { workers: ['a running+', 'b exited: OOMKilled'] }] as const,
      ]),
      [250, 'failing: crashed'],
    ],
  ])('%s', ([, course, expected]) => {
    expect(endOf(course, unsettled)).toEqual(expected);
  });
});

test('a crash is no proof while another new worker, which was there before it, still starts', () => {
  const course = (other: string) =>
    [0, 100, 200, 300, 400].flatMap((second) => [
      [second, { minNum: 2, workers: [other, 'b running'] }] as const,
      [second + 50, { minNum: 2, workers: [other, 'b exited: OOMKilled'] }] as const,
    ]);
  expect(verdictOn(course('a pulling'), replaced)).toBe('waiting: health, crashed');
  expect(endOf(course('a exited: OOMKilled'), replaced)).toMatchObject([expect.any(Number), 'failing: crashed']);
});

describe('whatever the course', () => {
  const word = fc.constantFrom(
    'pending',
    'pulling',
    'starting',
    'running',
    'exited',
    'failed',
    'paused',
    'odd',
    'removed',
  );
  const sick = fc.tuple(fc.constantFrom('a', 'b', 'c'), word).map(([id, state]) => `${id} ${state}`);
  const old = fc
    .tuple(fc.constantFrom('old', 'old2'), word, fc.boolean())
    .map(([id, state, isUp]) => `${id} ${state}${isUp ? '+' : ''}`);
  const shown = (workers: fc.Arbitrary<string>) =>
    fc.record({
      workers: fc.array(workers, { maxLength: 4 }),
      state: fc.constantFrom('serving', 'updating', 'initializing', 'failed', ''),
    });
  const courseOf = (workers: fc.Arbitrary<string>) =>
    fc
      .array(fc.tuple(fc.integer({ min: 1, max: 40 }), shown(workers)), { minLength: 1, maxLength: 12 })
      .map((steps) => {
        const seconds = steps.map((_, index) => steps.slice(0, index + 1).reduce((sum, [pause]) => sum + pause, 0));
        return steps.map(([, each], index) => [seconds[index] ?? 0, each] as const);
      });
  const write = (effect: 'replaces' | 'none') => writeOver(effect, { old: ['old', 'old2'] });

  test('there is no green without a healthy worker of the new version', () => {
    fc.assert(
      fc.property(
        courseOf(fc.oneof(sick, old)),
        fc.constantFrom('replaces', 'none'),
        fc.constantFrom(ready, rollout),
        (course, effect, goal) => {
          expect(endOf(course, write(effect), goal)?.[1] ?? '').not.toMatch(/^ready/);
        },
      ),
    );
  });

  test('old workers never fail a rollout', () => {
    fc.assert(
      fc.property(courseOf(old), (course) => {
        const serving = course.map(([second, each]) => [second, { ...each, state: 'serving' }] as const);
        expect(endOf(serving, write('replaces'))).toBeUndefined();
      }),
    );
  });
});
