import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/json.ts';
import { members, treeOf, valueAt } from '../../src/model/config.ts';
import { recordEnvKey } from '../../src/model/env-rules.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createCleaner, toEndpoint } from '../../src/service/wire-endpoint.ts';
import { readCreated, readGotten, readPage, toLimits } from '../../src/service/wire-v1.ts';
import { typicalLimits } from '../emulator/limits.ts';
import { oddEndpoints } from '../emulator/odd-endpoints.ts';

/** As service-api.md shows an endpoint, with the types of the list response. */
const wire = {
  id: 'bc1a5ea6ae5677df',
  name: 'lh-pool',
  appName: 'lh',
  state: { state: 'serving', error: '', message: '' },
  url: 'https://bc1a.example',
  workerConfig: {
    ...{ minNum: 1, maxNum: 2, freeTimeout: '1000', maxConcurrent: '8', gpuNum: 1, requestTimeout: 120 },
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
    name: wire.name,
    appName: wire.appName,
    workerConfig: { ...wire.workerConfig, freeTimeout: 1000, maxConcurrent: 8 },
    policy: { type: 'queue', value: 4 },
    image: wire.image,
    rootfsSize: wire.rootfsSize,
    volumeMounts: wire.volumeMounts,
    clusterID: wire.clusterID,
    envs: wire.envs,
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
    if (value === undefined) delete result[key];
    else result[key] = isObject(value) && isObject(current) ? patched(current, value) : value;
  }
  return result;
}

const workerOf = (id: string, state: string) => ({
  ...{ id, state: { state, error: '', message: '' }, log: '', healthy: false },
});
const noScale = { minNum: undefined, maxNum: null };

test.each<[string, Members, Members]>([
  ['as the contract shows it', {}, {}],
  ['with members that nobody knows', { created: 5, workerConfig: { zone: 'x' }, policy: { extra: null } }, {}],
  ['with numbers as numbers', { workerConfig: { freeTimeout: 1000, maxConcurrent: 8 }, policy: { value: 4 } }, {}],
  ['with numbers as strings', { rootfsSize: '100', workerConfig: { minNum: ' 1 ', requestTimeout: '120' } }, {}],
  ['with ports as integers', { ports: [{ port: 8000 }] }, {}],
  ['with bare ports', { ports: ['8000'] }, {}],
  ['with ids as numbers', { products: [{ id: 1 }] }, { config: { products: ['1'] } }],
  [
    'when nothing is abnormal and nothing is set',
    {
      ...{ state: { error: undefined, message: null }, url: undefined, workers: null, volumeMounts: undefined },
      ...{ envs: null, products: undefined, healthy: undefined, clusterID: undefined, log: undefined },
      ...{ image: { authId: undefined, command: null }, workerConfig: { cudaVersion: undefined } },
    },
    {
      ...{ url: '', workers: [], log: '' },
      config: {
        ...{ volumeMounts: [], envs: [], products: [], healthy: { path: '' }, clusterID: '' },
        ...{ image: { authId: '', command: '' }, workerConfig: { cudaVersion: '' } },
      },
    },
  ],
  ['with a worker that is about to be', { workers: [{ id: 'w2' }] }, { workers: [workerOf('w2', '')] }],
  [
    'with a volume of no size',
    { volumeMounts: [{ type: 'nfs', mountPath: '/data' }] },
    { config: { volumeMounts: [{ type: 'nfs', id: '', size: 0, mountPath: '/data' }] } },
  ],
  ['with no health check', { healthy: { path: '' } }, { config: { healthy: { path: '' } } }],
  ['in another way', { workerConfig: noScale }, { config: { workerConfig: { minNum: 0, maxNum: 0 } } }],
  ['in another way', { state: 'serving' }, {}],
  ['in another way', { state: null }, { state: { state: '', error: '', message: '' } }],
  ['in another way', { state: { state: 5 } }, { state: { state: '5', error: '', message: '' } }],
  ['in another way', { name: undefined }, { config: { name: '' } }],
  ['in another way', { ports: [{ port: '8000/http' }] }, {}],
  ['in another way', { log: [] }, { log: '' }],
  [
    'in another way',
    { workers: [{ state: { state: 'pending' } }, { id: 'w', healthy: 'yes', state: 'ready' }] },
    { workers: [workerOf('', 'pending'), workerOf('w', 'ready')] },
  ],
])('an endpoint is read %s: %j', (_, patch, difference) => {
  const body = patched(wire, patch);
  const expected = patched(endpoint, difference);
  expect(readGotten({ endpoint: body }, wire.id)).toEqual(expected);
  const page = readPage({ endpoints: [body], total: '1' });
  expect(page).toEqual({ ids: [expected.id], endpoints: [expected], total: 1 });
});

/** Of each path, what was found; its value is empty. */
test.each<[Members, Record<string, string>]>([
  [{ workerConfig: { minNum: 'many' } }, { 'workerConfig.minNum': 'a string' }],
  [{ workerConfig: { minNum: '' } }, { 'workerConfig.minNum': 'an empty string' }],
  [{ workerConfig: { minNum: 1.5 } }, { 'workerConfig.minNum': '1.5' }],
  [{ workerConfig: { requestTimeout: undefined } }, { 'workerConfig.requestTimeout': 'nothing' }],
  [{ workerConfig: { gpuNum: null } }, { 'workerConfig.gpuNum': 'null' }],
  [{ policy: null }, { 'policy.type': 'null', 'policy.value': 'null' }],
  [{ appName: undefined }, { appName: 'nothing' }],
  [{ rootfsSize: undefined }, { rootfsSize: 'nothing' }],
  [{ rootfsSize: 'x'.repeat(50) }, { rootfsSize: 'a string' }],
  [{ ports: [{ port: '8000' }, { port: 'http' }] }, { ports: 'a list' }],
  [{ ports: 8000 }, { ports: '8000' }],
  [{ ports: null }, { ports: 'null' }],
  [{ envs: [{ key: 'A', value: 5_550_123 }] }, { envs: 'a list' }],
  [{ envs: 'hf_secret' }, { envs: 'a string' }],
])('a member that the answer does not tell is listed: %j', (patch, unread) => {
  const empty = (path: string) => {
    const value = valueAt(endpoint.config, path.split('.'));
    return Array.isArray(value) ? [] : typeof value === 'number' ? 0 : '';
  };
  const { config } = readGotten({ endpoint: patched(wire, patch) }, wire.id);
  expect(config).toEqual({
    ...patched(endpoint.config, treeOf(Object.keys(unread).map((path) => [path, empty(path)]))),
    unread: Object.entries(unread).map(([path, found]) => ({ path, found })),
  });
});

describe('a block or a configuration that is left out is not taken for zeros', () => {
  const unreadOf = (patch: Members) =>
    readGotten({ endpoint: patched(wire, patch) }, wire.id).config.unread?.map(({ path }) => path);

  test('nor what may be left out for unknown', () => {
    const workers = ['minNum', 'maxNum', 'freeTimeout', 'maxConcurrent', 'gpuNum', 'requestTimeout'];
    for (const workerConfig of [null, undefined])
      expect(unreadOf({ workerConfig })).toEqual(workers.map((name) => `workerConfig.${name}`));
    expect(unreadOf({ healthy: null })).toBeUndefined();
  });

  test('without an image, all that is null is unknown', () => {
    const nothing = Object.fromEntries(Object.keys(wire).map((member) => [member, null]));
    const returned = members.filter((member) => member.returned && member.path !== 'name').map(({ path }) => path);
    expect(unreadOf({ ...nothing, id: wire.id, name: wire.name })).toEqual(returned);
    expect(unreadOf({ image: null, envs: null })).toEqual(['image.image', 'image.authId', 'image.command', 'envs']);
  });
});

test.each(Object.entries(oddEndpoints))("somebody else's endpoint is listed: %s", (_, odd) => {
  const { endpoints } = readPage({ endpoints: [wire, odd] });
  const { id = '', name = '' } = odd as { id?: string; name?: string | null };
  expect(endpoints.map((each) => [each.id, each.config.name])).toEqual([
    [wire.id, wire.name],
    [id, name ?? ''],
  ]);
});

test('names and the record say which endpoints of a list are kept; no other one is read whole', () => {
  const { id, name, appName } = wire;
  const record = { key: recordEnvKey, value: '{}' };
  const inOrder: unknown[] = [];
  const odd = { envs: [null, record, { key: recordEnvKey, value: 5 }] };
  const isAsked = (each: unknown) => inOrder.push(each) < 0;
  readPage({ endpoints: [{ ...wire, envs: [...wire.envs, record] }, {}, odd] }, { only: isAsked });
  expect(inOrder).toEqual([
    { id, name, appName, envs: [record] },
    { id: '', name: '', appName: '', envs: [] },
    { id: '', name: '', appName: '', envs: [] },
  ]);
  const unread = {
    id: 'b',
    get workers() {
      return expect.unreachable('it is read whole');
    },
  };
  const page = readPage({ endpoints: [wire, unread] }, { only: (each) => each.name === name, keeps: () => false });
  expect([page.ids, page.endpoints.map((each) => each.id)]).toEqual([[id, 'b'], [id]]);
  expect(readPage({ endpoints: [wire, {}] }, { keeps: (each) => each.id === '' }).endpoints).toHaveLength(1);
});

test.each<[Members, number | undefined]>([
  ...[3, '3'].map((total): [Members, number] => [{ endpoints: [], total }, 3]),
  ...[null, undefined, 'many'].map((total): [Members, undefined] => [{ endpoints: [], total }, undefined]),
  [{ endpoints: null, total: 0 }, 0],
  [{}, undefined],
])('an empty account: %j', (body, total) => {
  expect(readPage(body)).toEqual({ ids: [], endpoints: [], total });
});

test.each<[() => unknown, string]>([
  [() => readPage({ error: 'down' }), 'endpoints: expected a list, got nothing'],
  [() => readPage([]), 'the body: expected an object, got a list'],
  [() => readPage({ endpoints: 5 }), 'endpoints: expected a list, got 5'],
  [() => readGotten({ endpoint: { ...wire, id: null } }, wire.id), `endpoint.id: expected "${wire.id}", got null`],
  [() => readGotten({}, wire.id), 'endpoint: expected an object, got nothing'],
  [() => readCreated({}), 'id: expected an id, got nothing'],
  [() => readCreated({ id: '' }), 'id: expected an id, got an empty string'],
  [() => readCreated('bc1a'), 'the body: expected an object, got a string'],
  [() => readGotten({ endpoint: wire }, 'other'), 'endpoint.id: expected "other", got a string'],
  [() => toLimits(null), 'the body: expected an object, got null'],
])('an answer that is none is refused: %s', (read, message) => {
  expect(read).toThrow(message);
});

test.each<[string, Members, Members]>([
  ['the whole record', { ...typicalLimits }, { ...typicalLimits }],
  ['trailing spaces', { 'minRequestTimeout  ': '1', maxGPUNum: 8 }, { minRequestTimeout: 1, maxGPUNum: 8 }],
  ['a record of another form has none', { code: 0, message: 'ok', data: { maxGPUNum: 8 } }, {}],
  ['missing and null members stay absent', { maxGPUNum: 8, minGPUNum: null, cudaVersionList: null }, { maxGPUNum: 8 }],
  ['numbers of another type', { maxGPUNum: '', minGPUNum: '1', maxWorkerNum: 'many' }, { minGPUNum: 1 }],
  ['a list of another type', { cudaVersionList: '12.4' }, {}],
  ['a record of another form', { data: typicalLimits }, {}],
  ['unknown members', { maxGPUNum: 8, region: {} }, { maxGPUNum: 8 }],
])('limits: %s', (_, body, limits) => {
  expect(toLimits(body)).toStrictEqual(limits);
});

const worker = (id: string, state: string, log = '') => ({ id, state: { state, error: '', message: '' }, log });
const talking = {
  id: 'a',
  name: 'llama',
  state: { state: 'hunter', error: 'no hunter-two-two', message: '' },
  envs: Object.entries({ WORD: 'hunter', STATE: 'pending', KEY: 'hunter-two-two' }).map(([key, value]) => ({
    ...{ key, value },
  })),
  log: 'first\u001b[31m hunter-two-two\nhunter',
  workers: [worker('hunter', 'pending'), worker('hunter-two-two', 'hunter', 'hunter-two-two'), worker('w3', 'running')],
};

test('a word of an env is no state and no id of a worker', () => {
  const redactor = createRedactor();
  for (const { value } of talking.envs) redactor.add(value, 'env');
  const clean = createCleaner(redactor);
  const shown = clean(toEndpoint(talking));
  expect(shown).toMatchObject({
    state: { state: '***', error: 'no ***', message: '' },
    log: 'first ***\n***',
    workers: [
      { id: '***', state: { state: 'pending' } },
      { id: '***', state: { state: '***' }, log: '***' },
      { id: 'w3', state: { state: 'running' } },
    ],
  });
});
