// Worlds in which workers are replaced and listed otherwise than by default.
import { describe, expect, test } from 'vitest';
import { call, got, paths } from './caller.ts';
import { type Emulator, ManualClock, type Switches, startEmulator } from './emulator.ts';
import { seen, timeline } from './timeline.ts';

const start = (switches: Partial<Switches>): Promise<Emulator<ManualClock>> =>
  startEmulator({ switches, clock: new ManualClock() });

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
    await using emulator = await start({ rolloutOn: 'container-change' });
    const id = emulator.seed(oneWorker);
    expect((await call(emulator, `PUT ${paths.v2(id)}`, { body })).status).toBe(200);
    expect(await seen(emulator, id)).toBe(replaces ? 'serving: running+ pending' : 'serving: running+');
  });
});

test.each<readonly [Switches['workerIds'], readonly string[]]>([
  ['kept', ['serving: running+', 'initializing: pending', 'initializing: running', 'serving: running+']],
  ['kept-healthy', ['serving: running+', 'serving: running+', 'serving: running+', 'serving: running+']],
])('workerIds %s: a worker is restarted under its id', async (workerIdsSwitch, states) => {
  await using emulator = await start({ workerIds: workerIdsSwitch });
  const id = emulator.seed(oneWorker);
  const before = [await seen(emulator, id), await workerIds(emulator, id)];
  emulator.change(id, second);
  const moments = await timeline(emulator, id, [0, 36, 37]);
  expect([before[0], ...moments.map(([, state]) => state)]).toEqual(states);
  expect(await workerIds(emulator, id)).toEqual(before[1]);
  expect(emulator.endpoints()[0]?.workers[0]?.image).toBe('ghcr.io/acme/llama:2');
});

test('keepStartingWorkers: workers on their way of the first write come up, and go when later ones are up', async () => {
  await using emulator = await start({ keepStartingWorkers: true });
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
  await using emulator = await start(switches);
  const id = emulator.seed(oneWorker);
  emulator.change(id, second);
  const moments = await timeline(emulator, id, [0, 36, 37]);
  expect(moments.map(([, state]) => state)).toEqual(expected);
});
