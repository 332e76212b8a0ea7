// The endpoint's own HTTP service: when it answers, how it wakes and sleeps, and what it was sent.
import { expect, test } from 'vitest';
import { type Emulator, ManualClock, startEmulator } from './emulator.ts';

const smoke = async (emulator: Emulator, id: string, path = '/health') => {
  const response = await fetch(`${emulator.url}/serve/${id}${path}`, { redirect: 'manual' });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const noWorker = { status: 503, body: { message: 'no worker is running' } };

test('a healthy worker answers, the newest one, on any path and without authorization', async () => {
  await using emulator = await startEmulator({ clock: new ManualClock() });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const worker = emulator.endpoints()[0]?.workers[0]?.id;
  const image = 'ghcr.io/acme/llama:1';
  expect(await smoke(emulator, id, '/v1/models?x=1')).toEqual({
    status: 200,
    body: { endpoint: id, worker, image, path: '/v1/models' },
  });
  const { operation, path, query, headers, status } = emulator.requests[0] ?? {};
  expect([operation, path, query, headers?.authorization, status]).toEqual([
    'serve',
    `/serve/${id}/v1/models`,
    { x: '1' },
    'missing',
    200,
  ]);
});

test('minNum 0: the first request wakes one worker, which sleeps after the idle timeout', async () => {
  await using emulator = await startEmulator({ clock: new ManualClock() });
  const id = emulator.seed({ workerConfig: { minNum: 0, freeTimeout: 100 } });
  const states = () => emulator.endpoints()[0]?.workers.map(({ state }) => state.state);
  expect(states()).toEqual([]);
  expect(await smoke(emulator, id)).toEqual(noWorker);
  expect(await smoke(emulator, id)).toEqual(noWorker);
  expect(states()).toEqual(['pending']);
  emulator.clock.advance(37_000);
  expect((await smoke(emulator, id)).status).toBe(200);
  emulator.clock.advance(99_999);
  expect((await smoke(emulator, id)).status).toBe(200);
  emulator.clock.advance(99_999);
  expect(states()).toEqual(['running']);
  emulator.clock.advance(1);
  expect(states()).toEqual(['stopping']);
  expect(await smoke(emulator, id)).toEqual(noWorker);
  expect(states()).toEqual(['stopping', 'pending']);
});
