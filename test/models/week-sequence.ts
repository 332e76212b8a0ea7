/** Random weeks of one endpoint: what runs, people and the service do in turn. Plain data, so that a week shrinks and can be pasted into a test. */

import * as fc from 'fast-check';

/** What an image is worth: `wrong` is healthy, and answers its test wrong; `worse` passes everything, and only its users know. */
const qualities = ['good', 'good', 'good', 'worse', 'crashing', 'wrong', 'missing'] as const;
export type Quality = (typeof qualities)[number];

export interface RunStep {
  kind: 'run';
  /** `late`: of a commit whose run started before that of the newest one. `queue`: of a merge queue, whose commit main gets. */
  by: 'push' | 'late' | 'cron' | 'dispatch' | 'branch' | 'tag' | 'laptop' | 'again' | 'back';
  /** A new image of that quality, the image of the branch as it is, or one that was here: `pick` says which. */
  image: Quality | 'same' | 'earlier';
  pick: number;
  /** In the place of the spec's number of workers. */
  minNum?: number;
  onFailure?: 'keep';
  wait?: 'none';
  /** The run is cut off after so many requests to the service. */
  cut?: { after: number; signal: 'SIGTERM' | 'SIGKILL' };
  trouble?: Trouble;
  isRotated?: boolean;
}

/** What happens to workers before so many readings of the run. */
export interface Trouble {
  does: 'old under a new ID' | 'new one that crashes' | 'interrupted' | 'no GPU' | 'restore refused';
  nth: number;
}

export type WeekStep =
  | RunStep
  | { kind: 'park' }
  | { kind: 'status' }
  | { kind: 'hand'; does: 'image' | 'earlier image' | 'more' | 'sleep' | 'env' | 'wake'; pick: number }
  | { kind: 'pass'; minutes: number };

export interface WeekSequence {
  world: {
    minNum: number;
    hasTests: boolean;
    hasSecret: boolean;
    /** A new version runs first where no user is, if there are tests. */
    hasCandidate: boolean;
    keepOldWorkersMs: number;
    /** Whether GitHub says how runs ended. */
    mayAskRuns: boolean;
  };
  steps: readonly WeekStep[];
}

const seldom = <Value>(weight: number, values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight }, { arbitrary: values, weight: 1 });
const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;

const run = fc
  .record({
    kind: fc.constant('run' as const),
    by: fc.constantFrom<RunStep['by'][]>(
      ...(['push', 'push', 'push', 'push', 'late', 'cron', 'cron', 'dispatch', 'branch', 'tag', 'laptop'] as const),
      ...(['again', 'again', 'again', 'back', 'back'] as const),
    ),
    image: fc.constantFrom<RunStep['image'][]>(...qualities, 'same', 'same', 'same', 'earlier', 'earlier'),
    pick: fc.nat(20),
    minNum: seldom(6, fc.constantFrom(0, 1, 2)),
    onFailure: seldom(8, fc.constant('keep' as const)),
    wait: seldom(12, fc.constant('none' as const)),
    cut: seldom(
      5,
      fc.record({ after: fc.integer({ min: 1, max: 14 }), signal: fc.constantFrom('SIGTERM', 'SIGTERM', 'SIGKILL') }),
    ),
    trouble: seldom(
      5,
      fc.record({
        does: fc.constantFrom<Trouble['does'][]>(
          ...(['old under a new ID', 'old under a new ID', 'new one that crashes', 'interrupted', 'no GPU'] as const),
          'restore refused',
        ),
        nth: fc.integer({ min: 1, max: 12 }),
      }),
    ),
    isRotated: seldom(12, fc.constant(true)),
  })
  .map((step) => defined(step) as RunStep);

const hand = fc.record({
  kind: fc.constant('hand' as const),
  does: fc.constantFrom('image' as const, 'earlier image', 'more', 'sleep', 'env', 'wake', 'wake'),
  pick: fc.nat(20),
});

const steps: fc.Arbitrary<WeekStep> = fc.oneof(
  { arbitrary: run, weight: 12 },
  { arbitrary: hand, weight: 2 },
  { arbitrary: fc.constant({ kind: 'park' } as const), weight: 1 },
  { arbitrary: fc.constant({ kind: 'status' } as const), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(5, 60, 900) }), weight: 2 },
);

export const weekSequences: fc.Arbitrary<WeekSequence> = fc.record({
  world: fc.record({
    minNum: fc.constantFrom(0, 0, 1, 1, 2),
    hasTests: fc.constantFrom(true, true, false),
    hasSecret: fc.constantFrom(false, false, true),
    hasCandidate: fc.constantFrom(false, false, true),
    keepOldWorkersMs: fc.constantFrom(0, 0, 30_000, 600_000),
    mayAskRuns: fc.constantFrom(true, true, false),
  }),
  steps: fc.array(steps, { minLength: 2, maxLength: 11, size: 'max' }),
});
