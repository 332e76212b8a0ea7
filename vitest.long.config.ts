import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Ten times as many random stories, days and races as the suite plays, stories and days by another seed each time. */
export default mergeConfig(base, {
  test: {
    exclude: ['test/!(models|races|worlds)/**', 'test/*.test.ts', 'test/worlds/!(random-days).test.ts'],
    env: { MODEL_SHARE: '10', PROPERTY_SHARE: '10', RACE_SEEDS: '200', SEED: process.env.SEED ?? 'random' },
  },
});
