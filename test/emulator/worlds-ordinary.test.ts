// Worlds of an ordinary day: what workers and the service do for a while, and what a proxy in front of it does.
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { call, createRequest, got, paths } from './caller.ts';
import { type Emulator, type ForeignChange, ManualClock, type Switches, startEmulator } from './emulator.ts';
import { timeline } from './timeline.ts';

const start = (switches: Partial<Switches> = {}): Promise<Emulator<ManualClock>> =>
  startEmulator({ switches, clock: new ManualClock() });

const oneWorker = { workerConfig: { minNum: 1 } };
const second = { image: { image: 'ghcr.io/acme/llama:2' } };

const moments = async (emulator: Emulator<ManualClock>, id: string, at: readonly number[]) =>
  (await timeline(emulator, id, at)).map(([, state]) => state);

test('an update may be over before its worker is listed', async () => {
  await using emulator = await start({ stateDuringUpdate: 'updating', updatingForMs: 5_000 });
  const id = emulator.seed(oneWorker);
  emulator.addScript({ outcome: 'healthy', appearAfterMs: 90_000 });
  emulator.change(id, second);
  expect(await moments(emulator, id, [4, 5, 89, 90, 127])).toEqual([
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
    const found = await moments(emulator, id, [4, 5, 29, 30]);
    expect(found).toEqual(['serving: running+', `serving: ${word}`, `serving: ${word}`, 'serving: running+']);
    expect(await workers()).toBe(before);
  });
});

describe('requests that are carried out later', () => {
  test('a proxy gives up at once', async () => {
    await using emulator = await start();
    emulator.addFault({ operation: 'create', kind: 'late', delayMs: 45_000, status: 504 });
    const reply = await call(emulator, `POST ${paths.create}`, { body: { endpoint: createRequest } });
    expect([reply.status, emulator.endpoints().length]).toEqual([504, 0]);
    emulator.clock.advance(45_000);
    await expect.poll(() => emulator.endpoints().length).toBe(1);
  });
});

test('early hints come before the answer', async () => {
  await using emulator = await start();
  const id = emulator.seed(oneWorker);
  emulator.addFault({ operation: 'serve', kind: 'early-hints' });
  const statuses = await new Promise((resolve, reject) => {
    const found: (number | undefined)[] = [];
    request(`${emulator.url}/serve/${id}/`, (response) => {
      found.push(response.statusCode);
      response.resume();
      resolve(found);
    })
      .on('information', ({ statusCode }) => found.push(statusCode))
      .on('error', reject)
      .end();
  });
  expect(statuses).toEqual([103, 200]);
});
