/** The endpoint that the service client's tests start from. */

import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';

export const workers = { minNum: 1, maxNum: 3, freeTimeout: 1000, maxConcurrent: 2, gpuNum: 4, requestTimeout: 120 };
export const envs = Object.entries({ TOKEN: 'hf_very_secret', EMPTY: '' }).map(([key, value]) => ({ key, value }));

/** The pool of service-observed.md, with every member set. */
export const exampleConfig: EndpointConfig = {
  name: 'lh-pool-k3x9',
  appName: 'lh-pool',
  workerConfig: { ...workers, cudaVersion: '12.4' },
  policy: { type: 'queue', value: 4 },
  image: { image: 'docker.io/acme/pool:s12', authId: 'cred-7', command: '--port 8000', entrypoint: '/bin/pool' },
  rootfsSize: 90,
  volumeMounts: [
    { type: 'local', id: '', size: 20, mountPath: '/scratch' },
    { type: 'nfs', id: 'vol-1', size: 50, mountPath: '/models' },
  ],
  clusterID: 'as-sgp-2',
  envs,
  ports: [8000],
  products: ['SL-serverless-3'],
  healthy: { path: '/ping', port: 8001 },
  regionId: 'us-1',
};

/** Nothing set that may stay empty. */
const { regionId: _, ...withoutRegion } = exampleConfig;
export const bareConfig: EndpointConfig = {
  ...withoutRegion,
  appName: '',
  workerConfig: { ...exampleConfig.workerConfig, cudaVersion: '' },
  policy: { type: 'concurrency', value: 1 },
  image: { image: 'ubuntu:22.04', authId: '', command: '' },
  rootfsSize: 100,
  ...{ volumeMounts: [], clusterID: '', envs: [], products: [], healthy: { path: '' } },
};

export function exampleEndpoint(id: string): Endpoint {
  return {
    ...{ id, url: `https://${id}.example`, workers: [], log: '' },
    state: { state: 'serving', error: '', message: '' },
    config: { ...bareConfig, name: `name of ${id}` },
  };
}
