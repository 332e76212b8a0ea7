// Proves how workers and the endpoint's state move with the clock: starts, rollouts and every scripted failure.
import { expect, test } from 'vitest';
import { call, created, got, paths, updateRequest } from './caller.ts';
import { type Emulator, ManualClock, type ScriptedWrite, type Switches, startEmulator } from './emulator.ts';

interface Setup {
  readonly switches?: Partial<Switches>;
  readonly scripts?: readonly ScriptedWrite[];
}

const start = (setup: Setup = {}): Promise<Emulator<ManualClock>> =>
  startEmulator({ ...setup, clock: new ManualClock() });

const workerConfig = (minNum: number) => ({ ...updateRequest.workerConfig, minNum, maxNum: 3 });

const update = (emulator: Emulator, id: string, image: string, minNum = 1) =>
  call(emulator, `POST ${paths.update}`, {
    body: { id, ...updateRequest, workerConfig: workerConfig(minNum), image: { image, authId: '', command: '' } },
  });

/** `serving: running+ pulling`: the endpoint's word, then each worker's; + is healthy. */
async function seen(emulator: Emulator, id: string): Promise<string> {
  const { state, workers } = (await got(emulator, id)) as {
    state: { state: string };
    workers: { state: { state: string }; healthy: boolean }[];
  };
  const words = workers.map((worker) => ` ${worker.state.state}${worker.healthy ? '+' : ''}`);
  return `${state.state}:${words.join('')}`;
}

/** What is seen at each of these moments, in seconds from now. */
async function course(emulator: Emulator<ManualClock>, id: string, moments: readonly number[]) {
  const states: (readonly [number, string])[] = [];
  let nowSeconds = 0;
  for (const moment of moments) {
    emulator.clock.advance((moment - nowSeconds) * 1000);
    nowSeconds = moment;
    states.push([moment, await seen(emulator, id)]);
  }
  return states;
}

test('a created endpoint initializes, pulls, starts, gets healthy, serves', async () => {
  await using emulator = await start();
  const id = await created(emulator, { workerConfig: workerConfig(2) });
  expect(await course(emulator, id, [0, 1.999, 2, 21.999, 22, 26.999, 27, 36.999, 37])).toEqual([
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
  expect(await course(emulator, id, [0, 2])).toEqual([
    [0, 'initializing:'],
    [2, 'serving:'],
  ]);
});

test('pace instant does everything at once, a partial pace changes single durations', async () => {
  await using instant = await startEmulator({ pace: 'instant' });
  expect(await seen(instant, await created(instant, { workerConfig: workerConfig(1) }))).toBe('serving: running+');
  await using slow = await startEmulator({ pace: { pullingMs: 400_000 }, clock: new ManualClock() });
  const id = await created(slow, { workerConfig: workerConfig(1) });
  expect(await course(slow, id, [401, 402])).toEqual([
    [401, 'initializing: pulling'],
    [402, 'initializing: starting'],
  ]);
});

test('an update rolls: old workers serve until the new are healthy, then stop, are removed, and vanish', async () => {
  await using emulator = await start();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  expect(await course(emulator, id, [0, 36, 37, 42, 641, 642])).toEqual([
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

test('an update to minNum 0 leaves no worker', async () => {
  await using emulator = await start();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2', 0);
  expect(await course(emulator, id, [0, 2, 700])).toEqual([
    [0, 'serving: running+'],
    [2, 'serving: stopping'],
    [700, 'serving:'],
  ]);
});

test('a second update retires workers that never served at once', async () => {
  await using emulator = await start();
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  emulator.clock.advance(10_000);
  await update(emulator, id, 'ghcr.io/acme/llama:3');
  expect(await course(emulator, id, [0, 5, 37])).toEqual([
    [0, 'serving: running+ stopping pending'],
    [5, 'serving: running+ removed pulling'],
    [37, 'serving: stopping removed running+'],
  ]);
});

test.each<readonly [Partial<Switches>, readonly string[]]>([
  [{}, ['serving: running+ pending', 'serving: stopping running+', 'serving: removed running+']],
  [
    { stateDuringUpdate: 'updating' },
    ['updating: running+ pending', 'serving: stopping running+', 'serving: removed running+'],
  ],
  [
    { keepOldWorkersMs: 60_000 },
    ['serving: running+ pending', 'serving: running+ running+', 'serving: stopping running+'],
  ],
  [
    { keepOldWorkersMs: 'forever' },
    ['serving: running+ pending', 'serving: running+ running+', 'serving: running+ running+'],
  ],
])('rollout with %j', async (switches, expected) => {
  await using emulator = await start({ switches });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:2');
  const states = await course(emulator, id, [0, 37, 97]);
  expect(states.map(([, state]) => state)).toEqual(expected);
});

test('rolloutOn container-change: numbers and names scale in place, a container member rolls', async () => {
  await using emulator = await start({ switches: { rolloutOn: 'container-change' } });
  const id = emulator.seed({ workerConfig: { minNum: 1, maxNum: 3 } });
  emulator.change(id, { name: 'renamed', policy: { value: 7 }, workerConfig: { minNum: 2 } });
  expect(await course(emulator, id, [0, 37])).toEqual([
    [0, 'serving: running+ pending'],
    [37, 'serving: running+ running+'],
  ]);
  emulator.change(id, { workerConfig: { minNum: 1 } });
  expect(await seen(emulator, id)).toBe('serving: running+ stopping');
  expect(emulator.endpoints()[0]?.revision).toBe(1);
  emulator.change(id, { envs: [{ key: 'A', value: '2' }] });
  expect(await seen(emulator, id)).toBe('serving: running+ stopping pending');
});

const image = 'ghcr.io/acme/manga:gpu';
const calm = { error: '', message: '' };

test.each<readonly [ScriptedWrite, readonly (readonly [number, string, Readonly<Record<string, string>>])[]]>([
  [
    { outcome: 'image-pull' },
    [
      [2, 'initializing: pulling', calm],
      [
        22,
        'initializing: failed',
        { error: 'IMAGE_PULL_FAILED', message: `failed to pull image "${image}": manifest unknown` },
      ],
    ],
  ],
  [
    { outcome: 'image-pull', state: 'pulling', message: 'unauthorized: access to the requested resource is denied' },
    [
      [
        9_999,
        'initializing: pulling',
        { error: 'IMAGE_PULL_FAILED', message: 'unauthorized: access to the requested resource is denied' },
      ],
    ],
  ],
  [
    { outcome: 'crash-loop' },
    [
      [36, 'initializing: running', calm],
      [37, 'initializing: exited', { error: 'CONTAINER_EXITED', message: 'container exited with code 1' }],
      [42, 'initializing: starting', { error: 'CONTAINER_EXITED', message: 'container exited with code 1' }],
      [47, 'initializing: running', { error: 'CONTAINER_EXITED', message: 'container exited with code 1' }],
      [52, 'initializing: exited', { error: 'CONTAINER_EXITED', message: 'container exited with code 1' }],
    ],
  ],
  [
    { outcome: 'unhealthy' },
    [
      [22, 'initializing: starting', calm],
      [9_999, 'initializing: running', calm],
    ],
  ],
  [
    { outcome: 'no-capacity' },
    [
      [
        9_999,
        'initializing: pending',
        { error: 'UNSCHEDULABLE', message: 'failed to schedule worker: insufficient resources' },
      ],
    ],
  ],
  [{ outcome: 'never' }, [[9_999, 'initializing: pending', calm]]],
  [
    { outcome: 'endpoint-failed' },
    [
      [1, 'initializing: pending', calm],
      [2, 'failed: error', { error: 'ENDPOINT_FAILED', message: 'endpoint could not be started' }],
    ],
  ],
])('script %j', async (script, expected) => {
  await using emulator = await start({ scripts: [script] });
  const id = await created(emulator, { workerConfig: workerConfig(1) });
  const states = await course(
    emulator,
    id,
    expected.map(([moment]) => moment),
  );
  expect(states).toEqual(expected.map(([moment, state]) => [moment, state]));
  const worker = emulator.endpoints()[0]?.workers[0];
  expect(worker?.state).toEqual({ state: worker?.state.state, ...expected.at(-1)?.[2] });
});

test('endpoint-failed tells its error and message on the endpoint too, without workers as well', async () => {
  await using emulator = await start({ scripts: [{ outcome: 'endpoint-failed', message: 'quota of GPUs exceeded' }] });
  const id = await created(emulator, { workerConfig: workerConfig(0) });
  emulator.clock.advance(2_000);
  expect((await got(emulator, id)).state).toEqual({
    state: 'failed',
    error: 'ENDPOINT_FAILED',
    message: 'quota of GPUs exceeded',
  });
});

test('a failing update leaves the old workers serving, and a restore takes over from them', async () => {
  await using emulator = await start({ scripts: [{ image: 'ghcr.io/acme/llama:broken', outcome: 'image-pull' }] });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  await update(emulator, id, 'ghcr.io/acme/llama:broken');
  expect(await course(emulator, id, [22])).toEqual([[22, 'serving: running+ failed']]);
  await update(emulator, id, 'ghcr.io/acme/llama:1');
  expect(await course(emulator, id, [0, 37])).toEqual([
    [0, 'serving: running+ stopping pending'],
    [37, 'serving: stopping removed running+'],
  ]);
});

test('recoversAfterMs: a failure that passes by itself', async () => {
  await using emulator = await start({ scripts: [{ outcome: 'no-capacity', recoversAfterMs: 100_000 }] });
  const id = await created(emulator, { workerConfig: workerConfig(1) });
  expect(await course(emulator, id, [99, 102, 136, 137])).toEqual([
    [99, 'initializing: pending'],
    [102, 'initializing: pulling'],
    [136, 'initializing: running'],
    [137, 'serving: running+'],
  ]);
});

test('scripts: by image for every write, without image for the next times writes, with a pace of their own', async () => {
  await using emulator = await start();
  emulator.addScript({ image, outcome: 'unhealthy' });
  emulator.addScript({ outcome: 'healthy', times: 2, pace: { schedulingMs: 0, pullingMs: 0, startingMs: 0 } });
  const states: string[] = [];
  for (const reference of [image, 'a:1', 'a:2', 'a:3', image]) {
    const change = { workerConfig: workerConfig(1), image: { image: reference, authId: '', command: '' } };
    states.push(await seen(emulator, await created(emulator, change)));
  }
  expect(states).toEqual([
    'initializing: pending',
    'initializing: running',
    'initializing: running',
    'initializing: pending',
    'initializing: pending',
  ]);
  expect(() => emulator.addScript({ outcome: 'explodes' } as never)).toThrow(/outcome/);
});
