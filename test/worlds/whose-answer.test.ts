/** Whose answer it is, and whose worker, with real requests: a right answer of an old worker, and an old version under a new ID, are no proof of the new version. Every course of readings is a row of `rollout/evidence`. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import {
  crashing,
  expectEnding,
  green,
  greenBy,
  minute,
  newImage,
  oldImage,
  openWorld,
  second,
  testWorlds,
  usualSeconds,
  type World,
  type WorldCase,
  withMinNum,
} from './world.ts';

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
  const [wrong, right] = [answering('right', 'wrong'), answering('right', 'right')];
  const three = {
    endpoint: { workerConfig: { minNum: 3 } },
    life: { outcome: 'healthy', apartMs: 15 * second },
  } as const;
  const goneSeconds = usualSeconds + 200;
  const [kept, forever] = [
    { servedBy: 'turns', keepOldWorkersMs: 200 * second },
    { servedBy: 'turns', keepOldWorkersMs: 'forever' },
  ] as const;
  testWorlds({
    'the new version answers wrong; the service asks all workers in turn': {
      world: { switches: kept, models: wrong },
      run: { test: wanted },
      right: {
        ...{ reason: 'test-failed', isRestored: true },
        ...{ undoneFromSeconds: goneSeconds, undoneBySeconds: goneSeconds + 60 },
      },
    },
    'three workers come one after the other, and the new version answers right; the service asks the oldest': {
      world: { ...three, switches: { ...kept, servedBy: 'oldest' }, models: right },
      run: { spec: withMinNum(3), test: wanted },
      right: {
        ...{ reason: '', outputs: { proof: 'tests' }, saysNot: [byChance], serving: [newImage] },
        ...{ atLeastSeconds: goneSeconds, atMostSeconds: goneSeconds + 40 },
      },
    },
    'the old ones stay for longer than 5 minutes, and the new version answers right': {
      world: { switches: forever, models: right },
      run: { test: wanted },
      right: { reason: '', says: [byChance], outputs: { proof: 'workers' }, atMostSeconds: usualSeconds + 480 },
    },
    'wait: rollout waits for the old workers before it tests': {
      world: { switches: { servedBy: 'turns', keepOldWorkersMs: minute }, models: answering('right', 'wrong') },
      run: { test: wanted, with: { wait: 'rollout' } },
      right: { reason: 'test-failed', isRestored: true, undoneFromSeconds: 97, undoneBySeconds: 157 },
    },
  });

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
});

describe('a worker of the old version under a new ID, while the new version is pulled for minutes', () => {
  /** It is healthy 17 s after it comes, because its image is there. */
  const added = (afterSeconds: number): ForeignChange => {
    const script = { outcome: 'healthy', appearAfterMs: afterSeconds * second, pace: { pullingMs: 0 } } as const;
    return { kind: 'scale-out', after: 'update', image: oldImage, script };
  };
  const lost = {
    kind: 'interrupt',
    before: 'update',
    state: 'failed',
    fromMs: 20 * second,
    forMs: 60 * minute,
  } as const;
  const pace = { pullingMs: 4 * minute };
  const readySeconds = 2 + 240 + 15;
  const changes = [added(20), added(60)];
  const two = { changes: [lost, added(25)], endpoint: { workerConfig: { minNum: 2 } } };
  const broken: WorldCase['right'] = { reason: anyFailure, isRestored: 'either' };
  testWorlds({
    'the autoscaler adds two, and the new version crashes': {
      world: { changes, life: { outcome: 'crash-loop', pace } },
      right: broken,
    },
    'one of two is lost and replaced: green when the new version is rolled out': {
      world: { ...two, life: { outcome: 'healthy', pace } },
      run: { spec: withMinNum(2), with: { wait: 'rollout' } },
      right: green(readySeconds, { atMostSeconds: greenBy(readySeconds) + 15, serving: [newImage] }),
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
  const started = (life: object): ForeignChange => ({
    ...{ kind: 'scale-out', after: 'update' },
    script: { outcome: 'healthy', appearAfterMs: 5 * second, ...life },
  });
  const awake = async ({ emulator }: World) => {
    await fetch(`${emulator.endpoints()[0]?.url}/`);
    emulator.clock.advance(40 * second);
  };
  const endpoint = { workerConfig: { minNum: 0, maxNum: 3, freeTimeout: 60 } };
  testWorlds({
    'and crashes again and again': {
      world: { endpoint, changes: [started(crashing)] },
      first: awake,
      run: { spec: withMinNum(0) },
      right: { reason: 'crashed', isRestored: true, undoneBySeconds: 5 + usualSeconds + 240 },
    },
  });
});

describe('an unchanged endpoint with `minNum: 0` and no tests, whose list tells of crashes', () => {
  const zero = withMinNum(0);
  const endpoint = { workerConfig: { minNum: 0 } };
  const message = 'container exited with code 137';
  const list = ({ emulator }: World) => {
    for (const state of ['removed', 'exited', 'removed', 'failed'])
      emulator.addChange({ kind: 'list-worker', worker: { state, error: 'CONTAINER_EXITED', message } });
  };
  testWorlds({
    'the warning says so': {
      world: { endpoint },
      first: async (world) => {
        expectEnding(await world.run({ spec: zero }), { reason: '' });
        list(world);
        world.emulator.clock.advance(5 * minute);
      },
      run: { spec: zero },
      right: {
        ...{ reason: '', atMostSeconds: 60, outputs: { operation: 'unchanged', proof: 'none' } },
        says: [/^::warning[\s\S]*crashed (4|four) times/im, /137/],
      },
    },
    'workers of the version before have crashed: nothing is said of them': {
      world: { endpoint },
      first: async (world) => {
        list(world);
        expectEnding(await world.run({ spec: zero }), { reason: '' });
        world.emulator.clock.advance(minute);
      },
      run: { spec: zero },
      right: { reason: '', atMostSeconds: 60, saysNot: [/crashed (4|four) times/i, /137/] },
    },
  });
});
