/** How many times as long the candidate takes as production, with intervals that hold for few samples. */

/*
 * Two samples of a time differ although nothing has changed, so one number is no answer. Each answer of the candidate
 * is divided by each answer of production: of 20 and 20 that makes 400 ratios. The one in the middle is the estimate
 * (Hodges and Lehmann, 1963). How far the sorted list may be cut at both ends, so that the true ratio stays inside in
 * 95 or 99 of 100 comparisons, follows from how often chance alone mixes two samples of one source like that: the
 * exact distribution of U (Mann and Whitney, 1947). It supposes only that both sides have the same kind of noise, and
 * draws no random numbers: the same samples have the same intervals.
 */

export interface Ratio {
  /** Above 1 where the candidate is slower. */
  readonly estimate: number;
  /** The true ratio is inside in 95 of 100 comparisons; with too few samples, the ends are 0 and Infinity. */
  readonly likely: { readonly low: number; readonly high: number };
  /** In 99 of 100. */
  readonly certain: Ratio['likely'];
}

/** Of times, or of other positive numbers; both lists have at least one. */
export function ratioOf(candidate: readonly number[], production: readonly number[]): Ratio {
  const ratios = candidate.flatMap((ours) => production.map((theirs) => ours / theirs)).sort((a, b) => a - b);
  const chances = chancesOfU(candidate.length, production.length);
  const inside = (chance: number) => {
    const cut = chances.findIndex((each) => each > (1 - chance) / 2);
    return { low: ratios[cut - 1] ?? 0, high: ratios[ratios.length - cut] ?? Number.POSITIVE_INFINITY };
  };
  return { estimate: median(ratios), likely: inside(0.95), certain: inside(0.99) };
}

/** The middle value, or the geometric mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return Math.sqrt(low * high);
}

/**
 * For each U from 0 on, the probability that in at most so many pairs the candidate's sample is the smaller one, if
 * both sides have one source. The numbers of orders are the coefficients of the product of
 * (1 − q^(other + i)) / (1 − q^i).
 */
function chancesOfU(count: number, other: number): number[] {
  const orders = [1, ...Array.from({ length: count * other }, () => 0)];
  const add = (to: number, from: number, sign: number) => {
    orders[to] = (orders[to] ?? 0) + sign * (orders[from] ?? 0);
  };
  for (let i = 1; i <= count; i += 1) {
    for (let u = orders.length - 1; u >= other + i; u -= 1) add(u, u - other - i, -1);
    for (let u = i; u < orders.length; u += 1) add(u, u - i, 1);
  }
  for (let u = 1; u < orders.length; u += 1) add(u, u - 1, 1);
  return orders.map((each) => each / (orders.at(-1) ?? 1));
}
