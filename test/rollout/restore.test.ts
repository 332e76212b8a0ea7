/** What becomes of an update that fails: the previous configuration comes back, whole, and never over somebody else's change. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { withoutRecord } from '../../src/model/record.ts';
import { defaultSwitches, type Fault, type PartialConfig, type Switches } from '../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

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
  return JSON.stringify({ ...config, envs: withoutRecord(envs) });
};

describe('a member that neither the spec nor the service tells is never sent as nothing', () => {
  const unread: Partial<Switches> = { answersLeaveOut: ['workerConfig.requestTimeout'] };
  const timeoutOf = ({ emulator }: Scene) => emulator.endpoints()[0]?.workerConfig.requestTimeout;
  const byV1 = ({ emulator }: Scene) => emulator.requests.filter(({ operation }) => operation === 'update').length;

  test('by the other call, where the first one had no effect', async () => {
    await using scene = await openScene({ switches: { ...unread, ignoredMembers: ['image.image'] } });
    seed(scene);
    const before = timeoutOf(scene);
    const wanted = {
      ...spec,
      image: { image: 'ghcr.io/acme/llama:2' },
      workerConfig: { minNum: 1, cudaVersion: '12.9' },
    };
    expect(summaryOf(await scene.deploy(wanted)).failure).toBe('not-applied');
    expect([timeoutOf(scene), byV1(scene)]).toEqual([before, 0]);
  });

  test('by a restore, which v2 makes then', async () => {
    await using scene = await openScene({ switches: unread, scripts });
    seed(scene);
    const before = configOf(scene);
    const outcome = await scene.deploy({ ...failing, workerConfig: { minNum: 2, cudaVersion: '12.9' } });
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: 'image-pull' });
    expect([configOf(scene), byV1(scene)]).toEqual([before, 0]);
  });

  test('by a restore of what only v1 could put back: that is named', async () => {
    await using scene = await openScene({ switches: unread, scripts });
    seed(scene);
    const wanted = { minNum: 2, cudaVersion: '12.9', requestTimeout: 60 };
    const plan = await scene.plan({ ...failing, clusterID: 'c', workerConfig: wanted });
    const unknown = [{ path: 'workerConfig.requestTimeout', found: 'nothing' }] as const;
    const outcome = await scene.roll({ ...plan, desired: { ...plan.desired, unread: unknown } });
    expect(outcome).toMatchObject({ operation: 'restored', unrestored: expect.arrayContaining(['clusterID']) });
    expect(byV1(scene)).toBe(1);
  });
});

describe('an update that fails is taken back', () => {
  test('whole: members of either family, envs included', async () => {
    await using scene = await openScene({ scripts });
    seed(scene);
    const before = configOf(scene);
    const wanted = {
      ...failing,
      rootfsSize: 50,
      envs: [{ key: 'NEW', value: 'x' }],
      workerConfig: { minNum: 2, maxNum: 9, cudaVersion: '12.9' },
      products: ['1'],
    };
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: 'image-pull' });
    expect(configOf(scene)).toBe(before);
    expect(outcome.endpoint?.state.state).toBe('serving');
    expect(JSON.stringify(scene.events)).not.toContain('value-of-token');
  });

  test.for<[string, Partial<Parameters<Scene['deploy']>[1]>, (scene: Scene) => void, string]>([
    ['a crash loop', {}, ({ emulator }) => emulator.addScript({ outcome: 'crash-loop' }), 'crashed'],
    [
      'the end of the wait',
      { waitTimeoutSeconds: 60 },
      ({ emulator }) => emulator.addScript({ outcome: 'never' }),
      'timeout',
    ],
    [
      'a test',
      { test: async () => ({ kind: 'failed', results: [], message: 'GET /health answered 500', canHeal: false }) },
      () => {},
      'test-failed',
    ],
    [
      'a second call that is refused',
      {},
      ({ emulator }) =>
        emulator.addFault({ operation: 'update-v2', kind: 'status', status: 400, reason: 'VALIDATOR_PARAM' }),
      'rejected',
    ],
  ])('after %s', async ([, options, arrange, code]) => {
    await using scene = await openScene();
    seed(scene);
    const before = configOf(scene);
    arrange(scene);
    const wanted = { ...spec, image: { image: 'a:2' }, ...(code === 'rejected' && { clusterID: 'c', rootfsSize: 50 }) };
    const outcome = await scene.deploy(wanted, options);
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: code });
    expect(configOf(scene)).toBe(before);
  });

  test('after a member that the service ignores by either family', async () => {
    await using scene = await openScene({ switches: { ignoredMembers: ['envs'] } });
    seed(scene);
    const before = configOf(scene);
    const outcome = await scene.deploy({
      ...spec,
      image: { image: 'a:2' },
      envs: [{ key: 'NEW', value: 'hidden-value' }],
    });
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: 'not-applied' });
    expect(outcome.failure?.message).toContain(
      'did not apply envs.NEW (its value is not shown), envs.TOKEN (its value is not shown)',
    );
    expect(outcome.failure?.message).not.toContain('hidden-value');
    expect(configOf(scene)).toBe(before);
  });
});

describe('what is left alone', () => {
  test('on-failure: keep', async () => {
    await using scene = await openScene({ scripts });
    seed(scene);
    expect(summaryOf(await scene.deploy(failing, { onFailure: 'keep' }))).toEqual({
      operation: 'updated',
      changed: true,
      failure: 'image-pull',
    });
    expect(scene.emulator.endpoints()[0]?.image.image).toBe(broken);
  });

  test('a new endpoint', async () => {
    await using scene = await openScene({ scripts });
    expect(summaryOf(await scene.deploy(failing))).toEqual({
      operation: 'created',
      changed: true,
      failure: 'image-pull',
    });
    expect(scene.emulator.endpoints().length).toBe(1);
  });

  test('an update that the service refused: nothing was written', async () => {
    await using scene = await openScene({
      faults: [{ operation: 'update', kind: 'status', status: 400, reason: 'BALANCE_NOT_ENOUGH' }],
    });
    seed(scene);
    const outcome = await scene.deploy({ ...spec, image: { image: 'a:2' } });
    expect(summaryOf(outcome)).toEqual({ operation: undefined, changed: false, failure: 'balance' });
    expect(scene.emulator.requests.filter(({ operation }) => operation === 'update').length).toBe(1);
  });

  test('an endpoint that somebody else has changed meanwhile', async () => {
    await using scene = await openScene({ scripts });
    const id = seed(scene);
    scene.emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      after: 4,
      run: () => scene.emulator.change(id, { workerConfig: { maxNum: 77 } }),
    });
    const outcome = await scene.deploy(failing);
    expect(summaryOf(outcome)).toEqual({
      operation: 'updated',
      changed: true,
      failure: 'conflict',
    });
    expect(outcome.failure?.message).toContain('someone else changed endpoint llama');
    expect(outcome.failure?.message).toContain('workerConfig.maxNum (requested 4, found 77); it is left unchanged');
    expect(scene.emulator.endpoints()[0]).toMatchObject({ image: { image: broken }, workerConfig: { maxNum: 77 } });
  });

  test('an endpoint that somebody has deleted meanwhile', async () => {
    await using scene = await openScene({ scripts });
    const id = seed(scene);
    scene.emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      after: 4,
      run: () => scene.emulator.remove(id),
    });
    const outcome = await scene.deploy(failing);
    expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: 'not-found' });
    expect(scene.emulator.endpoints()).toEqual([]);
  });

  test('a cancelled run', async () => {
    await using scene = await openScene({ scripts });
    seed(scene);
    const run = () => scene.cancel(new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGINT' }));
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
    expect(summaryOf(await scene.deploy(failing))).toEqual({
      operation: 'updated',
      changed: true,
      failure: 'cancelled',
    });
    expect(scene.emulator.requests.filter(({ operation }) => operation.startsWith('update')).length).toBe(1);
  });
});

describe('a restoration that cannot be whole', () => {
  test.for<[string, PartialConfig, Parameters<Scene['deploy']>[0], string, unknown]>([
    [
      'several products',
      { products: [{ id: '1' }, { id: '2' }] },
      { ...failing, products: ['1'] },
      'products',
      { products: [{ id: '1' }] },
    ],
    [
      'a CUDA version that was not asked for before',
      { workerConfig: { ...previous.workerConfig, cudaVersion: '' } },
      { ...failing, workerConfig: { minNum: 1, cudaVersion: '12.9' } },
      'workerConfig.cudaVersion',
      { workerConfig: { maxNum: 4, cudaVersion: '12.9' }, rootfsSize: 100 },
    ],
    [
      'a root disk beyond what v2 can ask for',
      { rootfsSize: 130 },
      { ...failing, rootfsSize: 50 },
      'rootfsSize',
      { workerConfig: { maxNum: 4, cudaVersion: '12.8' }, rootfsSize: 50 },
    ],
  ])('%s: named and left; everything else comes back, and serves', async ([, before, wanted, member, after]) => {
    await using scene = await openScene({ scripts });
    seed(scene, before);
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: 'image-pull' });
    expect(outcome.unrestored).toEqual([member]);
    expect(scene.events.at(-1)).toEqual({
      kind: 'restored',
      endpointId: outcome.endpointId,
      serves: true,
      unrestored: [member],
    });
    expect(scene.emulator.endpoints()[0]).toMatchObject({
      image: { image: 'ghcr.io/acme/llama:1' },
      ...(after as object),
    });
  });

  test('what the service never returns is named', async () => {
    await using scene = await openScene({ scripts });
    seed(scene);
    await scene.deploy({ ...failing, image: { image: broken, entrypoint: '/new' } });
    expect(scene.events.find(({ kind }) => kind === 'restoring')).toMatchObject({ unrestored: ['image.entrypoint'] });
  });

  test('a write that is refused: the first cause stays the reason', async () => {
    const faults: Fault[] = [{ operation: 'update', kind: 'status', status: 400, reason: 'OPERATION_LIMIT', after: 1 }];
    await using scene = await openScene({ scripts, faults });
    seed(scene);
    expect(summaryOf(await scene.deploy(failing))).toEqual({
      operation: 'updated',
      changed: true,
      failure: 'image-pull',
      restoreFailure: 'quota',
    });
  });

  test('an endpoint that did not serve before is not waited for', async () => {
    await using scene = await openScene({ scripts });
    scene.emulator.addScript({ image: 'ghcr.io/acme/llama:1', outcome: 'never' });
    seed(scene);
    expect(summaryOf(await scene.deploy(failing))).toEqual({
      operation: 'restored',
      changed: true,
      failure: 'image-pull',
    });
    expect(scene.events.find(({ kind }) => kind === 'restored')).toMatchObject({ serves: false });
  });
});

test.for([{ v2MembersOnV1Update: 'reset' as const }, { eventualConsistencyReads: 3 }, defaultSwitches])(
  'over the switch %o',
  async (switches) => {
    await using scene = await openScene({ scripts, switches });
    seed(scene);
    const before = configOf(scene);
    const outcome = await scene.deploy({ ...failing, rootfsSize: 50 });
    expect(summaryOf(outcome)).toEqual({ operation: 'restored', changed: true, failure: 'image-pull' });
    expect(configOf(scene)).toBe(before);
  },
);
