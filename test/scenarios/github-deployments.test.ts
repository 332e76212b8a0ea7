/** A GitHub Deployment for each deploy to an environment, written when its verdict is known. */

import { describe, expect, test } from 'vitest';
import { smallSpec, specsOf } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';

const environment = 'staging';
const told = ({ api }: Stage) =>
  api
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
    const status = {
      state: 'success',
      description: 'llama: created',
      environmentUrl: stage.emulator.endpoints()[0]?.url,
      logUrl: expect.stringContaining('/actions/runs/100'),
    };
    expect(stage.api.deployments()).toMatchObject([
      { environment, sha: commits.first, task: 'deploy:llama', statuses: [status] },
    ]);
    expect(stage.api.requests.length).toBe(2);
  });

  test('take the place of the one before; what did not change has none, and a failure leaves what still runs', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;
    await stage.step({ spec, with: { environment } });
    await stage.step({ spec, with: { environment }, sha: commits.second });
    await stage.step({ spec, with: { environment, image: 'a:2' }, sha: commits.second });
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    await stage.step({ spec, with: { environment, image: 'a:broken' }, sha: commits.third });
    expect(told(stage)).toEqual([
      [environment, 'llama: created', 'success', 'inactive'],
      [environment, 'llama: updated', 'success'],
      [environment, 'llama: image-pull; the previous configuration was restored', 'failure'],
    ]);
  });

  test('are not made by a run that is cancelled: nothing is left open', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ outcome: 'never' }] } });
    const { end } = await stage.step({
      with: { environment, 'wait-timeout': '1h' },
      spec: `${smallSpec}workerConfig: {minNum: 1}\n`,
      onStart: ({ kill }) => {
        const run = () => kill('SIGTERM');
        stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'after', after: 3, run });
      },
    });
    expect([end, stage.api.requests]).toEqual(['cancelled', []]);
  });
});

describe('no Deployment is made', () => {
  type Arm = (stage: Stage) => void;
  test.for<[string, Arm, { spec?: string; with?: Record<string, string> }, string]>([
    ['without an environment', () => {}, { with: { environment: '' } }, 'created'],
    [
      'for a plan that is refused',
      ({ emulator }) => void emulator.seed({ name: 'llama', appName: 'old' }),
      { spec: `${smallSpec}appName: new\n` },
      'spec-invalid',
    ],
  ])('%s', async ([, arm, options, expected]) => {
    await using stage = await setStage();
    arm(stage);
    const { end } = await stage.step({ ...options, with: { environment, ...options.with } });
    expect([end, stage.api.requests]).toEqual([expected, []]);
  });
});

describe('a deletion by name', () => {
  test('sets the Deployments of what is gone inactive, also where somebody else deleted it, and no other', async () => {
    await using stage = await setStage();
    await stage.step({ with: { environment }, spec: specsOf('a', 'b') });
    await stage.step({ with: { environment } });
    stage.emulator.remove(stage.emulator.endpoints().find(({ name }) => name === 'b')?.id ?? '');
    const { annotations } = await stage.step({ with: { command: 'delete', environment }, spec: specsOf('a', 'b') });
    expect(annotations).toEqual([]);
    expect(told(stage)).toEqual([
      ['staging/a', 'a: created', 'success', 'inactive'],
      ['staging/b', 'b: created', 'success', 'inactive'],
      [environment, 'llama: created', 'success'],
    ]);
  });
});
