// Every scripted failure of workers: what is seen of it and when it passes.
import { expect, test } from 'vitest';
import { created, updateRequest } from './caller.ts';
import { type Emulator, ManualClock, type ScriptedWrite, startEmulator } from './emulator.ts';
import { seen, timeline } from './timeline.ts';

const start = (setup: { readonly scripts?: readonly ScriptedWrite[] } = {}): Promise<Emulator<ManualClock>> =>
  startEmulator({ ...setup, clock: new ManualClock() });

const workerConfig = (minNum: number) => ({ ...updateRequest.workerConfig, minNum, maxNum: 3 });

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
  const states = await timeline(
    emulator,
    id,
    expected.map(([moment]) => moment),
  );
  expect(states).toEqual(expected.map(([moment, state]) => [moment, state]));
  const worker = emulator.endpoints()[0]?.workers[0];
  expect(worker?.state).toEqual({ state: worker?.state.state, ...expected.at(-1)?.[2] });
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
