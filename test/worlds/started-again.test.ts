/** The job that failed or was cancelled is started again, and the next push changes nothing here: what was never seen healthy is not green. */

import { expect, test } from 'vitest';
import {
  cancelled,
  crashing,
  expectEnding,
  keep,
  minute,
  newImage,
  nextPush,
  openWorld,
  spec,
  startedAgain,
  unpullable,
  type World,
} from './world.ts';

const kept = { ...keep, 'wait-timeout': '6m' };

/** Runs of which each leaves the new version behind, never seen healthy. */
const firstRuns: { what: string; first: (world: World) => Promise<unknown> }[] = [
  { what: 'a run that does not wait', first: (world) => world.run({ with: { wait: 'none' } }) },
  {
    what: 'red, with a restore that failed',
    first: async (world) => {
      world.addFault({ operation: 'update', kind: 'status', status: 503, after: 1, times: 'always' });
      const ended = await world.run({ with: { 'wait-timeout': '6m' } });
      expect(ended.image).toBe(newImage);
      world.emulator.clearFaults();
    },
  },
];

test.for(firstRuns)(
  'after $what, a version that crashes is red again, and its image is not said to serve',
  async ({ first }) => {
    await using world = await openWorld({ life: crashing });
    await first(world);
    const ended = await world.run({ env: startedAgain, with: kept });
    expect(ended.outputs.operation).toBe('unchanged');
    expectEnding(ended, { reason: 'crashed', image: newImage, atMostSeconds: 375 });
  },
);

test('after a run that was cancelled, a version that came up meanwhile is green at once', async () => {
  await using world = await openWorld();
  await cancelled(world, { with: keep });
  world.emulator.clock.advance(10 * minute);
  const ended = await world.run({ env: startedAgain });
  expectEnding(ended, { reason: '', atMostSeconds: 12 });
  expect(ended.outputs.operation).toBe('unchanged');
});

test('a change of the scaling alone, while the version crashes, is red', async () => {
  await using world = await openWorld({ life: crashing, switches: { rolloutOn: 'container-change' } });
  await world.run({ with: kept });
  const text = spec.replace('maxNum: 3', 'maxNum: 5');
  const ended = await world.run({ env: nextPush, spec: text, with: kept });
  expectEnding(ended, { reason: 'crashed', image: newImage, atMostSeconds: 375 });
});

test('an endpoint that was made by hand is judged by the health of its workers, and the log says so', async () => {
  await using world = await openWorld();
  const ended = await world.run({ with: { image: 'spec' } });
  expectEnding(ended, { reason: '', image: 'ghcr.io/acme/llama:1', atMostSeconds: 12, logs: [/record/i] });
});

test('a restore brings back an env of someone else that the update had taken over, and it stays', async () => {
  await using world = await openWorld({ life: unpullable });
  const good = 'ghcr.io/acme/llama:4';
  expectEnding(await world.run({ with: { image: good } }), { reason: '', image: good });
  const [{ id, envs } = { id: '', envs: [] }] = world.emulator.endpoints();
  world.emulator.change(id, { envs: [...envs, { key: 'HF_TOKEN', value: 'by-hand' }] });
  const tokenOf = () => world.emulator.endpoints()[0]?.envs.find(({ key }) => key === 'HF_TOKEN')?.value;
  const ended = await world.run({ env: nextPush, with: { 'secret-envs': 'HF_TOKEN=ours-and-secret' } });
  expect([ended.outputs['failure-reason'], tokenOf()], ended.log).toEqual(['image-pull', 'by-hand']);
  const next = await world.run({ env: nextPush, with: { image: good } });
  expect([next.outputs.operation, tokenOf()], next.log).toEqual(['unchanged', 'by-hand']);
});
