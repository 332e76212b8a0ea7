/**
 * How often a comparison is right, simulated on its verdicts alone: `node bench/compare-power.ts [seeds]` prints how
 * many of 100 comparisons are refused: for each number of prompts, and of one test, 20 times, for each kind of noise.
 * The tables of bench/README.md are those of 400 seeds.
 */

import { powerOf, sharesOf, verdictOfTest, type World } from '../test/compare/power.ts';

const seeds = Number(process.argv[2] ?? 400);
type Change = Partial<World>;
const same = { right: 0.95, drop: 0, faults: 0.02, factor: 1, sigma: 0.2 };
const worlds: readonly [string, Change][] = [
  ['the same, 2 % of requests fail on both sides', {}],
  ['the same, 5 % of requests fail on both sides', { faults: 0.05 }],
  ...[0.02, 0.05, 0.1, 0.2].map((drop): [string, Change] => [`${100 * drop} points lost`, { drop }]),
  ...[1.1, 1.25, 1.3, 1.5].map((factor): [string, Change] => [`${factor} × as long`, { factor }]),
  ['1.5 × as long, all right', { factor: 1.5, right: 1, faults: 0 }],
  ...(
    [
      ['wrong', 15, 0.05, 0],
      ['wrong', 30, 0.1, 0],
      ['1.6 × as long', 20, 0.1, 1.6],
      ['1.6 × as long', 100, 0.1, 1.6],
    ] as const
  ).map(([what, length, share, factor]): [string, Change] => {
    const spells = { length, share, factor };
    return [`the same; ${100 * share} % of each side are spells of ${length} answers that are ${what}`, { spells }];
  }),
];
for (const [what, world] of worlds) {
  const cells = [30, 100, 300].map((prompts) => {
    const { red, fine } = powerOf({ ...same, ...world, prompts }, seeds);
    return `${prompts}: red ${red.toFixed(1)} %, fine ${fine.toFixed(0)} %`;
  });
  console.log(`${what}: ${cells.join('; ')}`);
}
for (const [factor, apart] of [
  ...([1, 1.25, 1.3, 1.5, 2].map((factor) => [factor, 0]) as [number, number][]),
  ...([0.08, 0.13].map((apart) => [1, apart]) as [number, number][]),
]) {
  const cells = (['calm', 'usual', 'rough'] as const).map((kind) => {
    const { red, fine } = sharesOf(seeds, (seed) => verdictOfTest(seed, kind, { factor, apart }));
    return `${kind}: red ${red.toFixed(1)} %, fine ${fine.toFixed(1)} %`;
  });
  console.log(`a test, ${factor} × as long, workers ${100 * apart} % apart: ${cells.join('; ')}`);
}
