/** Random sequences of what two repositories and others do to one service: what must hold after every step holds. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playServiceSequence } from './service-play.ts';
import { serviceSequences } from './service-sequence.ts';

/** The same sequences for everybody who gives none: no change is red by bad luck. */
const usualSeed = 1;

const { SEED = usualSeed, REPLAY, MODEL_SHARE = 1 } = process.env;

/** Fails with the smallest sequence that shrinking finds. `SEED` and `REPLAY` of its message play it again; `SEED=random` takes another seed, `MODEL_SHARE=10` plays ten times as many. */
test('random sequences of the service', { timeout: 3_600_000 }, async () => {
  const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
  let steps = 0;
  let shown: readonly string[] = [];
  const details = await fc.check(
    fc.asyncProperty(serviceSequences, async (sequence) => {
      const played = await playServiceSequence(sequence);
      steps += played.steps;
      if (played.wrong.length === 0) return;
      shown = played.wrong;
      throw new Error(played.wrong.join('\n'));
    }),
    { seed, numRuns: Math.ceil(12 * Number(MODEL_SHARE)), ...(REPLAY && { path: REPLAY }) },
  );
  console.log(`service: ${details.numRuns} sequences, ${steps} steps, SEED=${seed}`);
  if (!details.failed) return;
  const [sequence] = details.counterexample ?? [];
  expect.fail(
    [
      `after ${details.numRuns} sequences and ${details.numShrinks} shrinks; again with SEED=${seed} REPLAY=${details.counterexamplePath}`,
      ...shown,
      JSON.stringify(sequence),
    ].join('\n'),
  );
});

const deploy = {
  ...({ kind: 'deploy', by: 0, name: 0, wait: 'ready', onFailure: 'restore' } as const),
  ...{ adopt: false, mayBeOlder: false, isChange: false, faults: [], changes: [], killAfter: 0 },
} as const;

test('a run that asks for the version that someone went back from is held', async () => {
  const steps = [
    { ...deploy, spec: { tag: '2' } },
    { ...deploy, spec: { tag: '1' }, mayBeOlder: true },
    { ...deploy, spec: { tag: '2' } },
    { ...deploy, spec: { tag: '3' } },
  ] as const;
  expect(await playServiceSequence({ seed: 0, world: {}, steps })).toMatchObject({ wrong: [], steps: 6 });
});

test('what is watched beside a deploy does not move the clock while a request is under way', async () => {
  const specs = [
    { tag: '1', minNum: 2 },
    { tag: '1', minNum: 2, healthyPort: 8000, clusterID: 'c1' },
  ] as const;
  const steps = specs.map((spec) => ({ ...deploy, spec }));
  const sequence = { seed: 0, world: { keepOldWorkersMs: 30_000, eventualConsistencyReads: 3 }, steps };
  expect(await playServiceSequence(sequence)).toMatchObject({ wrong: [] });
});
