/** Whose answer it is, and whose worker: a right answer of an old worker, an old version under a new ID, and a worker that may still come are no proof of the new version. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange, Switches } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import {
  crashing,
  crossed,
  expectEnding,
  green,
  greenBy,
  type Life,
  minute,
  newImage,
  oldImage,
  openWorld,
  type Right,
  second,
  spec,
  testWorlds,
  usualSeconds,
  type World,
  type WorldCase,
  type WorldOptions,
  withMinNum,
} from './world.ts';

const healthy: Life = { outcome: 'healthy' };
/** Any cause will do: what counts is that the run is not green. */
const anyFailure = ['crashed', 'image-pull', 'unhealthy', 'timeout', 'test-failed'];
const byChance = /an old worker may have answered/i;

/** What both versions answer to a test that wants the right answer. */
const wanted = '{get: /answer, expect: {contains: right}}';
const answering = (byOld: string, byNew: string): ServedModel[] => [
  { image: oldImage, also: { 'GET /answer': { answer: byOld } } },
  { image: newImage, also: { 'GET /answer': { answer: byNew } } },
];

describe('a test while old workers are healthy beside new ones', () => {
  const answers = [
    { what: 'the new version answers wrong', models: answering('right', 'wrong') },
    { what: 'the new version answers right', models: answering('right', 'right') },
  ] as const;
  const balances = [
    { what: 'the service asks all workers in turn', servedBy: 'turns' },
    { what: 'the service asks the oldest worker', servedBy: 'oldest' },
  ] as const;
  const fleets = [
    { what: 'one worker', minNum: 1, life: healthy },
    { what: 'three workers, one after the other', minNum: 3, life: { ...healthy, apartMs: 15 * second } },
  ] as const;
  const worlds = fleets.flatMap(({ minNum, life, ...fleet }) =>
    balances.map(({ servedBy, ...balance }) => ({
      what: `${fleet.what}; ${balance.what}`,
      spec: withMinNum(minNum),
      world: { endpoint: { workerConfig: { minNum } }, life, switches: { servedBy } } satisfies WorldOptions,
    })),
  );
  const keeping = ({ world }: (typeof worlds)[number], keepOldWorkersMs: Switches['keepOldWorkersMs']) => ({
    ...world,
    switches: { ...world.switches, keepOldWorkersMs },
  });

  for (const keptSeconds of [20, 200]) {
    const goneSeconds = usualSeconds + keptSeconds;
    testWorlds(
      crossed(worlds, answers, (given, { models }) => {
        const isRight = models === answers[1].models;
        const green: Right = { reason: '', atMostSeconds: goneSeconds + 40, outputs: { proof: 'tests' } };
        const red: Right = { reason: 'test-failed', isRestored: true, undoneBySeconds: goneSeconds + 60 };
        return {
          world: { ...keeping(given, keptSeconds * second), models },
          run: { spec: given.spec, test: wanted },
          right: isRight
            ? { ...green, atLeastSeconds: goneSeconds, saysNot: [byChance], serving: [newImage] }
            : { ...red, undoneFromSeconds: goneSeconds },
        };
      }).map(([what, world]) => [`${what}; the old ones stop after ${keptSeconds} s`, world] as const),
    );
  }

  const ends = [
    { what: '5 minutes', timeout: '20m', rightSeconds: usualSeconds + 300 + 180, wrongSeconds: 20 * 60 + 10 },
    { what: 'the end of the time', timeout: '4m', rightSeconds: 250, wrongSeconds: 250 },
  ];
  for (const { what, timeout, rightSeconds, wrongSeconds } of ends) {
    const run = { test: wanted, with: { 'wait-timeout': timeout } };
    testWorlds(
      crossed(
        worlds.filter(({ world }) => world.switches.servedBy === 'turns'),
        answers,
        (given, { models }) => {
          const isRight = models === answers[1].models;
          const green: Right = { reason: '', says: [byChance], outputs: { proof: 'workers' } };
          return {
            world: { ...keeping(given, 'forever'), models },
            run: { ...run, spec: given.spec },
            right: {
              // A wrong answer may be the old version's.
              ...(isRight ? green : { reason: 'test-failed' }),
              atMostSeconds: isRight ? rightSeconds : wrongSeconds,
            },
          };
        },
      ).map(([world, given]) => [`${world}; the old ones stay for longer than ${what}`, given] as const),
    );
  }

  test('old workers that are to stop are not kept awake by requests', async () => {
    const switches = { servedBy: 'turns', keepOldWorkersMs: 90 * second } as const;
    await using world = await openWorld({ switches, models: answering('right', 'right') });
    const askedAt: number[] = [];
    world.addFault({
      kind: 'hook',
      when: 'before',
      operation: 'serve',
      times: 'always',
      run: () => void askedAt.push(world.nowSeconds()),
    });
    const ended = await world.run({ test: wanted, countsUsers: true });
    expectEnding(ended, { reason: '' });
    // What users lose is counted until the new worker is healthy, and again when the old one has stopped.
    const isBoth = (seconds: number) => seconds > usualSeconds + 5 && seconds < usualSeconds + 85;
    expect(askedAt.filter(isBoth), ended.log).toEqual([]);
    expect([askedAt.some((at) => at < usualSeconds), askedAt.some((at) => at > usualSeconds + 85)]).toEqual([
      true,
      true,
    ]);
  });

  testWorlds({
    'the push was not waited for; the next one tests it, and the new version answers wrong': {
      world: { switches: { servedBy: 'turns', keepOldWorkersMs: 2 * minute }, models: answering('right', 'wrong') },
      first: async (world) => {
        await world.run({ test: wanted, with: { wait: 'none' } });
        world.emulator.clock.advance(usualSeconds * second);
      },
      run: { test: wanted },
      right: { reason: 'test-failed', atMostSeconds: 180 },
    },
    'wait: rollout waits for the old workers before it tests': {
      world: { switches: { servedBy: 'turns', keepOldWorkersMs: minute }, models: answering('right', 'wrong') },
      run: { test: wanted, with: { wait: 'rollout' } },
      right: { reason: 'test-failed', isRestored: true, undoneFromSeconds: 97, undoneBySeconds: 157 },
    },
  });
});

describe('a worker of the old version under a new ID, while the new version is pulled for minutes', () => {
  /** It is healthy 17 s after it comes, because its image is there. */
  const added = (afterSeconds: number): ForeignChange => {
    const script = { outcome: 'healthy', appearAfterMs: afterSeconds * second, pace: { pullingMs: 0 } } as const;
    return { kind: 'scale-out', after: 'update', image: oldImage, script };
  };
  const lost = (afterSeconds: number): ForeignChange => {
    return { kind: 'interrupt', before: 'update', state: 'failed', fromMs: afterSeconds * second, forMs: 60 * minute };
  };
  const comings = [
    { what: 'the autoscaler adds one after 5 s', changes: [added(5)] },
    { what: 'the autoscaler adds one after 30 s', changes: [added(30)] },
    { what: 'the autoscaler adds two', changes: [added(20), added(60)] },
    { what: 'an old worker is lost and replaced', changes: [lost(20), added(25)] },
  ];
  const fleets = [1, 2].map((minNum) => ({
    what: `minNum: ${minNum}`,
    spec: withMinNum(minNum),
    endpoint: { workerConfig: { minNum } },
  }));
  const pace = { pullingMs: 4 * minute };
  const pulledSeconds = 2 + 240;

  const broken: { what: string; life: Life }[] = [
    { what: 'the new version crashes', life: { outcome: 'crash-loop', pace } },
    { what: 'the new version cannot be pulled', life: { outcome: 'image-pull', pace } },
    { what: 'the new version never answers its health check', life: { outcome: 'unhealthy', pace } },
  ];
  const worlds = comings.flatMap(({ what, changes }) =>
    fleets
      .filter(({ endpoint }) => endpoint.workerConfig.minNum === 1 || changes.length > 1)
      .map(({ what: fleet, spec: text, endpoint }) => ({
        ...{ what: `${what}; ${fleet}`, right: { reason: '' } },
        ...{ world: { changes, endpoint }, run: { spec: text } },
      })),
  );
  testWorlds(
    crossed(worlds, broken, ({ world, run }, { life }) => {
      const right = { reason: anyFailure, isRestored: 'either' } as const;
      return { world: { ...world, life }, ...(run && { run }), right };
    }),
  );

  const readySeconds = pulledSeconds + 15;
  const good = { ...healthy, pace };
  const waits = [
    { what: 'green when the new version is healthy', run: {} },
    { what: 'green when the new version is rolled out', run: { with: { wait: 'rollout' } } },
  ];
  testWorlds(
    crossed(worlds, waits, ({ world, run: { spec: text } = {} }, { run }) => {
      const atMostSeconds = greenBy(readySeconds) + 5 + (run.with ? 10 : 0);
      const right = green(readySeconds, { atMostSeconds, serving: [newImage] });
      return { world: { ...world, life: good }, run: { ...run, ...(text && { spec: text }) }, right };
    }),
  );

  const asksVersion = '{get: /answer, expect: {contains: v2}}';
  const models = answering('v1', 'v2');
  testWorlds(
    worlds.flatMap(({ what, world, run }): [string, WorldCase][] => [
      [
        `${what}; a test asks for the version, which is right`,
        {
          world: { ...world, life: good, models, switches: { servedBy: 'turns' } },
          run: { ...run, test: asksVersion },
          right: green(readySeconds, { outputs: { proof: 'tests' } }),
        },
      ],
      [
        `${what}; a test asks for the version, which crashes`,
        {
          world: { ...world, life: { outcome: 'crash-loop', pace }, models, switches: { servedBy: 'turns' } },
          run: { ...run, test: asksVersion },
          right: { reason: anyFailure, isRestored: 'either' },
        },
      ],
    ]),
  );

  testWorlds({
    'the new version itself is scaled up meanwhile: green when all are healthy': {
      world: { changes: [{ kind: 'scale-out', after: 'update', script: { ...healthy, appearAfterMs: 20 * second } }] },
      right: {
        reason: '',
        atLeastSeconds: usualSeconds,
        atMostSeconds: greenBy(20 + usualSeconds),
        serving: [newImage],
      },
    },
    'the push was not waited for; the next one sees the old version under a new ID': {
      world: { changes: [added(5)], life: { outcome: 'crash-loop', pace } },
      first: async (world) => {
        await world.run({ with: { wait: 'none' } });
        world.emulator.clock.advance(minute);
      },
      right: { reason: anyFailure },
    },
  });
});

describe('an endpoint with `minNum: 0` that is in use: a new worker starts by itself', () => {
  const zero = withMinNum(0);
  const endpoint = { workerConfig: { minNum: 0, maxNum: 3, freeTimeout: 60 } };
  const isAwake = async (world: World) => {
    const url = world.emulator.endpoints()[0]?.url ?? '';
    await fetch(`${url}/`);
    world.emulator.clock.advance(40 * second);
    expect((await fetch(`${url}/`)).status).toBe(200);
  };
  const beside = [
    { what: 'no old worker is there', first: () => {} },
    { what: 'an old worker is awake', first: isAwake },
  ];
  const comings = [0, 5];
  const definite = 'manifest unknown';
  const lives: { what: string; life: Life; right: (comesSeconds: number) => Right }[] = [
    {
      what: 'crashes again and again',
      life: crashing,
      right: (comes) => ({ reason: 'crashed', isRestored: true, undoneBySeconds: comes + usualSeconds + 240 }),
    },
    {
      what: 'cannot be pulled',
      life: { outcome: 'image-pull', state: 'pulling', message: definite },
      right: (comes) => ({ reason: 'image-pull', isRestored: true, undoneBySeconds: comes + 22 + 35 }),
    },
    {
      what: 'is healthy',
      life: healthy,
      right: (comes) => green(comes + usualSeconds, { outputs: { proof: 'workers' } }),
    },
    {
      what: 'is healthy after a pull of 5 minutes',
      life: { ...healthy, pace: { pullingMs: 5 * minute } },
      right: (comes) => green(comes + 317, { outputs: { proof: 'workers' } }),
    },
    {
      what: 'waits for a GPU, and is not waited for',
      life: { outcome: 'no-capacity' },
      right: () => ({ reason: '', atMostSeconds: 60, outputs: { proof: 'none' } }),
    },
  ];
  testWorlds(
    crossed(
      beside,
      comings.flatMap((seconds) =>
        lives.map(({ what, life, right }) => ({
          what: `it comes ${seconds} s after the write, and ${what}`,
          script: { ...life, appearAfterMs: seconds * second },
          right: right(seconds),
        })),
      ),
      ({ first }, { script, right }) => ({
        world: { endpoint, changes: [{ kind: 'scale-out', after: 'update', script }] },
        first,
        run: { spec: zero },
        right,
      }),
    ),
  );
});

describe('without `healthy` in the spec, a running worker that says `healthy: false`', () => {
  const without = spec.replace(/^healthy: .*\n/m, '');
  const seeded = { healthy: { path: '' } };
  const run = { spec: without, with: { 'wait-timeout': '4m' } };
  const worlds: { what: string; world: WorldOptions }[] = [
    { what: 'a first deploy', world: { endpoint: null } },
    {
      what: 'a first deploy, and the endpoint is `creating`',
      world: { endpoint: null, switches: { endpointWords: { initializing: 'creating' } } },
    },
    {
      what: 'an update whose old workers stop at once',
      world: { endpoint: seeded, switches: { oldWorkersStop: 'at-write' } },
    },
    {
      what: 'an update during which the endpoint is `updating`',
      world: { endpoint: seeded, switches: { stateDuringUpdate: 'updating' } },
    },
  ];
  const loads: { what: string; life: Life; right: Right }[] = [
    {
      what: 'loads for ever',
      life: { outcome: 'unhealthy' },
      right: { reason: ['timeout', 'unhealthy'], isRestored: 'either', atLeastSeconds: 230 },
    },
    {
      what: 'loads for 2 minutes',
      life: { ...healthy, pace: { healthCheckMs: 2 * minute } },
      right: green(147, { serving: [newImage] }),
    },
  ];
  testWorlds(
    crossed(worlds, loads, ({ world }, { life, right }) => {
      return { world: { ...world, life }, run, right };
    }),
  );

  const serves = { endpointWords: { initializing: 'serving', updating: 'serving' } };
  testWorlds({
    'a first deploy: it is up where the endpoint itself serves': {
      world: { endpoint: null, life: { outcome: 'unhealthy' }, switches: serves },
      run,
      right: { reason: '', atLeastSeconds: 27, atMostSeconds: 60 },
    },
    'an update: it is up where the endpoint itself serves': {
      world: { endpoint: seeded, life: { outcome: 'unhealthy' }, switches: { ...serves, oldWorkersStop: 'at-write' } },
      run,
      right: { reason: '', atLeastSeconds: 27, atMostSeconds: 60 },
    },
  });
});

describe('an unchanged endpoint with `minNum: 0` and no tests, whose list tells of crashes', () => {
  const zero = withMinNum(0);
  const endpoint = { workerConfig: { minNum: 0 } };
  const message = 'container exited with code 137';
  const forms = [
    { what: 'four workers have failed', states: ['failed', 'failed', 'failed', 'failed'] },
    { what: 'four workers have exited', states: ['exited', 'exited', 'exited', 'exited'] },
    { what: 'three have been removed, one has failed', states: ['removed', 'removed', 'removed', 'failed'] },
  ];
  const listed = (world: World, states: readonly string[]) => {
    for (const state of states)
      world.emulator.addChange({ kind: 'list-worker', worker: { state, error: 'CONTAINER_EXITED', message } });
  };
  testWorlds(
    forms.map(({ what, states }): [string, WorldCase] => [
      `${what}: the warning says so`,
      {
        world: { endpoint },
        first: async (world) => {
          expectEnding(await world.run({ spec: zero }), { reason: '' });
          listed(world, states);
          world.emulator.clock.advance(5 * minute);
        },
        run: { spec: zero },
        right: {
          ...{ reason: '', atMostSeconds: 60, outputs: { operation: 'unchanged', proof: 'none' } },
          says: [/^::warning[\s\S]*crashed (4|four) times/im, /137/],
        },
      },
    ]),
  );
  testWorlds({
    'workers of the version before have crashed: nothing is said of them': {
      world: { endpoint },
      first: async (world) => {
        listed(world, ['failed', 'failed', 'failed', 'failed']);
        expectEnding(await world.run({ spec: zero }), { reason: '' });
        world.emulator.clock.advance(minute);
      },
      run: { spec: zero },
      right: { reason: '', atMostSeconds: 60, saysNot: [/crashed (4|four) times/i, /137/] },
    },
  });
});
