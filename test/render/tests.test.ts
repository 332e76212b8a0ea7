/** Where the time went, as a line and as a picture. */

import { expect, test } from 'vitest';
import { durationsLine, durationsPicture } from '../../src/render/tests.ts';
import { initialOutcome } from '../../src/rollout/outcome.ts';

const outcome = { ...initialOutcome({ live: undefined }), endedMs: 500_000 };
const start = [
  { name: 'pulling', ms: 372_000 },
  { name: 'loading', ms: 9900 },
];

test.for([
  ['a short run has none', { ...outcome, endedMs: 2999 }, ''],
  ['without a new worker', outcome, 'Time: 8 m 20 s in total.'],
  ['with one', { ...outcome, start }, 'Time: new worker pulling 6 m 12 s, loading 9.9 s; 8 m 20 s in total.'],
  [
    'that was asked',
    {
      ...outcome,
      start,
      tests: { kind: 'passed', results: [{ title: 'GET /', outcome: 'passed', isWarmUp: true, totalMs: 412 }] },
    },
    'Time: new worker pulling 6 m 12 s, loading 9.9 s, first answer 412 ms; 8 m 20 s in total.',
  ],
] as const)('%s', ([, given, expected]) => {
  expect(durationsLine(given, 0)).toBe(expected);
});

test('the picture compares the stages', () => {
  const stages = [...start, { name: 'a | b', ms: 1 }];
  expect(durationsPicture({ ...outcome, start: stages }).split('\n')).toEqual([
    '| New worker | Time | |',
    '|---|---|---|',
    `| <code>pulling</code> | 6 m 12 s | ${'█'.repeat(30)} |`,
    '| <code>loading</code> | 9.9 s | █ |',
    '| <code>a &#124; b</code> | 1 ms | █ |',
  ]);
  expect(durationsPicture(outcome)).toBe('');
  expect(durationsPicture({ ...outcome, start: start.slice(0, 1) })).toBe('');
});
