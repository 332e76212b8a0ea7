// Worlds in which workers come late, fail for a while, or are only listed.
import { describe, expect, test } from 'vitest';
import { created, createRequest } from './caller.ts';
import { type Emulator, ManualClock, type ScriptedWrite, startEmulator } from './emulator.ts';
import { timeline } from './timeline.ts';

const start = (scripts: readonly ScriptedWrite[] = []): Promise<Emulator<ManualClock>> =>
  startEmulator({ scripts, clock: new ManualClock() });

const oneWorker = { workerConfig: { minNum: 1 } };
const createOne = { workerConfig: { ...createRequest.workerConfig, minNum: 1 } };

describe('lives of workers', () => {
  test.each<readonly [string, ScriptedWrite, readonly (readonly [number, string])[]]>([
    [
      'loading for three minutes',
      { outcome: 'healthy', pace: { healthCheckMs: 180_000 } },
      [
        [27, 'initializing: running'],
        [206, 'initializing: running'],
        [207, 'serving: running+'],
      ],
    ],
    [
      'a crash loop with a good second',
      { outcome: 'crash-loop', healthyForMs: 1_000 },
      [
        [36, 'initializing: running'],
        [37, 'serving: running+'],
        [38, 'initializing: exited'],
        [43, 'initializing: starting'],
        [48, 'initializing: running'],
        [53, 'serving: running+'],
        [54, 'initializing: exited'],
      ],
    ],
    [
      'back-off for 90 s',
      { outcome: 'image-backoff', recoversAfterMs: 90_000 },
      [
        [1, 'initializing: pending'],
        [2, 'initializing: pulling'],
        [89, 'initializing: pulling'],
        [90, 'initializing: starting'],
        [95, 'initializing: running'],
        [105, 'serving: running+'],
      ],
    ],
    [
      'no capacity for 8 minutes',
      { outcome: 'no-capacity', recoversAfterMs: 480_000 },
      [
        [479, 'initializing: pending'],
        [482, 'initializing: pulling'],
        [517, 'serving: running+'],
      ],
    ],
    [
      'failed for 15 s',
      { outcome: 'endpoint-failed', recoversAfterMs: 15_000 },
      [
        [2, 'failed: error'],
        [14, 'failed: error'],
        [15, 'initializing: pending'],
        [52, 'serving: running+'],
      ],
    ],
    ['unhealthy for ever', { outcome: 'unhealthy' }, [[86_400, 'initializing: running']]],
  ])('%s', async (_what, script, expected) => {
    await using emulator = await start([script]);
    const id = await created(emulator, createOne);
    const moments = expected.map(([moment]) => moment);
    expect(await timeline(emulator, id, moments)).toEqual(expected);
  });
});

describe('workers that are only listed', () => {
  test('with a write: dead, removed and exited ones, with and without a message, for a time', async () => {
    const alsoListed = [
      { state: 'exited', message: 'exit code 137' },
      { state: 'exited' },
      { state: 'removed', fromMs: 5_000, forMs: 10_000 },
    ];
    await using emulator = await start([{ outcome: 'healthy', alsoListed }]);
    const id = await created(emulator, createOne);
    expect(await timeline(emulator, id, [0, 5, 15, 37])).toEqual([
      [0, 'initializing: pending exited exited'],
      [5, 'initializing: pulling exited exited removed'],
      [15, 'initializing: pulling exited exited'],
      [37, 'serving: running+ exited exited'],
    ]);
    expect(emulator.endpoints()[0]?.workers.map(({ state }) => state.message)).toEqual(['', 'exit code 137', '']);
  });

  test('the autoscaler adds a worker that pulls, on an unchanged endpoint', async () => {
    await using emulator = await start();
    const id = emulator.seed(oneWorker);
    emulator.addChange({ kind: 'scale-out', script: { outcome: 'healthy', pace: { schedulingMs: 0 } } });
    expect(await timeline(emulator, id, [0, 34, 35])).toEqual([
      [0, 'serving: running+ pulling'],
      [34, 'serving: running+ running'],
      [35, 'serving: running+ running+'],
    ]);
    expect(emulator.endpoints()[0]?.revision).toBe(1);
  });
});
