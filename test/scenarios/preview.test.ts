/** An endpoint for each pull request: deployed, updated and deleted by the same step. */

import { expect, test } from 'vitest';
import { told } from '../told.ts';
import { smallSpec } from './deployment.ts';
import { commits, repository, setStage, settled } from './github-stage.ts';

const inputs = { preview: 'true' };

test('a preview is deployed, updated and deleted by the same step', async () => {
  await using stage = await setStage();
  const spec = `${smallSpec}appName: llama\n`;
  const opened = await stage.pullRequestStep({ action: 'opened', with: inputs, spec });
  expect(opened.end).toBe('created');
  expect(told(opened.outputs)).toMatchObject({ name: 'llama-pr-7', 'app-name': 'llama-pr-7' });
  expect(JSON.parse(stage.emulator.endpoints()[0]?.envs[0]?.value ?? 'null')).toMatchObject({
    repository,
    commit: commits.first,
    pullRequest: 7,
  });
  expect(stage.api.deployments()[0]).toMatchObject({ environment: 'preview', transient: true, sha: commits.first });
  expect(settled(stage.api.comments(7)[0]?.body ?? '', stage)).toMatchSnapshot('comment of a preview');
  expect(opened.raw).not.toContain('Try another model');

  const image = { ...inputs, image: 'a:2' };
  const pushed = await stage.pullRequestStep({ action: 'synchronize', with: image, spec, sha: commits.second });
  expect([pushed.end, told(pushed.outputs).name]).toEqual(['updated', 'llama-pr-7']);

  const close = { action: 'closed', with: inputs, spec, sha: commits.second };
  const closed = await stage.pullRequestStep(close);
  expect([closed.end, told(closed.outputs)]).toMatchObject(['deleted', { changed: 'true', name: 'llama-pr-7' }]);
  expect(stage.emulator.endpoints()).toEqual([]);
  expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['inactive', 'inactive']);
  expect(stage.api.comments(7).map(({ body }) => body.includes('deleted'))).toEqual([true]);

  const again = await stage.pullRequestStep(close);
  expect([again.end, again.outputs.changed]).toEqual(['absent', 'false']);
});
