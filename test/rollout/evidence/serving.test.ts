/** The workers of a reading → who is served, as a sentence says it. */

import { expect, test } from 'vitest';
import { servedBy, servesWords } from '../../../src/rollout/evidence/serving.ts';
import { endpointOf, type Shown } from '../readings.ts';

test.for<[shown: Shown, words: string]>([
  ['a running+', '1 worker serves'],
  ['old running+, a running+', '1 old worker and 1 worker serve'],
  [
    'a running+, b running+, c running, d removed, e ',
    '2 workers serve, 1 other running, not healthy, 1 other without a state',
  ],
  ['old running+, a exited', '1 old worker serves, 1 other exited'],
  ['a running+, b error', '1 worker serves, 1 other in the state error'],
  ['a pulling, b pulling, old exited', 'nobody is served: 2 workers pulling, 1 old worker exited'],
  ['', 'nobody is served'],
  [{ minNum: 0 }, 'it sleeps: the first request wakes a worker'],
  [{ minNum: 0, workers: 'a exited' }, 'it sleeps: the first request wakes a worker'],
  [{ minNum: 0, workers: 'a pulling' }, 'nobody is served: 1 worker pulling'],
])('%j: %s', ([shown, words]) => {
  expect(servesWords(servedBy(endpointOf(shown), ({ id }) => ({ age: id === 'old' ? 'old' : '' })))).toBe(words);
});

test('each group has its detail', () => {
  const serves = servedBy(endpointOf('a running+, b running+, c running+'), ({ id }) => ({ age: '', isA: id === 'a' }));
  expect(servesWords(serves, ({ isA }) => (isA ? ' (a:1)' : ' (a:2)'))).toBe(
    '1 worker (a:1) and 2 workers (a:2) serve',
  );
});
