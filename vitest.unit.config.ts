import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What is quick enough to be run at every turn: no scenarios, no random stories, no processes, properties tried a fifth as often. */
export default mergeConfig(base, {
  test: { exclude: ['test/scenarios/**', 'test/bundle/**', 'test/models/**'], env: { PROPERTY_SHARE: '0.2' } },
});
