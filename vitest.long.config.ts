import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Of these the suite plays a part: half of the places, lengths and crossings, a few random days, stories and races, always the same ones. Here all are played, by another seed each time. */
const include = [
  'test/ceilings.test.ts',
  'test/compare/power.test.ts',
  'test/hostile/odd-answers.test.ts',
  'test/models/**/*.test.ts',
  'test/races/**/*.test.ts',
  'test/scenarios/{cancellation,crash}.test.ts',
  'test/sweep/**/*.test.ts',
  'test/worlds/**/*.test.ts',
];

const { include: _, ...rest } = base.test ?? {};

export default mergeConfig(
  { ...base, test: rest },
  {
    test: {
      include,
      env: {
        LONG: 'true',
        MODEL_SHARE: '32',
        PROPERTY_SHARE: '20',
        RACE_SEEDS: '200',
        SEED: process.env.SEED ?? 'random',
      },
    },
  },
);
