// The public interface: the record of requests, the README, and endpoints that are listed as they are given.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, createRequest, got, listed, paths } from './caller.ts';
import { defaultSwitches, startEmulator } from './emulator.ts';
import { jsonFaultSchema } from './faults.ts';
import { oddEndpoints } from './odd-endpoints.ts';
import { foreignChangeSchema } from './second-writer.ts';
import { workerOutcomes } from './worker-life.ts';

test('a request is recorded whole, without the key', async () => {
  await using emulator = await startEmulator({ apiKey: 'very-secret' });
  const body = { endpoint: createRequest };
  await call(emulator, `POST ${paths.create}`, { body });
  expect(emulator.requests).toEqual([
    {
      number: 1,
      operation: 'create',
      method: 'POST',
      path: paths.create,
      query: {},
      headers: expect.objectContaining({ 'content-type': 'application/json', authorization: 'Bearer <ok>' }),
      body,
      clientPort: expect.any(Number),
      startedAt: 1,
      finishedAt: 2,
      concurrentWith: 0,
      status: 200,
      faults: [],
    },
  ]);
  expect(JSON.stringify(emulator.requests)).not.toContain('very-secret');
});

test('the README names every switch, every kind of fault and change, every outcome', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const faults = jsonFaultSchema.options.map((option) => option.shape.kind.value);
  const changes = foreignChangeSchema.options.map((option) => option.shape.kind.value);
  const names = [...Object.keys(defaultSwitches), ...faults, 'hook', ...changes, ...workerOutcomes];
  const missing = names.filter((name) => !readme.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

// Endpoints of somebody else are listed as they are given.

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
