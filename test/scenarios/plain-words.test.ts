/** No env takes a word from what a run says itself; from what the service says, it takes each one. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

/** What a run says, with what differs from run to run made equal. */
function settled({
  log,
  annotations,
  summary,
}: {
  log: string;
  annotations: readonly string[];
  summary: string;
}): string {
  const told = log.split('\n').filter((line) => !/envs\./.test(line));
  return [...told, ...annotations, ...summary.split('\n').filter((line) => !/envs/.test(line))]
    .join('\n')
    .replaceAll(/[0-9a-f]{16}/g, 'id')
    .replaceAll(
      /:\d\d:\d\d:\d\d\.\d{3}\b|\d+(?:\.\d+)? (?:ms|s)\b|:\d{2,5}\b|\b\d+ fields?\b|\d\d:\d\d\.\d+|\d+ms/g,
      'N',
    );
}

const stories: readonly [string, Record<string, string>, string][] = [
  ['a creation', {}, 'a:1'],
  ['a plan', { command: 'plan' }, 'a:1'],
  ['a failure', { 'on-failure': 'keep' }, 'a:broken'],
  ['a deletion', { command: 'delete' }, 'a:1'],
];

test.for(stories)('%s', async ([, inputs, image]) => {
  const tell = async (envs: readonly string[]) => {
    await using emulator = await startEmulator(passing);
    emulator.addScript({ image: 'a:broken', outcome: 'crash-loop' });
    if (inputs.command === 'delete') emulator.seed({ name: 'llama' });
    const spec = `${smallSpec.replace('ghcr.io/acme/llama:1', image)}envs:\n  NONE: "-"\n${envs.map((word, index) => `  K${index}: "${word}"\n`).join('')}`;
    return settled(await deployTo(emulator, { spec, with: inputs }));
  };
  const without = await tell([]);
  const words = [...new Set(without.match(/[A-Za-z]{4,}/g))].slice(0, 900);
  expect(words.length).toBeGreaterThan(10);
  expect(await tell(words)).toBe(without);
});

test('a word that the service repeats is hidden, in a refusal as in a state', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama', envs: [{ key: 'MODE', value: 'swordfish' }] });
  emulator.addFault({
    operation: 'update',
    kind: 'status',
    status: 400,
    reason: 'VALIDATOR_PARAM',
    message: 'no swordfish',
    times: 'always',
  });
  const { log, annotations, summary } = await deployTo(emulator, { spec: 'name: llama\nimage: a:2\n' });
  expect([log, ...annotations, summary].join('\n')).toContain('no ***');
  expect([log, ...annotations, summary].join('\n')).not.toContain('swordfish');
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
