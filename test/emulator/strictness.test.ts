// What is not exactly as documented is refused by name and changes nothing: bodies; headers, queries, methods, routes and references to other things.
import { expect, test } from 'vitest';
import { call, createRequest, paths, type Sent, updateRequest } from './caller.ts';
import { startEmulator } from './emulator.ts';

type Members = Readonly<Record<string, unknown>>;

/** `value` at a dotted path; `undefined` takes the member out. */
function withMember(source: Members, path: string, value: unknown): Members {
  const [head = '', ...rest] = path.split('.');
  const inner = source[head] as Members | undefined;
  const next = rest.length === 0 ? value : withMember(inner ?? {}, rest.join('.'), value);
  const copy = Array.isArray(source) ? Object.assign([], source) : { ...source };
  if (next === undefined) delete (copy as Record<string, unknown>)[head];
  else Object.assign(copy, { [head]: next });
  return copy as Members;
}

const local = { type: 'local', size: 20, id: '', mountPath: '/cache' };
const env = { key: 'A', value: '1' };

// [member, value sent, complaint]; the same rules hold for create and update.
const v1Cases: readonly (readonly [string, unknown, Record<string, string>])[] = [
  ['workerConfig', undefined, { workerConfig: 'required member is missing' }],
  ...['minNum', 'requestTimeout'].flatMap((member) => {
    const path = `workerConfig.${member}`;
    return [
      [path, undefined, { [path]: 'required member is missing' }],
      [path, '1', { [path]: 'Invalid input: expected number, received string' }],
      [path, 1.5, { [path]: 'Invalid input: expected int, received number' }],
    ] as const;
  }),
  ['workerConfig.minNum', -1, { 'workerConfig.minNum': '-1 is outside 0-1000' }],
  ['workerConfig.minNum', 2, { 'workerConfig.minNum': '2 is more than maxNum 1' }],
  ['workerConfig.gpuNum', 9, { 'workerConfig.gpuNum': '9 is outside 1-8' }],
  ['workerConfig.requestTimeout', 3600, { 'workerConfig.requestTimeout': '3600 is outside 1-1800' }],
  ['workerConfig.cudaVersion', '12.4', { 'workerConfig.cudaVersion': 'unknown member' }],
  ['ports', [{ port: '80' }, { port: '81' }], { ports: 'exactly one HTTP port is allowed' }],
  ['ports.0.port', 8000, { 'ports[0].port': 'Invalid input: expected string, received number' }],
  ...['0', '65536', '08', ''].map(
    (port) => ['ports.0.port', port, { 'ports[0].port': `"${port}" is not a port of 1-65535` }] as const,
  ),
  ...[2222, 2224].map(
    (port) => ['ports.0.port', `${port}`, { 'ports[0].port': `port ${port} is reserved (2222-2224)` }] as const,
  ),
  ['ports.0.protocol', 'http', { 'ports[0].protocol': 'unknown member' }],
  ['policy.value', '60', { 'policy.value': 'Invalid input: expected number, received string' }],
  ['policy', { type: 'queue', value: 1001 }, { 'policy.value': '1001 is outside 1-1000' }],
  ['image.authId', undefined, { 'image.authId': 'required member is missing' }],
  ['image.entrypoint', '/bin/sh', { 'image.entrypoint': 'unknown member' }],
  ['name', 'x'.repeat(221), { name: 'longer than 220 characters' }],
  ['volumeMounts', [{ ...local, size: 9 }], { 'volumeMounts[0].size': '9 is outside 10-300' }],
  ['volumeMounts', [{ ...local, extra: 1 }], { 'volumeMounts[0].extra': 'unknown member' }],
  ['volumeMounts', [{ ...local, type: 'network' }], { clusterID: 'required when cloud storage is mounted' }],
  ['envs', [{ key: 'A' }], { 'envs[0].value': 'required member is missing' }],
  ['envs', [env, { key: 'A', value: '2' }], { 'envs[1].key': 'duplicated env key "A"' }],
  ['envs', { A: '1' }, { envs: 'Invalid input: expected array, received object' }],
  ['healthy', {}, { 'healthy.path': 'required member is missing' }],
  ['healthy', { path: '/', port: 80 }, { 'healthy.port': 'unknown member' }],
  ['color', 'red', { color: 'unknown member' }],
];

const createCases: typeof v1Cases = [
  ...v1Cases,
  ['rootfsSize', undefined, { rootfsSize: 'required member is missing' }],
  ['rootfsSize', 90, { rootfsSize: '90 is outside 100-100' }],
  ['appName', 'Manga', { appName: 'only lowercase letters, digits and hyphens' }],
  ['appName', '', { appName: 'only lowercase letters, digits and hyphens' }],
  ['products', [{ id: '1', name: 'x' }], { 'products[0].name': 'unknown member' }],
  ['id', 'abc', { id: 'unknown member' }],
];

const updateCases: typeof v1Cases = [
  ...v1Cases,
  ['id', undefined, { id: 'required member is missing' }],
  ['appName', 'manga', { appName: 'unknown member' }],
  ['products', [], { products: 'unknown member' }],
  ['rootfsSize', 100, { rootfsSize: 'unknown member' }],
  ['endpoint', {}, { endpoint: 'unknown member' }],
];

function workerConfigs(...cases: readonly (readonly [string, unknown, string])[]): typeof v1Cases {
  return cases.map(([member, value, complaint]) => [
    ...(['worker_config', { max_replicas: 1, [member]: value }] as const),
    { [`worker_config.${member}`]: complaint },
  ]);
}

const v2Cases: typeof v1Cases = [
  ['product_id', '', { product_id: 'shorter than 1 characters' }],
  ['worker_config', {}, { 'worker_config.max_replicas': 'required member is missing' }],
  ['worker_config', { max_replicas: -1 }, { 'worker_config.max_replicas': 'below 0 (allowed 0-1000)' }],
  ...workerConfigs(
    ['rootfs_size_gb', 101, 'above 100 (allowed 10-100)'],
    ['min_replicas', 2, '2 is more than max_replicas 1'],
    ['min_cuda_version', '11.8', expect.stringContaining('expected one of') as unknown as string],
    ['maxNum', 1, 'unknown member'],
    ['gpu_num', 0.5, 'Invalid input: expected int, received number'],
  ),
  ['policy', { type: 'fifo' }, { 'policy.type': 'Invalid option: expected one of "queue"|"concurrency"' }],
  ['image', 'x'.repeat(501), { image: 'longer than 500 characters' }],
  ['health_check', { port: 65536 }, { 'health_check.port': 'above 65535 (allowed 0-65535)' }],
  ['envs', [{ key: 'x'.repeat(512) }], { 'envs[0].key': 'longer than 511 characters' }],
  ['envs', [{ key: 'A', value: 'x'.repeat(4096) }], { 'envs[0].value': 'longer than 4095 characters' }],
  ['envs', [env, env], { 'envs[1].key': 'duplicated env key "A"' }],
  ['ports', [0], { 'ports[0]': 'below 1 (allowed 1-65535)' }],
  ['ports', [2222], { 'ports[0]': 'port is reserved (2222-2224)' }],
  ['ports', [80, 81], { ports: 'exactly one HTTP port is allowed' }],
  ['volumes', [{ type: 'nfs' }], { 'volumes[0].type': 'Invalid option: expected one of "local"|"network"' }],
  ['volumes', [{ mountPath: '/x' }], { 'volumes[0].mountPath': 'unknown member' }],
  ['workerConfig', {}, { workerConfig: 'unknown member' }],
];

test('every rule about bodies refuses with VALIDATOR_PARAM, names the member and changes nothing', async () => {
  await using emulator = await startEmulator();
  const id = emulator.seed({ workerConfig: { minNum: 0 } });
  const before = emulator.endpoints();
  const prefixed = (complaints: Record<string, string>) =>
    Object.fromEntries(Object.entries(complaints).map(([member, complaint]) => [`endpoint.${member}`, complaint]));
  const families = [
    [`POST ${paths.create}`, createCases, createRequest],
    [`POST ${paths.update}`, updateCases, { id, ...updateRequest }],
    [`PUT ${paths.v2(id)}`, v2Cases, {}],
  ] as const;
  for (const [request, cases, whole] of families) {
    for (const [member, value, expected] of cases) {
      const isCreate = cases === createCases;
      const sent = withMember(whole, member, value);
      const reply = await call(emulator, request, { body: isCreate ? { endpoint: sent } : sent });
      const metadata = isCreate ? prefixed(expected) : expected;
      expect(reply, `${request} ${member} ${JSON.stringify(value)}`).toEqual({
        status: 400,
        body: { code: 400, reason: 'VALIDATOR_PARAM', message: expect.any(String), metadata },
      });
      for (const named of Object.keys(metadata))
        expect(reply.body).toHaveProperty('message', expect.stringContaining(named));
    }
  }
  expect(emulator.endpoints()).toEqual(before);
});

const wrongType = { headers: { 'Content-Type': 'text/plain' } };
const noType = { headers: { 'Content-Type': null } };
const contentType = (found: string) => ({
  'Content-Type': `the header is ${found}, every request must say application/json`,
});
const missing = 'required member is missing';

test.each<readonly [string, Sent, Record<string, string>]>([
  [`GET ${paths.limits}`, noType, contentType('missing')],
  [`GET ${paths.limits}`, wrongType, contentType('"text/plain"')],
  [`POST ${paths.create}`, { ...wrongType, body: {} }, contentType('"text/plain"')],
  [`GET ${paths.limits}?x=1`, {}, { x: 'unknown member' }],
  [`GET ${paths.get('')}`, {}, { id: 'must not be empty' }],
  [`GET ${paths.get('a')}&id=b`, {}, { id: 'given more than once' }],
  [`GET ${paths.list()}&name=x`, {}, { name: 'unknown member' }],
  [`GET ${paths.list('x')}`, {}, { pageNum: 'expected an integer' }],
  [`GET ${paths.list(1, 0)}`, {}, { pageSize: 'must be at least 1' }],
  [`GET ${paths.list(0)}`, {}, { pageNum: '0 is below 1' }],
  [`GET /gpu-instance/openapi/v1/endpoints`, {}, { pageSize: missing, pageNum: missing }],
  [`POST ${paths.create}?dry=1`, { body: { endpoint: createRequest } }, { dry: 'unknown member' }],
  [`POST ${paths.create}`, {}, { body: missing }],
  [`POST ${paths.create}`, { text: '{' }, { body: 'not JSON' }],
  [
    `POST ${paths.create}`,
    { body: createRequest },
    expect.objectContaining({ endpoint: missing, image: 'unknown member' }),
  ],
  [`POST ${paths.delete}`, { body: { id: 'a' } }, { name: missing, id: 'unknown member' }],
  [`GET ${paths.create}`, {}, { method: `GET is not allowed on ${paths.create}, only POST` }],
  [`POST ${paths.v2('a')}`, { body: {} }, { method: `POST is not allowed on ${paths.v2('a')}, only PUT` }],
  [`PUT ${paths.v2('x'.repeat(256))}`, { body: {} }, { endpoint_id: 'longer than 255 characters' }],
  [`PUT ${paths.v2('')}`, { body: {} }, { endpoint_id: 'shorter than 1 characters' }],
  [`PUT ${paths.v2('a')}`, {}, { body: missing }],
])('%s %j is invalid: %j', async (request, sent, metadata) => {
  await using emulator = await startEmulator();
  const body = { code: 400, reason: 'VALIDATOR_PARAM', message: expect.any(String), metadata };
  expect(await call(emulator, request, sent)).toEqual({ status: 400, body });
});

test.each<readonly [string, string | null, number, string]>([
  [paths.limits, null, 401, 'UNAUTHORIZED'],
  [paths.limits, 'Bearer nope', 401, 'UNAUTHORIZED'],
  [paths.limits, 'test-key', 401, 'UNAUTHORIZED'],
  ['/nothing', 'Bearer test-key', 404, 'UNKNOWN_ROUTE'],
  [`${paths.limits}/`, 'Bearer test-key', 404, 'UNKNOWN_ROUTE'],
])('%s with %j → %i %s', async (path, Authorization, status, reason) => {
  await using emulator = await startEmulator();
  const body = { code: status, reason, message: expect.any(String), metadata: {} };
  expect(await call(emulator, `GET ${path}`, { headers: { Authorization } })).toEqual({ status, body });
});
