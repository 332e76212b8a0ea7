/** Which version a worker runs: whatever the service lists under a new ID, no run is green before a worker of its own version serves. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import {
  crashing,
  day,
  expectEnding,
  green,
  greenBy,
  keep,
  type Life,
  minute,
  newImage,
  oldImage,
  openWorld,
  second,
  spec,
  testWorlds,
  usualSeconds,
  type WorldCase,
  type WorldOptions,
  withMinNum,
} from './world.ts';

const pulled = { outcome: 'healthy', pace: { pullingMs: 6 * minute } } as const;
const answering = (byOld: string, byNew: string): ServedModel[] => [
  { image: oldImage, also: { 'GET /version': { version: byOld } } },
  { image: newImage, also: { 'GET /version': { version: byNew } } },
];

/** A fleet is rolled one at a time, and an old host is lost meanwhile. */
const rolled: WorldOptions = {
  endpoint: { workerConfig: { minNum: 2 } },
  life: { ...pulled, apartMs: 10 * minute },
  changes: [
    { kind: 'interrupt', before: 'update', state: 'failed', fromMs: 40 * second, forMs: day },
    {
      kind: 'scale-out',
      after: 'update',
      image: oldImage,
      script: { outcome: 'healthy', appearAfterMs: 45 * second, pace: { pullingMs: 0 } },
    },
  ],
};

testWorlds({
  'with `wait: rollout`, what is there in the place of the lost one has to give way, too': {
    world: { ...rolled, switches: { keepOldWorkersMs: 30 * second } },
    run: { spec: withMinNum(2), with: { wait: 'rollout' } },
    right: { reason: '', atLeastSeconds: 960, serving: [newImage] },
  },
  'a misspelt path of the health check, in a fleet without a spare GPU: replaced is replaced': {
    world: { endpoint: { workerConfig: { minNum: 2 } }, scripts: [{ image: oldImage, outcome: 'unhealthy' }] },
    run: {
      spec: withMinNum(2).replace('/health', '/wrong'),
      with: { image: 'spec', 'on-failure': 'keep', 'wait-timeout': '15m' },
    },
    right: { reason: 'unhealthy', image: oldImage },
  },
  'a bad version is left, and the old one gets a worker under a new ID: an unchanged push is not green': {
    world: { life: crashing },
    first: async (world) => {
      expectEnding(await world.run({ with: { 'on-failure': 'keep' } }), { reason: 'crashed' });
      world.emulator.addChange({ kind: 'list-worker', worker: { id: 'again', state: 'running', healthy: true } });
    },
    run: { with: { 'wait-timeout': '10m' } },
    right: { reason: ['crashed', 'timeout'] },
  },
  'without `healthy` in the spec, a worker that says `healthy: false` beside one that says `true` is not ready': {
    world: { endpoint: { healthy: { path: '' } }, life: { outcome: 'unhealthy' } },
    run: { spec: spec.replace(/healthy: .*\n/, ''), with: { 'wait-timeout': '3m', 'on-failure': 'keep' } },
    right: { reason: ['timeout', 'unhealthy'] },
  },
});

/** The old version comes under a new ID so long after the write, because its host is lost, or because the autoscaler adds it. */
const again = (seconds: number, isLost = true, pullingMs = 0): ForeignChange[] => {
  const script = { outcome: 'healthy', appearAfterMs: seconds * second, pace: { pullingMs } } as const;
  const added: ForeignChange = { kind: 'scale-out', after: 'update', image: oldImage, script };
  const lost: ForeignChange = {
    kind: 'interrupt',
    before: 'update',
    state: 'failed',
    fromMs: seconds * second,
    forMs: day,
  };
  return isLost ? [lost, added] : [added];
};
const untold = {
  reason: '',
  atLeastSeconds: 360,
  says: [/^::warning.*nothing shows which version it runs/m],
  outputs: { proof: 'none' },
};

describe('the old version comes under a new ID while the new one crashes', () => {
  const right = { reason: 'crashed', isRestored: true, saysNot: [/:2\) serves/], undoneFromSeconds: 180 };
  const comes = (seconds: number, isLost: boolean, minNum: number, run?: WorldCase['run']): WorldCase => ({
    world: { endpoint: { workerConfig: { minNum } }, life: crashing, changes: again(seconds, isLost) },
    run: { ...run, spec: withMinNum(minNum) },
    right,
  });
  testWorlds({
    '4 s after the write, for a lost host': comes(4, true, 1),
    '7 s after the write, for load, with a test that any version passes': comes(7, false, 2, { test: '/health' }),
    '110 s after the write, for a lost host, with `wait: rollout`': comes(110, true, 1, { with: { wait: 'rollout' } }),
    'once, and stays down': {
      world: { life: { outcome: 'crash-loop', exitedForMs: day, runsForMs: second }, changes: again(60, false) },
      right: untold,
    },
    'beside it, the red end names no image of an unknown version': {
      world: { life: crashing, changes: again(7) },
      run: { with: keep },
      right: { reason: 'crashed', saysNot: [/:2\) serves/], says: [/1 worker of an unknown version serves/] },
    },
  });
});

describe('the new worker waits for a GPU, and the old version comes beside it under a new ID', () => {
  const world: WorldOptions = { life: { outcome: 'no-capacity' }, changes: again(25) };
  testWorlds({
    'with `wait: rollout`': { world, run: { with: { wait: 'rollout' } }, right: untold },
    'with a test that any version passes': { world, run: { test: '/health' }, right: untold },
    'with a test that only the new version passes': {
      world: { ...world, models: answering('v1', 'v2') },
      run: { test: '{get: /version, expect: {contains: v2}}' },
      right: { reason: ['test-failed', 'no-capacity', 'timeout'] },
    },
    'a push that changes nothing': {
      world,
      first: (world) => world.run(),
      right: { ...untold, atLeastSeconds: 0, outputs: { operation: 'unchanged', proof: 'none' } },
    },
  });
});

describe('a fleet is rolled one at a time, and one more of the old version comes under a new ID', () => {
  const fleet = (seconds: number, life: Partial<Life>, isLost = false): WorldCase => ({
    world: {
      endpoint: { workerConfig: { minNum: 2 } },
      life: { ...pulled, apartMs: 10 * minute, ...life },
      changes: again(seconds, isLost, 30 * second),
    },
    run: { spec: withMinNum(2) },
    right: { reason: '', atLeastSeconds: 360, serving: [newImage] },
  });
  testWorlds({
    'at once': fleet(1, {}),
    'for a lost host, and the new one is listed 40 s late': fleet(5, { appearAfterMs: 40 * second }, true),
  });
});

describe('the old version is up under a new ID before the new worker is listed', () => {
  const early = (isLost: boolean, minNum = 1): WorldCase => ({
    world: {
      endpoint: { workerConfig: { minNum } },
      life: { ...pulled, appearAfterMs: 40 * second },
      changes: again(1, isLost),
    },
    run: { spec: withMinNum(minNum) },
    right: { reason: '', atLeastSeconds: 360, serving: [newImage] },
  });
  testWorlds({
    'for a lost host of a fleet': early(true, 3),
    'with a test that any version passes': { ...early(false), run: { test: '/health' } },
  });
});

describe('fewer workers than `minNum` find a GPU: green, and a warning counts them', () => {
  const waiting = (id: string) => {
    return {
      id,
      state: 'pending',
      error: 'UNSCHEDULABLE',
      message: 'failed to schedule worker: insufficient resources',
    };
  };
  const life: Life = { outcome: 'healthy', apartMs: day, alsoListed: [waiting('w2')] };
  const twoWanted = { spec: withMinNum(2) };
  const says = [/^::warning.*1 of 2 runs; 1 finds no free GPU/m];
  const add = (worker: ReturnType<typeof waiting>): ForeignChange => ({ kind: 'list-worker', after: 'update', worker });
  const crashed = (id: string) => ({ ...waiting(id), state: 'exited', error: '', message: 'exit code 1' });
  const starting = (id: string) => ({ ...waiting(id), error: '', message: '', forMs: second });
  const later = (id: string) => ({ ...crashed(id), fromMs: second });
  const scaled = { spec: withMinNum(3), with: { image: oldImage } };
  const scaling = (changes: ForeignChange[], counted: RegExp): WorldCase => ({
    world: { changes, scripts: [{ image: oldImage, outcome: 'healthy', apartMs: day }] },
    run: scaled,
    right: { reason: '', image: oldImage, atMostSeconds: 150, says: [counted], serving: [oldImage] },
  });
  testWorlds({
    'an update': {
      world: { endpoint: { workerConfig: { minNum: 2 } }, life },
      run: twoWanted,
      right: green(usualSeconds, { says }),
    },
    'a run that changes nothing': {
      world: { endpoint: null, life },
      first: (world) => world.run(twoWanted),
      run: twoWanted,
      right: { reason: '', atMostSeconds: 30, says, outputs: { operation: 'unchanged' } },
    },
    'more, which find none': scaling([add(waiting('w2')), add(waiting('w3'))], /1 of 3 runs; 2 find no free GPU/),
    'more workers, of which two crash after a second': scaling(
      [add(starting('w2')), add(starting('w3')), add(later('w2')), add(later('w3'))],
      /1 of 3 runs; 2 have crashed/,
    ),
    'more workers, of which one crashes': scaling(
      [add(crashed('w2')), add(waiting('w3'))],
      /1 of 3 runs; 1 has crashed, 1 finds no free GPU/,
    ),
  });
});

describe('a busy endpoint, to which the autoscaler adds workers all the time', () => {
  const pullSeconds = 10;
  const every20s = [5, 25, 45, 65, 85, 105, 125, 145, 165, 185, 205, 225];
  const loads: [what: string, seconds: number, added: Record<string, number[]>][] = [
    ['105 s, of both', 105, { [newImage]: [20, 60, 100, 140, 180], [oldImage]: [5, 40, 80, 120, 160] }],
    ['150 s, of the new version', 150, { [newImage]: every20s }],
  ];
  testWorlds(
    loads.map(([what, seconds, added]): [string, WorldCase] => {
      const pace = { pullingMs: pullSeconds * second, startingMs: seconds * second };
      const changes = Object.entries(added).flatMap(([image, times]) =>
        times.map((at): ForeignChange => {
          const script = { outcome: 'healthy', appearAfterMs: at * second, pace } as const;
          return { kind: 'scale-out', after: 'update', image, script };
        }),
      );
      const healthySeconds = 2 + pullSeconds + seconds + 10;
      const given: WorldCase = {
        world: { endpoint: { workerConfig: { minNum: 1, maxNum: 20 } }, life: { outcome: 'healthy', pace }, changes },
        run: { spec: spec.replace('maxNum: 3', 'maxNum: 20') },
        // Those of the first 30 s have no order: all of them are waited for.
        right: green(healthySeconds, { atMostSeconds: greenBy(healthySeconds + 30), serving: [newImage] }),
      };
      return [`a load of ${what}`, given];
    }),
  );
});

test('the old worker is not listed before the write and is afterwards: it is not the new one', async () => {
  await using world = await openWorld({
    switches: { answersReplace: { workers: [] } },
    life: { outcome: 'healthy', pace: { pullingMs: 5 * minute } },
  });
  const run = () => world.emulator.setSwitches({ answersReplace: {} });
  world.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
  expectEnding(await world.run(), { reason: '', atLeastSeconds: 300, serving: [newImage] });
});

test('an update is answered 503, and someone changes a number meanwhile: it is not overwritten', async () => {
  const part = { workerConfig: { minNum: 1, maxNum: 7 } };
  await using world = await openWorld({ changes: [{ kind: 'change', before: 'update', part }] });
  world.addFault({ operation: 'update', kind: 'status', status: 503 });
  expectEnding(await world.run(), { reason: 'conflict', image: oldImage });
  expect(world.emulator.endpoints()[0]?.workerConfig.maxNum).toBe(7);
});

test('a test that only the new version passes is asked again until the old workers have stopped', async () => {
  await using world = await openWorld({
    endpoint: { workerConfig: { minNum: 1 } },
    switches: { servedBy: 'oldest', keepOldWorkersMs: 10 * minute },
    models: answering('v1', 'v2'),
  });
  const ended = await world.run({ test: '{get: /version, expect: {contains: v2}}' });
  expectEnding(ended, { reason: '', atLeastSeconds: usualSeconds + 300, serving: [newImage] });
  expect(ended.outputs.proof).toBe('tests');
});

testWorlds({
  'an update is over early, and its worker is listed 90 s late: it is waited for': {
    world: {
      life: { outcome: 'healthy', appearAfterMs: 90 * second },
      switches: { stateDuringUpdate: 'updating', updatingForMs: 20 * second },
    },
    right: green(90 + usualSeconds, { serving: [newImage] }),
  },
});

describe('an old worker that comes between the look-up and the update is none of the new version', () => {
  const script = { outcome: 'healthy', pace: { pullingMs: 0 } } as const;
  const scaledOut = { kind: 'scale-out', afterMs: 1000, script } as const;
  const busy = { operation: 'update', kind: 'status', status: 400, reason: 'CONFLICT', forMs: 40 * second } as const;
  test.for<[string, WorldOptions, number]>([
    ['while the update is refused as busy', { faults: [busy] }, 0],
    ['and a list that is late does not show it', { switches: { listLagMs: 60 * second } }, 40],
  ])('%s', async ([, world, restSeconds]) => {
    await using opened = await openWorld({ ...world, changes: [scaledOut], life: { outcome: 'image-pull' } });
    opened.emulator.clock.advance(restSeconds * second);
    for (const _ of ['a push', 'the next one'])
      expectEnding(await opened.run({ with: { 'on-failure': 'keep' } }), { reason: 'image-pull' });
  });
});
