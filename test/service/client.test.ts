import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startServer } from '../http/server.ts';
import { calls, config, failure, operations, type Settings, start } from './bench.ts';
import { exampleConfig } from './example.ts';

describe('every operation', () => {
  test('against the strict emulator: what was written is what is read', async () => {
    await using bench = await start();
    const { client, emulator } = bench;
    const full = {
      ...exampleConfig,
      rootfsSize: 100,
      workerConfig: { ...exampleConfig.workerConfig, cudaVersion: '' },
    };
    const { entrypoint: _, ...image } = full.image;
    const { regionId: __, ...rest } = full;
    const readable = { ...rest, image, healthy: { path: '/ping' } };

    const { id } = await client.create(full);
    const created = await client.get(id);
    expect(created.config).toEqual(readable);
    expect(await client.list()).toEqual([created]);

    await client.updateV1({ id, config: { ...full, name: 'second' } });
    expect((await client.get(id)).config).toEqual({ ...readable, name: 'second' });

    const third = { ...full, products: ['2'], workerConfig: { ...full.workerConfig, cudaVersion: '13.0' } };
    await client.updateV2({ id, config: third, fields: new Set(['products', 'workerConfig.cudaVersion']) });
    expect((await client.get(id)).config).toMatchObject({ products: ['2'], workerConfig: { cudaVersion: '13.0' } });

    await client.delete(id);
    expect(await failure(client.get(id))).toMatchObject({ code: 'not-found', mayHaveHappened: false });
    expect(await client.limits()).toEqual(emulator.limits);
    expect(bench.events).toEqual([]);
  });

  test('side by side and one after the other share two connections', async () => {
    await using bench = await start();
    const { client, emulator } = bench;
    await Promise.all([client.limits(), client.list()]);
    const { id } = await client.create(config);
    await client.get(id);
    expect([...new Set(bench.asked())].toSorted()).toEqual(['create', 'get', 'limits', 'list']);
    expect(new Set(emulator.requests.map(({ clientPort }) => clientPort)).size).toBe(2);
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

describe('forms of answers', () => {
  test.each<Settings['switches']>([
    {},
    { portTypes: 'string' },
    { portTypes: 'integer' },
    { numbers: 'strings' },
    { numbers: 'integers' },
    { limitsTrailingSpace: true },
    { omitEmptyMembers: true },
    { extraMembers: true },
  ])('%j: the same is read', async (switches) => {
    await using plain = await start();
    await using bench = await start({ switches: switches ?? {} });
    for (const { emulator } of [plain, bench]) {
      const id = emulator.seed({ id: 'bc1a5ea6ae5677df', envs: [{ key: 'A', value: 'b' }] });
      expect(id).toBe('bc1a5ea6ae5677df');
    }
    // Where the endpoint is served and logged is the emulator's own affair.
    const read = async ({ client }: typeof plain) => {
      const [limits, listed, got] = [await client.limits(), await client.list(), await client.get('bc1a5ea6ae5677df')];
      return {
        limits,
        listed: listed.map(({ config }) => config),
        got: [got.state, got.workers, got.config],
      };
    };
    expect(await read(bench)).toEqual(await read(plain));
  });

  test.each<[NonNullable<Settings['switches']>['errorBody'], string, string | undefined, string]>([
    ['standard', 'not-found', 'SERVERLESS_ENDPOINT_NOT_FOUND', ': "endpoint not found: x"'],
    ['nested', 'not-found', undefined, ': "endpoint not found: x"'],
    ['string', 'not-found', undefined, ': "endpoint not found: x"'],
    ['html', 'rejected', undefined, ' (a web page): "400 Error"'],
    ['empty', 'rejected', undefined, ' 400'],
  ])('errors: %s', async (errorBody = 'standard', code, reason, words) => {
    await using bench = await start({ switches: { errorBody } });
    const error = await failure(bench.client.get('x'));
    expect(error).toMatchObject({ code, reason, operation: 'get', method: 'GET', status: 400, attempts: 1 });
    expect(error.message.endsWith(words)).toBe(true);
  });
});

describe('a key that is refused is told at the first answer', () => {
  test.each(operations)('%s with a wrong key', async (operation) => {
    await using bench = await start({ client: { apiKey: 'sk_wrong_key' } });
    const error = await failure(calls[operation](bench.client, 'x'));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401, attempts: 1, mayHaveHappened: false });
    expect(error.message).toContain('wrong `api-key`');
    expect(inspect(error, { depth: 10 })).not.toContain('sk_wrong_key');
    expect(bench.emulator.requests.length).toBe(1);
  });

  test.each(operations)('%s with a key that may not', async (operation) => {
    await using bench = await start({ switches: { forbiddenOperations: [operation] } });
    const error = await failure(calls[operation](bench.client, bench.emulator.seed()));
    expect(error).toMatchObject({ code: 'unauthorized', status: 403, attempts: 1, mayHaveHappened: false });
    expect(error.message).toContain('`api-key` lacks permission');
    expect(bench.emulator.requests.length).toBe(1);
  });
});
