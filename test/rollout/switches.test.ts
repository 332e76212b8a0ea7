/** The life of an endpoint (created, updated by either family, unchanged, replaced, deleted) over whatever the contract leaves open. */

import { describe, expect, test } from 'vitest';
import { withoutRecord } from '../../src/model/record.ts';
import { deleteEndpoint } from '../../src/rollout/delete.ts';
import type { Switches } from '../emulator/emulator.ts';
import { openScene, spec, summaryOf } from './scene.ts';

const variations: readonly Partial<Switches>[] = [
  {},
  { deleteBy: 'either' },
  { deleteBy: 'id', deleteNotFound: 'ok' },
  { deleteLagSeconds: 40 },
  { pageBase: 0 },
  { pageBase: 0, grantedPageSizeMax: 1 },
  { pageBelowBase: 'first', totalMeans: 'missing' },
  { listOrder: 'newest', grantedPageSizeMax: 1 },
  { updateOmitted: 'keep' },
  { policyTypes: 'known' },
  { eventualConsistencyReads: 3 },
  { createLagReads: 3 },
  { errorBody: 'nested' },
  { errorBody: 'string' },
  { errorBody: 'html' },
  { errorBody: 'empty' },
  { portTypes: 'string' },
  { portTypes: 'integer' },
  { numbers: 'strings' },
  { numbers: 'integers' },
  { omitEmptyMembers: true },
  { extraMembers: true },
  { urlForm: 'service' },
  { stateWords: 'v2' },
  { stateDuringUpdate: 'updating' },
  { rolloutOn: 'container-change' },
  { keepOldWorkersMs: 120_000 },
  { keepOldWorkersMs: 'forever' },
];

const first = { ...spec, appName: 'llama-one', workerConfig: { minNum: 1, cudaVersion: '12.4' } };
const second = { ...first, image: { image: 'ghcr.io/acme/llama:2' }, envs: [{ key: 'LOG', value: 'debug' }] };
const third = { ...second, rootfsSize: 50, products: ['1'] };
const fourth = { ...third, appName: 'llama-two' };

describe('an endpoint from its creation to its deletion', () => {
  test.for(variations.map((switches) => ({ title: JSON.stringify(switches), switches })))(
    '$title',
    async ({ switches }) => {
      await using scene = await openScene({ switches });
      const { emulator } = scene;
      const bystander = emulator.seed({ name: 'bystander', appName: 'bystander' });
      const untouched = JSON.stringify(emulator.endpoints()[0]);
      const ours = () =>
        emulator
          .endpoints()
          .filter(({ id, state }) => id !== bystander && state.state !== 'terminating')
          .map(({ envs, ...endpoint }) => ({ ...endpoint, envs: withoutRecord(envs) }));

      const told = [];
      for (const wanted of [first, second, second, third, fourth]) told.push(summaryOf(await scene.deploy(wanted)));
      expect(told).toEqual(
        ['created', 'updated', 'unchanged', 'updated', 'replaced'].map((operation) => ({
          operation,
          changed: operation !== 'unchanged',
          failure: undefined,
        })),
      );
      expect(ours()).toMatchObject([
        {
          name: 'llama',
          appName: 'llama-two',
          image: { image: 'ghcr.io/acme/llama:2' },
          envs: [{ key: 'LOG', value: 'debug' }],
          rootfsSize: 50,
          products: [{ id: '1' }],
          workerConfig: { minNum: 1, cudaVersion: '12.4' },
          healthy: { path: '/health' },
        },
      ]);

      const [{ id = '' } = {}] = ours();
      await deleteEndpoint(id, scene.ports);
      expect(ours()).toEqual([]);
      expect(JSON.stringify(emulator.endpoints().find((endpoint) => endpoint.id === bystander))).toBe(untouched);
    },
  );
});

describe('a service that deletes by name only', () => {
  test.for<Partial<Switches>>([
    { deleteBy: 'name' },
    { deleteBy: 'name', errorBody: 'html' },
    { deleteBy: 'name', errorBody: 'empty' },
    { deleteBy: 'name', deleteNotFound: 'ok' },
    { deleteBy: 'name', eventualConsistencyReads: 3 },
  ])('%o: deletes the one endpoint of the name', async (switches) => {
    await using scene = await openScene({ switches });
    const id = scene.emulator.seed({ name: 'llama' });
    await deleteEndpoint(id, scene.ports);
    expect(scene.emulator.endpoints()).toEqual([]);
    expect(scene.events).toEqual([
      { kind: 'deleting', endpointId: id, by: 'id' },
      // Where the id was accepted, nobody knows before the end whether it had an effect.
      ...(switches.deleteNotFound === 'ok' ? [] : [{ kind: 'not-deleted', endpointId: id }]),
      { kind: 'deleting', endpointId: id, by: 'name' },
      { kind: 'deleted', endpointId: id, isListed: false },
    ]);
  });

  test('leaves both endpoints of a replacement, and says so: a deletion by name could hit the new one', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    await scene.deploy(first);
    const { failure } = await scene.deploy({ ...first, appName: 'llama-two' });
    expect(failure?.code).toBe('not-applied');
    expect(failure?.message).toContain('another endpoint has the same name');
    expect(scene.emulator.endpoints().map(({ appName }) => appName)).toEqual(['llama-one', 'llama-two']);
  });
});
