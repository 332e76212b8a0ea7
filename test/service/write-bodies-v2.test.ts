import { expect, test } from 'vitest';
import { type EndpointConfig, members } from '../../src/model/config.ts';
import type { Volume } from '../../src/model/row.ts';
import { updateV2Body } from '../../src/service/write-bodies.ts';
import { bareConfig, exampleConfig } from './example.ts';

const bare = {
  name: 'lh-pool-k3x9',
  worker_config: {
    max_replicas: 3,
    min_replicas: 1,
    idle_timeout: 1000,
    max_concurrent_per_worker: 2,
    gpu_num: 4,
    rootfs_size_gb: 100,
    request_timeout: 120,
  },
  policy: { type: 'concurrency', value: 1 },
  image: 'ubuntu:22.04',
  registry_auth_id: '',
  command: '',
  envs: [],
  ports: [8000],
  volumes: [],
};
const { policy: _, ...withoutPolicy } = bare;

const network = (volume: Volume): Volume => ({ ...volume, type: 'network' });
const workers = (change: Partial<EndpointConfig['workerConfig']>): EndpointConfig => ({
  ...bareConfig,
  workerConfig: { ...bareConfig.workerConfig, ...change },
});
const without = (member: keyof (typeof bare)['worker_config']) => {
  const { [member]: _, ...worker_config } = bare.worker_config;
  return { ...bare, worker_config };
};
const { envs: _envs, ...withoutEnvs } = bare;
const { volumes: _volumes, ...withoutVolumes } = bare;
const { worker_config: _workers, ...withoutWorkers } = bare;

const cases: [string, EndpointConfig, unknown][] = [
  [
    'everything',
    {
      ...exampleConfig,
      volumeMounts: exampleConfig.volumeMounts.map((volume) => (volume.type === 'nfs' ? network(volume) : volume)),
    },
    {
      name: 'lh-pool-k3x9',
      product_id: 'SL-serverless-3',
      worker_config: { ...bare.worker_config, rootfs_size_gb: 90, min_cuda_version: '12.4' },
      policy: { type: 'queue', value: 4 },
      image: 'docker.io/acme/pool:s12',
      registry_auth_id: 'cred-7',
      entrypoint: '/bin/pool',
      command: '--port 8000',
      health_check: { path: '/ping', port: 8001 },
      envs: [
        { key: 'TOKEN', value: 'hf_very_secret' },
        { key: 'EMPTY', value: '' },
      ],
      ports: [8000],
      volumes: [
        { id: '', type: 'local', size: 20, mount_point: '/scratch' },
        { id: 'vol-1', type: 'network', mount_point: '/models' },
      ],
      region_id: 'us-1',
    },
  ],
  ['nothing that may stay empty', bareConfig, bare],
  ['several products', { ...bareConfig, products: ['1', '2'] }, bare],
  ['a policy that v2 does not know', { ...bareConfig, policy: { type: 'latency', value: 1 } }, withoutPolicy],
  [
    'a CUDA version that v2 does not know',
    { ...bareConfig, workerConfig: { ...bareConfig.workerConfig, cudaVersion: '11.8' } },
    bare,
  ],
  [
    'a health check without a port',
    { ...bareConfig, healthy: { path: '/' } },
    { ...bare, health_check: { path: '/' } },
  ],
  ['an idle timeout beyond its bounds', workers({ freeTimeout: 2000 }), without('idle_timeout')],
  ['a request timeout beyond its bounds', workers({ requestTimeout: 3600 }), without('request_timeout')],
  ['a root disk beyond its bounds', { ...bareConfig, rootfsSize: 300 }, without('rootfs_size_gb')],
  ['more workers than v2 knows: no block without its required member', workers({ maxNum: 1001 }), withoutWorkers],
  ['a policy value beyond its bounds', { ...bareConfig, policy: { type: 'queue', value: 1001 } }, withoutPolicy],
  ['one env value that is too long', { ...bareConfig, envs: [{ key: 'A', value: 'x'.repeat(4096) }] }, withoutEnvs],
  ['cloud storage of another word', { ...bareConfig, volumeMounts: exampleConfig.volumeMounts }, withoutVolumes],
  ['a port without a health check', { ...bareConfig, healthy: { path: '', port: 1 } }, bare],
];

test.each(cases)('%s', (_, config, body) => {
  expect(updateV2Body(config, new Set(members.map(({ path }) => path)))).toStrictEqual(body);
});

test.each<[string, string[], unknown]>([
  ['nothing', [], {}],
  ['one that needs no other', ['image.image'], { image: 'ubuntu:22.04' }],
  [
    'one of a block that has a required one',
    ['workerConfig.freeTimeout'],
    { worker_config: { max_replicas: 3, idle_timeout: 1000 } },
  ],
  ['half of a pair', ['policy.value'], { policy: bare.policy }],
  ['one env', ['envs.TOKEN'], { envs: [] }],
  ['one volume', ['volumeMounts./models'], { volumes: [] }],
  ['one that is not set', ['healthy.port'], {}],
  ['one that v2 has no word for', ['clusterID'], {}],
])('of a partial update: %s', (_, fields, body) => {
  expect(updateV2Body(bareConfig, new Set(fields))).toStrictEqual(body);
});
