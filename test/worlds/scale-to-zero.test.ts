/** Endpoints that scale to zero: a test that wakes a worker meets what the worker meets, old workers that still answer prove nothing, and without a test nothing has run. */

import { describe, expect, test } from 'vitest';
import {
  expectEnding,
  minute,
  newImage,
  oldImage,
  openWorld,
  type Right,
  second,
  usualSeconds,
  type WorldOptions,
  withMinNum,
} from './world.ts';

const zero = withMinNum(0);
const endpoint = { workerConfig: { minNum: 0, maxNum: 3, freeTimeout: 60 } };
const health = { spec: zero, test: '/health' };

test('a test wakes a worker, which a registry limits the rate of: the update is undone after five minutes', async () => {
  const life = { outcome: 'image-backoff', message: 'toomanyrequests: rate limit' } as const;
  await using world = await openWorld({ endpoint, life });
  expectEnding(await world.run(health), {
    ...{ reason: 'image-pull', isRestored: true, says: [/toomanyrequests/] },
    ...{ undoneFromSeconds: 295, undoneBySeconds: 360 },
  });
});

test('without a test nothing has run: green, with no proof and one warning; the first workers of a later scaling have to last', async () => {
  await using world = await openWorld({ endpoint, life: { outcome: 'crash-loop', healthyForMs: second } });
  const unproved = await world.run({ spec: zero });
  expectEnding(unproved, { reason: '', atMostSeconds: 60 });
  expect(unproved.outputs.proof, unproved.log).toBe('none');
  const says = /^::warning.*(?:has run|has started|was started)/;
  expect(
    unproved.annotations.filter((line) => says.test(line)),
    unproved.log,
  ).toHaveLength(1);
  world.emulator.clock.advance(10 * minute);
  const ended = await world.run({ spec: withMinNum(2) });
  expectEnding(ended, { reason: 'crashed', says: [/exited with code 1/], atMostSeconds: 300 });
});

describe('an unchanged endpoint that sleeps, after a deploy without a wait, is woken and tested', () => {
  // The first write notes the test, the second one parks what has failed it.
  test.for<[number, Right, writes: number]>([
    [500, { reason: 'test-failed', says: [/parked::.*expected a 2xx status, got 500/] }, 2],
    [200, { reason: '', outputs: { operation: 'unchanged', proof: 'tests' } }, 1],
  ])('it answers %i', async ([status, right, writes]) => {
    await using world = await openWorld({ endpoint });
    if (status === 500) world.addFault({ operation: 'serve', kind: 'status', status, when: 'after', times: 'always' });
    await world.run({ ...health, with: { wait: 'none' } });
    world.emulator.clock.advance(10 * minute);
    const next = await world.run({ ...health, env: { GITHUB_SHA: 'b'.repeat(40) } });
    expectEnding(next, { ...right, atMostSeconds: 200 });
    expect(next.writes, next.log).toHaveLength(writes);
  });

  test('but not by a run that does not wait either', async () => {
    await using world = await openWorld({ endpoint });
    for (const sha of ['a', 'b']) {
      const { outputs, log } = await world.run({
        ...health,
        with: { wait: 'none' },
        env: { GITHUB_SHA: sha.repeat(40) },
      });
      expect([outputs.proof, outputs['failure-reason']], log).toEqual(['none', '']);
      world.emulator.clock.advance(10 * minute);
    }
    expect(world.emulator.endpoints()[0]?.workers).toEqual([]);
  });
});

/** A worker of the old version is awake, because somebody uses the endpoint. */
async function openInUse(options: WorldOptions) {
  const world = await openWorld({ endpoint, ...options });
  const url = world.emulator.endpoints()[0]?.url ?? '';
  await fetch(`${url}/`);
  world.emulator.clock.advance(40 * second);
  expect((await fetch(`${url}/`)).status).toBe(200);
  return world;
}

test('the old worker of an endpoint in use answers until it has been idle for its time, and then a request wakes the new version', async () => {
  await using world = await openInUse({ switches: { oldWorkersStop: 'when-idle' } });
  const ended = await world.run(health);
  // 60 s until the old one is idle.
  expectEnding(ended, { reason: '', atLeastSeconds: 53 + usualSeconds, atMostSeconds: 60 + usualSeconds + 30 });
  expect(ended.serving).toEqual([newImage]);
});

test('a change of scaling is proved, and what cannot be read afterwards does not take that back', async () => {
  const faults = [{ operation: 'get', kind: 'status', status: 401, after: 4, times: 'always' }] as const;
  await using world = await openWorld({ switches: { startingWorkerIds: 'missing' }, faults });
  const ended = await world.run({ spec: withMinNum(2), with: { image: 'spec' } });
  expectEnding(ended, { reason: '', image: oldImage, logs: [/status check failed/] });
});
