/** How many times as long the candidate takes as production, with an interval that holds for few samples. */

/*
 * Two samples of a time differ although nothing has changed, so one number is no answer. Each answer of the candidate is
 * divided by each answer of production: of 20 and 20 that makes 400 ratios. The one in the middle is the estimate
 * (Hodges and Lehmann, 1963). How far the sorted list may be cut at both ends, so that the true ratio is left inside in
 * 95 of 100 comparisons, follows from how often chance alone mixes two samples of one source so: that is the exact
 * distribution of U (Mann and Whitney, 1947). It supposes nothing of the noise but that both sides have the same kind,
 * and draws no random numbers: the same samples have the same interval.
 */

export interface Ratio {
  /** Above 1 where the candidate is slower. */
  estimate: number;
  /** The true ratio is between these two in 95 of 100 comparisons. */
  low: number;
  high: number;
  /** Below it, the true ratio is in at most 1 of 200 comparisons: the lower end of 99 %. */
  surelyAbove: number;
}

/** Of times, or of other positive numbers; both lists have at least one. With too few samples, ends are 0 and Infinity. */
export function ratioOf(candidate: readonly number[], production: readonly number[]): Ratio {
  const ratios = candidate.flatMap((ours) => production.map((theirs) => ours / theirs)).sort((a, b) => a - b);
  const at = (index: number) => ratios[index] ?? (index < 0 ? 0 : Number.POSITIVE_INFINITY);
  const cut = (each: number) => cutOf(candidate.length, { other: production.length, probability: each });
  const [cut95, cut99] = [cut(0.025), cut(0.005)];
  return {
    estimate: Math.sqrt(at(Math.ceil(ratios.length / 2) - 1) * at(Math.floor(ratios.length / 2))),
    low: at(cut95 - 1),
    high: at(ratios.length - cut95),
    surelyAbove: at(cut99 - 1),
  };
}

/** How many ratios lie below the interval, counting the end itself; 0 where even the smallest ratio may be too large. */
function cutOf(count: number, { other, probability }: { other: number; probability: number }): number {
  let sum = 0;
  const cut = distributionOfU(count, other).findIndex((each) => {
    sum += each;
    return sum > probability;
  });
  return Math.max(0, cut);
}

const known = new Map<string, readonly number[]>();

/**
 * For each U from 0 on, the probability that so many of the pairs have the candidate's sample as the smaller one, if
 * both come from the same source. By Mann and Whitney's recurrence: the largest of all samples is one of the `count`
 * with the probability count / (count + other), and is then smaller than none.
 */
function distributionOfU(count: number, other: number): readonly number[] {
  const key = `${count} ${other}`;
  let row: readonly number[][] = Array.from({ length: other + 1 }, () => [1]);
  for (let ours = 1; ours <= count && !known.has(key); ours += 1) {
    const next: number[][] = [[1]];
    for (let theirs = 1; theirs <= other; theirs += 1) {
      const [withoutOurs = [], withoutTheirs = []] = [row[theirs], next[theirs - 1]];
      next.push(
        Array.from({ length: ours * theirs + 1 }, (_, u) => {
          const sum = ours * (withoutOurs[u] ?? 0) + theirs * (withoutTheirs[u - ours] ?? 0);
          return sum / (ours + theirs);
        }),
      );
    }
    row = next;
  }
  const distribution = known.get(key) ?? row[other] ?? [1];
  known.set(key, distribution);
  return distribution;
}
