/** What holds an endpoint up, in the service's own words: quoted when they change, told by what has run, and never answered with advice that they contradict. */

import { describe, expect, test } from 'vitest';
import type { ScriptedWrite, Switches } from '../emulator/emulator.ts';
import {
  crashing,
  crossed,
  day,
  expectEnding,
  greenBy,
  keep,
  type Life,
  literally,
  minute,
  newImage,
  nextPush,
  oldImage,
  openWorld,
  type Right,
  second,
  spec,
  startedAgain,
  testWorlds,
  usualSeconds,
  type World,
  type WorldCase,
  type WorldOptions,
  type WorldRun,
  withMinNum,
} from './world.ts';

/** Of a worker that stays down, or crashes again, since the first reading that shows it. */
const crashedSeconds = 180 + 30;
/** A registry that refuses is believed after 20 s. */
const definiteSeconds = 45;

describe('a worker that is pending, with words that no table knows', () => {
  const words = [
    'BALANCE_NOT_ENOUGH',
    'storage vol-1 is not in cluster as-sgp-2',
    'waiting for the quota of the account to be raised',
  ];
  const waiting = (message: string): Life => ({ outcome: 'never', message });
  const advice = [/raise `wait-timeout`/i, /if the image is large/];
  const beforeTheEnd = (log: string) => log.split(/^Failed:/m)[0] ?? '';

  const runs: { what: string; world?: WorldOptions; run?: WorldRun; right?: Partial<Right> }[] = [
    { what: 'an update' },
    { what: 'a creation', world: { endpoint: null } },
    { what: 'wait: rollout', run: { with: { wait: 'rollout' } } },
    { what: 'with a test', run: { test: '/health' } },
  ];
  testWorlds(
    crossed(
      words.map((what) => ({ what })),
      runs,
      ({ what: message }, { world, run, right }): WorldCase => ({
        world: { ...world, life: waiting(message) },
        run: { ...run, with: { ...run?.with, ...keep, 'wait-timeout': '6m' } },
        right: {
          reason: ['timeout', 'no-capacity', 'quota'],
          says: [literally(message)],
          saysNot: advice,
          atMostSeconds: 380,
          ...right,
        },
      }),
    ),
  );

  test.for(words)('the log quotes "%s" at once, and not at each reading', async (message) => {
    await using world = await openWorld({ life: waiting(message) });
    const { log } = await world.run({ with: keep });
    const lines = beforeTheEnd(log)
      .split('\n')
      .filter((line) => line.includes(message));
    expect(lines.length, log).toBeGreaterThan(0);
    expect(lines.length, log).toBeLessThanOrEqual(12);
  });

  test('words that change are quoted each, and the last ones are in the message', async () => {
    const [first = '', last = ''] = words.slice(1);
    const worker = { id: 'waiting', state: 'pending' } as const;
    const alsoListed = [
      { ...worker, message: first, forMs: 2 * minute },
      { ...worker, message: last, fromMs: 2 * minute },
    ];
    await using world = await openWorld({ life: { outcome: 'healthy', appearAfterMs: day, alsoListed } });
    const ended = await world.run({ with: { ...keep, 'wait-timeout': '6m' } });
    expectEnding(ended, { reason: 'timeout', says: [literally(last)], saysNot: advice });
    for (const message of [first, last]) expect(beforeTheEnd(ended.log)).toContain(message);
  });

  test('the job that is started again quotes them as well', async () => {
    const [message = ''] = words;
    await using world = await openWorld({ life: waiting(message) });
    await world.run({ with: { ...keep, wait: 'none' } });
    const ended = await world.run({ env: startedAgain, with: { ...keep, 'wait-timeout': '6m' } });
    expectEnding(ended, { reason: ['timeout', 'quota'], says: [literally(message)], saysNot: advice });
    expect(beforeTheEnd(ended.log)).toContain(message);
  });

  testWorlds(
    words.map((message): [string, WorldCase] => [
      `"${message}" for a minute, and then it comes up`,
      {
        world: { life: { ...waiting(message), recoversAfterMs: minute } },
        right: {
          ...{ reason: '', logs: [literally(message)], saysNot: [literally(message)] },
          ...{ atLeastSeconds: 60 + usualSeconds, atMostSeconds: greenBy(60 + usualSeconds), serving: [newImage] },
        },
      },
    ]),
  );
  testWorlds({
    'a pending worker without a word is told to be waited for longer': {
      world: { life: { outcome: 'never' } },
      run: { with: { ...keep, 'wait-timeout': '6m' } },
      right: { reason: 'timeout', says: [/wait-timeout/] },
    },
  });
});

describe('an endpoint that was stopped in the console', () => {
  const stopped: Partial<Switches> = { answersReplace: { 'state.state': 'stopped', workers: [] } };
  const right: Right = {
    reason: ['endpoint-failed', 'timeout', 'not-serving'],
    says: [/start it/i, /console/i],
    saysNot: [/Add `tests`/, /raise `wait-timeout`/i],
    atLeastSeconds: 60,
    atMostSeconds: 150,
  };
  const zero = withMinNum(0);
  const pushes: { what: string; world?: WorldOptions; run?: WorldRun; right?: Partial<Right> }[] = [
    { what: 'a push with another image' },
    { what: 'with wait: rollout', run: { with: { wait: 'rollout' } } },
    { what: 'with a short wait', run: { with: { 'wait-timeout': '5m' } } },
    {
      what: 'a change of scaling alone',
      run: { spec: spec.replace('maxNum: 3', 'maxNum: 5'), with: { image: 'spec' } },
      right: { image: oldImage },
    },
    { what: 'nothing has changed', run: { with: { image: 'spec' } }, right: { image: oldImage } },
    {
      what: 'of an endpoint that scales to zero',
      world: { endpoint: { workerConfig: { minNum: 0 } } },
      run: { spec: zero },
    },
  ];
  testWorlds(
    pushes.map(({ what, world, run, right: more }): [string, WorldCase] => [
      `${what}: red after two minutes, kept, and it says what to do`,
      { world: { ...world, switches: stopped }, ...(run && { run }), right: { ...right, ...more } },
    ]),
  );
  testWorlds({
    'and is started again a minute later: green': {
      world: { switches: stopped },
      first: (world) =>
        world.addFault({
          ...{ operation: 'get', kind: 'hook', when: 'before', times: 'always' },
          run: () => {
            if (world.nowSeconds() >= 60) world.emulator.setSwitches({ answersReplace: {} });
          },
        }),
      right: { reason: '', atLeastSeconds: 60, atMostSeconds: 60 + 45, serving: [newImage] },
    },
    'and the job is started again once it runs: green': {
      world: { switches: stopped },
      first: async ({ run, emulator }) => {
        await run();
        emulator.setSwitches({ answersReplace: {} });
      },
      run: { env: startedAgain },
      right: { reason: '', atMostSeconds: greenBy(usualSeconds), serving: [newImage] },
    },
  });
});

describe('the words of a container that has exited may speak of anything', () => {
  const words = [
    'exited with code 1: ValueError: No available memory for the cache blocks. Try increasing gpu_memory_utilization',
    'exited with code 1: 401 Client Error. Repository Not Found for url: https://huggingface.co/api/models/acme/llama',
    'container exited with status 1: RuntimeError: insufficient GPU resources for the requested context',
    'container exited with code 1: OSError: access to model acme/llama is forbidden, image processor not found',
    'exit code 1: failed to schedule the engine core',
  ];
  const forms: { what: string; fromSeconds: number; life: (message: string) => Life }[] = [
    { what: 'it crashes again and again', fromSeconds: 37, life: (message) => ({ outcome: 'crash-loop', message }) },
    {
      what: 'it exits before it was seen to run, and stays so',
      fromSeconds: 27,
      life: (message) => ({ outcome: 'unhealthy', state: 'exited', message }),
    },
  ];
  testWorlds(
    crossed(
      words.map((what) => ({ what })),
      forms,
      ({ what: message }, { fromSeconds, life }): WorldCase => ({
        world: { life: life(message) },
        right: {
          ...{ reason: 'crashed', isRestored: true, says: [literally(message)] },
          ...{ undoneFromSeconds: fromSeconds + 170, undoneBySeconds: fromSeconds + crashedSeconds },
        },
      }),
    ),
  );

  testWorlds({
    'a pull that failed with an exit status is a pull': {
      world: {
        life: { outcome: 'image-pull', message: 'failed to pull image: exit status 1: manifest unknown' },
      },
      right: { reason: 'image-pull', isRestored: true, undoneBySeconds: 22 + definiteSeconds },
    },
    'a worker that finds no GPU is no crash': {
      world: { life: { outcome: 'no-capacity', recoversAfterMs: 5 * minute } },
      right: { reason: '', atMostSeconds: greenBy(300 + usualSeconds), serving: [newImage] },
    },
    'an exit, and the second start comes up': {
      world: {
        life: { outcome: 'healthy', lostAfterMs: 30 * second, state: 'exited', message: words[0] },
      },
      right: { reason: '', atMostSeconds: 30 + usualSeconds + 45, serving: [newImage] },
    },
  });
});

describe('a worker that is `running` with the words of a crash loop', () => {
  const loops = [
    'Back-off restarting failed container',
    'CrashLoopBackOff: back-off 5m0s restarting failed container=main pod=llama-2',
  ];
  const failing = (message: string): Life => ({ outcome: 'unhealthy', message });
  const runs: { what: string; world?: WorldOptions; run?: WorldRun; right: Right }[] = [
    {
      what: 'an update',
      right: { reason: 'crashed', isRestored: true, undoneFromSeconds: 27 + 170, undoneBySeconds: 27 + crashedSeconds },
    },
    {
      what: 'a creation',
      world: { endpoint: null },
      right: { reason: 'crashed', atMostSeconds: 27 + crashedSeconds + 40 },
    },
    {
      what: 'wait: rollout',
      run: { with: { wait: 'rollout', ...keep } },
      right: { reason: 'crashed', atMostSeconds: 27 + crashedSeconds },
    },
  ];
  testWorlds(
    crossed(
      loops.map((what) => ({ what })),
      runs,
      ({ what: message }, { world, run, right }): WorldCase => ({
        world: { ...world, life: failing(message) },
        ...(run && { run }),
        right: { says: [literally(message)], ...right },
      }),
    ),
  );

  test('it is red again when the job is started again', async () => {
    await using world = await openWorld({ life: failing(loops[0] ?? '') });
    for (const env of [{}, startedAgain])
      expectEnding(await world.run({ env, with: keep }), { reason: 'crashed', atMostSeconds: 27 + crashedSeconds });
  });

  testWorlds({
    'for a minute, and then it comes up: green': {
      world: { life: { ...failing(loops[0] ?? ''), recoversAfterMs: 90 * second } },
      right: { reason: '', atMostSeconds: greenBy(90 + usualSeconds) + 30, serving: [newImage] },
    },
    'and is healthy all the same: green': {
      world: {
        life: {
          ...{ outcome: 'healthy', appearAfterMs: day },
          alsoListed: [{ state: 'running', healthy: true, message: loops[0] ?? '', fromMs: 37 * second }],
        },
      },
      // It was not seen starting.
      right: { reason: '', atLeastSeconds: 120, atMostSeconds: 150 },
    },
  });
});

describe('a change that restarts nothing, over a version that has failed and was kept', () => {
  const switches = { rolloutOn: 'container-change' } as const;
  const changes = [
    { what: 'requestTimeout', text: spec.replace('maxNum: 3', 'maxNum: 3, requestTimeout: 900') },
    { what: 'maxNum', text: spec.replace('maxNum: 3', 'maxNum: 5') },
    { what: 'policy.value', text: spec.replace('value: 8', 'value: 4') },
  ];
  const broken: { what: string; life: Life; right: Right }[] = [
    {
      what: 'that cannot be pulled',
      life: { outcome: 'image-pull' },
      right: { reason: 'image-pull', says: [/manifest unknown/], atMostSeconds: definiteSeconds },
    },
    {
      what: 'that cannot be pulled, which it says while it pulls',
      life: { outcome: 'image-pull', state: 'pulling', message: 'pull access denied for acme/llama' },
      right: { reason: 'image-pull', says: [/pull access denied/], atMostSeconds: definiteSeconds },
    },
    {
      what: 'that crashes',
      life: crashing,
      right: { reason: 'crashed', atMostSeconds: crashedSeconds + 30 },
    },
  ];
  const failed = async ({ run }: World) => expect((await run({ with: keep })).exitCode).toBe(1);
  testWorlds(
    crossed(
      changes,
      broken,
      ({ text }, { life, right }): WorldCase => ({
        world: { switches, life },
        first: failed,
        run: { spec: text, env: nextPush, with: keep },
        right,
      }),
    ),
  );

  test.for(changes)('$what: the runs after it say the same', async ({ text }) => {
    await using world = await openWorld({ switches, life: { outcome: 'image-pull' } });
    await failed(world);
    for (const env of [nextPush, { ...nextPush, ...startedAgain }])
      expectEnding(await world.run({ spec: text, env, with: keep }), {
        reason: 'image-pull',
        atMostSeconds: definiteSeconds,
      });
  });

  testWorlds(
    changes.map(({ what, text }): [string, WorldCase] => [
      `${what}: a version that still pulls is waited for`,
      {
        world: { switches, life: { outcome: 'healthy', pace: { pullingMs: 5 * minute } } },
        first: ({ run }) => run({ with: { wait: 'none' } }),
        run: { spec: text, env: nextPush },
        right: { reason: '', atLeastSeconds: 300, atMostSeconds: greenBy(317) + 30, serving: [newImage] },
      },
    ]),
  );
  testWorlds(
    changes.map(({ what, text }): [string, WorldCase] => [
      `${what}: the service starts new workers all the same, and they fail like those before`,
      {
        world: { scripts: [{ image: newImage, outcome: 'image-pull' } satisfies ScriptedWrite] },
        first: failed,
        run: { spec: text, env: nextPush, with: keep },
        right: { reason: 'image-pull', atMostSeconds: 22 + definiteSeconds },
      },
    ]),
  );
});
