/** How long new workers took for each stage of their start. */

import { expect, test } from 'vitest';
import { readingOf } from '../../src/rollout/events.ts';
import { livesAfter, type Stage, startLives, startOf } from '../../src/rollout/worker-life.ts';
import { endpointOf } from './course.ts';

type Course = readonly (readonly [seconds: number, ...workers: string[]])[];

function lived(course: Course, live: readonly string[] = []): readonly Stage[] {
  const reading = (workers: readonly string[]) => readingOf(endpointOf({ workers: [...workers] }));
  const first = startLives(live.length > 0 ? reading(live) : undefined);
  const last = course.reduce(
    (lives, [seconds, ...workers]) => livesAfter(lives, reading(workers), seconds * 1000),
    first,
  );
  return startOf(last).map(({ name, ms }) => ({ name, ms: ms / 1000 }));
}

test.for<[string, Course, readonly string[], [string, number][]]>([
  ['nothing without a worker', [[0], [10]], [], []],
  [
    'each stage from the reading that shows it to the one that shows the next',
    [
      [0, 'w pending'],
      [8, 'w pulling'],
      [380, 'w running'],
      [490, 'w running+'],
      [500, 'w running+'],
    ],
    [],
    [
      ['pending', 8],
      ['pulling', 372],
      ['loading', 110],
    ],
  ],
  [
    'not of the workers that were there before',
    [
      [0, 'old running'],
      [9, 'old running+'],
    ],
    ['old running+'],
    [],
  ],
  [
    'of the first one that was healthy',
    [
      [0, 'a pulling', 'b pulling'],
      [5, 'a pulling', 'b running'],
      [9, 'a pulling', 'b running+'],
    ],
    [],
    [
      ['pulling', 5],
      ['loading', 4],
    ],
  ],
  [
    'the turns of a crash loop together',
    [
      [0, 'w running'],
      [10, 'w exited'],
      [20, 'w running'],
      [35, 'w exited'],
    ],
    [],
    [
      ['loading', 25],
      ['exited', 10],
    ],
  ],
])('%s', ([, course, live, expected]) => {
  expect(lived(course, live)).toEqual(expected.map(([name, ms]) => ({ name, ms })));
});
