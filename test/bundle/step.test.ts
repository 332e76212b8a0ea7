/** The bundle as a workflow step: variables in, files and commands out, as a runner writes and reads them. */

import { expect, test } from 'vitest';
import { withoutRecord } from '../../src/model/record.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { pullRequestPayload } from '../github-api/pull-request.ts';
import { smallSpec, withoutNoProof } from '../scenarios/deployment.ts';
import { setStage } from '../scenarios/github-stage.ts';
import { runStep } from '../scenarios/step.ts';
import { runChild } from './child.ts';

test('a step that deploys takes its inputs from variables, masks first, and hands outputs and summary over in files', async () => {
  await using emulator = await startEmulator({ advancePerRequestMs: 5000 });
  const { exitCode, raw, masked, outputs, summary, stderr } = await runChild({
    files: { 'deploy/llama.yaml': `${smallSpec}envs: {GREETING: "hello \${WHO}"}\n` },
    with: {
      spec: 'deploy/*.yaml',
      'base-url': emulator.url,
      'api-key': emulator.apiKey,
      'wait-timeout': '5m',
      'secret-envs': 'CERTIFICATE<<END\nfirst line\nsecond line\nEND\nTOKEN=value-of-token',
      variables: 'WHO=you',
    },
  });
  const endpoint = emulator.endpoints()[0];
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(raw.split('\n')[0]).toBe(`::add-mask::${emulator.apiKey}`);
  expect(masked).toEqual(expect.arrayContaining(['value-of-token', 'first line', 'second line']));
  expect(withoutRecord(endpoint?.envs ?? [])).toEqual([
    { key: 'CERTIFICATE', value: 'first line\nsecond line' },
    { key: 'GREETING', value: 'hello you' },
    { key: 'TOKEN', value: 'value-of-token' },
  ]);
  expect(outputs).toMatchObject({
    operation: 'created',
    changed: 'true',
    'endpoint-id': endpoint?.id,
    url: endpoint?.url,
    'failure-reason': '',
  });
  expect(summary).toContain('✅ llama: created');
});

test('a step that fails has exit code 1, annotations at their place, and no command that nobody meant', async () => {
  const { exitCode, annotations, outputs, log, raw } = await runChild({
    files: { 'endpoint.yaml': 'name: llama\nimagee: "::error::forged"\n' },
    with: { command: 'validate' },
  });
  expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'spec-invalid' });
  expect(annotations[0]).toMatch(
    /^::error title=spec%3A [a-z-]+,file=endpoint\.yaml,line=\d+,endLine=\d+,col=\d+,endColumn=\d+::/,
  );
  expect(annotations.at(-1)).toMatch(/^::error title=llama%3A the spec has mistakes::.*%0A.*\[spec-invalid\]$/);
  expect(raw).not.toMatch(/^\s*::error::forged/m);
  expect(log).not.toMatch(/\bat .*\.js:\d+/);
});

/** What the other scenarios prove in process holds for the process, if both say the same. */
test.for<[string, Record<string, string>, string]>([
  ['a plan', { command: 'plan' }, `${smallSpec}envs: {A: x}\n`],
  [
    'a deploy that is refused',
    { 'approved-plan': 'p4.aaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbb' },
    `${smallSpec}envs: {A: x}\n`,
  ],
])('in process and as a process, the same is said by: %s', async ([, inputs, spec]) => {
  await using emulator = await startEmulator();
  emulator.seed({ name: 'llama', envs: [{ key: 'A', value: 'y' }] });
  const options = {
    files: { 'endpoint.yaml': spec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...inputs },
  };
  const inProcess = await runStep(options);
  const asProcess = await runChild(options);
  const withoutTimes = ({ summary, ...rest }: typeof inProcess) => ({
    ...rest,
    summary: summary.replaceAll(/[\d.:]+/g, 'N'),
  });
  expect(withoutTimes(asProcess)).toEqual(withoutTimes(inProcess));
});

test('GitHub’s library is loaded when it is needed: a comment is written', async () => {
  await using stage = await setStage();
  const { api, emulator } = stage;
  const { exitCode, annotations } = await runChild({
    files: { 'endpoint.yaml': smallSpec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'github-token': api.token, preview: 'true' },
    env: { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: api.repository, GITHUB_SHA: 'a'.repeat(40) },
    event: {
      name: 'pull_request',
      payload: pullRequestPayload({ action: 'opened', number: 7, sha: 'a'.repeat(40), repository: api.repository }),
    },
  });
  expect({ exitCode, annotations: withoutNoProof(annotations) }).toEqual({ exitCode: 0, annotations: [] });
  expect(api.comments(7).length).toBe(1);
});
