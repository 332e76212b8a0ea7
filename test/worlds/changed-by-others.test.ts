/** What the service or somebody else adds, changes or takes away, what a restore cannot put back, and what an update must not send. */

import { describe, expect, test } from 'vitest';
import { expectEnding } from './ending.ts';
import { minute, newImage, oldImage, openWorld, second, spec } from './world.ts';

const broken = { outcome: 'image-pull', state: 'pulling', message: 'manifest unknown' } as const;

describe('an env that the service adds of its own', () => {
  const addedEnvs = { SERVICE_REGION: 'eu-west' };
  const said = [/SERVICE_REGION/];
  const specs: [string, string, RegExp[]][] = [
    ['a spec without envs', spec, []],
    ['a spec with envs', `${spec}envs: {A: x}\n`, said],
    ['a spec with no envs', `${spec}envs: {}\n`, said],
  ];

  test.for(specs)('%s: the env is left, and said', async ([, text, logs]) => {
    await using world = await openWorld({ switches: { addedEnvs } });
    const ended = await world.run({ spec: text });
    expectEnding(ended, { reason: '', logs, atMostSeconds: 60 });
    expect(`${ended.log}${ended.summary}`).not.toContain('eu-west');
  });

  test.for(specs)('%s: the same again is green', async ([, text]) => {
    await using world = await openWorld({ switches: { addedEnvs } });
    await world.run({ spec: text });
    expectEnding(await world.run({ spec: text }), { reason: '', atMostSeconds: 60 });
  });

  test.for(specs)('%s: a creation', async ([, text, logs]) => {
    await using world = await openWorld({ endpoint: null, switches: { addedEnvs } });
    expectEnding(await world.run({ spec: text }), { reason: '', logs, atMostSeconds: 90 });
  });

  test('a creation that v2 finishes', async () => {
    await using world = await openWorld({ endpoint: null, switches: { addedEnvs } });
    expectEnding(await world.run({ spec: `${spec}rootfsSize: 50\n` }), { reason: '', atMostSeconds: 90 });
  });

  test.for(specs)('%s: a restore is one', async ([, text]) => {
    await using world = await openWorld({ switches: { addedEnvs }, life: broken });
    expectEnding(await world.run({ spec: text }), { reason: 'image-pull', isRestored: true });
  });
});

describe('an endpoint that is deleted meanwhile', () => {
  test.for([3, 30])('%i s after the update: nothing of the last reading is shown as the present', async (seconds) => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 5 * minute } } });
    const run = () => world.emulator.addChange({ kind: 'delete', afterMs: seconds * second });
    world.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
    const ended = await world.run();
    expectEnding(ended, { reason: ['not-found', 'conflict'], image: null, atMostSeconds: seconds + 90 });
    expect(
      { url: ended.outputs.url, image: ended.outputs.image ?? '', state: ended.outputs.state ?? '' },
      ended.log,
    ).toEqual({ url: '', image: '', state: '' });
    expect(ended.summary).not.toMatch(/\| (State|URL) \|.*(serving|http)/);
    expect(world.emulator.endpoints()).toEqual([]);
  });
});

describe('an endpoint that cannot be read', () => {
  test('from a minute after the update on: red after three minutes, and its state is "last seen"', async () => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 15 * minute } } });
    const run = () => {
      if (world.nowSeconds() < 60) return;
      world.addFault({ operation: 'any', kind: 'status', status: 503, times: 'always' });
    };
    world.addFault({ operation: 'get', kind: 'hook', when: 'before', times: 'always', run });
    const ended = await world.run({ with: { 'on-failure': 'keep' } });
    expectEnding(ended, { reason: 'unavailable', atLeastSeconds: 60 + 150, atMostSeconds: 60 + 30 + 240 });
    expect(ended.summary).toMatch(/last seen \d+ m( \d+ s)? ago/);
  });

  test.for([30, 120, 170])('for %i s: the rollout goes on', async (seconds) => {
    await using world = await openWorld({ life: { outcome: 'healthy', pace: { pullingMs: 4 * minute } } });
    world.addFault({ operation: 'get', kind: 'status', status: 503, after: 5, forMs: seconds * second });
    expectEnding(await world.run(), { reason: '', atMostSeconds: 320 });
  });
});

describe('an update by v2', () => {
  const cuda = spec
    .replace('policy: {type: concurrency, value: 8}\n', '')
    .replace('maxNum: 3', 'maxNum: 3, cudaVersion: "12.8"');
  const unchanged = { image: 'spec' };

  test('sends what changes, and nothing else', async () => {
    await using world = await openWorld();
    const ended = await world.run({ spec: cuda, with: unchanged });
    expectEnding(ended, { reason: '', image: oldImage });
    const bodies = world.emulator.requests.filter(({ operation }) => operation === 'update-v2').map(({ body }) => body);
    const { envs: _, worker_config, ...rest } = bodies[0] as { envs?: unknown; worker_config: object };
    // `max_replicas` is required; the envs carry the record.
    expect({ rest, members: Object.keys(worker_config).toSorted() }, ended.log).toEqual({
      rest: {},
      members: ['max_replicas', 'min_cuda_version'],
    });
    expect(bodies).toHaveLength(1);
  });

  test('leaves what somebody else changed between the reading and the write', async () => {
    await using world = await openWorld({
      changes: [{ kind: 'change', before: 'update-v2', part: { policy: { value: 4 }, healthy: { path: '/theirs' } } }],
    });
    const ended = await world.run({ spec: cuda.replace('healthy: {path: /health}\n', ''), with: unchanged });
    const [found] = world.emulator.endpoints();
    expect({ policy: found?.policy.value, path: found?.healthy.path }, ended.log).toEqual({
      policy: 4,
      path: '/theirs',
    });
  });
});

describe('a restore that puts back all but one member', () => {
  const cases: { what: string; endpoint: object; change: string; member: RegExp }[] = [
    {
      what: 'one of two products',
      endpoint: { products: [{ id: '1' }, { id: '2' }] },
      change: spec,
      member: /products/,
    },
    {
      what: 'no CUDA version',
      endpoint: {},
      change: spec.replace('maxNum: 3', 'maxNum: 3, cudaVersion: "12.8"'),
      member: /cudaVersion/,
    },
  ];

  test.for(cases)(
    '$what: restored but for what is named, and its workers are waited for',
    async ({ endpoint, change, member }) => {
      await using world = await openWorld({
        endpoint: { products: [{ id: 'SL-serverless-3' }], ...endpoint },
        life: broken,
      });
      const ended = await world.run({ spec: change });
      expectEnding(ended, { reason: 'image-pull', isRestored: true });
      expect(ended.told).toMatch(member);
      expect(ended.serving, ended.log).toEqual([oldImage]);
      const { workers = [], revision } = world.emulator.endpoints()[0] ?? {};
      expect(
        workers.some((worker) => worker.healthy && worker.revision === revision),
        ended.log,
      ).toBe(true);
      expect(ended.log).not.toContain(`left with the new configuration`);
    },
  );
});

test('somebody else changes what was asked for, and a restore does not overwrite it', async () => {
  await using world = await openWorld({ life: broken });
  const run = () => world.emulator.addChange({ kind: 'change', part: { image: { image: 'ghcr.io/acme/theirs:1' } } });
  world.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
  const ended = await world.run();
  expectEnding(ended, { reason: 'conflict', image: 'ghcr.io/acme/theirs:1', atMostSeconds: 120 });
});

test('somebody else changes the scaling meanwhile, and that is no failure of the new version', async () => {
  await using world = await openWorld({ switches: { rolloutOn: 'container-change' } });
  const run = () => world.emulator.addChange({ kind: 'change', part: { policy: { value: 4 } } });
  world.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
  const ended = await world.run({ spec: spec.replace('policy: {type: concurrency, value: 8}\n', '') });
  expect(ended.isRestored).toBe(false);
  expect(ended.image).toBe(newImage);
  expect(world.emulator.endpoints()[0]?.policy.value).toBe(4);
});
