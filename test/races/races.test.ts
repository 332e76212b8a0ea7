/** Seeded interleavings of each pair of runs: one endpoint of the name in the end, every green true, nobody's endpoint deleted by another. */

import { describe, expect, test } from 'vitest';
import type { Emulator, ManualClock, Switches } from '../emulator/emulator.ts';
import { spec } from '../rollout/scene.ts';
import { type Race, type Run, race } from './race.ts';

const seeds = Number(process.env.RACE_SEEDS ?? 2);
const image = (tag: string) => ({ image: { image: `ghcr.io/acme/llama:${tag}` } });
const deploy = (part: object): Run => ({ command: 'deploy', spec: { ...spec, ...part } });
const write = (part: object): Run => ({ command: 'deploy', spec: { ...spec, ...part }, wait: 'none' });
const remove: Run = { command: 'delete', name: 'llama' };
const live = (emulator: Emulator<ManualClock>) =>
  void emulator.seed({ name: 'llama', appName: 'old', workerConfig: { minNum: 1, maxNum: 1 } });

interface Pair {
  runs: [Run, Run];
  /** How many endpoints of the name there may be in the end. */
  left: number[];
  /** Whether one of the two has to be green. */
  hasWinner: boolean;
  arrange?: typeof live;
  switches?: Partial<Switches>;
}

const same = (part: object): [Run, Run] => [deploy(part), deploy(part)];
const different = (part: object): [Run, Run] => [
  deploy({ ...image('1'), ...part }),
  deploy({ ...image('2'), ...part }),
];
const won = { left: [1], hasWinner: true };
const updates: Pair = { runs: [deploy(image('2')), deploy(image('3'))], arrange: live, ...won };

const pairs: Record<string, Pair> = {
  'create/create, same spec': { runs: same({}), ...won },
  'create/create, same spec, of two calls': { runs: same({ rootfsSize: 50 }), ...won },
  'create/create, same spec with appName': { runs: same({ appName: 'a' }), ...won },
  'create/create, different specs': { runs: different({}), ...won },
  'create/create, different specs with appName': { runs: different({ appName: 'a' }), ...won },
  'create/create without a wait': { runs: [write({}), write({})], ...won },
  'create/create without a wait, where lists are late': {
    runs: [write({}), write({})],
    ...won,
    switches: { listShowsCreatedAfterMs: 20_000 },
  },
  'update/update': updates,
  'create/delete': { runs: [deploy({}), remove], left: [0, 1], hasWinner: false },
  'update/delete': { runs: [deploy(image('2')), remove], arrange: live, left: [0, 1], hasWinner: false },
};

function isNamedIn(message: string | undefined, endpoints: readonly { id: string }[]): boolean {
  return endpoints.every(({ id }) => message?.includes(id));
}

function untrue({ ended, endpoints }: Race, { left, hasWinner, switches }: Pair): string[] {
  const wrong: string[] = [];
  const named = endpoints.filter(({ name }) => name === 'llama');
  // Names are free: of two first deploys at once, whoever sees the other is red, and names both; the younger one goes.
  const created = named.filter(({ id }) => ended.some(({ outcome }) => outcome?.endpointId === id));
  const isTold = created.length === 2 && ended.some(({ outcome }) => isNamedIn(outcome?.failure?.message, created));
  if (!left.includes(named.length) && !isTold) wrong.push(`${named.length} endpoints in the end`);
  if (endpoints.length !== named.length) wrong.push('an endpoint of another name in the end');
  const gaveWay = ended.some(
    ({ outcome }) => outcome?.failure?.code === 'name-ambiguous' && outcome.left.kind === 'deleted',
  );
  if (hasWinner && !isTold && !gaveWay && !ended.some(({ isGreen }) => isGreen)) wrong.push('nobody is green');
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
      // The last look is at the list.
      if (readingAgeMs > (switches?.listShowsCreatedAfterMs ? 36_000 : 24_000))
        wrong.push(`run ${number} is green on a reading of ${readingAgeMs / 1000} s ago`);
    }
    if (outcome.operation === 'created' && !ownIds.has(outcome.endpointId ?? ''))
      wrong.push(`run ${number} says created`);
  }
  return wrong;
}

/** What is untrue, by seed; empty when all holds. */
async function failuresOf(
  count: number,
  play: (seed: number) => Promise<{ result: Race; wrong: string[] }>,
): Promise<Record<number, unknown>> {
  const failures: Record<number, unknown> = {};
  for (let seed = 1; seed <= count; seed += 1) {
    const { result, wrong } = await play(seed);
    const ends = result.ended.map(({ outcome }) => `${outcome?.operation}: ${outcome?.failure?.message}`);
    if (wrong.length > 0) failures[seed] = [wrong, ...ends];
  }
  return failures;
}

describe('races', () => {
  test.for(Object.entries(pairs))('%s', async ([, pair]) => {
    const failures = await failuresOf(seeds, async (seed) => {
      const result = await race({ ...pair, seed });
      return { result, wrong: untrue(result, pair) };
    });
    expect(failures).toEqual({});
  });

  const ambiguous = { left: [1, 2], hasWinner: false };
  const withKill: Record<string, Pair> = {
    'create/create with appName': { runs: same({ appName: 'a' }), ...won },
    'create/create': { runs: same({}), ...ambiguous },
    'create/create, times of creation': { runs: same({}), ...ambiguous, switches: { timestamps: 'iso' } },
    'update/update': updates,
  };
  test.for(Object.entries(withKill))('%s, the first run killed, and a third one later', async ([, pair]) => {
    // One for each request after which the first run may be killed.
    const failures = await failuresOf(14, async (seed) => {
      const result = await race({ ...pair, seed, killAfter: 1 + (seed % 14), later: pair.runs[1] });
      const wrong = untrue(result, pair);
      const isAmbiguous = result.endpoints.filter(({ name }) => name === 'llama').length > 1;
      // What a killed run has created nobody may delete: then the later run says so, and names both.
      if (!isAmbiguous && !result.ended.at(-1)?.isGreen) wrong.push('the later run is not green');
      if (isAmbiguous && result.ended.at(-1)?.isGreen) wrong.push('green beside a rival');
      return { result, wrong };
    });
    expect(failures).toEqual({});
  });
});
