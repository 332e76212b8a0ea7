// Worlds that say the same in other words, leave things out, or list odd endpoints of somebody else.
import { describe, expect, test } from 'vitest';
import { call, created, createRequest, got, listed, paths } from './caller.ts';
import { ManualClock, type Switches, startEmulator } from './emulator.ts';
import { oddEndpoints } from './odd-endpoints.ts';

const start = (switches: Partial<Switches>) => startEmulator({ switches, clock: new ManualClock() });

describe('words', () => {
  test.each(['active', 'READY', 'online', '', 'SERVING', 'levitating'])('serving and running as %j', async (word) => {
    await using emulator = await start({ endpointWords: { serving: word }, workerWords: { running: word } });
    const endpoint = await got(emulator, emulator.seed({ workerConfig: { minNum: 1 } }));
    const expected = { state: word, error: '', message: '' };
    expect(endpoint).toMatchObject({ state: expected, workers: [{ state: expected, healthy: true }] });
  });

  test('words that are not mapped stay, and those of v2 give way', async () => {
    await using emulator = await start({ stateWords: 'v2', endpointWords: { serving: 'active', initializing: 'NEW' } });
    const id = await created(emulator, { workerConfig: { ...createRequest.workerConfig, minNum: 1 } });
    expect(await got(emulator, id)).toMatchObject({
      state: { state: 'NEW' },
      workers: [{ state: { state: 'pending' } }],
    });
    emulator.clock.advance(60_000);
    expect(await got(emulator, id)).toMatchObject({
      state: { state: 'active' },
      workers: [{ state: { state: 'ready' } }],
    });
  });

  test.each<readonly [Switches['stateForm'], unknown, unknown]>([
    ['text', 'serving', 'running'],
    ['null', null, null],
  ])('state as %s', async (form, ofEndpoint, ofWorker) => {
    await using emulator = await start({ stateForm: form, workerStateForm: form });
    const endpoint = await got(emulator, emulator.seed({ workerConfig: { minNum: 1 } }));
    expect(endpoint).toMatchObject({ state: ofEndpoint, workers: [{ state: ofWorker }] });
  });
});

describe('what is left out', () => {
  test('omitZeros: minNum and total, also as text', async () => {
    await using emulator = await start({ omitZeros: true });
    expect(await listed(emulator)).toEqual({ endpoints: [] });
    const { workerConfig } = await got(emulator, emulator.seed({ workerConfig: { minNum: 0 } }));
    expect(workerConfig).toEqual({
      maxNum: 1,
      freeTimeout: '300',
      maxConcurrent: '1',
      gpuNum: 1,
      requestTimeout: 600,
      cudaVersion: '',
    });
  });

  test('omitFalse: healthy of a worker that is not', async () => {
    await using emulator = await start({ omitFalse: true });
    const id = await created(emulator, { workerConfig: { ...createRequest.workerConfig, minNum: 1 } });
    expect((await got(emulator, id)).workers).toEqual([
      { id: expect.any(String), state: expect.any(Object), log: expect.any(String), metrics: '' },
    ]);
  });

  test.each<readonly [Switches['emptyLists'], unknown]>([
    ['null', null],
    ['omitted', undefined],
  ])('emptyLists %s', async (emptyLists, expected) => {
    await using emulator = await start({ emptyLists });
    const { envs, volumeMounts, workers, products } = await got(emulator, emulator.seed());
    expect([envs, volumeMounts, workers, products]).toEqual([
      expected,
      expected,
      expected,
      [{ id: 'SL-serverless-3' }],
    ]);
  });

  test('answersLeaveOut and answersReplace reach members of blocks and of every item', async () => {
    await using emulator = await start({
      answersLeaveOut: ['workerConfig.requestTimeout', 'workers.id', 'log'],
      answersReplace: { policy: null, 'ports.port': '8000/http', rootfsSize: '100' },
    });
    const id = emulator.seed({ workerConfig: { minNum: 2, maxNum: 2 } });
    for (const endpoint of [await got(emulator, id), (await listed(emulator)).endpoints[0] ?? {}]) {
      expect(endpoint).toMatchObject({ policy: null, ports: [{ port: '8000/http' }], rootfsSize: '100' });
      expect(endpoint).not.toHaveProperty('log');
      expect(endpoint).not.toHaveProperty('workerConfig.requestTimeout');
      expect((endpoint.workers as object[]).map((worker) => Object.hasOwn(worker, 'id'))).toEqual([false, false]);
    }
    expect(emulator.endpoints()[0]).toMatchObject({ rootfsSize: 100, workerConfig: { requestTimeout: 600 } });
  });
});

test.each<readonly [Switches['timestamps'], unknown, unknown]>([
  ['iso', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:09.000Z'],
  ['seconds', 1_767_225_600, 1_767_225_609],
  ['milliseconds', 1_767_225_600_000, 1_767_225_609_000],
])('timestamps %s: createdAt stays, updatedAt follows the last write', async (timestamps, createdAt, updatedAt) => {
  await using emulator = await start({ timestamps });
  const id = await created(emulator);
  emulator.clock.advance(9_000);
  emulator.change(id, { name: 'other' });
  expect(await got(emulator, id)).toMatchObject({ createdAt, updatedAt });
});

describe("somebody else's endpoints", () => {
  test('raw ones are listed and got exactly as given, before our own', async () => {
    const raw = Object.values(oddEndpoints);
    await using emulator = await startEmulator({ rawEndpoints: raw });
    const id = emulator.seed({ name: 'ours' });
    const { endpoints, total } = await listed(emulator);
    expect(endpoints.slice(0, -1)).toEqual(raw);
    expect([endpoints.at(-1)?.id, total]).toEqual([id, raw.length + 1]);
    const odd = oddEndpoints['policy null'] as { readonly id?: string };
    expect(await got(emulator, String(odd.id))).toEqual(odd);
  });

  test('a raw one is deleted, but never updated', async () => {
    await using emulator = await startEmulator({ switches: { deleteBy: 'either' } });
    emulator.seedRaw({ id: 'a1', name: 'odd', state: null });
    emulator.seedRaw({ id: 'a2', name: 'even', state: null });
    const update = await call(emulator, `PUT ${paths.v2('a1')}`, { body: { name: 'x' } });
    expect(update).toMatchObject({ status: 403, body: { reason: 'FORBIDDEN' } });
    await call(emulator, `POST ${paths.delete}`, { body: { name: 'a1' } });
    expect(emulator.rawEndpoints().map(({ name }) => name)).toEqual(['even']);
    await call(emulator, `POST ${paths.delete}`, { body: { name: 'even' } });
    expect(emulator.rawEndpoints()).toEqual([]);
  });
});

describe('error texts', () => {
  const password = 'p&<w>"d';
  const body = { endpoint: { ...createRequest, envs: [{ key: 'DATABASE_URL', value: password }], extra: 1 } };

  test.each<readonly [Switches['errorQuotes'], string]>([
    ['plain', String.raw`p&<w>\"d`],
    ['go', String.raw`p\u0026\u003cw\u003e\"d`],
    ['percent', 'p%26%3Cw%3E%5C%22d'],
    ['entities', String.raw`p&#38;&#60;w&#62;\&#34;d`],
    ['nested', String.raw`p\\\\u0026\\\\u003cw\\\\u003e\\\\\\\"d`],
  ])('errorQuotes %s: the request stands in the message', async (errorQuotes, quoted) => {
    await using emulator = await start({ errorQuotes });
    const reply = await call(emulator, `POST ${paths.create}`, { body });
    expect((reply.body as { message: string }).message).toContain(quoted);
    emulator.addFault({ operation: 'create', kind: 'status', status: 500 });
    const scripted = await call(emulator, `POST ${paths.create}`, { body });
    expect((scripted.body as { message: string }).message).toContain(quoted);
  });

  test('jsonEscapes go: the bytes of every answer are escaped, their meaning is not changed', async () => {
    await using emulator = await start({ jsonEscapes: 'go' });
    const id = emulator.seed({ envs: [{ key: 'A', value: password }] });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${emulator.apiKey}` };
    const text = await (await fetch(`${emulator.url}${paths.get(id)}`, { headers })).text();
    expect(text).toContain(String.raw`p\u0026\u003cw\u003e\"d`);
    expect((await got(emulator, id)).envs).toEqual([{ key: 'A', value: password }]);
  });
});
