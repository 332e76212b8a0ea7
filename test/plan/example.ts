/** Owns example values for tests of the plan: a live endpoint with every member set. */

import type { Endpoint, EndpointConfig } from '../../src/service/endpoint.ts';

export const liveConfig: EndpointConfig = {
  name: 'llama',
  appName: 'llama-app',
  workers: {
    minWorkers: 1,
    maxWorkers: 3,
    idleTimeoutSeconds: 300,
    maxConcurrentPerWorker: 8,
    gpusPerWorker: 1,
    requestTimeoutSeconds: 600,
    minCudaVersion: '12.4',
  },
  policy: { type: 'concurrency', value: 8 },
  image: { address: 'ghcr.io/acme/llama:1', authId: 'cred-1', command: '--port 8000' },
  rootDiskGb: 100,
  volumes: [{ type: 'network', id: 'vol-1', sizeGb: 0, mountPath: '/models' }],
  clusterId: 'as-sgp-2',
  envs: [
    { key: 'HF_TOKEN', value: 'secret-of-hf' },
    { key: 'LOG', value: 'info' },
  ],
  ports: [8000],
  products: ['SL-serverless-3'],
  healthCheck: { path: '/health' },
};

export const liveEndpoint: Endpoint = {
  id: 'bc1a5ea6ae5677df',
  url: 'https://bc1a5ea6ae5677df-llama-app.runsync.example.dev',
  state: { state: 'serving', error: '', message: '' },
  workers: [{ id: 'w1', state: { state: 'running', error: '', message: '' }, log: '/logs/w1', healthy: true }],
  log: '',
  config: liveConfig,
};
