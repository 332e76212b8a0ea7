/** Random sequences of what two repositories and others do to one service: what must hold after every step holds. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playServiceStory } from './service-play.ts';
import { serviceStories } from './service-story.ts';

/** The same stories for everybody who gives none: no change is red by bad luck. */
const usualSeed = 1;

const { SEED = usualSeed, REPLAY, MODEL_SHARE = 1 } = process.env;

/** Fails with the smallest story that shrinking finds. `SEED` and `REPLAY` of its message play it again; `SEED=random` takes another seed, `MODEL_SHARE=10` plays ten times as many. */
test('random stories of the service', { timeout: 3_600_000 }, async () => {
  const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
  let steps = 0;
  let shown: readonly string[] = [];
  const details = await fc.check(
    fc.asyncProperty(serviceStories, async (story) => {
      const played = await playServiceStory(story);
      steps += played.steps;
      if (played.wrong.length === 0) return;
      shown = played.wrong;
      throw new Error(played.wrong.join('\n'));
    }),
    { seed, numRuns: Math.ceil(12 * Number(MODEL_SHARE)), ...(REPLAY && { path: REPLAY }) },
  );
  console.log(`service: ${details.numRuns} stories, ${steps} steps, SEED=${seed}`);
  if (!details.failed) return;
  const [story] = details.counterexample ?? [];
  expect.fail(
    [
      `after ${details.numRuns} stories and ${details.numShrinks} shrinks; again with SEED=${seed} REPLAY=${details.counterexamplePath}`,
      ...shown,
      JSON.stringify(story),
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
  expect(await playServiceStory({ seed: 0, world: {}, steps })).toMatchObject({ wrong: [], steps: 6 });
});

test('what is watched beside a deploy does not move the clock while a request is under way', async () => {
  const specs = [
    { tag: '1', minNum: 2 },
    { tag: '1', minNum: 2, healthyPort: 8000, clusterID: 'c1' },
  ] as const;
  const steps = specs.map((spec) => ({ ...deploy, spec }));
  const story = { seed: 0, world: { keepOldWorkersMs: 30_000, eventualConsistencyReads: 3 }, steps };
  expect(await playServiceStory(story)).toMatchObject({ wrong: [] });
});
