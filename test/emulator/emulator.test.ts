// The public interface: the record of requests, seeding, time that passes with requests, starting and stopping.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, created, createRequest, got, listed, paths } from './caller.ts';
import { defaultSwitches, startEmulator } from './emulator.ts';
import { jsonFaultSchema } from './faults.ts';
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

test('overlap shows in starts and finishes; numbers go on after clearRequests', async () => {
  await using emulator = await startEmulator();
  await listed(emulator);
  emulator.clearRequests();
  const run = async () => void (await call(emulator, `GET ${paths.limits}`));
  emulator.addFault({ operation: 'list', kind: 'hook', when: 'before', run });
  await listed(emulator);
  const record = emulator.requests.map(({ number, operation, startedAt, finishedAt, concurrentWith }) => [
    number,
    operation,
    startedAt,
    finishedAt,
    concurrentWith,
  ]);
  expect(record).toEqual([
    [2, 'list', 3, 6, 1],
    [3, 'limits', 4, 5, 1],
  ]);
  expect(new Set(emulator.requests.map(({ clientPort }) => clientPort)).size).toBe(2);
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
