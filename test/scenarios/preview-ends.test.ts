/** Previews never leak, and what the pull request shows is true: late runs, broken specs, sweeps, and lists that are late. */

import { describe, expect, test } from 'vitest';
import { startGitHubApi } from '../github-api/github-api.ts';
import { operationsOf, smallSpec, specsOf } from './deployment.ts';
import { commits, repository, type Stage, setStage } from './github-stage.ts';

const inputs = { preview: 'true' };
const bodies = ({ api }: Stage) => api.comments(7).map(({ body }) => body);

describe.for([
  ['one endpoint', smallSpec],
  ['several endpoints', specsOf('a', 'b')],
] as const)('%s', ([, spec]) => {
  const opened = { action: 'opened', spec, with: inputs };

  test('an old run that is started again after the close creates nothing', async () => {
    await using stage = await setStage();
    expect((await stage.pullRequestStep({ ...opened, isByNow: 'closed' })).end).toBe('absent');
    expect(new Set(operationsOf(stage.emulator))).toEqual(new Set(['list']));
  });

  test('a run of a commit that is not the last one any more leaves it to the newer run', async () => {
    await using stage = await setStage();
    expect((await stage.pullRequestStep({ ...opened, headNow: commits.second })).end).toBe('superseded');
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test.for<[string, string, string, number]>([
    ['renamed or transferred', 'acme/renamed', '42', 0],
    ['replaced by a new one of the old name', repository, '43', spec === smallSpec ? 1 : 2],
  ])('after the repository was %s, close and sweep go by its id', async ([, name, id, left]) => {
    for (const command of ['close', 'sweep']) {
      await using stage = await setStage();
      await stage.pullRequestStep({ ...opened, env: { GITHUB_REPOSITORY_ID: '42' } });
      await using api = await startGitHubApi({ repository: name, pulls: [{ number: 7, state: 'closed' }] });
      const env = { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: name, GITHUB_REPOSITORY_ID: id };
      const { exitCode } =
        command === 'close'
          ? await stage.pullRequestStep({ ...opened, action: 'closed', env })
          : await stage.step({ with: { command }, env });
      expect({ command, exitCode, left: stage.emulator.endpoints().length }).toEqual({ command, exitCode: 0, left });
    }
  });

  test('a close beside a late run ends as deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep(opened);
    // The close does all of its work between the last look of the late run at its endpoint and its comment.
    const run = async () => void (await stage.pullRequestStep({ ...opened, action: 'closed' }));
    stage.api.addFault({ operation: 'issues/update-comment', kind: 'hook', when: 'before', run });
    await stage.pullRequestStep({ ...opened, action: 'synchronize', sha: commits.second });
    expect(stage.emulator.endpoints()).toEqual([]);
    expect(bodies(stage)).toEqual([expect.stringContaining('Previews of pull request #7: ')]);
    expect(bodies(stage)[0]).not.toMatch(/: (created|updated|unchanged)$/m);
  });

  test('a run that deploys for a pull request that closes meanwhile deletes it again, and corrects its comment', async () => {
    await using stage = await setStage();
    const run = () => stage.api.setPull({ number: 7, state: 'closed' });
    stage.api.addFault({ operation: 'issues/create-comment', kind: 'hook', when: 'before', run });
    expect((await stage.pullRequestStep(opened)).end).toBe('deleted');
    expect(stage.emulator.endpoints()).toEqual([]);
    expect(bodies(stage)).toEqual([expect.stringContaining('Previews of pull request #7: deleted')]);
  });

  test('a run whose pull request closes while it deploys writes nothing on GitHub', async () => {
    await using stage = await setStage({ api: { lateLists: 20 } });
    const run = () => stage.api.setPull({ number: 7, state: 'closed' });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    expect((await stage.pullRequestStep(opened)).end).toBe('deleted');
    expect([...stage.emulator.endpoints(), ...bodies(stage)]).toEqual([]);
  });

  test('a sweep says in the comment that it is deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep(opened);
    stage.api.setPull({ number: 7, state: 'closed' });
    expect((await stage.step({ with: { command: 'sweep' } })).end).toBe('deleted');
    expect(bodies(stage).map((body) => [/deleted/.test(body), /created/.test(body)])).toEqual([[true, false]]);
  });
});
