/** No secret in any output: not in the log, an annotation, the summary or an output, however the service repeats it. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

testRuns({
  'a misspelt secret takes no live env away: an entry of `secret-envs` without a value': {
    given: {
      live: [{ name: 'llama', envs: [{ key: 'TOKEN', value: 'live' }] }],
      with: { 'secret-envs': 'TOKEN=\nOTHER=x\n' },
    },
    end: 'inputs-invalid',
    expected: {
      says: /secret-envs.*gives no value for TOKEN/,
      writes: [],
      left: [{ envs: [{ key: 'TOKEN', value: 'live' }] }],
    },
  },
  'a misspelt secret takes no live env away: an empty `secret-envs`': {
    given: {
      live: [{ name: 'llama', envs: [{ key: 'TOKEN', value: 'live' }] }],
      spec: `${smallSpec}envs: {OTHER: x}\n`,
      with: { 'secret-envs': '' },
    },
    end: 'inputs-invalid',
    expected: {
      says: /secret-envs.*is set but empty/,
      writes: [],
      left: [{ envs: [{ key: 'TOKEN', value: 'live' }] }],
    },
  },
  'an env that is a common word takes no state and no word of ours': {
    given: { spec: `${smallSpec}envs: {MODE: serving, WORD: endpoint, NAME: running}\n` },
    end: 'created',
    expected: { outputs: { state: 'serving' }, saysNot: '***' },
  },
});

test('declared secrets of fewer than four characters are named once, and take nothing from our words', async () => {
  await using emulator = await startEmulator(passing);
  const inputs = { 'secret-envs': 'A=on\nB=is\nC=hunter-two-two' };
  const { annotations, log, masked } = await deployTo(emulator, { with: inputs });
  expect(annotations.filter((line) => line.includes('short secrets'))).toEqual([
    expect.stringContaining('they have fewer than 4 characters: `secret-envs A`, `secret-envs B`.'),
  ]);
  expect(log).not.toContain('***');
  expect(masked).not.toContain('on');
});

test('what is decided does not depend on what is hidden', async () => {
  await using emulator = await startEmulator(passing);
  const { outputs, annotations } = await deployTo(emulator, {
    spec: `${smallSpec}envs: {A: SERVERLESS_ENDPOINT_NOT_FOUND, B: found}\n`,
    with: { 'endpoint-id': '00000000000000ff' },
  });
  expect(outputs['failure-reason']).toBe('not-found');
  expect(annotations.join()).toContain('endpoint not ***');
});
