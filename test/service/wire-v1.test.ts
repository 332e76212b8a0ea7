import { describe, expect, test } from 'vitest';
import { readCreated, readEndpoint, readPage } from '../../src/service/wire-v1.ts';

/** As service-api.md shows an endpoint, with the types of the list response. */
const wire = {
  id: 'bc1a5ea6ae5677df',
  name: 'lh-pool',
  appName: 'lh',
  state: { state: 'serving', error: '', message: '' },
  url: 'https://bc1a.example',
  workerConfig: {
    minNum: 1,
    maxNum: 2,
    freeTimeout: '1000',
    maxConcurrent: '8',
    gpuNum: 1,
    requestTimeout: 120,
    cudaVersion: '12.4',
  },
  policy: { type: 'queue', value: '4' },
  image: { image: 'ubuntu:22.04', authId: 'cred', command: 'sleep 1' },
  rootfsSize: 100,
  volumeMounts: [{ type: 'nfs', id: 'vol', size: 50, mountPath: '/data' }],
  envs: [{ key: 'TOKEN', value: 'hf_secret' }],
  ports: [{ port: '8000' }],
  workers: [
    { id: 'w1', state: { state: 'running', error: '', message: '' }, log: '/logs/w1', metrics: '', healthy: true },
  ],
  products: [{ id: 'SL-serverless-3' }],
  healthy: { path: '/ping', initialDelay: 10, period: 10, timeout: 10, successThreshold: 1, failureThreshold: 3 },
  clusterID: 'us-1',
  log: '/logs/bc1a',
};

const endpoint = {
  id: 'bc1a5ea6ae5677df',
  url: 'https://bc1a.example',
  state: { state: 'serving', error: '', message: '' },
  workers: [{ id: 'w1', state: { state: 'running', error: '', message: '' }, log: '/logs/w1', healthy: true }],
  log: '/logs/bc1a',
  config: {
    name: 'lh-pool',
    appName: 'lh',
    workerConfig: {
      minNum: 1,
      maxNum: 2,
      freeTimeout: 1000,
      maxConcurrent: 8,
      gpuNum: 1,
      requestTimeout: 120,
      cudaVersion: '12.4',
    },
    policy: { type: 'queue', value: 4 },
    image: { image: 'ubuntu:22.04', authId: 'cred', command: 'sleep 1' },
    rootfsSize: 100,
    volumeMounts: [{ type: 'nfs', id: 'vol', size: 50, mountPath: '/data' }],
    clusterID: 'us-1',
    envs: [{ key: 'TOKEN', value: 'hf_secret' }],
    ports: [8000],
    products: ['SL-serverless-3'],
    healthy: { path: '/ping' },
  },
};

type Members = Record<string, unknown>;
/** `wire` with what a patch replaces; undefined takes a member out. */
function patched(base: Members, patch: Members): Members {
  const result = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const current = result[key];
    const merges = isPlain(value) && isPlain(current);
    if (value === undefined) delete result[key];
    else result[key] = merges ? patched(current as Members, value as Members) : value;
  }
  return result;
}
const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

describe('an endpoint is read', () => {
  test.each<[string, Members, Members]>([
    ['as the contract shows it', {}, {}],
    ['with members that nobody knows', { createdAt: 5, workerConfig: { zone: 'x' }, policy: { extra: null } }, {}],
    ['with numbers as numbers', { workerConfig: { freeTimeout: 1000, maxConcurrent: 8 }, policy: { value: 4 } }, {}],
    ['with numbers as strings', { rootfsSize: '100', workerConfig: { minNum: ' 1 ', requestTimeout: '120' } }, {}],
    ['with ports as integers', { ports: [{ port: 8000 }] }, {}],
    ['with bare ports', { ports: ['8000'] }, {}],
    ['with ids as numbers', { products: [{ id: 1 }] }, { config: { products: ['1'] } }],
    [
      'when nothing is abnormal and nothing is set',
      {
        state: { error: undefined, message: null },
        url: undefined,
        workers: null,
        volumeMounts: undefined,
        envs: null,
        products: undefined,
        healthy: undefined,
        clusterID: undefined,
        log: undefined,
        image: { authId: undefined, command: null },
        workerConfig: { cudaVersion: undefined },
      },
      {
        url: '',
        workers: [],
        log: '',
        config: {
          volumeMounts: [],
          envs: [],
          products: [],
          healthy: { path: '' },
          clusterID: '',
          image: { image: 'ubuntu:22.04', authId: '', command: '' },
          workerConfig: { cudaVersion: '' },
        },
      },
    ],
    [
      'with a worker that is about to be',
      { workers: [{ id: 'w2' }] },
      { workers: [{ id: 'w2', state: { state: '', error: '', message: '' }, log: '', healthy: false }] },
    ],
    [
      'with a volume of no size',
      { volumeMounts: [{ type: 'nfs', mountPath: '/data' }] },
      { config: { volumeMounts: [{ type: 'nfs', id: '', size: 0, mountPath: '/data' }] } },
    ],
    ['with no health check', { healthy: { path: '' } }, { config: { healthy: { path: '' } } }],
  ])('%s', (_, patch, difference) => {
    const body = patched(wire, patch);
    const expected = patched(endpoint, difference);
    expect({ got: readEndpoint({ endpoint: body }), listed: readPage({ endpoints: [body], total: '1' }) }).toEqual({
      got: expected,
      listed: { endpoints: [expected], total: 1 },
    });
  });

  test('the list may be null', () => {
    expect(readPage({ endpoints: null, total: 0 })).toEqual({ endpoints: [], total: 0 });
  });
});

describe('a member of the wrong type is named', () => {
  test.each<[Members, string]>([
    [{ workerConfig: { minNum: 'many' } }, 'workerConfig.minNum: expected an integer, got "many"'],
    [{ workerConfig: { minNum: '' } }, 'workerConfig.minNum: expected an integer, got an empty string'],
    [{ workerConfig: { minNum: 1.5 } }, 'workerConfig.minNum: expected an integer, got 1.5'],
    [{ workerConfig: { minNum: undefined } }, 'workerConfig.minNum: expected an integer, got nothing'],
    [{ workerConfig: [] }, 'workerConfig: expected an object, got a list'],
    [{ policy: null }, 'policy: expected an object, got null'],
    [{ state: 'serving' }, 'state: expected an object, got a string'],
    [{ state: { state: 5 } }, 'state.state: expected a string, got 5'],
    [{ id: null }, 'id: expected a string, got null'],
    [{ name: undefined }, 'name: expected a string, got nothing'],
    [{ ports: [{ port: '8000' }, { port: 'http' }] }, 'ports[1].port: expected an integer, got "http"'],
    [{ ports: 8000 }, 'ports: expected a list, got 8000'],
    [{ workers: [{ id: 'w', healthy: 'yes' }] }, 'workers[0].healthy: expected true or false, got "yes"'],
    [{ envs: [{ key: 'A', value: 5_550_123 }] }, 'envs[0].value: expected a string, got a number'],
    [{ envs: ['hf_secret'] }, 'envs[0]: expected an object, got a string'],
    [{ log: { text: 'hf_secret' } }, 'log: expected a string, got an object'],
    [{ rootfsSize: 'x'.repeat(50) }, 'rootfsSize: expected an integer, got a string'],
  ])('%j', (patch, message) => {
    const body = patched(wire, patch);
    expect(() => readEndpoint({ endpoint: body })).toThrow(`endpoint.${message}`);
    expect(() => readPage({ endpoints: [wire, body], total: 2 })).toThrow(`endpoints[1].${message}`);
  });

  test.each<[() => unknown, string]>([
    [() => readPage([]), 'the body: expected an object, got a list'],
    [() => readPage({ endpoints: [] }), 'total: expected an integer, got nothing'],
    [() => readEndpoint({}), 'endpoint: expected an object, got nothing'],
    [() => readCreated({}), 'id: expected a string, got nothing'],
    [() => readCreated({ id: '' }), 'id: expected an id, got an empty string'],
    [() => readCreated('bc1a'), 'the body: expected an object, got a string'],
  ])('%s', (read, message) => {
    expect(read).toThrow(message);
  });
});
