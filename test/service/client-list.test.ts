import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import type { RequestOptions } from '../../src/service/request.ts';
import { createTestClock } from '../clock.ts';
import { oddEndpoints } from '../emulator/odd-endpoints.ts';
import type { Switches } from '../emulator/switches.ts';
import { startServer } from '../http/server.ts';
import { failure, faultOf, start } from './bench.ts';

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

describe('looks at the same time', () => {
  const byId = (id: string) => ({ only: (each: { id: string }) => each.id === id });
  const idsOf = async (list: Promise<readonly Endpoint[]>) => (await list).map(({ id }) => id);
  /** Pages 1 and 0 first; then page 1 alone, which does not prove that an endpoint is absent. */
  const pages = (count: number) => Array.from({ length: count }, () => 'list');

  test('share a list, and each gets what it wants', async () => {
    await using bench = await start();
    const [a = '', b = ''] = ['a', 'b'].map((name) => bench.emulator.seed({ name }));
    const ids = [a, b, a, 'none'];
    const lists = await Promise.all(ids.map((id) => idsOf(bench.client.list(byId(id)))));
    expect([lists, bench.asked()]).toEqual([[[a], [b], [a], []], pages(3)]);
  });

  test('that begin during a list share the next one, which shows what was written before them', async () => {
    await using bench = await start();
    const late: Promise<string[]>[] = [];
    const look = () => {
      for (const name of ['x', 'y']) late.push(idsOf(bench.client.list(byId(bench.emulator.seed({ name })))));
    };
    bench.emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', run: look });
    const known = bench.emulator.seed({ name: 'a' });
    expect(await idsOf(bench.client.list(byId(known)))).toEqual([known]);
    expect([await Promise.all(late), bench.asked()]).toEqual([[[expect.any(String)], [expect.any(String)]], pages(3)]);
  });

  test.for<[string, (bench: Awaited<ReturnType<typeof start>>) => RequestOptions]>([
    ['another signal', () => ({ signal: new AbortController().signal })],
    ['less time than those before it', ({ clock }) => ({ deadlineMs: clock.monotonicMs() + 1000 })],
  ])('are alone with %s', async ([, optionsOf]) => {
    await using bench = await start();
    const id = bench.emulator.seed({ name: 'a' });
    const lists = [{}, optionsOf(bench)].map((options) => idsOf(bench.client.list({ ...byId(id), ...options })));
    expect([await Promise.all(lists), bench.asked()]).toEqual([[[id], [id]], pages(4)]);
  });

  test('share a failure, and the next look begins anew', async () => {
    await using bench = await start({ faults: [faultOf('list', { kind: 'status', status: 401, times: 2 })] });
    const id = bench.emulator.seed({ name: 'a' });
    const lists = [1, 2].map(() => failure(bench.client.list(byId(id))));
    expect((await Promise.all(lists)).map(({ code }) => code)).toEqual(['unauthorized', 'unauthorized']);
    expect(await idsOf(bench.client.list(byId(id)))).toEqual([id]);
  });
});
