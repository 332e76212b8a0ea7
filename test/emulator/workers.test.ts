// How workers and the endpoint's state move with the clock: starts and rollouts.
import { expect, test } from 'vitest';
import { call, created, paths, updateRequest } from './caller.ts';
import { type Emulator, ManualClock, type Switches, startEmulator } from './emulator.ts';
import { timeline } from './timeline.ts';

const start = (setup: { readonly switches?: Partial<Switches> } = {}): Promise<Emulator<ManualClock>> =>
  startEmulator({ ...setup, clock: new ManualClock() });

const workerConfig = (minNum: number) => ({ ...updateRequest.workerConfig, minNum, maxNum: 3 });

const update = (emulator: Emulator, id: string, image: string, minNum = 1) =>
  call(emulator, `POST ${paths.update}`, {
    body: { id, ...updateRequest, workerConfig: workerConfig(minNum), image: { image, authId: '', command: '' } },
  });

test('a created endpoint initializes, pulls, starts, gets healthy, serves', async () => {
  await using emulator = await start();
  const id = await created(emulator, { workerConfig: workerConfig(2) });
  expect(await timeline(emulator, id, [0, 1.999, 2, 21.999, 22, 26.999, 27, 36.999, 37])).toEqual([
    [0, 'initializing: pending pending'],
    [1.999, 'initializing: pending pending'],
    [2, 'initializing: pulling pulling'],
    [21.999, 'initializing: pulling pulling'],
    [22, 'initializing: starting starting'],
    [26.999, 'initializing: starting starting'],
    [27, 'initializing: running running'],
    [36.999, 'initializing: running running'],
    [37, 'serving: running+ running+'],
  ]);
});

test('minNum 0 serves without workers', async () => {
  await using emulator = await start();
  const id = await created(emulator, { workerConfig: workerConfig(0) });
  expect(await timeline(emulator, id, [0, 2])).toEqual([
    [0, 'initializing:'],
    [2, 'serving:'],
  ]);
});

test('an update rolls: old workers serve until the new are healthy, then stop, are removed, and vanish', async () => {
  await using emulator = await start();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  expect(await timeline(emulator, id, [0, 36, 37, 42, 641, 642])).toEqual([
    [0, 'serving: running+ pending'],
    [36, 'serving: running+ running'],
    [37, 'serving: stopping running+'],
    [42, 'serving: removed running+'],
    [641, 'serving: removed running+'],
    [642, 'serving: running+'],
  ]);
  expect(emulator.endpoints()[0]?.workers.map(({ image, revision }) => [image, revision])).toEqual([
    ['ghcr.io/acme/llama:2', 2],
  ]);
});

test('worker-seconds: each worker from its start until it is removed, also when the endpoint is deleted', async () => {
  await using emulator = await start();
  const id = await created(emulator, { workerConfig: workerConfig(2) });
  const { clock, workerSeconds } = emulator;
  clock.advance(100_000);
  expect(workerSeconds()).toEqual({ [id]: 200 });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  // Two old ones for 37 s and the 5 s in which they stop, beside a new one.
  expect(workerSeconds(clock.nowMs() + 100_000)).toEqual({ [id]: 200 + 2 * 42 + 100 });
  clock.advance(100_000);
  await update(emulator, id, 'ghcr.io/acme/llama:2', 0);
  const billed = { [id]: 384 + 2 + 5 };
  expect([60_000, 3_600_000].map((ms) => workerSeconds(clock.nowMs() + ms))).toEqual([billed, billed]);
  await update(emulator, id, 'ghcr.io/acme/llama:3');
  clock.advance(50_000);
  emulator.remove(id);
  expect(workerSeconds(clock.nowMs() + 3_600_000)).toEqual(workerSeconds());
});

test('a second update retires workers that never served at once', async () => {
  await using emulator = await start();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  emulator.clock.advance(10_000);
  await update(emulator, id, 'ghcr.io/acme/llama:3');
  expect(await timeline(emulator, id, [0, 5, 37])).toEqual([
    [0, 'serving: running+ stopping pending'],
    [5, 'serving: running+ removed pulling'],
    [37, 'serving: stopping removed running+'],
  ]);
});
