/** Readings of workers → how the first healthy one that was seen from its first listing on has started. */

import { expect, test } from 'vitest';
import { noStarts, type Start, startsAfter } from '../../src/rollout/start.ts';
import { endpointOf } from './readings.ts';

/** Each reading with the seconds of its time; `old` was there before. */
function startIn(readings: Readonly<Record<number, string>>): Start | undefined {
  return Object.entries(readings).reduce(
    (starts, [atSeconds, workers]) => startsAfter(starts, endpointOf(workers), Number(atSeconds) * 1000),
    noStarts(['old']),
  ).start;
}

const noGpu = 'new pending: no capacity';
test.for<[string, readings: Record<number, string>, Start | undefined]>([
  [
    'pulls, then loads',
    { 0: 'old running+, new pending', 2: 'new pulling', 22: 'new starting', 27: 'new running', 38: 'new running+' },
    { seconds: 38, pullingSeconds: 20, loadingSeconds: 16 },
  ],
  [
    'waits for a GPU',
    { 0: noGpu, 180: 'new starting', 200: 'new running+' },
    { seconds: 200, waitingSeconds: 180, loadingSeconds: 20 },
  ],
  ['was not seen pulling', { 0: 'new starting', 9: 'new running+' }, { seconds: 9, loadingSeconds: 9 }],
  ['was healthy at its first reading', { 0: 'new running+', 9: 'new running+' }, undefined],
  ['was healthy at first, and restarts', { 0: 'new running+', 9: 'new starting', 30: 'new running+' }, undefined],
  ['is of the version before', { 0: 'old starting', 9: 'old running+' }, undefined],
  ['has no ID yet', { 0: ' pending', 5: 'new pulling', 9: 'new running+' }, { seconds: 4, pullingSeconds: 4 }],
  [
    'is the first of a fleet',
    { 0: 'a pulling, b pulling', 9: 'a pulling, b running+', 20: 'a running+, b running+' },
    { seconds: 9, pullingSeconds: 9 },
  ],
  ['is never healthy', { 0: 'new pulling', 9: 'new failed' }, undefined],
])('a worker that %s', ([, readings, expected]) => {
  expect(startIn(readings)).toEqual(expected);
});
