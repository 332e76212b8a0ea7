import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Ten times as many random stories as the suite plays, by another seed each time. */
export default mergeConfig(base, {
  test: { dir: 'test/models', env: { MODEL_SHARE: '10', SEED: process.env.SEED ?? 'random' } },
});
