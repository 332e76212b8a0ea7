import { describe, expect, test } from 'vitest';
import { createBody, updateV1Body } from '../../src/service/write-bodies.ts';
import { bareConfig, exampleConfig } from './example.ts';

describe('bodies', () => {
  const workerConfig = {
    minNum: 1,
    maxNum: 3,
    freeTimeout: 1000,
    maxConcurrent: 2,
    gpuNum: 4,
    requestTimeout: 120,
  };
  const full = {
    name: 'lh-pool-k3x9',
    workerConfig,
    ports: [{ port: '8000' }],
    policy: { type: 'queue', value: 4 },
    image: { image: 'docker.io/acme/pool:s12', authId: 'cred-7', command: '--port 8000' },
    volumeMounts: [
      { type: 'local', id: '', size: 20, mountPath: '/scratch' },
      { type: 'nfs', id: 'vol-1', size: 50, mountPath: '/models' },
    ],
    clusterID: 'as-sgp-2',
    envs: [
      { key: 'TOKEN', value: 'hf_very_secret' },
      { key: 'EMPTY', value: '' },
    ],
    healthy: { path: '/ping' },
  };
  const bare = {
    name: 'lh-pool-k3x9',
    workerConfig,
    ports: [{ port: '8000' }],
    policy: { type: 'concurrency', value: 1 },
    image: { image: 'ubuntu:22.04', authId: '', command: '' },
    volumeMounts: [],
    envs: [],
  };

  test('create', () => {
    expect([createBody(exampleConfig), createBody(bareConfig)]).toStrictEqual([
      { endpoint: { ...full, appName: 'lh-pool', products: [{ id: 'SL-serverless-3' }], rootfsSize: 100 } },
      { endpoint: { ...bare, products: [], rootfsSize: 100 } },
    ]);
  });

  test('update', () => {
    expect([
      updateV1Body({ id: 'a', config: exampleConfig }),
      updateV1Body({ id: 'b', config: bareConfig }),
    ]).toStrictEqual([
      { id: 'a', ...full },
      { id: 'b', ...bare },
    ]);
  });
});
