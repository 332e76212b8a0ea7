/** A runner in trouble: files that cannot be written or read, by the bundle. What really failed is told, and in one line what became of the file. */

import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { smallSpec, withoutNoProof } from '../scenarios/deployment.ts';
import { runChild } from './child.ts';

const badFiles: Readonly<Record<string, string>> = {
  'a full disk': '/dev/full',
  'a folder': tmpdir(),
  'a file that is not there': '/nowhere/file',
};

async function deploy(env: Record<string, string>, inputs: Record<string, string> = {}) {
  await using emulator = await startEmulator({ advancePerRequestMs: 5000 });
  const step = await runChild({
    files: { 'endpoint.yaml': smallSpec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'wait-timeout': '5m', ...inputs },
    env,
  });
  expect(step.stderr).toBe('');
  expect(step.log).not.toMatch(/\bat .*\.js:\d+/);
  return { ...step, annotations: withoutNoProof(step.annotations) };
}

const onLinux = describe.skipIf(process.platform !== 'linux');
const refused = { 'api-key': 'no-such-key' };
const cause = /^::error title=llama%3A the API key was refused%2C not changed::.*answered 401.*\[unauthorized\]$/;
const unwritten = /^::warning::The summary could not be written to the file that `GITHUB_STEP_SUMMARY` names: /;

onLinux('a full disk', () => {
  const path = '/dev/full';
  test.for<[string, Record<string, string>, Record<string, string>, RegExp[]]>([
    [
      'in the place of the outputs fails a step that went well',
      { GITHUB_OUTPUT: path },
      {},
      [
        /^::error title=llama%3A a request to GitHub failed%2C created::the output `endpoints` could not be written: .*GITHUB_OUTPUT.*\[github\]$/,
      ],
    ],
    ['in the place of the outputs does not hide what failed', { GITHUB_OUTPUT: path }, refused, [cause]],
    ['in the place of the summary costs a warning', { GITHUB_STEP_SUMMARY: path }, {}, [unwritten]],
  ])('%s', async ([, env, inputs, words]) => {
    const { exitCode, annotations } = await deploy(env, inputs);
    expect(exitCode).toBe(words.at(-1) === unwritten ? 0 : 1);
    expect(annotations).toEqual(words.map((each) => expect.stringMatching(each)));
  });
});

onLinux.each(Object.entries(badFiles))('%s', (_, path) => {
  test('in the place of everything leaves the cause', async () => {
    const { exitCode, annotations } = await deploy({ GITHUB_OUTPUT: path, GITHUB_STEP_SUMMARY: path }, refused);
    expect({ exitCode, annotations }).toEqual({
      exitCode: 1,
      annotations: [unwritten, cause].map((each) => expect.stringMatching(each)),
    });
  });
});

test('a workspace that is not there is named', async () => {
  const { exitCode, annotations } = await deploy({ GITHUB_WORKSPACE: '/nowhere/workspace' });
  expect({ exitCode, annotations }).toEqual({
    exitCode: 1,
    annotations: [
      expect.stringMatching(
        /^::error title=deploy%3A an input is wrong%2C not changed::the workspace "\/nowhere\/workspace" cannot be read \(ENOENT\).*\[inputs-invalid\]$/,
      ),
    ],
  });
});
