/** A cancelled workflow: outputs are set, what was left is said, nothing is restored, and the run ends at once. */

import { describe, expect, test } from 'vitest';
import { type Emulator, type Fault, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { type DeploymentOptions, deployTo, operationsOf, passing, smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import type { StepResult, StepSignal } from './step.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
/** Sends the signal when the request arrives that `at` names; `hangs`: it never gets an answer. Checks that the run ends at once, as cancelled. */
async function cancelAt(
  emulator: Emulator,
  at: { operation: Fault['operation']; after?: number; hangs?: boolean; signal?: StepSignal; end?: string },
  options: DeploymentOptions = {},
): Promise<StepResult> {
  const { operation, after = 0, hangs = false, signal = 'SIGTERM', end = 'cancelled' } = at;
  let signalledAt = 0;
  const result = await deployTo(emulator, {
    spec,
    ...options,
    onStart: ({ kill }) => {
      const run = () => {
        signalledAt = performance.now();
        kill(signal);
      };
      emulator.addFault({ operation, after, kind: 'hook', when: 'before', run });
      if (hangs) emulator.addFault({ operation, after, kind: 'hang' });
    },
  });
  expect([result.end, result.signal]).toEqual([end, null]);
  // Two seconds are what is promised; the rest is for a machine that has other things to do.
  expect(performance.now() - signalledAt).toBeLessThan(6000);
  expect(result.annotations.join()).toContain(`[${end}]`);
  return result;
}

const updates = ({ requests }: Emulator) => requests.filter(({ operation }) => operation.startsWith('update'));

describe.for(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('while it looks up: nothing was written, and that is said', async () => {
    await using emulator = await startEmulator(passing);
    const cancelled = await cancelAt(emulator, { operation: 'list', hangs: true, signal });
    expect(cancelled.outputs.changed).toBe('false');
    expect(cancelled.log).toContain('Cancelled before anything was written.');
    expect(emulator.endpoints()).toEqual([]);
  });

  test('while create hangs: whether it exists is not known, and the next run looks first', async () => {
    await using emulator = await startEmulator(passing);
    const cancelled = await cancelAt(emulator, { operation: 'create', hangs: true, signal });
    expect(told(cancelled.outputs)).toMatchObject({ name: 'llama', changed: 'true' });
    expect(cancelled.outputs).not.toHaveProperty('operation');
    expect(cancelled.log).toContain('a new llama may exist');
    emulator.clearFaults();
    const { outputs } = await deployTo(emulator, { spec });
    expect([outputs.operation, emulator.endpoints().length]).toEqual(['created', 1]);
  });

  test('while update hangs: it may have taken effect', async () => {
    await using emulator = await startEmulator(passing);
    const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const options = { with: { image: 'a:2' } };
    const cancelled = await cancelAt(emulator, { operation: 'update', hangs: true, signal }, options);
    expect(cancelled.outputs).toMatchObject({ 'endpoint-id': id, changed: 'true' });
    expect(cancelled.log).toContain('Unconfirmed: the v1 update was in progress and may have taken effect.');
    expect(updates(emulator).length).toBe(1);
    emulator.clearFaults();
    expect((await deployTo(emulator, { spec, ...options })).outputs.operation).toBe('updated');
  });
});

test('while it waits: the new configuration stays, and the next run goes on with it', async () => {
  await using emulator = await startEmulator(passing);
  const id = emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const options = { with: { image: 'a:2' } };
  const cancelled = await cancelAt(emulator, { operation: 'get', after: 3 }, options);
  expect(told(cancelled.outputs)).toMatchObject({
    'endpoint-id': id,
    operation: 'updated',
    changed: 'true',
    image: 'a:2',
    url: emulator.endpoints()[0]?.url,
  });
  expect(cancelled.log).toContain('Updated, and left with the new configuration: llama');
  expect(cancelled.log).toContain('A cancelled run restores nothing');
  expect(cancelled.summary).toContain('left with the new configuration');
  expect(updates(emulator).length).toBe(1);

  const { outputs, log } = await deployTo(emulator, { spec, ...options });
  expect(told(outputs)).toMatchObject({ operation: 'unchanged', state: 'serving' });
  // Not at once green because the old version serves: the new one is waited for.
  expect(log).toMatch(/Wait: until the endpoint serves\.[\s\S]*1 running, 1 (pulling|starting)/);
});

test('during the smoke test that never answers', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const options = { spec: `${spec}tests: [/health]\n`, with: { image: 'a:2' } };
  const cancelled = await cancelAt(emulator, { operation: 'serve', hangs: true }, options);
  expect(told(cancelled.outputs)).toMatchObject({ operation: 'updated', state: 'serving' });
  expect(updates(emulator).length).toBe(1);
});

test('during a restoration: the first cause stays the reason, and what was left is said', async () => {
  await using emulator = await startEmulator({ ...passing, scripts: [{ image: 'a:broken', outcome: 'image-pull' }] });
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const at = { operation: 'update', after: 1, hangs: true, end: 'image-pull' } as const;
  const result = await cancelAt(emulator, at, { with: { image: 'a:broken' } });
  expect(result.log).toContain('could not be restored [cancelled]');
  expect(result.log).toContain('Unconfirmed: the v1 update was in progress and may have taken effect.');
  expect(result.log).toMatch(/The previous configuration was:[\s\S]*\+ image\.image: ghcr\.io\/acme\/llama:1/);
});

test('a replacement: both endpoints stay and are named, and the next run finishes it', async () => {
  await using emulator = await startEmulator(passing);
  const old = emulator.seed({ name: 'llama', appName: 'llama-old', workerConfig: { minNum: 1 } });
  const options = { spec: `${spec}appName: llama-new\n`, with: { allow: 'replace' } };
  const cancelled = await cancelAt(emulator, { operation: 'get', after: 2 }, options);
  const fresh = emulator.endpoints()[1]?.id ?? '';
  expect(cancelled.outputs).toMatchObject({ 'endpoint-id': fresh, operation: 'created', changed: 'true' });
  for (const id of [old, fresh]) expect(cancelled.log).toMatch(new RegExp(`Left with two endpoints.*${id}`));
  expect(operationsOf(emulator)).not.toContain('delete');

  const { outputs, log } = await deployTo(emulator, options);
  expect(outputs).toMatchObject({ operation: 'replaced', 'endpoint-id': fresh });
  expect(log).toContain(`Plan: continue the replacement: ${fresh} takes the place of ${old}`);
  expect(emulator.endpoints().map(({ id }) => id)).toEqual([fresh]);
});

test('a deletion: that it was sent is said', async () => {
  await using emulator = await startEmulator(passing);
  const id = emulator.seed({ name: 'llama' });
  const cancelled = await cancelAt(emulator, { operation: 'delete', hangs: true }, { with: { command: 'delete' } });
  expect(told(cancelled.outputs)).toMatchObject({ 'endpoint-id': id, name: 'llama', changed: 'true' });
  expect(cancelled.log).toContain(`Unconfirmed: the deletion of llama (${id}) was sent`);
});

test('a comment that GitHub never takes: the plan is there, and the run is no success', async () => {
  await using stage = await setStage();
  const { end, outputs, annotations } = await stage.pullRequestStep({
    action: 'opened',
    with: { command: 'plan' },
    onStart: ({ kill }) => {
      const operation = 'issues/list-comments';
      stage.api.addFault({ operation, kind: 'hook', when: 'before', run: () => kill('SIGTERM') });
      stage.api.addFault({ operation, kind: 'hang' });
    },
  });
  expect([end, outputs.operation]).toEqual(['cancelled', 'planned']);
  expect(annotations.join()).toContain('GitHub may not have been updated');
});

/** Runs that ask GitHub before, while and after they write to the service. */
const runsOnGitHub: Record<string, (stage: Stage, options?: DeploymentOptions) => Promise<StepResult>> = {
  'a deploy that updates': (stage, options) =>
    stage.step({
      sha: commits.second,
      spec: smallSpec.replace('8000', '81'),
      with: { environment: 'prod' },
      ...options,
    }),
  'a plan with a comment': (stage, options) =>
    stage.pullRequestStep({ action: 'opened', ...options, with: { command: 'plan' } }),
  'a preview': (stage, options) => stage.pullRequestStep({ action: 'opened', ...options, with: { preview: 'true' } }),
  'the end of a preview': (stage, options) =>
    stage.pullRequestStep({ action: 'closed', ...options, with: { preview: 'true' } }),
  'a sweep': async (stage, options) => {
    stage.api.setPull({ number: 7, state: 'closed' });
    return stage.step({ ...options, event: { name: 'schedule', payload: {} }, with: { command: 'sweep' } });
  },
};

describe.for(Object.entries(runsOnGitHub))('%s, while GitHub is asked', ([, run]) => {
  const setUp = async () => {
    const stage = await setStage();
    await stage.step({ with: { environment: 'prod' } });
    await stage.pullRequestStep({ action: 'opened', number: 7, with: { preview: 'true' } });
    return { stage, before: stage.api.requests.length };
  };

  test('fails as cancelled at any request, of which every other one is answered', async () => {
    const undisturbed = await setUp();
    await using stage = undisturbed.stage;
    await run(stage);
    const asked = stage.api.requests.slice(undisturbed.before).map(({ operation }) => operation);
    expect(asked.length).toBeGreaterThan(0);
    const ends = asked.map((operation, after) => ({ operation, after, isAnswered: after % 2 === 0 }));
    for (const { operation, after, isAnswered } of ends) {
      const { stage } = await setUp();
      await using _ = stage;
      const { end } = await run(stage, {
        onStart: ({ kill }) => {
          stage.api.addFault({ operation: 'any', after, kind: 'hook', when: 'before', run: () => kill('SIGTERM') });
          if (!isAnswered) stage.api.addFault({ operation: 'any', after, kind: 'status', status: 503 });
        },
      });
      expect([operation, after, end]).toEqual([operation, after, 'cancelled']);
    }
  });
});
