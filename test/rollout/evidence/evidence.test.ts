/** Worlds of two classes: handled ones are right, in their time; the others are never green on the old version, and nothing is undone or deleted there. */

import { describe, expect, test } from 'vitest';
import type { Spec } from '../../../src/model/spec.ts';
import type { RolloutOptions } from '../../../src/rollout/context.ts';
import type { TestEndpoint } from '../../../src/tests/run.ts';
import type { Fault, PartialConfig, ScriptedWrite, Switches } from '../../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from '../scene.ts';

const first = 'ghcr.io/acme/llama:1';
const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const live = { name: 'llama', workerConfig: { minNum: 1, maxNum: 1 }, policy: { type: 'concurrency', value: 8 } };
const imageOf = ({ emulator }: Scene) => emulator.endpoints()[0]?.image.image;
const passing: TestEndpoint = async () => ({ kind: 'passed', results: [] });
const wrong = { kind: 'failed', results: [], message: 'GET / answered 500', weight: 'own' } as const;

interface World {
  /** Of the new image. */
  life?: ScriptedWrite;
  switches?: Partial<Switches>;
  faults?: readonly Fault[];
  options?: Partial<RolloutOptions> & { test?: TestEndpoint };
  wanted?: Spec;
  /** What was deployed before; default: a seeded endpoint that serves `first`. */
  before?: (scene: Scene) => Promise<unknown> | unknown;
}

async function deployIn({ life, switches = {}, faults = [], options = {}, wanted = second, before }: World) {
  const scene = await openScene({ switches });
  if (before) await before(scene);
  else scene.emulator.seed(live);
  if (life) scene.emulator.addScript({ ...life, image: wanted.image?.image ?? first });
  for (const fault of faults) scene.addFault(fault);
  const startedMs = scene.elapsedMs();
  const outcome = await scene.deploy(wanted, options);
  return { scene, outcome, seconds: Math.round((scene.elapsedMs() - startedMs) / 1000) };
}

const get = { operation: 'get', after: 3 } as const;
/** An earlier deploy that is not waited for, so long ago. */
const deployed = (image: string, seconds: number) => async (scene: Scene) => {
  await scene.deploy({ ...spec, image: { image } }, { wait: 'none' });
  scene.emulator.clock.advance(seconds * 1000);
};

test.for<[string, World, number]>([
  ['an ordinary update', {}, 49],
  ['a new endpoint', { before: () => {} }, 49],
  ['a test that passes', { options: { test: passing } }, 45],
  ['two calls', { wanted: { ...second, clusterID: 'c', rootfsSize: 50 }, switches: { keepStartingWorkers: true } }, 90],
  ['readings that are late', { switches: { getLagMs: 20_000 } }, 75],
  ['readings that show by turns what was before', { switches: { eventualConsistencyReads: 5 } }, 90],
  ['workers without an id while they are on their way', { switches: { startingWorkerIds: 'missing' } }, 49],
  ['fields that no reading shows', { switches: { answersLeaveOut: ['clusterID', 'rootfsSize'] } }, 49],
  ['no word of the endpoint', { switches: { stateForm: 'null' } }, 49],
  ['no word of the workers either', { switches: { stateForm: 'null', workerStateForm: 'null' } }, 49],
  ['odd words', { switches: { endpointWords: { serving: 'active' }, workerWords: { running: 'online' } } }, 49],
  ['garbage for a while', { faults: [{ ...get, kind: 'garbage', times: 10 }] }, 130],
  [
    'twelve seconds of a proxy’s 403',
    { faults: [{ ...get, kind: 'status', status: 403, html: true, forMs: 12_000 }] },
    70,
  ],
  [
    'a version before that crashes on',
    {
      before: async (scene) => {
        scene.emulator.addScript({ outcome: 'crash-loop', healthyForMs: 20_000, image: first });
        await deployed(first, 60)(scene);
      },
      life: { outcome: 'healthy', appearAfterMs: 100_000 },
    },
    160,
  ],
  [
    'one that was started a moment ago',
    {
      before: async (scene) => {
        scene.emulator.seed(live);
        await deployed('ghcr.io/acme/llama:0', 10)(scene);
      },
      switches: { keepStartingWorkers: true },
    },
    75,
  ],
])('green, on the new version: %s', async ([, world, most]) => {
  const { scene, outcome, seconds } = await deployIn(world);
  await using _ = scene;
  const workers = scene.emulator.endpoints()[0]?.workers ?? [];
  const serves = workers.some(({ healthy, image }) => healthy && image === second.image.image);
  expect([outcome.failure, outcome.left, serves]).toEqual([
    undefined,
    { kind: 'serving', proof: expect.stringMatching(/new-workers|tests/) },
    true,
  ]);
  expect(seconds).toBeLessThanOrEqual(most);
});

test.for<[string, World['options'], number]>([
  ['alone', {}, 3],
  ['with `wait: rollout`', { wait: 'rollout' }, 3],
  ['with a test', { test: passing }, 20],
])('green, with the workers that are kept: a change of scaling %s', async ([, options = {}, most]) => {
  const wanted = { ...spec, workerConfig: { minNum: 1, maxNum: 5 } };
  const { scene, outcome, seconds } = await deployIn({ options, wanted, switches: { rolloutOn: 'container-change' } });
  await using _ = scene;
  expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: undefined });
  // Its record restarts nothing.
  const [endpoint] = scene.emulator.endpoints();
  expect([outcome.left.kind, seconds <= most, endpoint?.revision]).toEqual(['serving', true, 1]);
});

const failing = (code: string, life: ScriptedWrite, most: number, message = /./): [string, World, number, RegExp] => [
  code,
  { life },
  most,
  message,
];
test.for<[string, World, number, RegExp]>([
  failing('image-pull', { outcome: 'image-pull' }, 100, /worker \w+ cannot pull the image: ".*manifest unknown"/),
  failing('crashed', { outcome: 'crash-loop' }, 290, /worker \w+ crashed \d+ times: "CONTAINER_EXITED: .* code 1"/),
  failing('crashed', { outcome: 'crash-loop', healthyForMs: 1000 }, 350),
  failing('crashed', { outcome: 'crash-loop', appearAfterMs: 60_000 }, 400),
  failing('unhealthy', { outcome: 'unhealthy' }, 1300, /its health check \/health has failed for 19 m/),
  failing('no-capacity', { outcome: 'no-capacity' }, 1300, /finds no free GPU: ".*insufficient resources"/),
  failing(
    'endpoint-failed',
    { outcome: 'endpoint-failed', message: 'node lost' },
    150,
    /the endpoint is failed: "ENDPOINT_FAILED: node lost"/,
  ),
  ['crashed', { wanted: { ...second, healthy: { path: '' } }, life: { outcome: 'crash-loop' } }, 300, /./],
  [
    'timeout',
    { faults: [{ ...get, kind: 'hang', times: 'always' }], options: { waitTimeoutSeconds: 60 } },
    61,
    /could not be read/,
  ],
])('red, with the cause: %s, %j', async ([code, world, most, message]) => {
  const { scene, outcome, seconds } = await deployIn(world);
  await using _ = scene;
  const operation = code === 'timeout' ? 'updated' : 'restored';
  expect(summaryOf(outcome)).toMatchObject({ operation, changed: true, failure: code });
  expect(outcome.failure?.message).toMatch(message);
  expect(outcome.failure).toMatchObject({ log: { text: expect.stringContaining('/logs/') } });
  expect(imageOf(scene)).toBe(operation === 'restored' ? first : second.image.image);
  expect(seconds).toBeLessThanOrEqual(most);
});

describe('somebody else’s change is red, named and left alone', () => {
  const theirs = { image: { image: 'theirs:3', authId: '', command: '' } };
  const hook = (operation: Fault['operation'], when: 'before' | 'after', after: number) => ({ operation, when, after });
  test.for<[string, PartialConfig, ReturnType<typeof hook>, { test?: TestEndpoint }?]>([
    ['an image during the wait', theirs, hook('get', 'before', 4)],
    ['an env', { envs: [{ key: 'THEIRS', value: 'secret-of-theirs' }] }, hook('get', 'before', 4)],
    ['a number', { workerConfig: { minNum: 2 } }, hook('get', 'before', 4)],
    ['an image before the read-back', theirs, hook('update', 'after', 0)],
    ['an image while it is tested', theirs, hook('get', 'before', 7), { test: async () => wrong }],
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

  test('an appName that is taken: another run’s endpoint is never deleted', async () => {
    await using scene = await openScene();
    const run = () => void scene.emulator.seed({ ...live, appName: 'new', image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
    const ended = summaryOf(await scene.deploy({ ...spec, appName: 'new' }));
    expect(ended).toMatchObject({ changed: false, failure: 'conflict' });
    expect(scene.emulator.endpoints()).toMatchObject([{ image: { image: 'theirs:3' } }]);
  });

  test.for([0, 2, 4])('an endpoint that is deleted meanwhile is not made again: before reading %i', async (after) => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const run = () => scene.emulator.remove(id);
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after, run });
    expect((await scene.deploy(second)).failure?.code).toBe('not-found');
    expect(scene.emulator.endpoints()).toEqual([]);
  });
});

test.for<[string, Partial<Switches>, Spec]>([
  ['v2 that resets what is left out', { v2Omitted: 'reset' }, { ...second, rootfsSize: 50 }],
  ['a service that ignores the image', { ignoredMembers: ['image.image'] }, second],
])('the second class: %s is red, and deletes nothing', async ([, switches, wanted]) => {
  const { scene, outcome } = await deployIn({ switches, wanted });
  await using _ = scene;
  expect(outcome.failure).toBeDefined();
  expect(scene.emulator.endpoints()).toHaveLength(1);
  expect(scene.emulator.requests.some(({ operation }) => operation === 'delete')).toBe(false);
});

describe('what a reading leaves out', () => {
  const members = ['image', 'workerConfig', 'policy', 'ports', 'envs', 'volumeMounts', 'workers', 'products'];
  const bare = Object.fromEntries(members.map((member) => [member, null]));
  const oddly = ({ emulator }: Scene, from: number, times: number) => {
    const show = (after: number, answersReplace: Switches['answersReplace']) => {
      const run = () => emulator.setSwitches({ answersReplace });
      emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after, run });
    };
    show(from, bare);
    show(from + times, {});
  };
  const crashing = { scripts: [{ image: second.image.image, outcome: 'crash-loop' }] } as const;

  test.for([0, 1, 4].flatMap((from) => [true, false].map((isNew) => ({ from, isNew }))))(
    'is not taken for what was asked for: %o',
    async ({ from, isNew }) => {
      await using scene = await openScene(crashing);
      if (!isNew) scene.emulator.seed(live);
      oddly(scene, from, 2);
      expect((await scene.deploy(second)).failure?.code).toBe('crashed');
    },
  );

  test('for good is red, and undoes nothing', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    oddly(scene, 0, 10_000);
    const { failure, operation, left } = await scene.deploy(second);
    expect([failure?.code, operation, left]).toEqual([
      'unreadable',
      undefined,
      { kind: 'in-doubt', call: 'update-v1' },
    ]);
    expect(failure?.message).toContain('does not contain image.image');
    expect(imageOf(scene)).toBe(second.image.image);
  });

  test('is not taken for the previous configuration when that is restored', async () => {
    await using scene = await openScene(crashing);
    scene.emulator.seed(live);
    scene.ports.onEvent = (event) => {
      if (event.kind === 'failed') scene.emulator.setSwitches({ answersReplace: bare });
      if (event.kind === 'failed') oddly(scene, 0, 3);
    };
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'crashed' });
    expect(imageOf(scene)).toBe(first);
  });
});
