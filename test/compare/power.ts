/** Comparisons by prompts that are simulated on the verdicts alone: how often they are right, for a test and a bench. */

import { judge, type Pair, type Sample } from '../../src/compare/judge.ts';
import { createNoise, type NoiseKind, normal, seededRandom } from '../emulator/noise.ts';

const rules = { prompts: 'prompts.jsonl', worse: 0.01, slower: 0.2 };

export interface World {
  prompts: number;
  /** Share of the prompts that production has right, and what the candidate loses of all. */
  right: number;
  drop: number;
  /** Share of failed requests, on both sides. */
  faults: number;
  /** How many times as long the candidate takes, and the noise of a time. */
  factor: number;
  sigma: number;
  /** Each side, for itself, has spells of so many answers, which are a share of all: they take so many times as long; 0 is wrong. */
  spells?: { length: number; share: number; factor: number };
}

/** What becomes of each next answer of a side: how many times as long it takes; 0 where it is wrong. */
function spellsOf(random: () => number, { length, share, factor }: NonNullable<World['spells']>): () => number {
  let isIn = random() < share;
  return () => {
    const ends = isIn ? 1 / length : share / (1 - share) / length;
    if (random() < ends) isIn = !isIn;
    return isIn ? factor : 1;
  };
}

function verdictOf(seed: number, { prompts, right, drop, faults, factor, sigma, spells }: World): string {
  const random = seededRandom(2_000_029 * seed + prompts);
  const side = (slowness: number) => {
    const now = spells ? spellsOf(random, spells) : () => 1;
    return (isRight: boolean, ms: number): Sample => {
      const spell = now();
      const isWrong = !isRight || random() < faults || spell === 0;
      const firstTokenMs = isWrong ? undefined : ms * slowness * spell * Math.exp(sigma * normal(random));
      return { fault: isWrong ? 'wrong' : '', status: 200, firstTokenMs };
    };
  };
  const [production, candidate] = [side(1), side(factor)];
  const asks = Array.from({ length: prompts }, (_, line) => {
    const [isRight, isLost, ms] = [random() < right, random() < drop / right, 300 * Math.exp(0.5 * normal(random))];
    return (): Pair => ({
      question: { test: {}, title: '', line },
      production: production(isRight, ms),
      candidate: candidate(isRight && !isLost, ms),
    });
  });
  const pairs = asks.map((ask) => ask());
  const group = { title: '', pairs, questions: pairs.map(({ question }) => question), stopped: '', firstMs: 0 };
  const asked = { groups: [group], pairs, rules, again: undefined };
  const { suspects } = judge(asked);
  const again = suspects.flatMap(({ question }) => asks[question.line]?.() ?? []);
  return judge({ ...asked, again }).verdict;
}

/** One test that is asked 20 times of both; `apart`: by how much the two workers differ besides. */
export function verdictOfTest(seed: number, kind: NoiseKind, { factor, apart }: { factor: number; apart: number }) {
  const random = seededRandom(seed);
  const noise = createNoise(kind, random);
  const worker = Math.exp(apart * normal(random));
  const sample = (slowness: number): Sample => ({ fault: '', status: 200, totalMs: 900 * slowness * noise() });
  const question = { test: {}, title: 'GET /a', line: 0 };
  const pair = (): Pair => ({ question, production: sample(1), candidate: sample(worker * factor) });
  const pairs = Array.from({ length: 20 }, pair);
  const group = { title: 'GET /a', pairs, questions: pairs.map(() => question), stopped: '', firstMs: 0 };
  return judge({ groups: [group], pairs, rules: { slower: 0.2 }, again: [] }).verdict;
}

/** Of 100 comparisons, how many are refused, and how many are fine. */
export const powerOf = (world: World, seeds: number) => sharesOf(seeds, (seed) => verdictOf(seed, world));

export function sharesOf(seeds: number, verdictOfSeed: (seed: number) => string): { red: number; fine: number } {
  const found = Array.from({ length: seeds }, (_, seed) => verdictOfSeed(seed + 1));
  const share = (...verdicts: readonly string[]) =>
    (100 * found.filter((each) => verdicts.includes(each)).length) / seeds;
  return { red: share('worse', 'slower'), fine: share('fine') };
}
