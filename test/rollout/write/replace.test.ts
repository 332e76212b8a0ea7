/** A new appName: the new endpoint serves before the old one goes, and whatever happens one right endpoint is left or both are named. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../../src/errors.ts';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { withRecord } from '../../../src/model/record.ts';
import { makePlan } from '../../../src/plan/plan.ts';
import { rollOut } from '../../../src/rollout/rollout.ts';
import { liveConfig, liveEndpoint } from '../../plan/example.ts';
import { stateOf } from '../readings.ts';
import { openScene, type Scene, spec, summaryOf } from '../scene.ts';
import { openStub, serviceError } from '../stub.ts';

const old: Endpoint = { ...liveEndpoint, id: 'old' };
const fresh: Endpoint = { ...liveEndpoint, id: 'new', config: { ...liveConfig, appName: 'llama-new' } };
const pulling = { ...fresh, workers: [{ id: 'w2', state: stateOf('pulling'), log: '', healthy: false }] };

interface Course {
  /** What becomes of the deletion of the endpoint with that id. */
  onDelete?: (id: string, cancel: (reason: Error) => void) => unknown;
  get?: () => unknown;
  wait?: 'ready' | 'none';
}

async function replaceOver({ onDelete = () => undefined, get = () => fresh, wait = 'ready' }: Course = {}) {
  const there = new Map([[old.id, old]]);
  const plan = makePlan({
    spec: { name: 'llama', appName: 'llama-new', image: { image: 'ghcr.io/acme/llama:1' } },
    secretEnvs: new Map(),
    live: old,
  });
  const stub = openStub({
    create: () => {
      there.set(fresh.id, fresh);
      return { id: fresh.id };
    },
    get: (_, id) => (id === old.id ? old : get()),
    // `create` cannot carry the CUDA version of the live endpoint, so v2 finishes the new one.
    updateV2: () => undefined,
    list: () => [...there.values()],
    delete: (_, id) => {
      const answer = onDelete(String(id), stub.cancel);
      if (!(answer instanceof Error)) there.delete(String(id));
      return answer;
    },
  });
  const outcome = await rollOut(plan, { wait, waitTimeoutSeconds: 20, onFailure: 'restore' }, stub.ports);
  const { operation, endpointId, failure, unconfirmed } = outcome;
  const kinds = stub.events.map(({ kind }) => kind);
  return { ends: [operation, endpointId, unconfirmed, [...there.keys()].join()], failure, kinds };
}

const refused = serviceError('unauthorized', { operation: 'delete', method: 'POST', reason: 'UNAUTHORIZED' });

test('the new one is there before the old one goes, and read once more when that is gone', async () => {
  const { ends, failure, kinds } = await replaceOver();
  expect([ends, failure]).toEqual([['replaced', 'new', undefined, 'new'], undefined]);
  expect(kinds.slice(-4)).toEqual(['deleting', 'deleted', 'replaced', 'reading']);
});

test('a run that is cancelled while the old one is deleted says so, and no more', async () => {
  const cancelled = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
  const onDelete: Course['onDelete'] = (_, cancel) => {
    cancel(cancelled);
    return cancelled;
  };
  const { ends, failure } = await replaceOver({ onDelete });
  expect([ends, failure]).toEqual([['created', 'new', 'delete-v1', 'old,new'], cancelled]);
});

test.for(['ready', 'none'] as const)('an old one that stays leaves the new one as it is: wait %s', async (wait) => {
  const unavailable = serviceError('unavailable', { operation: 'delete', method: 'POST' });
  for (const refusal of [refused, unavailable, serviceError('rejected', { operation: 'delete', method: 'POST' })]) {
    const { ends, kinds } = await replaceOver({ wait, onDelete: () => refusal });
    expect([ends[0], ends[1], ends[3], kinds.at(-1)]).toEqual(['created', 'new', 'old,new', 'failed']);
  }
});

test('an old one that cannot be deleted is named, with the new one', async () => {
  const { ends, failure, kinds } = await replaceOver({ onDelete: () => refused });
  expect(failure).toMatchObject({
    code: 'unauthorized',
    message: 'the new endpoint new serves, but the old endpoint could not be deleted: the service says unauthorized',
    hint: expect.stringContaining('Delete old in the console'),
    endpointId: 'new',
  });
  expect([ends, kinds.slice(-2)]).toEqual([
    ['created', 'new', undefined, 'old,new'],
    ['not-deleted', 'failed'],
  ]);
});

test('a new one that fails is deleted, and nothing of it stays in doubt', async () => {
  const { ends, failure, kinds } = await replaceOver({ get: () => pulling });
  expect([ends, failure?.code]).toEqual([[undefined, 'old', undefined, 'old'], 'timeout']);
  expect(kinds.slice(-6)).toEqual(['reading', 'failed', 'cleaning-up', 'deleting', 'deleted', 'cleaned-up']);
});

test('a new one that fails and cannot be deleted stays, and the first cause is the failure', async () => {
  const { ends, failure } = await replaceOver({ get: () => pulling, onDelete: () => refused });
  expect(failure).toMatchObject({ code: 'timeout', endpointId: 'new' });
  expect(ends).toEqual(['created', 'new', undefined, 'old,new']);
});

test('a run that is cancelled while the new one, which has failed, is deleted parks it', async () => {
  const onDelete: Course['onDelete'] = (_, cancel) => {
    const cancelled = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
    cancel(cancelled);
    return cancelled;
  };
  const { ends, failure, kinds } = await replaceOver({ get: () => pulling, onDelete });
  expect([ends[1], ends[3], failure?.code]).toEqual(['new', 'old,new', 'timeout']);
  expect(kinds.filter((kind) => kind === 'cleaning-up')).toHaveLength(2);
});

test.for<[string, Course, string]>([
  ['the deletion of the old one: both stay', { onDelete: () => new TypeError('a defect') }, 'old,new'],
  ['the wait for the new one: it goes', { get: () => new TypeError('a defect') }, 'old'],
])('a defect in %s', async ([, course, left]) => {
  const { ends, failure } = await replaceOver(course);
  expect([ends[3], failure?.code, failure?.message]).toEqual([left, 'internal', expect.stringContaining('a defect')]);
});

const wanted = { ...spec, appName: 'llama-new', rootfsSize: 50 };
const kept = { workerConfig: { minNum: 1, maxNum: 4 }, envs: [{ key: 'A', value: 'b' }] };
const seed = ({ emulator }: Scene) => emulator.seed({ name: 'llama', appName: 'llama-old', ...kept });
/** As a replacement leaves the new endpoint of this old one when it is interrupted. */
const replacing = (id: string) => ({ ...kept, appName: 'llama-new', envs: withRecord(kept.envs, { replaces: id }) });
const writes = ({ emulator }: Scene) =>
  emulator.requests.flatMap(({ operation }) => (/create|update|delete/.test(operation) ? operation : [])).join();

test('it creates, proves, and only then deletes; what the spec does not mention comes along', async () => {
  await using scene = await openScene();
  seed(scene);
  let servedBefore: boolean | undefined;
  const run = () => {
    servedBefore = scene.emulator.endpoints()[1]?.workers.some(({ healthy }) => healthy);
  };
  scene.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'before', run });
  const outcome = await scene.deploy(wanted, { test: async () => ({ kind: 'passed', results: [] }) });
  expect(summaryOf(outcome)).toEqual({ operation: 'replaced', changed: true, failure: undefined });
  expect([servedBefore, writes(scene)]).toEqual([true, 'create,update-v2,delete']);
  expect(scene.emulator.endpoints()).toMatchObject([
    {
      ...{ id: outcome.endpointId, appName: 'llama-new', rootfsSize: 50, workerConfig: { maxNum: 4 } },
      envs: [...kept.envs, { key: 'GPU_ENDPOINT_DEPLOYMENT' }],
    },
  ]);
  const kinds = scene.events.map(({ kind }) => kind);
  expect(kinds.indexOf('tests-passed')).toBeLessThan(kinds.indexOf('deleting'));
});

test('an appName that is taken: nothing is touched', async () => {
  await using scene = await openScene({ switches: { takenAppNames: ['llama-new'] } });
  seed(scene);
  const ended = { operation: undefined, changed: false, failure: 'app-name-taken' };
  expect(summaryOf(await scene.deploy(wanted))).toEqual(ended);
  expect(scene.emulator.endpoints()).toMatchObject([{ appName: 'llama-old' }]);
});

describe('an interrupted replacement', () => {
  const replaced = { operation: 'replaced', changed: true, failure: undefined };
  const entrypoint = { image: { image: 'ghcr.io/acme/llama:1', entrypoint: '/serve' } };
  test.for<[string, object, object, object, string, object[]]>([
    [
      'that had come as far as v2 is proved, and the old one deleted',
      { rootfsSize: 50 },
      {},
      replaced,
      'update,delete',
      [{}],
    ],
    ['that had not is finished first', {}, {}, replaced, 'update-v2,delete', [{ rootfsSize: 50 }]],
    [
      'gets what the service never returns in any case',
      { rootfsSize: 50 },
      entrypoint,
      replaced,
      'update-v2,delete',
      [entrypoint],
    ],
    [
      'whose new endpoint an older spec has given what no call takes back is refused',
      { workerConfig: { minNum: 1, cudaVersion: '12.4' } },
      {},
      { failure: 'conflict' },
      '',
      [{ appName: 'llama-old' }, {}],
    ],
  ])('%s', async ([, part, asked, ended, sent, left]) => {
    await using scene = await openScene({ switches: { updateOmitted: 'keep' } });
    const oldEndpointId = seed(scene);
    const image = { image: 'ghcr.io/acme/llama:1' };
    const id = scene.emulator.seed({ name: 'llama', image, ...replacing(oldEndpointId), ...part });
    expect(summaryOf(await scene.deploy({ ...wanted, ...asked }))).toMatchObject(ended);
    expect(writes(scene)).toBe(sent);
    expect(scene.emulator.endpoints()).toMatchObject(left.with(-1, { id, ...left.at(-1) }));
    const resumed = { kind: 'replacement-resumed', successor: expect.objectContaining({ id }), oldEndpointId };
    if (sent !== '') expect(scene.events).toContainEqual(expect.objectContaining(resumed));
  });

  test('whose new endpoint fails after all keeps it, since nothing proves that this run has made it', async () => {
    await using scene = await openScene();
    const oldId = seed(scene);
    const id = scene.emulator.seed({ name: 'llama', ...replacing(oldId) });
    scene.emulator.addScript({ outcome: 'crash-loop' });
    const ended = { operation: 'updated', changed: true, failure: 'crashed' };
    expect(summaryOf(await scene.deploy(wanted))).toEqual(ended);
    expect(scene.emulator.endpoints()).toMatchObject([{ id: oldId }, { id }]);
  });
});
