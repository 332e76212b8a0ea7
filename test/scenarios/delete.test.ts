/** The command `delete`: the endpoint that is named is gone afterwards, whatever the service takes a delete's name for, and no other is. */

import { describe, expect, test } from 'vitest';
import { type Emulator, type Switches, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing } from './deployment.ts';

const command = { command: 'delete' };
const ids = (emulator: Emulator) => emulator.endpoints().map(({ id }) => id);

describe.for<Partial<Switches>>([
  {},
  { deleteBy: 'name', errorBody: 'html' },
  { deleteBy: 'name', deleteNotFound: 'ok' },
  { deleteLagSeconds: 30 },
])('%o', (switches) => {
  test('deletes the endpoint that the spec names, looks that it is gone, and a second time finds nothing', async () => {
    await using emulator = await startEmulator({ ...passing, switches });
    const other = emulator.seed({ name: 'llama-2' });
    const id = emulator.seed({ name: 'llama' });
    const first = await deployTo(emulator, { with: command });
    expect({ exitCode: first.exitCode, outputs: told(first.outputs) }).toMatchObject({
      exitCode: 0,
      outputs: { operation: 'deleted', changed: 'true', 'endpoint-id': id, name: 'llama', 'failure-reason': '' },
    });
    expect(first.log).toContain(`Deleted: ${id} no longer exists`);
    expect(first.summary).toContain('### ✅ llama: deleted');
    expect(ids(emulator)).toEqual([other]);

    const second = await deployTo(emulator, { with: command });
    expect({ exitCode: second.exitCode, outputs: second.outputs }).toMatchObject({
      exitCode: 0,
      outputs: { operation: 'absent', changed: 'false' },
    });
    expect(ids(emulator)).toEqual([other]);
  });
});

test.for<[string, string[], string]>([
  ['lama', ['qwen', 'llama'], 'No endpoint is named `lama`: nothing to delete. Did you mean `llama`?'],
  ['llama-2', ['llama-3', 'llama-4'], 'nothing to delete. Did you mean `llama-3` or `llama-4`?'],
  ['llama', ['qwen'], 'No endpoint is named `llama`: nothing to delete.\n'],
  ['llama', [], 'No endpoint is named `llama`: nothing to delete.\n'],
])('a name that no endpoint has is success: %s beside %j', async ([name, others, line]) => {
  await using emulator = await startEmulator(passing);
  const seeded = others.map((each) => emulator.seed({ name: each }));
  const { exitCode, outputs, log } = await deployTo(emulator, { with: { ...command, name } });
  expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { operation: 'absent', changed: 'false' } });
  expect(log).toContain(line);
  expect(ids(emulator)).toEqual(seeded);
});

test('an ID that no endpoint has is said to be one', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama' });
  const { exitCode, log } = await deployTo(emulator, { with: { ...command, 'endpoint-id': '0'.repeat(16) } });
  expect({ exitCode, log }).toMatchObject({
    exitCode: 0,
    log: expect.stringContaining(`No endpoint has the ID ${'0'.repeat(16)}: nothing to delete.`),
  });
});

test('one that goes slowly is said to be on its way, and a second run goes on from there', async () => {
  await using emulator = await startEmulator({ ...passing, switches: { deleteLagSeconds: 200 } });
  const id = emulator.seed({ name: 'llama' });
  const first = await deployTo(emulator, { with: command });
  expect(first.outputs).toMatchObject({ operation: 'deleted', 'endpoint-id': id });
  expect(`${first.log}${first.summary}`).toMatch(/is deleting \w+ and still lists it[\s\S]*is being deleted/);
  const second = await deployTo(emulator, { with: command });
  expect([second.exitCode, ids(emulator)]).toEqual([0, []]);
});

test('one that somebody else deletes first is absent, and this run has changed nothing', async () => {
  await using emulator = await startEmulator(passing);
  const id = emulator.seed({ name: 'llama' });
  // After the look-up.
  emulator.addChange({ kind: 'delete', endpoint: id, before: 'list', nth: 2 });
  const { exitCode, outputs } = await deployTo(emulator, { with: command });
  expect({ exitCode, outputs }).toMatchObject({ exitCode: 0, outputs: { operation: 'absent', changed: 'false' } });
  expect(operationsOf(emulator)).not.toContain('delete');
});

test('by endpoint-id, one of two of the same name', async () => {
  await using emulator = await startEmulator(passing);
  const other = emulator.seed({ name: 'llama' });
  const id = emulator.seed({ name: 'llama' });
  const { outputs } = await deployTo(emulator, { with: { ...command, 'endpoint-id': id } });
  expect(outputs).toMatchObject({ operation: 'deleted', 'endpoint-id': id });
  expect(ids(emulator)).toEqual([other]);
});

test('an ambiguous name is refused before anything is sent', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama' });
  emulator.seed({ name: 'llama' });
  const { outputs } = await deployTo(emulator, { with: command });
  expect(outputs['failure-reason']).toBe('name-ambiguous');
  expect(operationsOf(emulator)).not.toContain('delete');
});

test('needs no more of the spec than the name', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama' });
  const { outputs } = await deployTo(emulator, { spec: 'name: llama\nrootfsSize: many\n', with: command });
  expect(outputs.operation).toBe('deleted');
});

describe('several specs', () => {
  const specs = 'name: a\n---\nname: b\n---\nname: gone-already\n';

  test('are all deleted, each told', async () => {
    await using emulator = await startEmulator(passing);
    for (const name of ['a', 'b', 'c']) emulator.seed({ name });
    const { exitCode, outputs } = await deployTo(emulator, { with: command, spec: specs });
    expect({ exitCode, operation: outputs.operation, changed: outputs.changed }).toEqual({
      exitCode: 0,
      operation: 'deleted',
      changed: 'true',
    });
    const endpoints = JSON.parse(outputs.endpoints ?? '[]') as Record<string, string>[];
    expect(endpoints.map(({ name, operation }) => [name, operation])).toEqual([
      ['a', 'deleted'],
      ['b', 'deleted'],
      ['gone-already', 'absent'],
    ]);
    expect(emulator.endpoints().map(({ name }) => name)).toEqual(['c']);
  });

  test('are none deleted when one name is ambiguous', async () => {
    await using emulator = await startEmulator(passing);
    for (const name of ['a', 'b', 'b']) emulator.seed({ name });
    const { outputs } = await deployTo(emulator, { with: command, spec: specs });
    expect(outputs['failure-reason']).toBe('name-ambiguous');
    expect(emulator.endpoints().length).toBe(3);
  });
});

test('an endpoint that is recorded for another repository stays, unless it is adopted', async () => {
  await using emulator = await startEmulator(passing);
  const record = {
    repository: 'rival/llama',
    commit: 'a',
    ref: 'r',
    run: '1.1',
    time: '2026-01-01T00:00:00.000Z',
    tool: 't',
  };
  emulator.seed({ name: 'llama', envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT', value: JSON.stringify(record) }] });
  const refused = await deployTo(emulator, { with: command });
  expect(refused.outputs).toMatchObject({ 'failure-reason': 'owned', changed: 'false' });
  expect(ids(emulator).length).toBe(1);
  const adopted = await deployTo(emulator, { with: { ...command, allow: 'adopt' } });
  expect(adopted.outputs).toMatchObject({ operation: 'deleted', 'failure-reason': '' });
});
