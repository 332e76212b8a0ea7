/** What becomes of an update that fails: the previous configuration comes back, whole, and never over somebody else's change. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../../src/errors.ts';
import { withoutRecord } from '../../../src/model/record.ts';
import type { PartialConfig, ScriptedWrite, Switches } from '../../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from '../scene.ts';

const broken = 'ghcr.io/acme/llama:broken';
const scripts = [{ image: broken, outcome: 'image-pull' }] as const;
const failing = { ...spec, image: { image: broken } };
const previous: PartialConfig = {
  workerConfig: { minNum: 1, maxNum: 4, freeTimeout: 120, cudaVersion: '12.8' },
  envs: [{ key: 'TOKEN', value: 'value-of-token' }],
  image: { image: 'ghcr.io/acme/llama:1', authId: 'cred', command: 'serve' },
  policy: { type: 'queue', value: 7 },
};
const seed = ({ emulator }: Scene, more: PartialConfig = {}) => emulator.seed({ name: 'llama', ...previous, ...more });
const configOf = ({ emulator }: Scene) => {
  const [{ state: _, workers: __, revision: ___, envs = [], ...config } = {}] = emulator.endpoints();
  return { ...config, envs: withoutRecord(envs) };
};
const byV1 = ({ emulator }: Scene) => emulator.requests.filter(({ operation }) => operation === 'update').length;
const restored = (failure: string) => ({ operation: 'restored', changed: true, failure });

describe('an update that fails is taken back, whole, after', () => {
  const every = {
    ...failing,
    rootfsSize: 50,
    envs: [{ key: 'NEW', value: 'x' }],
    workerConfig: { minNum: 2, maxNum: 9, cudaVersion: '12.9' },
    products: ['1'],
  };
  const second = { ...spec, image: { image: 'a:2' } };
  const results = { results: [], message: 'GET /health answered 500', weight: 'own' as const };
  interface Failing {
    wanted?: Parameters<Scene['deploy']>[0];
    given?: Parameters<Scene['deploy']>[1];
    life?: ScriptedWrite;
    switches?: Partial<Switches>;
    /** The reason for which the call by v2 is refused. */
    refusal?: string;
  }
  test.for<[string, string, Failing]>([
    ['an image that cannot be pulled, of every field', 'image-pull', { wanted: every }],
    ['a v1 update that takes away what v2 has set', 'image-pull', { switches: { v2MembersOnV1Update: 'reset' } }],
    ['one that is shown late', 'image-pull', { switches: { eventualConsistencyReads: 3 } }],
    ['a crash loop', 'crashed', { life: { outcome: 'crash-loop', image: broken } }],
    ['the end of a wait', 'timeout', { life: { outcome: 'never', image: broken }, given: { waitTimeoutSeconds: 60 } }],
    ['a test', 'test-failed', { wanted: second, given: { test: async () => ({ kind: 'failed', ...results }) } }],
    [
      'a refused second call',
      'rejected',
      { wanted: { ...second, clusterID: 'c', rootfsSize: 50 }, refusal: 'VALIDATOR_PARAM' },
    ],
    [
      'a field that only v2 could set, and by v2 alone where v1 would need what is not shown',
      'image-pull',
      {
        wanted: { ...failing, workerConfig: { minNum: 2, cudaVersion: '12.9' } },
        switches: { answersLeaveOut: ['workerConfig.requestTimeout'] },
      },
    ],
  ])('%s', async ([, code, { wanted = { ...failing, rootfsSize: 50 }, given, life, switches = {}, refusal }]) => {
    await using scene = await openScene({ scripts: life ? [life] : scripts, switches });
    seed(scene);
    const before = configOf(scene);
    if (refusal) scene.emulator.addFault({ operation: 'update-v2', kind: 'status', status: 400, reason: refusal });
    const outcome = await scene.deploy(wanted, given);
    expect(summaryOf(outcome)).toEqual(restored(code));
    expect(configOf(scene)).toEqual(before);
    expect(outcome.endpoint?.state.state).toBe('serving');
    expect(JSON.stringify(scene.events)).not.toContain('value-of-token');
    if (switches.answersLeaveOut) expect(byV1(scene)).toBe(0);
  });
});

describe('a restore that cannot be whole', () => {
  test.for<[string, PartialConfig, object, string, object]>([
    [
      'several products',
      { products: [{ id: '1' }, { id: '2' }] },
      { products: ['1'] },
      'products',
      { products: [{ id: '1' }] },
    ],
    [
      'a CUDA version that was not asked for before',
      { workerConfig: { ...previous.workerConfig, cudaVersion: '' } },
      { workerConfig: { minNum: 1, cudaVersion: '12.9' } },
      'workerConfig.cudaVersion',
      { workerConfig: { maxNum: 4, cudaVersion: '12.9' }, rootfsSize: 100 },
    ],
    [
      'a root disk beyond what v2 can ask for',
      { rootfsSize: 130 },
      { rootfsSize: 50 },
      'rootfsSize',
      { workerConfig: { maxNum: 4, cudaVersion: '12.8' }, rootfsSize: 50 },
    ],
  ])('%s: named and left; everything else comes back, and serves', async ([, before, wanted, member, after]) => {
    await using scene = await openScene({ scripts });
    seed(scene, before);
    const outcome = await scene.deploy({ ...failing, ...wanted });
    expect([summaryOf(outcome), outcome.left]).toEqual([
      restored('image-pull'),
      { kind: 'restored', except: [member] },
    ]);
    expect(scene.emulator.endpoints()).toMatchObject([{ image: { image: 'ghcr.io/acme/llama:1' }, ...after }]);
    // By workers of this configuration, which none had before.
    const [{ workers = [], revision = 0 } = {}] = scene.emulator.endpoints();
    expect(workers.flatMap((worker) => (worker.healthy ? worker.revision : []))).toContain(revision);
  });

  test('a field that only v1 could put back beside one that nothing shows: named, and not sent as nothing', async () => {
    const answersLeaveOut = ['workerConfig.requestTimeout'];
    await using scene = await openScene({ switches: { answersLeaveOut }, scripts });
    seed(scene);
    const wanted = { minNum: 2, cudaVersion: '12.9', requestTimeout: 60 };
    const plan = await scene.plan({ ...failing, clusterID: 'c', workerConfig: wanted });
    const unknown = [{ path: 'workerConfig.requestTimeout', found: 'nothing' }] as const;
    const outcome = await scene.roll({ ...plan, desired: { ...plan.desired, unread: unknown } });
    expect(outcome).toMatchObject({ left: { kind: 'restored', except: expect.arrayContaining(['clusterID']) } });
    expect(byV1(scene)).toBe(1);
  });

  test.for(['image.image', 'workerConfig.freeTimeout'])(
    'one after which the service keeps %s is none',
    async (kept) => {
      await using scene = await openScene({ scripts });
      seed(scene);
      const run = () => scene.emulator.setSwitches({ ignoredMembers: [kept] });
      scene.emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
      const outcome = await scene.deploy({ ...failing, workerConfig: { minNum: 1, freeTimeout: 77 } });
      expect([outcome.left.kind, outcome.problem?.message]).toEqual(['not-restored', expect.stringContaining(kept)]);
    },
  );

  test('an endpoint that did not serve before is not called restored', async () => {
    await using scene = await openScene({ scripts });
    scene.emulator.addScript({ image: 'ghcr.io/acme/llama:1', outcome: 'never' });
    seed(scene);
    const end = await scene.deploy(failing);
    expect(end.left).toMatchObject({ kind: 'written-back' });
    expect(scene.events.at(-1)).toMatchObject({ kind: 'undo-failed', by: 'restoring' });
  });
});

test('a call without effect is not followed by the other family where that would need what is not shown', async () => {
  const switches: Partial<Switches> = {
    answersLeaveOut: ['workerConfig.requestTimeout'],
    ignoredMembers: ['image.image'],
  };
  await using scene = await openScene({ switches });
  seed(scene);
  const { requestTimeout } = configOf(scene).workerConfig ?? {};
  const workerConfig = { minNum: 1, cudaVersion: '12.9' };
  expect(summaryOf(await scene.deploy({ ...spec, image: { image: 'a:2' }, workerConfig })).failure).toBe('not-applied');
  expect([configOf(scene).workerConfig?.requestTimeout, byV1(scene)]).toEqual([requestTimeout, 0]);
});

test('a change of scaling leaves envs alone that no reading shows', async () => {
  await using scene = await openScene({ switches: { answersLeaveOut: ['envs'] } });
  seed(scene);
  const outcome = await scene.deploy({ name: 'llama', workerConfig: { minNum: 1, maxNum: 5 } });
  expect(summaryOf(outcome)).toMatchObject({ operation: 'updated' });
  expect(configOf(scene)).toMatchObject({ envs: previous.envs, workerConfig: { maxNum: 5 } });
});

test('a cancelled run puts back, and does not wait', async () => {
  await using scene = await openScene({ scripts });
  seed(scene);
  const run = () => scene.cancel(new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGINT' }));
  scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
  const ended = { operation: 'restored', changed: true, failure: 'cancelled' };
  expect(summaryOf(await scene.deploy(failing))).toEqual(ended);
  expect(byV1(scene)).toBe(2);
});
