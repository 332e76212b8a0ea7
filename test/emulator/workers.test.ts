// How workers and the endpoint's state move with the clock: starts, rollouts, scripted lives, what is only listed.
import { expect, test } from 'vitest';
import { call, created, got, paths, updateRequest } from './caller.ts';
import { type Emulator, type ForeignChange, ManualClock, type ScriptedWrite, startEmulator } from './emulator.ts';
import type { Switches } from './switches.ts';

const start = (switches: Partial<Switches> = {}, scripts: readonly ScriptedWrite[] = []) =>
  startEmulator({ switches, scripts, clock: new ManualClock() });
const workerConfig = (minNum: number) => ({ ...updateRequest.workerConfig, minNum, maxNum: 3 });
const oneWorker = { workerConfig: { minNum: 1 } };
const second = { image: { image: 'ghcr.io/acme/llama:2' } };
const third = { image: { image: 'ghcr.io/acme/llama:3' } };

/** `serving: running+ pulling`: the endpoint's word, then each worker's; + is healthy. */
async function seen(emulator: Emulator, id: string): Promise<string> {
  const { state, workers } = (await got(emulator, id)) as {
    state: { state: string };
    workers: { state: { state: string }; healthy: boolean }[];
  };
  const words = workers.map((worker) => ` ${worker.state.state}${worker.healthy ? '+' : ''}`);
  return `${state.state}:${words.join('')}`;
}

/** Checks what is seen at moments from now: `37 serving: running+` is after 37 s. */
async function expectSeen(emulator: Emulator<ManualClock>, id: string, expected: readonly string[]): Promise<void> {
  const startMs = emulator.clock.nowMs();
  const found: string[] = [];
  for (const moment of expected.map(Number.parseFloat)) {
    emulator.clock.advance(startMs + moment * 1000 - emulator.clock.nowMs());
    found.push(`${moment} ${await seen(emulator, id)}`);
  }
  expect(found).toEqual(expected);
}

test('a created endpoint initializes, pulls, starts, gets healthy, serves', async () => {
  await using emulator = await start();
  const id = await created(emulator, { workerConfig: workerConfig(2) });
  await expectSeen(emulator, id, [
    ...['0 initializing: pending pending', '1.999 initializing: pending pending', '2 initializing: pulling pulling'],
    ...['22 initializing: starting starting', '27 initializing: running running', '37 serving: running+ running+'],
  ]);
  await expectSeen(emulator, await created(emulator), ['0 initializing:', '2 serving:']);
});

/** What happens to a seeded worker; what is seen from then on. */
type Case = readonly [Partial<Switches>, (emulator: Emulator<ManualClock>, id: string) => void, string];
const updated = (emulator: Emulator, id: string) => emulator.change(id, second);
const updatedTwice = (emulator: Emulator<ManualClock>, id: string) => {
  emulator.change(id, second);
  emulator.clock.advance(10_000);
  emulator.change(id, third);
};
const scripted = (script: ScriptedWrite) => (emulator: Emulator, id: string) => {
  emulator.addScript(script);
  emulator.change(id, second);
};
const changed = (change: ForeignChange) => (emulator: Emulator) => emulator.addChange(change);
const cases: readonly Case[] = [
  [
    {},
    updated,
    '0 serving: running+ pending | 36 serving: running+ running | 37 serving: stopping running+ | 42 serving: removed running+ | 641 serving: removed running+ | 642 serving: running+',
  ],
  [
    {},
    updatedTwice,
    '0 serving: running+ stopping pending | 5 serving: running+ removed pulling | 37 serving: stopping removed running+',
  ],
  [
    { keepStartingWorkers: true },
    updatedTwice,
    '0 serving: running+ pulling pending | 26 serving: running+ running starting | 27 serving: stopping running+ running | 37 serving: removed stopping running+',
  ],
  [
    { keepStartingWorkers: true },
    (emulator, id) => {
      scripted({ outcome: 'endpoint-failed', times: 2 })(emulator, id);
      emulator.change(id, { ...third, workerConfig: { minNum: 0 } });
    },
    '1 serving: running+ pending | 2 failed: stopping stopping',
  ],
  [
    { oldWorkersStop: 'at-write' },
    updated,
    '0 initializing: stopping pending | 36 initializing: removed running | 37 serving: removed running+',
  ],
  [
    { oldWorkersStop: 'at-write', keepOldWorkersMs: 30_000 },
    updated,
    '0 serving: running+ pending | 36 initializing: removed running | 37 serving: removed running+',
  ],
  [
    { keepOldWorkersMs: 'forever' },
    updated,
    '0 serving: running+ pending | 36 serving: running+ running | 37 serving: running+ running+',
  ],
  [{ workerIds: 'kept' }, updated, '0 initializing: pending | 36 initializing: running | 37 serving: running+'],
  [
    { stateDuringUpdate: 'updating', updatingForMs: 5_000 },
    scripted({ outcome: 'healthy', appearAfterMs: 90_000 }),
    '4 updating: running+ | 5 serving: running+ | 89 serving: running+ | 90 serving: running+ pending | 127 serving: stopping running+',
  ],
  [
    {},
    scripted({ outcome: 'healthy', lostAfterMs: 30_000 }),
    '29 serving: running+ running | 30 serving: running+ failed pending | 67 serving: stopping failed running+',
  ],
  [
    { rolloutOn: 'container-change' },
    (emulator, id) => {
      emulator.addScript({ outcome: 'healthy', lostAfterMs: 30_000 });
      emulator.change(id, { ...second, workerConfig: { minNum: 0 } });
      emulator.change(id, { workerConfig: { minNum: 1 } });
    },
    '30 serving: running+ failed pending | 67 serving: stopping failed running+',
  ],
  [
    {},
    changed({ kind: 'scale-out', script: { outcome: 'healthy', pace: { schedulingMs: 0 } } }),
    '0 serving: running+ pulling | 34 serving: running+ running | 35 serving: running+ running+',
  ],
  [
    { keepOldWorkersMs: 5_000 },
    (emulator, id) => {
      updated(emulator, id);
      const script = { outcome: 'healthy', pace: { pullingMs: 0 } } as const;
      emulator.addChange({ kind: 'scale-out', image: 'ghcr.io/acme/llama:1', script });
    },
    '16 serving: running+ running pulling | 17 serving: running+ running+ pulling | 37 serving: running+ running+ running+ | 42 serving: stopping stopping running+',
  ],
  [
    {},
    (emulator, id) => {
      emulator.addScript({ outcome: 'healthy', apartMs: 15_000 });
      emulator.change(id, { ...second, workerConfig: { minNum: 2 } });
    },
    '14 serving: running+ pulling | 15 serving: running+ pulling pending | 37 serving: stopping running+ starting | 52 serving: removed running+ running+',
  ],
  [
    {},
    changed({ kind: 'interrupt', fromMs: 5_000, forMs: 25_000 }),
    '4 serving: running+ | 5 serving: running | 29 serving: running | 30 serving: running+',
  ],
  [
    {},
    changed({ kind: 'interrupt', fromMs: 0, forMs: 25_000, state: 'paused' }),
    '0 serving: paused | 25 serving: running+',
  ],
  [
    {},
    scripted({
      outcome: 'healthy',
      alsoListed: [{ state: 'exited' }, { state: 'removed', fromMs: 5_000, forMs: 10_000 }],
    }),
    '0 serving: running+ pending exited | 5 serving: running+ pulling exited removed | 15 serving: running+ pulling exited',
  ],
];

test.each(cases)('%j: an endpoint with one worker, case %#', async (switches, happen, expected) => {
  await using emulator = await start(switches);
  const id = emulator.seed(oneWorker);
  const worker = emulator.endpoints()[0]?.workers[0]?.id;
  happen(emulator, id);
  await expectSeen(emulator, id, expected.split(' | '));
  if (switches.workerIds !== undefined)
    expect(emulator.endpoints()[0]?.workers).toMatchObject([{ id: worker, image: 'ghcr.io/acme/llama:2' }]);
});

test('rolloutOn container-change: what a worker runs decides, but for keepsWorkersOn', async () => {
  const keeping: object[] = [
    ...[{}, { name: 'other' }, { policy: { type: 'queue', value: 9 } }, { entrypoint: '' }],
    ...[{ worker_config: { max_replicas: 4, request_timeout: 9 } }, { command: '--fast' }],
  ];
  const replacing: object[] = [
    ...[{ image: 'a:2' }, { entrypoint: '/bin/other' }, { registry_auth_id: 'cred-2' }, { product_id: '2' }],
    ...[{ envs: [{ key: 'A', value: '2' }] }, { ports: [9000] }, { health_check: { path: '/other' } }],
    ...[{ health_check: { port: 9000 } }, { volumes: [{ type: 'local', size: 20, mount_point: '/cache' }] }],
    ...[{ gpu_num: 2 }, { rootfs_size_gb: 50 }, { min_cuda_version: '12.8' }].map((more) => ({
      worker_config: { max_replicas: 1, ...more },
    })),
    { region_id: 'as-sgp-2' },
  ];
  for (const body of [...keeping, ...replacing]) {
    await using emulator = await start({ rolloutOn: 'container-change', keepsWorkersOn: ['image.command'] });
    const id = emulator.seed(oneWorker);
    expect((await call(emulator, `PUT ${paths.v2(id)}`, { body })).status).toBe(200);
    const words = keeping.includes(body) ? 'serving: running+' : 'serving: running+ pending';
    expect(await seen(emulator, id), JSON.stringify(body)).toBe(words);
  }
});

test('worker-seconds: each worker from its start until it is removed, also when the endpoint is deleted', async () => {
  await using emulator = await start();
  const update = (minNum: number, image: string) =>
    call(emulator, `POST ${paths.update}`, {
      body: { id, ...updateRequest, workerConfig: workerConfig(minNum), image: { image, authId: '', command: '' } },
    });
  const id = await created(emulator, { workerConfig: workerConfig(2) });
  const { clock, workerSeconds } = emulator;
  clock.advance(100_000);
  expect(workerSeconds()).toEqual({ [id]: 200 });
  await update(1, 'a:2');
  // Two old ones for 37 s and the 5 s in which they stop, beside a new one.
  expect(workerSeconds(clock.nowMs() + 100_000)).toEqual({ [id]: 200 + 2 * 42 + 100 });
  clock.advance(100_000);
  await update(0, 'a:2');
  const billed = { [id]: 384 + 2 + 5 };
  expect([60_000, 3_600_000].map((ms) => workerSeconds(clock.nowMs() + ms))).toEqual([billed, billed]);
  await update(1, 'a:3');
  clock.advance(50_000);
  emulator.remove(id);
  expect(workerSeconds(clock.nowMs() + 3_600_000)).toEqual(workerSeconds());
});

test('the same configuration again starts other workers, of the same revision', async () => {
  await using emulator = await start();
  const id = emulator.seed({ name: 'llama', ...oneWorker });
  for (const part of [second, second]) emulator.change(id, part);
  const [endpoint] = emulator.endpoints();
  expect([endpoint?.revision, endpoint?.workers.map(({ revision }) => revision)]).toEqual([2, [1, 2, 2]]);
});
