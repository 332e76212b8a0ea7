/** What a deploy costs: requests, connections and round trips of each case. The first look at an account takes the limits and both pages that may be its first, side by side. */

import { expect, test } from 'vitest';
import { type Emulator, type Switches, startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, smallSpec } from './deployment.ts';

const live = {
  name: 'llama',
  image: { image: 'ghcr.io/acme/llama:1' },
  policy: { type: 'concurrency', value: 8 },
} as const;
const others = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `other-${index}` }));
const look = ['limits', 'list', 'list'];

type RoundTrip = readonly string[];

/** Answers the requests of a round trip once all have come: one that waits for the answer of another would never come. */
function answerTogether(emulator: Emulator, trips: readonly RoundTrip[]): void {
  const gates = trips.flatMap((trip) => {
    const all = Promise.withResolvers<void>();
    return trip.map((_, index) => () => {
      if (index === trip.length - 1) all.resolve();
      return all.promise;
    });
  });
  const run = ({ number }: { number: number }) => gates[number - 1]?.();
  emulator.addFault({ operation: 'any', kind: 'hook', when: 'before', times: 'always', run });
}

interface Case {
  seeds: readonly Parameters<Emulator['seed']>[0][];
  spec?: string;
  switches?: Partial<Switches>;
  trips: readonly RoundTrip[];
}

const create: readonly RoundTrip[] = [look, ['create'], ['get', 'list', 'list']];
const cases: Record<string, Case> = {
  unchanged: { seeds: [live], trips: [look, ['get']] },
  update: { seeds: [live], spec: smallSpec.replace('llama:1', 'llama:2'), trips: [look, ['get'], ['update'], ['get']] },
  // Both pages that may be the first, before the create; both beside the reading, to look for duplicates.
  'create in an empty account': { seeds: [], trips: create },
  // A list that does not show everything is not taken for the proof of a configuration.
  'create, and the list leaves something out': {
    ...{ seeds: [], switches: { answersLeaveOut: ['workerConfig.requestTimeout'] }, trips: create },
  },
  // Three pages and the empty ones on both sides; the three pages again, and none is missing by their total.
  'create among 250': {
    seeds: others(250),
    trips: [look, ['list', 'list'], ['list'], ['create'], ['get', 'list'], ['list', 'list']],
  },
};

test.for(Object.entries(cases))('%s', async ([, { seeds, spec = smallSpec, switches = {}, trips }]) => {
  await using emulator = await startEmulator({ pace: 'instant', switches });
  for (const seed of seeds) emulator.seed(seed);
  answerTogether(emulator, trips);
  const { exitCode } = await deployTo(emulator, { spec, with: { wait: 'none' } });
  const operations = operationsOf(emulator);
  const came = trips.map((trip) => operations.splice(0, trip.length).toSorted());
  expect({ exitCode, came, more: operations }).toEqual({ exitCode: 0, came: trips, more: [] });
  const connections = new Set(emulator.requests.map(({ clientPort }) => clientPort)).size;
  expect(connections).toBeLessThanOrEqual(seeds.length > 100 ? 13 : 4);
});

test('forty creations side by side share their lists', async () => {
  await using emulator = await startEmulator({ pace: 'instant' });
  const spec = Array.from({ length: 40 }, (_, index) => smallSpec.replace('llama', `llama-${index}`)).join('---\n');
  // The first look for duplicates lasts until all are created.
  const created = emulator.nextRequest('create', 40);
  const run = async () => void (await created);
  emulator.addFault({ operation: 'list', after: 2, kind: 'hook', when: 'before', times: 'always', run });
  const { exitCode } = await deployTo(emulator, { spec, with: { wait: 'none' } });
  const lists = operationsOf(emulator).filter((operation) => operation === 'list');
  expect({ exitCode, areFew: lists.length <= 10 }).toEqual({ exitCode: 0, areFew: true });
});
