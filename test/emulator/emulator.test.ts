// The public interface: the record of requests, seeding, time that passes with requests, starting and stopping.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, created, createRequest, got, listed, paths } from './caller.ts';
import { defaultSwitches, type Emulator, ManualClock, startEmulator } from './emulator.ts';
import { jsonFaultSchema } from './faults.ts';
import { oddEndpoints } from './odd-endpoints.ts';
import { foreignChangeSchema } from './second-writer.ts';
import { workerOutcomes } from './worker-life.ts';

test('a request is recorded whole, without the key', async () => {
  await using emulator = await startEmulator({ apiKey: 'very-secret' });
  const body = { endpoint: createRequest };
  await call(emulator, `POST ${paths.create}`, { body });
  expect(emulator.requests).toEqual([
    {
      number: 1,
      operation: 'create',
      method: 'POST',
      path: paths.create,
      query: {},
      headers: expect.objectContaining({ 'content-type': 'application/json', authorization: 'Bearer <ok>' }),
      body,
      clientPort: expect.any(Number),
      startedAt: 1,
      finishedAt: 2,
      concurrentWith: 0,
      status: 200,
      faults: [],
    },
  ]);
  expect(JSON.stringify(emulator.requests)).not.toContain('very-secret');
});

test('advancePerRequestMs: each get and list lets time pass, writes and limits do not', async () => {
  await using emulator = await startEmulator({ advancePerRequestMs: 10_000 });
  const startMs = emulator.clock.nowMs();
  const id = await created(emulator, { workerConfig: { ...createRequest.workerConfig, minNum: 1 } });
  await call(emulator, `GET ${paths.limits}`);
  expect(emulator.clock.nowMs()).toBe(startMs);
  const words: unknown[] = [];
  for (let poll = 0; poll < 5; poll += 1) words.push((await got(emulator, id)).state);
  expect(words.map((state) => (state as { state: string }).state)).toEqual([
    'initializing',
    'initializing',
    'initializing',
    'initializing',
    'serving',
  ]);
  await listed(emulator);
  expect(emulator.clock.nowMs()).toBe(startMs + 60_000);
});

test('the README names every switch, every kind of fault and change, every outcome', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const faults = jsonFaultSchema.options.map((option) => option.shape.kind.value);
  const changes = foreignChangeSchema.options.map((option) => option.shape.kind.value);
  const names = [...Object.keys(defaultSwitches), ...faults, 'hook', ...changes, ...workerOutcomes];
  const missing = names.filter((name) => !readme.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

// Endpoints of somebody else are listed as they are given.

test('raw endpoints are listed and got exactly as given, before our own; deleted, but never updated', async () => {
  const raw = Object.values(oddEndpoints);
  await using emulator = await startEmulator({ rawEndpoints: raw });
  const id = emulator.seed({ name: 'ours' });
  const { endpoints, total } = await listed(emulator);
  expect(endpoints.slice(0, -1)).toEqual(raw);
  expect([endpoints.at(-1)?.id, total]).toEqual([id, raw.length + 1]);
  const odd = oddEndpoints['policy null'] as { readonly id?: string };
  expect(await got(emulator, String(odd.id))).toEqual(odd);
  const refused = await call(emulator, `PUT ${paths.v2(String(odd.id))}`, { body: { name: 'x' } });
  expect(refused).toMatchObject({ status: 403, body: { reason: 'FORBIDDEN' } });
  await call(emulator, `POST ${paths.delete}`, { body: { name: odd.id } });
  expect(emulator.rawEndpoints()).toEqual(raw.filter((endpoint) => endpoint !== odd));
});

// The endpoint's own HTTP service: when it answers, how it wakes and sleeps, and what it was sent.

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
