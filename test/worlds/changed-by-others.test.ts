/** What somebody else changes while a run is under way. */

import { expect, test } from 'vitest';
import type { PartialConfig } from '../emulator/emulator.ts';
import { expectEnding, openWorld, spec, testWorlds, unpullable, type World } from './world.ts';

const specs = `${spec}envs: {MODE: fast}\n`;

const changedInTheWait = (part: PartialConfig) => (world: World) =>
  world.addFault({
    ...{ operation: 'get', kind: 'hook', when: 'before', after: 3 },
    run: () => world.emulator.addChange({ kind: 'change', part: { ...part } }),
  });
const theirs = 'ghcr.io/acme/theirs:1';
testWorlds({
  'somebody else changes what was asked for, and a restore does not overwrite it': {
    world: { life: unpullable },
    first: changedInTheWait({ image: { image: theirs } }),
    right: { reason: 'conflict', image: theirs, atMostSeconds: 120 },
  },
});

test('an env that was added by hand stays, and the plan, `status` and the next deploy tell of it', async () => {
  await using world = await openWorld();
  await world.run({ spec: specs });
  const [{ envs = [] } = {}] = world.emulator.endpoints();
  world.emulator.addChange({ kind: 'change', part: { envs: [...envs, { key: 'DEBUG', value: '1' }] } });
  const kept = 'kept: envs.DEBUG (no deploy has written it)';
  const plan = await world.run({ spec: specs, with: { command: 'plan' } });
  expect([plan.log, plan.summary]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining('kept: envs.DEBUG'),
  ]);
  const status = await world.run({ spec: specs, with: { command: 'status', image: '' } });
  expect([status.log, status.summary]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining('kept: envs.DEBUG'),
  ]);
  expect(JSON.parse(status.outputs.endpoints ?? '')).toMatchObject([
    { status: { drift: expect.arrayContaining(['envs.DEBUG']) } },
  ]);
  const deployed = await world.run({ spec: specs, with: { image: 'ghcr.io/acme/llama:3' } });
  expectEnding(deployed, { reason: '', image: 'ghcr.io/acme/llama:3', logs: [/kept: envs\.DEBUG/] });
  expect(world.emulator.endpoints()[0]?.envs).toContainEqual({ key: 'DEBUG', value: '1' });
});
