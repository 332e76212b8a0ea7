/** Example values for tests of the plan: a live endpoint with every member set. */

import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';

export const liveConfig: EndpointConfig = {
  name: 'llama',
  appName: 'llama-app',
  workerConfig: {
    ...{ minNum: 1, maxNum: 3, freeTimeout: 300, maxConcurrent: 8, gpuNum: 1, requestTimeout: 600 },
    cudaVersion: '12.4',
  },
  policy: { type: 'concurrency', value: 8 },
  image: { image: 'ghcr.io/acme/llama:1', authId: 'cred-1', command: '--port 8000' },
  rootfsSize: 100,
  volumeMounts: [{ type: 'network', id: 'vol-1', size: 0, mountPath: '/models' }],
  clusterID: 'as-sgp-2',
  envs: [
    { key: 'HF_TOKEN', value: 'secret-of-hf' },
    { key: 'LOG', value: 'info' },
  ],
  ports: [8000],
  products: ['SL-serverless-3'],
  healthy: { path: '/health' },
};

export const liveEndpoint: Endpoint = {
  id: 'bc1a5ea6ae5677df',
  url: 'https://bc1a5ea6ae5677df-llama-app.runsync.example.dev',
  state: { state: 'serving', error: '', message: '' },
  workers: [{ id: 'w1', state: { state: 'running', error: '', message: '' }, log: '/logs/w1', healthy: true }],
  log: '',
  config: liveConfig,
};
