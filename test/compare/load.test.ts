/** A load: its clients, what is counted, and how often its verdict is right. */

import { describe, expect, test } from 'vitest';
import type { LoadAnswer } from '../../src/compare/clients.ts';
import { type Counted, countIn, figuresOf, judgeLoad, startsOf, type WorkerSeen } from '../../src/compare/load.ts';
import { chanceOfShare } from '../../src/compare/ratio.ts';
import { tellLoad } from '../../src/render/load.ts';
import { seededRandom } from '../emulator/noise.ts';
import { countedRuns } from '../runs.ts';
import { playLoad, type Server } from './load-world.ts';

/** `timed`: those that have a limit. */
type Counts = Partial<Record<'requests' | 'failed' | 'late' | 'timed', number>>;
const counted = ({ requests = 0, failed = 0, timed = 0, late = 0 }: Counts): Counted => ({
  failed: { count: failed, of: requests, words: 'failed' },
  late: { count: late, of: timed, words: 'late' },
});
const countsIn = ({ failed, late }: Counted) => ({
  ...{ requests: failed.of, failed: failed.count, timed: late.of, late: late.count },
  words: [failed.words, late.words],
});
const healthy: WorkerSeen = { kind: 'same', isBack: true };
const judged = (all: Counts, again?: Counts, worker: Partial<WorkerSeen> = {}) =>
  judgeLoad(counted(all), { at: 8, worker: { ...healthy, ...worker }, again: again && counted(again) }).verdict;

describe('the two tests at 1 %', () => {
  test.for<[keyof Counts, keyof Counts, count: number, of: number]>([
    ['failed', 'requests', 7, 24],
    ['failed', 'requests', 11, 48],
    ['failed', 'requests', 18, 96],
    ['failed', 'requests', 30, 192],
    ['late', 'timed', 19, 24],
    ['late', 'timed', 33, 48],
    ['late', 'timed', 60, 96],
    ['late', 'timed', 7, 7],
  ])('%s of %s: %i of %i are certain, and one less is not', ([key, of, count, all]) => {
    const found = [count, count - 1].map((each) => judged({ requests: all + 16, [of]: all, [key]: each }));
    expect(found).toEqual(['overloaded', 'passed']);
  });

  test('of fewer than 7 answers, late is never certain', () => {
    const found = [1, 2, 3, 4, 5, 6].map((each) => judged({ requests: 16, timed: each, late: each }));
    expect(new Set(found)).toEqual(new Set(['passed']));
  });

  test.for<[count: number, of: number, share: number, expected: number]>([
    [7, 24, 0.1, 0.0075],
    [0, 24, 0.1, 1],
    [24, 24, 0.5, 0.5 ** 24],
    [60_000, 200_000, 0.1, 0],
    [20_000, 200_000, 0.1, 0.5],
  ])('the chance of %i of %i at %f is %f', ([count, of, share, expected]) => {
    expect(chanceOfShare(count, { of, share })).toBeCloseTo(expected, 2);
  });
});

test.for<[string, Counts, Counts | undefined, Partial<WorkerSeen>, string]>([
  ['failed, and failed again', { requests: 96, failed: 24 }, { requests: 24, failed: 3 }, {}, 'overloaded'],
  ['failed, and not again', { requests: 96, failed: 24 }, { requests: 30, failed: 3 }, {}, 'undecided'],
  [
    'late, and late again',
    { requests: 96, timed: 96, late: 71 },
    { requests: 24, timed: 24, late: 13 },
    {},
    'overloaded',
  ],
  [
    'late, and half of them again',
    { requests: 96, timed: 96, late: 71 },
    { requests: 24, timed: 24, late: 12 },
    {},
    'undecided',
  ],
  ['too few answers', { requests: 15 }, undefined, {}, 'undecided'],
  ['enough answers', { requests: 16 }, undefined, {}, 'passed'],
  ['a worker that does not come back', { requests: 96 }, undefined, { kind: 'crashed', isBack: false }, 'overloaded'],
  ['two exits', { requests: 96 }, { requests: 24 }, { kind: 'crashed', isBack: false }, 'overloaded'],
  ['one exit that it has got past', { requests: 96, failed: 3 }, { requests: 24 }, { kind: 'crashed' }, 'passed'],
  ['one exit, and silence', { requests: 96 }, { requests: 0 }, { kind: 'crashed' }, 'overloaded'],
  [
    'one exit, and nothing right',
    { requests: 96, failed: 5 },
    { requests: 24, failed: 24 },
    { kind: 'crashed' },
    'overloaded',
  ],
  [
    'a worker that was lost, and nothing right',
    { requests: 96 },
    { requests: 24, failed: 24 },
    { kind: 'lost' },
    'overloaded',
  ],
  [
    'a worker that was lost, and another one answers',
    { requests: 96 },
    { requests: 24 },
    { kind: 'lost' },
    'undecided',
  ],
  ['a worker that was lost, and silence', { requests: 96 }, { requests: 0 }, { kind: 'lost' }, 'overloaded'],
])('what is refused: %s', ([, all, again, worker, verdict]) => {
  expect(judged(all, again, worker)).toBe(verdict);
});

// Of 100, as bench/README.md says for shares that truly fail, or are late; the bounds are generous for so few seeds.
const power = {
  failed: { shares: [0.02, 0.05, 0.15, 0.2, 0.3, 0.5], of: 'requests' },
  late: { shares: [0.6, 0.7, 0.8, 0.9], of: 'timed' },
} as const;
test.for<['failed' | 'late', n: number, reds: readonly number[]]>([
  ['failed', 24, [0, 0, 4, 15, 59, 99]],
  ['failed', 48, [0, 0, 7, 31, 88, 100]],
  ['failed', 96, [0, 0, 13, 60, 99, 100]],
  ['failed', 192, [0, 0, 38, 93, 100, 100]],
  ['late', 24, [3, 22, 65, 97]],
  ['late', 48, [11, 62, 98, 100]],
  ['late', 96, [29, 94, 100, 100]],
  ['late', 192, [61, 100, 100, 100]],
])('power: %s of %i', ([key, n, reds]) => {
  const { shares, of } = power[key];
  const seeds = 800;
  // Three answers a client, or 24 of 72 seconds; at most 60.
  const repeated = Math.min(Math.max(24, n / 3), Math.floor((n * 60) / 72));
  const found = shares.map((share) => {
    const random = seededRandom(7919 * n + 100 * share);
    const draw = (count: number) => ({
      ...{ requests: count, [of]: count },
      [key]: Array.from({ length: count }, random).filter((each) => each < share).length,
    });
    const red = Array.from({ length: seeds }, () => judged(draw(n), draw(repeated)) === 'overloaded');
    return (100 * red.filter(Boolean).length) / seeds;
  });
  const isClose = found.map((each, index) => Math.abs(each - (reds[index] ?? 0)) <= 6);
  expect(isClose, found.join(' ')).toEqual(reds.map(() => true));
});

describe('the clients', () => {
  test.for([2, 3, 8, 64])('%i: one, half, all; never more are open', async (at) => {
    const { most, open, closed, endMs, answers } = await playLoad({ at, firstMs: 900, tokenMs: 50 });
    const all = answers.filter(({ startMs }) => startMs >= 64_000).length;
    expect({ most, open, closed, isLong: endMs > 145_000 }).toEqual({ most: at, open: 0, closed: at, isLong: false });
    expect(Math.abs(all - (at * 80_000) / 1400)).toBeLessThan(2 * at);
    expect(startsOf(at).filter((ms) => ms === 0)).toHaveLength(1);
  });

  test('cancelled: nothing is open, at once', async () => {
    const { failure, open, endMs } = await playLoad({ cancelAtMs: 100_000 });
    expect([failure, open, endMs]).toEqual(['Error: cancelled', 0, 100_000]);
  });

  test('a client that is refused at once is a user, and no hammer', async () => {
    const eighth = ({ nth, nowMs }: { nth: number; nowMs: number }) => {
      if (nowMs < 64_000 || nth % 8 !== 0) return undefined;
      return 503;
    };
    const { counted, verdict } = await playLoad({ refuses: eighth });
    const { count = 0, of = 1 } = counted?.failed ?? {};
    expect(count / of).toBeCloseTo(1 / 8, 1);
    expect(verdict).not.toBe('overloaded');
    const dead = await playLoad({ refuses: () => 503 });
    // Eight clients, one request a second each.
    expect(dead.sent).toBeLessThan(8 * 145);
    expect([dead.verdict, dead.why]).toEqual([
      'overloaded',
      expect.stringMatching(/^\d+ of \d+ answers failed \(503\)$/),
    ]);
  });

  test('a whole answer that is not what its test expects is wrong, and has not failed', async () => {
    const { answers } = await playLoad({ tests: [{ chat: 'Hi', model: 'm', expect: { contains: 'b' } }] });
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['wrong', 'open']));
  });

  test('the prompts are asked in their order, each by the next client', async () => {
    const tests = ['a', 'b', 'c'].map((chat) => ({ chat, model: 'm' }));
    const { answers } = await playLoad({ tests, at: 4 });
    const asked = answers.toSorted((a, b) => a.startMs - b.startMs).map(({ test: { chat } }) => chat);
    expect(asked.slice(0, 7).join('')).toBe('abcabca');
  });
});

const limited = (ms: number) => [{ chat: 'Hi', model: 'm', expect: { 'first-token': ms } }];
const worlds: [string, Server, verdict: string, why?: RegExp][] = [
  ['a right server', { batchShare: 0.1 }, 'passed'],
  ['one at a time, without limits', { parallel: 1 }, 'passed'],
  [
    'one at a time, with a limit',
    { parallel: 1, tests: limited(2000) },
    'overloaded',
    /^\d+ of \d+ first tokens later than 2 s$/,
  ],
  [
    'every second fails above 4',
    { refuses: ({ open, nth }) => (open > 4 && nth % 2 === 0 ? 500 : undefined) },
    'overloaded',
    /\(500\)$/,
  ],
  ['every twentieth fails', { refuses: ({ nth }) => (nth % 20 === 0 ? 503 : undefined) }, 'passed'],
  [
    'fails for 20 s once',
    { refuses: ({ nowMs }) => (nowMs > 90_000 && nowMs < 110_000 ? 503 : undefined) },
    'undecided',
    /^\d+ of \d+ answers failed \(503\), and not again$/,
  ],
  ['too slow to tell', { firstMs: 40_000, tokenMs: 4000 }, 'undecided', /^too few answers$/],
];
test.for(worlds)('%s', async ([, server, verdict, why = /^$/]) => {
  const played = await playLoad(server);
  expect([played.verdict, played.why]).toEqual([verdict, expect.stringMatching(why)]);
});

const eighths = Array.from({ length: 8 }, (_, index) => index);
test.for(eighths)('a right server with noise is never refused, with faults neither: seeds of part %i', async (part) => {
  const seeds = Array.from({ length: countedRuns(5) }, (_, index) => 8 * index + part + 1);
  const ends = await Promise.all(
    seeds.map(async (seed) => {
      const random = seededRandom(seed);
      const faults = [0, 0.02, 0.05][seed % 3] ?? 0;
      const refuses = () => (random() < faults ? 503 : undefined);
      const server = { seed, noise: 'usual', batchShare: 0.1, firstMs: 1500, tokenMs: 250, refuses } as const;
      return (await playLoad({ ...server, tests: limited(6000) })).verdict;
    }),
  );
  expect(new Set(ends)).toEqual(new Set(['passed']));
});

test('429 beyond seven at once ends it', async () => {
  const { answers, sent } = await playLoad({ refuses: ({ open }) => (open > 7 ? 429 : undefined) });
  expect(answers.some(({ kind }) => kind === 'failed')).toBe(false);
  expect(answers.at(-1)?.startMs).toBeLessThan(80_000);
  expect(sent).toBeLessThan(600);
});

describe('what is counted', () => {
  const answer = (change: Partial<LoadAnswer>): LoadAnswer => ({
    ...{ test: { chat: 'Hi' }, startMs: 80_000, endMs: 81_000, kind: 'right', reason: '' },
    ...{ totalMs: 1000, firstTokenMs: 500, firstContentMs: 500, tokens: 10, ...change },
  });
  const [first] = limited(2000);
  const paris = { chat: 'Capital?', expect: { contains: 'Paris' } };
  test.for<[string, Partial<LoadAnswer>, Counts & { words?: unknown }, alone?: LoadAnswer[]]>([
    ['an answer in the windows', {}, { requests: 1, failed: 0, late: 0, timed: 0 }],
    ['nothing of the first window', { endMs: 71_999 }, { requests: 0 }],
    ['nothing after the last one', { endMs: 144_000 }, { requests: 0 }],
    ['429 is no failure', { kind: 'limited', reason: '429' }, { requests: 1, failed: 0 }],
    [
      'wrong content that was wrong alone',
      { test: paris, kind: 'wrong' },
      { failed: 0 },
      [answer({ test: paris, kind: 'wrong', endMs: 39_999 })],
    ],
    [
      'wrong content that was right alone',
      { test: paris, kind: 'wrong' },
      { failed: 1, words: expect.arrayContaining(['1 of 1 answers failed (wrong answers)']) },
      [answer({ test: paris, endMs: 39_999 })],
    ],
    ['late', { test: first ?? {}, firstContentMs: 2500, endMs: 83_000 }, { late: 1, timed: 1, failed: 0 }],
    [
      'later than one of its two limits',
      { test: { chat: 'Hi', expect: { 'first-token': 2000, within: 800 } } },
      { late: 1, words: expect.arrayContaining(['1 of 1 first tokens later than 2 s or answers later than 800 ms']) },
    ],
    [
      'open, and not late yet',
      { test: first ?? {}, kind: 'open', firstContentMs: undefined, startMs: 143_000, endMs: 144_500 },
      { requests: 0 },
    ],
    [
      'open past its limit',
      { test: first ?? {}, kind: 'open', firstContentMs: undefined, startMs: 140_000, endMs: 144_500 },
      { requests: 1, late: 1 },
    ],
    [
      'open with its first content in time',
      { test: first ?? {}, kind: 'open', startMs: 140_000, endMs: 144_500 },
      { requests: 0 },
    ],
    [
      'a quick refusal is not in time',
      { test: first ?? {}, kind: 'failed', reason: '503', firstContentMs: undefined },
      { failed: 1, late: 0, timed: 0 },
    ],
  ])('%s', ([, change, expected, alone = []]) => {
    expect(countsIn(countIn([answer(change)], alone))).toMatchObject(expected);
  });

  test('of tokens, those that arrive in the windows', () => {
    const streams = [
      answer({ startMs: 70_000, firstTokenMs: 0, endMs: 74_000, tokens: 40 }),
      answer({ startMs: 142_000, firstTokenMs: 1000, endMs: 145_000, tokens: 20, kind: 'open' }),
    ];
    expect(figuresOf(streams).all.tokensPerSecond).toBeCloseTo((20 + 10) / 72, 5);
    expect(figuresOf([answer({ firstTokenMs: 1000 })]).all.tokensPerSecond).toBeCloseTo(10 / 72, 5);
    expect(figuresOf([answer({ firstTokenMs: undefined })]).all).toMatchObject({
      tokensPerSecond: undefined,
      work: 1 / 72,
    });
  });
});

describe('the words', () => {
  const figures = (tokensPerSecond: number, firstMs = 900) =>
    ({ tokensPerSecond, work: tokensPerSecond, firstTokenMs: [firstMs, 4200], totalMs: [3900, 7700] }) as const;
  const told = (change: object = {}) =>
    tellLoad({
      ...{ name: 'llama-pr-7', at: 8, price: 0.69, tests: limited(5000), verdict: 'passed', why: '' },
      counted: counted({ requests: 157, timed: 157 }),
      figures: { all: figures(200, 1900), half: figures(140), alone: figures(51) },
      ...change,
    });

  test('of a load that has passed', () => {
    const { lines, summary = '', output, failure } = told();
    expect(lines).toEqual([
      'Loaded: 200 tokens/s, 3.9 × the work of one at a time; first token 1.9 s, p95 4.2 s; 0 of 157 failed.',
    ]);
    expect(summary.split('\n').filter(Boolean)).toEqual([
      '<!-- compared -->',
      '| 8 at once, for 72 s | <code>llama-pr-7</code> | |',
      '|---|---|---|',
      '| right answers | 157 of 157 | ✅ |',
      '| in time &#40;<code>first-token: 5s</code>&#41; | 157 of 157 | ✅ |',
      '| tokens/s of the worker | 200, 3.9 × one at a time | told |',
      '| first token: median / p95 | 1.9 s / 4.2 s | told |',
      '| whole answer: median / p95 | 3.9 s / 7.7 s | told |',
      '| 1 M tokens at this load | 0.96 | told |',
    ]);
    expect(output).toEqual({
      ...{ verdict: 'passed', at: 8, seconds: 72, requests: 157, failed: 0, late: 0 },
      ...{ tokensPerSecond: 200, half: 140, alone: 51, firstTokenMs: [1900, 4200], totalMs: [3900, 7700] },
    });
    expect(failure).toBeUndefined();
  });

  test('counts are exact, other numbers have three digits', () => {
    const { output } = told({
      counted: counted({ requests: 2029 }),
      figures: { all: figures(56.34), half: figures(1), alone: figures(1) },
    });
    expect(output).toMatchObject({ requests: 2029, tokensPerSecond: 56.3 });
  });

  test.for<[string, object, string, isThere: boolean]>([
    [
      'half gives 97 %',
      { figures: { all: figures(200), half: figures(194), alone: figures(51) } },
      '4 at once give 97 % of it: <code>maxConcurrent: 4</code> answers as many, with a first token in 900 ms.',
      true,
    ],
    ['half gives 70 %', {}, 'of it:', false],
    [
      'half gives more',
      { figures: { all: figures(20), half: figures(140), alone: figures(51) } },
      '4 at once give 700 % of it: <code>maxConcurrent: 4</code> answers more, with a first token in 900 ms.',
      true,
    ],
    [
      'nothing is right with all',
      { figures: { all: figures(0), half: figures(140), alone: figures(51) } },
      'of it:',
      false,
    ],
    ['no price', { price: undefined }, '1 M tokens', false],
    [
      'no stream',
      {
        figures: {
          all: { ...figures(1), tokensPerSecond: undefined, firstTokenMs: undefined },
          half: figures(1),
          alone: figures(1),
        },
      },
      'first token:',
      false,
    ],
    ['no limits', { tests: [], counted: counted({ requests: 157 }) }, 'in time', false],
    [
      'red',
      { verdict: 'overloaded', why: '24 of 96 answers failed (503)' },
      '### ❌ llama-pr-7 does not serve 8 at once: 24 of 96 answers failed &#40;503&#41;',
      true,
    ],
    [
      'undecided',
      { verdict: 'undecided', why: 'too few answers' },
      '### ❔ llama-pr-7 at 8 at once: too few answers',
      true,
    ],
  ])('%s', ([, change, words, isThere]) => {
    expect(told(change).summary?.includes(words)).toBe(isThere);
  });
});
