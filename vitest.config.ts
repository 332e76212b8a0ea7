import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // No module keeps state between tests, so that two processes can share what they have loaded; see test/README.md for the numbers.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['dot', ['json', { outputFile: 'build/test-results.json' }]],
  },
});
