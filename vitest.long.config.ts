import { mergeConfig } from 'vitest/config';
import base, { onlyLong } from './vitest.config.ts';

/** Of these the suite plays a part, always the same one: half of the places and lengths, a few races, no random sequence. Here all are played, by another seed each time. */
const include = [
  ...onlyLong,
  'test/ceilings.test.ts',
  'test/compare/{load,power}.test.ts',
  'test/hostile/odd-answers.test.ts',
  'test/races/**/*.test.ts',
  'test/scenarios/{cancellation,candidate-kills,crash,week-previews}.test.ts',
  'test/sweep/**/*.test.ts',
];

const { include: _, exclude: __, ...rest } = base.test ?? {};

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
