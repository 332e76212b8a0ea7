// How much answers of one model differ in time although nothing has changed: seeded, so that a scenario plays the same again.

/** Lognormal noise of so many parts of one, and spikes of 1.5 to 4 times. */
const kinds = {
  calm: { sigma: 0.05, spikes: 0 },
  usual: { sigma: 0.12, spikes: 0.05 },
  rough: { sigma: 0.3, spikes: 0.1 },
} as const;

export type NoiseKind = keyof typeof kinds;
export const noiseKinds = Object.keys(kinds) as [NoiseKind, ...NoiseKind[]];

/** Numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normal with the mean 0 and the deviation 1 (Box and Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** By what each time is multiplied; always 1 without noise. */
export function createNoise(kind: NoiseKind | undefined, random: () => number): () => number {
  if (kind === undefined) return () => 1;
  const { sigma, spikes } = kinds[kind];
  return () => Math.exp(sigma * normal(random)) * (random() < spikes ? 1.5 + 2.5 * random() : 1);
}
