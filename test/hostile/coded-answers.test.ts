/** Answers that a proxy has compressed: read as they are, or named for what they are. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing } from '../scenarios/deployment.ts';

test('a deploy through a proxy that compresses everything', async () => {
  await using emulator = await startEmulator(passing);
  emulator.addFault({ operation: 'any', kind: 'gzip', times: 'always' });
  const { outputs } = await deployTo(emulator);
  expect(outputs).toMatchObject({ operation: 'created', 'failure-reason': '' });
  expect(emulator.requests.map(({ operation }) => operation)).toContain('get');
});

test('a refusal in a coding that it does not have keeps its status', async () => {
  await using emulator = await startEmulator(passing);
  emulator.addFault({
    operation: 'create',
    kind: 'status',
    status: 400,
    reason: 'BALANCE_NOT_ENOUGH',
    headers: { 'content-encoding': 'br' },
  });
  const { outputs, annotations } = await deployTo(emulator);
  expect(outputs['failure-reason']).toBe('rejected');
  expect(annotations.join()).toContain('answered 400');
});

test('an answer that says more than is true is named, and asked for again', async () => {
  await using emulator = await startEmulator(passing);
  emulator.addFault({ operation: 'limits', kind: 'gzip', broken: true, times: 'always' });
  const { outputs, annotations } = await deployTo(emulator);
  expect(outputs['failure-reason']).toBe('unreadable');
  const told = annotations.join();
  expect(told).toContain('answered 200 with a body that cannot be decoded (gzip) (attempt');
});
