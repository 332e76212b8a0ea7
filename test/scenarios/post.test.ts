/** The post step: what a run leaves open on GitHub that was killed, or cancelled with no time left, is ended. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import type { StepResult, StepSignal } from './step.ts';

const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');
const given = { with: { preview: 'true', 'wait-timeout': '1h' } };
const lastStates = ({ api }: Stage) => api.deployments().map(({ statuses }) => statuses.at(-1)?.state);

/** A preview that is deployed, and whose next run is ended by the signal while it waits. */
async function endedBy(stage: Stage, { signal, spec }: { signal: StepSignal; spec: string }): Promise<StepResult> {
  // With its signals a step gets an address of the service of its own, and a comment is that of its service.
  await stage.pullRequestStep({ action: 'opened', spec, with: { ...given.with, comment: 'never' } });
  stage.emulator.clearRequests();
  let child: { kill: (signal: StepSignal) => void } | undefined;
  stage.emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', run: () => child?.kill(signal) });
  return stage.pullRequestStep({
    action: 'synchronize',
    sha: commits.second,
    spec: spec.replaceAll(':1\n', ':2\n'),
    ...given,
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

test('after a run that came to its own end it does nothing', async () => {
  await using stage = await setStage();
  const { state } = await stage.pullRequestStep({ action: 'opened', ...given });
  stage.api.clearRequests();
  stage.emulator.clearRequests();
  const post = await stage.pullRequestStep({ action: 'opened', ...given, env: state });
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
  const post = await stage.pullRequestStep({ action: 'synchronize', ...given, env: state });
  expect(post.exitCode).toBe(0);
  expect(post.annotations.length).toBeGreaterThan(0);
});
