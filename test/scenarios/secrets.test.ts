/** No secret in any output: not in the log, an annotation, the summary or an output, however the service repeats it. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';
import { runStep, type StepResult } from './step.ts';

/** Secrets with every mark that somebody escapes on the way to where it is read. */
const secrets = {
  'with marks of Markdown': 'tok_*a*_b[c]@d|e<f>#9',
  'with marks of JSON': 'a"quoted\\pass{word}',
  'with spaces': '  several   spaced words ',
  'of several lines': '-----BEGIN KEY-----\nAAAABBBBCCCC\nDDDDEEEEFFFF\n-----END KEY-----',
  'with percent signs': '100%25 ::secret%0Avalue',
} as const;

/** Everything that anybody can read afterwards, with the forms that a secret takes there undone. */
function readable({ raw, stderr, summary, outputs }: StepResult): string {
  const visible = raw
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
  return [visible, stderr, summary, JSON.stringify(outputs)]
    .join('\n')
    .replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('&#8203;', '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, ' ');
}

/** The parts of a secret that would give it away. */
function traces(secret: string): string[] {
  const decoded = secret.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return [...secret.split('\n'), decoded]
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line.length > 3);
}

describe.for(Object.entries(secrets))('a secret %s', ([, secret]) => {
  const expectHidden = (result: StepResult) => {
    const text = readable(result);
    expect(
      traces(secret).filter((trace) => text.includes(trace) || text.includes(JSON.stringify(trace).slice(1, -1))),
    ).toEqual([]);
    // The failure itself is told.
    expect(text).toContain('***');
  };
  const secretEnvs = `TOKEN<<END\n${secret}\nEND`;

  test('that a worker repeats when it crashes', async () => {
    const message = `bad TOKEN: ${secret} (${JSON.stringify(secret)})`;
    await using emulator = await startEmulator({ ...passing, scripts: [{ outcome: 'crash-loop', message, times: 9 }] });
    const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;
    const result = await deployTo(emulator, { spec, with: { 'secret-envs': secretEnvs } });
    expect(result.end).toBe('crashed');
    expectHidden(result);
  });

  test('of the spec, that the service repeats when it refuses, to a terminal', async () => {
    const refusal = { operation: 'create', kind: 'status', status: 400, reason: 'VALIDATOR_PARAM' } as const;
    await using emulator = await startEmulator({ faults: [{ ...refusal, message: `no: ${secret}` }] });
    const result = await runStep({
      files: { 'endpoint.yaml': `${smallSpec}envs: ${JSON.stringify({ TOKEN: secret })}\n` },
      env: { GPU_ENDPOINT_API_KEY: emulator.apiKey },
      argv: ['deploy', '--base-url', emulator.url, '--resolve-image', 'off'],
    });
    expect(result.exitCode).toBe(1);
    expectHidden(result);
  });
});

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
