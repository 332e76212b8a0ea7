/** One endpoint of a name among many: pages of any size from any base, doubles, incomplete lists. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing } from './deployment.ts';

describe('the look-up by name', () => {
  test('finds one on the last of several pages, which begin at 0', async () => {
    await using emulator = await startEmulator({ switches: { pageBase: 0, grantedPageSizeMax: 50 } });
    const ids = Array.from({ length: 120 }, (_, index) => emulator.seed({ name: `endpoint-${index}` }));
    const { outputs } = await deployTo(emulator, { spec: 'name: endpoint-119\n' });
    expect(outputs).toMatchObject({ operation: 'unchanged', 'endpoint-id': ids[119] });
  });

  test('takes a name to the letter', async () => {
    await using emulator = await startEmulator(passing);
    for (const name of ['Llama', 'llama-2', 'llam', ' llama']) emulator.seed({ name });
    const { outputs } = await deployTo(emulator);
    expect(outputs.operation).toBe('created');
  });

  test('refuses to choose between two endpoints of one name and names both', async () => {
    await using emulator = await startEmulator();
    const ids = [emulator.seed({ name: 'llama' }), emulator.seed({ name: 'llama' })];
    const { exitCode, outputs, annotations } = await deployTo(emulator, { with: { image: 'a:2' } });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'name-ambiguous' });
    expect(told(outputs)).toMatchObject({ name: 'llama', changed: 'false' });
    for (const id of ids) expect(annotations.join()).toContain(id);
    expect(annotations.join()).toContain('endpoint-id');
    expect(new Set(operationsOf(emulator))).toEqual(new Set(['limits', 'list']));
  });

  test('says so when endpoint-id is not known', async () => {
    await using emulator = await startEmulator();
    const { outputs } = await deployTo(emulator, { with: { 'endpoint-id': 'ffffffffffffffff' } });
    expect(outputs['failure-reason']).toBe('not-found');
    expect(emulator.endpoints()).toEqual([]);
  });
});
