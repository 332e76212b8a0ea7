// Endpoints in every shape that public documents and clients show or expect, to be seeded raw as somebody else's.
import { foreignEndpoint, foreignWorkerConfig, type RawEndpoint } from './others.ts';

const { requestTimeout: _requestTimeout, ...workerConfigOfSamples } = foreignWorkerConfig();

/** By what is odd about them; each has an id of its own, except where that is what is odd. */
export const oddEndpoints = {
  'no requestTimeout': endpoint(1, { workerConfig: workerConfigOfSamples }),
  'no minNum': endpoint(2, { workerConfig: without(foreignWorkerConfig(), 'minNum') }),
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
  'nothing but an id': { id: endpoint(18).id },
} as const satisfies Record<string, RawEndpoint>;

function endpoint(number: number, change: RawEndpoint = {}): RawEndpoint {
  const base = foreignEndpoint(`0dd${number.toString(16).padStart(13, '0')}`, `odd-${number}`);
  return {
    ...base,
    policy: { type: 'queue', value: '60' },
    healthy: { ...base.healthy, path: '/health' },
    log: '',
    ...change,
  };
}

function without(members: RawEndpoint, member: string): RawEndpoint {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== member));
}
