import { describe, expect, test } from 'vitest';
import { startServer } from '../http/server.ts';
import { config, failure, type Settings, start, tried } from './bench.ts';

describe('every operation', () => {
  test('against the strict emulator, which test/model/members.test.ts asks for every member', async () => {
    await using bench = await start();
    const { client, emulator } = bench;
    const { id } = await client.create(config);
    const created = await client.get(id);
    const written = { ...config, appName: id };
    expect([created.config, await client.list()]).toEqual([written, [created]]);
    await client.updateV1({ id, config: { ...config, name: 'second' } });
    await client.updateV2({ id, config: { ...config, products: ['2'] }, fields: new Set(['products']) });
    expect((await client.get(id)).config).toEqual({ ...written, name: 'second', products: ['2'] });
    await client.delete(id);
    expect(await failure(client.get(id))).toMatchObject({ code: 'not-found', mayHaveHappened: false });
    expect([await client.limits(), bench.retries]).toEqual([emulator.limits, []]);
  });

  test('side by side and one after the other share three connections', async () => {
    await using bench = await start();
    const { client, emulator } = bench;
    await Promise.all([client.limits(), client.list()]);
    const { id } = await client.create(config);
    await client.get(id);
    expect([...new Set(bench.asked())].toSorted()).toEqual(['create', 'get', 'limits', 'list']);
    expect(new Set(emulator.requests.map(({ clientPort }) => clientPort)).size).toBe(3);
  });

  test('carries the headers of the contract, also with GET, and nothing else of note', async () => {
    await using server = await startServer((_, response) => response.end('{"maxGPUNum":8}'));
    await using bench = await start({ client: { baseUrl: server.url, apiKey: 'key-1' } });
    await bench.client.limits();
    await bench.client.delete('é');
    const http = ['host', `127.0.0.1:${server.port}`, 'connection', 'keep-alive'];
    const common = ['Content-Type', 'application/json', 'Authorization', 'Bearer key-1', 'User-Agent', 'test/1'];
    expect(server.requests.map(({ rawHeaders, body }) => ({ rawHeaders, body }))).toEqual([
      { rawHeaders: [...http, ...common], body: '' },
      { rawHeaders: [...http, ...common, 'content-length', '13'], body: '{"name":"é"}' },
    ]);
  });

  test('an id is encoded', async () => {
    await using bench = await start();
    const id = 'a/b?c&d=é';
    await failure(bench.client.get(id));
    await failure(bench.client.updateV2({ id, config, fields: new Set(['image.image']) }));
    expect(bench.emulator.requests.map(({ path, query }) => [path, query])).toEqual([
      ['/gpu-instance/openapi/v1/endpoint', { id }],
      ['/gpus/v2/endpoints/a%2Fb%3Fc%26d%3D%C3%A9', {}],
    ]);
  });
});

test.each<[NonNullable<Settings['switches']>['errorBody'], string, string | undefined, string]>([
  ['standard', 'not-found', 'SERVERLESS_ENDPOINT_NOT_FOUND', ': "endpoint not found: x"'],
  ['nested', 'not-found', undefined, ': "endpoint not found: x"'],
  ['string', 'not-found', undefined, ': "endpoint not found: x"'],
  ['html', 'rejected', undefined, ' (a web page)'],
  ['empty', 'rejected', undefined, ' 400'],
])('forms of answers: errors: %s', async (errorBody = 'standard', code, reason, words) => {
  await using bench = await start({ switches: { errorBody } });
  const error = await failure(bench.client.get('x'));
  expect(error).toMatchObject({ code, reason, method: 'GET', status: 400, message: tried(1) });
  expect(error.message.endsWith(words)).toBe(true);
});

describe('what is asked ahead', () => {
  test('is taken once, and asked again after that', async () => {
    await using bench = await start();
    for (let index = 0; index < 250; index += 1) bench.emulator.seed({ name: `llama-${index}` });
    bench.client.readAhead({ list: true });
    const [listed, limits] = [await bench.client.list(), await bench.client.limits()];
    expect([listed.length, bench.asked().sort()]).toEqual([250, ['limits', 'list', 'list', 'list', 'list']]);
    expect([await bench.client.limits(), await bench.client.list()]).toEqual([limits, listed]);
    expect(bench.asked().slice(5)).toEqual(['limits', 'list', 'list', 'list']);
    bench.client.readAhead({ list: false });
    await bench.client.limits();
    expect(bench.asked().slice(9)).toEqual(['limits']);
  });

  test('fails with whoever asks for it', async () => {
    await using bench = await start();
    bench.emulator.addFault({ operation: 'any', kind: 'status', status: 401, times: 'always' });
    bench.client.readAhead({ list: true });
    expect((await failure(bench.client.list())).code).toBe('unauthorized');
  });

  test('ends with a run that is cancelled', async () => {
    await using bench = await start();
    const cancelled = new AbortController();
    bench.emulator.addFault({ operation: 'any', kind: 'hang', times: 'always' });
    bench.client.readAhead({ list: true, signal: cancelled.signal });
    cancelled.abort(new Error('cancelled'));
    expect((await failure(bench.client.limits())).code).toBe('cancelled');
    expect((await failure(bench.client.list())).code).toBe('cancelled');
  });
});
