// Somebody else's client, written by hand from public examples, works against the emulator in its lenient mode, from creation to deletion.
import { expect, test } from 'vitest';
import { type Emulator, ManualClock, startEmulator } from './emulator.ts';

interface Endpoint {
  id: string;
  name: string;
  url: string;
  state: { state: string };
  workerConfig: { maxNum: number; minNum: number };
  image: { image: string; command: string };
  ports: { port: number | string }[];
}

/** As small clients are: one function for all, a Content-Type only where there is a body, no paging. */
function createForeignClient({ url, apiKey }: Pick<Emulator, 'url' | 'apiKey'>) {
  const api = `${url}/gpu-instance/openapi/v1`;
  async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  }
  return {
    list: () => send<{ endpoints: Endpoint[]; total?: number }>('GET', '/endpoints').then(({ endpoints }) => endpoints),
    get: (id: string) => send<{ endpoint: Endpoint }>('GET', `/endpoint?id=${id}`).then(({ endpoint }) => endpoint),
    create: (endpoint: object) => send<{ id: string }>('POST', '/endpoint/create', { endpoint }).then(({ id }) => id),
    update: (change: object) => send('POST', '/endpoint/update', change),
    remove: (id: string) => send('POST', '/endpoint/delete', { id }),
    limits: () => send<Record<string, number>>('GET', '/endpoint/limit'),
  };
}

const endpoint = {
  name: 'base-test',
  workerConfig: { minNum: 1, maxNum: 3, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600 },
  ports: [8000],
  policy: { type: 'queue', value: 60 },
  image: { image: 'ubuntu:22.04' },
  products: [{ id: '1' }],
  rootfsSize: 100,
  volumeMounts: [],
  envs: [{ key: 'A', value: '1' }],
  healthy: { path: '/health' },
};

test('creates, waits, changes and deletes an endpoint', async () => {
  const clock = new ManualClock();
  await using emulator = await startEmulator({ clock, switches: { accepts: 'all', generatedEndpoints: 120 } });
  const client = createForeignClient(emulator);
  expect((await client.limits()).maxWorkerNum).toBeGreaterThan(0);
  const id = await client.create(endpoint);
  for (let tries = 0; (await client.get(id)).state.state !== 'serving' && tries < 600; tries += 1) clock.advance(1000);
  expect(await client.get(id)).toMatchObject({
    state: { state: 'serving' },
    image: { image: 'ubuntu:22.04', command: '' },
  });
  expect((await client.list()).filter(({ name }) => name === 'base-test').map((each) => each.id)).toEqual([id]);

  await client.update({ id, workerConfig: { maxNum: 2 } });
  await client.update({ id, image: { image: 'ubuntu:24.04' }, ports: [{ port: 9000 }] });
  expect(emulator.endpoints()[0]).toMatchObject({
    workerConfig: { minNum: 1, maxNum: 2 },
    image: { image: 'ubuntu:24.04' },
    ports: [9000],
    envs: endpoint.envs,
  });

  await client.remove(id);
  for (let tries = 0; emulator.endpoints().length > 0 && tries < 600; tries += 1) clock.advance(1000);
  expect((await client.list()).some((each) => each.id === id)).toBe(false);
});

test('is refused by the strict mode, at its first request', async () => {
  await using emulator = await startEmulator();
  await expect(createForeignClient(emulator).list()).rejects.toThrow(/^400 .*Content-Type/);
});
