/** What a deploy costs: requests, connections and round trips of each story. The first look at an account takes the limits and both pages that may be its first, side by side. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { longestChain } from '../http-server/recorder.ts';
import { deployTo, operationsOf, smallSpec } from './deployment.ts';

const live = {
  name: 'llama',
  image: { image: 'ghcr.io/acme/llama:1' },
  policy: { type: 'concurrency', value: 8 },
} as const;
const others = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `other-${index}` }));
/** The reading that shows the new endpoint, and one look for duplicates. */
const create = { limits: 1, create: 1, get: 1 };

test.for([
  { story: 'unchanged', seeds: [live], spec: smallSpec, requests: { limits: 1, list: 2, get: 1 }, roundTrips: 2 },
  {
    story: 'update',
    seeds: [live],
    spec: smallSpec.replace('llama:1', 'llama:2'),
    requests: { limits: 1, list: 2, update: 1, get: 2 },
    roundTrips: 4,
  },
  // Both pages that may be the first, before the create; both beside the reading, to look for duplicates.
  { story: 'create in an empty account', seeds: [], spec: smallSpec, requests: { ...create, list: 4 }, roundTrips: 3 },
  // A list that does not show everything is not taken for the proof of a configuration.
  {
    story: 'create, and the list leaves something out',
    seeds: [],
    spec: smallSpec,
    switches: { answersLeaveOut: ['workerConfig.requestTimeout'] },
    requests: { ...create, list: 4 },
    roundTrips: 3,
  },
  // Three pages and the empty ones on both sides; the three pages again, and none is missing by their total.
  { story: 'create among 250', seeds: others(250), spec: smallSpec, requests: { ...create, list: 8 }, roundTrips: 6 },
])('$story', async ({ seeds, spec, switches, requests, roundTrips }) => {
  // Real time, so that what is asked side by side overlaps.
  await using emulator = await startEmulator({ pace: 'instant', switches: { latencyMs: 30, ...switches } });
  for (const seed of seeds) emulator.seed(seed);
  const { exitCode } = await deployTo(emulator, { spec, with: { wait: 'none' } });
  const counts: Record<string, number> = {};
  for (const operation of operationsOf(emulator)) counts[operation] = (counts[operation] ?? 0) + 1;
  expect({ exitCode, requests: counts }).toEqual({ exitCode: 0, requests });
  expect(longestChain(emulator.requests)).toBe(roundTrips);
  const connections = new Set(emulator.requests.map(({ clientPort }) => clientPort)).size;
  expect(connections).toBeLessThanOrEqual(seeds.length > 100 ? 13 : 4);
});

test('forty creations side by side share their lists', async () => {
  await using emulator = await startEmulator({ pace: 'instant', switches: { latencyMs: 10 } });
  const spec = Array.from({ length: 40 }, (_, index) => smallSpec.replace('llama', `llama-${index}`)).join('---\n');
  const { exitCode } = await deployTo(emulator, { spec, with: { wait: 'none' } });
  const lists = operationsOf(emulator).filter((operation) => operation === 'list');
  expect({ exitCode, areFew: lists.length <= 20 }).toEqual({ exitCode: 0, areFew: true });
});
