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
  newImage,
  nextPush,
  openWorld,
  second,
  spec,
  usualSeconds,
  type World,
} from './world.ts';

/** A push that has to wait for nothing is green by then. */
const soonSeconds = greenBy(usualSeconds);
/** Two minutes after a write all of its workers count as listed. */
const lateWorkersSeconds = 120;
/** For a look-up, a reading that is due, and a write. */
const slackSeconds = 6;

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

describe('a push over a worker that still has no ID two minutes after its write', () => {
  const busy = (seconds: number) => ({ outcome: 'no-capacity', recoversAfterMs: seconds * second }) as const;
  const pulling = { outcome: 'healthy', pace: { pullingMs: 200 * second } } as const;
  test.for<[string, Partial<Switches>, Life, Life]>([
    ['pulls, and gives way', {}, pulling, { outcome: 'healthy' }],
    ['waits for a GPU, and gets the only one', keepsStarting, busy(130), busy(600)],
  ])('which %s: green by the new one alone, and so is the run after it', async ([, switches, first, life]) => {
    await using world = await openWorld({
      switches: { startingWorkerIds: 'missing', ...switches },
      scripts: [{ image: earlier, ...first }],
      life,
    });
    await world.run({ with: { image: earlier, wait: 'none' } });
    expectEnding(await world.run({ env: nextPush }), { reason: '', serving: [newImage] });
    expectEnding(await world.run({ env: nextPush }), { reason: '', outputs: { operation: 'unchanged' } });
  });
});

test('the worker of the first of two calls is listed after 40 s: the second call waits for it', async () => {
  const both = `${spec.replace('maxNum: 3', 'maxNum: 3, cudaVersion: "12.8"')}clusterID: as-sgp-2\n`;
  // It has half of the configuration.
  const half = { image: newImage, times: 1, outcome: 'healthy', appearAfterMs: 40 * second } as const;
  await using world = await openWorld({ switches: keepsStarting, scripts: [half] });
  const ended = await world.run({ spec: both });
  expectEnding(ended, {
    reason: '',
    atLeastSeconds: 40 + usualSeconds - slackSeconds,
    atMostSeconds: 40 + slackSeconds + soonSeconds,
    serving: [newImage],
  });
  expectWaitTold(ended, 2);
});

test('a second call replaces workers, also where no answer shows what it changes', async () => {
  const switches: Partial<Switches> = { ...keepsStarting, answersLeaveOut: ['rootfsSize'] };
  const half = { image: newImage, times: 1, outcome: 'healthy' } as const;
  const whole = { image: newImage, outcome: 'healthy', pace: { pullingMs: 90 * second } } as const;
  await using world = await openWorld({ endpoint: null, switches, scripts: [half, whole] });
  const ended = await world.run({ spec: `${spec}rootfsSize: 50\n` });
  const served = ended.endpoints[0]?.workers.filter(({ healthy }) => healthy).map(({ revision }) => revision);
  expect([ended.exitCode, served], ended.log).toEqual([0, [2]]);
});

test('a usual push says nothing of workers that are waited for, and writes at once', async () => {
  await using world = await openWorld();
  const ended = await world.run({ with: { image: good } });
  expectEnding(ended, { reason: '', image: good, atMostSeconds: soonSeconds, serving: [good] });
  expect([waits(beforeWrite(ended)), ended.writes[0]?.seconds]).toEqual([[], 0]);
});
