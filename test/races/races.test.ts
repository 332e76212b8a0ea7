/** Seeded interleavings of each pair of runs: one endpoint of the name in the end, every green true, nobody's endpoint deleted by another. */

import { describe, expect, test } from 'vitest';
import type { Emulator, ManualClock, Switches } from '../emulator/emulator.ts';
import { spec } from '../rollout/scene.ts';
import { type Race, type Run, race } from './race.ts';

const seeds = Number(process.env.RACE_SEEDS ?? 20);
const image = (tag: string) => ({ image: { image: `ghcr.io/acme/llama:${tag}` } });
const deploy = (part: object): Run => ({ command: 'deploy', spec: { ...spec, ...part } });
const write = (part: object): Run => ({ command: 'deploy', spec: { ...spec, ...part }, wait: 'none' });
const remove: Run = { command: 'delete', name: 'llama' };
const live = (emulator: Emulator<ManualClock>) =>
  void emulator.seed({ name: 'llama', appName: 'old', workerConfig: { minNum: 1, maxNum: 1 } });

interface Pair {
  runs: [Run, Run];
  arrange?: typeof live;
  /** How many endpoints of the name there may be in the end. */
  left: number[];
  /** Whether one of the two has to be green. */
  hasWinner: boolean;
  switches?: Partial<Switches>;
}

const pairs: Record<string, Pair> = {
  'create/create, same spec': { runs: [deploy({}), deploy({})], left: [1], hasWinner: true },
  'create/create, same spec, of two calls': {
    runs: [deploy({ rootfsSize: 50 }), deploy({ rootfsSize: 50 })],
    left: [1],
    hasWinner: true,
  },
  'create/create, same spec with appName': {
    runs: [deploy({ appName: 'a' }), deploy({ appName: 'a' })],
    left: [1],
    hasWinner: true,
  },
  'create/create, different specs': { runs: [deploy(image('1')), deploy(image('2'))], left: [1], hasWinner: true },
  'create/create, different specs with appName': {
    runs: [deploy({ ...image('1'), appName: 'a' }), deploy({ ...image('2'), appName: 'a' })],
    left: [1],
    hasWinner: true,
  },
  'create/create without a wait': { runs: [write({}), write({})], left: [1], hasWinner: true },
  'create/create without a wait, where lists are late': {
    runs: [write({}), write({})],
    left: [1],
    hasWinner: true,
    switches: { listShowsCreatedAfterMs: 20_000 },
  },
  'update/update': { runs: [deploy(image('2')), deploy(image('3'))], arrange: live, left: [1], hasWinner: true },
  'create/delete': { runs: [deploy({}), remove], left: [0, 1], hasWinner: false },
  'update/delete': { runs: [deploy(image('2')), remove], arrange: live, left: [0, 1], hasWinner: false },
  'replace/replace, same appName': {
    runs: [deploy({ appName: 'new' }), deploy({ appName: 'new' })],
    arrange: live,
    left: [1],
    hasWinner: true,
  },
  'replace/replace, different appNames': {
    runs: [deploy({ appName: 'new1' }), deploy({ appName: 'new2' })],
    arrange: live,
    left: [1],
    hasWinner: true,
  },
  'replace/update': {
    runs: [deploy({ appName: 'new' }), deploy(image('2'))],
    arrange: live,
    left: [1],
    hasWinner: false,
  },
};

function isNamedIn(message: string | undefined, endpoints: readonly { id: string }[]): boolean {
  return endpoints.every(({ id }) => message?.includes(id));
}

function untrue({ ended, endpoints }: Race, { left, hasWinner }: Pair): string[] {
  const wrong: string[] = [];
  const named = endpoints.filter(({ name }) => name === 'llama');
  // Names are free: of two first deploys at once, whoever sees the other is red, and names both.
  const created = named.filter(({ id }) => ended.some(({ outcome }) => outcome?.endpointId === id));
  const isTold = created.length === 2 && ended.some(({ outcome }) => isNamedIn(outcome?.failure?.message, created));
  if (!left.includes(named.length) && !isTold) wrong.push(`${named.length} endpoints in the end`);
  if (endpoints.length !== named.length) wrong.push('an endpoint of another name in the end');
  if (hasWinner && !isTold && !ended.some(({ isGreen }) => isGreen)) wrong.push('nobody is green');
  for (const [number, { run, outcome, isGreen, lastReading, readingAgeMs, deletedIds, ownIds }] of ended.entries()) {
    const foreign = deletedIds.filter((id) => !ownIds.has(id));
    if (foreign.length > 0) wrong.push(`run ${number} deleted ${foreign}, which is not its own`);
    if (run.command !== 'deploy' || !isGreen || !outcome) continue;
    if (!lastReading) wrong.push(`run ${number} is green without a reading`);
    else {
      if (lastReading.config.image.image !== run.spec.image?.image)
        wrong.push(`run ${number} is green on another image`);
      if (run.wait !== 'none' && !lastReading.workers.some(({ healthy }) => healthy))
        wrong.push(`run ${number} is green without a worker`);
      if (readingAgeMs > 24_000) wrong.push(`run ${number} is green on a reading of ${readingAgeMs / 1000} s ago`);
    }
    if (outcome.operation === 'created' && !ownIds.has(outcome.endpointId ?? ''))
      wrong.push(`run ${number} says created`);
  }
  return wrong;
}

describe('races', () => {
  test.for(Object.entries(pairs))('%s', async ([, pair]) => {
    const failures: Record<number, unknown> = {};
    for (let seed = 1; seed <= seeds; seed += 1) {
      const result = await race({ ...pair, seed });
      const wrong = untrue(result, pair);
      if (wrong.length > 0)
        failures[seed] = [
          wrong,
          ...result.ended.map(({ outcome }) => `${outcome?.operation}: ${outcome?.failure?.message}`),
        ];
    }
    expect(failures).toEqual({});
  });

  const withKill: Record<string, Pair> = {
    'create/create with appName': {
      runs: [deploy({ appName: 'a' }), deploy({ appName: 'a' })],
      left: [1],
      hasWinner: true,
    },
    'create/create': { runs: [deploy({}), deploy({})], left: [1, 2], hasWinner: false },
    'create/create, times of creation': {
      runs: [deploy({}), deploy({})],
      left: [1, 2],
      hasWinner: false,
      switches: { timestamps: 'iso' },
    },
    'update/update': { runs: [deploy(image('2')), deploy(image('3'))], arrange: live, left: [1], hasWinner: true },
    'replace/replace, same appName': {
      runs: [deploy({ appName: 'new' }), deploy({ appName: 'new' })],
      arrange: live,
      left: [1],
      hasWinner: true,
    },
  };
  test.for(Object.entries(withKill))('%s, the first run killed, and a third one later', async ([, pair]) => {
    const failures: Record<number, unknown> = {};
    // One for each request after which the first run may be killed.
    for (let seed = 1; seed <= 14; seed += 1) {
      const result = await race({ ...pair, seed, killAfter: 1 + (seed % 14), later: pair.runs[1] });
      const wrong = untrue(result, pair);
      const last = result.ended.at(-1);
      const isAmbiguous = result.endpoints.filter(({ name }) => name === 'llama').length > 1;
      // What a killed run has created nobody may delete: then each run says so, and names both.
      if (!isAmbiguous && !last?.isGreen) wrong.push('the later run is not green');
      if (isAmbiguous && result.ended.slice(1).some(({ isGreen }) => isGreen)) wrong.push('green beside a rival');
      if (wrong.length > 0)
        failures[seed] = [
          wrong,
          ...result.ended.map(({ outcome }) => `${outcome?.operation}: ${outcome?.failure?.message}`),
        ];
    }
    expect(failures).toEqual({});
  });
});
