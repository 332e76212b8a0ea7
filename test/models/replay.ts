/** How often stories are tried, by which seed, and how one that failed is played again. */

import * as fc from 'fast-check';
import { expect } from 'vitest';

export interface Played {
  /** What does not hold; empty when all does. */
  wrong: readonly string[];
  steps: number;
}

/** The same stories in every run of the suite: no change is red by bad luck. */
const suiteSeed = 1;

const { SEED = suiteSeed, REPLAY, MODEL_SHARE = 1 } = process.env;

/**
 * Plays stories until one shows something untrue, and fails with the smallest such story that shrinking finds. `SEED` and `REPLAY` of its message play it
 * again; `SEED=random` takes another seed, `MODEL_SHARE=10` plays ten times as many.
 */
export async function playStories<Story>(
  stories: fc.Arbitrary<Story>,
  { title, count, play }: { title: string; count: number; play: (story: Story) => Promise<Played> },
): Promise<void> {
  const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
  let steps = 0;
  let shown: readonly string[] = [];
  const details = await fc.check(
    fc.asyncProperty(stories, async (story) => {
      const played = await play(story);
      steps += played.steps;
      if (played.wrong.length === 0) return;
      shown = played.wrong;
      throw new Error(played.wrong.join('\n'));
    }),
    { seed, numRuns: Math.ceil(count * Number(MODEL_SHARE)), ...(REPLAY && { path: REPLAY }) },
  );
  console.log(`${title}: ${details.numRuns} stories, ${steps} steps, SEED=${seed}`);
  if (!details.failed) return;
  const [story] = details.counterexample ?? [];
  expect.fail(
    [
      `after ${details.numRuns} stories and ${details.numShrinks} shrinks; again with SEED=${seed} REPLAY=${details.counterexamplePath}`,
      ...shown,
      JSON.stringify(story),
    ].join('\n'),
  );
}

/** Mostly `usual`: `weight` times as often as one of `values`. */
export function seldom<Value>(weight: number, usual: Value, values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: values, weight: 1 });
}

/** Steps of these kinds: how often, which kind (or which ones), what else they say. */
export function oneOfKinds<Step>(
  kinds: readonly (readonly [number, string | readonly string[], Readonly<Record<string, fc.Arbitrary<unknown>>>])[],
): fc.Arbitrary<Step> {
  const arbitraries = kinds.map(([weight, kind, members]) => ({
    arbitrary: fc.record({
      kind: typeof kind === 'string' ? fc.constant(kind) : fc.constantFrom(...kind),
      ...members,
    }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>,
    weight,
  }));
  return fc.oneof(...arbitraries);
}
