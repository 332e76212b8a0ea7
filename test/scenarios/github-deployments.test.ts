/** A GitHub Deployment for each deploy to an environment: in progress, then its end, never left hanging. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, setStage } from './github-stage.ts';

const environment = 'staging';

describe('GitHub Deployments', () => {
  test('go from in progress to success, with the address of the endpoint and the run', async () => {
    await using stage = await setStage({ emulator: { switches: { urlForm: 'service' } } });
    await stage.step({ with: { environment } });
    const [deployment] = stage.api.deployments();
    expect(deployment).toMatchObject({
      environment,
      sha: commits.first,
      payload: { endpoint: 'llama', repository: 'acme/llama', commit: commits.first, run: '100.1' },
    });
    expect(deployment?.statuses.map(({ state, logUrl }) => ({ state, logUrl }))).toEqual([
      { state: 'in_progress', logUrl: expect.stringContaining('/actions/runs/100') },
      { state: 'success', logUrl: expect.stringContaining('/actions/runs/100') },
    ]);
    expect(deployment?.statuses[1]?.environmentUrl).toBe(stage.emulator.endpoints()[0]?.url);
  });

  test('end in failure when the deploy fails', async () => {
    await using stage = await setStage({
      emulator: { advancePerRequestMs: 5000, scripts: [{ outcome: 'endpoint-failed' }] },
    });
    const { exitCode } = await stage.step({ with: { environment }, spec: `${smallSpec}workerConfig: {minNum: 1}\n` });
    expect(exitCode).toBe(1);
    expect(stage.api.deployments()[0]?.statuses.at(-1)?.state).toBe('failure');
  });

  test('end in failure when the run is cancelled', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ outcome: 'never' }] } });
    let child: { kill: (signal: NodeJS.Signals) => void } | undefined;
    stage.emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'after',
      after: 3,
      run: () => child?.kill('SIGTERM'),
    });
    const { exitCode, outputs } = await stage.step({
      with: { environment, 'wait-timeout': '1h' },
      spec: `${smallSpec}workerConfig: {minNum: 1}\n`,
      onStart: (started) => {
        child = started;
      },
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'cancelled' });
    expect(stage.api.deployments()[0]?.statuses.at(-1)?.state).toBe('failure');
  });

  test('are not made without an environment', async () => {
    await using stage = await setStage();
    await stage.step();
    expect(stage.api.requests).toEqual([]);
  });

  test('of several endpoints in one environment do not retire each other', async () => {
    await using stage = await setStage();
    const spec = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');
    await stage.step({ with: { environment }, spec });
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['success', 'success']);
  });

  test('start beside the first write, not before it', async () => {
    await using stage = await setStage();
    // GitHub never answers: the deploy goes on all the same.
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
