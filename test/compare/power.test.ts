/** How often a comparison by prompts is right about noise: bounds of 40 simulated comparisons each, and of many more in `npm run test:long`. */

import { expect, test } from 'vitest';
import { countedRuns } from '../runs.ts';
import { powerOf, type World } from './power.ts';

const same: World = { prompts: 100, right: 0.95, drop: 0, faults: 0.05, factor: 1, sigma: 0.2 };
const timed: World = { ...same, prompts: 30, right: 1, faults: 0 };
test.for<[string, World, { red?: [number, number]; fine?: [number, number] }]>([
  ['the same, and both fail at times', same, { red: [0, 2.5] }],
  ['20 points lost', { ...same, drop: 0.2 }, { red: [85, 100] }],
  ['2 points lost: not found', { ...same, drop: 0.02 }, { red: [0, 5] }],
  ['1.1 × as long', { ...timed, factor: 1.1 }, { red: [0, 0.5] }],
  ['1.25 × as long: hardly found, and never fine', { ...timed, factor: 1.25 }, { red: [0, 10], fine: [0, 1] }],
  ['1.5 × as long', { ...timed, factor: 1.5 }, { red: [95, 100] }],
  ['spells of each side', { ...same, faults: 0, spells: { length: 20, share: 0.1, factor: 1.6 } }, { red: [0, 2.5] }],
])('%s', ([, world, bounds]) => {
  const found = powerOf(world, countedRuns(80));
  for (const [end, [least, most]] of Object.entries(bounds) as ['red' | 'fine', [number, number]][])
    expect([found[end] >= least, found[end] <= most], JSON.stringify(found)).toEqual([true, true]);
});
