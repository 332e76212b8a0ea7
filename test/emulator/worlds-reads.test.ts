// Worlds in which reads are stale, or in which endpoints come and go late.
import { describe, expect, test } from 'vitest';
import { call, created, got, listed, paths } from './caller.ts';
import { type Emulator, ManualClock, type Switches, startEmulator } from './emulator.ts';

const start = (switches: Partial<Switches>): Promise<Emulator<ManualClock>> =>
  startEmulator({ switches, clock: new ManualClock(), pace: 'instant' });

const image = async (emulator: Emulator, id: string) => ((await got(emulator, id)).image as { image: string }).image;
const listedImage = async (emulator: Emulator) =>
  ((await listed(emulator)).endpoints[0]?.image as { image: string } | undefined)?.image;
const ids = async (emulator: Emulator) => (await listed(emulator)).endpoints.map((endpoint) => endpoint.id);
const getStatus = async (emulator: Emulator, id: string) => (await call(emulator, `GET ${paths.get(id)}`)).status;
const rename = (emulator: Emulator, id: string, to: string) =>
  call(emulator, `PUT ${paths.v2(id)}`, { body: { image: to } });
const remove = (emulator: Emulator, id: string) => call(emulator, `POST ${paths.delete}`, { body: { name: id } });

describe('stale by time', () => {
  test('getLagMs: a get shows the state of 5 s ago, a list does not', async () => {
    await using emulator = await start({ getLagMs: 5_000 });
    const id = emulator.seed();
    await rename(emulator, id, 'new:1');
    expect([await image(emulator, id), await listedImage(emulator)]).toEqual(['ghcr.io/acme/llama:1', 'new:1']);
    emulator.clock.advance(4_999);
    expect(await image(emulator, id)).toBe('ghcr.io/acme/llama:1');
    emulator.clock.advance(1);
    expect(await image(emulator, id)).toBe('new:1');
  });

  test('listLagMs: a list shows the state of 5 s ago, of created and deleted endpoints too', async () => {
    await using emulator = await start({ listLagMs: 5_000 });
    const old = emulator.seed();
    const id = await created(emulator);
    await remove(emulator, old);
    expect(await ids(emulator)).toEqual([old]);
    expect([await getStatus(emulator, id), await getStatus(emulator, old)]).toEqual([200, 400]);
    emulator.clock.advance(5_000);
    expect(await ids(emulator)).toEqual([id]);
  });
});

describe('late', () => {
  test('listShowsCreatedAfterMs', async () => {
    await using emulator = await start({ listShowsCreatedAfterMs: 2_000 });
    const id = await created(emulator);
    emulator.clock.advance(1_999);
    expect([await getStatus(emulator, id), await ids(emulator)]).toEqual([200, []]);
    emulator.clock.advance(1);
    expect([await getStatus(emulator, id), await ids(emulator)]).toEqual([200, [id]]);
  });

  test('listShowsDeletedForMs and getShowsDeletedForMs: as if it had not been deleted', async () => {
    await using emulator = await start({ listShowsDeletedForMs: 3_000, getShowsDeletedForMs: 1_000 });
    const id = emulator.seed();
    await remove(emulator, id);
    expect((await listed(emulator)).endpoints[0]).toMatchObject({ id, state: { state: 'serving' } });
    expect(await getStatus(emulator, id)).toBe(200);
    emulator.clock.advance(1_000);
    expect([await getStatus(emulator, id), await ids(emulator)]).toEqual([400, [id]]);
    emulator.clock.advance(2_000);
    expect(await ids(emulator)).toEqual([]);
    expect((await remove(emulator, id)).status).toBe(400);
  });

  test.each<readonly [string | null, string]>([
    ['terminating', 'terminating'],
    ['stopping', 'stopping'],
    [null, 'serving'],
  ])('a deletion of 45 s with the word %j', async (deletingWord, word) => {
    await using emulator = await start({ deleteLagSeconds: 45, deletingWord });
    const id = emulator.seed({ workerConfig: { minNum: 1 } });
    await remove(emulator, id);
    emulator.clock.advance(44_999);
    expect((await got(emulator, id)).state).toEqual({ state: word, error: '', message: '' });
    expect((await fetch(`${emulator.url}/serve/${id}/`)).status).toBe(503);
    emulator.clock.advance(1);
    expect(await getStatus(emulator, id)).toBe(400);
  });
});
