// The switches that change how things are listed and written down in answers.
import { expect, test } from 'vitest';
import { call, got, listed, paths } from './caller.ts';
import { type Emulator, type Switches, startEmulator } from './emulator.ts';

const start = (switches: Partial<Switches>): Promise<Emulator> => startEmulator({ switches, pace: 'instant' });

const idsOf = async (emulator: Emulator, pageNum: number, pageSize: number) =>
  (await listed(emulator, pageNum, pageSize)).endpoints.map((endpoint) => endpoint.id);

test.each<readonly [Partial<Switches>, number, readonly number[] | 'refused']>([
  [{ pageBase: 1 }, 1, [0, 1]],
  [{ pageBase: 1 }, 2, [2]],
  [{ pageBase: 1 }, 0, 'refused'],
  [{ pageBase: 1, pageBelowBase: 'first' }, 0, [0, 1]],
  [{ pageBase: 1, pageBelowBase: 'empty' }, 0, []],
  [{ pageBase: 0 }, 0, [0, 1]],
  [{ pageBase: 0 }, 1, [2]],
  [{ pageBase: 0 }, 2, []],
  [{ pageBase: 0, pageBelowBase: 'first' }, -1, 'refused'],
  [{ grantedPageSizeMax: 1 }, 2, [1]],
  [{ listOrder: 'newest' }, 1, [2, 1]],
])('with %j page %i of two items shows %j', async (switches, pageNum, expected) => {
  await using emulator = await start(switches);
  const ids = [emulator.seed(), emulator.seed(), emulator.seed()];
  if (expected === 'refused') {
    expect(await call(emulator, `GET ${paths.list(pageNum, 2)}`)).toMatchObject({
      status: 400,
      body: { reason: 'VALIDATOR_PARAM', metadata: { pageNum: expect.any(String) } },
    });
  } else {
    expect(await idsOf(emulator, pageNum, 2)).toEqual(expected.map((index) => ids[index]));
  }
});

const refusedText = 'endpoint not found: abc';

test.each<readonly [Switches['errorBody'], string, unknown]>([
  [
    'standard',
    'application/json',
    { code: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND', message: refusedText, metadata: {} },
  ],
  ['nested', 'application/json', { error: { message: refusedText } }],
  ['string', 'application/json', refusedText],
  ['html', 'text/html', expect.stringContaining('<h1>400 Error</h1>')],
  ['empty', '', ''],
])('errorBody %s', async (errorBody, contentType, body) => {
  await using emulator = await start({ errorBody });
  expect(await call(emulator, `GET ${paths.get('abc')}`)).toEqual({ status: 400, body });
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer test-key' };
  const response = await fetch(`${emulator.url}${paths.get('abc')}`, { headers });
  expect(response.headers.get('content-type') ?? '').toBe(contentType);
});

test.each<readonly [Switches['portTypes'], string | number, string | number]>([
  ['documented', '8000', 8000],
  ['string', '8000', '8000'],
  ['integer', 8000, 8000],
])('portTypes %s: list %j, get %j', async (portTypes, inList, inGet) => {
  await using emulator = await start({ portTypes });
  const id = emulator.seed();
  expect((await listed(emulator)).endpoints[0]?.ports).toEqual([{ port: inList }]);
  expect((await got(emulator, id)).ports).toEqual([{ port: inGet }]);
});

test.each<readonly [Switches['numbers'], unknown]>([
  ['documented', [100, 0, '300', '1', 10, 1, 10]],
  ['strings', ['100', '0', '300', '1', '10', '1', '10']],
  ['integers', [100, 0, 300, 1, 10, 1, 10]],
])('numbers %s', async (numbers, expected) => {
  await using emulator = await start({ numbers });
  emulator.seed();
  const { endpoints, total } = await listed(emulator);
  const { rootfsSize, workerConfig, policy, healthy } = endpoints[0] as Record<string, Record<string, unknown>>;
  const limits = (await call(emulator, `GET ${paths.limits}`)).body as Record<string, unknown>;
  expect([
    rootfsSize,
    workerConfig?.minNum,
    workerConfig?.freeTimeout,
    policy?.value,
    healthy?.period,
    total,
    limits.minRootfsSize,
  ]).toEqual(expected);
});

test('extraMembers adds unknown members at every depth and changes no other', async () => {
  await using emulator = await start({ extraMembers: true });
  const id = emulator.seed({ workerConfig: { minNum: 1 }, envs: [{ key: 'A', value: '1' }] });
  const unknown = { since: '2027-01-01', values: [1, null, 'two'] };
  const endpoint = await got(emulator, id);
  const places = [endpoint, endpoint.state, endpoint.policy, endpoint.workerConfig, endpoint.image, endpoint.healthy];
  const lists = [endpoint.envs, endpoint.ports, endpoint.products, endpoint.workers] as readonly (readonly unknown[])[];
  for (const place of [...places, ...lists.map(([first]) => first), await listed(emulator)]) {
    expect(place).toHaveProperty('xFutureMember', unknown);
  }
  expect((await call(emulator, `GET ${paths.limits}`)).body).toHaveProperty('xFutureMember', unknown);
});

test('a seeded stateWord holds until the endpoint is written', async () => {
  await using emulator = await start({});
  const id = emulator.seed({ stateWord: 'stopped' });
  expect((await got(emulator, id)).state).toEqual({ state: 'stopped', error: '', message: '' });
  emulator.change(id, { image: { image: 'ghcr.io/acme/llama:2' } });
  expect((await got(emulator, id)).state).toEqual({ state: 'serving', error: '', message: '' });
});

test('a switch or a value that does not exist is refused', async () => {
  await using emulator = await start({});
  expect(() => emulator.setSwitches({ pageBases: 1 } as never)).toThrow(/pageBases/);
  expect(() => emulator.setSwitches({ pageBase: 2 } as never)).toThrow(/pageBase/);
  expect(() => emulator.setSwitches({ ignoredMembers: ['image.tag'] } as never)).toThrow(/ignoredMembers/);
});
