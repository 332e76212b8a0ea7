/** The job that failed or was cancelled is started again, and the next push changes nothing here: what was never seen healthy is not green. */

import { describe, expect, test } from 'vitest';
import {
  cancelled,
  crashing,
  day,
  expectEnding,
  keep,
  minute,
  newImage,
  nextPush,
  oldImage,
  openWorld,
  type Right,
  spec,
  startedAgain,
  unpullable,
  type World,
  type WorldOptions,
  type WorldRun,
} from './world.ts';

const kept = { ...keep, 'wait-timeout': '6m' };

/** Of a version that is never seen healthy. */
const broken: { what: string; life: NonNullable<WorldOptions['life']>; right: Right }[] = [
  { what: 'crashes', life: crashing, right: { reason: 'crashed' } },
  { what: 'cannot be pulled', life: unpullable, right: { reason: 'image-pull' } },
  {
    what: 'has no worker listed',
    life: { outcome: 'healthy', appearAfterMs: day },
    right: { reason: 'timeout', says: [/only workers from before the update are listed/i] },
  },
];
/** Runs of which each leaves the new version behind, never seen healthy. */
const firstRuns: { what: string; first: (world: World) => Promise<unknown> }[] = [
  { what: 'red, with `on-failure: keep`', first: (world) => world.run({ with: kept }) },
  { what: 'a run that does not wait', first: (world) => world.run({ with: { wait: 'none' } }) },
  { what: 'a run that was cancelled', first: (world) => cancelled(world) },
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

describe.each(firstRuns)('after $what', ({ first }) => {
  test('a version that crashes is red again, and its image is not said to serve', async () => {
    await using world = await openWorld({ life: crashing });
    await first(world);
    const ended = await world.run({ env: startedAgain, with: kept });
    expect(ended.outputs.operation).toBe('unchanged');
    expectEnding(ended, { reason: 'crashed', image: newImage, atMostSeconds: 375 });
  });

  test('a version that came up meanwhile is green at once', async () => {
    await using world = await openWorld();
    await first(world);
    world.emulator.clock.advance(10 * minute);
    const ended = await world.run({ env: startedAgain });
    expectEnding(ended, { reason: '', atMostSeconds: 12 });
    expect(ended.outputs.operation).toBe('unchanged');
  });
});

test.for(broken)('the next push, which changes nothing here, while the version $what', async ({ life, right }) => {
  await using world = await openWorld({ life });
  await world.run({ with: kept });
  expectEnding(await world.run({ env: nextPush, with: kept }), { ...right, image: newImage, atMostSeconds: 375 });
});

test.for([spec.replace('maxNum: 3', 'maxNum: 5'), spec.replace('value: 8', 'value: 4')])(
  'a change of the scaling or the policy alone, while the version crashes: %s',
  async (text) => {
    await using world = await openWorld({ life: crashing, switches: { rolloutOn: 'container-change' } });
    await world.run({ with: kept });
    const ended = await world.run({ env: nextPush, spec: text, with: kept });
    expectEnding(ended, { reason: 'crashed', image: newImage, atMostSeconds: 375 });
  },
);

test('an endpoint that was made by hand is judged by the health of its workers, and the log says so', async () => {
  await using world = await openWorld();
  const ended = await world.run({ with: { image: 'spec' } });
  expectEnding(ended, { reason: '', image: 'ghcr.io/acme/llama:1', atMostSeconds: 12, logs: [/record/i] });
});

describe('after a change of the health check or the credential alone', () => {
  const changes = [
    ['healthy.path', spec.replace('/health', '/wrong')],
    ['image.authId', spec.replace(/image: .*/, 'image: {image: ghcr.io/acme/llama:1, authId: other}')],
  ] as const;

  test.for(changes)('%s: a new worker that never serves is red the second time as well', async ([, change]) => {
    const scripts = [{ outcome: 'healthy' }, crashing] as const;
    const switches = { rolloutOn: 'container-change' } as const;
    await using world = await openWorld({ scripts: [...scripts], switches });
    const run: WorldRun = { spec: change, with: { ...kept, image: 'spec' } };
    expectEnding(await world.run(run), { reason: 'crashed', image: oldImage });
    const ended = await world.run({ ...run, env: startedAgain });
    expect(ended.outputs.operation).toBe('unchanged');
    expectEnding(ended, { reason: 'crashed', image: oldImage });
    const scaled: WorldRun = { ...run, spec: change.replace('maxNum: 3', 'maxNum: 5'), env: nextPush };
    expectEnding(await world.run(scaled), { reason: 'crashed', image: oldImage });
  });
});

describe('a restore', () => {
  const third = 'ghcr.io/acme/llama:3';
  const scripts: WorldOptions['scripts'] = [
    { image: newImage, ...unpullable },
    { image: third, outcome: 'crash-loop' },
  ];

  test('to a version that has never served does not make the workers of the one before it right', async () => {
    await using world = await openWorld({ scripts });
    await cancelled(world);
    const ended = await world.run({ env: nextPush, with: { image: third } });
    expectEnding(ended, { reason: 'crashed', isRestored: true, image: newImage });
    const reverted = await world.run({ env: { ...nextPush, GITHUB_RUN_ID: '3' }, with: kept });
    expect(reverted.outputs.operation).toBe('unchanged');
    expectEnding(reverted, { reason: 'image-pull', image: newImage });
  });

  test('brings back an env of someone else that the update had taken over, and it stays', async () => {
    await using world = await openWorld({ scripts });
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
});
