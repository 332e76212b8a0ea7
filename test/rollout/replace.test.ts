/** A new appName: the new endpoint serves before the old one goes, and whatever happens one right endpoint is left or both are named. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { findForDeploy } from '../../src/rollout/lookup.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const wanted = { ...spec, appName: 'llama-new', rootfsSize: 50 };
const seed = ({ emulator }: Scene) =>
  emulator.seed({
    name: 'llama',
    appName: 'llama-old',
    workerConfig: { minNum: 1, maxNum: 4 },
    envs: [{ key: 'A', value: 'b' }],
  });
const apps = ({ emulator }: Scene) => emulator.endpoints().map(({ appName }) => appName);
const operations = ({ emulator }: Scene) => emulator.requests.map(({ operation }) => operation);

describe('a replacement', () => {
  test('creates, proves, and only then deletes; what the spec does not mention comes along', async () => {
    await using scene = await openScene();
    seed(scene);
    let servedBefore: boolean | undefined;
    scene.emulator.addFault({
      operation: 'delete',
      kind: 'hook',
      when: 'before',
      run: () => {
        servedBefore = scene.emulator.endpoints()[1]?.workers.some(({ healthy }) => healthy);
      },
    });
    const test = async () => ({ kind: 'passed', results: [] }) as const;
    const outcome = await scene.deploy(wanted, { test });
    expect(summaryOf(outcome)).toEqual({ operation: 'replaced', changed: true, failure: undefined });
    expect(servedBefore).toBe(true);
    expect(scene.emulator.endpoints()).toMatchObject([
      {
        id: outcome.endpointId,
        appName: 'llama-new',
        rootfsSize: 50,
        workerConfig: { maxNum: 4 },
        envs: [{ key: 'A', value: 'b' }, { key: 'GPU_ENDPOINT_DEPLOYMENT' }],
      },
    ]);
    const order = operations(scene).filter((operation) => ['create', 'update-v2', 'delete'].includes(operation));
    expect(order).toEqual(['create', 'update-v2', 'delete']);
    const kinds = scene.events.map(({ kind }) => kind);
    expect(kinds.indexOf('tests-passed')).toBeLessThan(kinds.indexOf('deleting'));
  });

  test.for(['image-pull', 'never'] as const)(
    'that fails (%s) deletes the new one and leaves the old one as it was',
    async (how) => {
      await using scene = await openScene();
      const id = seed(scene);
      const before = JSON.stringify(scene.emulator.endpoints()[0]);
      // For both writes of the new endpoint.
      scene.emulator.addScript({ outcome: how, times: 2 });
      const outcome = await scene.deploy(wanted, { waitTimeoutSeconds: 120 });
      expect(summaryOf(outcome)).toEqual({
        operation: undefined,
        changed: true,
        failure: how === 'never' ? 'timeout' : 'image-pull',
      });
      expect({ id: outcome.endpointId, read: outcome.endpoint?.id }).toEqual({ id, read: id });
      expect(JSON.stringify(scene.emulator.endpoints()[0])).toBe(before);
      expect(apps(scene)).toEqual(['llama-old']);
    },
  );

  test('that fails where only names delete leaves both, and names the one that is billed', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    seed(scene);
    scene.emulator.addScript({ outcome: 'image-pull', times: 3 });
    const { failure, endpointId } = await scene.deploy(wanted);
    expect(failure).toMatchObject({
      code: 'image-pull',
      hint: expect.stringContaining(`endpoint-id: ${endpointId}\`, or delete it in the console`),
    });
    expect(apps(scene)).toEqual(['llama-old', 'llama-new']);
  });

  test('whose appName is taken touches nothing', async () => {
    await using scene = await openScene({ switches: { takenAppNames: ['llama-new'] } });
    seed(scene);
    expect(summaryOf(await scene.deploy(wanted))).toEqual({
      operation: undefined,
      changed: false,
      failure: 'app-name-taken',
    });
    expect(apps(scene)).toEqual(['llama-old']);
  });

  test('that is cancelled leaves both, deletes nothing, and is taken up by the next run', async () => {
    await using scene = await openScene();
    seed(scene);
    const run = () => scene.cancel(new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGINT' }));
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'cancelled' });
    expect(apps(scene)).toEqual(['llama-old', 'llama-new']);
  });
});

describe('an interrupted replacement', () => {
  const interrupted = async (scene: Scene, part: object = {}) => {
    const old = seed(scene);
    const [kept] = scene.emulator.endpoints();
    const { state: _, workers: __, revision: ___, url: ____, id: _____, ...config } = kept ?? {};
    const id = scene.emulator.seed({
      ...config,
      image: { image: 'ghcr.io/acme/llama:1' },
      appName: 'llama-new',
      ...part,
    });
    return { old, id };
  };

  test('that had come as far as v2 is proved, and the old one deleted', async () => {
    await using scene = await openScene();
    const { id, old } = await interrupted(scene, { rootfsSize: 50 });
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: 'replaced', changed: true, failure: undefined });
    expect(scene.emulator.endpoints().map((endpoint) => endpoint.id)).toEqual([id]);
    expect(scene.events).toContainEqual(
      expect.objectContaining({
        kind: 'replacement-resumed',
        successor: expect.objectContaining({ id }),
        oldEndpointId: old,
      }),
    );
    expect(operations(scene)).not.toContain('create');
  });

  test('whose new endpoint an older spec has given what no call takes back is refused, and nothing is deleted', async () => {
    await using scene = await openScene({ switches: { updateOmitted: 'keep' } });
    await interrupted(scene, { workerConfig: { minNum: 1, cudaVersion: '12.4' } });
    const { failure } = await scene.deploy(wanted);
    expect(failure?.code).toBe('conflict');
    expect(apps(scene)).toEqual(['llama-old', 'llama-new']);
  });

  test('that had not is finished first', async () => {
    await using scene = await openScene();
    const { id } = await interrupted(scene);
    await scene.deploy(wanted);
    expect(scene.emulator.endpoints()).toMatchObject([{ id, rootfsSize: 50 }]);
    expect(operations(scene).filter((operation) => ['update-v2', 'delete'].includes(operation))).toEqual([
      'update-v2',
      'delete',
    ]);
  });

  test('gets what the service never returns in any case', async () => {
    await using scene = await openScene();
    const { id } = await interrupted(scene, { rootfsSize: 50 });
    await scene.deploy({ ...wanted, image: { image: 'ghcr.io/acme/llama:1', entrypoint: '/serve' } });
    expect(scene.emulator.endpoints()).toMatchObject([{ id, image: { entrypoint: '/serve' } }]);
  });

  test('whose new endpoint fails after all keeps it, since nothing proves that this run has made it', async () => {
    await using scene = await openScene();
    const { old, id } = await interrupted(scene);
    scene.emulator.addScript({ outcome: 'crash-loop' });
    const outcome = await scene.deploy(wanted);
    expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: 'crashed' });
    expect(scene.emulator.endpoints().map((endpoint) => endpoint.id)).toEqual([old, id]);
  });
});

describe('which of two endpoints of a name is which', () => {
  const named = (id: string, appName: string, state = 'serving'): Endpoint => ({
    ...liveEndpoint,
    id,
    state: { state, error: '', message: '' },
    config: { ...liveConfig, name: 'llama', appName },
  });
  const find = (
    endpoints: Endpoint[],
    { appName = 'new', allowReplace = true }: { appName?: string | undefined; allowReplace?: boolean } = {},
  ) => {
    try {
      const { live, successor } = findForDeploy(endpoints, { name: 'llama', appName, allowReplace });
      return [live?.id, successor?.id];
    } catch (error) {
      return (error as DeployError).code;
    }
  };
  const [old, fresh] = [named('o', 'old'), named('n', 'new')];

  test.for<[string, unknown, unknown]>([
    ['none', find([]), [undefined, undefined]],
    ['one', find([old]), ['o', undefined]],
    ['the old and the new one', find([old, fresh]), ['o', 'n']],
    ['in any order', find([fresh, old]), ['o', 'n']],
    ['not without allow-replace', find([old, fresh], { allowReplace: false }), 'name-ambiguous'],
    ['not without an appName in the spec', find([old, fresh], { appName: '' }), 'name-ambiguous'],
    ['not when neither has it', find([old, named('x', 'other')]), 'name-ambiguous'],
    ['not when there are three', find([old, fresh, named('x', 'other')]), 'name-ambiguous'],
    ['one on its way out does not count', find([named('o', 'old', 'terminating'), fresh]), ['n', undefined]],
    ['nor where it is all there is', find([named('o', 'old', 'terminating')]), [undefined, undefined]],
  ])('%s', ([, found, expected]) => {
    expect(found).toEqual(expected);
  });

  test('without allow-replace the hint says what it would do', () => {
    expect(() => findForDeploy([old, fresh], { name: 'llama', appName: 'new', allowReplace: false })).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(
          /If n comes from an interrupted replacement, `replace` in `allow` continues it.*place of o, which is deleted/,
        ),
      }),
    );
  });
});
