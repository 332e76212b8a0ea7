/** An update whose configuration is shown some seconds late, and its workers at once: which of them are new is decided by what comes of them. */

import { describe } from 'vitest';
import {
  crashing,
  crossed,
  greenBy,
  keep,
  type Life,
  minute,
  newImage,
  oldImage,
  type Right,
  second,
  testWorlds,
  unpullable,
  usualSeconds,
  type WorldCase,
  type WorldRun,
  withMinNum,
} from './world.ts';

const soonSeconds = greenBy(usualSeconds);
/** The third crash or a later one decides. */
const crashedBySeconds = usualSeconds + 180 + 30;

describe('an update whose configuration is shown late, and its workers at once', () => {
  const lags = [3, 8, 20].map((seconds) => ({ what: `${seconds} s late`, configLagMs: seconds * second }));
  const lives: { what: string; life?: Life; run?: WorldRun; right: Right }[] = [
    { what: 'the new version comes up', right: { reason: '', atMostSeconds: soonSeconds, serving: [newImage] } },
    {
      what: 'the new version crashes',
      life: crashing,
      // The restore is shown late as well.
      right: { reason: 'crashed', isRestored: true, undoneBySeconds: crashedBySeconds + 20, serving: [oldImage] },
    },
    {
      what: 'the image cannot be pulled',
      life: unpullable,
      run: { with: keep },
      right: { reason: 'image-pull', says: [/manifest unknown/], atMostSeconds: 100 },
    },
    {
      what: 'wait: rollout',
      run: { with: { wait: 'rollout' } },
      right: { reason: '', atLeastSeconds: usualSeconds, atMostSeconds: soonSeconds + 10, serving: [newImage] },
    },
  ];
  testWorlds(
    crossed(lags, lives, ({ configLagMs }, { life, run, right }): WorldCase => {
      return { world: { switches: { configLagMs }, ...(life && { life }) }, ...(run && { run }), right };
    }),
  );

  const three = withMinNum(3);
  testWorlds({
    'three new workers': {
      world: { switches: { configLagMs: 8 * second }, endpoint: { workerConfig: { minNum: 3 } } },
      run: { spec: three, with: { wait: 'rollout' } },
      right: { reason: '', atMostSeconds: soonSeconds + 10, serving: [newImage] },
    },
    'an old worker that comes just before the write proves nothing of a version that crashes': {
      world: {
        switches: { configLagMs: 8 * second },
        changes: [{ kind: 'scale-out', before: 'update', script: { outcome: 'healthy', pace: { pullingMs: 0 } } }],
        life: crashing,
      },
      run: { with: { ...keep, 'wait-timeout': '6m' } },
      right: { reason: ['crashed', 'timeout'] },
    },
    'the run that wrote it did not wait, and the job is started again': {
      world: { switches: { configLagMs: 8 * second } },
      first: async ({ run, emulator }) => {
        await run({ with: { wait: 'none' } });
        emulator.clock.advance(2 * minute);
      },
      run: { env: { GITHUB_RUN_ATTEMPT: '2' } },
      right: { reason: '', atMostSeconds: 12, serving: [newImage] },
    },
  });
});
