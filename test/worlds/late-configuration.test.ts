/** An update whose configuration is shown some seconds late, and its workers at once: which of them are new is decided by what comes of them. */

import { describe } from 'vitest';
import {
  crashing,
  greenBy,
  keep,
  minute,
  newImage,
  oldImage,
  second,
  testWorlds,
  unpullable,
  usualSeconds,
  withMinNum,
} from './world.ts';

const soonSeconds = greenBy(usualSeconds);
/** The third crash or a later one decides. */
const crashedBySeconds = usualSeconds + 180 + 30;

describe('an update whose configuration is shown late, and its workers at once', () => {
  const late = { configLagMs: 8 * second };
  const three = withMinNum(3);
  testWorlds({
    'the new version crashes, and the restore is shown late as well': {
      world: { switches: { configLagMs: 20 * second }, life: crashing },
      right: { reason: 'crashed', isRestored: true, undoneBySeconds: crashedBySeconds + 20, serving: [oldImage] },
    },
    'the image cannot be pulled': {
      world: { switches: late, life: unpullable },
      run: { with: keep },
      right: { reason: 'image-pull', says: [/manifest unknown/], atMostSeconds: 100 },
    },
    'three new workers': {
      world: { switches: late, endpoint: { workerConfig: { minNum: 3 } } },
      run: { spec: three, with: { wait: 'rollout' } },
      right: { reason: '', atMostSeconds: soonSeconds + 10, serving: [newImage] },
    },
    'an old worker that comes just before the write proves nothing of a version that crashes': {
      world: {
        switches: late,
        changes: [{ kind: 'scale-out', before: 'update', script: { outcome: 'healthy', pace: { pullingMs: 0 } } }],
        life: crashing,
      },
      run: { with: { ...keep, 'wait-timeout': '6m' } },
      right: { reason: ['crashed', 'timeout'] },
    },
    'the run that wrote it did not wait, and the job is started again': {
      world: { switches: late },
      first: async ({ run, emulator }) => {
        await run({ with: { wait: 'none' } });
        emulator.clock.advance(2 * minute);
      },
      run: { env: { GITHUB_RUN_ATTEMPT: '2' } },
      right: { reason: '', atMostSeconds: 12, serving: [newImage] },
    },
  });
});
