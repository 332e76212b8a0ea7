/** Owns the endpoint that the service client's tests start from; knows no wire form. */

import type { Endpoint, EndpointConfig } from '../../src/service/endpoint.ts';

/** The pool of service-observed.md, with every member set. */
export const exampleConfig: EndpointConfig = {
  name: 'lh-pool-k3x9',
  appName: 'lh-pool',
  workers: {
    minWorkers: 1,
    maxWorkers: 3,
    idleTimeoutSeconds: 1000,
    maxConcurrentPerWorker: 2,
    gpusPerWorker: 4,
    requestTimeoutSeconds: 120,
    minCudaVersion: '12.4',
  },
  policy: { type: 'queue', value: 4 },
  image: { address: 'docker.io/acme/pool:s12', authId: 'cred-7', command: '--port 8000', entrypoint: '/bin/pool' },
  rootDiskGb: 90,
  volumes: [
    { type: 'local', id: '', sizeGb: 20, mountPath: '/scratch' },
    { type: 'nfs', id: 'vol-1', sizeGb: 50, mountPath: '/models' },
  ],
  clusterId: 'as-sgp-2',
  envs: [
    { key: 'TOKEN', value: 'hf_very_secret' },
    { key: 'EMPTY', value: '' },
  ],
  ports: [8000],
  products: ['SL-serverless-3'],
  healthCheck: { path: '/ping', port: 8001 },
  regionId: 'us-1',
};

/** Nothing set that may stay empty. */
const { regionId: _, ...withoutRegion } = exampleConfig;
export const bareConfig: EndpointConfig = {
  ...withoutRegion,
  appName: '',
  workers: { ...exampleConfig.workers, minCudaVersion: '' },
  policy: { type: 'concurrency', value: 1 },
  image: { address: 'ubuntu:22.04', authId: '', command: '' },
  rootDiskGb: 100,
  volumes: [],
  clusterId: '',
  envs: [],
  products: [],
  healthCheck: { path: '' },
};

export function exampleEndpoint(id: string): Endpoint {
  return {
    id,
    url: `https://${id}.example`,
    state: { state: 'serving', error: '', message: '' },
    workers: [],
    log: '',
    config: { ...bareConfig, name: `name of ${id}` },
  };
}
