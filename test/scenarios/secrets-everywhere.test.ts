/** No secret leaves a run: not by the log, the summary or an output, and not by GitHub's API, where no runner masks anything. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, recordEnv, smallSpec } from './deployment.ts';
import { type Stage, setStage } from './github-stage.ts';
import { testRuns } from './single-run.ts';
import type { StepResult } from './step.ts';

const secrets = {
  apiKey: 'api-key-5b1f0c7d',
  githubToken: 'github-token-0a9e33f2',
  secretEnv: 'secret-env-e17d5520',
  specEnv: 'spec-env-71c2aa94',
  liveEnv: 'live-env-6f08b1de',
  proxyPassword: 'proxy-password-d4e5f601',
} as const;

/** What a service that repeats everything it was ever told might answer. */
const echo = `refused: ${Object.values(secrets).join(' and ')}`;
const spec = `${smallSpec}envs: {TOKEN: ${secrets.specEnv}}\nworkerConfig: {minNum: 1}\n`;
const old = { key: 'OLD', value: secrets.liveEnv };

async function setSecretStage(): Promise<Stage> {
  const stage = await setStage({ emulator: { apiKey: secrets.apiKey }, api: { token: secrets.githubToken } });
  stage.emulator.seed({ name: 'llama', envs: [old] });
  stage.emulator.seed({ name: 'llama-pr-7', envs: [old, recordEnv({ pullRequest: 7, name: 'llama-pr-7' })] });
  return stage;
}

/** Everything that leaves the process, but for the lines that tell the runner what to mask. */
function said({ raw, stderr, summary, outputs }: StepResult, { api }: Stage): string {
  const log = raw
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
  return [log, stderr, summary, JSON.stringify(outputs), JSON.stringify(api.requests)].join('\n');
}

function found(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
}

const shared = { 'secret-envs': `HF_TOKEN=${secrets.secretEnv}` };
/** The last member: whether the command reads the spec. Who does not, cannot know what is secret in it, and has not told the service. */
const commands: readonly [string, Record<string, string>, 'opened' | 'closed', boolean][] = [
  ['deploy', {}, 'opened', true],
  ['deploy of a preview', { preview: 'true' }, 'opened', true],
  ['deploy that closes a preview', { preview: 'true' }, 'closed', false],
  ['plan', { command: 'plan' }, 'opened', true],
  ['validate', { command: 'validate' }, 'opened', true],
  ['status', { command: 'status' }, 'opened', true],
  ['logs', { command: 'logs' }, 'opened', true],
  ['sweep', { command: 'sweep', preview: 'max-age=1h' }, 'opened', false],
  ['export', { command: 'export', name: 'llama', spec: 'exported.yaml' }, 'opened', false],
];

describe.for(commands)('%s', ([, inputs, action, readsSpec]) => {
  test('says no secret when all goes well', async () => {
    await using stage = await setSecretStage();
    const step = await stage.pullRequestStep({ action, spec, with: { ...shared, ...inputs } });
    expect(found(said(step, stage))).toEqual([]);
  });

  test.for(['limits', 'list', 'get', 'update', 'delete'] as const)(
    'says no secret when the service answers %s with all of them',
    async (operation) => {
      await using stage = await setSecretStage();
      const untold = [
        secrets.proxyPassword,
        // An answer to limits or list comes before anything of the live endpoint is known.
        ...(['limits', 'list'].includes(operation) ? [secrets.liveEnv] : []),
        ...(readsSpec ? [] : [secrets.specEnv]),
      ];
      const message = untold.reduce((text, secret) => text.replace(secret, ''), echo);
      stage.emulator.addFault({
        operation,
        kind: 'status',
        status: 400,
        reason: 'VALIDATOR_PARAM',
        message,
        times: 'always',
      });
      const step = await stage.pullRequestStep({ action, spec, with: { ...shared, ...inputs } });
      expect(found(said(step, stage))).toEqual([]);
    },
  );

  test('says no secret when GitHub repeats the token', async () => {
    await using stage = await setSecretStage();
    stage.api.addFault({ operation: 'any', kind: 'status', status: 403, message: echo.slice(0, 60), times: 'always' });
    const step = await stage.pullRequestStep({ action, spec, with: { ...shared, ...inputs } });
    expect(found(said(step, stage))).toEqual([]);
  });
});

test('a log that is full of them says none', async () => {
  await using stage = await setSecretStage();
  const body = echo.replace(secrets.proxyPassword, '');
  stage.emulator.addFault({ operation: 'log', kind: 'status', status: 200, body, times: 'always' });
  stage.emulator.seed({ name: 'other', workerConfig: { minNum: 1 }, envs: [old] });
  const given = { spec: spec.replace('llama', 'other'), with: { ...shared, command: 'logs' } };
  const step = await stage.pullRequestStep({ action: 'opened', ...given });
  expect(step.log).toMatch(/^refused: (\*\*\* and )+/m);
  expect(found(said(step, stage))).toEqual([]);
});

testRuns({
  'an env that is a common word takes no state and no word of ours': {
    given: { spec: `${smallSpec}envs: {MODE: serving, WORD: endpoint, NAME: running}\n` },
    end: 'created',
    expected: { outputs: { state: 'serving' }, saysNot: '***' },
  },
});

test('declared secrets of fewer than four characters take nothing from our words', async () => {
  await using emulator = await startEmulator(passing);
  const inputs = { 'secret-envs': 'A=on\nB=is\nC=hunter-two-two' };
  const { log, masked } = await deployTo(emulator, { with: inputs });
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
