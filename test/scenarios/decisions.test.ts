/** Decisions at the edge of what is known, a table each: a push back, inputs that came out empty, a spec that is broken. */

import { describe, expect, test } from 'vitest';
import { smallSpec, writesOf } from './deployment.ts';
import { commits, setStage } from './github-stage.ts';

const { first, second } = commits;

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
});

test.for<[Record<string, string>, string, string]>([
  [{ image: '' }, 'llama', 'deleted'],
  [{ 'approved-plan': '' }, 'llama', 'deleted'],
  [{ preview: '' }, 'llama', 'inputs-invalid'],
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
