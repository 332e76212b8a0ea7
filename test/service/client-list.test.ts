import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { createTestClock } from '../clock.ts';
import { oddEndpoints } from '../emulator/odd-endpoints.ts';
import type { Switches } from '../emulator/switches.ts';
import { startServer } from '../http/server.ts';
import { failure, start } from './bench.ts';

const talking = {
  ...{ id: 'a', name: 'llama', state: { state: 'serving', error: 'no hunter-two-two', message: '' } },
  envs: [{ key: 'KEY', value: 'hunter-two-two' }],
};

describe('lists', () => {
  test.for<[string, Partial<Switches>]>([
    ['one page', {}],
    ['pages from 0', { pageBase: 0, grantedPageSizeMax: 7 }],
    ['pages from 1', { grantedPageSizeMax: 7 }],
    ['pages without a total', { grantedPageSizeMax: 7, totalMeans: 'missing' }],
    ['no paging at all', { paging: 'ignored' }],
  ])('of %s, some endpoints are kept', async ([, switches]) => {
    const rawEndpoints = Object.values(oddEndpoints);
    await using bench = await start({ switches: { generatedEndpoints: 40, ...switches }, rawEndpoints });
    bench.emulator.seed({ name: 'llama' });
    const whole = await bench.client.list();
    const requests = bench.asked().length;
    const isWanted = ({ name }: { name: string }) => name === 'llama' || name.endsWith('3');
    for (const isAhead of [false, true]) {
      if (isAhead) bench.client.readAhead({ list: true });
      const endpoints = await bench.client.list({ only: isWanted });
      expect(endpoints).toEqual(whole.filter(({ config }) => isWanted(config)));
    }
    expect(bench.asked().length).toBeLessThanOrEqual(4 * requests);
  });

  test('the envs of a whole account are not hidden: half of its words would be', async () => {
    await using bench = await start({ rawEndpoints: [talking] });
    const states = async (list: Promise<readonly Endpoint[]>) => (await list).map(({ state }) => state.error);
    expect(await states(bench.client.list())).toEqual(['no hunter-two-two']);
    expect(await states(bench.client.list({ only: ({ id }) => id === 'a' }))).toEqual(['no ***']);
    expect(await states(bench.client.list())).toEqual(['no ***']);
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
    const firstOfThree = JSON.stringify({ endpoints: [{ id: 'e1', name: 'a' }], total: 3 });
    await using server = await startServer(async (request, response) => {
      const page = Number(request.url?.at(-1));
      if (page === 2) await waits;
      response.writeHead([200, 401, 503][page - 1] ?? 400).end(page === 1 ? firstOfThree : '{}');
    });
    await using bench = await start({ client: { baseUrl: server.url, clock } });
    expect(await failure(bench.client.list())).toMatchObject({ code: 'unauthorized' });
    expect((await waits)?.aborted).toBe(true);
  });
});
