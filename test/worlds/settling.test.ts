/** Workers of one write that are still to be listed when the next one is due: they are waited for before it, a line says so, and they prove nothing of what comes after. */

import { describe, expect, test } from 'vitest';
import type { ScriptedWrite, Switches } from '../emulator/emulator.ts';
import {
  cancelled,
  crashing,
  day,
  type Ended,
  expectEnding,
  greenBy,
  keep,
  type Life,
  minute,
  newImage,
  nextPush,
  openWorld,
  type Right,
  second,
  spec,
  testWorlds,
  unpullable,
  usualSeconds,
  type World,
  withMinNum,
} from './world.ts';

/** A push that has to wait for nothing is green by then. */
const soonSeconds = greenBy(usualSeconds);
/** Two minutes after a write all of its workers count as listed. */
const lateWorkersSeconds = 120;
/** For a look-up, a reading that is due, and a write. */
const slackSeconds = 6;

/** The third crash or a later one decides. */
const crashedBySeconds = usualSeconds + 180 + 30;

/** The version that the next push is to replace. */
const earlier = 'ghcr.io/acme/llama:3';
const good = 'ghcr.io/acme/llama:4';
/** Workers that start go on beside those of later writes until these are up. */
const keepsStarting: Partial<Switches> = { keepStartingWorkers: true };

/** What the log says between the plan, or the write before, and the nth write. */
const beforeWrite = ({ log }: Ended, nth = 1) =>
  log
    .slice(log.indexOf('Plan:'))
    .split(/^Written:/m)
    .at(nth - 1) ?? '';
/** Lines that say that workers are waited for. */
const waits = (text: string) =>
  text.split('\n').filter((line) => /worker/i.test(line) && /wait|settl|still to|not listed|listed yet/i.test(line));

function expectWaitTold(ended: Ended, nth = 1): void {
  // One line, and perhaps a heartbeat.
  expect([1, 2, 3], ended.log).toContain(waits(beforeWrite(ended, nth)).length);
}

describe('a fix that is pushed while the worker of a typo is still to be listed', () => {
  const typo = 'ghcr.io/acme/lama:2';
  const denied = 'pull access denied for acme/lama, repository does not exist or may require authorization';
  const script = { image: typo, outcome: 'image-pull', state: 'pulling', message: denied } as const;
  const listedAfter = (seconds: number, life: Life) => ({
    ...{ switches: keepsStarting, life },
    scripts: [{ ...script, appearAfterMs: seconds * second }],
  });
  const next = { env: nextPush, with: { ...keep, 'wait-timeout': '10m' } };
  testWorlds({
    'after 60 s, and the fix gets a GPU after 5 minutes': {
      world: listedAfter(60, { outcome: 'no-capacity', recoversAfterMs: 5 * minute }),
      first: ({ run }) => run({ with: { image: typo, wait: 'none' } }),
      run: next,
      right: {
        ...{ reason: '', serving: [newImage] },
        ...{ atLeastSeconds: 300 + usualSeconds, atMostSeconds: 60 + slackSeconds + greenBy(300 + usualSeconds) },
      },
    },
  });
});

describe('a push while a worker is missing', () => {
  const two = withMinNum(2);
  const endpoint = { workerConfig: { minNum: 2 } };
  const lose = ({ emulator }: World, forMs: number) => emulator.addChange({ kind: 'lose-worker', forMs });
  testWorlds({
    'for 30 s, of a version that was deployed ten minutes ago, and the new one crashes': {
      world: { endpoint, life: crashing },
      first: async (world) => {
        expectEnding(await world.run({ spec: two, with: { image: earlier } }), { reason: '', image: earlier });
        world.emulator.clock.advance(10 * minute);
        lose(world, 30 * second);
      },
      run: { spec: two, env: nextPush, with: { ...keep, 'wait-timeout': '6m' } },
      // What takes the place of the lost worker has the old version, and comes up.
      right: { reason: ['crashed', 'timeout'], atMostSeconds: 375 },
    },
  });
});

describe('a push after a version whose worker is not listed yet', () => {
  const notWaited = ({ run }: World) => run({ with: { image: earlier, wait: 'none' } });
  /** When it is known by its ID, in seconds after its write; at the latest two minutes after it nothing is waited for. */
  const comings: {
    what: string;
    first: (world: World) => Promise<unknown>;
    knownSeconds: number;
    switches?: Partial<Switches>;
    script?: Partial<ScriptedWrite>;
  }[] = [
    {
      what: 'not waited for, listed after 40 s',
      first: notWaited,
      knownSeconds: 40,
      script: { appearAfterMs: 40 * second },
    },
    {
      what: 'cancelled, never listed',
      first: (world) => cancelled(world, { with: { image: earlier } }),
      knownSeconds: lateWorkersSeconds,
      script: { appearAfterMs: day },
    },
    {
      what: 'not waited for, without ID while it pulls for 80 s',
      first: notWaited,
      knownSeconds: 87,
      switches: { startingWorkerIds: 'missing' },
      script: { pace: { pullingMs: 80 * second } },
    },
  ];
  const open = ({ switches, script }: Partial<(typeof comings)[number]>, life: Life) =>
    openWorld({
      switches: { ...keepsStarting, ...switches },
      scripts: [{ image: earlier, outcome: 'healthy', ...script }],
      life,
    });

  test.for(comings)('$what: the write waits for it, and the log says so', async ({ first, ...coming }) => {
    await using world = await open(coming, { outcome: 'healthy' });
    await first(world);
    const sinceSeconds = world.nowSeconds();
    const ended = await world.run({ env: nextPush });
    const knownSeconds = coming.knownSeconds - sinceSeconds;
    expectEnding(ended, {
      reason: '',
      atLeastSeconds: knownSeconds + usualSeconds - slackSeconds,
      atMostSeconds: knownSeconds + slackSeconds + soonSeconds,
      serving: [newImage],
    });
    expect(ended.writes[0]?.seconds, ended.log).toBeGreaterThan(knownSeconds - slackSeconds);
    expectWaitTold(ended);
  });

  test('what changes nothing of the workers is written all the same, and nothing is green by them', async () => {
    const script = { appearAfterMs: 40 * second };
    await using world = await open({ script, switches: { rolloutOn: 'container-change' } }, crashing);
    await world.run({ with: { wait: 'none' } });
    const scaled = spec.replace('maxNum: 3', 'maxNum: 5');
    expectEnding(await world.run({ spec: scaled, env: nextPush, with: keep }), { reason: 'crashed' });
  });
});

describe('a fix that is pushed while the version before it is definitely broken is not held up', () => {
  const broken = (script: Omit<ScriptedWrite, 'image'>) => [{ image: earlier, ...script }];
  const fail = (inputs: object) => async (world: World) =>
    expect((await world.run({ with: { image: earlier, ...inputs } })).exitCode).toBe(1);
  const green: Right = { reason: '', atMostSeconds: soonSeconds + slackSeconds, serving: [newImage] };
  testWorlds({
    'its image cannot be pulled, no worker has an ID before it runs, and it was restored': {
      world: { scripts: broken(unpullable), switches: { startingWorkerIds: 'missing' } },
      first: fail({}),
      run: { env: nextPush },
      // The worker of the restore may have no ID yet.
      right: { ...green, atMostSeconds: soonSeconds + 27 + slackSeconds },
    },
    'the first was cancelled while its image cannot be pulled': {
      world: { scripts: broken(unpullable) },
      first: (world) => cancelled(world, { with: { image: earlier } }),
      run: { env: nextPush },
      right: green,
    },
  });
});

describe('two calls of one run', () => {
  const both = `${spec.replace('maxNum: 3', 'maxNum: 3, cudaVersion: "12.8"')}clusterID: as-sgp-2\n`;
  /** The worker of the first call, which has half of the configuration. */
  const half = (appearAfterMs: number): ScriptedWrite => ({
    image: newImage,
    times: 1,
    outcome: 'healthy',
    appearAfterMs,
  });
  test('the worker of the first call is listed after 40 s: the second call waits for it', async () => {
    await using world = await openWorld({ switches: keepsStarting, scripts: [half(40 * second)] });
    const ended = await world.run({ spec: both });
    expectEnding(ended, {
      reason: '',
      atLeastSeconds: 40 + usualSeconds - slackSeconds,
      atMostSeconds: 40 + slackSeconds + soonSeconds,
      serving: [newImage],
    });
    expectWaitTold(ended, 2);
  });

  testWorlds({
    'the worker of the first call is listed after 40 s, and the whole configuration crashes': {
      world: { switches: keepsStarting, scripts: [half(40 * second), { image: newImage, ...crashing }] },
      run: { spec: both },
      right: {
        ...{ reason: 'crashed', isRestored: true },
        ...{ undoneFromSeconds: 40 + 180, undoneBySeconds: 40 + slackSeconds + crashedBySeconds },
      },
    },
  });
});

test('a usual push says nothing of workers that are waited for, and writes at once', async () => {
  await using world = await openWorld();
  const ended = await world.run({ with: { image: good } });
  expectEnding(ended, { reason: '', image: good, atMostSeconds: soonSeconds, serving: [good] });
  expect([waits(beforeWrite(ended)), ended.writes[0]?.seconds]).toEqual([[], 0]);
});
