/** A replacement over courses that the emulator does not take, from a client that is a table. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { rollOut } from '../../src/rollout/rollout.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { summaryOf } from './scene.ts';
import { openStub, serviceError } from './stub.ts';

const old: Endpoint = { ...liveEndpoint, id: 'old' };
const fresh: Endpoint = { ...liveEndpoint, id: 'new', config: { ...liveConfig, appName: 'llama-new' } };
const pulling: Endpoint = {
  ...fresh,
  workers: [{ id: 'w2', state: { state: 'pulling', error: '', message: '' }, log: '', healthy: false }],
};

interface Course {
  /** What becomes of the deletion of the endpoint with that id. */
  onDelete?: (id: string, cancel: (reason: Error) => void) => unknown;
  get?: () => unknown;
  updateV2?: () => unknown;
  part?: object;
}

async function replaceOver({ onDelete = () => undefined, get = () => fresh, updateV2, part = {} }: Course) {
  const there = new Map([[old.id, old]]);
  const spec = { name: 'llama', appName: 'llama-new', image: { image: 'ghcr.io/acme/llama:1' }, ...part };
  const plan = makePlan({ spec, secretEnvs: new Map(), live: old, resend: false });
  const stub = openStub({
    create: () => {
      there.set(fresh.id, fresh);
      return { id: fresh.id };
    },
    get: (_, id) => (id === old.id ? old : get()),
    ...(updateV2 && { updateV2 }),
    list: () => [...there.values()],
    delete: (_, id) => {
      const answer = onDelete(String(id), stub.cancel);
      if (!(answer instanceof Error)) there.delete(String(id));
      return answer;
    },
  });
  const outcome = await rollOut(plan, { wait: 'ready', waitTimeoutSeconds: 20, onFailure: 'restore' }, stub.ports);
  return { outcome, there: [...there.keys()], kinds: stub.events.map(({ kind }) => kind) };
}

// `create` cannot carry the CUDA version of the live endpoint, so v2 finishes the new one.
const finished = () => undefined;

test('the new one is there before the old one goes', async () => {
  const { outcome, there, kinds } = await replaceOver({ updateV2: finished });
  expect([summaryOf(outcome), there, outcome.endpointId, outcome.unconfirmed]).toEqual([
    { operation: 'replaced', changed: true, failure: undefined },
    ['new'],
    'new',
    undefined,
  ]);
  // The new one is read once more when the old one is gone.
  expect(kinds.slice(-5)).toEqual(['phase', 'deleting', 'deleted', 'replaced', 'reading']);
});

test('a run that is cancelled while the old one is deleted says so, and no more', async () => {
  const cancelled = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
  const { outcome } = await replaceOver({
    updateV2: finished,
    onDelete: (_, cancel) => {
      cancel(cancelled);
      return cancelled;
    },
  });
  expect(outcome.failure).toBe(cancelled);
  expect(outcome).toMatchObject({ operation: 'created', changed: true, endpointId: 'new', unconfirmed: 'delete-v1' });
});

test('an old one that cannot be deleted is named, with the new one', async () => {
  const refused = serviceError('unauthorized', { operation: 'delete', method: 'POST' });
  const { outcome, kinds } = await replaceOver({ updateV2: finished, onDelete: () => refused });
  expect(outcome.failure).toMatchObject({
    code: 'unauthorized',
    message: 'the new endpoint new serves, but the old endpoint could not be deleted: the service says unauthorized',
    hint: expect.stringContaining('Delete old in the console'),
    endpointId: 'new',
  });
  expect([outcome.operation, outcome.unconfirmed, kinds.slice(-2)]).toEqual([
    'created',
    undefined,
    ['not-deleted', 'failed'],
  ]);
});

test.for<[string, Course]>([
  ['the deletion of the old one', { updateV2: finished, onDelete: () => new TypeError('a defect') }],
  ['the wait for the new one', { updateV2: finished, get: () => new TypeError('a defect') }],
])('a defect in %s is thrown on, and the new one stays', async ([, course]) => {
  const deleted: string[] = [];
  const onDelete: Course['onDelete'] = (id, cancel) => {
    deleted.push(id);
    return course.onDelete?.(id, cancel);
  };
  await expect(replaceOver({ ...course, onDelete })).rejects.toThrow('a defect');
  expect(deleted).not.toContain('new');
});

test('a new one that fails is deleted, and nothing of it stays in doubt', async () => {
  const failing = await replaceOver({ updateV2: finished, get: () => pulling });
  expect([summaryOf(failing.outcome), failing.there, failing.outcome.endpointId]).toEqual([
    { operation: undefined, changed: true, failure: 'timeout' },
    ['old'],
    'old',
  ]);
  expect(failing.kinds.slice(-6)).toEqual(['reading', 'failed', 'cleaning-up', 'deleting', 'deleted', 'cleaned-up']);
});

test('a new one that fails and cannot be deleted is named, behind the first cause', async () => {
  const refused = serviceError('unauthorized', { operation: 'delete', method: 'POST' });
  const { outcome, there } = await replaceOver({ updateV2: finished, get: () => pulling, onDelete: () => refused });
  expect(outcome.failure).toMatchObject({
    code: 'timeout',
    message: expect.stringMatching(/STILL BILLED: it could not be deleted: the service says unauthorized$/),
    hint: expect.stringMatching(
      /^To end it, run `command: delete` with `endpoint-id: new`, or delete it in the console/,
    ),
    endpointId: 'new',
  });
  expect([outcome.operation, outcome.endpointId, there]).toEqual(['created', 'new', ['old', 'new']]);
});
