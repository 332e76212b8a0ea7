/** Phases → a Mermaid gantt. */

import { expect, test } from 'vitest';
import { timelineChart } from '../../src/render/timeline.ts';

test.for([undefined, 0, 2999])('there is nothing to show in %i ms', (endMs) => {
  expect(timelineChart(endMs === undefined ? [] : [{ phase: 'validate', startMs: 0, endMs }])).toBe('');
});

test('each phase has its bar, and a short one can be seen', () => {
  expect(
    timelineChart([
      { phase: 'validate', startMs: 0, endMs: 12 },
      { phase: 'look-up', startMs: 12, endMs: 9999 },
      { phase: 'wait', startMs: 61_001, endMs: 75_000 },
    ]),
  ).toBe(
    [
      '```mermaid',
      'gantt',
      '    title 1 m 15 s in total',
      '    dateFormat HH:mm:ss.SSS',
      '    axisFormat %M:%S',
      '    tickInterval 10second',
      '    Validate (0.0 s) :00:00:00.000, 750ms',
      '    Look up (10.0 s) :00:00:00.012, 9987ms',
      '    Wait (14 s) :00:01:01.001, 13999ms',
      '```',
    ].join('\n'),
  );
});

test('hours are shown from an hour on', () => {
  const chart = (endMs: number) =>
    timelineChart([
      { phase: 'wait', startMs: 1000, endMs: 1000 },
      { phase: 'test', startMs: 3_599_000, endMs },
    ]).split('\n');
  expect(chart(3_599_999)[4]).toBe('    axisFormat %M:%S');
  expect(chart(3_600_000)[4]).toBe('    axisFormat %H:%M:%S');
  expect(chart(7_322_500).slice(6, 8)).toEqual([
    '    Wait (0.0 s) :00:00:01.000, 73225ms',
    '    Smoke test (1 h 2 m) :00:59:59.000, 3723500ms',
  ]);
  const late = timelineChart([{ phase: 'delete', startMs: 3_725_042, endMs: 3_735_042 }]);
  expect(late).toContain('Delete (10 s) :01:02:05.042, 37350ms');
});

test.for<[number, string]>([
  [3000, '1second'],
  [8001, '2second'],
  [90_000, '30second'],
  [8 * 60_000, '1minute'],
  [20 * 60_000, '5minute'],
  [3 * 3_600_000, '30minute'],
  [24 * 3_600_000, '60minute'],
])('%i ms have at most a few ticks: %s', ([endMs, expected]) => {
  expect(timelineChart([{ phase: 'wait', startMs: 0, endMs }])).toContain(`    tickInterval ${expected}\n`);
});
