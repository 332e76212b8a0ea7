/** `load`: a candidate is asked by as many clients as its spec promises, and production never is. */

import { describe, expect, test } from 'vitest';
import { type Emulator, ManualClock } from '../emulator/emulator.ts';
import { newImage, oldImage } from './compare-stage.ts';
import { recordEnv } from './deployment.ts';
import { setStage } from './github-stage.ts';
import { drive, drivenClock, type LoadCase, loaded, playLoaded, usual } from './load-stage.ts';
import type { StepSignal } from './step.ts';

const digest = newImage.split('@')[1];
/** Where one request is the most: no clients came. */
const notLoaded = (reason: string) => new RegExp(`^::warning title=\\S+%3A not loaded::\\S+ was not loaded: ${reason}`);
const seeded =
  (workerConfig: object = {}) =>
  (emulator: Emulator) =>
    emulator.seed({
      ...{ name: 'llama-pr-7', image: { image: newImage }, envs: [recordEnv()] },
      workerConfig: { minNum: 1, maxNum: 1, maxConcurrent: 8, ...workerConfig },
    });
/** Its clients are refused by nobody, so that fewer requests show it than of a worker that dies. */
const oneByOne = {
  spec: loaded.replace('max-tokens: 64', 'max-tokens: 64, expect: {first-token: 2s}'),
  models: { candidate: { parallel: 1 } },
};
const byTest = { with: { command: 'test', name: 'llama-pr-7', image: 'spec' } };

test.for<[string, LoadCase, { end: string; says: RegExp; verdict: string; dies?: boolean }]>([
  [
    'green for a right server',
    { spec: `${loaded}price: 0.69\n` },
    {
      ...{ end: 'created', verdict: 'passed' },
      says: /Load: 8 at once to llama-candidate, about 3 minutes\.\nLoaded: 1\d tokens\/s, 4\.\d × the work of one at a time; first token 1\.\d s, p95 1\.\d s; 0 of \d+ failed\./,
    },
  ],
  [
    'green for one that answers one after the other, without a limit, which its words tell',
    { models: { candidate: { parallel: 1 } } },
    {
      ...{ end: 'created', verdict: 'passed' },
      says: /Loaded: \d+\.\d tokens\/s, 1\.0 × the work of one at a time; first token \d+\.\d s, p95 \d+\.\d s; 0 of \d+ failed\./,
    },
  ],
  [
    'red for one that answers one after the other, by its own limit',
    oneByOne,
    {
      ...{ end: 'overloaded', verdict: 'overloaded' },
      says: /### ❌ llama-candidate does not serve 8 at once: (\d+) of \1 first tokens later than 2 s\n/,
    },
  ],
  [
    'red for a worker that dies, parked, with its log',
    { models: { candidate: { diesAt: 6 } } },
    {
      ...{ end: 'overloaded', verdict: 'overloaded', dies: true },
      says: /::error title=llama-candidate%3A fails under load%2C parked::llama-candidate does not serve 8 at once: its worker crashed/,
    },
  ],
  [
    'red by `command: test`',
    { ...byTest, ...oneByOne, arrange: seeded() },
    {
      ...{ end: 'overloaded', verdict: 'overloaded' },
      says: /::error title=llama-pr-7%3A fails under load::llama-pr-7 does not serve 8 at once: (\d+) of \1 first tokens/,
    },
  ],
  [
    'no verdict where the service limits the rate',
    { models: { candidate: { limitAfter: 150 } } },
    { end: 'created', verdict: 'not-loaded', says: notLoaded('the service limits the rate at 8 at once\\.') },
  ],
])('the end: %s', async ([, given, { end, says, verdict, dies }]) => {
  const played = await playLoaded(given);
  expect([played.end, played.load?.verdict, played.ofProduction], played.log).toEqual([end, verdict, [0, 0]]);
  expect([played.open, played.digest]).toEqual([0, verdict === 'passed' ? digest : '']);
  expect(played.most).toBeGreaterThanOrEqual(dies ? 6 : 8);
  expect(played.most).toBeLessThanOrEqual(8);
  expect(
    [played.log, played.summary, ...played.annotations].some((text) => says.test(text)),
    played.raw,
  ).toBe(true);
  // Five minutes, and the start of a worker.
  expect(played.seconds).toBeLessThan(300 + 90);
  const isParked = end === 'overloaded' && played.candidate?.name === 'llama-candidate';
  expect(played.candidate?.envs.some(({ value }) => value.includes('"parked"'))).toBe(isParked);
  if (dies) expect(played.raw).toContain('Last lines of the log of ');
});

describe('no load', () => {
  test.for<[string, LoadCase, reason: string, end?: string]>([
    [
      'where another worker could start',
      { spec: loaded.replace('maxNum: 1', 'maxNum: 3') },
      'another worker could start\\.%0AWrite `maxNum: 1`|another worker could start',
    ],
    [
      'where `wait-timeout` leaves too little',
      { with: { 'wait-timeout': '4m' } },
      '`wait-timeout` leaves less than 5 minutes\\.',
    ],
    [
      'where `maxConcurrent` was changed by hand',
      { ...byTest, arrange: seeded({ maxConcurrent: 4 }) },
      '`maxConcurrent` was changed by hand: it is 4\\.',
      'tested',
    ],
    [
      'where a second worker is healthy',
      {
        ...byTest,
        arrange: (emulator) => {
          seeded()(emulator);
          emulator.addChange({ kind: 'scale-out', endpoint: 'llama-pr-7', script: { outcome: 'healthy' } });
          (emulator.clock as ManualClock).advance(60_000);
        },
      },
      'another worker could start\\.',
      'tested',
    ],
  ])('%s: told, and nothing passes', async ([, given, reason, end = 'created']) => {
    const played = await playLoaded(given);
    expect([played.end, played.load?.verdict, played.digest, played.most]).toEqual([end, 'not-loaded', '', 1]);
    expect(played.annotations).toContainEqual(expect.stringMatching(notLoaded(reason)));
    expect(played.summary).toContain(': not loaded\n');
  });

  test.for<[string, LoadCase, end: string]>([
    ['under the own name of the spec', { with: { name: 'llama' } }, 'updated'],
    ['with `wait: none`', { with: { wait: 'none' } }, 'created'],
    [
      'where the comparison refuses it',
      { spec: `${loaded}compare: {slower: 20%}\n`, models: { candidate: { firstTokenMs: 2000 } } },
      'slower',
    ],
    ['where a test is wrong', { spec: loaded.replace('max-tokens: 64', 'expect: {equals: no}') }, 'test-failed'],
    ['without the field', { spec: loaded.replace('load: true\n', '') }, 'created'],
  ])('%s: no word', async ([, given, end]) => {
    const played = await playLoaded(given);
    expect([played.end, played.load, played.most < 2]).toEqual([end, undefined, true]);
    // The plan names the fields that are for another name.
    const said = (played.raw + played.summary).replaceAll(/^.*Only under another name.*$/gm, '');
    expect(said).not.toMatch(/\bload(?:ed)?\b|at once/i);
  });
});

const meanwhile = { endpoint: 'llama-pr-7', after: 'serve', nth: 150 } as const;
const changed = (part: Record<string, unknown>) => (emulator: Emulator) =>
  emulator.addChange({ ...meanwhile, kind: 'change', part });
test.for<[what: string, happens: (emulator: Emulator) => void, verdict: string, reason?: RegExp]>([
  [
    'somebody allows another worker',
    changed({ workerConfig: { maxNum: 3 } }),
    'not-loaded',
    /^another worker could start$/,
  ],
  [
    'somebody deploys another image',
    changed({ image: { image: oldImage } }),
    'not-loaded',
    /^meanwhile the image of llama-pr-7 changed$/,
  ],
  [
    'its worker is replaced',
    changed({ rootfsSize: 70 }),
    'undecided',
    /^its worker was lost, and another one answers$/,
  ],
  [
    'answers fail for a while',
    (emulator) => emulator.addFault({ operation: 'serve', kind: 'status', status: 503, after: 150, forMs: 30_000 }),
    'undecided',
    /^\d+ of \d+ answers failed \(503\), and not again$/,
  ],
  [
    'its worker exits once, at its end',
    (emulator) => emulator.addChange({ ...meanwhile, kind: 'interrupt', nth: 310, forMs: 40_000, state: 'exited' }),
    'passed',
  ],
])('a load in which %s', async ([, happens, verdict, reason]) => {
  const arrange = (emulator: Emulator) => {
    seeded()(emulator);
    happens(emulator);
  };
  const played = await playLoaded({ ...byTest, arrange });
  const isPassed = verdict !== 'not-loaded';
  expect([played.end, played.load?.verdict, played.digest, played.most], played.log).toEqual([
    'tested',
    verdict,
    isPassed ? digest : '',
    8,
  ]);
  expect(played.load?.reason).toEqual(reason && expect.stringMatching(reason));
});

test('the clients send the prompts of `compare`, and none of the tests', async () => {
  const asked = new Map<string, number>();
  const prompts = Array.from({ length: 30 }, (_, index) => `Question ${index}?`);
  const arrange = (emulator: Emulator) =>
    emulator.addFault({
      ...{ operation: 'serve', kind: 'hook', when: 'before', times: 'always' },
      run: ({ body }) => {
        const chat = (body as { messages?: { content: string }[] } | undefined)?.messages?.[0]?.content;
        if (chat) asked.set(chat, (asked.get(chat) ?? 0) + 1);
      },
    });
  const files = { 'prompts.jsonl': prompts.map((chat) => JSON.stringify({ chat, 'max-tokens': 64 })).join('\n') };
  const played = await playLoaded({ arrange, files, spec: `${loaded}compare: {prompts: prompts.jsonl}\n` });
  expect([played.end, played.load?.verdict], played.raw).toEqual(['created', 'passed']);
  // A comparison asks each prompt twice.
  expect(Math.min(...prompts.map((chat) => asked.get(chat) ?? 0))).toBeGreaterThan(6);
  expect(asked.get('Count.')).toBeLessThan(30);
});

test.for<[string, LoadCase, end: string]>([
  ['red by load', oneByOne, 'overloaded'],
  ['red without a verdict', { with: { 'wait-timeout': '4m' } }, 'not-compared'],
])('with `candidate: true`, %s: production is neither asked nor written', async ([, given, end]) => {
  const inputs = { name: 'llama', ...given.with };
  const played = await playLoaded({ ...given, with: inputs, spec: `${given.spec ?? loaded}candidate: true\n` });
  expect([played.end, played.ofProduction, played.digest], played.log).toEqual([end, [0, 0], '']);
});

test('a worker that has fallen asleep is woken by single requests, and loaded when it answers', async () => {
  let [openBefore, isAsleep] = [0, false];
  const played = await playLoaded({
    ...byTest,
    arrange: (emulator) => {
      seeded({ minNum: 0, freeTimeout: 30 })(emulator);
      const run = () => {
        (emulator.clock as ManualClock).advance(60_000);
        isAsleep = !emulator
          .endpoints()
          .at(-1)
          ?.workers.some(({ healthy }) => healthy);
      };
      // The reading after the tests.
      emulator.addFault({ operation: 'get', after: 1, kind: 'hook', when: 'before', run });
    },
    onJump: (emulator) => {
      const open = emulator.requests.filter((each) => each.operation === 'serve' && each.finishedAt === undefined);
      const [worker] = emulator.endpoints().at(-1)?.workers.slice(-1) ?? [];
      if (!worker?.healthy) openBefore = Math.max(openBefore, open.length);
    },
  });
  expect([played.end, played.load?.verdict, played.most, openBefore <= 1]).toEqual(['tested', 'passed', 8, true]);
  expect(isAsleep).toBe(true);
  expect(played.sent).toBeLessThan(400);
});

test('cancelled in it, the run ends within a second, and nothing is open', async () => {
  let kill: ((signal: StepSignal) => void) | undefined;
  let killedAtMs = 0;
  const played = await playLoaded({
    onStart: (step) => {
      ({ kill } = step);
    },
    onJump: (emulator) => {
      const open = emulator.requests.filter(({ finishedAt }) => finishedAt === undefined).length;
      if (killedAtMs > 0 || open < 8) return;
      killedAtMs = emulator.clock.nowMs();
      kill?.('SIGTERM');
    },
    ...byTest,
    arrange: seeded(),
  });
  expect([played.end, played.open, played.digest]).toEqual(['cancelled', 0, '']);
  expect(played.seconds - (killedAtMs - Date.UTC(2026, 0, 1)) / 1000).toBeLessThan(1);
});

test('a preview has one worker, and is not woken for it while it is unchanged', async () => {
  const clock = new ManualClock();
  const models = [oldImage, newImage].map((image) => ({ ...usual, image }));
  await using stage = await setStage({ emulator: { clock, advancePerRequestMs: 0, models } });
  const shared = drivenClock(clock);
  const spec = loaded.replace('maxNum: 1', 'maxNum: 3');
  const push = async (pull: object = {}) => {
    stage.emulator.clearRequests();
    const step = { action: 'synchronize', spec, with: { preview: 'true', image: newImage }, ...pull } as const;
    const { end, outputs } = await drive(
      clock,
      stage.pullRequestStep({ ...step, clock: shared, stopwatch: shared }),
      stage,
    );
    const asked = stage.emulator.requests.filter(({ operation }) => operation === 'serve').length;
    return [end, outputs['image-digest'], asked > 0, stage.api.comments(7)[0]?.body.includes('8 at once, for 72 s')];
  };
  expect(await push()).toEqual(['created', digest, true, true]);
  clock.advance(600_000);
  expect(await push()).toEqual(['unchanged', '', false, true]);
  // It is woken by its tests alone.
  const untrusted = { isFromFork: true, with: { preview: 'true', image: oldImage, allow: 'untrusted' } };
  expect(await push(untrusted)).toEqual(['updated', '', true, false]);
});
