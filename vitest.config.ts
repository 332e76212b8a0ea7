import { stripVTControlCharacters } from 'node:util';
import { defineConfig } from 'vitest/config';

// Vitest colors files and pipes too, each dot with 15 bytes, and reads NO_COLOR before it reads this file.
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  const plain = (chunk: unknown) => (typeof chunk === 'string' ? stripVTControlCharacters(chunk) : chunk);
  if (!stream.isTTY && !process.env.FORCE_COLOR)
    stream.write = (chunk: unknown, ...rest: unknown[]) => write(plain(chunk), ...rest);
}

/** Random sequences, and a job that `ci.yml` runs itself: played by `npm run test:long`, or where a `SEED` is set. */
export const onlyLong = ['test/models/**/*.test.ts', 'test/bundle/own-workflow.test.ts'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env.SEED === undefined ? onlyLong : [],
    setupFiles: ['test/setup.ts'],
    // Two processes share what they have loaded: no module keeps state between tests. See test/README.md.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Far more than any test needs: for machines that have other things to do.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: [
      { onInit: () => console.log('A dot for each test. All 6,000 take about a minute on two cores.') },
      'dot',
      ['json', { outputFile: 'build/test-results.json' }],
    ],
  },
});
