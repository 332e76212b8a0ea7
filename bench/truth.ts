/** How long after the truth a run ends: worlds of an ordinary day on the manual clock, so that the machine does not matter. */

import { quickPace } from '../test/emulator/emulator.ts';
import {
  minute,
  openWorld,
  second,
  spec,
  usualSeconds,
  type WorldOptions,
  type WorldRun,
} from '../test/worlds/world.ts';
import { spreadOf } from './measure.ts';
import type { Row } from './results.ts';

type Life = NonNullable<WorldOptions['life']>;

/** Before the truth is not after it. */
function row(what: string, seconds: number, goal: number): Row {
  const value = seconds < 0 ? Number.NaN : seconds;
  return { what, unit: 's', value: { median: value, p10: value, p90: value }, goal, rounds: 1 };
}

const startingSeconds = quickPace.startingMs / second;
const checkSeconds = quickPace.healthCheckMs / second;
/** A worker waits two seconds for its GPU before it pulls. */
const pulledSeconds = 2 + quickPace.pullingMs / second;

interface LifeRow {
  what: string;
  /** When the new worker is healthy, in seconds after the write. */
  healthyAfterSeconds: number;
  world: WorldOptions;
  run?: WorldRun;
  goal: number;
}

/** Where seconds pass between two readings, one life would be measured by chance: ten that are a little longer each. */
const longer = (lifeOf: (moreMs: number) => Omit<LifeRow, 'goal'>): LifeRow[] =>
  Array.from({ length: 10 }, (_, index) => ({ ...lifeOf(index * 1.1 * second), goal: 12 }));

const lives: readonly LifeRow[][] = [
  [{ what: 'usual life', healthyAfterSeconds: usualSeconds, world: {}, goal: 12 }],
  [
    {
      what: 'usual life, with a test',
      healthyAfterSeconds: usualSeconds,
      world: {},
      run: { test: '/health' },
      goal: 5,
    },
  ],
  [
    {
      what: 'listed after 90 s, `updating` for 3 s',
      healthyAfterSeconds: 90 + usualSeconds,
      world: {
        switches: { stateDuringUpdate: 'updating', updatingForMs: 3 * second },
        life: { outcome: 'healthy', appearAfterMs: 90 * second },
      },
      goal: 12,
    },
  ],
  ...[3, 10].map((minutes) =>
    longer((moreMs) => ({
      what: `load of ${minutes} minutes`,
      healthyAfterSeconds: pulledSeconds + startingSeconds + 60 * minutes + moreMs / second,
      world: { life: { outcome: 'healthy', pace: { healthCheckMs: minutes * minute + moreMs } } },
    })),
  ),
  longer((moreMs) => ({
    what: 'pull of 15 minutes',
    healthyAfterSeconds: 2 + 900 + moreMs / second + startingSeconds + checkSeconds,
    world: { life: { outcome: 'healthy', pace: { pullingMs: 15 * minute + moreMs } } },
  })),
];

/** When the service first shows what does not pass, in seconds after the write. */
const causes: { what: string; shownAfterSeconds: number; life: Life }[] = [
  {
    what: 'manifest unknown, while it pulls',
    shownAfterSeconds: pulledSeconds,
    life: { outcome: 'image-pull', state: 'pulling', message: 'manifest unknown' },
  },
  {
    what: 'unauthorized, between back-offs',
    shownAfterSeconds: 2,
    life: { outcome: 'image-backoff', message: 'unauthorized: authentication required' },
  },
  {
    what: 'not found, after a pull of 5 minutes',
    shownAfterSeconds: 302,
    life: { outcome: 'image-pull', message: 'llama:2: not found', pace: { pullingMs: 5 * minute } },
  },
];

/** The first crash three minutes after the first one decides, or a later one. */
const decidingMs = 180 * second;

const loops: { what: string; runsForMs: number; exitedForMs: number }[] = [10, 60, 90, 120, 180].map((seconds) => ({
  what: `crashes after ${seconds} s`,
  runsForMs: seconds * second,
  exitedForMs: 20 * second,
}));

export async function truthRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const series of lives) {
    const late: number[] = [];
    for (const { healthyAfterSeconds, world: options, run } of series) {
      await using world = await openWorld(options);
      const { seconds, exitCode, writes } = await world.run(run);
      const lateness = seconds - (writes[0]?.seconds ?? 0) - healthyAfterSeconds;
      late.push(exitCode === 0 && lateness >= 0 ? lateness : Number.NaN);
    }
    const [{ what, goal } = { what: '', goal: 0 }] = series;
    rows.push({
      what: `from healthy to green: ${what}`,
      unit: 's',
      value: spreadOf(late.some(Number.isNaN) ? [Number.NaN] : late),
      goal,
      rounds: late.length,
    });
  }
  for (const { what, shownAfterSeconds, life } of causes) {
    await using world = await openWorld({ life });
    rows.push(row(`from a definite cause to the restore: ${what}`, await restoredAfter(world, shownAfterSeconds), 30));
  }
  for (const { what, runsForMs, exitedForMs } of loops) {
    await using world = await openWorld({ life: { outcome: 'crash-loop', runsForMs, exitedForMs } });
    const turnMs = quickPace.startingMs + runsForMs + exitedForMs;
    const nextMs = Math.ceil(decidingMs / turnMs) * turnMs;
    const seconds = await restoredAfter(world, pulledSeconds + startingSeconds + runsForMs / second);
    rows.push(row(`from the first crash to the restore: ${what}`, seconds, Math.max(200, nextMs / second + 12)));
  }
  return rows;
}

/** From a moment after the first write until the write that takes it back; not a number when none does. */
async function restoredAfter(world: Awaited<ReturnType<typeof openWorld>>, afterSeconds: number): Promise<number> {
  const { writes, isRestored } = await world.run();
  const [first, last] = [writes[0], writes.at(-1)];
  return isRestored && first && last ? last.seconds - first.seconds - afterSeconds : Number.NaN;
}

/** What a candidate costs a good version (a pull of 5 minutes, a load of 2), beside the same deploy in place. */
export async function candidateRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [how, text] of [
    ['in place', spec],
    ['by way of a candidate', `${spec}candidate: true\n`],
  ] as const) {
    const pace = { pullingMs: 5 * minute, healthCheckMs: 2 * minute };
    await using world = await openWorld({ life: { outcome: 'healthy', pace } });
    const billed = () => Object.values(world.emulator.workerSeconds()).reduce((sum, each) => sum + each, 0);
    const before = billed();
    const { seconds, end } = await world.run({ spec: text, test: '/health' });
    for (const [unit, value] of [
      ['s', seconds],
      ['GPU-seconds', billed() - before],
    ] as const) {
      const single = end === 'updated' ? value : Number.NaN;
      rows.push({
        what: `a good version ${how}`,
        unit,
        value: { median: single, p10: single, p90: single },
        rounds: 1,
      });
    }
  }
  return rows;
}
