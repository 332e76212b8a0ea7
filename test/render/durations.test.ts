/** The line of where the time went. */

import { expect, test } from 'vitest';
import { durationsLine } from '../../src/render/outcome.ts';
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
    'Time: new worker pulling 6 m 12 s, loading 9.9 s, first answer 0.4 s; 8 m 20 s in total.',
  ],
] as const)('%s', ([, given, expected]) => {
  expect(durationsLine(given, 0)).toBe(expected);
});
