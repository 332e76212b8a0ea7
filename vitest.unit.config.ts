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
/** Every world of the emulator, one after the other. */
const slowFiles = ['rollout/evidence', 'rollout/switches', 'service/client-list'];

/** What is quick enough to be run at every turn: no scenarios, worlds, sweeps, races or random stories, no processes, properties tried a fifth as often. */
export default mergeConfig(base, {
  test: {
    exclude: [...slowFolders.map((folder) => `test/${folder}/**`), ...slowFiles.map((file) => `test/${file}.test.ts`)],
    env: { PROPERTY_SHARE: '0.2' },
  },
});
