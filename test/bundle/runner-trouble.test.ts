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
  return { ...step, annotations: withoutNoProof(step.annotations), requests: emulator.requests.length };
}

describe.skipIf(process.platform !== 'linux').each(Object.entries(badFiles))('%s', (_, path) => {
  test('in the place of the outputs fails a step that went well', async () => {
    const { exitCode, annotations } = await deploy({ GITHUB_OUTPUT: path });
    expect({ exitCode, annotations }).toEqual({
      exitCode: 1,
      annotations: [
        expect.stringMatching(/^::error::the output `endpoints` could not be written: .*GITHUB_OUTPUT.*\[github\]$/),
      ],
    });
  });

  test('in the place of the outputs does not hide what failed', async () => {
    const { exitCode, annotations } = await deploy({ GITHUB_OUTPUT: path }, { 'api-key': 'no-such-key' });
    expect({ exitCode, annotations }).toEqual({
      exitCode: 1,
      annotations: [
        expect.stringMatching(/^::warning title=outputs::the output `[\w-]+` could not be written: .*GITHUB_OUTPUT/),
        expect.stringMatching(/^::error::.*answered 401.*\[unauthorized\]$/),
      ],
    });
  });

  test.for<[string, Record<string, string>, RegExp[]]>([
    ['good', {}, []],
    ['failed', { 'api-key': 'no-such-key' }, [/^::error::.*answered 401.*\[unauthorized\]$/]],
  ])('in the place of the summary costs a warning: a %s step', async ([, inputs, more]) => {
    const { exitCode, annotations } = await deploy({ GITHUB_STEP_SUMMARY: path }, inputs);
    const warning = /^::warning::The summary could not be written to the file that `GITHUB_STEP_SUMMARY` names: /;
    expect(exitCode).toBe(more.length);
    expect(annotations).toEqual([warning, ...more].map((words) => expect.stringMatching(words)));
  });

  test('in the place of everything leaves the cause', async () => {
    const env = { GITHUB_OUTPUT: path, GITHUB_STEP_SUMMARY: path };
    const { exitCode, annotations } = await deploy(env, { 'api-key': 'no-such-key' });
    expect(exitCode).toBe(1);
    expect(annotations.at(-1)).toMatch(/^::error::.*answered 401.*\[unauthorized\]$/);
    expect(annotations.length).toBe(3);
  });
});

test('a workspace that is not there is named', async () => {
  const { exitCode, annotations } = await deploy({ GITHUB_WORKSPACE: '/nowhere/workspace' });
  expect({ exitCode, annotations }).toEqual({
    exitCode: 1,
    annotations: [
      expect.stringMatching(
        /^::error::the workspace "\/nowhere\/workspace" cannot be read \(ENOENT\).*\[inputs-invalid\]$/,
      ),
    ],
  });
});

describe('an event that cannot be read', () => {
  test.for<[string, string, RegExp]>([
    ['is not there', '/nowhere/event.json', /ENOENT.*\/nowhere\/event\.json/],
    ['is a folder', tmpdir(), /is not a file/],
    ['has no end', '/dev/zero', /is not a file/],
    ['is no JSON', 'endpoint.yaml', /it is not JSON/],
  ])('as it %s: a push goes on with a warning', async ([, path, words]) => {
    const { exitCode, annotations } = await deploy({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path });
    expect(exitCode).toBe(0);
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=event::.*GITHUB_EVENT_PATH/)]);
    expect(annotations[0]).toMatch(words);
  });

  test.for([
    ['pull_request', '/nowhere/event.json'],
    ['pull_request', ''],
    ['pull_request_review', '/nowhere/event.json'],
    ['pull_request_target', '/nowhere/event.json'],
    ['workflow_run', '/nowhere/event.json'],
  ] as const)('%s from %j deploys nothing', async ([name, path]) => {
    const env = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path };
    const { exitCode, annotations, requests } = await deploy(env);
    expect({ exitCode, requests }).toEqual({ exitCode: 1, requests: 0 });
    expect(annotations.at(-1)).toMatch(
      /`deploy` does not run on `\w+`(?: without its event|, an event that does not).*\[inputs-invalid\]$/,
    );
  });
});
