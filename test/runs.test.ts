/** No test is red because its properties are tried less often. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { countedRuns, runs } from './runs.ts';

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^runs\./.test(file))
  .map((file) => ({ file, text: readFileSync(`test/${file}`, 'utf8') }));

test.for(['0', '0.01', '0.2', '1'])(
  'a share of %s: one try at least, and as many as ever where results are counted',
  (share) => {
    const usual = countedRuns(80);
    vi.stubEnv('PROPERTY_SHARE', share);
    const tries = [runs(3), countedRuns(80)];
    vi.unstubAllEnvs();
    expect(tries).toEqual([Math.max(1, Math.ceil(3 * Number(share))), usual]);
  },
);

test('only a property takes its tries from the share', () => {
  const calls = files.flatMap(({ file, text }) =>
    [...text.matchAll(/(.*)\bruns\((?:\d|count)/g)].map(([, before = '']) => `${file}: ${before}`),
  );
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter((call) => !call.endsWith('numRuns: '))).toEqual([]);
  expect(files.filter(({ text }) => text.includes('PROPERTY_SHARE')).map(({ file }) => file)).toEqual([]);
});
