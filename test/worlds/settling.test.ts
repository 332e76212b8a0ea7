/** Workers of one write that are still to be listed when the next one is due: they are waited for before it, a line says so, and they prove nothing of what comes after. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange, ScriptedWrite, Switches } from '../emulator/emulator.ts';
import {
  cancelled,
  crashing,
  crossed,
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
  type WorldCase,
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
  const ofTypo = [/acme\/lama/];
  const gapSeconds = 5;

  const typed: { what: string; first: (world: World) => Promise<unknown> }[] = [
    { what: 'pushed with `wait: none`', first: ({ run }) => run({ with: { image: typo, wait: 'none' } }) },
    { what: 'whose run was cancelled', first: (world) => cancelled(world, { with: { image: typo } }) },
  ];
  const fixes: { what: string; life: Life; right: (listedSeconds: number) => Right }[] = [
    {
      what: 'the fix gets a GPU after 5 minutes',
      life: { outcome: 'no-capacity', recoversAfterMs: 5 * minute },
      right: (listedSeconds) => {
        const atMostSeconds = listedSeconds + slackSeconds + greenBy(300 + usualSeconds);
        return { reason: '', atLeastSeconds: 300 + usualSeconds, atMostSeconds, serving: [newImage] };
      },
    },
    {
      what: 'the fix gets no GPU',
      life: { outcome: 'no-capacity' },
      right: (listedSeconds) => ({
        ...{ reason: 'no-capacity', says: [/failed to schedule/], saysNot: ofTypo },
        ...{ atLeastSeconds: 590, atMostSeconds: listedSeconds + 600 + 20 },
      }),
    },
    {
      what: 'the fix cannot be pulled either',
      life: { outcome: 'image-pull', message: `manifest for ${newImage} not found: manifest unknown` },
      right: (listedSeconds) => ({
        ...{ reason: 'image-pull', says: [/llama:2 not found/], saysNot: ofTypo },
        atMostSeconds: listedSeconds + slackSeconds + 22 + 45,
      }),
    },
    {
      what: 'the fix crashes',
      life: crashing,
      right: (listedSeconds) => ({
        ...{ reason: 'crashed', saysNot: ofTypo },
        atMostSeconds: listedSeconds + slackSeconds + crashedBySeconds,
      }),
    },
    {
      what: 'the fix comes up',
      life: { outcome: 'healthy' },
      right: (listedSeconds) => ({
        ...{ reason: '', serving: [newImage] },
        ...{ atLeastSeconds: usualSeconds, atMostSeconds: listedSeconds + slackSeconds + soonSeconds },
      }),
    },
  ];
  const times = [30, 60, 100].flatMap((listedSeconds) =>
    typed
      .slice(0, listedSeconds === 60 ? typed.length : 1)
      .map(({ what, first }) => ({ what: `a typo ${what}, listed after ${listedSeconds} s`, first, listedSeconds })),
  );
  testWorlds(
    crossed(times, fixes, ({ first, listedSeconds }, { life, right }): WorldCase => {
      const appearAfterMs = listedSeconds * second;
      const script = { image: typo, outcome: 'image-pull', state: 'pulling', message: denied, appearAfterMs } as const;
      return {
        world: { switches: keepsStarting, scripts: [script], life },
        first: async (world) => {
          await first(world);
          world.emulator.clock.advance(gapSeconds * second);
        },
        run: { env: nextPush, with: { ...keep, 'wait-timeout': '10m' } },
        right: right(listedSeconds),
      };
    }),
  );

  testWorlds({
    'a typo that was seen to fail does not speak for a fix that waits for a GPU': {
      world: {
        switches: keepsStarting,
        scripts: [{ image: typo, outcome: 'image-pull', state: 'pulling', message: denied }],
        life: { outcome: 'no-capacity', recoversAfterMs: 5 * minute },
      },
      first: ({ run }) => run({ with: { image: typo, ...keep } }),
      run: { env: nextPush },
      right: { reason: '', atMostSeconds: greenBy(300 + usualSeconds), serving: [newImage] },
    },
  });
});

describe('a push while a worker is missing', () => {
  const two = withMinNum(2);
  const endpoint = { workerConfig: { minNum: 2 } };
  const lost = (forMs: number): ForeignChange => ({ kind: 'lose-worker', forMs });
  const befores: { what: string; first: (world: World) => Promise<unknown> }[] = [
    { what: 'of an endpoint that was made by hand', first: async () => {} },
    {
      what: 'of a version that was deployed ten minutes ago',
      first: async ({ run, emulator }) => {
        expectEnding(await run({ spec: two, with: { image: earlier } }), { reason: '', image: earlier });
        emulator.clock.advance(10 * minute);
      },
    },
  ];
  const absences = [
    { what: 'for a day', forMs: day },
    { what: 'for 30 s', forMs: 30 * second },
    { what: 'for 5 s', forMs: 5 * second },
  ];
  testWorlds(
    crossed(
      befores,
      absences,
      ({ first }, { forMs }): WorldCase => ({
        world: { endpoint },
        first: async (world) => {
          await first(world);
          world.emulator.addChange(lost(forMs));
        },
        run: { spec: two, env: nextPush },
        right: { reason: '', atMostSeconds: soonSeconds + slackSeconds, serving: [newImage] },
      }),
    ),
  );
  testWorlds(
    crossed(
      befores,
      absences,
      ({ first }, { forMs }): WorldCase => ({
        world: { endpoint, life: crashing },
        first: async (world) => {
          await first(world);
          world.emulator.addChange(lost(forMs));
        },
        run: { spec: two, env: nextPush, with: { ...keep, 'wait-timeout': '6m' } },
        // What takes the place of the lost worker has the old version, and comes up.
        right: { reason: ['crashed', 'timeout'], atMostSeconds: 375 },
      }),
    ).map(([what, one]): [string, WorldCase] => [`${what}, and the new version crashes`, one]),
  );
});

describe('a push after a restore', () => {
  const failures: { what: string; script: ScriptedWrite }[] = [
    { what: 'crashed', script: { image: earlier, ...crashing } },
    {
      what: 'could not be pulled',
      script: { image: earlier, ...unpullable },
    },
  ];
  const pauses = [0, 60].map((seconds) => ({ what: `${seconds} s later`, seconds }));
  const restored = async ({ run }: World) =>
    expect((await run({ with: { image: earlier } })).outputs.operation).toBe('restored');

  testWorlds(
    crossed(
      failures,
      pauses,
      ({ script }, { seconds }): WorldCase => ({
        world: { scripts: [script] },
        first: async (world) => {
          await restored(world);
          world.emulator.clock.advance(seconds * second);
        },
        run: { env: nextPush },
        right: { reason: '', atLeastSeconds: usualSeconds, atMostSeconds: soonSeconds, serving: [newImage] },
      }),
    ).map(([what, one]): [string, WorldCase] => [`of a version that ${what}`, one]),
  );
});

describe('a push after a version whose worker is not listed yet', () => {
  const befores: { what: string; first: (world: World) => Promise<unknown> }[] = [
    { what: 'not waited for', first: ({ run }) => run({ with: { image: earlier, wait: 'none' } }) },
    { what: 'cancelled', first: (world) => cancelled(world, { with: { image: earlier } }) },
  ];
  /** When it is known by its ID, in seconds after its write; at the latest two minutes after it nothing is waited for. */
  const comings: {
    what: string;
    knownSeconds: number;
    switches?: Partial<Switches>;
    script?: Partial<ScriptedWrite>;
  }[] = [
    { what: 'listed after 40 s', knownSeconds: 40, script: { appearAfterMs: 40 * second } },
    { what: 'listed after 90 s', knownSeconds: 90, script: { appearAfterMs: 90 * second } },
    { what: 'never listed', knownSeconds: lateWorkersSeconds, script: { appearAfterMs: day } },
    { what: 'without ID for 27 s', knownSeconds: 27, switches: { startingWorkerIds: 'missing' } },
    {
      what: 'without ID while it pulls for 80 s',
      knownSeconds: 87,
      switches: { startingWorkerIds: 'missing' },
      script: { pace: { pullingMs: 80 * second } },
    },
  ];
  const cases = befores.flatMap(({ what, first }) => comings.map((each) => ({ ...each, before: what, first })));
  const open = ({ switches, script }: (typeof comings)[number], life: Life) =>
    openWorld({
      switches: { ...keepsStarting, ...switches },
      scripts: [{ image: earlier, outcome: 'healthy', ...script }],
      life,
    });

  test.for(cases)('$before, $what: the write waits for it, and the log says so', async ({ first, ...coming }) => {
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

  test.for(cases)('$before, $what: it proves nothing of a version that crashes', async ({ first, ...coming }) => {
    await using world = await open(coming, crashing);
    await first(world);
    expectEnding(await world.run({ env: nextPush, with: keep }), {
      reason: 'crashed',
      atMostSeconds: coming.knownSeconds + slackSeconds + crashedBySeconds,
    });
  });

  test('what changes nothing of the workers is written all the same, and nothing is green by them', async () => {
    const script = { appearAfterMs: 40 * second };
    await using world = await open(
      { what: '', knownSeconds: 40, script, switches: { rolloutOn: 'container-change' } },
      crashing,
    );
    await world.run({ with: { wait: 'none' } });
    const scaled = spec.replace('maxNum: 3', 'maxNum: 5');
    expectEnding(await world.run({ spec: scaled, env: nextPush, with: keep }), { reason: 'crashed' });
  });
});

describe('a fix that is pushed while the version before it is definitely broken is not held up', () => {
  const broken: { what: string; script: Omit<ScriptedWrite, 'image'>; switches?: Partial<Switches> }[] = [
    { what: 'it crashes', script: crashing },
    { what: 'it crashes, and loads for 90 s each time', script: { ...crashing, runsForMs: 90 * second } },
    { what: 'its image cannot be pulled', script: { outcome: 'image-pull' } },
    {
      what: 'its image cannot be pulled, and a worker has no ID before it runs',
      script: unpullable,
      switches: { startingWorkerIds: 'missing' },
    },
    {
      what: 'its image cannot be pulled between two back-offs, and a worker has no ID before it runs',
      script: { outcome: 'image-backoff', message: 'manifest unknown' },
      switches: { startingWorkerIds: 'missing' },
    },
    { what: 'the endpoint fails', script: { outcome: 'endpoint-failed' } },
  ];
  const ends = [
    { what: 'red and kept', inputs: keep },
    { what: 'red and restored', inputs: {} },
  ];
  testWorlds(
    crossed(
      broken,
      ends,
      ({ script, switches = {} }, { inputs }): WorldCase => ({
        world: { switches, scripts: [{ image: earlier, ...script }] },
        first: async ({ run }) => expect((await run({ with: { image: earlier, ...inputs } })).exitCode).toBe(1),
        run: { env: nextPush },
        // A worker of the restore may have no ID yet.
        right: {
          reason: '',
          atMostSeconds: soonSeconds + (switches.startingWorkerIds && inputs !== keep ? 27 : 0) + slackSeconds,
          serving: [newImage],
        },
      }),
    ),
  );

  testWorlds({
    'the first was cancelled while its image cannot be pulled': {
      world: { scripts: [{ image: earlier, ...unpullable }] },
      first: (world) => cancelled(world, { with: { image: earlier } }),
      run: { env: nextPush },
      right: { reason: '', atMostSeconds: soonSeconds, serving: [newImage] },
    },
    'and the fix is broken as well': {
      world: { scripts: [{ image: earlier, ...crashing }], life: { outcome: 'image-pull' } },
      first: ({ run }) => run({ with: { image: earlier, ...keep } }),
      run: { env: nextPush, with: keep },
      right: { reason: 'image-pull', atMostSeconds: 22 + 45 },
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
  const lates = [40, 90];

  test.for(lates)('the worker of the first call is listed after %i s: the second call waits for it', async (late) => {
    await using world = await openWorld({ switches: keepsStarting, scripts: [half(late * second)] });
    const ended = await world.run({ spec: both });
    expectEnding(ended, {
      reason: '',
      atLeastSeconds: late + usualSeconds - slackSeconds,
      atMostSeconds: late + slackSeconds + soonSeconds,
      serving: [newImage],
    });
    expectWaitTold(ended, 2);
  });

  testWorlds(
    [0, ...lates].map((late): [string, WorldCase] => [
      `the worker of the first call is listed after ${late} s, and the whole configuration crashes`,
      {
        world: { switches: keepsStarting, scripts: [half(late * second), { image: newImage, ...crashing }] },
        run: { spec: both },
        right: {
          ...{ reason: 'crashed', isRestored: true },
          ...{ undoneFromSeconds: late + 180, undoneBySeconds: late + slackSeconds + crashedBySeconds },
        },
      },
    ]),
  );
  testWorlds({
    'the worker of the first call is listed at once: nothing is waited for': {
      world: { switches: keepsStarting, scripts: [half(0)] },
      run: { spec: both },
      right: { reason: '', atMostSeconds: soonSeconds + slackSeconds, serving: [newImage] },
    },
    'a first deploy that v2 finishes waits for nothing either': {
      world: { endpoint: null },
      run: { spec: both },
      right: { reason: '', atMostSeconds: soonSeconds + slackSeconds, serving: [newImage] },
    },
  });
});

test('a usual push says nothing of workers that are waited for, and writes at once', async () => {
  await using world = await openWorld();
  const ended = await world.run({ with: { image: good } });
  expectEnding(ended, { reason: '', image: good, atMostSeconds: soonSeconds, serving: [good] });
  expect([waits(beforeWrite(ended)), ended.writes[0]?.seconds]).toEqual([[], 0]);
});
