/** What people read: the summary of the job and the comment on the pull request, as they are. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage, settled } from './github-stage.ts';

const id = '00000000000000aa';
const spec = `${smallSpec}workerConfig: {minNum: 1}\nenvs: {HF_HOME: /cache}\n`;

/** The summary and, after a line, the comment where there is one. */
async function read(stage: Stage, { summary }: { summary: string }): Promise<string> {
  const [comment, ...others] = stage.api.comments(7);
  expect(others).toEqual([]);
  return settled(comment ? `${summary}\n---------- comment ----------\n${comment.body}\n` : summary, stage);
}

describe('the summary and the comment of', () => {
  test('a creation', async () => {
    await using stage = await setStage();
    const step = await stage.pullRequestStep({ action: 'opened', spec });
    expect(await read(stage, step)).toMatchSnapshot();
  });

  test('an update', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ id, name: 'llama', workerConfig: { minNum: 1 } });
    const step = await stage.pullRequestStep({ action: 'opened', with: { image: 'a:2' }, spec });
    expect(await read(stage, step)).toMatchSnapshot();
  });

  test('nothing to change', async () => {
    await using stage = await setStage();
    await stage.step({ spec });
    const step = await stage.pullRequestStep({ action: 'opened', spec });
    expect(await read(stage, step)).toMatchSnapshot();
  });

  test('a failure after which the previous configuration was restored', async () => {
    await using stage = await setStage();
    await stage.step({ spec });
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    const step = await stage.pullRequestStep({ action: 'opened', with: { image: 'a:broken' }, spec });
    expect(step.exitCode).toBe(1);
    expect(await read(stage, step)).toMatchSnapshot();
  });

  test('a preview', async () => {
    await using stage = await setStage();
    const step = await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' }, spec });
    expect(await read(stage, step)).toMatchSnapshot();
  });

  test('the end of a preview', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
    const [{ id: gone = '' } = {}] = stage.emulator.endpoints();
    const step = await stage.pullRequestStep({ action: 'closed', with: { preview: 'true' } });
    expect((await read(stage, step)).replaceAll(gone, 'endpoint-id-1')).toMatchSnapshot();
  });

  test('a plan with a replacement', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ id, name: 'llama', appName: 'old-llama' });
    const step = await stage.pullRequestStep({
      action: 'opened',
      with: { command: 'plan' },
      spec: `${spec}appName: new-llama\n`,
    });
    expect(await read(stage, step)).toMatchSnapshot();
  });
});

describe('the summary of', () => {
  test('a deploy that was superseded', async () => {
    await using stage = await setStage();
    await stage.step({ sha: commits.second });
    const { summary } = await stage.step({ with: { image: 'a:2' }, sha: commits.first });
    expect(settled(summary, stage)).toMatchSnapshot();
  });

  test('a replacement that nobody allowed', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ id, name: 'llama', appName: 'old-llama' });
    const { summary } = await stage.step({ spec: `${smallSpec}appName: new-llama\n` });
    expect(settled(summary, stage)).toMatchSnapshot();
  });

  test('a run that failed before any endpoint was reached', async () => {
    await using stage = await setStage();
    const { summary, exitCode } = await stage.step({ with: { 'api-key': 'key-of-another-account' } });
    expect(exitCode).toBe(1);
    expect(settled(summary, stage)).toMatchSnapshot();
  });

  test('a step whose inputs are wrong', async () => {
    await using stage = await setStage();
    const { summary } = await stage.step({ with: { wait: 'forever', limits: 'none' } });
    expect(summary).toMatchSnapshot();
  });
});

test('the last line of an endpoint says where the time went, from the start of the run', async () => {
  await using stage = await setStage();
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => spec.replace('llama', name)).join('---\n');
  const { summary } = await stage.step({ spec: many });
  const lines = summary.split('\n').filter((line) => line.startsWith('Time: '));
  expect(lines.length).toBe(5);
  for (const line of lines)
    expect(line).toMatch(/^Time: new worker pending .* s, pulling .* s, starting .* s; .* in total\.$/);
});

describe('the first line says what happened', () => {
  const twoSpecs = `${spec}---\n${spec.replace('llama', 'second')}`;
  test.for<[string, string, Record<string, string>, RegExp]>([
    ['of two endpoints', twoSpecs, {}, /^## ✅ 2 endpoints: 2 changed$/],
    [
      'of two endpoints, of which one failed',
      twoSpecs.replace('image: ghcr.io/acme/llama:1', 'image: a:broken'),
      { 'on-failure': 'keep' },
      /^## ❌ 2 endpoints: 1 failed, 1 changed$/,
    ],
    ['of an endpoint whose inputs have a notice', spec, { variables: 'UNUSED=x' }, /^### ✅ llama: created$/],
    ['of a spec that is wrong', 'nam: llama\n', {}, /^### Spec: \d errors?/],
    ['of inputs that are wrong', spec, { wait: 'forever' }, /^### ❌ deploy: inputs-invalid$/],
    ['of one endpoint', spec, {}, /^### ✅ llama: created$/],
  ])('%s', async ([, text, inputs, expected]) => {
    await using stage = await setStage();
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    const { summary, log } = await stage.step({ spec: text, with: inputs });
    expect(summary.trimStart().split('\n')[0], log).toMatch(expected);
  });
});
