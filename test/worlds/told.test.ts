/** What a user reads of a long wait: a line for each change, a heartbeat, words instead of ids, and the address first. */

import { expect, test } from 'vitest';
import { minute, openWorld, second, secondsOf, spec } from './world.ts';

/** Lines with the time since the start of the wait. */
const moments = (log: string) =>
  [...log.matchAll(/^ *((?:\d+ [hm] )*\d+ s) {2}/gm)].map(([, text]) => secondsOf(text ?? ''));

test('twenty minutes without news: a heartbeat every two minutes', async () => {
  await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 19 * minute } } });
  const { log } = await world.run({ with: { 'wait-timeout': '30m' } });
  const seen = moments(log);
  expect(seen.length, log).toBeLessThanOrEqual(10 + 8);
  const gaps = seen.map((seconds, index) => seconds - (seen[index - 1] ?? 0));
  expect(Math.max(...gaps), log).toBeLessThanOrEqual(120 + 30);
});

test('a failure that lasts is one line, and a heartbeat', async () => {
  await using world = await openWorld({ life: { outcome: 'no-capacity' } });
  const { log } = await world.run();
  expect(log.split('\n').filter((line) => /failed to schedule worker/.test(line)).length, log).toBeLessThanOrEqual(12);
  expect(moments(log).length, log).toBeLessThanOrEqual(10 + 6);
});

test('a crash loop is counted, and does not flip between two lines', async () => {
  await using world = await openWorld({
    life: { outcome: 'crash-loop', runsForMs: 20 * second, exitedForMs: 10 * second },
  });
  const ended = await world.run();
  expect(ended.outputs['failure-reason'], ended.log).toBe('crashed');
  expect(ended.told, ended.log).toMatch(/crashed \d+ times/);
  expect(moments(ended.log).length, ended.log).toBeLessThanOrEqual(24);
});

test('workers are told apart by words', async () => {
  await using world = await openWorld({ life: { outcome: 'crash-loop' } });
  const { log } = await world.run();
  expect(log).toMatch(/old worker/);
  expect(log).toMatch(/new worker/);
});

test('a new endpoint says its URL before it is waited for', async () => {
  await using world = await openWorld({ endpoint: null });
  const { log, outputs } = await world.run({ spec });
  const url = outputs.url ?? 'no url';
  expect(log.indexOf(url), log).toBeGreaterThan(0);
  expect(log.indexOf(url), log).toBeLessThan(log.indexOf('Wait:'));
});

test('the log of a usual rollout is short', async () => {
  await using world = await openWorld();
  const { log } = await world.run();
  expect(moments(log).length, log).toBeLessThanOrEqual(12);
});
