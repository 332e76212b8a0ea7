import { configDefaults, defineConfig } from 'vitest/config';

// `--mode unit`: what is quick enough to be run at every turn. See test/README.md.
export default defineConfig(({ mode }) => {
  const isUnit = mode === 'unit';
  return {
    test: {
      include: ['test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...(isUnit ? ['test/scenarios/**', 'test/bundle/**'] : [])],
      env: { PROPERTY_SHARE: isUnit ? '0.2' : '1' },
      // Two processes share what they have loaded: no module keeps state between tests.
      pool: 'forks',
      isolate: false,
      maxWorkers: 2,
      // Far more than any test needs: for machines that have other things to do.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      reporters: ['dot', ['json', { outputFile: 'build/test-results.json' }]],
    },
  };
});
