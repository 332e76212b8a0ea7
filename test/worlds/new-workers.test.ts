/** Which worker is new: an update that is over early, old workers that blink, restart or pause, and changes that replace nothing. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange } from '../emulator/emulator.ts';
import {
  crashing,
  day,
  expectEnding,
  greenBy,
  keep,
  minute,
  newImage,
  oldImage,
  openWorld,
  type Right,
  second,
  spec,
  testWorlds,
  unpullable,
  usualSeconds,
  type World,
  type WorldOptions,
} from './world.ts';

const interrupted = (fromMs: number, forMs: number, state?: string): ForeignChange[] => [
  { kind: 'interrupt', after: 'update', fromMs, forMs, ...(state && { state }) },
];

describe('an update whose new worker is listed late', () => {
  const readySeconds = 90 + usualSeconds;
  const late = { outcome: 'healthy', appearAfterMs: 90 * second } as const;
  const right = { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds), serving: [newImage] };
  const updating = { stateDuringUpdate: 'updating', updatingForMs: 20 * second } as const;
  const restarts = interrupted(5 * second, 10 * second, 'starting');
  testWorlds({
    'and the service says `updating` for 20 s, then `serving`': { world: { life: late, switches: updating }, right },
    'and the old worker restarts in place': { world: { life: late, changes: restarts }, right },
    'and never comes, while the old worker is not healthy for 25 s': {
      world: { life: { ...late, appearAfterMs: day }, changes: interrupted(5 * second, 25 * second) },
      run: { with: { 'wait-timeout': '6m' } },
      // Nothing has failed and the old worker is healthy: nothing is undone.
      right: {
        ...{ reason: 'timeout', says: [/only workers from before the update are listed/i] },
        ...{ atLeastSeconds: 350, atMostSeconds: 375 },
      },
    },
  });
});

describe('an old worker that comes between the look-up and the update is none of the new version', () => {
  const script = { outcome: 'healthy', pace: { pullingMs: 0 } } as const;
  const scaledOut = { kind: 'scale-out', afterMs: 1000, script } as const;
  const busy = { operation: 'update', kind: 'status', status: 400, reason: 'CONFLICT', forMs: 40 * second } as const;
  const worlds: { what: string; world: WorldOptions; restMs?: number }[] = [
    { what: 'while the update is refused as busy', world: { faults: [busy] } },
    {
      what: 'and a list that is late does not show it',
      ...{ world: { switches: { listLagMs: 60 * second } }, restMs: 40 * second },
    },
    {
      what: 'and a reading that is late does not show it',
      ...{ world: { switches: { getLagMs: 25 * second } }, restMs: 20 * second },
    },
  ];
  test.for(worlds)('$what', async ({ world, restMs = 0 }) => {
    await using opened = await openWorld({ ...world, changes: [scaledOut], life: { outcome: 'image-pull' } });
    opened.emulator.clock.advance(restMs);
    expectEnding(await opened.run({ with: { 'on-failure': 'keep' } }), { reason: 'image-pull' });
    // What came to be known only after the write is not in its record.
    if (world.switches?.getLagMs) return;
    expectEnding(await opened.run({ with: { 'on-failure': 'keep' } }), { reason: 'image-pull' });
  });

  testWorlds({
    'a list that is late does not hide what the last push has deployed': {
      world: { switches: { listLagMs: 60 * second } },
      first: async (world) => {
        world.emulator.clock.advance(2 * minute);
        expectEnding(await world.run(), { reason: '' });
      },
      run: { with: { image: 'spec' } },
      right: { reason: '', image: oldImage, serving: [oldImage], outputs: { operation: 'updated' } },
    },
  });
});

describe('two writes that follow closely: a worker of the first one is none of the second version', () => {
  const broken = 'ghcr.io/acme/llama:3';

  testWorlds({
    'readings are 25 s late, and show the first write after the second: no conflict': {
      world: { switches: { getLagMs: 25 * second, listLagMs: 25 * second } },
      first: ({ emulator, run }) => {
        emulator.clock.advance(2 * minute);
        return run({ with: { image: broken, wait: 'none', 'wait-timeout': '40s' } });
      },
      right: { reason: '' },
    },
  });
});

const kept: Right = { reason: '', image: oldImage };
const withoutImage = { image: 'spec' };

describe('an update whose configuration is shown late, and its workers at once', () => {
  testWorlds({
    'an old worker that comes just before the write proves nothing of a version that crashes': {
      world: {
        switches: { configLagMs: 8 * second },
        changes: [{ kind: 'scale-out', before: 'update', script: { outcome: 'healthy', pace: { pullingMs: 0 } } }],
        life: crashing,
      },
      run: { with: { ...keep, 'wait-timeout': '6m' } },
      right: { reason: ['crashed', 'timeout'] },
    },
    'the restore is shown late as well': {
      world: { switches: { configLagMs: 20 * second }, life: unpullable },
      right: { reason: 'image-pull', isRestored: true, says: [/manifest unknown/], serving: [oldImage] },
    },
  });
});

describe('a field that no reading shows rides along with a change of the number of workers: all that are needed are waited for', () => {
  const three = spec
    .replace(/image: .*/, `image: {image: "${oldImage}", entrypoint: "python serve.py"}`)
    .replace('minNum: 1', 'minNum: 3');
  const slow = { image: oldImage, outcome: 'healthy', pace: { pullingMs: 5 * minute } } as const;
  const switches = { rolloutOn: 'container-change' } as const;
  const world = { endpoint: { image: { entrypoint: 'python serve.py' } }, switches, scripts: [slow] };
  testWorlds({
    'and pull for 5 minutes': {
      world,
      run: { spec: three, with: { image: 'spec', wait: 'rollout' } },
      right: { reason: '', image: oldImage, atLeastSeconds: 317, atMostSeconds: greenBy(317) + 30 },
    },
    'and are not up in time': {
      world,
      run: { spec: three, with: { image: 'spec', wait: 'rollout', 'wait-timeout': '4m' } },
      right: { reason: 'timeout', image: oldImage, atLeastSeconds: 230, atMostSeconds: 255 },
    },
  });
});

describe('a kept worker that fails its health check for a while', () => {
  const switches = { rolloutOn: 'container-change' } as const;
  const scaled = { spec: spec.replace('maxNum: 3', 'maxNum: 5'), with: withoutImage };
  testWorlds({
    'for 60 s after 20 s': {
      world: { switches, changes: interrupted(20 * second, 60 * second) },
      run: scaled,
      right: { ...kept, atMostSeconds: 105 },
    },
  });
});

const isUp = ({ emulator }: World) =>
  emulator.endpoints()[0]?.workers.some(({ healthy, image }) => healthy && image === newImage);

testWorlds({
  'a new worker that is not healthy for 10 s in the middle of its proof is waited for': {
    first: (world) =>
      world.addFault({
        ...{ operation: 'get', kind: 'hook', when: 'before', times: 'always' },
        run: () => {
          if (isUp(world) && world.nowSeconds() <= 45)
            world.emulator.addChange({ kind: 'interrupt', forMs: 10 * second });
        },
      }),
    right: { reason: '', atMostSeconds: 90, serving: [newImage] },
  },
});

test('a number that comes from a variable changes without new workers, and its plan names the same calls', async () => {
  const world = { switches: { rolloutOn: 'container-change' } } as const;
  const calls = async (maxNum: string, inputs: Record<string, string>) => {
    await using opened = await openWorld(world);
    const changed = { spec: spec.replace('maxNum: 3', `maxNum: ${maxNum}`), with: { ...withoutImage, ...inputs } };
    const { log } = await opened.run({ ...changed, with: { ...changed.with, command: 'plan' } });
    expectEnding(await opened.run(changed), { ...kept, atMostSeconds: 30, logs: [/maxNum: \d+ → 5/] });
    return log.match(/v[12] (update|create)/g);
  };
  const written = await calls('5', {});
  expect(written).not.toBeNull();
  expect(await calls('"${MAX}"', { variables: 'MAX=5' })).toEqual(written);
});
