/** The workers of a reading → how many of those that are needed serve, and what the others lack. */

import { expect, test } from 'vitest';
import { shortfallOf } from '../../../src/rollout/evidence/shortfall.ts';
import { endpointOf } from '../readings.ts';

test.for<[workers: string, expected: object | undefined]>([
  ['a running+, b running+, c running+', undefined],
  ['a running+, b pending: no free GPU, c pending: no free GPU', { healthy: 1, lacks: { 'no-capacity': 2 } }],
  ['a running+, b exited, c pulling', { healthy: 1, lacks: { crashed: 1, time: 1 } }],
  ['a running+, b running+, c pulling: manifest unknown', { healthy: 2, lacks: { 'image-pull': 1 } }],
  ['a running+, b removed, old running+', { healthy: 1, lacks: { listing: 2 } }],
  ['', { healthy: 0, lacks: { listing: 3 } }],
  ['a running+, b exited, c exited, d exited', { healthy: 1, lacks: { crashed: 3 } }],
])('of 3: %s', ([workers, expected]) => {
  const { healthy, needed, lacks } = shortfallOf(endpointOf({ workers, minNum: 3 }), ({ id }) => id === 'old') ?? {};
  const found = lacks && { healthy, needed, lacks: Object.fromEntries(lacks) };
  expect(found).toEqual(expected && { needed: 3, ...expected });
});
