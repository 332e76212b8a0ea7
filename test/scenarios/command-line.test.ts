/** The same bundle on a laptop: flags are inputs, the key comes from the environment, exit codes tell usage from failure. */

import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { runStep } from './step.ts';

const files = { 'endpoint.yaml': smallSpec };

describe('the command line', () => {
  test('plans, deploys and finds nothing to change', async () => {
    await using emulator = await startEmulator(passing);
    const env = { GPU_ENDPOINT_API_KEY: emulator.apiKey };
    const run = (...argv: string[]) =>
      runStep({ files, env, argv: [...argv, 'endpoint.yaml', '--base-url', emulator.url, '--resolve-image', 'off'] });
    const planned = await run('plan');
    expect({ exitCode: planned.exitCode, stderr: planned.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(planned.log).toContain('Plan: create llama (v1 create).\n  + name: llama\n');
    expect(emulator.endpoints()).toEqual([]);
    const deployed = await run('deploy', '--image', 'ghcr.io/acme/llama:2');
    expect(deployed.log).toMatch(/created\. .* Its URL is http/);
    expect(emulator.endpoints()[0]?.image.image).toBe('ghcr.io/acme/llama:2');
    // Neither workflow commands nor colours where there is neither a runner nor a terminal.
    expect(deployed.raw).not.toMatch(/^::/m);
    expect(stripVTControlCharacters(deployed.raw)).toBe(deployed.raw);
  });

  test('shows the plan for an endpoint that a workflow has deployed, and changes it only when told to', async () => {
    await using emulator = await startEmulator(passing);
    await deployTo(emulator);
    const env = { GPU_ENDPOINT_API_KEY: emulator.apiKey };
    const flags = [
      'endpoint.yaml',
      '--base-url',
      emulator.url,
      '--image',
      'ghcr.io/acme/llama:2',
      '--resolve-image=off',
    ];
    const run = (...argv: string[]) => runStep({ files, env, argv: [...argv, ...flags] });
    const planned = await run('plan');
    expect(planned.exitCode).toBe(0);
    expect(planned.log).toContain('ghcr.io/acme/llama:1 → ghcr.io/acme/llama:2');
    expect(planned.log + planned.stderr).toMatch(/A deploy would be refused: .*deployed by acme\/models/);
    const refused = await run('deploy');
    expect([refused.exitCode, refused.log + refused.stderr]).toEqual([1, expect.stringContaining('[owned]')]);
    expect((await run('deploy', '--allow', 'adopt')).exitCode).toBe(0);
    expect(emulator.endpoints()[0]?.image.image).toBe('ghcr.io/acme/llama:2');
  });

  test.for<[string, string[], Record<string, string>, number, string]>([
    [
      'an unknown flag',
      ['plan', '--imagee', 'a', '--wait'],
      {},
      2,
      'Unknown flag --imagee. Did you mean --image?\nRun with --help',
    ],
    ['a spec that is wrong', ['validate', 'wrong.yaml'], {}, 1, 'wrong.yaml:1:1'],
    ['a spec that is right', ['validate', 'endpoint.yaml'], {}, 0, 'llama'],
  ])('%s', async ([, argv, env, exitCode, words]) => {
    const result = await runStep({ files: { ...files, 'wrong.yaml': 'nam: llama\n' }, env, argv });
    expect(result.log + result.stderr).toContain(words);
    expect(result.log + result.stderr).not.toContain('hunter2');
    expect(result.exitCode).toBe(exitCode);
  });
});
