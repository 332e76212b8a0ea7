/** Exact statistics of few samples: how many times as long the candidate takes, and whether what it loses is chance. */

/*
 * Two samples of a time differ although nothing has changed, so one number is no answer. Each answer of the candidate
 * is divided by each answer of production: of 20 and 20 that makes 400 ratios. The one in the middle is the estimate
 * (Hodges and Lehmann, 1963). How far the sorted list may be cut at both ends, so that the true ratio stays inside in
 * 95 or 99 of 100 comparisons, follows from how often chance alone mixes two samples of one source like that: the
 * exact distribution of U (Mann and Whitney, 1947). It supposes only that both sides have the same kind of noise, and
 * draws no random numbers: the same samples have the same intervals.
 * Prompts differ from each other by more than the sides do, so each is compared with itself: the averages of all pairs
 * of their ratios (Walsh), cut by the exact distribution of the signed ranks (Wilcoxon, 1945).
 */

interface Ratio {
  /** Above 1 where the candidate is slower. */
  readonly estimate: number;
  /** The true ratio is inside in 95 of 100 comparisons; with too few samples, it spans all ratios. */
  readonly likely: { readonly low: number; readonly high: number };
  /** The range of 99 in 100. */
  readonly certain: Ratio['likely'];
}

/** The ratio of times, or of other positive numbers; both lists have at least one. */
export function ratioOf(candidate: readonly number[], production: readonly number[]): Ratio {
  const ratios = candidate.flatMap((ours) => production.map((theirs) => ours / theirs));
  return intervalsOf(Float64Array.from(ratios), chancesOfU(candidate.length, production.length));
}

/** The same of pairs: one prompt, both sides. At least one. */
export function pairedRatio(candidate: readonly number[], production: readonly number[]): Ratio {
  const logs = candidate.map((ours, index) => Math.log(ours / (production[index] ?? ours)));
  const averages = new Float64Array((logs.length * (logs.length + 1)) / 2);
  let next = 0;
  for (const [index, one] of logs.entries())
    for (let at = index; at < logs.length; at += 1, next += 1) averages[next] = Math.exp((one + (logs[at] ?? 0)) / 2);
  return intervalsOf(averages, chancesOfRanks(logs.length));
}

/** `chances`: for each number of ratios below 1, the probability that chance alone leaves at most so many. */
function intervalsOf(ratios: Float64Array, chances: Float64Array): Ratio {
  ratios.sort();
  const inside = (chance: number) => {
    const cut = chances.findIndex((each) => each > (1 - chance) / 2);
    return { low: ratios[cut - 1] ?? ratios[0] ?? 0, high: ratios[ratios.length - cut] ?? ratios.at(-1) ?? 0 };
  };
  return { estimate: medianOf(ratios), likely: inside(0.95), certain: inside(0.99) };
}

/** The middle value, or the geometric mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return medianOf(values.toSorted((a, b) => a - b));
}

function medianOf(sorted: ArrayLike<number>): number {
  const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return Math.sqrt(low * high);
}

/** The value that 95 % of the values do not exceed; 0 for none. */
export function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? 0;
}

/** What chance alone does more rarely is certain. */
export const maxChance = 0.01;

/** The probability that of `count + other` fair coins at least `count` show heads: the sign test. */
export const chance = (count: number, other: number) => chanceOfShare(count, { of: count + other, share: 0.5 });

/** The probability that of so many answers at least `count` have what so large a share has: the exact binomial test. */
export function chanceOfShare(count: number, { of, share }: { of: number; share: number }): number {
  // Logarithms, because the first term of many thousand answers is below the smallest number.
  let log = of * Math.log(1 - share);
  let fewer = count > 0 ? Math.exp(log) : 0;
  for (let each = 1; each < count; each += 1) {
    log += Math.log(((of - each + 1) / each) * (share / (1 - share)));
    fewer += Math.exp(log);
  }
  return Math.max(0, 1 - fewer);
}

/**
 * For each U from 0 on, the probability that in at most so many pairs the candidate's sample is the smaller one, if
 * both sides have one source. The numbers of orders are the coefficients of the product of
 * (1 − q^(other + i)) / (1 − q^i).
 */
function chancesOfU(count: number, other: number): Float64Array {
  const orders = new Float64Array(count * other + 1);
  orders[0] = 1;
  for (let i = 1; i <= count; i += 1) {
    for (let u = orders.length - 1; u >= 0; u -= 1) addFrom(orders, u, other + i, -1);
    for (let u = 0; u < orders.length; u += 1) addFrom(orders, u, i, 1);
  }
  return shares(orders);
}

/** The same for the sum of the ranks of the ratios below 1: the coefficients of the product of 1 + q^i. */
function chancesOfRanks(count: number): Float64Array {
  const orders = new Float64Array((count * (count + 1)) / 2 + 1);
  orders[0] = 1;
  for (let i = 1; i <= count; i += 1) for (let w = orders.length - 1; w >= 0; w -= 1) addFrom(orders, w, i, 1);
  return shares(orders);
}

/** Adds what stands so far before the place; nothing stands before the first one. */
function addFrom(list: Float64Array, index: number, before: number, sign: 1 | -1): void {
  list[index] = (list[index] ?? 0) + sign * (list[index - before] ?? 0);
}

/** Added up, as shares of the whole. */
function shares(orders: Float64Array): Float64Array {
  for (let index = 0; index < orders.length; index += 1) addFrom(orders, index, 1, 1);
  const whole = orders.at(-1) ?? 1;
  return orders.map((each) => each / whole);
}
