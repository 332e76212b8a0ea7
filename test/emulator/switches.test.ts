// Every switch that changes what is listed, shown, stored, deleted or refused. Those of workers: workers.test.ts.
import { expect, test } from 'vitest';
import { call, created, createRequest, got, listed, paths, updateRequest } from './caller.ts';
import { type Emulator, ManualClock, type StoredEndpoint, type Switches, startEmulator } from './emulator.ts';

type Members = Readonly<Record<string, unknown>>;

const start = (switches: Partial<Switches>): Promise<Emulator<ManualClock>> =>
  startEmulator({ switches, pace: 'instant', clock: new ManualClock() });
const update = (emulator: Emulator, id: string, change: Members = {}) =>
  call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest, ...change } });
const updateV2 = (emulator: Emulator, id: string, body: Members) => call(emulator, `PUT ${paths.v2(id)}`, { body });
const remove = (emulator: Emulator, name: string) => call(emulator, `POST ${paths.delete}`, { body: { name } });
const create = (emulator: Emulator, change: Members = {}) =>
  call(emulator, `POST ${paths.create}`, { body: { endpoint: { ...createRequest, ...change } } });
const ids = async (emulator: Emulator) => (await listed(emulator)).endpoints.map(({ id }) => id);
const getStatus = async (emulator: Emulator, id: string) => (await call(emulator, `GET ${paths.get(id)}`)).status;

test('a switch or a value that does not exist is refused', async () => {
  await using emulator = await start({});
  for (const [switches, named] of [
    [{ pageBases: 1 }, /pageBases/],
    [{ pageBase: 2 }, /pageBase/],
    [{ ignoredMembers: ['image.tag'] }, /ignoredMembers/],
  ] as const)
    expect(() => emulator.setSwitches(switches as never)).toThrow(named);
});

/** Of five endpoints: their places in the list, or the member that is refused; the total. */
test.each<readonly [Partial<Switches>, number, number, readonly number[] | string, unknown]>([
  [{}, 1, 2, [0, 1], 5],
  [{}, 4, 2, [], 5],
  [{}, 0, 2, 'pageNum', undefined],
  [{ pageBelowBase: 'first' }, 0, 2, [0, 1], 5],
  [{ pageBelowBase: 'empty' }, 0, 2, [], 5],
  [{ pageBase: 0 }, 0, 2, [0, 1], 5],
  [{ pagePastEnd: 'refuse' }, 4, 2, 'pageNum', undefined],
  [{ pagePastEnd: 'last' }, 4, 2, [4], 5],
  [{ paging: 'ignored' }, 9, 2, [0, 1, 2, 3, 4], 5],
  [{ grantedPageSizeMax: 1 }, 2, 2, [1], 5],
  [{ listOrder: 'newest' }, 1, 2, [4, 3], 5],
  [{ totalMeans: 'page' }, 3, 2, [4], 1],
  [{ totalMeans: 'zero' }, 1, 2, [0, 1], 0],
  [{ totalMeans: 'half' }, 1, 2, [0, 1], 2],
  [{ totalMeans: 'pages' }, 1, 2, [0, 1], 3],
  [{ totalMeans: 'missing' }, 1, 2, [0, 1], undefined],
  [{ generatedEndpoints: 3 }, 1, 4, [-1, -1, -1, 0], 8],
])('%j: page %i of %i items', async (switches, pageNum, pageSize, expected, total) => {
  await using emulator = await start(switches);
  const seeded = Array.from({ length: 5 }, () => emulator.seed());
  emulator.clock.advance(1_000);
  emulator.change(seeded[2] ?? '', { policy: { value: 2 } });
  const { status, body } = await call(emulator, `GET ${paths.list(pageNum, pageSize)}`);
  if (typeof expected === 'string')
    expect({ status, body }).toMatchObject({ status: 400, body: { metadata: { [expected]: expect.any(String) } } });
  else {
    const page = body as Awaited<ReturnType<typeof listed>>;
    expect([page.endpoints.map(({ id }) => seeded.indexOf(String(id))), page.total]).toEqual([expected, total]);
  }
});

test('lists that are shifted pass one over between two pages; shuffled ones have every item, in another order', async () => {
  await using emulator = await start({ listOrder: 'shifting' });
  const seeded = Array.from({ length: 6 }, () => emulator.seed());
  const pages = [await listed(emulator, 1, 3), await listed(emulator, 2, 3)];
  const places = pages.map(({ endpoints }) => endpoints.map(({ id }) => seeded.indexOf(String(id))));
  expect(places).toEqual([
    [0, 1, 2],
    [4, 5, 0],
  ]);
  emulator.setSwitches({ listOrder: 'shuffled' });
  const orders = [await ids(emulator), await ids(emulator)];
  expect(orders.map((order) => order.toSorted())).toEqual([seeded.toSorted(), seeded.toSorted()]);
  expect(orders[0]).not.toEqual(orders[1]);
});

const plain = { error: '', message: '' };
const unknownMember = { since: '2027-01-01', values: [1, null, 'two'] };
const yesterday = '2025-12-31T00:00:00.000Z';

/** What get and list show at these paths of an endpoint with a worker; undefined: nothing. */
test.each<readonly [Partial<Switches>, Members]>([
  [
    {},
    { 'state.state': 'serving', 'workers.0.state.state': 'running', 'workers.0.healthy': true, createdAt: undefined },
  ],
  [{ stateWords: 'v2' }, { 'state.state': 'running', 'workers.0.state.state': 'ready' }],
  [
    { stateWords: 'v2', endpointWords: { serving: 'active' }, workerWords: { running: '' } },
    { state: { state: 'active', ...plain }, 'workers.0.state': { state: '', ...plain }, 'workers.0.healthy': true },
  ],
  [
    { stateForm: 'text', workerStateForm: 'text' },
    { state: 'serving', 'workers.0.state': 'running' },
  ],
  [
    { stateForm: 'null', workerStateForm: 'null' },
    { state: null, 'workers.0.state': null },
  ],
  [{ showWorkers: false }, { workers: [] }],
  [{ numbers: 'strings' }, { rootfsSize: '100', 'workerConfig.minNum': '1', 'healthy.period': '10' }],
  [{ numbers: 'integers' }, { rootfsSize: 100, 'workerConfig.freeTimeout': 300, 'policy.value': 1 }],
  [{ omitZeros: true }, { 'workerConfig.minNum': 1, 'volumeMounts.0.size': undefined }],
  [{ omitEmptyMembers: true }, { 'state.error': undefined, clusterID: undefined, log: undefined }],
  [{ emptyLists: 'null' }, { envs: null, products: [{ id: 'SL-serverless-3' }] }],
  [{ emptyLists: 'omitted' }, { envs: undefined, products: [{ id: 'SL-serverless-3' }] }],
  [
    { extraMembers: true },
    Object.fromEntries(
      ['', 'state.', 'policy.', 'workerConfig.', 'image.', 'healthy.', 'ports.0.', 'workers.0.', 'products.0.'].map(
        (place) => [`${place}xFutureMember`, unknownMember],
      ),
    ),
  ],
  [{ timestamps: 'iso' }, { createdAt: yesterday, updatedAt: yesterday }],
  [
    { answersLeaveOut: ['workerConfig.requestTimeout', 'workers.id', 'log'] },
    { 'workerConfig.requestTimeout': undefined, 'workers.0.id': undefined, log: undefined },
  ],
  [{ answersReplace: { policy: null, 'ports.port': '8000/http' } }, { policy: null, ports: [{ port: '8000/http' }] }],
])('%j shows %j', async (switches, expected) => {
  await using emulator = await start(switches);
  const volumeMounts = [{ type: 'network', id: 'vol-1', size: 0, mountPath: '/models' }];
  const id = emulator.seed({ workerConfig: { minNum: 1 }, volumeMounts });
  const valueAt = (endpoint: unknown, path: string) =>
    path.split('.').reduce<unknown>((value, part) => (value as Members | null)?.[part], endpoint);
  for (const endpoint of [await got(emulator, id), (await listed(emulator)).endpoints[0]])
    expect(Object.fromEntries(Object.keys(expected).map((path) => [path, valueAt(endpoint, path)]))).toEqual(expected);
});

test('omitFalse leaves out `healthy`; startingWorkerIds hides the id', async () => {
  await using emulator = await startEmulator({ switches: { omitFalse: true, startingWorkerIds: 'missing' } });
  const id = await created(emulator, { workerConfig: { ...createRequest.workerConfig, minNum: 1 } });
  const { workers } = await got(emulator, id);
  const { log: _log, metrics: _metrics, ...shown } = (workers as Members[]).at(-1) ?? {};
  expect(shown).toEqual({ id: '', state: { state: 'pending', ...plain } });
});

test.each<readonly [Switches['portTypes'], string | number, string | number]>([
  ['documented', '8000', 8000],
  ['string', '8000', '8000'],
  ['integer', 8000, 8000],
])('portTypes %s: list %j, get %j', async (portTypes, inList, inGet) => {
  await using emulator = await start({ portTypes });
  const id = emulator.seed();
  const ports = [(await listed(emulator)).endpoints[0]?.ports, (await got(emulator, id)).ports];
  expect(ports).toEqual([[{ port: inList }], [{ port: inGet }]]);
});

const refusedText = 'endpoint not found: abc';

test.each<readonly [Switches['errorBody'], unknown]>([
  ['standard', { code: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND', message: refusedText, metadata: {} }],
  ['nested', { error: { message: refusedText } }],
  ['string', refusedText],
  ['html', expect.stringContaining('<h1>400 Error</h1>')],
  ['empty', ''],
])('errorBody %s', async (errorBody, body) => {
  await using emulator = await start({ errorBody });
  expect(await call(emulator, `GET ${paths.get('abc')}`)).toEqual({ status: 400, body });
});

test.each<readonly [Partial<Switches>, Members, string | undefined]>([
  [{}, { products: [{ id: '99' }] }, 'SERVERLESS_PRODUCT_NOT_FOUND'],
  [{}, { appName: 'taken' }, 'SERVERLESS_APP_NAME_IS_EXIST'],
  [{ takenAppNames: ['llama'] }, { appName: 'llama' }, 'SERVERLESS_APP_NAME_IS_EXIST'],
  [{}, { policy: { type: 'fifo', value: 99_999 } }, undefined],
  [{ forbiddenOperations: ['create'] }, {}, 'FORBIDDEN'],
])('%j: a create of %j, refused: %j', async (switches, change, reason) => {
  await using emulator = await start(switches);
  emulator.seed({ name: 'rival', appName: 'taken' });
  const { status, body } = await create(emulator, change);
  expect([status === 200, (body as { reason?: string }).reason]).toEqual([reason === undefined, reason]);
  expect(emulator.endpoints()).toHaveLength(reason === undefined ? 2 : 1);
});

const rich = {
  name: 'rich',
  clusterID: 'as-sgp-2',
  workerConfig: { cudaVersion: '12.8', freeTimeout: 77 },
  image: { entrypoint: '/bin/server' },
  healthy: { path: '/health', port: 9000 },
  volumeMounts: [{ type: 'network', id: 'vol-1', size: 0, mountPath: '/models' }],
  envs: [{ key: 'A', value: '1' }],
  products: [{ id: '2' }],
  rootfsSize: 50,
  regionId: 'as-sgp-2',
};
const v1 = (emulator: Emulator, id: string) =>
  update(emulator, id, { workerConfig: { ...updateRequest.workerConfig, maxNum: 9 } });
const v2 = (emulator: Emulator, id: string) =>
  updateV2(emulator, id, { worker_config: { max_replicas: 9 }, image: 'other' });

const ignored: Switches['ignoredMembers'] = ['image.image', 'workerConfig.maxNum', 'envs'];
const kept = { image: { image: 'ghcr.io/acme/llama:1' }, workerConfig: { maxNum: 1 }, envs: rich.envs };

/** What is stored of `rich` after an update that leaves out what it may leave out. */
test.each<readonly [Partial<Switches>, typeof v1, object]>([
  [
    {},
    v1,
    { name: '', clusterID: '', volumeMounts: [], envs: [], healthy: { path: '', port: 9000 }, products: [{ id: '2' }] },
  ],
  [{}, v1, { image: { entrypoint: '/bin/server' }, workerConfig: { cudaVersion: '12.8' }, regionId: 'as-sgp-2' }],
  [
    { updateOmitted: 'keep' },
    v1,
    { name: 'rich', clusterID: 'as-sgp-2', volumeMounts: rich.volumeMounts, envs: rich.envs, healthy: rich.healthy },
  ],
  [
    { v2MembersOnV1Update: 'reset' },
    v1,
    { image: { entrypoint: '' }, workerConfig: { cudaVersion: '' }, healthy: { port: 0 }, regionId: '' },
  ],
  [{}, v2, { name: 'rich', workerConfig: { maxNum: 9, freeTimeout: 77 }, envs: rich.envs, image: { image: 'other' } }],
  [{ ignoredMembers: ignored }, v1, kept],
])('%j: an update stores %o', async (switches, write, expected) => {
  await using emulator = await start(switches);
  expect(await write(emulator, emulator.seed(rich))).toEqual({ status: 200, body: {} });
  expect(emulator.endpoints()[0]).toMatchObject(expected satisfies object as Partial<StoredEndpoint>);
});

test.each<readonly [Partial<Switches>, string, number, number]>([
  [{}, 'id', 200, 1],
  [{}, 'name', 400, 2],
  [{ deleteBy: 'name' }, 'id', 400, 2],
  [{ deleteBy: 'name' }, 'name', 200, 1],
  [{ deleteBy: 'either' }, 'name', 200, 1],
  [{ deleteNotFound: 'ok' }, 'nothing', 200, 2],
])('%j: a delete by its %s is answered %i, and leaves %i', async (switches, given, status, left) => {
  await using emulator = await start(switches);
  const id = emulator.seed({ name: 'victim' });
  emulator.seed({ name: 'other' });
  const name = { id, name: 'victim' }[given] ?? 'nothing';
  expect([(await remove(emulator, name)).status, emulator.endpoints().length]).toEqual([status, left]);
});

test('conflictAfterWriteMs: CONFLICT for other updates and deletes for a while, and the endpoint is readable', async () => {
  await using emulator = await start({ conflictAfterWriteMs: 10_000 });
  const id = emulator.seed();
  expect((await update(emulator, id)).status).toBe(200);
  for (const refusal of [await update(emulator, id), await remove(emulator, id), await updateV2(emulator, id, {})])
    expect(refusal).toMatchObject({ status: 400, body: { reason: 'CONFLICT' } });
  expect(await getStatus(emulator, id)).toBe(200);
  emulator.clock.advance(10_000);
  expect((await updateV2(emulator, id, { name: 'x' })).status).toBe(200);
});

const image = async (endpoint: Members | undefined) => (endpoint?.image as { image: string } | undefined)?.image;

test('eventualConsistencyReads: gets and lists together show the old configuration for so many reads', async () => {
  await using emulator = await start({ eventualConsistencyReads: 3 });
  const id = emulator.seed();
  await update(emulator, id);
  const old = 'ghcr.io/acme/llama:1';
  expect([
    await image(await got(emulator, id)),
    await image((await listed(emulator)).endpoints[0]),
    await image(await got(emulator, id)),
    await image(await got(emulator, id)),
  ]).toEqual([old, old, old, updateRequest.image.image]);
});

test('getLagMs and listLagMs: gets and lists show the state of so long ago, of created and deleted endpoints too', async () => {
  await using emulator = await start({ getLagMs: 5_000 });
  const old = emulator.seed();
  await update(emulator, old);
  const seen = async () => [await image(await got(emulator, old)), await image((await listed(emulator)).endpoints[0])];
  const fresh = updateRequest.image.image;
  expect(await seen()).toEqual(['ghcr.io/acme/llama:1', fresh]);
  emulator.clock.advance(5_000);
  expect(await seen()).toEqual([fresh, fresh]);
  emulator.setSwitches({ getLagMs: 0, listLagMs: 5_000 });
  const id = await created(emulator);
  await remove(emulator, old);
  expect(await ids(emulator)).toEqual([old]);
  expect([await getStatus(emulator, id), await getStatus(emulator, old)]).toEqual([200, 400]);
  emulator.clock.advance(5_000);
  expect(await ids(emulator)).toEqual([id]);
});

test.each<readonly [Switches['servedBy'], readonly number[]]>([
  ['newest', [2, 2, 2, 2]],
  ['oldest', [0, 0, 0, 0]],
  ['turns', [0, 1, 2, 0]],
])('servedBy %s: workers %j answer', async (servedBy, expected) => {
  await using emulator = await start({ servedBy });
  const id = emulator.seed({ workerConfig: { minNum: 3, maxNum: 3 } });
  const ids = emulator.endpoints()[0]?.workers.map((worker) => worker.id) ?? [];
  const answers: number[] = [];
  for (const _ of expected) {
    const { worker } = (await (await fetch(`${emulator.url}/serve/${id}/`)).json()) as { worker: string };
    answers.push(ids.indexOf(worker));
  }
  expect(answers).toEqual(expected);
});

test('a created endpoint may be listed late', async () => {
  await using emulator = await start({ listShowsCreatedAfterMs: 2_000 });
  const id = await created(emulator);
  emulator.clock.advance(1_999);
  expect([await getStatus(emulator, id), await ids(emulator)]).toEqual([200, []]);
  emulator.clock.advance(1);
  expect(await ids(emulator)).toEqual([id]);
});
