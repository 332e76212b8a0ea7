// What is seen of the workers of a scripted write, and of those that are only listed.
import { expect, test } from 'vitest';
import { created, createRequest } from './caller.ts';
import { type Emulator, ManualClock, type ScriptedWrite, startEmulator } from './emulator.ts';
import { seen, timeline } from './timeline.ts';

const start = (scripts: readonly ScriptedWrite[] = []): Promise<Emulator<ManualClock>> =>
  startEmulator({ scripts, clock: new ManualClock() });

const oneWorker = { workerConfig: { minNum: 1 } };
const createOne = { workerConfig: { ...createRequest.workerConfig, minNum: 1 } };
const { image } = createRequest.image;
const crashed = 'CONTAINER_EXITED: container exited with code 1';
const denied = 'unauthorized: access to the requested resource is denied';

/** At which second what is seen; the last words of the worker. */
test.each<readonly [ScriptedWrite, readonly string[], string]>([
  [
    { outcome: 'healthy', pace: { healthCheckMs: 180_000 } },
    ['27 initializing: running', '206 initializing: running', '207 serving: running+'],
    '',
  ],
  [
    { outcome: 'image-pull' },
    ['2 initializing: pulling', '22 initializing: failed'],
    `IMAGE_PULL_FAILED: failed to pull image "${image}": manifest unknown`,
  ],
  [
    { outcome: 'image-pull', state: 'pulling', message: denied },
    ['9999 initializing: pulling'],
    `IMAGE_PULL_FAILED: ${denied}`,
  ],
  [
    { outcome: 'image-backoff', recoversAfterMs: 90_000 },
    ['1 initializing: pending', '89 initializing: pulling', '90 initializing: starting', '105 serving: running+'],
    '',
  ],
  [{ outcome: 'image-backoff' }, ['12 initializing: pulling'], `ImagePullBackOff: Back-off pulling image "${image}"`],
  [
    { outcome: 'crash-loop' },
    [
      ...['36 initializing: running', '37 initializing: exited', '42 initializing: starting'],
      ...['47 initializing: running', '52 initializing: exited'],
    ],
    crashed,
  ],
  [
    { outcome: 'crash-loop', healthyForMs: 1_000 },
    [
      ...['36 initializing: running', '37 serving: running+', '38 initializing: exited', '43 initializing: starting'],
      ...['48 initializing: running', '53 serving: running+', '54 initializing: exited'],
    ],
    crashed,
  ],
  [
    { outcome: 'crash-loop', runsForMs: 120_000, exitedForMs: 15_000 },
    ['26 initializing: starting', '27 initializing: running', '147 initializing: exited'],
    'CONTAINER_EXITED: container exited with code 137 (OOMKilled)',
  ],
  [
    { outcome: 'no-capacity', recoversAfterMs: 480_000 },
    ['479 initializing: pending', '482 initializing: pulling', '517 serving: running+'],
    '',
  ],
  [
    { outcome: 'no-capacity' },
    ['9999 initializing: pending'],
    'UNSCHEDULABLE: failed to schedule worker: insufficient resources',
  ],
  [
    { outcome: 'endpoint-failed', recoversAfterMs: 15_000 },
    ['2 failed: error', '14 failed: error', '15 initializing: pending', '52 serving: running+'],
    '',
  ],
  [
    { outcome: 'endpoint-failed' },
    ['1 initializing: pending', '2 failed: error'],
    'ENDPOINT_FAILED: endpoint could not be started',
  ],
  [{ outcome: 'unhealthy' }, ['22 initializing: starting', '86400 initializing: running'], ''],
  [{ outcome: 'never' }, ['9999 initializing: pending'], ''],
])('%j', async (script, expected, words) => {
  await using emulator = await start([script]);
  const id = await created(emulator, createOne);
  const moments = await timeline(emulator, id, expected.map(Number.parseFloat));
  expect(moments.map(([second, found]) => `${second} ${found}`)).toEqual(expected);
  const { error, message } = emulator.endpoints()[0]?.workers[0]?.state ?? {};
  expect([error, message].filter(Boolean).join(': ')).toBe(words);
});

test('scripts: by image for every write, without image for the next times writes, with a pace of their own', async () => {
  await using emulator = await start();
  emulator.addScript({ image, outcome: 'unhealthy' });
  emulator.addScript({ outcome: 'healthy', times: 2, pace: { schedulingMs: 0, pullingMs: 0, startingMs: 0 } });
  const states: string[] = [];
  for (const reference of [image, 'a:1', 'a:2', 'a:3', image]) {
    const change = { ...createOne, image: { image: reference, authId: '', command: '' } };
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

test('workers that are lost stay listed, and others start in their place', async () => {
  await using emulator = await start();
  const id = emulator.seed(oneWorker);
  emulator.addScript({ outcome: 'healthy', lostAfterMs: 30_000, losses: 2 });
  emulator.change(id, { image: { image: 'ghcr.io/acme/llama:2' } });
  expect((await timeline(emulator, id, [29, 30, 60, 96, 97])).map(([, state]) => state)).toEqual([
    'serving: running+ running',
    'serving: running+ failed pending',
    'serving: running+ failed failed pending',
    'serving: running+ failed failed running',
    'serving: stopping failed failed running+',
  ]);
});

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
