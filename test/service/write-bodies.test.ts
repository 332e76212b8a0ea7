/** The bodies of create and update, member by member; test/plan/v2.test.ts has what lies outside the bounds of v2. */

import { expect, test } from 'vitest';
import { type EndpointConfig, members } from '../../src/model/config.ts';
import { createBody, updateV1Body, updateV2Body } from '../../src/service/write-bodies.ts';
import { bareConfig, envs, exampleConfig, workers } from './example.ts';

const common = { name: 'lh-pool-k3x9', workerConfig: workers, ports: [{ port: '8000' }] };
const full = {
  ...common,
  policy: { type: 'queue', value: 4 },
  image: { image: 'docker.io/acme/pool:s12', authId: 'cred-7', command: '--port 8000' },
  volumeMounts: exampleConfig.volumeMounts,
  clusterID: 'as-sgp-2',
  envs,
  healthy: { path: '/ping' },
};
const bareImage = { image: 'ubuntu:22.04', authId: '', command: '' };
const bare = { ...common, policy: { type: 'concurrency', value: 1 }, image: bareImage, volumeMounts: [], envs: [] };

test('v1 create sends what is set, v1 update leaves out what it cannot carry', () => {
  expect([
    createBody(exampleConfig),
    createBody(bareConfig),
    updateV1Body({ id: 'a', config: exampleConfig }),
    updateV1Body({ id: 'b', config: bareConfig }),
  ]).toStrictEqual([
    { endpoint: { ...full, appName: 'lh-pool', products: [{ id: 'SL-serverless-3' }], rootfsSize: 100 } },
    { endpoint: { ...bare, products: [], rootfsSize: 100 } },
    { id: 'a', ...full },
    { id: 'b', ...bare },
  ]);
});

const bareV2 = {
  name: 'lh-pool-k3x9',
  worker_config: {
    ...{ max_replicas: 3, min_replicas: 1, idle_timeout: 1000, max_concurrent_per_worker: 2, gpu_num: 4 },
    ...{ rootfs_size_gb: 100, request_timeout: 120 },
  },
  policy: { type: 'concurrency', value: 1 },
  ...{ image: 'ubuntu:22.04', registry_auth_id: '', command: '', envs: [], ports: [8000], volumes: [] },
};
const { worker_config: _, ...withoutWorkers } = bareV2;

test.each<[string, EndpointConfig, unknown]>([
  [
    'everything',
    {
      ...exampleConfig,
      volumeMounts: exampleConfig.volumeMounts.map((each) => ({ ...each, type: each.id ? 'network' : 'local' })),
    },
    {
      ...{ name: 'lh-pool-k3x9', product_id: 'SL-serverless-3', region_id: 'us-1', envs, ports: [8000] },
      worker_config: { ...bareV2.worker_config, rootfs_size_gb: 90, min_cuda_version: '12.4' },
      policy: { type: 'queue', value: 4 },
      ...{ image: 'docker.io/acme/pool:s12', registry_auth_id: 'cred-7' },
      ...{ entrypoint: '/bin/pool', command: '--port 8000' },
      health_check: { path: '/ping', port: 8001 },
      volumes: [
        { id: '', type: 'local', size: 20, mount_point: '/scratch' },
        { id: 'vol-1', type: 'network', mount_point: '/models' },
      ],
    },
  ],
  ['nothing that may stay empty', bareConfig, bareV2],
  ['a check without a port', { ...bareConfig, healthy: { path: '/' } }, { ...bareV2, health_check: { path: '/' } }],
  ['a port without a health check', { ...bareConfig, healthy: { path: '', port: 1 } }, bareV2],
  [
    'more workers than v2 knows: no block without its required member',
    { ...bareConfig, workerConfig: { ...bareConfig.workerConfig, maxNum: 1001 } },
    withoutWorkers,
  ],
])('v2: %s', (__, config, body) => {
  expect(updateV2Body(config, new Set(members.map(({ path }) => path)))).toStrictEqual(body);
});

test.each<[string, string[], unknown]>([
  ['nothing', [], {}],
  ['one that needs no other', ['image.image'], { image: 'ubuntu:22.04' }],
  ['one that needs another', ['workerConfig.freeTimeout'], { worker_config: { max_replicas: 3, idle_timeout: 1000 } }],
  ['half of a pair', ['policy.value'], { policy: bareV2.policy }],
  ['one env', ['envs.TOKEN'], { envs: [] }],
  ['one volume', ['volumeMounts./models'], { volumes: [] }],
  ['one that is not set', ['healthy.port'], {}],
  ['one that v2 has no word for', ['clusterID'], {}],
])('v2, of a partial update: %s', (__, fields, body) => {
  expect(updateV2Body(bareConfig, new Set(fields))).toStrictEqual(body);
});
