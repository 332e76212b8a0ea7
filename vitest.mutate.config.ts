import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The bundle is not mutated, and what reads the sources as text would fail on every mutation. */
export default mergeConfig(base, {
  test: { exclude: ['test/bundle/**', 'test/architecture.test.ts', 'test/contract.test.ts'], reporters: ['dot'] },
});
