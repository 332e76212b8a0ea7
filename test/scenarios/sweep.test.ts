/** The scheduled sweep: previews whose pull request is closed, or that are too old, go; everything else stays. */

import { describe, expect, test } from 'vitest';
import { startMs } from '../clock.ts';
import type { Fault } from '../github-api/github-api.ts';
import { told } from '../told.ts';
import { repository, type Stage, setStage, settled } from './github-stage.ts';
import type { StepSignal } from './step.ts';

const daySeconds = 86_400;

function seedPreview(
  { emulator }: Stage,
  {
    name,
    pullRequest,
    ageSeconds = 3600,
    owner = repository,
  }: { name: string; pullRequest?: number; ageSeconds?: number; owner?: string },
): string {
  const record = {
    repository: owner,
    commit: 'a'.repeat(40),
    ref: 'refs/pull/1/merge',
    run: '1.1',
    ...(pullRequest !== undefined && { pullRequest }),
    time: new Date(startMs - ageSeconds * 1000).toISOString(),
    tool: 'deploy-gpu-endpoint/1.0.0',
  };
  return emulator.seed({ name, envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT', value: JSON.stringify(record) }] });
}

async function setSweepStage(): Promise<Stage> {
  return setStage({
    api: {
      pulls: [
        { number: 1, state: 'closed' },
        { number: 2, state: 'closed', merged: true },
        { number: 3, state: 'open' },
        { number: 4, state: 'open' },
      ],
    },
  });
}

const schedule = { event: { name: 'schedule', payload: {} }, with: { command: 'sweep' } } as const;

describe('sweep', () => {
  test('deletes what is closed, keeps what is open, never touches what is not this repository’s', async () => {
    await using stage = await setSweepStage();
    seedPreview(stage, { name: 'a-pr-1', pullRequest: 1 });
    seedPreview(stage, { name: 'a-pr-2', pullRequest: 2 });
    seedPreview(stage, { name: 'a-pr-3', pullRequest: 3 });
    seedPreview(stage, { name: 'other-pr-1', pullRequest: 1, owner: 'rival/llama' });
    seedPreview(stage, { name: 'production' });
    stage.emulator.seed({ name: 'looks-like-pr-1' });
    const { exitCode, outputs, log, summary } = await stage.step(schedule);
    expect({ exitCode, operation: outputs.operation, changed: outputs.changed }).toEqual({
      exitCode: 0,
      operation: 'deleted',
      changed: 'true',
    });
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual([
      'a-pr-3',
      'other-pr-1',
      'production',
      'looks-like-pr-1',
    ]);
    expect(log).toMatch(/a-pr-1 \([0-9a-f]+\): deleted, pull request #1 is closed, deployed 1 h ago/);
    expect(log).toContain(': kept, pull request #3 is open, deployed 1 h ago');
    expect(summary).toContain('pull request &#35;&#8203;2 is merged');
  });

  test('deletes what is too old even though its pull request is open', async () => {
    await using stage = await setSweepStage();
    seedPreview(stage, { name: 'old', pullRequest: 3, ageSeconds: 15 * daySeconds });
    seedPreview(stage, { name: 'young', pullRequest: 4, ageSeconds: 2 * daySeconds });
    await stage.step({ ...schedule, with: { command: 'sweep', preview: 'max-age=14d' } });
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['young']);
  });

  test('goes on after a delete that fails, and fails in the end', async () => {
    await using stage = await setSweepStage();
    const stuck = seedPreview(stage, { name: 'stuck', pullRequest: 1 });
    seedPreview(stage, { name: 'gone', pullRequest: 2 });
    stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, reason: 'FORBIDDEN' });
    const { exitCode, annotations } = await stage.step(schedule);
    expect(exitCode).toBe(1);
    expect(annotations.join()).toContain(`1 of 2 endpoints failed:%0Astuck (${stuck})`);
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['stuck']);
  });

  test('says of a deletion that was cancelled that it may have happened, and not that nothing was there', async () => {
    await using stage = await setSweepStage();
    seedPreview(stage, { name: 'a-pr-1', pullRequest: 1 });
    seedPreview(stage, { name: 'a-pr-2', pullRequest: 2 });
    let kill = (_: StepSignal) => {};
    stage.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'before', run: () => kill('SIGTERM') });
    stage.emulator.addFault({ operation: 'delete', kind: 'hang' });
    const { exitCode, outputs, log, summary } = await stage.step({
      ...schedule,
      onStart: (child) => {
        kill = child.kill;
      },
    });
    expect({ exitCode, outputs: told(outputs) }).toMatchObject({
      exitCode: 1,
      outputs: { name: 'a-pr-1', changed: 'true', 'failure-reason': 'cancelled' },
    });
    expect(outputs).not.toHaveProperty('operation');
    expect(log).toContain(': kept, pull request #2 is merged, but the run was cancelled');
    expect(summary).toMatch(/a-pr-2.*is merged, but the run was cancelled/);
  });

  test('keeps everything whose pull request GitHub does not tell, but for what is too old', async () => {
    await using stage = await setSweepStage();
    stage.api.setPermissions({ 'pull-requests': 'none' });
    seedPreview(stage, { name: 'a-pr-1', pullRequest: 1 });
    seedPreview(stage, { name: 'ancient', pullRequest: 3, ageSeconds: 90 * daySeconds });
    const { exitCode, outputs, annotations } = await stage.step({
      ...schedule,
      with: { command: 'sweep', preview: 'max-age=30d' },
    });
    // A green sweep that could not ask would leave billed endpoints for ever.
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'github' });
    expect(annotations.join()).toContain('pull-requests: read');
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['a-pr-1']);
  });

  test('reports every preview in one table, with its pull request and age', async () => {
    await using stage = await setSweepStage();
    seedPreview(stage, { name: 'gone', pullRequest: 1, ageSeconds: 3 * daySeconds });
    seedPreview(stage, { name: 'from-tomorrow', pullRequest: 3, ageSeconds: -daySeconds });
    seedPreview(stage, { name: 'unheard-of', pullRequest: 99 });
    const { log, summary } = await stage.step({ ...schedule, with: { command: 'sweep', preview: 'max-age=14d' } });
    expect(
      settled(summary, stage).replaceAll(/<code>(worker-id|endpoint-id-\d)<\/code>/g, '<code>id</code>'),
    ).toMatchSnapshot();
    expect(log).toContain(': kept, pull request #3 is open, deployed 0 s ago');
    expect(log).toContain(': kept, pull request #99 may still be open, deployed 1 h ago');
  });

  test('says so when there is no preview', async () => {
    await using stage = await setSweepStage();
    stage.emulator.seed({ name: 'production' });
    const { outputs, summary } = await stage.step(schedule);
    expect(outputs).toMatchObject({ operation: 'absent', changed: 'false', endpoints: '[]' });
    expect(summary).toContain('No endpoint has the record');
    expect(stage.api.requests).toEqual([]);
  });

  test('keeps a preview that was deployed again between the look-up and its deletion', async () => {
    await using stage = await setSweepStage();
    const id = seedPreview(stage, { name: 'old', pullRequest: 3, ageSeconds: 15 * daySeconds });
    const young = {
      repository,
      commit: 'b'.repeat(40),
      ref: 'r',
      run: '2.1',
      pullRequest: 3,
      time: new Date(startMs).toISOString(),
      tool: 't',
    };
    stage.emulator.addFault({
      operation: 'list',
      kind: 'hook',
      when: 'after',
      run: () =>
        stage.emulator.change(id, { envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT', value: JSON.stringify(young) }] }),
    });
    const { outputs, log } = await stage.step({ ...schedule, with: { command: 'sweep', preview: 'max-age=14d' } });
    expect({ operation: outputs.operation, count: stage.emulator.endpoints().length }).toEqual({
      operation: 'absent',
      count: 1,
    });
    expect(log).toContain('kept, changed by someone else in the meantime');
  });

  test('counts one that somebody else deletes meanwhile as deleted', async () => {
    await using stage = await setSweepStage();
    const id = seedPreview(stage, { name: 'a-pr-1', pullRequest: 1 });
    stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', run: () => stage.emulator.remove(id) });
    const { exitCode, outputs } = await stage.step(schedule);
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'deleted' });
  });

  test.for<[string, Fault]>([
    ['a rate limit', { operation: 'any', kind: 'primary-rate-limit', resetAt: 4_000_000_000, times: 'always' }],
    [
      'a secondary rate limit',
      { operation: 'any', kind: 'secondary-rate-limit', retryAfterSeconds: 600, times: 'always' },
    ],
    ['an outage', { operation: 'any', kind: 'status', status: 502, times: 'always' }],
    ['a web page', { operation: 'any', kind: 'wrong-body', body: '<html>Sign in</html>', times: 'always' }],
    ['empty lists', { operation: 'any', kind: 'wrong-body', body: [], times: 'always' }],
    ['nothing at all', { operation: 'any', kind: 'wrong-body', body: null, times: 'always' }],
    [
      'another pull request',
      { operation: 'any', kind: 'wrong-body', body: { number: 99, state: 'closed' }, times: 'always' },
    ],
  ])('deletes nothing on the word of nobody: %s', async ([, fault]) => {
    await using stage = await setSweepStage();
    stage.api.addFault(fault);
    for (let number = 1; number < 6; number += 1) seedPreview(stage, { name: `p-${number}`, pullRequest: number });
    const { exitCode, outputs, annotations } = await stage.step(schedule);
    expect({ exitCode, reason: outputs['failure-reason'], annotations: annotations.length }).toEqual({
      exitCode: 1,
      reason: 'github',
      annotations: 1,
    });
    expect(stage.emulator.endpoints().length).toBe(5);
  });

  test('gets through three hundred', async () => {
    await using stage = await setSweepStage();
    for (let number = 1000; number < 1300; number += 1) {
      stage.api.setPull({ number, state: number % 20 === 0 ? 'closed' : 'open' });
      seedPreview(stage, { name: `p-${number}`, pullRequest: number });
    }
    const { outputs } = await stage.step(schedule);
    expect(JSON.parse(outputs.endpoints ?? '[]').length).toBe(15);
    expect(stage.emulator.endpoints().length).toBe(285);
    // One for each, and beside them the Deployments and the comments of each pull request whose preview is gone.
    expect(stage.api.requests.length).toBeLessThanOrEqual(300 + 2 * 15);
  });
});
