/** An approval binds what the approver has seen: the digest behind a tag, the tests, and what happens to the workers; and one plan is shown for one step. */

import { describe, expect, test } from 'vitest';
import { image } from '../registry/content.ts';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import { setImageStage } from './image-stage.ts';

describe('an approved plan', () => {
  const withTests = (...tests: string[]) => (tests.length > 0 ? `tests: [${tests.join(', ')}]\n` : '');

  test('is not that of another digest of the same tag', async () => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const spec = `${stage.spec()}products: [SL-serverless-3]\n`;
    const plan = async () => (await stage.step({ spec, with: { command: 'plan' } })).outputs['plan-digest'] ?? '';
    const deploy = async (digest: string) => stage.step({ spec, with: { 'approved-plan': digest } });
    const approved = await plan();
    stage.registry.push('acme/llama', image({ label: 'newer' }), '1');
    const { end, annotations } = await deploy(approved);
    expect([end, stage.emulator.endpoints()]).toEqual(['plan-changed', []]);
    expect(annotations.join()).toMatch(/A tag can move again: use `resolve-image: pin`/);
    expect((await deploy(await plan())).end).toBe('created');
  });

  test.for<[string, object, string]>([
    ['the tag where no digest was shown', { 'resolve-image': 'off' }, 'created'],
    ['the digest where one was shown, and none is read', { 'resolve-image': 'check' }, 'plan-changed'],
  ])('is for %s', async ([, inputs, expected]) => {
    await using stage = await setImageStage();
    stage.registry.push('acme/llama', image(), '1');
    const spec = `${stage.spec()}products: [SL-serverless-3]\n`;
    const { outputs } = await stage.step({ spec, with: { ...inputs, command: 'plan' } });
    const other = expected === 'created' ? 'check' : 'off';
    const given = { 'approved-plan': outputs['plan-digest'] ?? '', 'resolve-image': other };
    expect((await stage.step({ spec, with: given })).end).toBe(expected);
  });

  test.for<[Record<string, string>, string, says?: string]>([
    [{}, 'created'],
    [{ wait: 'none' }, 'plan-changed', 'Give the plan and the deploy the same `wait`.'],
    [{ wait: 'rollout' }, 'plan-changed', 'Give the plan and the deploy the same `wait`.'],
    [{ 'on-failure': 'keep' }, 'plan-changed', 'Give the plan and the deploy the same `on-failure`.'],
  ])('is carried out as it was planned, with %j: %s', async ([inputs, expected, says = '']) => {
    await using stage = await setStage();
    const spec = `${smallSpec}${withTests('/health')}`;
    const { outputs } = await stage.step({ spec, with: { command: 'plan' } });
    const given = { ...inputs, 'approved-plan': outputs['plan-digest'] ?? '' };
    const { end, annotations } = await stage.step({ spec, with: given });
    expect(end).toBe(expected);
    expect(annotations.join()).toContain(says);
  });

  /** The tests of the spec before and after, and the line of the plan. */
  test.for<[string[], string[], string | undefined]>([
    [['/health', '/a'], ['/health'], 'tests: 1 (1 removed)'],
    [['/health'], ['/v1/models'], 'tests: 1 (1 added, 1 removed)'],
    [['/health', '/a'], [], 'tests: 0 (2 removed)'],
    [[], [], undefined],
  ])('of a spec with %j, then %j, says %s in log, summary and comment', async ([before, after, line]) => {
    await using stage = await setStage();
    await stage.step({ spec: smallSpec + withTests(...before) });
    const spec = smallSpec + withTests(...after);
    const { log, summary } = await stage.pullRequestStep({ action: 'opened', spec, with: { command: 'plan' } });
    for (const text of [log, summary, stage.api.comments(7)[0]?.body ?? ''])
      expect(
        /tests: \d+(?: \([^)]*\))?/.exec(text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)))?.[0],
      ).toBe(line);
  });

  test.for<[string, string]>([
    ['image: a:2', 'Plan: change 1 field (v1 update); workers are replaced'],
    ['workerConfig: {maxNum: 3}', 'Plan: change 1 field (v1 update); workers stay'],
    ['workerConfig: {requestTimeout: 60}', 'Plan: change 1 field (v1 update); workers stay'],
    ['workerConfig: {maxNum: 3, gpuNum: 2}', 'Plan: change 2 fields (v1 update); workers are replaced'],
    ['healthy: {path: /other}', 'Plan: change 1 field (v1 update); workers are replaced'],
  ])('says what %s does to the workers', async ([change, line]) => {
    await using stage = await setStage();
    await stage.step({ spec: smallSpec });
    const spec = change.startsWith('image') ? smallSpec.replace(/image: .*/, change) : `${smallSpec}${change}\n`;
    expect((await stage.step({ spec, with: { command: 'plan' } })).log).toContain(line);
  });
});

describe('the comment of a step', () => {
  const plan = { command: 'plan' };
  const bodies = ({ api }: Stage) => api.comments(7).map(({ body }) => body);

  test.for<[string, Record<string, string>]>([
    ['a plan', plan],
    ['a preview', { preview: 'true' }],
  ])('is not that of an older commit: %s', async ([, inputs]) => {
    await using stage = await setStage();
    const newer = { action: 'synchronize', sha: commits.second, spec: smallSpec, with: inputs };
    await stage.pullRequestStep(newer);
    const before = bodies(stage);
    expect(before).toEqual([expect.stringContaining('bbbbbbbbbbbb')]);
    for (const spec of [smallSpec, smallSpec.replace('llama', 'qwen'), 'name: [']) {
      await stage.pullRequestStep({ ...newer, sha: commits.first, headNow: commits.second, spec });
      expect(bodies(stage)).toEqual(before);
    }
  });

  test('is that of an older commit where it comes late to the end of its deploy', async () => {
    await using stage = await setStage();
    const run = () => stage.api.setPull({ number: 7, headSha: commits.second });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const { log } = await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
    expect(log).toContain('Comment not written: pull request #7 has a newer commit');
    expect(bodies(stage)).toEqual([]);
  });

  test.for<[string, Record<string, string>]>([
    ['a plan', plan],
    ['a preview', { preview: 'true' }],
  ])('is one, whatever the values of its variables: %s', async ([, inputs]) => {
    await using stage = await setStage();
    const spec = smallSpec.replace('llama:1', 'llama:${TAG}');
    const given = (tag: string) => ({ ...inputs, variables: `TAG=${tag}` });
    await stage.pullRequestStep({ action: 'opened', spec, with: given('a') });
    await stage.pullRequestStep({
      action: 'synchronize',
      sha: commits.second,
      spec: `${spec}nam: x\n`,
      with: given('b'),
    });
    expect(bodies(stage)).toEqual([expect.stringContaining('the spec has mistakes')]);
    await stage.pullRequestStep({ action: 'synchronize', sha: commits.third, spec, with: given('c') });
    expect(bodies(stage)).toEqual([expect.stringContaining('cccccccccccc')]);
  });

  /** Two steps; whether they share a comment. */
  test.for<[string, Record<string, string>, Record<string, string>, boolean]>([
    ['another spec', plan, { ...plan, spec: 'other.yaml' }, false],
    ['another name of the endpoint that both name', { ...plan, name: 'llama' }, plan, true],
  ])('is found by its endpoints: %s', async ([, first, second, isShared]) => {
    await using stage = await setStage();
    const files = { 'other.yaml': smallSpec.replace('llama', 'other') };
    for (const inputs of [first, second]) await stage.pullRequestStep({ action: 'opened', files, with: inputs });
    expect(bodies(stage).length).toBe(isShared ? 1 : 2);
  });
});
