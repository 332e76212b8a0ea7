/** A bug of ours after the first write, from end to end: what a user reads says what was put back, what is left and what is billed, and that it is a bug. */

import { describe, expect, test } from 'vitest';
import { type StepOptions, shareClock } from '../scenarios/step.ts';
import {
  expectEnding,
  keep,
  newImage,
  oldImage,
  openWorld,
  type Right,
  stillBilled,
  unpullable,
  type World,
  type WorldOptions,
  type WorldRun,
} from './world.ts';

const bug = new TypeError('a defect');
const isBug = /a bug in deploy-gpu-endpoint: TypeError: a defect/;

type Bug = (world: World) => Pick<WorldRun, 'test' | 'stopwatch' | 'clock'>;

/** Sleeps of this run fail from the moment on when `isDue`, so many times. */
function sleepless({ emulator }: World, { isDue, times }: { isDue: () => boolean; times: number }): StepOptions {
  const clock = shareClock(emulator.clock);
  let left = times;
  const sleep: typeof clock.sleep = async (ms, signal) => {
    if (left > 0 && isDue()) {
      left -= 1;
      throw bug;
    }
    return clock.sleep(ms, signal);
  };
  return { clock: { ...clock, sleep } };
}

const isWritten = ({ emulator }: World) => emulator.endpoints().some(({ image }) => image.image === newImage);

const bugs: { what: string; bugOf: Bug }[] = [
  {
    what: 'in a test',
    bugOf: () => ({
      test: '/health',
      stopwatch: {
        monotonicMs() {
          throw bug;
        },
      },
    }),
  },
  { what: 'in the wait', bugOf: (world) => sleepless(world, { isDue: () => isWritten(world), times: 1 }) },
];

const deploys: { what: string; world?: WorldOptions; run?: WorldRun; right: Right; isBilled?: boolean }[] = [
  {
    what: 'an update',
    right: {
      ...{ reason: 'internal', isRestored: true, serving: [oldImage] },
      says: [isBug, /title=llama%3A a bug stopped the run%2C restored to ghcr.io\/acme\/llama%3A1::/],
    },
    isBilled: true,
  },
  {
    what: 'a creation',
    world: { endpoint: null },
    right: {
      reason: 'internal',
      says: [isBug, /title=llama%3A a bug stopped the run%2C parked::/],
      saysNot: [/STILL BILLED/],
    },
  },
  {
    what: 'a creation with `on-failure: keep`',
    world: { endpoint: null },
    run: { with: keep },
    right: {
      reason: 'internal',
      says: [isBug, /a bug stopped the run%2C STILL BILLED%3A 1 worker::/, /the command `park` or `delete`/],
    },
    isBilled: true,
  },
  {
    what: 'an update with `on-failure: keep`',
    run: { with: keep },
    right: { reason: 'internal', says: [isBug, /llama(?::|%3A)2/] },
    isBilled: true,
  },
];

describe.each(bugs)('a bug $what', ({ what, bugOf }) => {
  test.for(what === 'in a test' ? deploys.slice(0, 1) : deploys)(
    'of $what',
    async ({ world: options = {}, run, right, isBilled = false }) => {
      await using world = await openWorld(options);
      const ended = await world.run({ ...run, ...bugOf(world) });
      expectEnding(ended, right);
      expect(ended.endpoints).toHaveLength(1);
      expect(stillBilled(world.emulator).length > 0, ended.log).toBe(isBilled);
    },
  );

  test('of an update: the next push is deployed as usual', async () => {
    await using world = await openWorld();
    await world.run(bugOf(world));
    expectEnding(await world.run({ env: { GITHUB_RUN_ID: '2' } }), { reason: '', serving: [newImage] });
  });
});

describe('a bug in what follows a failure', () => {
  const life = unpullable;
  /** Once so many updates were sent. */
  const afterUpdates = (world: World, count: number, times = 1): StepOptions => {
    const isUpdate = ({ operation }: { operation: string }) => operation === 'update';
    return sleepless(world, { isDue: () => world.emulator.requests.filter(isUpdate).length >= count, times });
  };

  test('of an update: the first cause, and that nothing was restored', async () => {
    await using world = await openWorld({ life });
    const ended = await world.run(afterUpdates(world, 2));
    expectEnding(ended, {
      reason: 'image-pull',
      image: ended.image ?? null,
      isRestored: ended.isRestored,
      says: [/RESTORE FAILED|not seen serving/, /manifest unknown/, isBug],
    });
  });

  test('of a creation: the first cause, and what is billed', async () => {
    await using world = await openWorld({ endpoint: null, life });
    // The service is busy when the endpoint is parked.
    world.addFault({ operation: 'update', kind: 'status', status: 503, times: 'always' });
    const ended = await world.run(afterUpdates(world, 1, 20));
    expectEnding(ended, {
      reason: 'image-pull',
      says: [/STILL BILLED%3A 1 worker/, /manifest unknown/, /endpoint-id: /],
    });
    expect(stillBilled(world.emulator)).toEqual(ended.endpoints.map(({ id }) => id));
  });
});
