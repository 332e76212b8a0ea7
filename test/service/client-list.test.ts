import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createTestClock } from '../clock.ts';
import type { Fault } from '../emulator/emulator.ts';
import { startServer } from '../http/server.ts';
import { failure, type Settings, start } from './bench.ts';

/** The first page of a list of three that hands out one endpoint a page. */
async function pageOne(): Promise<string> {
  await using bench = await start({ switches: { grantedPageSizeMax: 1 } });
  for (let i = 0; i < 3; i++) bench.emulator.seed();
  const answer = await fetch(`${bench.emulator.url}/gpu-instance/openapi/v1/endpoints?pageSize=1&pageNum=1`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bench.emulator.apiKey}` },
  });
  return answer.text();
}

describe('lists', () => {
  const switches = [0, 1].flatMap((pageBase) =>
    [1000, 100, 10, 7].flatMap((grantedPageSizeMax) =>
      (['created', 'newest'] as const).map((listOrder) => ({ pageBase, grantedPageSizeMax, listOrder }) as const),
    ),
  );
  test.each(switches)('300 endpoints: %j', async (change) => {
    await using bench = await start({ switches: change as Settings['switches'] & object });
    const ids = Array.from({ length: 300 }, () => bench.emulator.seed());
    const { endpoints, total, complete } = await bench.client.list();
    expect({ ids: endpoints.map(({ id }) => id).toSorted(), total, complete }).toEqual({
      ids: ids.toSorted(),
      total: 300,
      complete: true,
    });
  });

  test('one page is one request', async () => {
    await using bench = await start();
    bench.emulator.seed();
    await bench.client.list();
    expect(bench.emulator.requests.map(({ query }) => query)).toEqual([{ pageSize: '100', pageNum: '1' }]);
  });

  test('an endpoint that is deleted meanwhile hides no other', async () => {
    await using bench = await start({ switches: { grantedPageSizeMax: 5 } });
    const ids = Array.from({ length: 12 }, () => bench.emulator.seed());
    const run = () => bench.emulator.remove(ids[0] ?? '');
    bench.emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', run });
    const { endpoints, complete } = await bench.client.list();
    expect({ ids: endpoints.map(({ id }) => id), complete }).toEqual({ ids: ids.slice(1), complete: true });
    expect(bench.events).toContainEqual({ type: 'list-read-again', pass: 2 });
  });

  test('a page that fails fails the list', async () => {
    const faults: Fault[] = [{ operation: 'list', kind: 'status', status: 401, after: 2 }];
    await using bench = await start({ switches: { grantedPageSizeMax: 1 }, faults });
    for (let i = 0; i < 20; i++) bench.emulator.seed();
    expect(await failure(bench.client.list())).toMatchObject({ code: 'unauthorized', operation: 'list' });
  });

  test('a page 0 that is refused is asked for twice, and no more', async () => {
    await using server = await startServer((request, response) => {
      const isZero = request.url?.endsWith('pageNum=0');
      response.writeHead(isZero ? 503 : 200).end('{"endpoints":[],"total":1}');
    });
    await using bench = await start({ client: { baseUrl: server.url } });
    expect(await bench.client.list()).toEqual({ endpoints: [], total: 1, complete: false });
    expect(server.requests.filter(({ url }) => url.endsWith('pageNum=0')).length).toBe(2);
  });

  test('a page that fails ends the waits of the others', async () => {
    const { promise: waits, resolve: isWaiting } = Promise.withResolvers<AbortSignal | undefined>();
    const clock: Clock = {
      ...createTestClock(),
      sleep: (_, signal) => {
        isWaiting(signal);
        return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const firstOfThree = await pageOne();
    await using server = await startServer(async (request, response) => {
      const page = Number(request.url?.at(-1));
      if (page === 2) await waits;
      response.writeHead([200, 401, 503][page - 1] ?? 500).end(page === 1 ? firstOfThree : '{}');
    });
    await using bench = await start({ client: { baseUrl: server.url, clock } });
    expect(await failure(bench.client.list())).toMatchObject({ code: 'unauthorized' });
    expect((await waits)?.aborted).toBe(true);
  });
});
