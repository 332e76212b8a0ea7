/** The plan on the pull request: one comment an endpoint, updated in place, never twice, and no secret in it. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, setStage, settled } from './github-stage.ts';

describe('the plan comment', () => {
  test('reads well for a creation, and is updated in place', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}envs: {TOKEN: value-of-the-token}\n`;
    const planned = await stage.pullRequestStep({ action: 'opened', with: { command: 'plan' }, spec });
    expect(planned.outputs).toMatchObject({ operation: 'planned', changed: 'false' });
    expect(stage.emulator.endpoints()).toEqual([]);
    expect(settled(stage.api.comments(7)[0]?.body ?? '', stage)).toMatchSnapshot();
    await stage.pullRequestStep({
      action: 'synchronize',
      sha: commits.second,
      with: { command: 'plan', image: 'a:2' },
      spec,
    });
    expect(stage.api.comments(7).length).toBe(1);
    expect(stage.api.comments(7)[0]?.body).toContain('a&#58;2'.replace('&#58;', ':'));
    expect(stage.api.comments(7)[0]?.body).not.toContain('value-of-the-token');
  });

  test('leaves one that another identity wrote as it is', async () => {
    await using stage = await setStage();
    const plan = { action: 'opened', with: { command: 'plan' } } as const;
    await stage.pullRequestStep(plan);
    const [ours] = stage.api.comments(7);
    stage.api.removeComment(ours?.id ?? 0);
    const author = { login: 'deployer[bot]', type: 'Bot', association: 'NONE' } as const;
    stage.api.addComment({ issue: 7, body: ours?.body ?? '', author });
    for (let count = 0; count < 2; count += 1) await stage.pullRequestStep({ ...plan, action: 'synchronize' });
    expect(stage.api.comments(7).map(({ author: { login } }) => login)).toEqual([
      'deployer[bot]',
      'github-actions[bot]',
    ]);
  });

  test('is not written on a push, nor where it is not wanted, and a deploy has none', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: { command: 'plan', comment: 'false' } });
    await stage.step({ with: { command: 'plan' } });
    await stage.pullRequestStep({ action: 'opened' });
    expect(stage.api.comments()).toEqual([]);
  });

  test('with words from outside stays what it is', async () => {
    await using stage = await setStage();
    const hostile = 'x | y\\n<script> @everyone [click](https://evil.example) `code`';
    await stage.pullRequestStep({
      action: 'opened',
      with: { command: 'plan' },
      spec: smallSpec.replace('image: ghcr.io/acme/llama:1', `image: {image: a, command: "${hostile}"}`),
    });
    const body = stage.api.comments(7)[0]?.body ?? '';
    // Nothing in a fence is markup, a link or a mention.
    const outside = body.replaceAll(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '');
    expect(outside).not.toMatch(/<script>|@everyone|\[click\]|`code`/);
    expect(body.split('\n').filter((line) => line.includes('script')).length).toBe(1);
  });
});
