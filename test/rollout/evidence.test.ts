/** Worlds of two classes: handled ones are right, in their time; the others are never green on the old version, and nothing is undone or deleted there. */

import { describe, expect, test } from 'vitest';
import { withoutRecord } from '../../src/model/record.ts';
import type { Spec } from '../../src/model/spec.ts';
import type { RolloutOptions } from '../../src/rollout/context.ts';
import type { TestEndpoint } from '../../src/tests/run.ts';
import type { Fault, PartialConfig, ScriptedWrite, Switches } from '../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const first = 'ghcr.io/acme/llama:1';
const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const live = { name: 'llama', workerConfig: { minNum: 1, maxNum: 1 }, policy: { type: 'concurrency', value: 8 } };
const seconds = (scene: Scene) => Math.round(scene.elapsedMs() / 1000);
const imageOf = ({ emulator }: Scene) => emulator.endpoints()[0]?.image.image;
/** Whether a worker of that image is healthy. */
const serves = ({ emulator }: Scene, image = second.image.image) =>
  emulator.endpoints()[0]?.workers.some((worker) => worker.healthy && worker.image === image) ?? false;
const passing: TestEndpoint = async () => ({ kind: 'passed', results: [] });
const failing: TestEndpoint = async () => ({
  kind: 'failed',
  results: [],
  message: 'GET / answered 500',
  canHeal: false,
});

interface World {
  title: string;
  /** Of the new image. */
  life?: ScriptedWrite;
  switches?: Partial<Switches>;
  faults?: readonly Fault[];
  options?: Partial<RolloutOptions> & { test?: TestEndpoint };
  wanted?: Spec;
  /** What was deployed before; default: a seeded endpoint that serves `first`. */
  before?: (scene: Scene) => Promise<unknown> | unknown;
}

async function deployIn(
  { life, switches = {}, faults = [], options = {}, wanted = second, before }: World,
  scene?: Scene,
) {
  const opened = scene ?? (await openScene({ switches }));
  if (before) await before(opened);
  else opened.emulator.seed(live);
  if (life) opened.emulator.addScript({ ...life, image: wanted.image?.image ?? first });
  for (const fault of faults) opened.addFault(fault);
  const startedMs = opened.elapsedMs();
  const outcome = await opened.deploy(wanted, options);
  return { scene: opened, outcome, seconds: Math.round((opened.elapsedMs() - startedMs) / 1000) };
}

const get = { operation: 'get', after: 3 } as const;

describe('handled: green, on the new version', () => {
  const worlds: readonly (World & { most: number })[] = [
    { title: 'an ordinary update', most: 49 },
    { title: 'a new endpoint', before: () => {}, most: 49 },
    {
      title: 'two calls',
      wanted: { ...second, clusterID: 'c', rootfsSize: 50 },
      switches: { keepStartingWorkers: true },
      most: 90,
    },
    { title: 'readings that are late', switches: { getLagMs: 20_000 }, most: 75 },
    { title: 'readings that show by turns what was before', switches: { eventualConsistencyReads: 5 }, most: 90 },
    {
      title: 'workers without an id while they are on their way',
      switches: { startingWorkerIds: 'missing' },
      most: 49,
    },
    {
      title: 'a GPU that is free after eight minutes',
      life: { outcome: 'no-capacity', recoversAfterMs: 480_000 },
      most: 545,
    },
    {
      title: 'a back-off of 90 s',
      life: { outcome: 'image-backoff', message: 'i/o timeout', recoversAfterMs: 90_000 },
      most: 130,
    },
    {
      title: 'an endpoint that is failed for 15 s',
      life: { outcome: 'endpoint-failed', recoversAfterMs: 15_000 },
      most: 90,
    },
    { title: 'one redirect', faults: [{ ...get, kind: 'status', status: 302, headers: { location: '/x' } }], most: 60 },
    { title: 'one null', faults: [{ ...get, kind: 'wrong-type', body: null }], most: 60 },
    {
      title: 'twelve seconds of a proxy’s 403',
      faults: [{ ...get, kind: 'status', status: 403, html: true, forMs: 12_000 }],
      most: 70,
    },
    {
      title: 'one NOT_FOUND',
      faults: [{ ...get, kind: 'status', status: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }],
      most: 60,
    },
    { title: 'a lost answer of the update', faults: [{ operation: 'update', kind: 'lost-answer' }], most: 60 },
    {
      title: 'odd words',
      switches: { endpointWords: { serving: 'active' }, workerWords: { running: 'online' } },
      most: 49,
    },
    { title: 'no word of the endpoint', switches: { stateForm: 'null' }, most: 49 },
    { title: 'no word of the workers either', switches: { stateForm: 'null', workerStateForm: 'null' }, most: 49 },
    { title: 'fields that no reading shows', switches: { answersLeaveOut: ['clusterID', 'rootfsSize'] }, most: 49 },
    {
      title: 'a version before that crashes on',
      before: async (scene) => {
        scene.emulator.addScript({ outcome: 'crash-loop', healthyForMs: 20_000, image: first });
        await scene.deploy(spec, { wait: 'none' });
        scene.emulator.clock.advance(60_000);
      },
      life: { outcome: 'healthy', appearAfterMs: 100_000 },
      most: 160,
    },
    {
      title: 'one that was started a moment ago',
      before: async (scene) => {
        scene.emulator.seed(live);
        await scene.deploy({ ...spec, image: { image: 'ghcr.io/acme/llama:0' } }, { wait: 'none' });
        scene.emulator.clock.advance(10_000);
      },
      switches: { keepStartingWorkers: true },
      most: 75,
    },
    { title: 'a test that passes', options: { test: passing }, most: 45 },
  ];
  test.for(worlds)('$title', async (world) => {
    const { scene, outcome, seconds: took } = await deployIn(world);
    await using _ = scene;
    expect(outcome.failure).toBeUndefined();
    expect([outcome.evidence, serves(scene), imageOf(scene)]).toEqual(['new-workers', true, second.image.image]);
    expect(took).toBeLessThanOrEqual(world.most);
  });
});

describe('handled: workers that are kept', () => {
  const switches = { rolloutOn: 'container-change' } as const;
  const worlds: readonly (World & { most: number })[] = [
    { title: 'a change of scaling', wanted: { ...spec, workerConfig: { minNum: 1, maxNum: 5 } }, most: 3 },
    {
      title: 'with `wait: rollout`',
      wanted: { ...spec, workerConfig: { minNum: 1, maxNum: 5 } },
      options: { wait: 'rollout' },
      most: 3,
    },
    {
      title: 'with a test',
      wanted: { ...spec, workerConfig: { minNum: 1, maxNum: 5 } },
      options: { test: passing },
      most: 20,
    },
  ];
  test.for(worlds)('$title', async (world) => {
    const { scene, outcome, seconds: took } = await deployIn({ ...world, switches });
    await using _ = scene;
    expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: undefined });
    expect([outcome.evidence, took <= world.most]).toEqual(['kept-workers', true]);
    // Its record restarts nothing.
    expect(scene.emulator.endpoints()[0]?.revision).toBe(1);
  });
});

describe('handled: red, with the cause', () => {
  const restored = (failure: string) => ({ operation: 'restored', changed: true, failure });
  const updated = (failure: string) => ({ operation: 'updated', changed: true, failure });
  const worlds: readonly (World & { ends: object; most: number })[] = [
    {
      title: 'one that is healthy for a second each time',
      life: { outcome: 'crash-loop', healthyForMs: 1000 },
      ends: restored('crashed'),
      most: 350,
    },
    {
      title: 'late workers that crash',
      life: { outcome: 'crash-loop', appearAfterMs: 60_000 },
      ends: restored('crashed'),
      most: 400,
    },
    { title: 'a failed endpoint', life: { outcome: 'endpoint-failed' }, ends: restored('endpoint-failed'), most: 150 },
    {
      title: 'readings that hang',
      faults: [{ ...get, kind: 'hang', times: 'always' }],
      options: { waitTimeoutSeconds: 60 },
      ends: updated('timeout'),
      most: 61,
    },
  ];
  test.for(worlds)('$title', async (world) => {
    const { scene, outcome, seconds: took } = await deployIn(world);
    await using _ = scene;
    expect(summaryOf(outcome)).toMatchObject(world.ends);
    expect(imageOf(scene)).toBe(outcome.operation === 'restored' ? first : second.image.image);
    expect(took).toBeLessThanOrEqual(world.most);
  });
});

describe('handled: somebody else’s change is red, named and left alone', () => {
  const theirs = { image: { image: 'theirs:3', authId: '', command: '' } };
  const hook = (operation: Fault['operation'], when: 'before' | 'after', after: number) => ({ operation, when, after });
  test.for<[string, PartialConfig, ReturnType<typeof hook>, Partial<RolloutOptions & { test: TestEndpoint }>]>([
    ['an image during the wait', theirs, hook('get', 'before', 4), {}],
    ['an env', { envs: [{ key: 'THEIRS', value: 'secret-of-theirs' }] }, hook('get', 'before', 4), {}],
    ['a number', { workerConfig: { minNum: 2 } }, hook('get', 'before', 4), {}],
    ['an image before the read-back', theirs, hook('update', 'after', 0), {}],
    ['an image while it is tested', theirs, hook('get', 'before', 7), { test: failing }],
  ])('%s', async ([, part, place, options]) => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const run = () => scene.emulator.change(id, part);
    scene.emulator.addFault({ ...place, kind: 'hook', run } as Fault);
    const { failure } = await scene.deploy(second, options);
    expect(failure?.code).toBe('conflict');
    expect(failure?.message).not.toContain('secret-of-theirs');
    expect(scene.emulator.endpoints()[0]).toMatchObject(part);
    expect(scene.emulator.requests.filter(({ operation }) => operation === 'update').length).toBe(1);
  });

  test.for<[string, PartialConfig]>([
    ['the image', theirs],
    ['an env', { envs: [{ key: 'A', value: 'theirs' }] }],
    ['the name', { name: 'theirs' }],
  ])('of %s, on an endpoint that is just created', async ([, part]) => {
    await using scene = await openScene();
    const run = () => scene.emulator.change(scene.emulator.endpoints()[0]?.id ?? '', part);
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const outcome = await scene.deploy({ ...spec, envs: [{ key: 'A', value: 'ours' }] });
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'conflict' });
    expect(scene.emulator.endpoints()[0]).toMatchObject(part);
  });

  test('on the old endpoint of a replacement: the new one gives way', async () => {
    await using scene = await openScene();
    const old = scene.emulator.seed({ ...live, appName: 'old' });
    const run = () => scene.emulator.change(old, { image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
    expect((await scene.deploy({ ...spec, appName: 'new' })).failure?.code).toBe('conflict');
    expect(scene.emulator.endpoints()).toMatchObject([{ id: old, image: { image: 'theirs:3' } }]);
  });

  test('an appName that is taken: another run’s endpoint is never deleted', async () => {
    await using scene = await openScene();
    const old = scene.emulator.seed({ ...live, appName: 'old' });
    const run = () => void scene.emulator.seed({ ...live, appName: 'new', image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
    expect(summaryOf(await scene.deploy({ ...spec, appName: 'new' }))).toMatchObject({
      changed: false,
      failure: 'conflict',
    });
    expect(scene.emulator.endpoints()).toMatchObject([{ id: old }, { image: { image: 'theirs:3' } }]);
  });

  test('an endpoint that is deleted meanwhile is not made again', async () => {
    for (const after of [0, 2, 4]) {
      await using scene = await openScene();
      const id = scene.emulator.seed(live);
      const run = () => scene.emulator.remove(id);
      scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after, run });
      expect((await scene.deploy(second)).failure?.code).toBe('not-found');
      expect(scene.emulator.endpoints()).toEqual([]);
    }
  });
});

describe('the second class: never green on the old version, nothing undone, one plain sentence', () => {
  test.for<[string, Partial<Switches>, Spec]>([
    ['v2 that resets what is left out', { v2Omitted: 'reset' }, { ...second, rootfsSize: 50 }],
    ['a service that ignores the image', { ignoredMembers: ['image.image'] }, second],
  ])('%s is red, and deletes nothing', async ([, switches, wanted]) => {
    const { scene, outcome } = await deployIn({ title: '', switches, wanted });
    await using _ = scene;
    expect(outcome.failure).toBeDefined();
    expect([
      scene.emulator.endpoints().length,
      scene.emulator.requests.some(({ operation }) => operation === 'delete'),
    ]).toEqual([1, false]);
  });

  test('two first deploys at once: one endpoint is proved, or both are named', async () => {
    await using scene = await openScene();
    const run = () => void scene.emulator.seed({ ...live, image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
    const outcome = await scene.deploy(spec);
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'name-ambiguous' });
    for (const { id } of scene.emulator.endpoints()) expect(outcome.failure?.message).toContain(id);
    expect(scene.emulator.endpoints().length).toBe(2);
  });
});

describe('what a reading leaves out', () => {
  const bare = {
    image: null,
    workerConfig: null,
    policy: null,
    ports: null,
    envs: null,
    volumeMounts: null,
    workers: null,
    products: null,
  };
  const oddly = ({ emulator }: Scene, from: number, times: number) => {
    const show = (after: number, answersReplace: Switches['answersReplace']) =>
      emulator.addFault({
        operation: 'get',
        kind: 'hook',
        when: 'before',
        after,
        run: () => emulator.setSwitches({ answersReplace }),
      });
    show(from, bare);
    show(from + times, {});
  };

  test.for([0, 1, 4])('is not taken for what was asked for (reading %i)', async (from) => {
    for (const isNew of [true, false]) {
      await using scene = await openScene({ scripts: [{ image: second.image.image, outcome: 'crash-loop' }] });
      if (!isNew) scene.emulator.seed(live);
      oddly(scene, from, 2);
      expect((await scene.deploy(second)).failure?.code).toBe('crashed');
    }
  });

  test('for good is red, and undoes nothing', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    oddly(scene, 0, 10_000);
    const { failure, operation, unconfirmed } = await scene.deploy(second);
    expect([failure?.code, operation, unconfirmed]).toEqual(['unreadable', undefined, 'update-v1']);
    expect(failure?.message).toContain('does not contain image.image');
    expect(imageOf(scene)).toBe(second.image.image);
  });

  test('is not taken for the previous configuration when that is restored', async () => {
    await using scene = await openScene({ scripts: [{ image: second.image.image, outcome: 'crash-loop' }] });
    scene.emulator.seed(live);
    scene.ports.onEvent = (event) => {
      if (event.kind === 'failed') scene.emulator.setSwitches({ answersReplace: bare });
      if (event.kind === 'phase' && event.phase === 'restore') oddly(scene, 0, 3);
    };
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'crashed' });
    expect(imageOf(scene)).toBe(first);
  });
});

describe('the proof that the next run will find a new endpoint', () => {
  test.for<[string, Partial<Switches>, Fault[], string | undefined]>([
    ['waits for a list that is late, beyond `wait-timeout`', { listShowsCreatedAfterMs: 45_000 }, [], undefined],
    ['is not there after a minute', { listShowsCreatedAfterMs: 3_600_000 }, [], 'not-listed'],
    [
      'is owed where the list cannot be read',
      {},
      [{ operation: 'list', kind: 'status', status: 503, times: 'always' }],
      'unavailable',
    ],
  ])('%s', async ([, switches, faults, failure]) => {
    await using scene = await openScene({ switches });
    const plan = await scene.plan(spec);
    for (const fault of faults) scene.addFault(fault);
    const outcome = await scene.roll(plan, { wait: 'none', waitTimeoutSeconds: 10 });
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure });
    expect(seconds(scene)).toBeLessThanOrEqual(90);
  });
});

test('an env of the service is left, and said, at each deploy', async () => {
  await using scene = await openScene();
  const own = [{ key: 'LOG', value: 'info' }];
  await scene.deploy({ ...spec, envs: own });
  const addOne = () => {
    const [endpoint] = scene.emulator.endpoints();
    const envs = [
      ...(endpoint?.envs ?? []).filter(({ key }) => key !== 'SERVICE_ID'),
      { key: 'SERVICE_ID', value: '7' },
    ];
    scene.emulator.setSwitches({ answersReplace: { envs } });
  };
  scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', times: 'always', run: addOne });
  addOne();
  const plan = await scene.plan({ ...second, envs: own });
  expect(plan.othersEnvs).toEqual(['SERVICE_ID']);
  expect(summaryOf(await scene.deploy({ ...second, envs: own }))).toEqual({
    operation: 'updated',
    changed: true,
    failure: undefined,
  });
  expect(withoutRecord(scene.emulator.endpoints()[0]?.envs ?? []).map(({ key }) => key)).toContain('LOG');
});
