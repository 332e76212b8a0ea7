/** A cancelled workflow: outputs are set, what was replaced is put back without a wait, and the run ends at once. */

import { describe, expect, test } from 'vitest';
import { cancelledParkMs } from '../../src/times.ts';
import { type Emulator, type Fault, type ScriptedWrite, startEmulator } from '../emulator/emulator.ts';
import { everySecond } from '../runs.ts';
import { told } from '../told.ts';
import { type DeploymentOptions, deployTo, passing, smallSpec } from './deployment.ts';
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
  let signalledAtMs = 0;
  const result = await deployTo(emulator, {
    spec,
    ...options,
    onStart: ({ kill }) => {
      const run = () => {
        signalledAtMs = emulator.clock.nowMs();
        kill(signal);
      };
      emulator.addFault({ operation, after, kind: 'hook', when: 'before', run });
      if (hangs) emulator.addFault({ operation, after, kind: 'hang' });
    },
  });
  expect([result.end, result.signal]).toEqual([end, null]);
  // What hangs has no other end than the signal, and the runner leaves a few seconds.
  expect(emulator.clock.nowMs() - signalledAtMs).toBeLessThanOrEqual(cancelledParkMs);
  expect(result.annotations.join()).toMatch(new RegExp(`\\[${end}(: https://\\S+#${end})?\\]`));
  return result;
}

interface Cancelled {
  live?: Parameters<Emulator['seed']>[0];
  scripts?: readonly ScriptedWrite[];
  at: Parameters<typeof cancelAt>[1];
  options?: DeploymentOptions;
  outputs: object;
  /** Where no reading has shown what came of it, no operation is claimed. */
  claimsNothing?: true;
  logs: readonly RegExp[];
  summary?: string;
  /** How the next run ends. */
  next?: string;
}

const running = { name: 'llama', workerConfig: { minNum: 1 } };
const image = { with: { image: 'a:2' } };
const cases: Record<string, Cancelled> = {
  'while it looks up: nothing was written, and that is said': {
    at: { operation: 'list', hangs: true },
    ...{ outputs: { changed: 'false' }, logs: [/Cancelled before anything was written\./] },
    summary: 'the run was cancelled by SIG',
  },
  'while create hangs: whether it exists is not known, and the next run looks first': {
    at: { operation: 'create', hangs: true },
    ...{ outputs: { name: 'llama', changed: 'true' }, claimsNothing: true },
    ...{ logs: [/a new llama may exist/], next: 'created' },
  },
  'while update hangs: it may have taken effect': {
    ...{ live: running, options: image, at: { operation: 'update', hangs: true }, outputs: { changed: 'true' } },
    logs: [/The update to a:2 was in progress, and may have taken effect\. 1 old worker .* serves/],
    next: 'updated',
  },
  'while it waits: the version before is put back, and the next run deploys again': {
    ...{ live: running, options: image, at: { operation: 'get', after: 3 } },
    outputs: { operation: 'restored', changed: 'true', image: expect.stringContaining('llama:1') },
    logs: [/Now: llama \(.*: It has its previous configuration again, which was not waited for\. 1 worker .* serves/],
    ...{ summary: 'has its previous configuration again', next: 'updated' },
  },
  'during the smoke test that never answers': {
    // Without a health check, the first request is that of the test.
    ...{ live: { ...running, healthy: { path: '' } }, options: { spec: `${spec}tests: [{post: /a}]\n`, ...image } },
    at: { operation: 'serve', hangs: true },
    ...{ outputs: { operation: 'restored', state: 'serving' }, logs: [] },
  },
  'during a restoration: the first cause stays the reason, and what was left is said': {
    ...{ live: running, scripts: [{ image: 'a:2', outcome: 'image-pull' }], options: image, outputs: {} },
    at: { operation: 'update', after: 1, hangs: true, end: 'image-pull' },
    logs: [/has its previous configuration again, which was not waited for/],
  },
  'a deletion: that it was sent is said': {
    ...{ live: { name: 'llama' }, options: { with: { command: 'delete' } }, at: { operation: 'delete', hangs: true } },
    outputs: { name: 'llama', changed: 'true' },
    logs: [/llama \(\w+\): perhaps deleted: /],
  },
};

describe.for(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  const own = Object.entries(cases).slice(0, signal === 'SIGINT' ? 1 : undefined);
  test.for(own)('%s', async ([, { live, scripts, at, options, outputs, claimsNothing, logs, summary, next }]) => {
    await using emulator = await startEmulator({ ...passing, ...(scripts && { scripts }) });
    const id = live && emulator.seed(live);
    const result = await cancelAt(emulator, { ...at, signal }, options);
    expect(told(result.outputs)).toMatchObject(outputs);
    if (claimsNothing) expect(result.outputs).not.toHaveProperty('operation');
    for (const text of logs) expect(result.log).toMatch(text);
    if (summary) expect(result.summary).toContain(summary);
    // One update puts it back, and nothing is deleted.
    const updates = emulator.requests.filter(({ operation }) => operation === 'update');
    expect(updates.length).toBeLessThanOrEqual(at.end ? 3 : 2);
    if (id) expect(emulator.endpoints()[0]?.id).toBe(id);
    if (!next) return;
    emulator.clearFaults();
    expect((await deployTo(emulator, { spec, ...options })).end).toBe(next);
    expect(emulator.endpoints().length).toBe(1);
  });
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
    stage.step({ sha: commits.second, spec: smallSpec.replace('8000', '81'), ...options }),
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
    await stage.step();
    await stage.pullRequestStep({ action: 'opened', number: 7, with: { preview: 'true' } });
    return { stage, before: stage.api.requests.length };
  };

  test('fails as cancelled at any request before its verdict, of which every other one is answered', async () => {
    const undisturbed = await setUp();
    await using stage = undisturbed.stage;
    await run(stage);
    const asked = stage.api.requests.slice(undisturbed.before).map(({ operation }) => operation);
    expect(asked.length).toBeGreaterThan(0);
    const ends = asked.map((operation, after) => ({ operation, after, isAnswered: after % 4 < 2 }));
    for (const { operation, after, isAnswered } of everySecond(ends)) {
      const { stage } = await setUp();
      await using _ = stage;
      const { end } = await run(stage, {
        onStart: ({ kill }) => {
          stage.api.addFault({ operation: 'any', after, kind: 'hook', when: 'before', run: () => kill('SIGTERM') });
          if (!isAnswered) stage.api.addFault({ operation: 'any', after, kind: 'status', status: 503 });
        },
      });
      // The last look of a preview comes when all has been told.
      const isTold = after > 0 && after === asked.length - 1 && operation === 'pulls/get';
      expect([operation, after, end]).toEqual([operation, after, isTold ? 'unchanged' : 'cancelled']);
    }
  });
});
