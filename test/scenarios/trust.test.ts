/** Who may write and see what: forks, `pull_request_target`, endpoints of other repositories, and what a preview may cost. */

import { describe, expect, test } from 'vitest';
import { recordEnv, smallSpec, specsOf } from './deployment.ts';
import { commits, repository, setStage } from './github-stage.ts';

const opened = { action: 'opened' };

describe('code that anybody may have written', () => {
  test.for(['check_run', 'an_event_of_2031'])('on %s nothing is written, whatever is checked out', async (name) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama' });
    for (const command of ['deploy', 'park', 'delete', 'sweep']) {
      const files = { '.git/HEAD': `${commits.first}\n` };
      const { end, annotations } = await stage.step({ event: { name, payload: {} }, files, with: { command } });
      expect(end).toBe('inputs-invalid');
      expect(annotations.join()).toContain(`does not run on \`${name}\`, an event`);
    }
    expect(stage.emulator.requests).toEqual([]);
  });

  test.for(['issue_comment', 'pull_request_review'])('on %s, whoever wrote it, nothing is asked', async (name) => {
    await using stage = await setStage();
    const author = { author_association: 'OWNER' };
    const payload = { issue: { number: 7, pull_request: {} }, comment: author, review: author };
    const { end, annotations } = await stage.step({ event: { name, payload } });
    expect([end, ...stage.emulator.requests]).toEqual(['inputs-invalid']);
    expect(annotations.join()).toContain(`does not run on \`${name}\`, an event`);
    const reviewed = await stage.step({ event: { name, payload }, with: { allow: 'untrusted' } });
    expect(reviewed.end).toBe('created');
  });

  test('closed by Dependabot without the key is a warning: somebody may have pushed to the branch', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ ...opened, with: { preview: 'true' } });
    const { annotations, outputs, log } = await stage.pullRequestStep({
      action: 'closed',
      with: { preview: 'true', 'api-key': '' },
      env: { GITHUB_ACTOR: 'dependabot[bot]' },
    });
    expect(annotations).toEqual([
      expect.stringMatching(/^::warning title=pull request #7%3A previews not looked for::.*sweep/),
    ]);
    expect(outputs.operation).toBeUndefined();
    expect(log).not.toContain('had no preview');
  });
});

describe('an endpoint of another repository', () => {
  const hidden = ['secret-command', 'secret-auth', 'secret/image:1', 'secret-app'];
  const image = { image: 'secret/image:1', authId: 'secret-auth', command: 'secret-command' };
  const seed = { name: 'llama', appName: 'secret-app', image };
  const said = ({ log, summary, raw, outputs }: { log: string; summary: string; raw: string; outputs: object }) =>
    `${log}${summary}${raw}${JSON.stringify(outputs)}`;

  test.for<['plan' | 'deploy' | 'delete', string]>([
    ['delete', smallSpec],
    ['plan', smallSpec],
    ['deploy', smallSpec],
    ['plan', specsOf('llama', 'b')],
  ])('shows its name, its id and whose it is (%s)', async ([command, spec]) => {
    await using stage = await setStage();
    const id = stage.emulator.seed({ ...seed, envs: [recordEnv({ repository: 'rival/llama' })] });
    const result = await stage.pullRequestStep({ ...opened, spec, with: { command, allow: 'pull-request' } });
    const text = `${said(result)}${stage.api.comments(7).map(({ body }) => body)}`;
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain(id);
    expect(text).toContain('rival/llama');
    if (command === 'delete')
      expect([result.end, result.outputs.url ?? '', text.includes('serving')]).toEqual(['owned', '', false]);
  });

  test('is told by the id, whatever the name: renamed it stays ours, and a new repository of an old name gets nothing', async () => {
    await using stage = await setStage();
    const envs = [recordEnv({ repository: 'acme/old-name', repositoryId: '42' })];
    const id = stage.emulator.seed({ name: 'llama', envs });
    const step = () => stage.step({ env: { GITHUB_REPOSITORY_ID: '42' }, with: { image: 'a:2' } });
    expect((await step()).end).toBe('updated');
    stage.emulator.change(id, { envs: [recordEnv({ repository, repositoryId: '41' })] });
    const refused = await step();
    expect(refused.end).toBe('owned');
    expect(refused.annotations.join()).toMatch(/not by the repository that has its name now\. .*To go on anyway, add/);
  });
});

describe('without a check of certificates', () => {
  test.for(['deploy', 'plan', 'validate', 'status', 'list', 'logs', 'park', 'delete', 'sweep', 'export'])(
    '%s sends the key to nobody',
    async (command) => {
      await using stage = await setStage();
      const given = { command, ...(command === 'export' && { name: 'llama' }) };
      const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
      const { end, annotations } = await stage.pullRequestStep({ ...opened, env, with: given });
      expect([end, ...stage.emulator.requests, ...stage.api.requests]).toEqual(['inputs-invalid']);
      expect(annotations.join()).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0');
    },
  );

  test.for(['', '1', 'false'])('nothing else is meant by %j', async (value) => {
    await using stage = await setStage();
    expect((await stage.step({ env: { NODE_TLS_REJECT_UNAUTHORIZED: value } })).end).toBe('created');
  });
});
