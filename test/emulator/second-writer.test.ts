// Second writers, and endpoints of somebody else that are listed as they are given.
import { expect, test } from 'vitest';
import { call, createRequest, got, listed, paths, updateRequest } from './caller.ts';
import { type Emulator, type ForeignChange, ManualClock, startEmulator } from './emulator.ts';
import { oddEndpoints } from './odd-endpoints.ts';

const start = (changes: readonly ForeignChange[] = []) =>
  startEmulator({ changes, clock: new ManualClock(), pace: 'instant', switches: { timestamps: 'milliseconds' } });
const update = (emulator: Emulator, id: string, name: string) =>
  call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest, name } });

test('at a time: between two requests, seen with its own date', async () => {
  await using emulator = await start();
  const startedMs = emulator.clock.nowMs();
  const id = emulator.seed({ name: 'llama' });
  emulator.addChange({ kind: 'change', afterMs: 3_000, endpoint: 'llama', part: { image: { image: 'theirs:1' } } });
  emulator.clock.advance(2_999);
  expect((await got(emulator, id)).image).toMatchObject({ image: 'ghcr.io/acme/llama:1' });
  emulator.clock.advance(7_000);
  expect(await got(emulator, id)).toMatchObject({ image: { image: 'theirs:1' }, updatedAt: startedMs + 3_000 });
});

test.each<readonly [ForeignChange, readonly string[]]>([
  [{ kind: 'change', before: 'get', nth: 2, part: { name: 'B' } }, ['A', 'B', 'B']],
  [{ kind: 'change', after: 'get', nth: 2, part: { name: 'B' } }, ['A', 'A', 'B']],
  [{ kind: 'change', after: 'any', part: { name: 'B' } }, ['A', 'B', 'B']],
])('before and after the nth request: %j', async (change, expected) => {
  await using emulator = await start([change]);
  const id = emulator.seed({ name: 'A' });
  expect([(await got(emulator, id)).name, (await got(emulator, id)).name, (await got(emulator, id)).name]).toEqual(
    expected,
  );
});

test('delete, create under the same name; again with each request from there on', async () => {
  await using emulator = await start([
    { kind: 'create', before: 'create', appName: 'theirs', part: { name: 'llama' } },
    { kind: 'delete', after: 'update', endpoint: 'llama' },
    { kind: 'change', after: 'update', times: 'always', endpoint: 'theirs', part: { name: 'again' } },
  ]);
  const body = { endpoint: { ...createRequest, name: 'llama', appName: 'ours' } };
  const create = () => call(emulator, `POST ${paths.create}`, { body });
  const { id } = (await create()).body as { id: string };
  expect(emulator.endpoints().map(({ name, appName }) => [name, appName])).toEqual([
    ['llama', 'theirs'],
    ['llama', 'ours'],
  ]);
  expect((await update(emulator, id, 'llama')).status).toBe(200);
  const [left] = emulator.endpoints();
  expect([emulator.endpoints().length, left?.appName]).toEqual([1, 'theirs']);
});

test('a misspelt change is refused', async () => {
  await using emulator = await start();
  emulator.seed();
  for (const [change, words] of [
    [{ kind: 'explode' }, /kind/],
    [{ kind: 'delete', afterMs: 1, before: 'get' }, /one of/],
    [{ kind: 'delete', nth: 2 }, /before or after/],
    [{ kind: 'change', part: { imgae: {} } }, /imgae/],
  ] as const)
    expect(() => emulator.addChange(change as never)).toThrow(words);
});

test('raw endpoints are listed and got exactly as given, before our own; deleted, but never updated', async () => {
  const raw = Object.values(oddEndpoints);
  await using emulator = await startEmulator({ rawEndpoints: raw });
  const id = emulator.seed({ name: 'ours' });
  const { endpoints, total } = await listed(emulator);
  expect(endpoints.slice(0, -1)).toEqual(raw);
  expect([endpoints.at(-1)?.id, total]).toEqual([id, raw.length + 1]);
  const odd = oddEndpoints['policy null'] as { readonly id?: string };
  expect(await got(emulator, String(odd.id))).toEqual(odd);
  const refused = await call(emulator, `PUT ${paths.v2(String(odd.id))}`, { body: { name: 'x' } });
  expect(refused).toMatchObject({ status: 403, body: { reason: 'FORBIDDEN' } });
  await call(emulator, `POST ${paths.delete}`, { body: { name: odd.id } });
  expect(emulator.rawEndpoints()).toEqual(raw.filter((endpoint) => endpoint !== odd));
});
