/** The bundle on a laptop: exit codes, streams, and a reader that leaves. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { bundle, runChild } from './child.ts';

test('under an older Node, the first line says what is needed and ends the process', () => {
  const said: string[] = [];
  const exit = (code: number) => {
    throw new Error(`exit ${code}`);
  };
  const context = {
    process: { version: 'v20.1.0', versions: { node: '20.1.0' }, exit },
    console: { error: (text: string) => said.push(text) },
  };
  expect(() => runInNewContext(readFileSync(bundle, 'utf8').replace(/^#!.*/, ''), context)).toThrow('exit 2');
  expect(said).toEqual(['deploy-gpu-endpoint needs Node 24 or newer, this is v20.1.0; get it at https://nodejs.org']);
});

test.for<[string, string[], number, RegExp]>([
  ['of help', ['--help'], 0, /^deploy-gpu-endpoint \d[\s\S]*Usage: /],
  ['of a failure', ['validate', 'wrong.yaml'], 1, /wrong\.yaml:1:1/],
  ['of wrong usage', ['deploy', '--imagee', 'x'], 2, /--imagee/],
])('the exit code: %s', async ([, argv, exitCode, words]) => {
  const result = await runChild({ files: { 'endpoint.yaml': smallSpec, 'wrong.yaml': 'nam: llama\n' }, argv });
  expect(result.log + result.stderr).toMatch(words);
  expect(result.exitCode).toBe(exitCode);
});

test('colors change nothing but the color, and NO_COLOR turns them off', async () => {
  const validate = async (env: Record<string, string>) =>
    (await runChild({ files: { 'endpoint.yaml': 'nam: llama\nports: 8000\n' }, argv: ['validate'], env })).stderr;
  const [colored, plain] = [await validate({ FORCE_COLOR: '1' }), await validate({ NO_COLOR: '1' })];
  expect(stripVTControlCharacters(plain)).toBe(plain);
  expect(colored).not.toBe(plain);
  expect(stripVTControlCharacters(colored)).toBe(plain);
});

test('a reader that leaves ends no rollout', async () => {
  await using emulator = await startEmulator();
  emulator.seed({ name: 'llama', appName: 'llama' });
  const argv = ['plan', 'examples/endpoint.yaml', '--base-url', emulator.url, '--resolve-image', 'off'];
  const child = spawn(process.execPath, [bundle, ...argv], {
    env: { PATH: process.env.PATH, GPU_ENDPOINT_API_KEY: emulator.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Nobody reads: whatever is written meets a closed pipe.
  child.stdout.destroy();
  const stderr = child.stderr.setEncoding('utf8').toArray();
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  expect({ exitCode, stderr: (await stderr).join('') }).toEqual({ exitCode: 0, stderr: '' });
});
