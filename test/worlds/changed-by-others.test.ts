/** What the service or somebody else adds, changes or takes away, what a restore cannot put back, and what an update must not send. */

import { describe, expect, test } from 'vitest';
import type { PartialConfig } from '../emulator/emulator.ts';
import {
  expectEnding,
  minute,
  oldImage,
  openWorld,
  second,
  spec,
  testWorlds,
  unpullable,
  type World,
} from './world.ts';

const slow = (minutes: number) => ({ outcome: 'healthy', pace: { pullingMs: minutes * minute } }) as const;

describe('an env that the service adds of its own', () => {
  const switches = { addedEnvs: { SERVICE_REGION: 'eu-west' } };
  const right = { reason: '', logsNot: [/eu-west/], atMostSeconds: 90 };
  const run = { spec: `${spec}envs: {A: x}\n` };
  testWorlds({
    'it is left': { world: { switches }, run, right },
    'a creation that v2 finishes': {
      world: { endpoint: null, switches },
      run: { spec: `${spec}rootfsSize: 50\n` },
      right: { reason: '', atMostSeconds: 90 },
    },
  });
});

describe('an env of the service that comes with a write', () => {
  const cases = [
    { what: 'the same each time', valueAt: () => 'x', from: 'hand', isRecorded: false },
    { what: 'another one each time', valueAt: (count: number) => `d${count}`, from: 'the action', isRecorded: true },
  ];
  const specs = `${spec}envs: {MODE: fast}\n`;

  async function openWithServiceEnv({ valueAt, isRecorded }: (typeof cases)[number], life?: typeof unpullable) {
    const world = await openWorld({ ...(life && { life }), endpoint: { envs: [{ key: 'MODE', value: 'fast' }] } });
    const made = { with: { image: 'ghcr.io/acme/llama:0' }, spec: specs };
    if (isRecorded) expectEnding(await world.run(made), { reason: '', image: 'ghcr.io/acme/llama:0' });
    world.emulator.clock.advance(600 * second);
    let count = 0;
    const run = () => world.emulator.setSwitches({ addedEnvs: { SVC_DEPLOY: valueAt(++count) } });
    world.addFault({ operation: 'update', kind: 'hook', when: 'before', times: 'always', run });
    return world;
  }

  test.for(cases)('$what, after a deploy by $from: each deploy is green', async (given) => {
    await using world = await openWithServiceEnv(given);
    expectEnding(await world.run({ spec: specs }), { reason: '' });
    const third = { image: 'ghcr.io/acme/llama:3' };
    expectEnding(await world.run({ spec: specs, with: third }), { reason: '', ...third, atMostSeconds: 90 });
  });

  test.for(cases)('$what, after a deploy by $from: what fails is restored', async (given) => {
    await using world = await openWithServiceEnv(given, unpullable);
    const image = given.isRecorded ? 'ghcr.io/acme/llama:0' : oldImage;
    expectEnding(await world.run({ spec: specs }), { reason: 'image-pull', isRestored: true, image, serving: [image] });
  });

  test('one that someone adds meanwhile outlasts the restore', async () => {
    await using world = await openWorld({ life: unpullable, endpoint: { envs: [{ key: 'MODE', value: 'fast' }] } });
    const run = () => {
      const [{ id = '', envs = [] } = {}] = world.emulator.endpoints();
      world.emulator.change(id, { envs: [...envs, { key: 'DEBUG', value: '1' }] });
    };
    world.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
    const ended = await world.run({ spec: specs });
    expectEnding(ended, { reason: 'image-pull', isRestored: true });
    const keys = ended.endpoints[0]?.envs.map(({ key }) => key).toSorted();
    expect(keys, ended.log).toEqual(['DEBUG', 'GPU_ENDPOINT_DEPLOYMENT', 'MODE']);
  });
});

test('an endpoint that is deleted 30 s after the update: nothing of the last reading is shown as the present', async () => {
  await using world = await openWorld({ life: slow(5) });
  const run = () => world.emulator.addChange({ kind: 'delete', afterMs: 30 * second });
  world.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
  const ended = await world.run();
  expectEnding(ended, { reason: ['not-found', 'conflict'], image: null, atMostSeconds: 120, endpoints: [] });
  const { url, image = '', state = '' } = ended.outputs;
  expect({ url, image, state }, ended.log).toEqual({ url: '', image: '', state: '' });
  expect(ended.summary).not.toMatch(/\| (State|URL) \|.*(serving|http)/);
});

describe('an endpoint that cannot be read', () => {
  testWorlds({
    'from a minute after the update on: red after three minutes, and its state is "last seen"': {
      world: { life: slow(15) },
      first: (world) => {
        const away = { operation: 'any', kind: 'status', status: 503, times: 'always' } as const;
        const run = () => world.nowSeconds() >= 60 && world.addFault(away);
        world.addFault({ operation: 'get', kind: 'hook', when: 'before', times: 'always', run: () => void run() });
      },
      run: { with: { 'on-failure': 'keep' } },
      right: {
        ...{ reason: 'unavailable', atLeastSeconds: 60 + 150, atMostSeconds: 60 + 30 + 240 },
        summary: [/last seen \d+ m( \d+ s)? ago/],
      },
    },
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
    const members = Object.keys(worker_config).toSorted();
    expect([bodies.length, rest, members], ended.log).toEqual([1, {}, ['max_replicas', 'min_cuda_version']]);
  });
});

describe('a restore that puts back all but one member: restored but for what is named, and its workers are waited for', () => {
  test.for<[string, object, string, RegExp]>([
    ['one of two products', { products: [{ id: '1' }, { id: '2' }] }, spec, /products/],
    ['no CUDA version', {}, spec.replace('maxNum: 3', 'maxNum: 3, cudaVersion: "12.8"'), /cudaVersion/],
  ])('%s', async ([, endpoint, change, member]) => {
    const seeded = { products: [{ id: 'SL-serverless-3' }], ...endpoint };
    await using world = await openWorld({ endpoint: seeded, life: unpullable });
    const ended = await world.run({ spec: change });
    const logsNot = [/left with the new configuration/];
    expectEnding(ended, { reason: 'image-pull', isRestored: true, says: [member], logsNot, serving: [oldImage] });
    const [{ workers = [], revision = 0 } = {}] = ended.endpoints;
    expect(
      workers.filter((worker) => worker.healthy).map((worker) => worker.revision),
      ended.log,
    ).toEqual([revision]);
  });
});

test('the image of an update that failed, where the service keeps it: not restored', async () => {
  await using world = await openWorld({ life: unpullable });
  const run = () => world.emulator.setSwitches({ ignoredMembers: ['image.image'] });
  world.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
  const ended = await world.run({ spec: spec.replace('maxNum: 3', 'maxNum: 4') });
  expectEnding(ended, { reason: 'image-pull', says: [/RESTORE FAILED/] });
});

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

test.for<[string, string]>([
  ['the spec has envs', `${spec}envs: {MODE: fast}\n`],
  ['the spec has none', spec],
])('an env that was added by hand stays, and the plan and `status` tell of it: %s', async ([, text]) => {
  await using world = await openWorld();
  await world.run({ spec: text });
  const [{ envs = [] } = {}] = world.emulator.endpoints();
  world.emulator.addChange({ kind: 'change', part: { envs: [...envs, { key: 'DEBUG', value: '1' }] } });
  const kept = 'kept: envs.DEBUG (no deploy has written it)';
  const plan = await world.run({ spec: text, with: { command: 'plan' } });
  expect([plan.log, plan.summary]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining('kept: envs.DEBUG'),
  ]);
  const status = await world.run({ spec: text, with: { command: 'status', image: '' } });
  expect([status.log, status.summary]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining('kept: envs.DEBUG'),
  ]);
  expect(JSON.parse(status.outputs.endpoints ?? '')).toMatchObject([
    { status: { drift: expect.arrayContaining(['envs.DEBUG']) } },
  ]);
  const deployed = await world.run({ spec: text, with: { image: 'ghcr.io/acme/llama:3' } });
  expectEnding(deployed, { reason: '', image: 'ghcr.io/acme/llama:3', logs: [/kept: envs\.DEBUG/] });
  expect(world.emulator.endpoints()[0]?.envs).toContainEqual({ key: 'DEBUG', value: '1' });
});
