// What every operation of both families answers and stores when a request is as documented.
import { expect, test } from 'vitest';
import { call, created, paths, updateRequest } from './caller.ts';
import { startEmulator } from './emulator.ts';

const full = {
  name: 'manga-gpu',
  appName: 'manga-translator',
  workerConfig: { minNum: 0, maxNum: 3, freeTimeout: 300, maxConcurrent: 2, gpuNum: 1, requestTimeout: 600 },
  ports: [{ port: '8080' }],
  policy: { type: 'queue', value: 60 },
  image: { image: 'ghcr.io/acme/manga:gpu', authId: 'cred-1', command: '--fast' },
  products: [{ id: '1' }],
  rootfsSize: 100,
  volumeMounts: [
    { type: 'local', size: 20, id: '', mountPath: '/cache' },
    { type: 'network', size: 0, id: 'vol-1', mountPath: '/models' },
  ],
  clusterID: 'as-sgp-2',
  envs: [{ key: 'TOKEN', value: 'secret' }],
  healthy: { path: '/health' },
};

const shown = (id: string, url: string) => ({
  id,
  name: 'manga-gpu',
  appName: 'manga-translator',
  state: { state: 'serving', error: '', message: '' },
  url: `${url}/serve/${id}`,
  workerConfig: {
    minNum: 0,
    maxNum: 3,
    freeTimeout: '300',
    maxConcurrent: '2',
    gpuNum: 1,
    requestTimeout: 600,
    cudaVersion: '',
  },
  policy: { type: 'queue', value: '60' },
  image: { image: 'ghcr.io/acme/manga:gpu', authId: 'cred-1', command: '--fast' },
  rootfsSize: 100,
  volumeMounts: full.volumeMounts,
  envs: full.envs,
  ports: [{ port: 8080 }],
  workers: [],
  products: [{ id: '1' }],
  healthy: { path: '/health', initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 },
  clusterID: 'as-sgp-2',
  log: `/logs/${id}`,
});

test('create answers the id, get types the port as an integer, list as a string', async () => {
  await using emulator = await startEmulator({ pace: 'instant' });
  const reply = await call(emulator, `POST ${paths.create}`, { body: { endpoint: full } });
  expect(reply).toEqual({ status: 200, body: { id: expect.stringMatching(/^[0-9a-f]{16}$/) } });
  const { id } = reply.body as { id: string };
  expect(await call(emulator, `GET ${paths.get(id)}`)).toEqual({
    status: 200,
    body: { endpoint: shown(id, emulator.url) },
  });
  expect(await call(emulator, `GET ${paths.list()}`)).toEqual({
    status: 200,
    body: { endpoints: [{ ...shown(id, emulator.url), ports: [{ port: '8080' }] }], total: 1 },
  });
});

test('v2 update carries every member of its table, the ones never returned included', async () => {
  await using emulator = await startEmulator({ pace: 'instant' });
  const id = await created(emulator, full);
  const body = {
    name: 'renamed',
    product_id: 'SL-serverless-3',
    worker_config: {
      max_replicas: 5,
      min_replicas: 0,
      idle_timeout: 10,
      max_concurrent_per_worker: 4,
      gpu_num: 2,
      rootfs_size_gb: 50,
      min_cuda_version: '12.8',
      request_timeout: 30,
    },
    policy: { type: 'concurrency', value: 7 },
    image: 'ghcr.io/acme/manga:3',
    registry_auth_id: 'cred-2',
    entrypoint: '/bin/server',
    command: '--slow',
    health_check: { path: '/ping', port: 9000 },
    envs: [{ key: 'A', value: '1' }],
    ports: [9000],
    volumes: [{ id: 'vol-2', type: 'network', mount_point: '/data' }],
    region_id: 'as-sgp-2',
  };
  expect(await call(emulator, `PUT ${paths.v2(id)}`, { body })).toEqual({ status: 200, body: {} });
  expect(emulator.endpoints()).toEqual([
    {
      id,
      appName: 'manga-translator',
      url: `${emulator.url}/serve/${id}`,
      state: { state: 'serving', error: '', message: '' },
      workers: [],
      revision: 2,
      name: 'renamed',
      workerConfig: {
        minNum: 0,
        maxNum: 5,
        freeTimeout: 10,
        maxConcurrent: 4,
        gpuNum: 2,
        requestTimeout: 30,
        cudaVersion: '12.8',
      },
      ports: [9000],
      policy: { type: 'concurrency', value: 7 },
      image: { image: 'ghcr.io/acme/manga:3', authId: 'cred-2', command: '--slow', entrypoint: '/bin/server' },
      products: [{ id: 'SL-serverless-3' }],
      rootfsSize: 50,
      volumeMounts: [{ type: 'network', id: 'vol-2', size: 0, mountPath: '/data' }],
      clusterID: 'as-sgp-2',
      envs: [{ key: 'A', value: '1' }],
      healthy: { path: '/ping', port: 9000 },
      regionId: 'as-sgp-2',
    },
  ]);
});

test.each([
  ['get', (id: string) => ({ request: `GET ${paths.get(id)}` })],
  ['update', (id: string) => ({ request: `POST ${paths.update}`, body: { id, ...updateRequest } })],
  ['update-v2', (id: string) => ({ request: `PUT ${paths.v2(id)}`, body: { name: 'x' } })],
  ['delete', (id: string) => ({ request: `POST ${paths.delete}`, body: { name: id } })],
])('%s of an unknown id is 400 SERVERLESS_ENDPOINT_NOT_FOUND', async (_operation, requestFor) => {
  await using emulator = await startEmulator();
  const { request, ...sent } = requestFor('bc1a5ea6ae5677df');
  expect(await call(emulator, request, sent)).toMatchObject({
    status: 400,
    body: { reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' },
  });
});
