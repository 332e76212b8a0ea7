import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What is quick enough to be run at every turn: no scenarios, sweeps, races or random stories, no processes, properties tried a fifth as often. */
export default mergeConfig(base, {
  test: {
    exclude: ['bundle', 'editor', 'hostile', 'models', 'races', 'release', 'scenarios', 'sweep'].map(
      (folder) => `test/${folder}/**`,
    ),
    env: { PROPERTY_SHARE: '0.2' },
  },
});
