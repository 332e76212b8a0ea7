// The endpoint's own HTTP service: when it answers, how it wakes and sleeps, and what it was sent.
import { expect, test } from 'vitest';
import { created, createRequest } from './caller.ts';
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

test('during a rollout the old version answers until the new one is healthy', async () => {
  await using emulator = await startEmulator({ clock: new ManualClock() });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  emulator.change(id, { image: { image: 'ghcr.io/acme/llama:2' } });
  expect((await smoke(emulator, id)).body.image).toBe('ghcr.io/acme/llama:1');
  emulator.setSwitches({ keepOldWorkersMs: 'forever' });
  emulator.clock.advance(37_000);
  expect((await smoke(emulator, id)).body.image).toBe('ghcr.io/acme/llama:2');
});

test('503 while workers are on their way, 404 for an endpoint that is not there', async () => {
  await using emulator = await startEmulator({ clock: new ManualClock(), switches: { deleteLagSeconds: 9 } });
  const id = await created(emulator, { workerConfig: { ...createRequest.workerConfig, minNum: 1 } });
  expect(await smoke(emulator, id)).toEqual(noWorker);
  expect(emulator.endpoints()[0]?.workers).toHaveLength(1);
  expect((await smoke(emulator, 'bc1a5ea6ae5677df')).status).toBe(404);
  const terminating = emulator.seed({ workerConfig: { minNum: 1 } });
  emulator.remove(terminating);
  expect(await smoke(emulator, terminating)).toEqual(noWorker);
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

test('coldStart hold: the first request waits for its worker', async () => {
  const clock = new ManualClock();
  await using emulator = await startEmulator({ clock, switches: { coldStart: 'hold' } });
  const id = emulator.seed({ workerConfig: { minNum: 0 } });
  const arrived = emulator.nextRequest('serve');
  const held = smoke(emulator, id);
  await arrived;
  // It has arrived, but only the next turn of the loop carries it out.
  await new Promise(setImmediate);
  clock.advance(36_999);
  expect(emulator.requests[0]?.status).toBeUndefined();
  clock.advance(1);
  expect((await held).status).toBe(200);
});

test('coldStart hold with advancePerRequestMs moves the clock itself, so that a child process is not kept waiting', async () => {
  await using emulator = await startEmulator({ advancePerRequestMs: 500, switches: { coldStart: 'hold' } });
  const id = emulator.seed({ workerConfig: { minNum: 0 } });
  const beforeMs = emulator.clock.nowMs();
  expect((await smoke(emulator, id)).status).toBe(200);
  expect(emulator.clock.nowMs() - beforeMs).toBe(37_500);
});

test('faults meet it too: a redirect to another host', async () => {
  const headers = { location: 'https://elsewhere.example/health' };
  await using emulator = await startEmulator({
    faults: [{ operation: 'serve', kind: 'status', status: 302, headers, body: '{}' }],
  });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  expect((await smoke(emulator, id)).status).toBe(302);
  expect((await smoke(emulator, id)).status).toBe(200);
});
