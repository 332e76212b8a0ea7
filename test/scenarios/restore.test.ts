/** What was written is read again; a rollout that fails is taken back, and the log says what happened, what was done and what is left. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const id = '00000000000000aa';
const envs = [{ key: 'TOKEN', value: 'value-of-token' }];
const live = [{ id, name: 'llama', workerConfig: { minNum: 1, maxNum: 3 }, envs }];
const failing = {
  emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' }] },
  ...{ live, spec, with: { image: 'a:broken' } },
} as const;

testRuns({
  'an image that cannot be pulled: the previous configuration serves again, red with the first cause': {
    given: failing,
    end: 'image-pull',
    expected: {
      saysNot: 'value-of-token',
      outputs: { 'endpoint-id': id, operation: 'restored', changed: 'true', image: 'ghcr.io/acme/llama:1' },
      left: [{ image: { image: 'ghcr.io/acme/llama:1' }, policy: { value: 1 }, workerConfig: { maxNum: 3 }, envs }],
      // In this order: what is wrong, why it gives up, what it does, what is left.
      says: /cannot pull the image[\s\S]*Failed: .*manifest unknown.*\[image-pull\][\s\S]*Restore: writing back the previous configuration \(v1 update\):\n {2}~ image\.image: a:broken → ghcr\.io\/acme\/llama:1[\s\S]*Restored: \w+ serves with its previous configuration again\.\nRestored: llama/,
      inSummary: '### ❌ llama: image-pull, restored to ghcr.io/acme/llama:1',
    },
  },
  'somebody else has changed the endpoint meanwhile: it is left alone, and what moved is named': {
    given: {
      ...failing,
      arrange: (emulator) => {
        const run = () => emulator.change(id, { workerConfig: { maxNum: 9 } });
        emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
      },
    },
    end: 'conflict',
    expected: {
      saysNot: [/value-of-token/, 'Restore', /billed/i, 'command: delete'],
      outputs: { operation: 'updated', image: 'a:broken' },
      left: [{ image: { image: 'a:broken' }, workerConfig: { maxNum: 9 } }],
      says: /someone else changed endpoint llama .*workerConfig\.maxNum \(requested \d+, found 9\)/,
    },
  },
  'what the service never returns cannot be put back, and that is said': {
    given: { ...failing, spec: `${spec}regionId: eu\n` },
    end: 'image-pull',
    expected: {
      says: [
        'Not restored, because the service does not show the previous value, or no update can set it: regionId',
        'with its previous configuration except regionId: the service does not show',
      ],
      saysNot: /previous configuration( again)?\.$/m,
    },
  },
  'members that the service ignores are named, asked and found values, env values never': {
    given: {
      emulator: { switches: { ignoredMembers: ['workerConfig.maxNum', 'envs'] } },
      live,
      spec: `${smallSpec}workerConfig: {maxNum: 7}\nenvs: {NEW: new-value-of-env}\n`,
    },
    end: 'not-applied',
    expected: {
      outputs: { operation: 'restored', changed: 'true' },
      says: [
        'did not apply workerConfig.maxNum (requested 7, found 3), envs.NEW (its value is not shown), envs.TOKEN (its value is not shown)',
        // Once, not at every look.
        /^(?:(?!does not show every)[\s\S])*(does not show every change yet(?:(?!does not show every)[\s\S])*){1}$/,
      ],
      saysNot: /value-of-(env|token)/,
      left: [{ policy: { value: 1 }, workerConfig: { maxNum: 3 } }],
    },
  },
});

test.for([
  ['created', []],
  ['updated', [{ name: 'llama', products: [{ id: 'SL-serverless-3' }] }]],
] as const)('a second call without effect is red, and the next run makes it again: %s', async ([operation, seeds]) => {
  await using emulator = await startEmulator(passing);
  for (const seed of seeds) emulator.seed({ ...seed, products: [...seed.products] });
  emulator.addFault({ operation: 'update-v2', kind: 'status', status: 200, body: {} });
  const wanted = `${smallSpec}regionId: eu\nworkerConfig: {maxNum: 7}\nclusterID: c\n`;
  const first = await deployTo(emulator, { spec: wanted, with: { 'on-failure': 'keep' } });
  expect([first.end, first.outputs.operation, first.outputs.changed]).toEqual(['not-applied', operation, 'true']);
  expect(emulator.endpoints()[0]?.regionId).toBe('');
  expect((await deployTo(emulator, { spec: wanted })).end).toBe('updated');
  expect(emulator.endpoints()[0]).toMatchObject({ regionId: 'eu', envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT' }] });
});
