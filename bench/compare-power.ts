/**
 * How often a comparison by prompts is right, simulated on its verdicts alone: `node bench/compare-power.ts [seeds]`
 * prints, for each number of prompts, how many of 100 comparisons are refused. The figures of
 * docs/recipes/golden-set.md are those of 200 seeds.
 */

import { judge, type Pair, type Sample, toAskAgain } from '../src/compare/judge.ts';
import { normal, seededRandom } from '../test/emulator/noise.ts';

const seeds = Number(process.argv[2] ?? 200);
const rules = { prompts: 'prompts.jsonl', worse: 0.01, slower: 0.2 };
interface World {
  /** Share of the prompts that production has right, and of these, what the candidate loses. */
  right: number;
  drop: number;
  /** Share of failed requests, on both sides. */
  faults: number;
  /** How many times as long the candidate takes, and the noise of a time. */
  factor: number;
  sigma: number;
}

function verdictOf(seed: number, count: number, { right, drop, faults, factor, sigma }: World): string {
  const random = seededRandom(1_000_003 * seed + count);
  const sample = (isRight: boolean, ms: number): Sample => {
    const isWrong = !isRight || random() < faults;
    const firstTokenMs = isWrong ? undefined : ms * Math.exp(sigma * normal(random));
    return { fault: isWrong ? 'wrong' : '', status: 200, firstTokenMs };
  };
  const asks = Array.from({ length: count }, (_, index) => {
    const [isRight, isLost, ms] = [random() < right, random() < drop / right, 300 * Math.exp(0.5 * normal(random))];
    const question = { test: {}, title: '', line: index };
    return (): Pair => ({
      question,
      production: sample(isRight, ms),
      candidate: sample(isRight && !isLost, ms * factor),
    });
  });
  const pairs = asks.map((ask) => ask());
  const group = { title: '', pairs, planned: count, stopped: '', firstMs: 0 };
  const options = { rules, clean: (text: string) => text, again: undefined };
  const suspects = toAskAgain(judge([group], options), options);
  const again = suspects.flatMap(({ question }) => asks[question.line]?.() ?? []);
  return judge([group], { ...options, again }).verdict;
}

const same: World = { right: 0.95, drop: 0, faults: 0.02, factor: 1, sigma: 0.2 };
const worlds: readonly [string, World][] = [
  ['the same, 2 % of requests fail on both sides', same],
  ['the same, 5 % of requests fail on both sides', { ...same, faults: 0.05 }],
  ...[0.02, 0.05, 0.1, 0.2].map((drop): [string, World] => [`${100 * drop} points lost`, { ...same, drop }]),
  ...[1.1, 1.25, 1.3, 1.5].map((factor): [string, World] => [`${factor} × as long`, { ...same, factor }]),
];
for (const [what, world] of worlds) {
  const cells = [30, 100, 300].map((count) => {
    const found = Array.from({ length: seeds }, (_, seed) => verdictOf(seed + 1, count, world));
    const share = (verdicts: readonly string[]) =>
      (100 * found.filter((each) => verdicts.includes(each)).length) / seeds;
    return `${count}: red ${share(['worse', 'slower']).toFixed(1)} %, fine ${share(['fine']).toFixed(0)} %`;
  });
  console.log(`${what}: ${cells.join('; ')}`);
}
