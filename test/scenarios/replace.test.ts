/** A new appName: refused unless it is allowed, and then the new endpoint serves before the old one goes. */

import { expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing, smallSpec } from './deployment.ts';

const spec = `${smallSpec}appName: llama-new\nworkerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const allowed = { spec, with: { allow: 'replace' } };
const seed = (emulator: Emulator) =>
  emulator.seed({ name: 'llama', appName: 'llama-old', workerConfig: { minNum: 1 } });

test('is refused, with the reason, and nothing is written', async () => {
  await using emulator = await startEmulator(passing);
  const id = seed(emulator);
  const { exitCode, outputs, log, annotations } = await deployTo(emulator, { spec });
  expect({ exitCode, outputs }).toMatchObject({
    exitCode: 1,
    outputs: { 'failure-reason': 'replace', 'endpoint-id': id, changed: 'false' },
  });
  expect(log).toContain(
    'Plan: llama must be replaced because no update can change appName (llama-old → llama-new): v1 create, then v1 delete of the old endpoint',
  );
  expect(annotations.join()).toContain('`replace` to `allow`');
  expect(new Set(operationsOf(emulator))).toEqual(new Set(['limits', 'list', 'get']));
});

test('creates the new one, proves it, deletes the old one', async () => {
  await using emulator = await startEmulator(passing);
  const old = seed(emulator);
  const { exitCode, outputs, log } = await deployTo(emulator, allowed);
  const [fresh, ...others] = emulator.endpoints();
  expect(others).toEqual([]);
  expect({ exitCode, outputs: told(outputs) }).toMatchObject({
    exitCode: 0,
    outputs: {
      operation: 'replaced',
      changed: 'true',
      'endpoint-id': fresh?.id,
      url: fresh?.url,
      'app-name': 'llama-new',
    },
  });
  expect(log).toMatch(
    new RegExp(
      `v1 create of ${fresh?.id} was accepted[\\s\\S]*serving, workers: 1 running[\\s\\S]*Deleted: ${old} no longer exists`,
    ),
  );
});

test('a new one that fails is deleted, and the old one stays as it was', async () => {
  await using emulator = await startEmulator({ ...passing, scripts: [{ outcome: 'crash-loop' }] });
  // The script is for the first write, which has to be the new endpoint's.
  emulator.addScript({ image: 'ghcr.io/acme/llama:0', outcome: 'healthy' });
  emulator.addScript({ image: 'ghcr.io/acme/llama:1', outcome: 'crash-loop' });
  const old = emulator.seed({ name: 'llama', appName: 'llama-old', image: { image: 'ghcr.io/acme/llama:0' } });
  const before = JSON.stringify(emulator.endpoints());
  const { exitCode, outputs, log } = await deployTo(emulator, allowed);
  expect({ exitCode, outputs: told(outputs) }).toMatchObject({
    exitCode: 1,
    outputs: { 'failure-reason': 'crashed', 'endpoint-id': old, 'app-name': 'llama-old', changed: 'true' },
  });
  expect(outputs).not.toHaveProperty('operation');
  expect(JSON.stringify(emulator.endpoints())).toBe(before);
  expect(log).toMatch(/the new endpoint failed[\s\S]*It is deleted; the old one, \w+, is unchanged\./);
});

test('an interrupted replacement is not taken up unless that is allowed', async () => {
  await using emulator = await startEmulator(passing);
  const old = seed(emulator);
  const fresh = emulator.seed({ name: 'llama', appName: 'llama-new' });
  const { outputs, annotations } = await deployTo(emulator, { spec });
  expect(outputs['failure-reason']).toBe('name-ambiguous');
  expect(annotations.join()).toContain(
    `If ${fresh} comes from an interrupted replacement, \`replace\` in \`allow\` continues it: it takes the place of ${old}, which is deleted.`,
  );
  expect(emulator.endpoints().length).toBe(2);
});
