/** The page about a red run: no failure leaves anything new that bills, whichever its code. */

import { expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { failingRuns } from './failing-runs.ts';

const runs = await failingRuns();

test('almost every code has a run', () => {
  expect(Object.keys(errorCodes).filter((code) => !runs.has(code))).toEqual([
    ...['not-listed', 'not-serving', 'github', 'order-unknown', 'secrets-missing', 'nothing-rolled-back'],
    ...['cancelled', 'internal'],
  ]);
});

test.for([...runs].filter(([code]) => code !== 'conflict'))(
  '%s leaves what was there, and nothing new that runs',
  ([, sides]) => {
    expect(sides.after).toEqual(expect.arrayContaining([...sides.before]));
    const added = sides.after.filter((endpoint) => !sides.before.includes(endpoint));
    expect(added.filter((endpoint) => !endpoint.endsWith(' 0'))).toEqual([]);
  },
);

test('a change by someone else is kept', () => {
  expect(runs.get('conflict')?.after).toEqual(['llama ghcr.io/acme/llama:theirs 0']);
});
