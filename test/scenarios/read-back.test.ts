/** What was written is read again: late services are given time, ignored members are named, and no env value is. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

describe('a service that ignores a member', () => {
  test('is told by name, asked and found values; the previous configuration comes back', async () => {
    await using emulator = await startEmulator({
      ...passing,
      switches: { ignoredMembers: ['workerConfig.maxNum', 'envs'] },
    });
    emulator.seed({ name: 'llama', envs: [{ key: 'OLD', value: 'old-value-of-env' }] });
    const spec = `${smallSpec}workerConfig: {maxNum: 7}\nenvs: {NEW: new-value-of-env}\n`;
    const { exitCode, outputs, annotations, log, summary, raw } = await deployTo(emulator, { spec });
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 1,
      outputs: { 'failure-reason': 'not-applied', operation: 'restored', changed: 'true' },
    });
    expect(annotations.join()).toContain(
      'did not apply workerConfig.maxNum (requested 7, found 1), envs.NEW (its value is not shown), envs.OLD (its value is not shown)',
    );
    // Once, not at every look.
    expect(log.match(/does not show every change yet/g)?.length).toBe(1);
    expect(emulator.endpoints()[0]).toMatchObject({
      policy: { value: 1 },
      workerConfig: { maxNum: 1 },
    });
    expect(`${raw}${summary}${JSON.stringify(outputs)}`).not.toMatch(/(old|new)-value-of-env/);
  });

  test('that a v1 update takes away: red, and the previous configuration comes back whole', async () => {
    await using emulator = await startEmulator({ ...passing, switches: { v2MembersOnV1Update: 'reset' } });
    emulator.seed({ name: 'llama', workerConfig: { cudaVersion: '12.8' } });
    const before = emulator.endpoints()[0]?.image;
    const { annotations, outputs } = await deployTo(emulator, { with: { image: 'a:2' } });
    expect(outputs).toMatchObject({ 'failure-reason': 'not-applied', operation: 'restored' });
    expect(annotations.join()).toContain('did not apply workerConfig.cudaVersion (requested 12.8, found none)');
    expect(emulator.endpoints()[0]).toMatchObject({ image: before, workerConfig: { cudaVersion: '12.8' } });
  });
});

test.for([
  ['a creation', false, { operation: 'created', changed: 'true' }],
  ['an update', true, { operation: 'updated', changed: 'true' }],
] as const)(
  'a second call without effect is red, for nothing would show that a part of it is missing, and the next run makes it again: %s',
  async ([, isLive, told]) => {
    await using emulator = await startEmulator(passing);
    if (isLive) emulator.seed({ name: 'llama', products: [{ id: 'SL-serverless-3' }] });
    emulator.addFault({ operation: 'update-v2', kind: 'status', status: 200, body: {} });
    const spec = `${smallSpec}regionId: eu\nworkerConfig: {maxNum: 7}\nclusterID: c\n`;
    const first = await deployTo(emulator, { spec, with: { 'on-failure': 'keep' } });
    expect(first.outputs).toMatchObject({ ...told, 'failure-reason': 'not-applied' });
    expect(emulator.endpoints()[0]?.regionId).toBe('');
    const second = await deployTo(emulator, { spec });
    expect([second.outputs, emulator.endpoints()[0]]).toMatchObject([
      { operation: 'updated', 'failure-reason': '' },
      { regionId: 'eu', envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT' }] },
    ]);
  },
);

test('an endpoint that was accepted and is not known afterwards is no success', async () => {
  await using emulator = await startEmulator(passing);
  emulator.addFault({
    operation: 'create',
    kind: 'hook',
    when: 'after',
    run: () => emulator.remove(emulator.endpoints()[0]?.id ?? ''),
  });
  const { exitCode, outputs, annotations } = await deployTo(emulator);
  expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'not-applied' });
  expect(annotations.join()).toContain('but then reports it as not found');
});
