/** Courses of readings → verdict: green needs evidence, red needs a cause, and everything else is waited for. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Write } from '../../../src/rollout/evidence/effect.ts';
import { type Goal, judgeStory, type Verdict } from '../../../src/rollout/evidence/judge.ts';
import {
  type Course,
  created,
  every,
  foundWith,
  readings,
  replaced,
  type Shown,
  steadily,
  storiesOver,
  writeOver,
} from '../readings.ts';

const ready: Goal = { wait: 'ready', tests: 'none' };
const rollout: Goal = { wait: 'rollout', tests: 'none' };
const tested: Goal = { wait: 'ready', tests: 'to-come' };

/** With `old` alone before it. */
const update = writeOver('replaces', { oldCount: 1 });
const scaled = writeOver('keeps');
/** Nothing was written, and the record of an earlier run names the worker `old`. */
const unchanged = foundWith('old');
const unrecorded = foundWith();

/** As short as a table needs it: `ready: new-workers`, `waiting: health`, `waiting: health, crashed until 190`, `failing: crashed`. */
function short(verdict: Verdict): string {
  if (verdict.kind === 'ready') return `ready: ${verdict.reason}`;
  if (verdict.kind === 'failing') return `failing: ${verdict.code}`;
  const { missing, concern } = verdict;
  const until =
    concern === undefined || concern.untilMs === Number.POSITIVE_INFINITY ? '' : ` until ${concern.untilMs / 1000}`;
  return `waiting: ${missing}${concern ? `, ${concern.code}${until}` : ''}`;
}

/** After each reading. */
const verdictsOn = (course: Course, write: Write, goal = ready) =>
  storiesOver(course, write).map((story) => ({ second: story.atMs / 1000, verdict: short(judgeStory(story, goal)) }));

const verdictOn = (course: Course, write: Write, goal?: Goal) => verdictsOn(course, write, goal).at(-1)?.verdict;

/** The first second that ends a wait over the course, and how: `10 ready: new-workers`; `never`. */
function endOf(course: Course, write: Write, goal?: Goal): string {
  const end = verdictsOn(course, write, goal).find(({ verdict }) => !verdict.startsWith('waiting'));
  return end ? `${end.second} ${end.verdict}` : 'never';
}

type Rows = Readonly<Record<string, readonly [Course, string, Goal?]>>;
const testVerdicts = (write: Write, rows: Rows) =>
  test.for(Object.entries(rows))('%s', ([, [course, expected, goal]]) => {
    expect(verdictOn(course, write, goal)).toBe(expected);
  });
const testEnds = (write: Write, rows: Rows) =>
  test.for(Object.entries(rows))('%s', ([, [course, expected, goal]]) => {
    expect(endOf(course, write, goal)).toBe(expected);
  });

/** As it stays for a quarter of a minute, for a minute, and for twenty, read every two seconds. */
const settled = (shown: Shown) => steadily([0, 5, 10, 15], shown);
const still = (shown: Shown) => steadily(every(5, 60), shown);
const lasting = (shown: Shown) => steadily(every(2, 1200), shown);
const both = 'old running+, new running+';
/** `x` comes later than `new`, and is up before it. */
const overtaking = readings('0 new pulling | 40 new pulling, x starting | 60 new pulling, x running+');

describe('after a write that replaces workers', () => {
  testVerdicts(replaced, {
    'old workers alone prove nothing': [still('old running+'), 'waiting: health'],
    'nor do their words': [still({ workers: 'old running+', state: 'running' }), 'waiting: health'],
    'a new one on its way': [still('old running+, new pulling'), 'waiting: health'],
    'a new one, for a moment': [steadily([0, 5], both), 'waiting: steadiness'],
    'a new one, for ten seconds': [settled(both), 'ready: new-workers'],
    'tests take the place of the ten seconds': [[[0, 'new running+']], 'ready: new-workers', tested],
    'an old one that fails': [settled('old failed, new running+'), 'ready: new-workers'],
    'more new ones than are needed, all of them up': [settled('x running+, new running+'), 'ready: new-workers'],
    'with `wait: rollout`, an old one': [still(both), 'waiting: old-workers-to-stop', rollout],
    'with `wait: rollout`, an old one beside a new one that is not up': [
      still('old running+, new running'),
      'waiting: health',
      rollout,
    ],
    'an old one on its way out': [settled('old removed, new running+'), 'ready: new-workers', rollout],
    'an old one that is dead': [settled('old exited, new running+'), 'ready: new-workers', rollout],
    'fewer new ones than are needed': [still({ workers: 'new running+', minNum: 2 }), 'waiting: health', rollout],
    'as many as needed': [settled({ workers: 'x running+, new running+', minNum: 2 }), 'ready: new-workers', rollout],
    'the same with `wait: ready`': [settled({ workers: 'new running+', minNum: 2 }), 'ready: new-workers'],
    'an endpoint that is called stopped': [
      settled({ workers: 'new running+', state: 'stopped' }),
      'waiting: health, endpoint-failed until 60',
    ],
    'an unknown word': [settled({ workers: 'new online+', state: 'thawing' }), 'ready: new-workers'],
    'a healthy one on its way out': [still('new removed+'), 'waiting: health'],
    'one that runs, without a health check': [settled({ workers: 'new running', path: '' }), 'ready: new-workers'],
    'one that runs, of a crash': [still({ workers: 'new running: exit code 1', path: '' }), 'waiting: health, crashed'],
    'one without an ID may be from before': [still(' running+'), 'waiting: nameless'],
    'nor do tests decide beside a worker that is listed': [still('old running+'), 'waiting: health', tested],
    'nor while the endpoint moves': [still({ state: 'updating' }), 'waiting: health', tested],
  });

  testEnds(replaced, {
    'with `wait: rollout`, one that was listed later and was up first may have to give way for two minutes': [
      [...overtaking, ...steadily(every(10, 300).slice(8), 'new running+, x running+')],
      '200 ready: new-workers',
      rollout,
    ],
    'so may one of too many among the first': [lasting('new running+, x running+'), '120 ready: new-workers', rollout],
    'with `wait: rollout`, an old one that runs between two crashes is waited for': [
      every(2, 600).map((second) => [second, `old ${second % 40 < 2 ? 'running+' : 'exited'}, new running+`]),
      'never',
      rollout,
    ],
    'until it has been down for three minutes': [
      [[0, 'old running+, new running+'], ...steadily(every(5, 400).slice(1), 'old exited, new running+')],
      '185 ready: new-workers',
      rollout,
    ],
    'ten seconds begin anew when the worker was not healthy in between': [
      [
        ...steadily([0, 4, 8], 'new running+'),
        [9, 'new running'],
        ...steadily([10, 12, 14, 16, 18, 20], 'new running+'),
      ],
      '20 ready: new-workers',
    ],
    'a worker that is healthy for a moment again and again is never believed': [
      every(2, 1200).map((second) => [second, second % 20 < 8 ? 'new running+' : 'new running']),
      'never',
    ],
  });
});

describe('while the old worker has not stopped', () => {
  const beside = (state: string): Course => [
    [0, 'old running+, x running, new running'],
    ...steadily(every(5, 60).slice(1), `old running+, x ${state}, new running+`),
  ];
  testVerdicts(update, {
    'another new one that crashes': [beside('failed'), 'waiting: unordered, crashed'],
    'another new one that starts': [beside('running'), 'waiting: unordered'],
  });
  testEnds(update, {
    'one of two that has been down for six minutes is not waited for any longer': [
      [[0, `x running, ${both}`], ...steadily(every(5, 400).slice(1), `x failed, ${both}`)],
      '365 ready: told',
    ],
    'nor is one that waits for a GPU': [lasting(`x pending: unschedulable, ${both}`), '360 ready: told'],
    'until an old one stops': [lasting('old removed, x pending: unschedulable, new running+'), '10 ready: new-workers'],
    'one of two that starts is waited for': [steadily(every(30, 2400), `x pulling, ${both}`), 'never'],
    'two crashes decide against one that is healthy': [
      every(5, 400).map((second) => [second, `x ${second % 20 < 10 ? 'running' : 'exited'}, ${both}`]),
      '190 failing: crashed',
    ],
  });
});

describe('where no worker is from before', () => {
  testVerdicts(created, {
    'one on its way': [still({ workers: 'new pulling', state: 'initializing' }), 'waiting: health'],
    'none, with one needed': [still(''), 'waiting: health'],
    'none needed': [settled({ minNum: 0 }), 'ready: no-workers-needed'],
    'none needed, at once': [[[0, { minNum: 0 }]], 'waiting: steadiness'],
    'none needed, and it still starts': [still({ minNum: 0, state: 'initializing' }), 'waiting: health'],
    'one that is healthy before it runs': [steadily([0, 5], 'new pending+'), 'waiting: steadiness'],
    'one without an id is new': [settled(' running+'), 'ready: new-workers'],
    'a back-off': [steadily([0, 2], 'new pulling: ImagePullBackOff'), 'waiting: health, image-pull until 300'],
    'no machine': [[[0, 'new pending: failed to schedule worker']], 'waiting: health, no-capacity'],
    'a definite reason, read once': [[[0, 'new pulling: manifest unknown']], 'waiting: health, image-pull until 20'],
  });
});

describe('after a write that keeps workers', () => {
  const two = { workers: 'old running+', minNum: 2 };
  testVerdicts(scaled, {
    'one that was up': [[[0, 'old running+']], 'ready: new-workers'],
    '`wait: rollout` too': [[[0, 'old running+']], 'ready: new-workers', rollout],
    'not enough of them': [still(two), 'waiting: health', rollout],
    'enough for a start': [[[0, two]], 'ready: new-workers'],
    'none needed': [[[0, { minNum: 0 }]], 'ready: no-workers-needed'],
    'not healthy for the moment': [settled('old running'), 'waiting: health'],
  });
  const blinking = (seconds: number): Course => [
    ...steadily(every(2, seconds), 'old running'),
    ...steadily([seconds + 2, seconds + 12], 'old running+'),
  ];
  testEnds(scaled, {
    'one that blinks for 26 s': [blinking(26), '38 ready: new-workers'],
    'one that blinks for five minutes': [blinking(300), '312 ready: new-workers'],
    'a third that crashes': [lasting('old running+, new failed'), '30 ready: new-workers', rollout],
    'one that is started, and healthy for a second between crashes': [
      every(1, 60).map((second) => [second, `new ${second % 20 === 19 ? 'running+' : 'exited'}`]),
      'never',
    ],
    'one that is started, and lasts': [
      readings('0 | 5 new starting | 10 new running+ | 15 new running+ | 20 new running+'),
      '20 ready: new-workers',
    ],
  });
});

describe('where this run has written nothing', () => {
  testVerdicts(unchanged, {
    'the record tells old workers': [still('old running+'), 'waiting: health'],
    'one from after it, at once': [[[0, both]], 'ready: new-workers'],
    'old ones are left': [still(both), 'waiting: old-workers-to-stop', rollout],
    'one on its way': [still('old running+, new pulling'), 'waiting: health'],
    'one without an ID': [still(' running+'), 'waiting: nameless'],
    'none needed': [[[0, { minNum: 0 }]], 'ready: no-workers-needed'],
    'none needed, an idle old one': [[[0, { minNum: 0, workers: 'old running+' }]], 'ready: no-workers-needed'],
  });
  describe('and there is no record', () => {
    testVerdicts(unrecorded, {
      'health alone': [[[0, 'old running+']], 'ready: new-workers'],
      'no healthy one': [still('old starting'), 'waiting: health'],
      'no ids: health alone': [[[0, ' running+']], 'ready: new-workers'],
      'a dead one beside a healthy one': [still('x failed, new running+'), 'ready: new-workers'],
    });
  });
  testEnds(unchanged, {
    'a worker that is healthy for a second between two crashes is not believed the second time either': [
      every(1, 100).map((second) => [
        second,
        `old running+, new ${second < 20 ? 'starting' : second < 22 ? 'running+' : 'exited'}`,
      ]),
      'never',
    ],
    'a version that crashes is red once more, too': [lasting('old running+, new exited'), '180 failing: crashed'],
  });
});

/** Down for a while, then up for a while, until the time is over. */
const loop = (upSeconds: number, downSeconds: number): Course =>
  every(2, 1200).map((second) => [
    second,
    `old running+, new ${second % (upSeconds + downSeconds) < downSeconds ? 'exited: exit code 137' : 'running'}`,
  ]);

describe('a failure ends the wait', () => {
  testEnds(replaced, {
    'a definite reason for 20 s': [lasting('new pulling: manifest unknown'), '20 failing: image-pull'],
    'for a minute, where this run has found the image': [
      lasting('new pulling: manifest unknown'),
      '60 failing: image-pull',
      { ...ready, isImageFound: true },
    ],
    'read every 15 s': [steadily([0, 15, 30, 45], 'new pulling: manifest unknown'), '30 failing: image-pull'],
    'as failed': [lasting('new failed: unauthorized: pull access denied'), '20 failing: image-pull'],
    'that one reading shows between back-offs': [
      every(2, 400).map((second) => [
        second,
        `new pulling: ${second === 20 ? 'manifest unknown' : 'ImagePullBackOff'}`,
      ]),
      '40 failing: image-pull',
    ],
    'a back-off without a reason': [lasting('new pulling: ImagePullBackOff'), '300 failing: image-pull'],
    'a rate limit': [lasting('new pulling: toomanyrequests: pull rate limit'), '300 failing: image-pull'],
    'a crash that stays': [lasting('old running+, new exited'), '180 failing: crashed'],
    'a fast crash loop': [loop(10, 10), '180 failing: crashed'],
    'one that runs for 90 s': [loop(90, 20), '220 failing: crashed'],
    'one that runs for 3 minutes': [loop(180, 30), '210 failing: crashed'],
    'a failed endpoint that only has to wait for a GPU': [
      lasting({
        state: 'failed',
        message: 'failed to schedule worker',
        workers: 'new pending: failed to schedule worker',
      }),
      'never',
    ],
    'a failed endpoint': [lasting({ state: 'failed', message: 'node lost' }), '60 failing: endpoint-failed'],
    'a stopped endpoint': [lasting({ state: 'stopped', workers: 'new running+' }), '60 failing: endpoint-failed'],
    'one that was stopped meanwhile': [lasting({ state: 'stopped' }), '60 failing: endpoint-failed'],
  });
  testEnds(writeOver('replaces', { before: 'stopped' }), {
    'one that was stopped before the write, too': [lasting({ state: 'stopped' }), '120 failing: endpoint-failed'],
  });

  test('a countdown never begins anew', () => {
    const untils = verdictsOn(loop(10, 10), replaced).flatMap(({ verdict }) => / until .*/.exec(verdict) ?? []);
    expect(new Set(untils)).toEqual(new Set([' until 180']));
  });
});

describe('no failure', () => {
  const until = (second: number, before: Shown, after: Shown = 'new running+'): Course =>
    every(2, 1100).map((at) => [at, at < second ? before : after]);
  testEnds(created, {
    'a model that loads for ten minutes': [until(600, 'new running'), '610 ready: new-workers'],
    'a GPU that is free after eight minutes': [until(480, 'new pending: no free GPU'), '490 ready: new-workers'],
    'a definite reason for 18 s': [until(20, 'new pulling: manifest unknown', 'new pulling'), 'never'],
    'a definite reason that a registry takes back': [
      until(40, 'new pulling: manifest unknown', 'new pulling'),
      '20 failing: image-pull',
    ],
    'a rate limit for 20 s, and a silent pull': [until(22, 'new pulling: toomanyrequests', 'new pulling'), 'never'],
    'a rate limit that is said now and then': [
      every(2, 1100).map((at) => [at, `new pulling${at % 90 < 10 ? ': toomanyrequests' : ''}`]),
      'never',
    ],
    'a back-off of 90 s': [until(90, 'new pulling: ImagePullBackOff'), '100 ready: new-workers'],
    'an autoscaler that ends workers': [lasting({ minNum: 0, workers: 'new exited' }), '10 ready: no-workers-needed'],
    'but a crash where nothing has to run, and no worker comes again, is one': [
      until(2, { minNum: 0, workers: 'new failed: exit code 1' }, { minNum: 0 }),
      '180 failing: crashed',
    ],
    'a worker that is lost, without a word about a crash, where nothing has to run': [
      lasting({ minNum: 0, workers: 'new failed: node lost' }),
      '10 ready: no-workers-needed',
    ],
    'but two of them are, whatever their words are': [
      lasting({ minNum: 0, workers: 'new failed: node lost, b failed: node lost' }),
      '180 failing: crashed',
    ],
  });
  testEnds(replaced, {
    'a crash loop beside a worker that was listed before it, and still starts: one machine may be broken': [
      every(2, 600).map((second) => [
        second,
        { minNum: 2, workers: `a ${second % 20 < 10 ? 'running' : 'exited'}, b pulling` },
      ]),
      'never',
    ],
    'an endpoint that is failed for 15 s': [until(15, { state: 'failed' }), '26 ready: new-workers'],
    'one crash at the start': [until(5, 'new exited'), '36 ready: new-workers'],
    'a lost worker that stays listed while its successor pulls and loads': [
      [
        [0, 'a running'],
        ...steadily(every(5, 300).slice(1), 'a failed, b pulling'),
        ...steadily(every(5, 500).slice(61), 'a failed, b running'),
        ...steadily(every(5, 600).slice(101), 'a failed, b running+'),
      ],
      '535 ready: new-workers',
    ],
  });
  testEnds(writeOver('replaces', { before: 'failed' }), {
    'the failure of the version before, under the word that it had': [
      until(400, { state: 'failed', workers: 'old failed, new pulling' }),
      '410 ready: new-workers',
    ],
  });

  test('a worker that was healthy for half a minute: its next crash is the first again', () => {
    const up = every(2, 60).map((second) => 22 + second);
    const course = [...steadily(every(2, 20), 'new exited'), ...steadily(up, 'new running+'), [90, 'new exited']];
    expect(verdictOn(course as Course, replaced, rollout)).toBe('waiting: health, crashed until 270');
  });
});

describe('an endpoint that scales to zero', () => {
  const zero = (workers: string) => lasting({ minNum: 0, workers });
  testEnds(replaced, {
    'an image that cannot be pulled': [zero('new pulling: manifest unknown'), '20 failing: image-pull'],
    'a crash': [zero('new failed'), '180 failing: crashed'],
    'an idle worker from before': [zero('old running+'), '10 ready: no-workers-needed'],
    'a worker on its way is waited for': [zero('new pulling'), 'never'],
    'one that loads is, too': [zero('new running'), 'never'],
    'one that waits for a GPU is not': [zero('new pending: no free GPU'), '10 ready: no-workers-needed'],
    'one that crashes in the end': [
      every(2, 300).map((second) => [second, { minNum: 0, workers: `new ${second < 20 ? 'pulling' : 'failed'}` }]),
      '200 failing: crashed',
    ],
    'nor is any, where tests follow': [zero('new pulling'), '0 ready: no-workers-needed', tested],
    'a worker that is up': [zero('new running+'), '10 ready: new-workers'],
  });
  testEnds(scaled, {
    'a worker that fails where none is needed now': [zero('old failed: no free GPU'), '0 ready: no-workers-needed'],
  });
});

describe('whatever the course', () => {
  const words = ['pending', 'pulling', 'starting', 'running', 'exited', 'failed', 'paused', 'odd', 'removed'] as const;
  const word = fc.constantFrom(...words);
  const sick = fc.tuple(fc.constantFrom('a', 'b', 'c'), word).map(([id, state]) => `${id} ${state}`);
  const old = fc
    .tuple(fc.constantFrom('old', 'old2'), word, fc.constantFrom('', '+'))
    .map(([id, state, up]) => `${id} ${state}${up}`);
  const courseOf = (worker: fc.Arbitrary<string>, states: readonly string[]) => {
    const workers = fc.array(worker, { maxLength: 4 }).map((all) => all.join(', '));
    const step = fc.record({ pause: fc.integer({ min: 1, max: 40 }), workers, state: fc.constantFrom(...states) });
    return fc.array(step, { minLength: 1, maxLength: 12 }).map((steps): Course => {
      let second = 0;
      return steps.map(({ pause, ...shown }) => {
        second += pause;
        return [second, shown];
      });
    });
  };
  const two = ['old', 'old2'];
  const writes = [writeOver('replaces', { old: two }), foundWith(...two)];

  test('there is no green without a healthy worker of the new version', () => {
    const course = courseOf(fc.oneof(sick, old), ['serving', 'updating', 'initializing', 'failed', '']);
    fc.assert(
      fc.property(course, fc.constantFrom(...writes), fc.constantFrom(ready, rollout), (shown, write, goal) => {
        expect(endOf(shown, write, goal)).not.toMatch(/ready/);
      }),
    );
  });

  test('old workers never fail a rollout', () => {
    fc.assert(
      fc.property(courseOf(old, ['serving']), (course) => {
        expect(endOf(course, writeOver('replaces', { old: two }))).toBe('never');
      }),
    );
  });
});
