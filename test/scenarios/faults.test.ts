/** A service that fails on the way: lost answers, rate limits, failures, garbage, wrong keys; exactly one right endpoint in the end. */

import { describe, expect, test } from 'vitest';
import { type Fault, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing } from './deployment.ts';

describe('a lost answer to create', () => {
  test.for<Fault['kind']>(['lost-answer', 'lost-answer-status', 'truncate', 'garbage', 'reset'])(
    '%s: exactly one endpoint exists in the end',
    async (kind) => {
      await using emulator = await startEmulator({ ...passing, faults: [{ operation: 'create', kind } as Fault] });
      const { exitCode, outputs, log } = await deployTo(emulator);
      expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'created' });
      expect(emulator.endpoints().map(({ id }) => id)).toEqual([outputs['endpoint-id']]);
      const operations = operationsOf(emulator);
      // Whatever the fault, the list is read between two creates.
      expect(operations.join(' ')).not.toMatch(/create create/);
      expect(log).toContain('The response to create was lost');
      expect(emulator.unusedFaults()).toEqual([]);
    },
  );

  test('a service that lists late is given time before anything is sent again', async () => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [{ operation: 'create', kind: 'lost-answer' }],
      switches: { createLagReads: 2 },
    });
    const { outputs } = await deployTo(emulator);
    expect(outputs.operation).toBe('created');
    expect(emulator.endpoints().length).toBe(1);
  });

  test('500 without anything done: created by the second send', async () => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [{ operation: 'create', kind: 'status', status: 500 }],
    });
    const { outputs } = await deployTo(emulator);
    expect(outputs.operation).toBe('created');
    expect(emulator.endpoints().length).toBe(1);
  });

  test('a rival of the same name is nobody’s to delete: both are named', async () => {
    await using emulator = await startEmulator(passing);
    emulator.addFault({
      operation: 'create',
      kind: 'hook',
      when: 'before',
      run: () => void emulator.seed({ name: 'llama' }),
    });
    const { exitCode, outputs, annotations } = await deployTo(emulator);
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 1,
      outputs: { 'failure-reason': 'name-ambiguous', changed: 'true' },
    });
    expect(emulator.endpoints().length).toBe(2);
    for (const { id } of emulator.endpoints()) expect(annotations.join()).toContain(id);
  });
});

describe('a refusal of create is reported as it is', () => {
  test.for([
    { status: 400, reason: 'SERVERLESS_APP_NAME_IS_EXIST', expected: 'app-name-taken' },
    { status: 400, reason: 'INSUFFICIENT_RESOURCE', expected: 'no-capacity' },
    { status: 400, reason: 'BALANCE_NOT_ENOUGH', expected: 'balance' },
    { status: 400, reason: 'OPERATION_LIMIT', expected: 'quota' },
    { status: 400, reason: 'VALIDATOR_PARAM', expected: 'rejected' },
  ])('$reason → $expected', async ({ status, reason, expected }) => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [{ operation: 'create', kind: 'status', status, reason, message: 'words of the service' }],
    });
    const { exitCode, outputs, annotations } = await deployTo(emulator);
    expect({ exitCode, reason: outputs['failure-reason'], changed: outputs.changed }).toEqual({
      exitCode: 1,
      reason: expected,
      changed: 'false',
    });
    expect(annotations.join()).toContain('words of the service');
    expect(operationsOf(emulator).filter((operation) => operation === 'create').length).toBe(1);
  });
});

describe('a service that fails for a while', () => {
  test('an update is repeated, because it is the same twice', async () => {
    await using emulator = await startEmulator({ ...passing, faults: [{ operation: 'update', kind: 'lost-answer' }] });
    emulator.seed({ name: 'llama' });
    const { outputs } = await deployTo(emulator, { with: { image: 'a:2' } });
    expect(outputs.operation).toBe('updated');
    expect(operationsOf(emulator).filter((operation) => operation === 'update').length).toBe(2);
  });

  test('the time that Retry-After names is waited', async () => {
    await using emulator = await startEmulator({
      faults: [{ operation: 'list', kind: 'status', status: 429, headers: { 'Retry-After': '7' } }],
    });
    emulator.seed({ name: 'llama' });
    const { log } = await deployTo(emulator, { spec: 'name: llama\n' });
    expect(log).toMatch(/list: the service answered 429.*attempt 2 in 7\.0 s/);
  });

  test('a service that stays away is said to be away', async () => {
    await using emulator = await startEmulator({
      faults: [{ operation: 'any', kind: 'status', status: 503, times: 'always' }],
    });
    const { exitCode, outputs, annotations } = await deployTo(emulator);
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'unavailable' });
    expect(annotations.join()).toContain('503');
  });
});

describe('an API key that is not right', () => {
  test('is told at the first answer', async () => {
    await using emulator = await startEmulator();
    const { exitCode, outputs, annotations } = await deployTo(emulator, { with: { 'api-key': 'not-the-key' } });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'unauthorized' });
    expect(annotations.join()).toMatch(/`?api-key`?/);
    expect(annotations.join()).not.toContain('not-the-key');
    // Both requests side by side, none of them a second time.
    expect(emulator.requests.length).toBeLessThanOrEqual(2);
  });

  test('without the right for a write fails there, with what is known', async () => {
    await using emulator = await startEmulator({ switches: { forbiddenOperations: ['create'] } });
    const { outputs } = await deployTo(emulator);
    expect(told(outputs)).toMatchObject({ 'failure-reason': 'unauthorized', name: 'llama', changed: 'false' });
  });
});

test('a wrong address is told as such', async () => {
  await using emulator = await startEmulator();
  const { outputs, annotations } = await deployTo(emulator, { with: { 'base-url': `${emulator.url}/nowhere` } });
  expect(outputs['failure-reason']).not.toBe('');
  expect(annotations.join()).toContain('base-url');
});

describe('a creation that nobody can look after', () => {
  test('is said to be in doubt when the list fails too, and the next run finds it', async () => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [
        { operation: 'create', kind: 'lost-answer' },
        { operation: 'list', kind: 'status', status: 503, after: 2, times: 'always' },
      ],
    });
    const { exitCode, outputs, log } = await deployTo(emulator);
    expect({ exitCode, changed: outputs.changed, reason: outputs['failure-reason'] }).toEqual({
      exitCode: 1,
      changed: 'true',
      reason: 'unavailable',
    });
    expect(log).toContain('Unconfirmed');
    expect(log).not.toContain('none was created');
    emulator.clearFaults();
    const next = await deployTo(emulator);
    expect(next.outputs).toMatchObject({ operation: 'unchanged', 'endpoint-id': emulator.endpoints()[0]?.id });
    expect(emulator.endpoints().length).toBe(1);
  });
});
