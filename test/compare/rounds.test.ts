/** The rounds: their order, when they end, what wakes production, and how often they are right about noise. */

import { describe, expect, test } from 'vitest';
import { openRounds, type RoundsRequest } from '../../src/compare/rounds.ts';
import type { CompareRules } from '../../src/model/compare.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import { createNoise, type NoiseKind, normal, seededRandom } from '../emulator/noise.ts';
import { streamOf, whole } from '../tests/example.ts';

type Respond = (request: { path: string; nth: number }) => Answer | Promise<Answer>;

interface Scene extends Partial<Pick<RoundsRequest, 'onAwake' | 'deadlineMs'>> {
  tests?: readonly EndpointTest[];
  rules?: CompareRules;
  production?: Respond;
  candidate?: Respond;
  mayBeAsleep?: boolean;
  cancel?: AbortController;
}

/** Each request takes as long as its answer says, on a clock of its own. */
async function play(scene: Scene) {
  const {
    tests = [{ get: '/a' }],
    rules = { slower: 0.2 },
    mayBeAsleep = false,
    cancel = new AbortController(),
  } = scene;
  const { deadlineMs = 1_200_000, onAwake = async () => true } = scene;
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
  const side = (name: string) => ({ url: `https://${name}.example/`, mayBeAsleep });
  const request = { production: side('production'), candidate: side('candidate'), signal: cancel.signal };
  const played = await rounds({ ...request, tests, rules, deadlineMs, onAwake }).catch((error: unknown) =>
    String(error),
  );
  return { played, order: sent.join(''), most, closed, connections, nowMs };
}

const verdictsOf = ({ played }: Awaited<ReturnType<typeof play>>) =>
  typeof played === 'string' ? played : played.tests.map(({ verdict }) => verdict);
const late = (endMs: number) => whole('ok', { endMs });
const failing = (status: number) => whole('no', { status });

describe('the order', () => {
  test('is a first pass of each, and then A B B A until it is fine, one at a time over one connection each', async () => {
    const played = await play({});
    expect(played).toMatchObject({ order: `AB${'ABBAABBAAB'}`, most: 1, connections: 2, closed: 2 });
    expect(verdictsOf(played)).toEqual(['fine']);
  });

  test('goes on with what is open', async () => {
    const candidate: Respond = ({ path }) => late(path === '/b' ? 150 : 100);
    const played = await play({ tests: [{ get: '/a' }, { get: '/b' }], candidate, production: () => late(100) });
    expect(verdictsOf(played)).toEqual(['fine', 'slower']);
    // Two of each in the first pass and in five more, and then one of each in fifteen.
    expect(played.order).toHaveLength(2 * (2 + 2 * 5 + 15));
  });

  test('asks for the models once', async () => {
    const models = whole({ data: [{ id: 'm' }] });
    const answer: Respond = ({ path }) => (path === '/v1/models' ? models : streamOf(['a']));
    const { played } = await play({ tests: [{ chat: 'Hi' }], production: answer, candidate: answer });
    expect(played).toMatchObject({ requests: 1 + 1 + 5 });
  });
});

const slow = () => late(48_000);
const asleepFor =
  (times: number): Respond =>
  ({ nth }) =>
    nth <= times ? failing(503) : late(100);
test.for<[string, Scene, { verdicts: unknown; order?: string; requests?: number; startMs?: number | undefined }]>([
  [
    'production that fails a test is not asked again',
    { production: ({ path }) => (path === '/a' ? failing(401) : late(100)), tests: [{ get: '/a' }, { get: '/b' }] },
    { verdicts: ['not-compared', 'fine'], requests: 2 + 5 },
  ],
  [
    'of production awake, 503 is its answer',
    { production: () => failing(503) },
    { verdicts: ['not-compared'], requests: 1 },
  ],
  [
    'production asleep is waited for, and its start is told',
    { production: asleepFor(3), mayBeAsleep: true },
    { verdicts: ['fine'], requests: 4 + 5, startMs: 15_460 },
  ],
  [
    'what production asleep was asked too early is asked again',
    {
      production: ({ path, nth }) => (path === '/a' && nth === 1 ? failing(503) : late(100)),
      tests: [{ get: '/a' }, { get: '/b' }],
      mayBeAsleep: true,
    },
    { verdicts: ['fine', 'fine'], requests: 3 + 10 },
  ],
  [
    'production that does not wake up ends it',
    { production: () => failing(503), mayBeAsleep: true, deadlineMs: 60_000 },
    { verdicts: ['not-compared'], startMs: undefined },
  ],
  ['ten minutes are enough', { production: slow, candidate: slow }, { verdicts: ['fine'] }],
  ['or not', { production: slow, candidate: slow, deadlineMs: 400_000 }, { verdicts: ['not-compared'] }],
  [
    'nothing is measured where production is another by then',
    { onAwake: async () => false },
    { verdicts: ['not-compared'], order: 'AB' },
  ],
  [
    'no request is sent after the end of the time',
    { deadlineMs: 1000, production: () => late(100), candidate: () => late(150) },
    { verdicts: ['not-compared'], order: 'ABABBAAB' },
  ],
  [
    'answers that fail now and then',
    { candidate: ({ nth }) => (nth % 3 === 0 ? failing(503) : late(100)), production: () => late(100) },
    { verdicts: ['test-failed'] },
  ],
])('%s', async ([, scene, { verdicts, order, ...expected }]) => {
  const played = await play(scene);
  expect([verdictsOf(played), played.most]).toEqual([verdicts, 1]);
  if (order) expect(played.order).toBe(order);
  expect(played.played).toMatchObject(expected);
});

test('a cancelled run ends at once, with its connections', async () => {
  const cancel = new AbortController();
  const candidate: Respond = ({ nth }) => {
    if (nth === 3) cancel.abort(new Error('cancelled'));
    return late(100);
  };
  expect(await play({ candidate, cancel })).toMatchObject({ played: 'Error: cancelled', order: 'ABABB', closed: 2 });
});

const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
/** Three tests of a candidate that takes `factor` times as long, on workers that differ by some percent besides. */
async function simulate(seed: number, { kind, factor }: { kind: NoiseKind; factor: number }): Promise<unknown> {
  const random = seededRandom(seed);
  const noise = createNoise(kind, random);
  const worker = Math.exp(0.05 * random() * normal(random));
  const side =
    (slowness: number): Respond =>
    ({ path }) => {
      if (path.endsWith('/completions'))
        return streamOf(words, { firstMs: 400 * slowness * noise(), tokenMs: 25 * slowness * noise() });
      return late((path === '/a' ? 40 : 900) * slowness * noise());
    };
  const tests = [{ chat: 'Hi', model: 'm' }, { get: '/a' }, { get: '/b' }];
  return verdictsOf(await play({ tests, production: side(1), candidate: side(worker * factor) }));
}

/** Of 200 runs of three tests: the share of runs in which a test has the verdict, in percent. */
async function shareOf(verdict: string, given: { kind: NoiseKind; factor: number }): Promise<number> {
  const runs = await Promise.all(Array.from({ length: 200 }, (_, seed) => simulate(seed + 1, given)));
  return runs.filter((verdicts) => (verdicts as string[]).includes(verdict)).length / 2;
}

describe('with noise', () => {
  test.for<[NoiseKind, number, string, number, number]>([
    ['calm', 1, 'slower', 0, 0],
    ['usual', 1, 'slower', 0, 0],
    ['rough', 1, 'slower', 0, 0],
    ['usual', 1, 'fine', 99, 100],
    ['calm', 1.5, 'slower', 100, 100],
    ['usual', 1.5, 'slower', 90, 100],
    ['usual', 2, 'slower', 100, 100],
  ])('%s, %f times as slow: %s in %i to %i of 100 runs', async ([kind, factor, verdict, least, most]) => {
    const share = await shareOf(verdict, { kind, factor });
    expect([share >= least, share <= most, share]).toEqual([true, true, share]);
  });

  test('the same seed has the same verdict', async () => {
    const given = { kind: 'usual', factor: 1.25 } as const;
    expect(await simulate(7, given)).toEqual(await simulate(7, given));
  });
});
