/** When a wait reports its progress, and what the report holds. */

import { describe, expect, test } from 'vitest';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { judge } from '../../src/rollout/judge.ts';
import { createProgressReporter } from '../../src/rollout/progress.ts';
import { type Course, steadily, storiesOver, writeOver } from './course.ts';

/** The reports on a course, of a wait of ten minutes. */
function report(course: Course, write = writeOver('replaces')) {
  const events: Extract<RolloutEvent, { kind: 'progress' }>[] = [];
  const onEvent = (event: RolloutEvent) => {
    if (event.kind === 'progress') events.push(event);
  };
  const reportProgress = createProgressReporter({ onEvent, startedMs: 0, deadlineMs: 600_000 });
  for (const story of storiesOver(course, write)) {
    const verdict = judge(story, { wait: 'ready', isTested: false });
    if (verdict.kind === 'waiting') reportProgress(story, verdict.concern);
  }
  return events;
}
const secondsOf = (course: Course) => report(course).map(({ elapsedSeconds }) => elapsedSeconds);
const pulling = { state: 'initializing', workers: ['new pulling'] };

describe('a report', () => {
  test('holds the state, the workers by their age, the endpoint’s words and the time', () => {
    const workers = ['old running+', 'new pulling', 'new2 running', 'new3 ', 'new4 removed'];
    expect(report([[12.6, { state: 'updating', message: 'SLOW: 3 of 12', workers }]])).toEqual([
      {
        kind: 'progress',
        state: 'updating',
        workers: { 'old running': 1, 'new pulling': 1, 'new running, not healthy': 1, 'new without a state': 1 },
        message: 'SLOW: 3 of 12',
        failure: '',
        elapsedSeconds: 13,
        leftSeconds: 587,
        givesUpInSeconds: undefined,
      },
    ]);
  });

  test.for([writeOver('keeps'), writeOver('none'), writeOver('replaces', { old: [] })])(
    'has no ages where nothing is replaced, nor of a new endpoint',
    (write) => {
      expect(report([[0, { workers: ['new pulling'] }]], write)[0]?.workers).toEqual({ pulling: 1 });
    },
  );

  test.for<[string, Course, (number | undefined)[]]>([
    ['counts down', steadily([0, 130, 255], { workers: ['new pulling: ErrImagePull'] }), [300, 170, 45]],
    [
      'never promises more time than there is',
      steadily([400, 540], { workers: ['new pulling: ErrImagePull'] }),
      [200, 60],
    ],
    ['has no limit for a machine that is waited for', [[0, { workers: ['new pending: unschedulable'] }]], [undefined]],
  ])('%s', ([, course, expected]) => {
    expect(report(course).map(({ givesUpInSeconds }) => givesUpInSeconds)).toEqual(expected);
  });

  test('names what fails', () => {
    expect(report([[0, { workers: ['new failed: manifest unknown'] }]])[0]?.failure).toBe(
      'worker new cannot pull the image: "manifest unknown"',
    );
  });

  test('has no time left after the deadline', () => {
    expect(report([[605, pulling]])).toMatchObject([{ leftSeconds: 0 }]);
  });
});

describe('is made', () => {
  test('every two minutes while nothing changes', () => {
    expect(secondsOf(steadily([0, 1, 60, 119.999, 120, 130, 239, 240], pulling))).toEqual([0, 120, 240]);
  });

  test.for<[string, object]>([
    ['the state', { ...pulling, state: 'updating' }],
    ['the message', { ...pulling, message: 'soon' }],
    ['a worker more', { ...pulling, workers: ['new pulling', 'b pulling'] }],
    ['a worker less', { ...pulling, workers: [] }],
    ['the state of a worker', { ...pulling, workers: ['new starting'] }],
  ])('at once when this changes: %s', ([, changed]) => {
    expect(
      secondsOf([
        [0, pulling],
        [1, changed],
        [2, changed],
        [3, pulling],
      ]),
    ).toEqual([0, 1, 3]);
  });

  test('for the first two crashes of a loop, whatever its states are in between', () => {
    const words = ['exited', 'exited', 'running', 'running', 'exited', 'running'];
    const course = words.map((word, index) => [index * 10, { workers: [`new ${word}: exit code 1`] }] as const);
    expect(report(course).map(({ failure }) => failure)).toEqual([
      'worker new crashed: "exit code 1"',
      'worker new crashed 2 times: "exit code 1"',
    ]);
  });
});
