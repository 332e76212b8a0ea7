/** A service that fails on the way: lost answers, rate limits, failures, garbage, wrong keys; exactly one right endpoint in the end. */

import { describe, expect, test } from 'vitest';
import { type Fault, startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, passing, writesOf } from './deployment.ts';
import { testRuns } from './single-run.ts';

const refusal = (operation: Fault['operation'], reason: string): Fault =>
  ({ operation, kind: 'status', status: 400, reason, message: 'words of the service' }) as Fault;

describe('a lost answer to create', () => {
  test.for<Fault['kind']>(['lost-answer', 'lost-answer-status', 'truncate', 'garbage', 'reset'])(
    '%s: exactly one endpoint exists in the end',
    async (kind) => {
      await using emulator = await startEmulator({ ...passing, faults: [{ operation: 'create', kind } as Fault] });
      const { end, outputs, log } = await deployTo(emulator);
      expect([end, emulator.endpoints().map(({ id }) => id)]).toEqual(['created', [outputs['endpoint-id']]]);
      // Whatever the fault, the list is read between two creates.
      expect(operationsOf(emulator).join(' ')).not.toMatch(/create create/);
      expect(log).toContain('The response to create was lost');
    },
  );

  testRuns({});

  test('is said to be in doubt when the list fails too, and the next run finds it', async () => {
    const faults: Fault[] = [
      { operation: 'create', kind: 'lost-answer' },
      { operation: 'list', kind: 'status', status: 503, after: 2, times: 'always' },
    ];
    await using emulator = await startEmulator({ ...passing, faults });
    const { end, outputs, log } = await deployTo(emulator);
    expect([end, outputs.changed]).toEqual(['unavailable', 'true']);
    expect(log).toContain('Unconfirmed');
    expect(log).not.toContain('none was created');
    emulator.clearFaults();
    expect([(await deployTo(emulator)).end, emulator.endpoints().length]).toEqual(['unchanged', 1]);
  });
});

test('a rival of the same name is nobody’s to delete: both are named', async () => {
  await using emulator = await startEmulator(passing);
  const run = () => void emulator.seed({ name: 'llama' });
  emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
  const { end, outputs, annotations } = await deployTo(emulator);
  expect([end, outputs.changed, emulator.endpoints().length]).toEqual(['name-ambiguous', 'true', 2]);
  for (const { id } of emulator.endpoints()) expect(annotations.join()).toContain(id);
});

describe('what the service refuses is reported in its words, and nothing is restored', () => {
  test.for([
    ['create', 'SERVERLESS_APP_NAME_IS_EXIST', 'app-name-taken'],
    ['create', 'INSUFFICIENT_RESOURCE', 'no-capacity'],
    ['create', 'BALANCE_NOT_ENOUGH', 'balance'],
    ['create', 'OPERATION_LIMIT', 'quota'],
    ['create', 'VALIDATOR_PARAM', 'rejected'],
    ['update', 'SERVERLESS_ENDPOINT_NOT_FOUND', 'not-found'],
    ['update', 'FORBIDDEN', 'unauthorized'],
    ['update', 'OPERATION_LIMIT', 'quota'],
  ] as const)('%s with %s: %s', async ([operation, reason, expected]) => {
    await using emulator = await startEmulator({ ...passing, faults: [refusal(operation, reason)] });
    const id = operation === 'update' ? emulator.seed({ name: 'llama' }) : '';
    const { end, outputs, annotations, log } = await deployTo(emulator, { with: { image: 'a:2' } });
    expect([end, outputs.changed, outputs.operation]).toEqual([expected, 'false', undefined]);
    expect(annotations.join()).toContain('words of the service');
    expect(log).not.toContain('Restore');
    if (id) expect(log).toContain(`Unchanged: llama (${id}) is serving`);
    else expect(writesOf(emulator)).toEqual(['create']);
  });
});

describe('a service that fails for a while', () => {
  const changed = { live: [{ name: 'llama' }], with: { image: 'a:2' } };
  testRuns({
    'says of an update that fails for ever that readings show nothing of it': {
      given: {
        ...changed,
        emulator: { faults: [{ operation: 'update', kind: 'status', status: 500, times: 'always' }] },
      },
      end: 'unavailable',
      expected: { outputs: { changed: 'false' }, says: ['reading the endpoint and retrying', 'Unchanged: llama'] },
    },
    'has a key without the right for a write: told there, with what is known': {
      given: { emulator: { switches: { forbiddenOperations: ['create'] } } },
      end: 'unauthorized',
      expected: { outputs: { name: 'llama', changed: 'false' } },
    },
    'accepts an endpoint that it does not know afterwards': {
      given: {
        arrange: (emulator) => {
          const run = () => emulator.remove(emulator.endpoints()[0]?.id ?? '');
          emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
        },
      },
      end: 'not-applied',
      expected: { says: 'but then reports it as not found' },
    },
  });
});

test('a key that is not right is told at the first answer, and a wrong address as such', async () => {
  await using emulator = await startEmulator();
  const { end, annotations } = await deployTo(emulator, { with: { 'api-key': 'not-the-key' } });
  expect(end).toBe('unauthorized');
  expect(annotations.join()).toContain('api-key');
  expect(annotations.join()).not.toContain('not-the-key');
  // Both requests side by side, none of them a second time.
  expect(emulator.requests.length).toBeLessThanOrEqual(2);
  const elsewhere = await deployTo(emulator, { with: { 'base-url': `${emulator.url}/nowhere` } });
  expect(elsewhere.exitCode).toBe(1);
  expect(elsewhere.annotations.join()).toContain('base-url');
});
