/** A GitHub Deployment for each deploy to an environment: in progress, then its end, never left hanging. */

import { describe, expect, test } from 'vitest';
import { passing, smallSpec } from './deployment.ts';
import { commits, ownPayload, type Stage, setStage } from './github-stage.ts';
import type { StepSignal } from './step.ts';

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
      emulator: { ...passing, scripts: [{ outcome: 'endpoint-failed' }] },
    });
    const { exitCode } = await stage.step({ with: { environment }, spec: `${smallSpec}workerConfig: {minNum: 1}\n` });
    expect(exitCode).toBe(1);
    expect(stage.api.deployments()[0]?.statuses.at(-1)?.state).toBe('failure');
  });

  test('end in failure when the run is cancelled', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ outcome: 'never' }] } });
    let child: { kill: (signal: StepSignal) => void } | undefined;
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

describe('a run that is cancelled', () => {
  /** Sends the signal at a moment that one of the two servers sees. */
  async function cancelledAt(arm: (stage: Stage, cancel: () => void) => void, inputs: Record<string, string> = {}) {
    await using stage = await setStage({ emulator: { scripts: [{ outcome: 'never' }] } });
    let child: { kill: (signal: StepSignal) => void } | undefined;
    arm(stage, () => child?.kill('SIGTERM'));
    const { exitCode, outputs, annotations } = await stage.step({
      with: { environment, 'wait-timeout': '1h', ...inputs },
      spec: `${smallSpec}workerConfig: {minNum: 1}\n`,
      onStart: (started) => {
        child = started;
      },
    });
    const states = stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state);
    return { exitCode, reason: outputs['failure-reason'], states, annotations };
  }

  test.for<[string, (stage: Stage, cancel: () => void) => void]>([
    [
      'before the write was answered',
      ({ emulator }, run) => emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run }),
    ],
    [
      'while the write is verified',
      ({ emulator }, run) => emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', run }),
    ],
    [
      'while the endpoint is waited for',
      ({ emulator }, run) => emulator.addFault({ operation: 'get', kind: 'hook', when: 'after', after: 3, run }),
    ],
    [
      'while GitHub takes the Deployment',
      ({ api }, run) => api.addFault({ operation: 'repos/create-deployment', kind: 'hook', when: 'after', run }),
    ],
    [
      'while GitHub sets it in progress',
      ({ api }, run) =>
        api.addFault({ operation: 'repos/create-deployment-status', kind: 'hook', when: 'before', run }),
    ],
  ])('%s leaves no Deployment open, and does not complain about GitHub', async ([, arm]) => {
    const { exitCode, reason, states, annotations } = await cancelledAt(arm);
    expect({ exitCode, reason, states }).toEqual({ exitCode: 1, reason: 'cancelled', states: ['failure'] });
    expect(annotations).toEqual([expect.stringContaining('cancelled')]);
  });

  test('while GitHub still takes the Deployment: its id is waited for, because nobody else could end it', async () => {
    const { promise: noticed, resolve: notice } = Promise.withResolvers<void>();
    await using stage = await setStage({
      emulator: {
        faults: [{ operation: 'create', kind: 'hang' }],
        // The write that hangs is let go of as soon as the run knows that it is cancelled.
        onRequest: ({ operation }) => operation === 'create' && notice(),
      },
    });
    let child: { kill: (signal: StepSignal) => void } | undefined;
    stage.api.addFault({
      operation: 'repos/create-deployment',
      kind: 'hook',
      when: 'after',
      run: () => {
        child?.kill('SIGTERM');
        return noticed;
      },
    });
    const { outputs } = await stage.step({
      with: { environment },
      onStart: (started) => {
        child = started;
      },
    });
    expect(outputs['failure-reason']).toBe('cancelled');
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['failure']);
  });

  test('before the look-up has ended makes none', async () => {
    const { reason, states } = await cancelledAt(({ emulator }, run) =>
      emulator.addFault({ operation: 'list', kind: 'hook', when: 'before', run }),
    );
    expect({ reason, states }).toEqual({ reason: 'cancelled', states: [] });
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
    ['for a plan that was not approved', () => {}, { with: { 'approved-plan': 'p1.x.y' } }, 'plan-changed'],
  ])('%s', async ([, arm, options, reason]) => {
    await using stage = await setStage();
    arm(stage);
    const { outputs } = await stage.step({ ...options, with: { environment, ...options.with } });
    expect({ reason: outputs['failure-reason'], deployments: stage.api.deployments() }).toEqual({
      reason,
      deployments: [],
    });
  });

  test('for a deploy that is superseded', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, sha: commits.second });
    const { outputs } = await stage.step({ with: { environment, image: 'a:2' }, sha: commits.first });
    expect(outputs.operation).toBe('superseded');
    expect(stage.api.deployments().length).toBe(1);
  });
});

describe('a later Deployment', () => {
  test('is made for an unchanged endpoint too, and retires the one before it, but not that of another endpoint', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, spec: smallSpec.replace('llama', 'embedder') });
    await stage.step({ with: { environment } });
    const { outputs } = await stage.step({ with: { environment }, sha: commits.second });
    expect(outputs.operation).toBe('unchanged');
    expect(
      stage.api.deployments().map(({ description, statuses }) => [description, ...statuses.map(({ state }) => state)]),
    ).toEqual([
      ['embedder', 'in_progress', 'success'],
      ['llama', 'in_progress', 'success', 'inactive'],
      ['llama', 'success'],
    ]);
  });

  test('that fails says why, and leaves the one before it as it is: that still runs', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;
    await stage.step({ with: { environment }, spec });
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    await stage.step({ with: { environment, image: 'a:broken' }, spec, sha: commits.second });
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1))).toMatchObject([
      { state: 'success', description: 'created' },
      { state: 'failure', description: 'image-pull; the previous configuration was restored' },
    ]);
  });

  test('costs the same after a long history', async () => {
    await using stage = await setStage();
    const over = Array.from({ length: 90 }, () =>
      stage.api.addDeployment({ environment, payload: ownPayload(stage), states: ['success', 'inactive'] }),
    );
    stage.api.addDeployment({ environment, payload: ownPayload(stage) });
    await stage.step({ with: { environment } });
    // The last of those that are over, and no other: nine requests, and two more when the run finds its own Deployment already.
    expect(stage.api.requests.filter(({ path }) => over.some((id) => path.includes(`/${id}/`))).length).toBe(1);
    expect(stage.api.requests.length).toBeLessThanOrEqual(11);
    expect(stage.api.deployments().filter(({ statuses }) => statuses.at(-1)?.state === 'success').length).toBe(1);
  });
});

describe('a deletion by name', () => {
  const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');
  const states = (stage: Stage) =>
    stage.api.deployments().map(({ description, statuses }) => [description, statuses.at(-1)?.state]);

  test('sets the Deployments of what is gone inactive, also where somebody else deleted it, and no other', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, spec: several });
    await stage.step({ with: { environment } });
    const id = stage.emulator.endpoints().find(({ name }) => name === 'b')?.id ?? '';
    stage.emulator.remove(id);
    const { annotations } = await stage.step({ with: { command: 'delete', environment }, spec: several });
    expect(annotations).toEqual([]);
    expect(states(stage)).toEqual([
      ['a', 'inactive'],
      ['b', 'inactive'],
      ['llama', 'success'],
    ]);
  });

  test('that fails leaves the Deployment: the endpoint still serves', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment } });
    stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, times: 'always' });
    const { exitCode } = await stage.step({ with: { command: 'delete', environment } });
    expect(exitCode).toBe(1);
    expect(states(stage)).toEqual([['llama', 'success']]);
  });

  test('without `environment` asks GitHub nothing', async () => {
    await using stage = await setStage();
    await stage.step();
    await stage.step({ with: { command: 'delete' } });
    expect(stage.api.requests).toEqual([]);
  });
});
