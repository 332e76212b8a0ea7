// Endpoints in every shape that public documents and clients show or expect, to be seeded raw as somebody else's.
import type { RawEndpoint } from './others.ts';

const { requestTimeout: _requestTimeout, ...workerConfigOfSamples } = workerConfig();

/** By what is odd about them; each has an id of its own, except where that is what is odd. */
export const oddEndpoints = {
  'no requestTimeout': endpoint(1, { workerConfig: workerConfigOfSamples }),
  'no minNum': endpoint(2, { workerConfig: without(workerConfig(), 'minNum') }),
  'workerConfig null': endpoint(3, { workerConfig: null }),
  'policy null': endpoint(4, { type: 'sync', policy: null }),
  'state null': endpoint(5, { state: null }),
  'state as text': endpoint(6, { state: 'serving' }),
  'port with a protocol': endpoint(7, { ports: [{ port: '8000/http' }] }),
  'log a list': endpoint(8, { log: [] }),
  'worker without id': endpoint(9, { workers: [{ state: { state: 'pending' }, healthy: false }] }),
  'no rootfsSize': without(endpoint(10), 'rootfsSize'),
  'name missing': without(endpoint(11), 'name'),
  'name null': endpoint(12, { name: null }),
  'lists null': endpoint(13, { healthy: null, volumeMounts: null, envs: null, workers: null, products: null }),
  'stopped, all null': Object.fromEntries(
    Object.entries(endpoint(14, { state: { state: 'stopped' } })).map(([member, value]) => [
      member,
      ['id', 'name', 'state'].includes(member) ? value : null,
    ]),
  ),
  'worker of other words': endpoint(15, {
    workers: [{ id: 'w1', drain: false, state: { state: 'ready' }, healthy: true }],
  }),
  'with dates and clusterIDs': endpoint(16, {
    clusterIDs: ['as-sgp-2'],
    createdAt: '2025-06-01T10:00:00Z',
    updatedAt: 1748772000,
  }),
  'no id': without(endpoint(17), 'id'),
  'nothing at all': {},
} as const satisfies Record<string, RawEndpoint>;

function endpoint(number: number, change: RawEndpoint = {}): RawEndpoint {
  const id = `0dd${number.toString(16).padStart(13, '0')}`;
  return {
    id,
    name: `odd-${number}`,
    appName: `odd-${number}`,
    state: { state: 'serving', error: '', message: '' },
    url: `https://${id}.example`,
    workerConfig: workerConfig(),
    policy: { type: 'queue', value: '60' },
    image: { image: 'ubuntu:22.04', authId: '', command: '' },
    rootfsSize: 100,
    volumeMounts: [],
    envs: [],
    ports: [{ port: '8000' }],
    workers: [],
    products: [{ id: '1' }],
    healthy: { path: '/health', initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 },
    clusterID: '',
    log: '',
    ...change,
  };
}

function workerConfig() {
  return {
    minNum: 0,
    maxNum: 1,
    freeTimeout: '300',
    maxConcurrent: '1',
    gpuNum: 1,
    requestTimeout: 600,
    cudaVersion: '',
  };
}

function without(members: RawEndpoint, member: string): RawEndpoint {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== member));
}
