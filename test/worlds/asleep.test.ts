/** What sleeps is left asleep: by a push that changes nothing, and by one that only scales; what replaces workers is tested, and so is a job that is started again. */

import { describe, expect, test } from 'vitest';
import { minute, newImage, openWorld, second, type World, type WorldRun } from './world.ts';

const endpoint = { image: { image: newImage }, workerConfig: { minNum: 0, freeTimeout: 60 } } as const;
const asleep = (change = '') => `name: llama
image: ${newImage}
ports: [8000]
policy: {type: concurrency, value: 8}
products: [SL-serverless-3]
healthy: {path: /health}
workerConfig: {minNum: 0, maxNum: 3, freeTimeout: 60${change}}
tests: [/health]
`;
const commit = (letter: string) => ({ GITHUB_SHA: letter.repeat(40) });
const cost = ({ emulator }: World) => emulator.workerSeconds(emulator.clock.nowMs());

test('a night of hourly pushes that change nothing costs no worker-second', async () => {
  await using world = await openWorld({ endpoint: null });
  const spec = asleep();
  expect((await world.run({ spec })).outputs.proof).toBe('tests');
  // Its worker stops when it has been idle, and stays listed for ten minutes.
  world.emulator.clock.advance(90 * second);
  const before = cost(world);
  for (let hour = 0; hour < 10; hour++) {
    const { outputs, annotations } = await world.run({ spec, env: commit('abcdef0123'.charAt(hour)) });
    expect([outputs.operation, outputs.proof]).toEqual(['unchanged', 'none']);
    expect(annotations.join()).not.toContain('title=llama');
    world.emulator.clock.advance(60 * minute);
  }
  expect(cost(world)).toEqual(before);
});

describe('asleep', () => {
  /** After so many seconds of sleep, what is run; whether that wakes a worker. */
  test.for<[string, number, WorldRun, boolean]>([
    ['a push that changes nothing, half a minute after the worker has stopped', 30, {}, false],
    ['one a quarter of an hour after it', 900, {}, false],
    ['one of the same commit, as a schedule has it', 900, { env: commit('a') }, false],
    ['a change of scaling', 30, { spec: asleep(', maxConcurrent: 4') }, false],
    ['a change of scaling, long after', 900, { spec: asleep(', maxConcurrent: 4') }, false],
    ['the job that is started again', 900, { env: { GITHUB_RUN_ATTEMPT: '2' } }, true],
    ['a change that replaces workers', 900, { spec: asleep(', gpuNum: 2') }, true],
    ['a worker that somebody has woken', 0, {}, true],
  ])('%s', async ([, seconds, run, wakes]) => {
    await using world = await openWorld({ endpoint: null });
    await world.run({ spec: asleep(), env: commit('a') });
    if (seconds > 0) world.emulator.clock.advance((60 + seconds) * second);
    const before = cost(world);
    const { outputs, log } = await world.run({ spec: asleep(), ...run });
    expect([outputs['failure-reason'], outputs.proof], log).toEqual(['', wakes ? 'tests' : 'none']);
    if (!wakes) expect(cost(world)).toEqual(before);
  });

  test('is what a deploy makes that only lets it sleep', async () => {
    await using world = await openWorld({ endpoint: { ...endpoint, workerConfig: { minNum: 1, freeTimeout: 60 } } });
    world.emulator.clock.advance(10 * minute);
    const spec = asleep();
    const { outputs, log } = await world.run({ spec });
    expect([outputs.operation, outputs['failure-reason'], log.includes('wakes a billed worker')]).toEqual([
      'updated',
      '',
      false,
    ]);
  });
});
