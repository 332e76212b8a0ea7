import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const slowFolders = [
  'bundle',
  'editor',
  'emulator',
  'github-api',
  'hostile',
  'models',
  'races',
  'release',
  'scenarios',
  'sweep',
  'worlds',
];
/** Every world of the emulator, one after the other; a child process. */
const slowFiles = ['setup', 'rollout/evidence', 'rollout/switches', 'service/client-list'];

// The report of `npm test` is not overwritten.
const { reporters: _, ...rest } = base.test ?? {};

/** What is quick enough to be run at every turn: no scenarios, worlds, sweeps, races or random sequences, no processes, few tries of a property. */
export default mergeConfig(
  { ...base, test: rest },
  {
    test: {
      reporters: ['dot'],
      exclude: [
        ...slowFolders.map((folder) => `test/${folder}/**`),
        ...slowFiles.map((file) => `test/${file}.test.ts`),
      ],
      env: { PROPERTY_SHARE: process.env.PROPERTY_SHARE ?? '0.2' },
    },
  },
);
