// Worlds that keep names, delete and refuse otherwise, and second writers.
import { describe, expect, test } from 'vitest';
import { call, createRequest, got, paths, updateRequest } from './caller.ts';
import { type Emulator, type ForeignChange, ManualClock, type Switches, startEmulator } from './emulator.ts';

const start = (switches: Partial<Switches> = {}, changes: readonly ForeignChange[] = []) =>
  startEmulator({ switches, changes, clock: new ManualClock(), pace: 'instant' });

const update = (emulator: Emulator, id: string, change: object = {}) =>
  call(emulator, `POST ${paths.update}`, { body: { id, ...updateRequest, ...change } });
const remove = (emulator: Emulator, name: string) => call(emulator, `POST ${paths.delete}`, { body: { name } });
const names = (emulator: Emulator) => emulator.endpoints().map((endpoint) => endpoint.name);

test('conflictAfterWriteMs: CONFLICT for other updates and deletes for a while, and the endpoint is readable', async () => {
  await using emulator = await start({ conflictAfterWriteMs: 10_000 });
  const id = emulator.seed();
  expect((await update(emulator, id)).status).toBe(200);
  const refusals = [await update(emulator, id), await remove(emulator, id)];
  refusals.push(await call(emulator, `PUT ${paths.v2(id)}`, { body: { name: 'x' } }));
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 400, body: { reason: 'CONFLICT' } });
  expect((await got(emulator, id)).id).toBe(id);
  emulator.clock.advance(10_000);
  expect((await call(emulator, `PUT ${paths.v2(id)}`, { body: { name: 'x' } })).status).toBe(200);
});

describe('second writers', () => {
  test('at a time: between two requests, seen with its own date', async () => {
    await using emulator = await start({ timestamps: 'milliseconds' });
    const startedMs = emulator.clock.nowMs();
    const id = emulator.seed({ name: 'llama' });
    emulator.addChange({ kind: 'change', afterMs: 3_000, endpoint: 'llama', part: { image: { image: 'theirs:1' } } });
    emulator.clock.advance(2_999);
    expect((await got(emulator, id)).image).toMatchObject({ image: 'ghcr.io/acme/llama:1' });
    emulator.clock.advance(7_000);
    expect(await got(emulator, id)).toMatchObject({ image: { image: 'theirs:1' }, updatedAt: startedMs + 3_000 });
    expect(emulator.unusedChanges()).toEqual([]);
  });

  test.each<readonly [ForeignChange, readonly string[]]>([
    [{ kind: 'change', before: 'get', nth: 2, part: { name: 'B' } }, ['A', 'B', 'B']],
    [{ kind: 'change', after: 'get', nth: 2, part: { name: 'B' } }, ['A', 'A', 'B']],
    [{ kind: 'change', after: 'any', part: { name: 'B' } }, ['A', 'B', 'B']],
  ])('before and after the nth request: %j', async (change, expected) => {
    await using emulator = await start({}, [change]);
    const id = emulator.seed({ name: 'A' });
    const seen = [(await got(emulator, id)).name, (await got(emulator, id)).name, (await got(emulator, id)).name];
    expect(seen).toEqual(expected);
  });

  test('times: again with each of the requests from there on', async () => {
    const change = { kind: 'change', part: { name: 'theirs' } } as const;
    await using emulator = await start({}, [{ ...change, after: 'update', times: 'always' }]);
    const id = emulator.seed();
    for (const name of ['ours-1', 'ours-2']) await update(emulator, id, { name });
    expect(names(emulator)).toEqual(['theirs']);
    expect(emulator.endpoints()[0]?.revision).toBe(5);
  });

  test('delete, create under the same name, take the appName', async () => {
    const changes: readonly ForeignChange[] = [
      { kind: 'create', before: 'create', appName: 'theirs', part: { name: 'llama' } },
      { kind: 'take-app-name', before: 'create', nth: 2, appName: 'ours' },
      { kind: 'delete', after: 'update', endpoint: 'llama' },
    ];
    await using emulator = await start({}, changes);
    const create = () =>
      call(emulator, `POST ${paths.create}`, {
        body: { endpoint: { ...createRequest, name: 'llama', appName: 'ours' } },
      });
    const reply = await create();
    expect(emulator.endpoints().map(({ name, appName }) => [name, appName])).toEqual([
      ['llama', 'theirs'],
      ['llama', 'ours'],
    ]);
    const { id } = reply.body as { id: string };
    expect((await update(emulator, id, { name: 'llama' })).status).toBe(200);
    expect(emulator.endpoints().map(({ appName }) => appName)).toEqual(['theirs']);
    expect(await create()).toMatchObject({ body: { reason: 'SERVERLESS_APP_NAME_IS_EXIST' } });
    expect(emulator.unusedChanges()).toEqual([]);
  });

  test('a misspelt change is refused', async () => {
    await using emulator = await start();
    emulator.seed();
    expect(() => emulator.addChange({ kind: 'explode' } as never)).toThrow(/kind/);
    expect(() => emulator.addChange({ kind: 'delete', afterMs: 1, before: 'get' })).toThrow(/one of/);
    expect(() => emulator.addChange({ kind: 'delete', nth: 2 })).toThrow(/before or after/);
    expect(() => emulator.addChange({ kind: 'change', part: { imgae: {} } as never })).toThrow(/imgae/);
  });
});
