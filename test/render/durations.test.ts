/** Where the time of a deploy went: the stages of a start, as a line and as a picture. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { addToTimelines, durationsLine, stagesOf, startTimelines } from '../../src/render/durations.ts';
import { readingOf } from '../../src/rollout/events.ts';
import type { TestPass } from '../../src/tests/run.ts';
import { endpointOf } from '../rollout/readings.ts';

/** From `8 w pulling; 380 w running` to `pulling 372`. */
function stagesOver(course: string, live?: string): string {
  const first = startTimelines(live === undefined ? undefined : readingOf(endpointOf(live)));
  const lives = course.split('; ').reduce((before, moment) => {
    const [, second = '', workers = ''] = /^(\d+) ?(.*)$/.exec(moment) ?? [];
    const endpoint = readingOf(endpointOf(workers));
    return addToTimelines(before, { kind: 'reading', endpoint }, Number(second) * 1000);
  }, first);
  return stagesOf(lives, undefined)
    .map(({ name, ms }) => `${name} ${ms / 1000}`)
    .join();
}

test.for<[string, string, string, string?]>([
  ['nothing without a worker', '0; 10', ''],
  [
    'each stage from the reading that shows it to the one that shows the next',
    '0 w pending; 8 w pulling; 380 w running; 490 w running+; 500 w running+',
    'pending 8,pulling 372,loading 110',
  ],
  ['not of the workers that were there before', '0 old running; 9 old running+', '', 'old running+'],
  [
    'of the first one that was healthy',
    '0 a pulling, b pulling; 5 a pulling, b running; 9 a pulling, b running+',
    'pulling 5,loading 4',
  ],
  ['the turns of a loop together', '0 w running; 10 w exited; 20 w running; 35 w exited', 'loading 25,exited 10'],
])('the stages of a start: %s', ([, course, expected, live]) => {
  expect(stagesOver(course, live)).toBe(expected);
});

test('what a restore brings back is not what failed, and the first answer comes last', () => {
  const readings = ['new pulling', 'new running', 'third running', 'third running+'].map((workers) => ({
    kind: 'reading' as const,
    endpoint: readingOf(endpointOf(workers)),
  }));
  const failed = {
    kind: 'failed',
    failure: new DeployError({ code: 'crashed', message: '' }),
    isRestoring: true,
  } as const;
  const [first, second, ...restored] = readings;
  const lives = [first, second, failed, ...restored].reduce(
    (before, event, at) => (event ? addToTimelines(before, event, at * 1000) : before),
    startTimelines(undefined),
  );
  const result = { title: 'GET /', outcome: 'passed', isWarmUp: true, totalMs: 412 } as const;
  const passed: TestPass = { kind: 'passed', results: [result] };
  const pulling = { name: 'pulling', ms: 1000 };
  expect([stagesOf(lives, undefined), stagesOf(lives, passed)]).toEqual([
    [pulling],
    [pulling, { name: 'first answer', ms: 412 }],
  ]);
});

test('a line of the stages', () => {
  const stages = [
    { name: 'pulling', ms: 372_000 },
    { name: 'loading', ms: 9900 },
    { name: 'a | b', ms: 1 },
  ];
  expect([durationsLine(500_000, []), durationsLine(500_000, stages.slice(0, 2)), durationsLine(2999, stages)]).toEqual(
    ['Time: 8 m 20 s in total.', 'Time: new worker pulling 6 m 12 s, loading 9.9 s; 8 m 20 s in total.', ''],
  );
});
