// The switches that change what a write does and when a reader sees it.
import { expect, test } from 'vitest';
import { call, createRequest, got, listed, paths, updateRequest } from './caller.ts';
import { type Emulator, ManualClock, type StoredEndpoint, type Switches, startEmulator } from './emulator.ts';

const start = (switches: Partial<Switches>, clock = new ManualClock()): Promise<Emulator<ManualClock>> =>
  startEmulator({ switches, pace: 'instant', clock });

const rich = {
  name: 'rich',
  clusterID: 'as-sgp-2',
  workerConfig: { cudaVersion: '12.8' },
  image: { entrypoint: '/bin/server' },
  healthy: { path: '/health', port: 9000 },
  volumeMounts: [{ type: 'network', id: 'vol-1', size: 0, mountPath: '/models' }],
  envs: [{ key: 'A', value: '1' }],
  products: [{ id: '2' }],
  rootfsSize: 50,
  regionId: 'as-sgp-2',
};

const only = (emulator: Emulator): StoredEndpoint => {
  const [endpoint] = emulator.endpoints();
  if (endpoint === undefined) throw new Error('no endpoint');
  return endpoint;
};

const optionalMembers = ({ name, clusterID, volumeMounts, envs, healthy }: StoredEndpoint) => ({
  name,
  clusterID,
  volumeMounts,
  envs,
  healthy: healthy.path,
});

test.each<readonly [Partial<Switches>, unknown]>([
  [{}, { name: '', clusterID: '', volumeMounts: [], envs: [], healthy: '' }],
  [
    { updateOmitted: 'keep' },
    { name: 'rich', clusterID: 'as-sgp-2', volumeMounts: rich.volumeMounts, envs: rich.envs, healthy: '/health' },
  ],
])('v1 update without its optional members, %j', async (switches, expected) => {
  await using emulator = await start(switches);
  const id = emulator.seed(rich);
  await call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest } });
  expect(optionalMembers(only(emulator))).toEqual(expected);
  expect(only(emulator)).toMatchObject({ products: [{ id: '2' }], rootfsSize: 50 });
});

test.each<readonly [Partial<Switches>, unknown]>([
  [{}, ['/bin/server', '12.8', 9000, 'as-sgp-2']],
  [{ v2MembersOnV1Update: 'reset' }, ['', '', 0, '']],
])('v1 update and the members that only v2 can carry, %j', async (switches, expected) => {
  await using emulator = await start(switches);
  const id = emulator.seed(rich);
  await call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest } });
  const { image, workerConfig, healthy, regionId } = only(emulator);
  expect([image.entrypoint, workerConfig.cudaVersion, healthy.port, regionId]).toEqual(expected);
});

test.each<readonly [Partial<Switches>, unknown]>([
  [{}, { name: 'rich', maxNum: 5, freeTimeout: 77, image: 'ghcr.io/acme/llama:1', envs: rich.envs }],
  [{ v2Omitted: 'reset' }, { name: '', maxNum: 5, freeTimeout: 300, image: '', envs: [] }],
])('v2 update of one member, %j', async (switches, expected) => {
  await using emulator = await start(switches);
  const id = emulator.seed({ ...rich, workerConfig: { freeTimeout: 77 } });
  await call(emulator, `PUT ${paths.v2(id)}`, { body: { worker_config: { max_replicas: 5 } } });
  const { name, workerConfig, image, envs } = only(emulator);
  const { maxNum, freeTimeout } = workerConfig;
  expect({ name, maxNum, freeTimeout, image: image.image, envs }).toEqual(expected);
});

test('ignoredMembers are silently left as they were, by both families', async () => {
  await using emulator = await start({ ignoredMembers: ['image.image', 'workerConfig.maxNum', 'envs'] });
  const id = emulator.seed(rich);
  const body = { id, ...updateRequest, workerConfig: { ...updateRequest.workerConfig, maxNum: 9, freeTimeout: 9 } };
  expect(await call(emulator, `POST ${paths.update}`, { body })).toEqual({ status: 200, body: {} });
  const afterV1 = only(emulator);
  expect(afterV1).toMatchObject({ image: { image: 'ghcr.io/acme/llama:1' }, envs: rich.envs, name: '' });
  expect(afterV1.workerConfig).toMatchObject({ maxNum: 1, freeTimeout: 9 });
  await call(emulator, `PUT ${paths.v2(id)}`, { body: { image: 'other', command: '--v2' } });
  expect(only(emulator).image).toMatchObject({ image: 'ghcr.io/acme/llama:1', command: '--v2' });
});

test.each<readonly [Switches['deleteBy'], string, string]>([
  ['id', 'id', 'victim'],
  ['id', 'name', 'refused'],
  ['name', 'id', 'refused'],
  ['name', 'name', 'victim'],
  ['either', 'id', 'victim'],
  ['either', 'name', 'victim'],
])('deleteBy %s, given the %s: %s', async (deleteBy, given, outcome) => {
  await using emulator = await start({ deleteBy });
  const victim = emulator.seed({ name: 'victim' });
  const other = emulator.seed({ name: 'other' });
  const reply = await call(emulator, `POST ${paths.delete}`, { body: { name: given === 'id' ? victim : 'victim' } });
  const left = emulator.endpoints().map(({ id }) => id);
  expect([reply.status, left]).toEqual(outcome === 'refused' ? [400, [victim, other]] : [200, [other]]);
});

test('deleteLagSeconds: terminating and unwritable for so long, its appName taken, then gone', async () => {
  await using emulator = await start({ deleteLagSeconds: 60 });
  const id = emulator.seed({ appName: 'manga', stateWord: 'stopped' });
  const remove = () => call(emulator, `POST ${paths.delete}`, { body: { name: id } });
  const create = () =>
    call(emulator, `POST ${paths.create}`, { body: { endpoint: { ...createRequest, appName: 'manga' } } });
  expect((await remove()).status).toBe(200);
  emulator.clock.advance(59_999);
  expect((await remove()).status).toBe(200);
  expect((await got(emulator, id)).state).toEqual({ state: 'terminating', error: '', message: '' });
  expect((await listed(emulator)).total).toBe(1);
  const update = await call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest } });
  expect(update).toMatchObject({ status: 400, body: { reason: 'CONFLICT' } });
  expect(await create()).toMatchObject({ body: { reason: 'SERVERLESS_APP_NAME_IS_EXIST' } });
  emulator.clock.advance(1);
  expect((await listed(emulator)).total).toBe(0);
  expect((await create()).status).toBe(200);
});

test('eventualConsistencyReads: gets and lists together show the old configuration for so many reads', async () => {
  await using emulator = await start({ eventualConsistencyReads: 3 });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const before = await got(emulator, id);
  await call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest } });
  expect(only(emulator).image.image).toBe('ghcr.io/acme/manga:gpu');
  expect(await got(emulator, id)).toEqual(before);
  expect((await listed(emulator)).endpoints[0]?.image).toEqual(before.image);
  expect(await got(emulator, id)).toEqual(before);
  expect((await got(emulator, id)).image).toMatchObject({ image: 'ghcr.io/acme/manga:gpu' });
});

test.each<readonly [Partial<Switches>, Readonly<Record<string, unknown>>, number]>([
  [{}, { rootfsSize: 50 }, 400],
  [{ rootfsSize: 'limits' }, { rootfsSize: 50 }, 200],
  [{ rootfsSize: 'limits' }, { rootfsSize: 9 }, 400],
  [{}, { workerConfig: createRequest.workerConfig }, 200],
  [{ strictMinWorkers: true }, { workerConfig: createRequest.workerConfig }, 400],
  [{}, { policy: { type: 'fifo', value: 99_999 } }, 200],
  [{ policyTypes: 'known' }, { policy: { type: 'fifo', value: 1 } }, 400],
])('with %j a create of %j is answered %i', async (switches, change, status) => {
  await using emulator = await start(switches);
  const reply = await call(emulator, `POST ${paths.create}`, { body: { endpoint: { ...createRequest, ...change } } });
  expect(reply.status).toBe(status);
});
