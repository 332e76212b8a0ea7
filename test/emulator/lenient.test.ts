// What the emulator takes from other people's clients with the switch `accepts`, each leniency by itself.
import { expect, test } from 'vitest';
import { call, createRequest, paths, type Sent, updateRequest } from './caller.ts';
import { type Switches, startEmulator } from './emulator.ts';

const seed = {
  id: 'bc1a5ea6ae5677df',
  name: 'llama',
  workerConfig: { freeTimeout: 77, cudaVersion: '12.8' },
  image: { authId: 'cred-1', command: '--fast', entrypoint: '/bin/server' },
  envs: [{ key: 'A', value: '1' }],
};
const { image } = createRequest.image;
const endpoint = (change: object) => ({ body: { endpoint: { ...createRequest, ...change } } });
const updateOf = (change: object) => ({ body: { id: seed.id, ...updateRequest, ...change } });

type Leniency = Exclude<Switches['accepts'], 'all'>[number];

test.each<readonly [Leniency, string, Sent]>([
  ['content-type', `GET ${paths.list()}`, { headers: { 'Content-Type': null } }],
  [
    'content-type',
    `POST ${paths.create}`,
    { ...endpoint({}), headers: { 'Content-Type': 'application/json; charset=utf-8' } },
  ],
  ['unpaged-list', 'GET /gpu-instance/openapi/v1/endpoints', {}],
  ['unpaged-list', 'GET /gpu-instance/openapi/v1/endpoints?pageNum=1', {}],
  ['integer-ports', `POST ${paths.create}`, endpoint({ ports: [{ port: 8080 }] })],
  ['integer-ports', `POST ${paths.create}`, endpoint({ ports: [8080] })],
  ['integer-ports', `POST ${paths.update}`, updateOf({ ports: [{ port: 8080 }] })],
  ['partial-update', `POST ${paths.update}`, { body: { id: seed.id, image: { image: 'new:1' } } }],
  ['partial-update', `POST ${paths.update}`, { body: { id: seed.id, workerConfig: { maxNum: 2 } } }],
  ['delete-by-id-member', `POST ${paths.delete}`, { body: { id: seed.id } }],
  ['sparse-image', `POST ${paths.create}`, endpoint({ image: { image } })],
  ['sparse-image', `POST ${paths.update}`, updateOf({ image: { image } })],
])('%s: %s %j', async (leniency, request, sent) => {
  for (const [accepts, status] of [
    [[], 400],
    [[leniency], 200],
    ['all', 200],
  ] as const) {
    await using emulator = await startEmulator({ switches: { accepts: accepts as Switches['accepts'] } });
    emulator.seed(seed);
    expect((await call(emulator, request, sent)).status).toBe(status);
  }
});

test('a partial update keeps what it does not name, at every depth', async () => {
  await using emulator = await startEmulator({ switches: { accepts: 'all' } });
  emulator.seed(seed);
  const body = { id: seed.id, image: { image: 'new:1' }, workerConfig: { maxNum: 2 }, ports: [9000] };
  expect((await call(emulator, `POST ${paths.update}`, { body })).status).toBe(200);
  expect(emulator.endpoints()[0]).toMatchObject({
    name: 'llama',
    image: { image: 'new:1', authId: 'cred-1', command: '--fast', entrypoint: '/bin/server' },
    workerConfig: { maxNum: 2, freeTimeout: 77, cudaVersion: '12.8' },
    envs: seed.envs,
    ports: [9000],
  });
});
