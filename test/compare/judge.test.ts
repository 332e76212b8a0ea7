/** Verdicts on pairs of answers: what is worse, slower, not compared, and what has to repeat before it is refused. */

import { describe, expect, test } from 'vitest';
import {
  type AnswerGroup,
  isRefused,
  type JudgedPairs,
  type JudgeOptions,
  judge,
  type Pair,
  rowName,
  type Sample,
} from '../../src/compare/judge.ts';
import type { CompareRules } from '../../src/model/compare.ts';
import type { EndpointTest } from '../../src/model/tests.ts';

const spread = [1, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.005, 0.995, 1.015];
const question = { test: { get: '/a' }, title: 'GET /a', line: 0 };

/** A number is that of the whole answer; a text is the fault of a wrong one. */
type Said = number | string | { numbers: Omit<Sample, 'fault' | 'status' | 'said'>; said?: string };
function sample(said: Said, index: number): Sample {
  if (typeof said === 'string') return { fault: said, status: Number(said) || 200 };
  const { numbers, said: text } = typeof said === 'number' ? { numbers: { totalMs: said }, said: undefined } : said;
  const factor = spread[index % spread.length] ?? 1;
  const noisy = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, (value ?? 0) * factor]));
  return { fault: '', status: 200, ...noisy, said: text };
}
/** So many pairs of the candidate and production, each with other noise. */
const pairs = (count: number, candidate: Said, production: Said = 100, from = 0): Pair[] =>
  Array.from({ length: count }, (_, index) => ({
    question,
    production: sample(production, from + index),
    candidate: sample(candidate, from + 3 * index + 1),
  }));
/** Pairs of both kinds, evenly mixed. */
const mixed = (...kinds: readonly (readonly Pair[])[]): Pair[] =>
  kinds
    .flatMap((kind) => kind.map((pair, index) => ({ pair, at: (index + 0.5) / kind.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair);
const lost = (count: number) => pairs(count, '503');
const gained = (count: number) => pairs(count, 100, '503');

interface Planned {
  planned?: number;
  stopped?: string;
}
interface Case extends Planned {
  rules?: CompareRules;
  again?: readonly Pair[];
}
const groupOf = (given: readonly Pair[], { planned = given.length, stopped = '' }: Planned = {}): AnswerGroup => {
  return { title: 'GET /a', questions: Array(planned).fill(question), pairs: [...given], stopped, firstMs: 0 };
};
function judged(given: readonly Pair[], { rules = { slower: 0.2 }, again = [], ...group }: Case = {}): JudgedPairs {
  return judgeAll([groupOf(given, group)], { rules, again });
}
/** The groups have been asked by turns. */
function judgeAll(groups: readonly AnswerGroup[], options: Omit<JudgeOptions, 'groups' | 'pairs'>): JudgedPairs {
  const longest = Math.max(...groups.map(({ pairs }) => pairs.length));
  const passes = Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? []));
  return judge({ ...options, groups, pairs: passes.flat() });
}
/** `slower: totalMs 1.50 × slower`. */
const told = ({ verdict, rows }: JudgedPairs) => {
  const shown = rows.flatMap(({ key, verdict: each, shown: [, , words] }) => {
    if (each === 'not-compared') return words;
    return key.endsWith('Ms') ? `${key} ${/^[\d.]+/.exec(words)} × ${each}` : [];
  });
  return `${verdict}: ${shown.join(', ')}`;
};
const verdictOf = ({ rows }: JudgedPairs, key: 'right' | 'tail') =>
  rows.find((row) => row.key === key)?.verdict ?? 'fine';

const few = (count: number) => `${count} of 20 came in time and were right on both sides`;
const numbers = { firstTokenMs: 400, tokenMs: 25, totalMs: 1000, tokens: 24 };
const stream = { numbers };
const streamWith = (part: Partial<typeof numbers>) => ({ numbers: { ...numbers, ...part } });
describe('of numbers', () => {
  test.for<[string, Pair[], Case, string]>([
    ['as fast', pairs(20, 100), {}, 'fine: totalMs 1.00 × fine'],
    ['faster', pairs(20, 50), {}, 'fine: totalMs 0.50 × fine'],
    ['slower', pairs(20, 150), {}, 'slower: totalMs 1.50 × slower'],
    ['slower within the limit', pairs(20, 115), {}, 'fine: totalMs 1.15 × fine'],
    ['slower within a larger limit', pairs(20, 150), { rules: { slower: 0.6 } }, 'fine: totalMs 1.50 × fine'],
    ['where nothing is refused, by the usual limit', pairs(20, 150), { rules: {} }, 'slower: totalMs 1.50 × slower'],
    ['at the limit', pairs(20, 120), {}, 'undecided: totalMs 1.20 × undecided'],
    ['five of each', pairs(5, 300), {}, 'slower: totalMs 3.01 × slower'],
    ['a difference that the network makes', pairs(20, 8, 4), {}, 'fine: totalMs 2.00 × fine'],
    ['three, each slower than any of production', pairs(3, 5000), { planned: 20 }, 'slower: totalMs 50.25 × slower'],
    ['two: nothing', pairs(2, 5000), { planned: 20 }, `not-compared: ${few(2)}`],
    ['over before half was asked', pairs(9, 100), { planned: 20 }, `not-compared: ${few(9)}, totalMs 1.00 × fine`],
    ['half was asked', pairs(10, 100), { planned: 20 }, 'fine: totalMs 1.00 × fine'],
    ['production limits its rate', pairs(9, 300), { stopped: 'its rate' }, 'not-compared: its rate'],
    [
      'a stream: no total, since a longer answer is not slower',
      pairs(20, streamWith({ totalMs: 1500 }), stream),
      {},
      'fine: firstTokenMs 1.00 × fine, tokenMs 1.00 × fine',
    ],
    ['only one streams: whole answers', pairs(20, streamWith({ totalMs: 250 })), {}, 'slower: totalMs 2.50 × slower'],
    ['only production streams: whole answers', pairs(20, 1100, stream), {}, 'fine: totalMs 1.10 × fine'],
    [
      'half of the answers stream on one side: each kind by its own times',
      mixed(pairs(20, streamWith({ totalMs: 1500 }), stream), pairs(20, 2500, stream)),
      { planned: 40 },
      'slower: firstTokenMs 1.00 × fine, tokenMs 1.00 × fine, totalMs 2.50 × slower',
    ],
    [
      'a stream with fewer tokens/s',
      pairs(20, streamWith({ tokenMs: 50 }), stream),
      {},
      'slower: firstTokenMs 1.00 × fine, tokenMs 0.50 × slower',
    ],
    [
      'a stream that comes in so few milliseconds that the network makes the difference',
      pairs(20, streamWith({ tokenMs: 0.3 }), streamWith({ tokenMs: 0.2 })),
      {},
      'fine: firstTokenMs 1.00 × fine, tokenMs 0.67 × fine',
    ],
    ['production dies half-way', mixed(pairs(9, 100), gained(11)), {}, `not-compared: ${few(9)}, totalMs 1.00 × fine`],
    ['and before it, a slower candidate', mixed(pairs(9, 150), gained(11)), {}, 'slower: totalMs 1.50 × slower'],
    ['both sides failing everything', pairs(20, '503', '503'), {}, `not-compared: ${few(0)}`],
    ['answers that are wrong on both sides', pairs(20, 'wrong', 'wrong'), {}, `not-compared: ${few(0)}`],
  ])('%s', ([, given, more, expected]) => {
    expect(told(judged(given, more))).toBe(expected);
  });

  test('a speed is shown below 1 where it is slower, and judged as the time of a token', () => {
    const row = judged(pairs(20, streamWith({ tokenMs: 50 }), stream)).rows.find(({ key }) => key === 'tokenMs');
    expect(row?.shown).toEqual(['40', '20', expect.stringMatching(/^0\.50 × \(0\.49–0\.51\), limit 0\.83 ×$/)]);
    expect(row?.numbers).toMatchObject({ production: expect.closeTo(25, 0), ratio: expect.closeTo(2, 1), limit: 1.2 });
  });
});

describe('of right answers', () => {
  const fine = pairs(60, 100);
  const rules = { worse: 0.01 };
  test.for<[string, Pair[], string]>([
    ['7 lost, 0 gained', mixed(fine, lost(7)), 'worse'],
    ['6 to 0', mixed(fine, lost(6)), 'undecided'],
    ['9 to 1', mixed(fine, lost(9), gained(1)), 'undecided'],
    ['10 to 1', mixed(fine, lost(10), gained(1)), 'worse'],
    ['as many on both sides', mixed(fine, lost(10), gained(10)), 'fine'],
    ['more gained', mixed(fine, gained(10)), 'fine'],
    ['in one spell, and not asked again', [...pairs(30, 100), ...lost(12), ...pairs(30, 100)], 'not-compared'],
  ])('%s', ([, given, verdict]) => {
    expect(verdictOf(judged(given, { rules }), 'right')).toBe(verdict);
  });

  test('fewer points than `worse`, however certain', () => {
    expect(verdictOf(judged(mixed(fine, lost(7)), { rules: { worse: 0.2 } }), 'right')).toBe('fine');
  });

  test.for<[string, Pair[], string]>([
    ['nothing, for no time was left', [], 'not-compared'],
    ['lost again', lost(4), 'worse'],
    ['right by now', pairs(12, 100), 'undecided'],
    ['half lost, half gained', mixed(lost(6), gained(6)), 'undecided'],
  ])('a spell, and asked again: %s', ([, again, verdict]) => {
    const spell = [...pairs(30, 100), ...lost(12), ...pairs(30, 100)];
    expect(verdictOf(judged(spell, { rules, again }), 'right')).toBe(verdict);
  });

  test('only what may be a spell is asked again, at most 30 times', () => {
    const first = (given: Pair[]) => judgeAll([groupOf(given)], { rules, again: undefined }).suspects.length;
    expect([first(mixed(fine, lost(12))), first([...fine, ...lost(12)]), first([...fine, ...lost(90)])]).toEqual([
      0, 12, 30,
    ]);
  });

  test('without `worse`, one flake is chance; four of twenty are not decided', () => {
    const verdict = (count: number) => verdictOf(judged(mixed(pairs(20 - count, 100), lost(count))), 'right');
    expect([1, 2, 3, 4, 6, 7].map(verdict)).toEqual(['fine', 'fine', 'fine', 'undecided', 'undecided', 'worse']);
  });

  test('all tests count together, by turns', () => {
    const half = mixed(pairs(16, 100), lost(4));
    const both = [half, [...half.slice(2), ...half.slice(0, 2)]].map((given) => groupOf(given));
    const { verdict, rows } = judgeAll(both, { rules: { slower: 0.2 }, again: [] });
    expect([verdict, rows[0]?.numbers]).toEqual(['worse', expect.objectContaining({ lost: 8, production: 40 })]);
  });
});

test.for<[EndpointTest['expect'], string]>([
  [undefined, 'answers that came'],
  [{ within: 1000, 'first-token': 500, 'tokens-per-second': 3, status: 200 }, 'answers that came'],
  [{ contains: 'a' }, 'right answers'],
  [{ equals: 'a' }, 'right answers'],
  [{ json: { '/a': 1 } }, 'right answers'],
  [{ finish: 'stop' }, 'right answers'],
  [{ status: 422 }, 'right answers'],
])('with %j, what is counted are %s', ([expected, name]) => {
  const test = { get: '/a', ...(expected && { expect: expected }) };
  const asked = pairs(20, 100).map((pair) => ({ ...pair, question: { ...question, test } }));
  const [row] = judged(asked).rows;
  expect(row && rowName(row)).toBe(name);
});

test.for<[string, Pair[], string]>([
  ['production', pairs(20, stream), 'production does not stream'],
  ['the candidate', pairs(20, 100, stream), 'candidate does not stream'],
  ['neither', pairs(20, 100), ''],
  ['both', pairs(20, stream, stream), ''],
  ['production in part', [...pairs(5, stream), ...pairs(15, stream, stream)], 'production streams 15 of 20 answers'],
])('who does not stream is told: %s', ([, given, words]) => {
  expect(judged(given).rows.find(({ key }) => key === 'whole')?.shown[2]).toBe(words);
});

describe('of the tail', () => {
  const longer = mixed(pairs(60, 100), pairs(15, 2000));
  test.for<[string, Pair[], Pair[], string]>([
    ['one in five takes 20 × as long, also when asked again', longer, mixed(pairs(10, 2000), pairs(10, 100)), 'slower'],
    ['one of those that are asked again', longer, mixed(pairs(1, 2000), pairs(29, 100)), 'slower'],
    ['one of each side', longer, mixed(pairs(1, 2000), pairs(1, 100, 2000), pairs(28, 100)), 'undecided'],
    ['not when asked again', longer, pairs(20, 100), 'undecided'],
    ['on both sides', mixed(longer, pairs(15, 100, 2000)), [], 'fine'],
    ['in one spell', [...pairs(60, 100), ...pairs(15, 2000)], pairs(15, 100), 'undecided'],
    ['from one moment on', [...pairs(60, 100), ...pairs(15, 2000)], pairs(15, 2000), 'slower'],
    ['all of them', pairs(60, 2000), pairs(20, 2000), 'slower'],
    ['within three times the limit', mixed(pairs(60, 100), pairs(15, 350)), [], 'fine'],
  ])('%s', ([, given, again, verdict]) => {
    expect(verdictOf(judged(given, { again }), 'tail')).toBe(verdict);
  });
});

describe('of prompts', () => {
  const rules = { prompts: 'prompts.jsonl', slower: 0.2, worse: 0.05 };
  /** Each prompt has a length of its own. */
  const prompts = (count: number, factor: number) =>
    Array.from({ length: count }, (_, index) =>
      pairs(1, 100 * factor * 1.1 ** index, 100 * 1.1 ** index, index),
    ).flat();
  test.for<[string, Pair[], Pair[], string]>([
    ['slower, and slower again', prompts(30, 1.5), prompts(20, 1.5), 'slower'],
    ['slower, and half of them again', prompts(30, 1.5), mixed(prompts(10, 1.5), prompts(10, 1)), 'slower'],
    ['slower, and less than half of them again', prompts(30, 1.5), mixed(prompts(9, 1.5), prompts(11, 1)), 'undecided'],
    ['slower, and not again', prompts(30, 1.5), prompts(20, 1), 'undecided'],
    ['slower, and not asked again', prompts(30, 1.5), [], 'not-compared'],
    ['as fast', prompts(30, 1), [], 'fine'],
  ])('%s', ([, given, again, verdict]) => {
    expect(judged(given, { rules, again }).verdict).toBe(verdict);
  });

  test('are compared with themselves: what differs among them hides nothing', () => {
    expect(judged(prompts(30, 1.5), { rules: { slower: 0.2 } }).verdict).toBe('undecided');
  });
});

test('what both say is told, of the answers that are right on both sides, and no verdict', () => {
  const saying = (text: string): Said => ({ numbers: { totalMs: 100 }, said: text });
  const given = [...pairs(15, saying('a'), saying('a')), ...pairs(4, saying('b'), saying('a')), ...lost(1)];
  const { verdict, rows } = judged(given, { rules: {} });
  const row = rows.find(({ key }) => key === 'same');
  expect([verdict, row?.verdict, row?.shown]).toEqual(['fine', '', ['', '', '15 of 19']]);
  expect(judged(pairs(20, 100)).rows.filter(({ key }) => key === 'same')).toEqual([]);
});

describe('of several tests', () => {
  const group = (given: Pair[], more: Planned = {}) => groupOf(given, { planned: 20, ...more });
  const verdict = (...groups: AnswerGroup[]) => judgeAll(groups, { rules: { slower: 0.2 }, again: [] }).verdict;
  test.for<[string, AnswerGroup[], string]>([
    ['the gravest', [group(pairs(20, 100)), group(pairs(20, 150))], 'slower'],
    ['a new route, never answered, is left out', [group([], { stopped: '404' }), group(pairs(20, 100))], 'fine'],
    ['all of them', [group([], { stopped: '404' })], 'not-compared'],
    ['one that was cut short', [group(pairs(7, 100)), group(pairs(20, 100))], 'not-compared'],
    ['one that was cut short beside one that is slower', [group(pairs(7, 100)), group(pairs(20, 150))], 'slower'],
    ['one that was not begun', [group([]), group(pairs(20, 100))], 'not-compared'],
  ])('%s', ([, groups, expected]) => {
    expect(verdict(...groups)).toBe(expected);
  });
});

test.for<[CompareRules, readonly string[]]>([
  [{}, []],
  [{ slower: 0.2 }, ['worse', 'slower']],
  [{ worse: 0.05 }, ['worse']],
  [{ prompts: 'a', slower: 0.2 }, ['slower']],
  [{ prompts: 'a', slower: 0.2, worse: 0.05 }, ['worse', 'slower']],
])('%j refuses %j', ([rules, refused]) => {
  const all = ['worse', 'slower', 'not-compared', 'undecided', 'fine'] as const;
  expect(all.filter((verdict) => isRefused(verdict, rules))).toEqual(refused);
});
