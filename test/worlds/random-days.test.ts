/** Random ordinary days: whatever the service does meanwhile, green is for a new worker that is healthy, and red for a version that does not come up. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault, ForeignChange, Switches } from '../emulator/emulator.ts';
import { runs } from '../runs.ts';
import {
  day,
  greenBy,
  type Life,
  newImage,
  oldImage,
  openWorld,
  second,
  stillBilled,
  type WorldOptions,
  withMinNum,
} from './world.ts';

const seconds = (max: number) => fc.integer({ min: 0, max }).map((count) => count * second);
const timeoutSeconds = 900;
/** The same days in every run of the suite; others in `npm run test:long`. */
const seed = process.env.SEED === 'random' ? Date.now() : Number(process.env.SEED ?? 1);

/** What the old workers and the service do meanwhile; none of it says anything of the new version. */
const noise = fc.record({
  switches: fc
    .record({
      updatingForMs: fc.option(seconds(60)),
      stateDuringUpdate: fc.constantFrom('serving', 'updating'),
      keepOldWorkersMs: fc.constantFrom(0, 30 * second, 'forever'),
      rolloutOn: fc.constantFrom('every-update', 'container-change'),
      getLagMs: fc.constantFrom(0, 0, 0, 10 * second),
      startingWorkerIds: fc.constantFrom('shown', 'missing'),
      stateWords: fc.constantFrom('v1', 'v2'),
      omitFalse: fc.boolean(),
    })
    .map((switches): Partial<Switches> => switches as Partial<Switches>),
  changes: fc.array(
    fc
      .record({
        state: fc.constantFrom(undefined, 'starting', 'paused', 'pulling'),
        fromMs: seconds(120),
        forMs: seconds(40),
      })
      .map((change): ForeignChange => ({ kind: 'interrupt', after: 'update', ...change })),
    { maxLength: 3 },
  ),
  faults: fc.array(
    fc
      .record({
        operation: fc.constantFrom('get', 'get', 'list', 'update'),
        after: fc.nat(8),
        forMs: seconds(100),
        status: fc.constantFrom(429, 500, 502, 503, 504),
      })
      .map((fault): Fault => ({ kind: 'status', html: true, ...fault }) as Fault),
    { maxLength: 1 },
  ),
});

const pace = fc.record({
  schedulingMs: seconds(20),
  pullingMs: seconds(200),
  startingMs: seconds(10),
  healthCheckMs: seconds(150),
});

interface Good {
  life: Life;
  readySeconds: number;
}

/** Listed late, lost at most once, slow: at most 12 minutes in all. */
const good: fc.Arbitrary<Good> = fc
  .record({ pace, appearAfterMs: seconds(120), lostAfterMs: fc.option(seconds(100), { nil: undefined }) })
  .map(({ lostAfterMs, ...life }) => {
    const lifeMs = Object.values(life.pace).reduce((sum, ms) => sum + ms, 0);
    // One that is healthy before it is lost may be believed.
    const lostMs = lostAfterMs !== undefined && lostAfterMs > 0 && lostAfterMs < lifeMs ? lostAfterMs : undefined;
    const readyMs = life.appearAfterMs + (lostMs ?? 0) + lifeMs;
    return { life: { outcome: 'healthy', ...life, lostAfterMs: lostMs }, readySeconds: readyMs / second };
  });

/** No reading while the first worker is lost and the next one starts. It is tried in every run. */
const blindAtTheStart: [Required<Pick<WorldOptions, 'switches' | 'changes' | 'faults'>>, Good] = [
  {
    switches: { keepOldWorkersMs: 'forever' },
    changes: [],
    faults: [{ kind: 'status', html: true, operation: 'get', after: 4, forMs: 4 * second, status: 429 }],
  },
  {
    life: {
      outcome: 'healthy',
      pace: { schedulingMs: 0, pullingMs: 0, startingMs: 0, healthCheckMs: 6 * second },
      lostAfterMs: 4 * second,
    },
    readySeconds: 10,
  },
];

const bad: fc.Arbitrary<Life> = fc.oneof(
  pace.map((each): Life => ({ outcome: 'crash-loop', pace: each })),
  fc
    .record({ runsForMs: seconds(200), exitedForMs: fc.constant(30 * second) })
    .map((each): Life => ({ outcome: 'crash-loop', ...each })),
  fc.constantFrom<Life>(
    { outcome: 'image-pull', message: 'manifest unknown' },
    { outcome: 'image-backoff' },
    { outcome: 'unhealthy' },
    { outcome: 'no-capacity' },
    { outcome: 'endpoint-failed' },
    { outcome: 'never' },
    { outcome: 'healthy', appearAfterMs: day },
  ),
);

const asked = { with: { 'wait-timeout': `${timeoutSeconds}s` } };

/** Without a reading for so long: what is asked again and again is asked at twice the distance each time. */
const blindMs = ({ faults = [] }: WorldOptions) =>
  faults.reduce((sum, each) => sum + (each.operation === 'get' && 'forMs' in each ? 2 * (each.forMs ?? 0) : 0), 0);

/** A lost worker and the one in its place are first read together, so nothing shows which of them is new for five minutes. */
const isOrderUnseen = (around: WorldOptions, { lostAfterMs }: Life) =>
  lostAfterMs !== undefined && lostAfterMs <= (around.switches?.getLagMs ?? 0) + blindMs(around);

/** A worker that is healthy when it is first listed, or first has an ID, proves nothing for two minutes. Pauses between readings are up to 10 s. */
const isNeverSeenStarting = (around: WorldOptions, { life, readySeconds }: Good) => {
  const { appearAfterMs = 0, lostAfterMs = 0 } = life;
  const startsForMs = readySeconds * second - appearAfterMs - lostAfterMs;
  return around.switches?.startingWorkerIds === 'missing' || startsForMs < 10 * second + blindMs(around);
};

/** A delay by the service's own faults and late answers. */
const delaySeconds = ({ faults = [], changes = [], switches = {} }: WorldOptions) =>
  ([...faults, ...changes].reduce((sum, each) => sum + (('forMs' in each && each.forMs) || 0), 0) +
    (switches.getLagMs ?? 0)) /
  second;

test('a version that comes up is green, when it is healthy and soon after', async () => {
  await fc.assert(
    fc.asyncProperty(noise, good, async (around, { life, readySeconds }) => {
      await using world = await openWorld({ ...around, life });
      const ended = await world.run(asked);
      const late = delaySeconds(around);
      expect(ended.outputs['failure-reason'] ?? '', ended.log).toBe('');
      // A late reading cannot show that the new worker is interrupted at this moment.
      const isSeen = !around.switches.getLagMs || around.changes.length === 0;
      if (isSeen) expect(ended.serving, ended.log).toContain(newImage);
      expect(ended.seconds, ended.log).toBeGreaterThanOrEqual(readySeconds);
      // After a crash, health has to last for 30 s, once more after an interruption.
      const lastsSeconds =
        (life.lostAfterMs === undefined ? 30 : 60) + (isNeverSeenStarting(around, { life, readySeconds }) ? 120 : 0);
      const mostSeconds = greenBy(readySeconds + 2 * late) + (isOrderUnseen(around, life) ? 330 : lastsSeconds);
      expect(ended.seconds, ended.log).toBeLessThanOrEqual(mostSeconds);
    }),
    { numRuns: runs(6), seed, examples: [blindAtTheStart] },
  );
});

test('a version that comes up passes its tests, with a worker that always runs and with one that a test wakes', async () => {
  await fc.assert(
    fc.asyncProperty(noise, good, fc.constantFrom(0, 1), async (around, { life, readySeconds }, minNum) => {
      // Nothing replaces a lost worker of an endpoint at zero before the next request.
      fc.pre(minNum > 0 || life.lostAfterMs === undefined);
      const endpoint = { workerConfig: { minNum } };
      await using world = await openWorld({ ...around, endpoint, life });
      const ended = await world.run({
        ...asked,
        spec: withMinNum(minNum),
        test: '/health',
      });
      // Old workers that never stop may have answered: they are given five minutes.
      const late = delaySeconds(around);
      const isShared = around.switches.keepOldWorkersMs === 'forever' && minNum > 0;
      expect(ended.outputs['failure-reason'] ?? '', ended.log).toBe('');
      const waitsSeconds =
        (isShared || isOrderUnseen(around, life) ? 360 : 60) +
        (isNeverSeenStarting(around, { life, readySeconds }) ? 120 : 0);
      expect(ended.outputs.proof, ended.log).toBe(isShared ? 'workers' : 'tests');
      expect(ended.serving, ended.log).toContain(newImage);
      expect(ended.seconds, ended.log).toBeLessThanOrEqual(greenBy(readySeconds + 2 * late) + waitsSeconds);
    }),
    { numRuns: runs(6), seed, examples: [[...blindAtTheStart, 1] satisfies [...typeof blindAtTheStart, number]] },
  );
});

test('a version that does not come up is red, and the old one serves; or it is created and goes on billing nothing unmentioned', async () => {
  await fc.assert(
    fc.asyncProperty(noise, bad, fc.boolean(), async (around, life, isCreated) => {
      await using world = await openWorld({ ...around, life, ...(isCreated && { endpoint: null }) });
      const ended = await world.run(asked);
      expect(ended.exitCode, ended.log).toBe(1);
      const isMentioned = ended.told.includes('STILL BILLED');
      if (isCreated && !isMentioned) expect(stillBilled(world.emulator), ended.log).toEqual([]);
      expect(ended.serving, ended.log).toEqual(ended.serving.map(() => oldImage));
      // Started again without the restore, or with it: red as well.
      const again = await world.run({ with: { ...asked.with, 'on-failure': 'keep' } });
      expect(again.exitCode, `${ended.log}\n${again.log}`).toBe(1);
    }),
    { numRuns: runs(6), seed },
  );
});
