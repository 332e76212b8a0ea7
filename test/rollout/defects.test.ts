/** A bug of ours after the first write: what was written is put back, parked or deleted all the same, what is left is in the outcome, and the bug is the failure. */

import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import type { RolloutOptions } from '../../src/rollout/context.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import type { TestEndpoint } from '../../src/tests/run.ts';
import { type Outcome, openScene, roll as rollPlan, type Scene, spec, summaryOf } from './scene.ts';

const defect = new TypeError('a defect');
const newVersion: Spec = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const options: RolloutOptions = { wait: 'ready', waitTimeoutSeconds: 600, onFailure: 'restore' };

type Operation = 'get' | 'list' | 'create' | 'updateV1' | 'updateV2' | 'delete' | 'limits';

interface Thrown {
  /** The tests of the spec throw. */
  inTest?: boolean;
  /** The nth call of the operation throws, counted from the first write on, and all that follow with `forEver`. */
  inCall?: { operation: Operation; nth?: number; forEver?: boolean };
}

const where: { what: string; thrown: Thrown }[] = [
  { what: 'the tests', thrown: { inTest: true } },
  { what: 'the first reading after the write', thrown: { inCall: { operation: 'get' } } },
  { what: 'a reading of the wait', thrown: { inCall: { operation: 'get', nth: 4 } } },
];

/** The client of a scene, one of whose calls has a bug. */
function withBug({ client }: Scene['ports'], { inCall }: Thrown): ServiceClient {
  if (!inCall) return client;
  const { operation, nth = 1, forEver = false } = inCall;
  let hasWritten = false;
  let calls = 0;
  const watched = Object.entries(client).map(([name, call]) => {
    const isWrite = ['create', 'updateV1', 'updateV2'].includes(name);
    const wrapped = async (...given: unknown[]) => {
      if (name === operation && hasWritten) {
        calls += 1;
        if (calls === nth || (forEver && calls > nth)) throw defect;
      }
      hasWritten ||= isWrite;
      return (call as (...given: unknown[]) => unknown)(...given);
    };
    return [name, wrapped];
  });
  return { ...client, ...Object.fromEntries(watched) };
}

interface Rolled {
  thrown: Thrown;
  wanted?: Spec;
  given?: Partial<RolloutOptions>;
}

async function roll(scene: Scene, { thrown, wanted = newVersion, given }: Rolled): Promise<Outcome> {
  const plan = await scene.plan(wanted);
  const broken: TestEndpoint = async () => {
    throw defect;
  };
  const ports = { ...scene.ports, client: withBug(scene.ports, thrown), test: thrown.inTest ? broken : undefined };
  return rollPlan(plan, { ...options, ...given }, ports);
}

/** The bug itself, or a failure with it as its cause. */
const isDefect = (failure: Outcome['failure']) => [failure, failure?.cause].includes(defect as never);
const internal = (operation: Outcome['operation'], changed = true) => ({ operation, changed, failure: 'internal' });
const seed = ({ emulator }: Scene) =>
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 }, appName: 'llama-old' });
const images = ({ emulator }: Scene) => emulator.endpoints().map(({ image }) => image.image);
/** IDs of the endpoints that are billed for more workers a minute from now. */
const billed = ({ emulator }: Scene) => {
  const at = (minutes: number) => emulator.workerSeconds(emulator.clock.nowMs() + minutes * 60_000);
  return Object.keys(at(2)).filter((id) => at(2)[id] !== at(1)[id]);
};

describe.each(where)('a bug in $what', ({ thrown }) => {
  test('of an update: the previous configuration is back', async () => {
    await using scene = await openScene();
    seed(scene);
    const outcome = await roll(scene, { thrown });
    expect([summaryOf(outcome), images(scene)]).toEqual([internal('restored'), ['ghcr.io/acme/llama:1']]);
    expect(isDefect(outcome.failure)).toBe(true);
  });

  test('of a creation: it is parked', async () => {
    await using scene = await openScene();
    const outcome = await roll(scene, { thrown });
    expect([summaryOf(outcome), outcome.left.kind]).toEqual([internal('created'), 'parked']);
    expect([billed(scene), scene.emulator.endpoints()]).toMatchObject([[], [{ workerConfig: { minNum: 0 } }]]);
    expect(isDefect(outcome.failure)).toBe(true);
  });

  test('of the creation of a preview: it is deleted', async () => {
    await using scene = await openScene();
    const outcome = await roll(scene, { thrown, given: { isPreview: true } });
    expect([outcome.failure?.code, outcome.left.kind, images(scene)]).toEqual(['internal', 'deleted', []]);
  });

  test.for(['update', 'creation'])('with `on-failure: keep`, of an %s: the outcome has what is left', async (which) => {
    await using scene = await openScene();
    if (which === 'update') seed(scene);
    const outcome = await roll(scene, { thrown, given: { onFailure: 'keep' } });
    const [{ id = '' } = {}] = scene.emulator.endpoints();
    expect([outcome.failure?.code, outcome.changed, outcome.endpointId]).toEqual(['internal', true, id]);
    expect([images(scene), billed(scene)]).toEqual([['ghcr.io/acme/llama:2'], [id]]);
    expect(isDefect(outcome.failure)).toBe(true);
  });
});

test('a bug in the tests of a run without a write: nothing is put back', async () => {
  await using scene = await openScene();
  seed(scene);
  const outcome = await roll(scene, { thrown: { inTest: true }, wanted: { name: 'llama' } });
  expect(summaryOf(outcome)).toEqual(internal('unchanged', false));
  expect(scene.emulator.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a bug in the second call of an update: the first one is taken back', async () => {
  await using scene = await openScene();
  seed(scene);
  const wanted = { ...newVersion, clusterID: 'as-sgp-2', workerConfig: { minNum: 1, cudaVersion: '12.8' } };
  const outcome = await roll(scene, { thrown: { inCall: { operation: 'updateV2' } }, wanted });
  expect([summaryOf(outcome), images(scene)]).toEqual([internal('restored'), ['ghcr.io/acme/llama:1']]);
});

describe('a bug in what follows the failure', () => {
  const failing: Spec = { ...spec, image: { image: 'ghcr.io/acme/llama:broken' } };
  const scripts = [{ image: 'ghcr.io/acme/llama:broken', outcome: 'image-pull' }] as const;

  test('a restore: the first cause is the failure, and the bug is why nothing was restored', async () => {
    await using scene = await openScene({ scripts });
    seed(scene);
    // The update itself is not counted.
    const outcome = await roll(scene, { thrown: { inCall: { operation: 'updateV1' } }, wanted: failing });
    expect([summaryOf(outcome), images(scene)]).toEqual([
      { operation: 'updated', changed: true, failure: 'image-pull', restoreFailure: 'internal' },
      ['ghcr.io/acme/llama:broken'],
    ]);
    expect(isDefect(outcome.problem)).toBe(true);
  });

  test.for<[string, Operation, Partial<RolloutOptions>]>([
    ['parking', 'updateV1', {}],
    ['the deletion of a preview', 'delete', { isPreview: true }],
  ])('%s: the first cause is the failure, and the outcome has what is billed', async ([, operation, given]) => {
    await using scene = await openScene({ scripts });
    const outcome = await roll(scene, { thrown: { inCall: { operation, forEver: true } }, wanted: failing, given });
    const [{ id = '' } = {}] = scene.emulator.endpoints();
    expect([summaryOf(outcome), outcome.endpointId]).toEqual([
      { operation: 'created', changed: true, failure: 'image-pull', restoreFailure: 'internal' },
      id,
    ]);
    expect([outcome.problem, billed(scene)]).toMatchObject([{ code: 'internal' }, [id]]);
  });

  test('after a bug in the tests: both are told', async () => {
    await using scene = await openScene();
    seed(scene);
    const outcome = await roll(scene, { thrown: { inTest: true, inCall: { operation: 'updateV1' } } });
    expect([summaryOf(outcome), images(scene)]).toEqual([
      { ...internal('updated'), restoreFailure: 'internal' },
      ['ghcr.io/acme/llama:2'],
    ]);
  });
});

test('a bug of a run that is cancelled meanwhile: the restore is left out, and the bug is the failure', async () => {
  await using scene = await openScene();
  seed(scene);
  const plan = await scene.plan(newVersion);
  const broken: TestEndpoint = async () => {
    scene.cancel(new Error('the run was cancelled by SIGTERM'));
    throw defect;
  };
  const outcome = await rollPlan(plan, options, { ...scene.ports, test: broken });
  expect([outcome.operation, outcome.changed, images(scene)]).toEqual(['updated', true, ['ghcr.io/acme/llama:2']]);
});
