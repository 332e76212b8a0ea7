/** A rollout that fails is taken back, and the log says what happened, what was done about it, and what is left. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec, withoutRecord } from './deployment.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const options = { ...passing, scripts: [{ image: 'a:broken', outcome: 'image-pull' }] } as const;
const broken = { image: 'a:broken' };

test('an image that cannot be pulled: the previous configuration serves again, the step is red with the first cause', async () => {
  await using emulator = await startEmulator(options);
  const envs = [{ key: 'TOKEN', value: 'value-of-token' }];
  const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 1, maxNum: 3 }, envs });
  const { exitCode, outputs, log, annotations, summary, raw } = await deployTo(emulator, { spec, with: broken });
  expect({ exitCode, outputs: told(outputs) }).toMatchObject({
    exitCode: 1,
    outputs: {
      'endpoint-id': id,
      operation: 'restored',
      changed: 'true',
      image: 'ghcr.io/acme/llama:1',
      state: 'serving',
      'failure-reason': 'image-pull',
    },
  });
  expect(emulator.endpoints().map(withoutRecord)).toMatchObject([
    { image: { image: 'ghcr.io/acme/llama:1' }, policy: { value: 1 }, workerConfig: { maxNum: 3 }, envs },
  ]);
  // In this order: what is wrong, why it gives up, what it does, what is left.
  expect(log).toMatch(
    /cannot pull the image[\s\S]*Failed: .*manifest unknown.*\[image-pull\][\s\S]*Restore: writing back the previous configuration \(v1 update\):\n {2}~ image\.image: a:broken → ghcr\.io\/acme\/llama:1[\s\S]*Restored: \w+ serves with its previous configuration again\.\nRestored: llama/,
  );
  expect(annotations.join()).toContain('[image-pull]');
  expect(summary).toContain('### ❌ llama: image-pull, restored to ghcr.io/acme/llama:1');
  expect(`${raw}${summary}`).not.toContain('value-of-token');
});

test('somebody else has changed the endpoint meanwhile: it is left alone, and what moved is named', async () => {
  await using emulator = await startEmulator(options);
  const envs = [{ key: 'TOKEN', value: 'value-of-token' }];
  const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 1 }, envs });
  const run = () => emulator.change(id, { workerConfig: { maxNum: 9 } });
  emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
  const { outputs, annotations, log, summary, raw } = await deployTo(emulator, { spec, with: broken });
  expect(told(outputs)).toMatchObject({ operation: 'updated', 'failure-reason': 'conflict', image: 'a:broken' });
  expect(emulator.endpoints()[0]).toMatchObject({ image: { image: 'a:broken' }, workerConfig: { maxNum: 9 } });
  expect(annotations.join()).toMatch(
    /someone else changed endpoint llama .*workerConfig\.maxNum \(requested \d+, found 9\)/,
  );
  expect(log).not.toContain('Restore');
  expect(`${raw}${summary}`).not.toContain('value-of-token');
});

test('what the service never returns cannot be put back, and that is said', async () => {
  await using emulator = await startEmulator(options);
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const withEntrypoint = `${spec}regionId: eu\n`;
  const { log, summary } = await deployTo(emulator, { spec: withEntrypoint, with: broken });
  expect(log).toContain(
    'Not restored, because the service does not show the previous value, or no update can set it: regionId',
  );
  for (const text of [log, summary])
    expect(text).toContain('with its previous configuration except regionId: the service does not show');
  expect(log).not.toMatch(/previous configuration( again)?\./);
});
