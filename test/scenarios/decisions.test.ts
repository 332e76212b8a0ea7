/** Decisions at the edge of what is known, a table each: labels that nobody tells, a push back, an unknown commit, inputs that came out empty, a spec that is broken. */

import { describe, expect, test } from 'vitest';
import { recordEnv, smallSpec, writesOf } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';

const { first, second } = commits;
const names = ({ emulator }: Stage) => emulator.endpoints().map(({ name }) => name);

/** What GitHub answers about the pull request, where it does not play it. */
const answers = (stage: Stage, body: object) =>
  stage.api.addFault({ operation: 'pulls/get', kind: 'wrong-body', body: { number: 7, ...body }, times: 'always' });
const head = { sha: first, repo: { full_name: 'acme/llama' } };
const pull = (part: object) => ({
  pull_request: { number: 7, state: 'open', head, base: { repo: head.repo }, ...part },
});

describe('a preview whose label or draft nobody tells', () => {
  test.for<[string, object, string, string, string[]]>([
    ['neither event nor GitHub tells labels', {}, 'label=gpu', 'unchanged', ['llama-pr-7']],
    ['neither tells whether it is a draft', { labels: [] }, 'true', 'unchanged', ['llama-pr-7']],
    ['labels do not matter', {}, 'drafts=true', 'unchanged', ['llama-pr-7']],
    ['the label is told to be away', { labels: [] }, 'label=gpu\ndrafts=true', 'deleted', []],
  ])('is neither deployed nor deleted: %s', async ([, told, preview, expected, left]) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama-pr-7', envs: [recordEnv({ pullRequest: 7 })] });
    answers(stage, { state: 'open', ...told });
    const step = { action: 'edited', with: { preview }, payload: pull(told) };
    const { end, exitCode } = await stage.pullRequestStep(step);
    expect([end, exitCode, names(stage)]).toEqual([expected, 0, left]);
  });
});

describe('the last commit of a pull request', () => {
  const image = (tag: string) => ({ preview: 'true', image: `a:${tag}` });
  /** The commit of the run, and the last one by now; how it ends after the second commit was deployed. */
  test.for<[string, string, string, string]>([
    ['a push back', first, first, 'updated'],
    ['a run of before a push back', second, first, 'superseded'],
    ['a run of before a push', first, second, 'superseded'],
  ])('is deployed, and no other: %s', async ([, sha, headNow, expected]) => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', sha: second, with: image('second') });
    stage.api.clearRequests();
    const { end, annotations } = await stage.pullRequestStep({
      action: 'synchronize',
      sha,
      headNow,
      with: image('next'),
    });
    expect([end, annotations.length]).toEqual([expected, expected === 'updated' ? 0 : 1]);
    expect(stage.api.requests.filter(({ operation }) => operation.startsWith('repos/compare'))).toEqual([]);
  });

  test.for<[string, object, object, string]>([
    ['neither tells it', { head: { repo: head.repo } }, {}, 'created'],
    ['the event does not', { head: { repo: head.repo } }, { head }, 'created'],
    ['GitHub does not', {}, {}, 'created'],
    ['both tell the same', {}, { head }, 'created'],
    ['both tell another', {}, { head: { ...head, sha: second } }, 'superseded'],
  ])('is taken from who tells it: %s', async ([, inEvent, now, expected]) => {
    await using stage = await setStage();
    answers(stage, { state: 'open', labels: [], draft: false, ...now });
    const payload = pull({ labels: [], draft: false, ...inEvent });
    expect((await stage.pullRequestStep({ action: 'opened', payload, with: { preview: 'true' } })).end).toBe(expected);
  });
});

test.for<[Record<string, string>, string, string]>([
  [{ image: '' }, 'llama', 'deleted'],
  [{ 'secret-envs': '' }, 'llama', 'deleted'],
  [{ 'approved-plan': '' }, 'llama', 'deleted'],
  [{ preview: '' }, 'llama', 'inputs-invalid'],
  [{ image: '', preview: '' }, 'llama', 'inputs-invalid'],
])('`delete` beside inputs that came out empty, %j: %s', async ([inputs, name, expected]) => {
  await using stage = await setStage();
  stage.emulator.seed({ name });
  const { end } = await stage.step({ with: { command: 'delete', ...inputs } });
  expect([end, writesOf(stage.emulator)]).toEqual([expected, expected === 'deleted' ? ['delete'] : []]);
});

/** Two specs, of which the second may be broken, and a line of `image`; what is wrong. */
test.for<[string, string, string, RegExp]>([
  ['a broken spec whose name is known', 'name: qwen\nnam: x\n', 'qwen=a:2', /unknown-key/],
  ['a broken spec whose name is not', 'name: [\n', 'qwen=a:2', /yaml-syntax/],
  ['a spec without a name', 'image: a:1\n', 'qwen=a:2', /missing-key/],
  ['specs that are right', smallSpec.replace('llama', 'gemma'), 'qwen=a:2', /no spec has that name/],
])('a line of `image` for %s is told what is wrong', async ([, spec, image, words]) => {
  await using stage = await setStage();
  const files = { 'b.yaml': spec };
  const { exitCode, annotations, summary } = await stage.step({
    files,
    with: { spec: 'endpoint.yaml\nb.yaml', image },
  });
  expect([exitCode, writesOf(stage.emulator)]).toEqual([1, []]);
  const text = `${annotations.join()}${summary}`;
  expect(text).toMatch(words);
  if (!words.source.includes('no spec')) expect(text).not.toContain('no spec has that name');
});
