/** Worlds that nobody has seen: never green without a worker that is known to be new, nothing undone, nothing deleted, one plain sentence. */

import { describe, expect, test } from 'vitest';
import type { Switches } from '../emulator/emulator.ts';
import { crashing, expectEnding, newImage, openWorld, spec, type WorldOptions } from './world.ts';

const worlds: { what: string; switches: Partial<Switches> }[] = [
  { what: 'workers never have an id', switches: { answersLeaveOut: ['workers.id'] } },
  { what: 'all workers have one id', switches: { answersReplace: { 'workers.id': 'worker' } } },
  { what: 'workers keep their ids over a replacement', switches: { workerIds: 'kept' } },
  { what: 'workers are never listed', switches: { showWorkers: false } },
];
const lives: { what: string; life: NonNullable<WorldOptions['life']> }[] = [
  { what: 'the new version comes up', life: { outcome: 'healthy' } },
  { what: 'the new version crashes', life: crashing },
  { what: 'the new version is never healthy', life: { outcome: 'unhealthy' } },
];
const cases = [
  ...lives.map((life) => ({ ...life, other: {} })),
  ...lives.slice(0, 1).map((life) => ({ ...life, other: { oldWorkersStop: 'at-write' } as const })),
];

describe.each(worlds)('$what', ({ what: world, switches }) => {
  test.for(world === worlds[0]?.what ? cases : cases.slice(0, 1))(
    'an update is not green, and $what; $other',
    async ({ life, other }) => {
      await using opened = await openWorld({ switches: { ...switches, ...other }, life });
      const ended = await opened.run({ with: { 'wait-timeout': '6m' } });
      expect(ended.exitCode, ended.log).toBe(1);
      // A failure that the service shows may be undone; where nothing tells, nothing is.
      if (life.outcome === 'healthy')
        expectEnding(ended, { reason: 'timeout', says: [/as a test/], atMostSeconds: 375 });
      else expect([newImage, 'ghcr.io/acme/llama:1'], ended.log).toContain(ended.image);
      expect(opened.emulator.endpoints()).toHaveLength(1);
      // A worker that keeps its ID and starts again runs neither version for certain.
      if ('workerIds' in switches && life.outcome === 'healthy')
        expect(ended.summary).toMatch(/^\| Served by \| 1 worker of an unknown version serves\. /m);
    },
  );

  test('an endpoint that is as it should be is not touched', async () => {
    await using world = await openWorld({ switches });
    const ended = await world.run({ with: { image: 'spec' } });
    expect(ended.writes).toEqual([]);
  });

  test('a change of scaling alone is no matter of workers', async () => {
    await using world = await openWorld({ switches: { ...switches, rolloutOn: 'container-change' } });
    const ended = await world.run({ spec: spec.replace('maxNum: 3', 'maxNum: 5'), with: { image: 'spec' } });
    expect(ended.isRestored, ended.log).toBe(false);
    expect(world.emulator.endpoints()[0]?.workerConfig.maxNum).toBe(5);
  });
});

describe.each(worlds.slice(0, 2))('$what, and a test that the old version answers too', ({ switches }) => {
  test.for(lives.slice(1, 3))('$what: red, for a worker is listed that does not come up', async ({ life }) => {
    await using world = await openWorld({ switches, life });
    const ended = await world.run({ test: '/health', with: { 'wait-timeout': '6m' } });
    expect(ended.exitCode, ended.log).toBe(1);
  });

  test('the new version comes up: red, because nothing shows who answers', async () => {
    await using world = await openWorld({ switches });
    const ended = await world.run({ test: '/health', with: { 'wait-timeout': '6m' } });
    expectEnding(ended, { reason: 'timeout', says: [/as a test/], serving: [newImage] });
  });
});

test.for<Partial<Switches>>([{ deleteBy: 'name' }, { deleteBy: 'name', deleteNotFound: 'ok' }])(
  'a delete takes names: nothing is deleted, and that is said: %j',
  async (switches) => {
    await using world = await openWorld({ switches });
    const ended = await world.run({ with: { command: 'delete' } });
    expectEnding(ended, { reason: 'not-applied', image: 'ghcr.io/acme/llama:1', says: [/it is still being billed/] });
    expect(world.emulator.endpoints()).toHaveLength(1);
  },
);

test.each<Partial<Switches>>([{ listOrder: 'shifting' }, { totalMeans: 'half' }, { totalMeans: 'zero', pageBase: 0 }])(
  'a list that contradicts itself is not taken for the whole: %j',
  async (switches) => {
    await using world = await openWorld({ switches: { grantedPageSizeMax: 1, ...switches } });
    for (const name of ['a', 'b', 'c']) world.emulator.seed({ name });
    const ended = await world.run();
    const named = world.emulator.endpoints().filter(({ name }) => name === 'llama');
    if (named.length === 1) return;
    expect(ended.exitCode, ended.log).toBe(1);
    // What was created is billed.
    expect(ended.told, ended.log).toContain(named.at(-1)?.id);
  },
);
