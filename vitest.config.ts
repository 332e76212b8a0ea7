import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Two processes share what they have loaded: no module keeps state between tests. See test/README.md.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Far more than any test needs: for machines that have other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: [
      { onInit: () => console.log('A dot for each test. All 7,000 take 1 to 2 minutes on two cores.') },
      'dot',
      ['json', { outputFile: 'build/test-results.json' }],
    ],
  },
});
