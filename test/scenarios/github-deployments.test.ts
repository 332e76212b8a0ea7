/** A GitHub Deployment for each deploy to an environment, written when its verdict is known. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import type { StepSignal } from './step.ts';

const environment = 'staging';

const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');
const told = (stage: Stage) =>
  stage.api
    .deployments()
    .map(({ environment: where, description, statuses }) => [
      where,
      description,
      ...statuses.map(({ state }) => state),
    ]);

describe('GitHub Deployments', () => {
  test('are written once, with the verdict, the address of the endpoint and the run', async () => {
    await using stage = await setStage({ emulator: { switches: { urlForm: 'service' } } });
    await stage.step({ with: { environment } });
    expect(stage.api.deployments()).toMatchObject([
      {
        environment,
        sha: commits.first,
        task: 'deploy:llama',
        statuses: [
          {
            state: 'success',
            description: 'llama: created',
            environmentUrl: stage.emulator.endpoints()[0]?.url,
            logUrl: expect.stringContaining('/actions/runs/100'),
          },
        ],
      },
    ]);
    expect(stage.api.requests.length).toBe(2);
  });

  test('say why a deploy failed, and leave the one before active: that still runs', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;
    await stage.step({ with: { environment }, spec });
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    await stage.step({ with: { environment, image: 'a:broken' }, spec, sha: commits.second });
    expect(told(stage)).toEqual([
      [environment, 'llama: created', 'success'],
      [environment, 'llama: image-pull; the previous configuration was restored', 'failure'],
    ]);
  });

  test('take the place of the one before; what did not change has none', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment } });
    await stage.step({ with: { environment }, sha: commits.second });
    await stage.step({ with: { environment, image: 'a:2' }, sha: commits.second });
    expect(told(stage)).toEqual([
      [environment, 'llama: created', 'success', 'inactive'],
      [environment, 'llama: updated', 'success'],
    ]);
  });

  test('of several endpoints have an environment each, so that none takes the place of another', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, spec: several });
    await stage.step({ with: { environment }, spec: several.replace('llama:1', 'llama:2') });
    expect(told(stage)).toEqual([
      ['staging/a', 'a: created', 'success', 'inactive'],
      ['staging/b', 'b: created', 'success'],
      ['staging/a', 'a: updated', 'success'],
    ]);
  });

  test.for<[string, Record<string, string>]>([
    ['without an environment', {}],
    ['for `none`', { environment: 'none' }],
  ])('are not made %s', async ([, inputs]) => {
    await using stage = await setStage();
    await stage.step({ with: inputs });
    expect(stage.api.requests).toEqual([]);
  });

  test('are not made by a run that is cancelled: nothing is left open', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ outcome: 'never' }] } });
    let child: { kill: (signal: StepSignal) => void } | undefined;
    const run = () => child?.kill('SIGTERM');
    stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'after', after: 3, run });
    const { exitCode, outputs } = await stage.step({
      with: { environment, 'wait-timeout': '1h' },
      spec: `${smallSpec}workerConfig: {minNum: 1}\n`,
      onStart: (started) => {
        child = started;
      },
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'cancelled' });
    expect(stage.api.requests).toEqual([]);
  });

  test('are waited for by nothing: GitHub that never answers costs a warning', async () => {
    await using stage = await setStage();
    stage.api.addFault({ operation: 'repos/create-deployment', kind: 'status', status: 503, times: 9 });
    const { exitCode, outputs, annotations } = await stage.step({ with: { environment } });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'created' });
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=GitHub::/)]);
  });
});

describe('what GitHub refuses', () => {
  test.for<[string, { token?: string; permissions?: object }, RegExp]>([
    ['no token', { token: '' }, /github-token|token/],
    ['a missing permission', { permissions: { deployments: 'none' } }, /deployments: write/],
  ])('%s never fails a deploy, and one warning says what is missing', async ([, { token, permissions }, words]) => {
    await using stage = await setStage();
    if (permissions) stage.api.setPermissions(permissions);
    const { exitCode, outputs, annotations } = await stage.step({
      with: { environment, ...(token !== undefined && { 'github-token': token }) },
    });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'created' });
    expect(annotations.length).toBe(1);
    expect(annotations[0]).toMatch(/^::warning title=GitHub::/);
    expect(annotations[0]).toMatch(words);
  });

  test('an enterprise server is asked at its own address', async () => {
    await using stage = await setStage({ api: { basePath: '/api/v3', repository: 'acme/llama' } });
    await stage.step({ with: { environment } });
    expect(stage.api.deployments().length).toBe(1);
  });
});

describe('no Deployment is made', () => {
  test.for<[string, (stage: Stage) => void, { spec?: string; sha?: string; with?: Record<string, string> }, string]>([
    ['for a spec that is refused', () => {}, { spec: 'name: llama\nport: 1\n' }, 'spec-invalid'],
    [
      'when the look-up fails',
      ({ emulator }) => emulator.addFault({ operation: 'list', kind: 'status', status: 403, times: 'always' }),
      {},
      'unauthorized',
    ],
    [
      'for a plan that is refused',
      ({ emulator }) => void emulator.seed({ name: 'llama', appName: 'old' }),
      { spec: `${smallSpec}appName: new\n` },
      'replace',
    ],
    [
      'for a plan that was not approved',
      () => {},
      { with: { 'approved-plan': `p4.${'a'.repeat(22)}.${'b'.repeat(22)}` } },
      'plan-changed',
    ],
  ])('%s', async ([, arm, options, reason]) => {
    await using stage = await setStage();
    arm(stage);
    const { outputs } = await stage.step({ ...options, with: { environment, ...options.with } });
    expect({ reason: outputs['failure-reason'], deployments: stage.api.deployments() }).toEqual({
      reason,
      deployments: [],
    });
  });
});

describe('a deletion by name', () => {
  test('sets the Deployments of what is gone inactive, also where somebody else deleted it, and no other', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, spec: several });
    await stage.step({ with: { environment } });
    const id = stage.emulator.endpoints().find(({ name }) => name === 'b')?.id ?? '';
    stage.emulator.remove(id);
    const { annotations } = await stage.step({ with: { command: 'delete', environment }, spec: several });
    expect(annotations).toEqual([]);
    expect(told(stage)).toEqual([
      ['staging/a', 'a: created', 'success', 'inactive'],
      ['staging/b', 'b: created', 'success', 'inactive'],
      [environment, 'llama: created', 'success'],
    ]);
  });

  test('that fails leaves the Deployment: the endpoint still serves', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment } });
    stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, times: 'always' });
    const { exitCode } = await stage.step({ with: { command: 'delete', environment } });
    expect(exitCode).toBe(1);
    expect(told(stage)).toEqual([[environment, 'llama: created', 'success']]);
  });

  test('without `environment` asks GitHub nothing', async () => {
    await using stage = await setStage();
    await stage.step();
    await stage.step({ with: { command: 'delete' } });
    expect(stage.api.requests).toEqual([]);
  });
});
