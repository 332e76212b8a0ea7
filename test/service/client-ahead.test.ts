/** Requests that are sent before anybody needs their answers. */

import { expect, test } from 'vitest';
import { failure, start } from './bench.ts';

test('what was asked ahead is taken once, and asked again after that', async () => {
  await using bench = await start();
  bench.emulator.seed({ name: 'llama' });
  bench.client.readAhead({ limits: true, list: true });
  const first = await Promise.all([bench.client.limits(), bench.client.list()]);
  expect(bench.asked().toSorted()).toEqual(['limits', 'list']);
  expect(await Promise.all([bench.client.limits(), bench.client.list()])).toEqual(first);
  expect(bench.asked().toSorted()).toEqual(['limits', 'limits', 'list', 'list']);
});

test('only what is wanted is asked', async () => {
  await using bench = await start();
  bench.client.readAhead({ limits: false, list: true });
  await bench.client.list();
  expect(bench.asked()).not.toContain('limits');
});

test('of several pages the first one is not asked twice', async () => {
  await using bench = await start();
  for (let index = 0; index < 250; index += 1) bench.emulator.seed({ name: `llama-${index}` });
  bench.client.readAhead({ limits: false, list: true });
  const endpoints = await bench.client.list();
  expect(endpoints).toHaveLength(250);
  expect(bench.asked()).toEqual(['list', 'list', 'list', 'list']);
});

test('a failure is that of whoever asks, and of nobody else', async () => {
  await using bench = await start();
  bench.emulator.addFault({ operation: 'any', kind: 'status', status: 401, times: 'always' });
  bench.client.readAhead({ limits: true, list: true });
  expect((await failure(bench.client.list())).code).toBe('unauthorized');
});

test('a page ahead that is refused leads to smaller pages, as any other', async () => {
  await using bench = await start();
  bench.emulator.seed({ name: 'llama' });
  bench.emulator.addFault({ operation: 'list', kind: 'status', status: 400, reason: 'VALIDATOR_PARAM' });
  bench.client.readAhead({ limits: false, list: true });
  expect(await bench.client.list()).toHaveLength(1);
});

test('a run that is cancelled ends what was asked ahead', async () => {
  await using bench = await start();
  const cancelled = new AbortController();
  bench.emulator.addFault({ operation: 'any', kind: 'hang', times: 'always' });
  bench.client.readAhead({ limits: true, list: true, signal: cancelled.signal });
  cancelled.abort(new Error('cancelled'));
  expect((await failure(bench.client.limits())).code).toBe('cancelled');
  expect((await failure(bench.client.list())).code).toBe('cancelled');
});
