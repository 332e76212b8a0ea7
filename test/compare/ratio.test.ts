/** The ratio of two samples and its interval: against the published tables of Mann and Whitney's U, and what holds for all samples. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ratioOf } from '../../src/compare/ratio.ts';

/** No two ratios of these are equal. */
const primes = [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197];
const others = [211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311, 313, 317];

/** How many ratios lie beyond each end. */
function cuts(count: number, other: number) {
  const [candidate, production] = [primes.slice(0, count), others.slice(0, other)];
  const sorted = candidate.flatMap((ours) => production.map((theirs) => ours / theirs)).sort((a, b) => a - b);
  const { likely, certain } = ratioOf(candidate, production);
  return [likely, certain].flatMap(({ low, high }) => [sorted.indexOf(low), sorted.length - 1 - sorted.indexOf(high)]);
}

// The largest U at which a two-sided test refuses that both are alike, at 5 % and at 1 % (Mann and Whitney, 1947; Milton, 1964).
test.for<[number, number, number, number]>([
  [5, 5, 2, 0],
  [5, 8, 6, 2],
  [8, 8, 13, 7],
  [10, 10, 23, 16],
  [12, 15, 49, 37],
  [20, 20, 127, 105],
])('of %i and %i samples, the interval leaves out what the tables say', ([count, other, at5, at1]) => {
  expect(cuts(count, other)).toEqual([at5, at5, at1, at1]);
});

test.for<[readonly number[], readonly number[], object]>([
  [[2, 2, 2, 2, 2], [1, 1, 1, 1, 1], { estimate: 2, likely: { low: 2, high: 2 }, certain: { low: 2, high: 2 } }],
  [[3], [2], { estimate: 1.5, likely: { low: 1.5, high: 1.5 }, certain: { low: 1.5, high: 1.5 } }],
  [[4, 4, 6], [2, 2, 2], { estimate: 2, likely: { low: 2, high: 3 }, certain: { low: 2, high: 3 } }],
])('%j to %j', ([candidate, production, expected]) => {
  expect(ratioOf(candidate, production)).toEqual(expected);
});

describe('for all samples', () => {
  const samples = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 25 });
  const near = (value: number) => (Number.isFinite(value) ? expect.closeTo(value, 6) : value);

  test('the estimate is inside, and the interval of 99 % reaches further', () => {
    fc.assert(
      fc.property(samples, samples, (candidate, production) => {
        const { estimate, likely, certain } = ratioOf(candidate, production);
        expect(certain.low <= likely.low && likely.low <= estimate * 1.000001).toBe(true);
        expect(certain.high >= likely.high && likely.high * 1.000001 >= estimate).toBe(true);
      }),
    );
  });

  test('their order means nothing, and the sides change places by inverting it', () => {
    fc.assert(
      fc.property(samples, samples, (candidate, production) => {
        const ratio = ratioOf(candidate, production);
        expect(ratioOf(candidate.toReversed(), production.toReversed())).toEqual(ratio);
        const { low, high } = ratioOf(production, candidate).likely;
        const inverse = [near(-Math.log(ratio.likely.high)), near(-Math.log(ratio.likely.low))];
        expect([Math.log(low), Math.log(high)]).toEqual(inverse);
      }),
    );
  });

  test('a candidate that is twice as slow has twice the ratio', () => {
    fc.assert(
      fc.property(samples, samples, (candidate, production) => {
        const [once, twice] = [candidate, candidate.map((each) => 2 * each)].map((each) => ratioOf(each, production));
        expect(twice?.likely).toEqual({ low: 2 * (once?.likely.low ?? 0), high: 2 * (once?.likely.high ?? 0) });
      }),
    );
  });
});
