/** Random weeks of one endpoint: runs of all kinds, people, and trouble with workers. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { playWeekSequence } from './week-play.ts';
import { weekSequences } from './week-sequence.ts';

const usualSeed = 1;
const { SEED = usualSeed, REPLAY, MODEL_SHARE = 1 } = process.env;

test('random weeks', { timeout: 7_200_000 }, async () => {
  const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
  let runs = 0;
  let shown: readonly string[] = [];
  const details = await fc.check(
    fc.asyncProperty(weekSequences, async (sequence) => {
      const played = await playWeekSequence(sequence);
      runs += played.runs;
      if (played.wrong.length === 0) return;
      shown = played.wrong;
      throw new Error(played.wrong.join('\n'));
    }),
    { seed, numRuns: Math.ceil(4 * Number(MODEL_SHARE)), ...(REPLAY && { path: REPLAY }) },
  );
  console.log(`weeks: ${details.numRuns} weeks, ${runs} runs, SEED=${seed}`);
  if (!details.failed) return;
  const [sequence] = details.counterexample ?? [];
  expect.fail(
    [
      `after ${details.numRuns} weeks and ${details.numShrinks} shrinks; again with SEED=${seed} REPLAY=${details.counterexamplePath}`,
      ...shown,
      JSON.stringify(sequence),
    ].join('\n'),
  );
});
