// How workers and the endpoint's state move with the clock: starts and rollouts.
import { describe, expect, test } from 'vitest';
import { call, created, got, paths, updateRequest } from './caller.ts';
import { type Emulator, type ForeignChange, ManualClock, type Switches, startEmulator } from './emulator.ts';
import { seen, timeline } from './timeline.ts';

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

const oneWorker = { workerConfig: { minNum: 1 } };
const second = { image: { image: 'ghcr.io/acme/llama:2' } };
const third = { image: { image: 'ghcr.io/acme/llama:3' } };

const workerIds = async (emulator: Emulator, id: string) =>
  ((await got(emulator, id)).workers as { id: string }[]).map((worker) => worker.id);

describe('rolloutOn container-change: what a worker runs decides', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>, boolean]>([
    ['nothing', {}, false],
    ['name', { name: 'other' }, false],
    ['policy', { policy: { type: 'queue', value: 9 } }, false],
    ['requestTimeout', { worker_config: { max_replicas: 1, request_timeout: 9 } }, false],
    ['max_replicas', { worker_config: { max_replicas: 4 } }, false],
    ['image', { image: 'ghcr.io/acme/llama:2' }, true],
    ['command', { command: '--fast' }, true],
    ['entrypoint', { entrypoint: '/bin/other' }, true],
    ['the same entrypoint', { entrypoint: '' }, false],
    ['authId', { registry_auth_id: 'cred-2' }, true],
    ['an env', { envs: [{ key: 'RECORD', value: '2' }] }, true],
    ['ports', { ports: [9000] }, true],
    ['health check', { health_check: { path: '/other' } }, true],
    ['health port', { health_check: { port: 9000 } }, true],
    ['volumes', { volumes: [{ type: 'local', size: 20, mount_point: '/cache' }] }, true],
    ['GPUs', { worker_config: { max_replicas: 1, gpu_num: 2 } }, true],
    ['product', { product_id: '2' }, true],
    ['disk', { worker_config: { max_replicas: 1, rootfs_size_gb: 50 } }, true],
    ['CUDA', { worker_config: { max_replicas: 1, min_cuda_version: '12.8' } }, true],
    ['region', { region_id: 'as-sgp-2' }, true],
  ])('%s', async (_what, body, replaces) => {
    await using emulator = await start({ switches: { rolloutOn: 'container-change' } });
    const id = emulator.seed(oneWorker);
    expect((await call(emulator, `PUT ${paths.v2(id)}`, { body })).status).toBe(200);
    expect(await seen(emulator, id)).toBe(replaces ? 'serving: running+ pending' : 'serving: running+');
  });
});

test.each<readonly [Switches['workerIds'], readonly string[]]>([
  ['kept', ['serving: running+', 'initializing: pending', 'initializing: running', 'serving: running+']],
  ['kept-healthy', ['serving: running+', 'serving: running+', 'serving: running+', 'serving: running+']],
])('workerIds %s: a worker is restarted under its id', async (workerIdsSwitch, states) => {
  await using emulator = await start({ switches: { workerIds: workerIdsSwitch } });
  const id = emulator.seed(oneWorker);
  const before = [await seen(emulator, id), await workerIds(emulator, id)];
  emulator.change(id, second);
  const moments = await timeline(emulator, id, [0, 36, 37]);
  expect([before[0], ...moments.map(([, state]) => state)]).toEqual(states);
  expect(await workerIds(emulator, id)).toEqual(before[1]);
  expect(emulator.endpoints()[0]?.workers[0]?.image).toBe('ghcr.io/acme/llama:2');
});

test('keepStartingWorkers: workers on their way of the first write come up, and go when later ones are up', async () => {
  await using emulator = await start({ switches: { keepStartingWorkers: true } });
  const id = emulator.seed(oneWorker);
  emulator.change(id, second);
  emulator.clock.advance(10_000);
  emulator.change(id, third);
  expect(await timeline(emulator, id, [0, 26, 27, 37])).toEqual([
    [0, 'serving: running+ pulling pending'],
    [26, 'serving: running+ running starting'],
    [27, 'serving: stopping running+ running'],
    [37, 'serving: removed stopping running+'],
  ]);
});

test.each<readonly [Partial<Switches>, readonly string[]]>([
  [
    { oldWorkersStop: 'at-write' },
    ['initializing: stopping pending', 'initializing: removed running', 'serving: removed running+'],
  ],
  [
    { oldWorkersStop: 'at-write', keepOldWorkersMs: 30_000 },
    ['serving: running+ pending', 'initializing: removed running', 'serving: removed running+'],
  ],
  [
    { keepOldWorkersMs: 'forever' },
    ['serving: running+ pending', 'serving: running+ running', 'serving: running+ running+'],
  ],
])('old workers, %j', async (switches, expected) => {
  await using emulator = await start({ switches });
  const id = emulator.seed(oneWorker);
  emulator.change(id, second);
  const moments = await timeline(emulator, id, [0, 36, 37]);
  expect(moments.map(([, state]) => state)).toEqual(expected);
});

test('an update may be over before its worker is listed', async () => {
  await using emulator = await start({ switches: { stateDuringUpdate: 'updating', updatingForMs: 5_000 } });
  const id = emulator.seed(oneWorker);
  emulator.addScript({ outcome: 'healthy', appearAfterMs: 90_000 });
  emulator.change(id, second);
  expect((await timeline(emulator, id, [4, 5, 89, 90, 127])).map(([, state]) => state)).toEqual([
    'updating: running+',
    'serving: running+',
    'serving: running+',
    'serving: running+ pending',
    'serving: stopping running+',
  ]);
});

describe('workers that are not healthy for a while, in place', () => {
  test.each<readonly [Partial<ForeignChange>, string]>([
    [{}, 'running'],
    [{ state: 'starting' }, 'starting'],
    [{ state: 'paused' }, 'paused'],
  ])('%j', async (change, word) => {
    await using emulator = await start();
    const id = emulator.seed(oneWorker);
    const workers = async () => ((await got(emulator, id)).workers as { id: string }[])[0]?.id;
    const before = await workers();
    emulator.addChange({ kind: 'interrupt', fromMs: 5_000, forMs: 25_000, ...change } as ForeignChange);
    const found = (await timeline(emulator, id, [4, 5, 29, 30])).map(([, state]) => state);
    expect(found).toEqual(['serving: running+', `serving: ${word}`, `serving: ${word}`, 'serving: running+']);
    expect(await workers()).toBe(before);
  });
});
