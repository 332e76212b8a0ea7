/** The post step: what a run leaves open on GitHub that was killed, or cancelled with no time left, is ended. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, ownPayload, type Stage, setStage } from './github-stage.ts';
import type { StepResult, StepSignal } from './step.ts';

const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');
const given = { with: { preview: 'true', 'wait-timeout': '1h' } };
const lastStates = ({ api }: Stage) => api.deployments().map(({ statuses }) => statuses.at(-1)?.state);

/** A preview that is deployed, and whose next run is ended by the signal while it waits. */
async function endedBy(stage: Stage, { signal, spec }: { signal: StepSignal; spec: string }): Promise<StepResult> {
  // With its signals a step gets an address of the service of its own, and a comment is that of its service.
  await stage.pullRequestStep({ action: 'opened', spec, with: { ...given.with, comment: 'false' } });
  stage.emulator.clearRequests();
  let child: { kill: (signal: StepSignal) => void } | undefined;
  const deployed = stage.api.deployments().length;
  const run = () => {
    // GitHub and the service are asked side by side: what is ended here is a run whose Deployments are open.
    if (stage.api.deployments().length < 2 * deployed) return;
    child?.kill(signal);
    child = undefined;
  };
  stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'after', times: 'always', run });
  return stage.pullRequestStep({
    action: 'synchronize',
    sha: commits.second,
    spec: spec.replaceAll(':1\n', ':2\n'),
    ...given,
    isRelayed: signal === 'SIGKILL',
    onStart: (started) => {
      child = started;
    },
  });
}

describe.for([
  ['one endpoint', smallSpec],
  ['several endpoints', several],
] as const)('%s', ([, spec]) => {
  test.for<StepSignal>(['SIGKILL', 'SIGINT'])(
    'after %s no Deployment is open, and the comment says so',
    async (signal) => {
      await using stage = await setStage();
      const { state } = await endedBy(stage, { signal, spec });
      const post = await stage.pullRequestStep({
        action: 'synchronize',
        sha: commits.second,
        spec,
        ...given,
        env: state,
        isPost: true,
      });
      expect(post.exitCode).toBe(0);
      expect(lastStates(stage).filter((last) => last !== 'success' && last !== 'failure')).toEqual([]);
      expect(lastStates(stage)).toContain('failure');
      expect(stage.api.comments(7).length).toBe(1);
      expect(stage.api.comments(7)[0]?.body).toMatch(/ended early[\s\S]*bbbbbbbbbbbb/);
      expect(post.outputs).toEqual({});
    },
  );
});

test.for([0, 1, 4])(
  'a Deployment whose id nobody came to know ends too, though %i lists are without it',
  async (lateLists) => {
    await using stage = await setStage({ api: { lateLists } });
    const payload = ownPayload(stage, { run: '100.1', commit: commits.first });
    stage.api.addDeployment({ environment: 'production', sha: commits.first, payload, states: [] });
    const post = await stage.step({ isPost: true, env: { 'STATE_open-environment': 'production' } });
    expect([post.exitCode, lastStates(stage)]).toEqual([0, ['failure']]);
  },
);

test('after a run that came to its own end it does nothing', async () => {
  await using stage = await setStage();
  const { state } = await stage.pullRequestStep({ action: 'opened', ...given });
  stage.api.clearRequests();
  stage.emulator.clearRequests();
  const post = await stage.pullRequestStep({ action: 'opened', ...given, env: state, isPost: true });
  expect({
    exitCode: post.exitCode,
    log: post.log,
    asked: stage.api.requests,
    service: stage.emulator.requests,
  }).toEqual({
    exitCode: 0,
    log: '',
    asked: [],
    service: [],
  });
});

test('what GitHub refuses it is a warning, and never fails the job', async () => {
  await using stage = await setStage();
  const { state } = await endedBy(stage, { signal: 'SIGKILL', spec: smallSpec });
  stage.api.addFault({ operation: 'any', kind: 'status', status: 403, times: 'always' });
  const post = await stage.pullRequestStep({ action: 'synchronize', ...given, env: state, isPost: true });
  expect(post.exitCode).toBe(0);
  expect(post.annotations.length).toBeGreaterThan(0);
});

describe('what an earlier step has set in the environment', () => {
  test('makes no main step a post step', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.step({ env: { STATE_main: 'started', 'STATE_open-deployments': '[1]' } });
    expect(outputs.operation).toBe('created');
  });

  /** Of another run, by another identity, and of another tool. */
  function seedForeign(stage: Stage): number[] {
    const open = { environment: 'production', states: ['in_progress'] };
    const author = { login: 'mallory', type: 'User', association: 'COLLABORATOR' } as const;
    return [
      stage.api.addDeployment({ ...open, payload: ownPayload(stage) }),
      stage.api.addDeployment({ ...open, payload: ownPayload(stage, { run: '100.1' }), creator: author }),
      stage.api.addDeployment({ ...open, payload: 'none of ours' }),
    ];
  }

  test.for(['', 'null', '{"a":1}', '[-1, "2", 3.5, null]', '[[[', '[9007199254740993]'])(
    'as open Deployments %s: nothing is asked',
    async (ids) => {
      await using stage = await setStage();
      const post = await stage.step({ isPost: true, env: { 'STATE_open-deployments': ids } });
      expect({ exitCode: post.exitCode, asked: stage.api.requests }).toEqual({ exitCode: 0, asked: [] });
    },
  );

  test('ends no Deployment of another run, of another identity, or of another tool', async () => {
    await using stage = await setStage();
    const ids = seedForeign(stage);
    const env = { 'STATE_open-deployments': JSON.stringify(ids), 'STATE_open-environment': 'production' };
    const post = await stage.step({ isPost: true, env });
    expect(post.exitCode).toBe(0);
    expect(lastStates(stage)).toEqual(['in_progress', 'in_progress', 'in_progress']);
  });

  test.for([
    `9 2.${'0'.repeat(16)}.preview.${'0'.repeat(12)}.${'0'.repeat(12)}.`,
    '7 plan of somebody',
    `7 2.${'0'.repeat(16)}.preview.--><script>.${'0'.repeat(12)}.`,
    '7',
  ])('as the comment to come %s: none is written', async (subject) => {
    await using stage = await setStage({ api: { pulls: [{ number: 7 }, { number: 9 }] } });
    const env = { 'STATE_open-comment': subject };
    await stage.pullRequestStep({ action: 'synchronize', ...given, isPost: true, env });
    expect([...stage.api.comments(7), ...stage.api.comments(9)]).toEqual([]);
  });
});
