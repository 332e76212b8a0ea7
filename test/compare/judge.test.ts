/** Verdicts on a test: which numbers are compared, and what is fine, slower, failed, lost or open. */

import { describe, expect, test } from 'vitest';
import { type JudgedTest, judgeTest, refusedTests, type Sample } from '../../src/compare/judge.ts';
import type { CompareRules } from '../../src/model/compare.ts';

const clean = (text: string) => text;
const spread = [1, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.005, 0.995, 1.015];
type Numbers = NonNullable<Sample['numbers']>;
/** So many answers, each a little faster or slower than these. */
const answers = (count: number, numbers: Numbers, said?: string): Sample[] =>
  Array.from({ length: count }, (_, index) => {
    const factor = spread[index % spread.length] ?? 1;
    const scaled = Object.entries(numbers).map(([name, value]) => [name, (value ?? 0) * factor]);
    return { numbers: Object.fromEntries(scaled), ...(said !== undefined && { said: [said] }) };
  });
const wrong = (count: number, fault = '503') => Array.from({ length: count }, (): Sample => ({ fault }));

interface Case {
  production: readonly Sample[];
  candidate: readonly Sample[];
  rules?: CompareRules;
  isLast?: boolean;
  unasked?: string;
}
const judge = ({ rules = { slower: 0.2 }, isLast = true, ...samples }: Case) =>
  judgeTest({ title: 'GET /a', ...samples }, { rules, isLast, clean });
const total = (totalMs: number, count = 20) => answers(count, { total: totalMs });
/** Total times of production and the candidate. */
const ms = (production: number, candidate: number, more: Partial<Case> = {}): Case => {
  const count = more.isLast === false ? 5 : 20;
  return { production: total(production, count), candidate: total(candidate, count), ...more };
};
/** `slower: total 1.50 × slower`. */
const told = ({ verdict, measurements, reason, isOpen }: JudgedTest) =>
  [
    `${verdict}${isOpen ? ', open' : ''}:`,
    reason ?? measurements.map((each) => `${each.number} ${each.ratio.toFixed(2)} × ${each.verdict}`).join(', '),
  ].join(' ');

const stream = { 'first-token': 400, 'tokens-per-second': 40, total: 1000 };
const chat = (candidate: Numbers, production: Numbers = stream): Case => ({
  production: answers(20, production),
  candidate: answers(20, candidate),
});
describe('of numbers', () => {
  test.for<[string, Case, string]>([
    ['as fast', ms(100, 100), 'fine: total 1.00 × fine'],
    ['faster', ms(100, 50), 'fine: total 0.50 × fine'],
    ['slower', ms(100, 150), 'slower: total 1.50 × slower'],
    ['slower within the limit', ms(100, 115), 'fine: total 1.15 × fine'],
    ['slower within a larger limit', ms(100, 150, { rules: { slower: 0.6 } }), 'fine: total 1.50 × fine'],
    [
      'slower where nothing is refused: told by the usual limit',
      ms(100, 150, { rules: {} }),
      'slower: total 1.50 × slower',
    ],
    ['at the limit', ms(100, 120), 'undecided: total 1.20 × undecided'],
    ['not before the last round', ms(100, 150, { isLast: false }), 'undecided, open: total 1.50 × undecided'],
    ['fine at the first round', ms(100, 100, { isLast: false }), 'fine: total 1.00 × fine'],
    ['a difference that the network makes', ms(4, 8), 'fine: total 2.00 × fine'],
    [
      'a stream: no total, since a longer answer is not slower',
      chat({ ...stream, total: 9000 }),
      'fine: first-token 1.00 × fine, tokens-per-second 1.00 × fine',
    ],
    [
      'a stream with fewer tokens/s',
      chat({ ...stream, 'tokens-per-second': 20 }),
      'slower: first-token 1.00 × fine, tokens-per-second 0.50 × slower',
    ],
    [
      'a stream too short for tokens/s: its first token alone',
      chat({ 'first-token': 400, total: 840 }, { 'first-token': 400, total: 420 }),
      'fine: first-token 1.00 × fine',
    ],
    [
      'medians that are near, but may be far apart',
      { production: [30, 40, 40, 45, 50].flatMap((each) => answers(1, { total: each })), candidate: total(44, 5) },
      'undecided: total 1.09 × undecided',
    ],
  ])('%s', ([, given, expected]) => {
    expect(told(judge(given))).toBe(expected);
  });

  test('the ratio of a speed is below 1 where it is slower, and so is its limit', () => {
    const { measurements } = judge(chat({ ...stream, 'tokens-per-second': 20 }));
    expect(measurements[1]).toEqual({
      ...{ number: 'tokens-per-second', production: expect.closeTo(40.1), candidate: expect.closeTo(20.05) },
      ...{ ratio: expect.closeTo(0.5), low: expect.closeTo(0.49, 1), high: expect.closeTo(0.51, 1) },
      ...{ limit: expect.closeTo(1 / 1.2), verdict: 'slower' },
    });
  });
});

describe('of wrong answers', () => {
  const fine = total(100, 18);
  test.for<[string, Case, string]>([
    [
      'two of the candidate, none of production',
      { production: total(100), candidate: [...fine, ...wrong(2)] },
      'test-failed: 2 of 20 answers: 503',
    ],
    [
      'the most frequent one is told',
      { production: total(100), candidate: [...fine, ...wrong(1, '404'), ...wrong(2)] },
      'test-failed: 3 of 21 answers: 503',
    ],
    [
      'at any round',
      { production: total(100, 5), candidate: [...total(100, 3), ...wrong(2)], isLast: false },
      'test-failed: 2 of 5 answers: 503',
    ],
    [
      'nearly all of them, and one of production',
      { production: [...total(100, 19), ...wrong(1)], candidate: [...total(100, 3), ...wrong(17)] },
      'test-failed: 17 of 20 answers, 1 of 20 of production: 503',
    ],
    [
      'a few more than production',
      { production: [...total(100, 19), ...wrong(1)], candidate: [...total(100, 15), ...wrong(5)] },
      'undecided: lost answers: 1 of 20 of production, 5 of 20 of the candidate',
    ],
    [
      'too few right ones of production are not late',
      { production: [...total(100, 4), ...wrong(16)], candidate: total(100) },
      'undecided: lost answers: 16 of 20 of production, 0 of 20 of the candidate',
    ],
    ['all of them', { production: total(100), candidate: wrong(20) }, 'test-failed: 20 of 20 answers: 503'],
    [
      'one of the candidate may be the first of several',
      { production: total(100, 6), candidate: [...total(100, 5), ...wrong(1)], isLast: false },
      'undecided, open: lost answers: 0 of 6 of production, 1 of 6 of the candidate',
    ],
    [
      'one of twenty is chance',
      { production: total(100), candidate: [...total(100, 19), ...wrong(1)] },
      'fine: total 1.00 × fine',
    ],
    [
      'some on both sides',
      { production: [...fine, ...wrong(2)], candidate: [...fine, ...wrong(2)] },
      'fine: total 1.00 × fine',
    ],
    [
      'more than one in ten on both sides',
      { production: [...fine, ...wrong(3)], candidate: [...fine, ...wrong(3)] },
      'undecided: lost answers: 3 of 21 of production, 3 of 21 of the candidate',
    ],
    [
      'production is not asked',
      { production: [], candidate: [], unasked: 'production answers 401' },
      'not-compared: production answers 401',
    ],
    [
      'too few, because each takes so long',
      { production: total(48_000, 4), candidate: total(48_000, 4) },
      'not-compared: only 4 right answers of each came in time, and one takes 48.2 s',
    ],
    ['none', { production: [], candidate: [] }, 'not-compared: only 0 right answers of each came in time'],
  ])('%s', ([, given, expected]) => {
    expect(told(judge(given))).toBe(expected);
  });
});

describe('of what is said', () => {
  const rules: CompareRules = { answers: 'same' };
  const saying = (ours: string, theirs: string, more: Partial<Case> = {}): Case => {
    const say = (text: string) => answers(more.isLast === false ? 5 : 20, { total: 100 }, text);
    return { production: say(theirs), candidate: say(ours), ...more };
  };
  test.for<[string, Case, string]>([
    ['the same', saying('a', 'a', { rules }), 'fine'],
    ['something else', saying('b', 'a', { rules }), 'answers-differ'],
    ['something else, told only', saying('b', 'a'), 'fine'],
    ['something else, before the last round', saying('b', 'a', { rules, isLast: false }), 'fine, open'],
  ])('%s', ([, given, expected]) => {
    const { verdict, isOpen } = judge(given);
    expect(`${verdict}${isOpen ? ', open' : ''}`).toBe(expected);
  });
});

test('the gravest refusal comes first, and what the spec does not refuse is none', () => {
  const [slower, differs, failed, fine] = [
    judge(ms(100, 150)),
    judge({
      production: answers(20, { total: 100 }, 'a'),
      candidate: answers(20, { total: 100 }, 'b'),
      rules: { answers: 'same' },
    }),
    judge({ production: total(100), candidate: wrong(20) }),
    judge(ms(100, 100)),
  ];
  const tests = [fine, slower, differs, failed];
  expect(refusedTests(tests, { slower: 0.2 })).toEqual([failed, differs, slower]);
  expect(refusedTests([fine, slower], {})).toEqual([]);
});
