/** The rounds: their order, when they end, what wakes production, and how often they are right about noise. */

import { describe, expect, test } from 'vitest';
import { openRounds, type Rounds, type RoundsRequest } from '../../src/compare/rounds.ts';
import type { CompareRules } from '../../src/model/compare.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import { createNoise, type NoiseKind, normal, seededRandom } from '../emulator/noise.ts';
import { countedRuns } from '../runs.ts';
import { streamOf, whole } from '../tests/example.ts';

type Respond = (request: { path: string; nth: number }) => Answer | Promise<Answer>;

interface Scene extends Partial<Pick<RoundsRequest['rules'], 'set'>>, Partial<Pick<RoundsRequest, 'deadlineMs'>> {
  tests?: readonly EndpointTest[];
  rules?: CompareRules;
  production?: Respond;
  candidate?: Respond;
  /** Production, or the candidate, is asleep; of how many readings the first one shows a worker. */
  upAfter?: number;
  candidateUpAfter?: number;
  cancel?: AbortController;
}

/** Each request takes as long as its answer says, on a clock of its own. */
async function play(scene: Scene) {
  const { tests = [{ get: '/a' }], rules = { slower: 0.2 }, upAfter, cancel = new AbortController() } = scene;
  const { deadlineMs = 1_200_000, set } = scene;
  const said: string[] = [];
  const log = (lines: readonly string[]) => void said.push(...lines);
  let nowMs = 0;
  let under = 0;
  let most = 0;
  const sent: string[] = [];
  let closed = 0;
  let connections = 0;
  const sides = {
    production: scene.production ?? (() => whole('ok')),
    candidate: scene.candidate ?? (() => whole('ok')),
  };
  const rounds = openRounds({
    secrets: new Map(),
    clean: (text) => text,
    connect: async ({ hostname }) => {
      connections += 1;
      const side = hostname.startsWith('production') ? 'production' : 'candidate';
      const counts = new Map<string, number>();
      return {
        async send({ url }) {
          cancel.signal.throwIfAborted();
          under += 1;
          most = Math.max(most, under);
          const nth = (counts.get(url.pathname) ?? 0) + 1;
          counts.set(url.pathname, nth);
          sent.push(side === 'production' ? 'A' : 'B');
          const answer = await sides[side]({ path: url.pathname, nth });
          nowMs += answer.kind === 'answer' ? answer.endMs : 50;
          under -= 1;
          return answer;
        },
        close: async () => {
          closed += 1;
        },
      };
    },
    clock: {
      monotonicMs: () => nowMs,
      date: () => new Date(nowMs),
      sleep: async (ms) => {
        nowMs += ms;
      },
      random: () => 0.5,
    },
  });
  const upFrom = (readings: number | undefined) => {
    let left = readings ?? 0;
    return readings === undefined ? undefined : async () => --left <= 0;
  };
  const request = {
    production: { url: 'https://production.example/', isUp: upFrom(upAfter) },
    candidate: { url: 'https://candidate.example/', isUp: upFrom(scene.candidateUpAfter) },
    signal: cancel.signal,
  };
  const played = await rounds({ ...request, tests, rules: { ...rules, set }, log, deadlineMs }).catch(
    (error: unknown) => String(error),
  );
  return { played, said, order: sent.join(''), most, closed, connections, nowMs };
}

const verdictsOf = ({ played }: Awaited<ReturnType<typeof play>>) =>
  typeof played === 'string'
    ? played
    : played.groups.map(({ title }) => {
        const found = played.rows.flatMap((row) => (row.title === title ? row.verdict : []));
        return (
          ['slower', 'not-compared', 'undecided', 'fine'].find((verdict) => found.includes(verdict as 'fine')) ?? ''
        );
      });
const late = (endMs: number) => whole('ok', { endMs });
const failing = (status: number) => whole('no', { status });

/** The fewest requests that the spec may ask for. */
const few = { slower: 0.2, requests: 5 };
describe('the order', () => {
  test('is a first pass of each, and then A B B A, one at a time over one connection each', async () => {
    const played = await play({ rules: few });
    expect(played).toMatchObject({ order: `AB${'ABBAABBAAB'}`, most: 1, connections: 2, closed: 2 });
    expect(verdictsOf(played)).toEqual(['fine']);
  });

  test('asks for the models once', async () => {
    const models = whole({ data: [{ id: 'm' }] });
    const answer: Respond = ({ path }) => (path === '/v1/models' ? models : streamOf(['a']));
    const { played } = await play({ rules: few, tests: [{ chat: 'Hi' }], production: answer, candidate: answer });
    expect(played).toMatchObject({ requests: 1 + 1 + 5 });
  });
});

const chat = { choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] };
const slow = () => late(45_000);
const asleepFor =
  (times: number): Respond =>
  ({ nth }) =>
    nth <= times ? failing(503) : late(100);
test.for<[string, Scene, { verdicts: unknown; order?: string; requests?: number; groups?: object[] }]>([
  [
    'production that fails a test is not asked again',
    {
      rules: few,
      production: ({ path }) => (path === '/a' ? failing(401) : late(100)),
      tests: [{ get: '/a' }, { get: '/b' }],
    },
    { verdicts: ['not-compared', 'fine'], requests: 2 + 5 },
  ],
  ['of production awake, 503 counts', { production: () => failing(503) }, { verdicts: ['not-compared'], requests: 1 }],
  ['production asleep', { rules: few, production: asleepFor(3), upAfter: 1 }, { verdicts: ['fine'], requests: 4 + 5 }],
  ['not before it runs', { rules: few, production: asleepFor(1), upAfter: 9 }, { verdicts: ['fine'], requests: 2 + 5 }],
  [
    'by the first test, and the others are asked once it is awake',
    { rules: few, production: asleepFor(1), tests: [{ get: '/a' }, { get: '/b' }], upAfter: 1 },
    { verdicts: ['fine', 'not-compared'], requests: 3 + 5 },
  ],
  [
    'production that does not wake up ends it',
    { production: () => failing(503), upAfter: 99, deadlineMs: 60_000 },
    { verdicts: ['not-compared'], requests: 1 },
  ],
  ['ten minutes are enough', { rules: few, production: slow, candidate: slow }, { verdicts: ['fine'] }],
  ['or not', { production: slow, candidate: slow }, { verdicts: ['not-compared'] }],
  [
    'no request is sent after the end of the time',
    { deadlineMs: 1000, production: () => late(100), candidate: () => late(150) },
    { verdicts: ['not-compared'], order: 'ABABBAA' },
  ],
  [
    'the fewest requests that the spec may ask for are enough',
    { rules: few, production: () => late(100), candidate: () => late(300) },
    { verdicts: ['slower'], requests: 1 + 5 },
  ],
  [
    'fifty times as slow: few answers come in time, and tell enough',
    { production: () => late(2400), candidate: () => late(120_000) },
    { verdicts: ['slower'], requests: 1 + 3 },
  ],
  [
    'a rate limit ends it at the second refusal',
    { production: ({ nth }) => (nth > 4 ? failing(429) : late(100)), candidate: () => late(150) },
    { verdicts: ['not-compared'], requests: 6 },
  ],
  [
    'production that refuses what it is asked is asked ten times',
    { production: ({ nth }) => (nth > 1 ? failing(404) : late(100)) },
    { verdicts: ['not-compared'], requests: 11, groups: [{ stopped: 'production answers 404' }] },
  ],
  [
    'and what both refuse is no fault of production alone',
    { production: ({ nth }) => failing(nth > 1 ? 404 : 200), candidate: ({ nth }) => failing(nth > 1 ? 404 : 200) },
    { verdicts: ['not-compared'], requests: 11, groups: [{ stopped: 'both answer 404' }] },
  ],
  [
    'so does a rate limit of the candidate, which is not worse by it',
    { candidate: ({ nth }) => (nth > 4 ? failing(429) : late(150)), production: () => late(100) },
    { verdicts: ['not-compared'], requests: 6 },
  ],
  [
    'an odd number of requests is as many to each',
    { rules: { slower: 0.2, requests: 7 }, production: () => late(100), candidate: () => late(130) },
    { verdicts: ['slower'], order: 'ABABBAABBAABBAAB', requests: 1 + 7 },
  ],
  [
    'a candidate that never answers uses up the time, and is not compared',
    { production: () => late(100), candidate: ({ nth }) => (nth > 2 ? late(130_000) : late(100)) },
    { verdicts: ['not-compared'] },
  ],
  [
    'a candidate that was asleep is waited for',
    { rules: few, production: () => late(100), candidate: asleepFor(3), candidateUpAfter: 60 },
    { verdicts: ['fine'], order: 'ABBBBABBAABBAAB', requests: 1 + 5 },
  ],
])('%s', async ([, scene, { verdicts, order, ...expected }]) => {
  const played = await play(scene);
  expect([verdictsOf(played), played.most]).toEqual([verdicts, 1]);
  if (order) expect(played.order).toBe(order);
  expect(played.played).toMatchObject(expected);
});

test('a candidate that falls asleep while production answers is woken, and not judged by that', async () => {
  const candidate: Respond = ({ nth }) => (nth === 5 || nth === 6 ? failing(503) : late(100));
  const { played, order } = await play({ rules: few, production: () => late(100), candidate, candidateUpAfter: 2 });
  const rows = expect.arrayContaining([expect.objectContaining({ key: 'right', verdict: 'fine' })]);
  expect([order, played]).toEqual(['ABABBAABBBBAAB', expect.objectContaining({ rows })]);
});

describe('what would be refused is asked again', () => {
  const from =
    (nth: number, until = 999): Respond =>
    (asked) =>
      asked.nth > nth && asked.nth <= until ? failing(503) : late(100);
  const lostFrom =
    (nth: number): Respond =>
    (asked) =>
      asked.nth > nth ? { kind: 'lost', reason: 'connection reset' } : late(100);
  test.for<[string, Scene, { right: string; requests: number }]>([
    ['a candidate that stays down', { candidate: from(4) }, { right: 'worse', requests: 21 + 17 }],
    ['a candidate that comes back', { candidate: from(4, 21) }, { right: 'undecided', requests: 21 + 17 }],
    [
      'but not one that fails now and then: that is no spell',
      { candidate: ({ nth }) => (nth % 2 === 0 ? failing(503) : late(100)) },
      { right: 'worse', requests: 21 },
    ],
    ['a candidate that drops the connection', { candidate: lostFrom(4) }, { right: 'worse', requests: 21 + 17 }],
    ['nor where both fail alike', { candidate: from(4, 8), production: from(4, 8) }, { right: 'fine', requests: 21 }],
  ])('%s', async ([, scene, { right, requests }]) => {
    const { played } = await play({ production: () => late(100), ...scene });
    const rows = expect.arrayContaining([expect.objectContaining({ key: 'right', verdict: right })]);
    expect(played).toMatchObject({ requests, rows });
  });
});

test('a stream that a proxy has buffered is no stream: the whole answers are compared', async () => {
  const stream = (firstMs: number, tokenMs: number) => () => streamOf(words, { firstMs, tokenMs });
  const { played } = await play({
    tests: [{ chat: 'Hi', model: 'm' }],
    production: stream(1000, 0),
    candidate: stream(400, 200),
  });
  const rows = (played as Rounds).rows
    .filter(({ verdict }) => verdict !== '')
    .map(({ key, verdict }) => [key, verdict]);
  expect(rows).toEqual([
    ['right', 'fine'],
    ['totalMs', 'slower'],
  ]);
});

test('what no time is left to ask again is no verdict', async () => {
  const prompts = Array.from({ length: 30 }, (_, index) => ({
    ...{ line: index + 1, title: `prompts.jsonl:${index + 1}` },
    test: { chat: 'Hi', model: 'm' },
  }));
  const answer = (ms: number) => whole(chat, { endMs: ms });
  const { played } = await play({
    set: { file: 'prompts.jsonl', sha256: '', prompts, count: 30 },
    rules: { prompts: 'prompts.jsonl', slower: 0.2 },
    production: ({ nth }) => answer(nth <= 25 ? 6000 : 130_000),
    candidate: () => answer(13_000),
  });
  const { verdict, groups } = played as Rounds;
  expect([verdict, groups[0]?.pairs.length]).toEqual(['not-compared', 25]);
});

test('a cancelled run ends at once, with its connections', async () => {
  const cancel = new AbortController();
  const candidate: Respond = ({ nth }) => {
    if (nth === 3) cancel.abort(new Error('cancelled'));
    return late(100);
  };
  expect(await play({ candidate, cancel })).toMatchObject({ played: 'Error: cancelled', order: 'ABABB', closed: 2 });
});

const open: Respond = () => late(125);
const spoken = streamOf(['a']);
test.for<[string, Scene, number]>([
  ['one for each answer and the first pass', { production: () => late(100) }, 21],
  ['of each test', { production: () => late(100), tests: [{ get: '/a' }, { get: '/b' }] }, 2 * 21],
  ['of fewer passes', { production: () => late(100), rules: { slower: 0.2, requests: 7 } }, 8],
  [
    'one more where the models are not listed',
    {
      tests: [{ chat: 'Hi' }],
      production: ({ path }) => (path === '/v1/models' ? failing(404) : whole(chat, { endMs: 100 })),
      candidate: ({ path }) => (path === '/v1/models' ? failing(404) : whole(chat, { endMs: 125 })),
    },
    22,
  ],
  [
    'none more for a model that production does not know now and then',
    {
      tests: [{ chat: 'Hi', model: 'm' }],
      production: ({ nth }) => (nth % 2 === 0 ? failing(404) : spoken),
      candidate: ({ nth }) => (nth % 2 === 0 ? failing(404) : spoken),
    },
    21,
  ],
  ['as many more as it takes to wake up', { production: (asked) => asleepFor(9)(asked), upAfter: 1 }, 9 + 21],
  ['forty more where it does not wake up', { production: () => failing(503), upAfter: 1 }, 41],
])('production is sent at most %s', async ([, scene, requests]) => {
  expect((await play({ candidate: open, ...scene })).played).toMatchObject({ requests });
});

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
interface Noisy {
  kind: NoiseKind;
  /** How many times as long the candidate takes. */
  factor: number;
  /** The workers are as fast as each other; otherwise they differ by some percent besides. */
  isTwin?: boolean;
}

/** The verdicts on three tests. */
async function simulate(seed: number, { kind, factor, isTwin = false }: Noisy): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const noise = createNoise(kind, random);
  const worker = isTwin ? 1 : Math.exp(0.05 * random() * normal(random));
  const side =
    (slowness: number): Respond =>
    ({ path }) => {
      if (path.endsWith('/completions'))
        return streamOf(words, { firstMs: 400 * slowness * noise(), tokenMs: 25 * slowness * noise() });
      return late((path === '/a' ? 40 : 900) * slowness * noise());
    };
  const tests = [{ chat: 'Hi', model: 'm' }, { get: '/a' }, { get: '/b' }];
  const verdicts = verdictsOf(await play({ tests, production: side(1), candidate: side(worker * factor) }));
  return typeof verdicts === 'string' ? [verdicts] : verdicts;
}

describe('with noise, of many runs of three tests', () => {
  const played = new Map<string, Promise<(readonly string[])[]>>();
  const runsOf = (given: Noisy) =>
    Promise.all(Array.from({ length: countedRuns(50) }, (_, seed) => simulate(seed + 1, given)));
  /** `tests`: how many have the verdict; `runs`: how many have a test with it. In percent. */
  test.for<[Noisy, string, { tests?: [number, number]; runs?: [number, number] }]>([
    [{ kind: 'calm', factor: 1 }, 'slower', { runs: [0, 0] }],
    [{ kind: 'usual', factor: 1 }, 'slower', { runs: [0, 0] }],
    [{ kind: 'rough', factor: 1 }, 'slower', { runs: [0, 0] }],
    [{ kind: 'calm', factor: 1 }, 'fine', { tests: [99, 100] }],
    [{ kind: 'usual', factor: 1 }, 'fine', { tests: [90, 100] }],
    // Slower than the limit of 20 %, and hardly: never fine.
    [{ kind: 'calm', factor: 1.25, isTwin: true }, 'fine', { runs: [0, 0] }],
    [{ kind: 'usual', factor: 1.25, isTwin: true }, 'fine', { runs: [0, 0] }],
    [{ kind: 'usual', factor: 1.25, isTwin: true }, 'slower', { runs: [0, 30] }],
    [{ kind: 'calm', factor: 1.5 }, 'slower', { runs: [100, 100] }],
    [{ kind: 'usual', factor: 1.5 }, 'slower', { runs: [90, 100] }],
    [{ kind: 'usual', factor: 2 }, 'slower', { runs: [100, 100] }],
  ])('%j: %s in %j', async ([given, verdict, expected]) => {
    const all = played.get(JSON.stringify(given)) ?? runsOf(given);
    played.set(JSON.stringify(given), all);
    const found = (await all).map((verdicts) => verdicts.filter((each) => each === verdict).length);
    const shares = {
      tests: (found.reduce((sum, each) => sum + each, 0) / 3 / found.length) * 100,
      runs: (found.filter((each) => each > 0).length / found.length) * 100,
    };
    for (const [what, [least, most]] of Object.entries(expected) as ['tests' | 'runs', [number, number]][])
      expect([shares[what] >= least, shares[what] <= most], JSON.stringify(shares)).toEqual([true, true]);
  });

  test('the same seed has the same verdict', async () => {
    const given = { kind: 'usual', factor: 1.25 } as const;
    expect(await simulate(7, given)).toEqual(await simulate(7, given));
  });
});
