import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Ten times as many random days, more stories and races than the suite plays, stories and days by another seed each time. */
export default mergeConfig(base, {
  test: {
    exclude: ['test/!(models|races|worlds)/**', 'test/*.test.ts', 'test/worlds/!(random-days).test.ts'],
    env: { MODEL_SHARE: '16', PROPERTY_SHARE: '10', RACE_SEEDS: '200', SEED: process.env.SEED ?? 'random' },
  },
});
