/** A new appName: refused unless it is allowed, and then the new endpoint serves before the old one goes. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

const spec = `${smallSpec}appName: llama-new\nworkerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const allow = { allow: 'replace' };
const image = { image: 'ghcr.io/acme/llama:0' };
const [old, fresh] = ['00000000000000aa', '00000000000000bb'];
const live = [{ id: old, name: 'llama', appName: 'llama-old', workerConfig: { minNum: 1 }, image }];

testRuns({
  'is refused, with the reason, and nothing is written': {
    given: { live, spec },
    end: 'replace',
    expected: {
      writes: [],
      outputs: { 'endpoint-id': old, changed: 'false' },
      says: [
        'Plan: llama must be replaced because no update can change appName (llama-old → llama-new): v1 create, then v1 delete of the old endpoint',
        '`replace` to `allow`',
      ],
    },
  },
  'a new one that fails is deleted, and the old one stays as it was': {
    given: {
      emulator: { scripts: [{ image: 'ghcr.io/acme/llama:1', outcome: 'crash-loop' }] },
      live,
      spec,
      with: allow,
    },
    end: 'crashed',
    expected: {
      outputs: { 'endpoint-id': old, 'app-name': 'llama-old', changed: 'true' },
      says: /Clean-up: deleting \w+, which this run has created[\s\S]*Left: the old endpoint, unchanged: llama \(00000000000000aa\) is serving/,
      left: [{ id: old, revision: 1, image }],
    },
  },
  'an interrupted replacement is not taken up unless that is allowed': {
    given: { live: [...live, { id: fresh, name: 'llama', appName: 'llama-new' }], spec },
    end: 'name-ambiguous',
    expected: {
      writes: [],
      says: `If ${fresh} comes from an interrupted replacement, \`replace\` in \`allow\` continues it: it takes the place of ${old}, which is deleted.`,
    },
  },
});

test('creates the new one, proves it, deletes the old one', async () => {
  await using emulator = await startEmulator(passing);
  for (const seed of live) emulator.seed(seed);
  const { end, outputs, log } = await deployTo(emulator, { spec, with: allow });
  const [{ id, url } = {}, ...others] = emulator.endpoints();
  expect([end, others]).toEqual(['replaced', []]);
  expect(told(outputs)).toMatchObject({ changed: 'true', 'endpoint-id': id, url, 'app-name': 'llama-new' });
  expect(log).toMatch(
    new RegExp(
      `v1 create of ${id} was accepted[\\s\\S]*serving, workers: 1 running[\\s\\S]*Deleted: ${old} no longer exists`,
    ),
  );
});
