/** The life of an endpoint (created, updated by either family, unchanged, replaced, deleted) over whatever the contract leaves open. */

import { expect, test } from 'vitest';
import { withoutRecord } from '../../src/model/record.ts';
import { deleteEndpoint } from '../../src/rollout/write/delete.ts';
import type { Switches } from '../emulator/emulator.ts';
import { openScene, spec } from './scene.ts';

/** Those that have nothing to do with each other together. */
const variations: readonly Partial<Switches>[] = [
  {},
  { deleteBy: 'either', pageBelowBase: 'first', totalMeans: 'missing', errorBody: 'nested', portTypes: 'string' },
  { listOrder: 'newest', grantedPageSizeMax: 1, errorBody: 'string', portTypes: 'integer', numbers: 'integers' },
  { deleteLagSeconds: 40, pageBase: 0, errorBody: 'html', omitEmptyMembers: true, numbers: 'strings' },
  { pageBase: 0, grantedPageSizeMax: 1, errorBody: 'empty', stateWords: 'v2', extraMembers: true },
  { deleteNotFound: 'ok', updateOmitted: 'keep', createLagReads: 3 },
  { eventualConsistencyReads: 3 },
  { stateDuringUpdate: 'updating', rolloutOn: 'container-change' },
  { keepOldWorkersMs: 120_000 },
  { keepOldWorkersMs: 'forever' },
];

const first = { ...spec, appName: 'llama-one', workerConfig: { minNum: 1, cudaVersion: '12.4' } };
const second = { ...first, image: { image: 'ghcr.io/acme/llama:2' }, envs: [{ key: 'LOG', value: 'debug' }] };
const third = { ...second, rootfsSize: 50, products: ['1'] };

test.for(variations.map((switches) => ({ title: JSON.stringify(switches), switches })))(
  'an endpoint from its creation to its deletion: $title',
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
    for (const wanted of [first, second, second, third]) {
      const { operation, changed, failure } = await scene.deploy(wanted);
      told.push(failure ?? `${operation}${changed ? '' : ', not changed'}`);
    }
    expect(told).toEqual(['created', 'updated', 'unchanged, not changed', 'updated']);
    expect(ours()).toMatchObject([{ ...third, products: [{ id: '1' }], ports: expect.anything() }]);

    const [{ id = '' } = {}] = ours();
    await deleteEndpoint(id, scene.ports);
    expect(ours()).toEqual([]);
    expect(JSON.stringify(emulator.endpoints().find((endpoint) => endpoint.id === bystander))).toBe(untouched);
  },
);
