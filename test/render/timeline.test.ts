/** Phases → a line of durations. */

import { expect, test } from 'vitest';
import { durationsLine } from '../../src/render/timeline.ts';

test.for([undefined, 0, 2999])('there is nothing to tell of %i ms', (endMs) => {
  expect(durationsLine(endMs === undefined ? [] : [{ phase: 'validate', startMs: 0, endMs }])).toBe('');
});

test('each phase has its duration, however often it came', () => {
  expect(
    durationsLine([
      { phase: 'validate', startMs: 0, endMs: 12 },
      { phase: 'write', startMs: 12, endMs: 9999 },
      { phase: 'verify', startMs: 9999, endMs: 10_999 },
      { phase: 'write', startMs: 10_999, endMs: 11_999 },
      { phase: 'wait', startMs: 61_001, endMs: 75_000 },
    ]),
  ).toBe('Time: validate 0.0 s, write 11 s, verify 1.0 s, wait 14 s; 1 m 15 s in total.');
});
