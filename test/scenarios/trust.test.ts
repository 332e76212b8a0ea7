/** Who may write and see what: forks, `pull_request_target`, endpoints of other repositories, and what a preview may cost. */

import { describe, expect, test } from 'vitest';
import { recordEnv, smallSpec, specsOf } from './deployment.ts';
import { commits, repository, setStage } from './github-stage.ts';
import { testRuns } from './single-run.ts';

const opened = { action: 'opened' };

describe('code that anybody may have written', () => {
  test.for(['check_run', 'an_event_of_2031'])('on %s nothing is written, whatever is checked out', async (name) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama' });
    for (const command of ['deploy', 'delete', 'sweep']) {
      const files = { '.git/HEAD': `${commits.first}\n` };
      const { end, annotations } = await stage.step({ event: { name, payload: {} }, files, with: { command } });
      expect(end).toBe('inputs-invalid');
      expect(annotations.join()).toContain(`does not run on \`${name}\`, an event`);
    }
    expect(stage.emulator.requests).toEqual([]);
  });

  describe('on a comment', () => {
    const { first, second } = commits;
    const event = {
      name: 'issue_comment',
      payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: 'MEMBER' } },
    };
    const ours = { number: 7, headSha: second };
    const theirs = { ...ours, headRepository: 'stranger/llama' };
    const head = (folder: string, commit: string) => ({ [`${folder}.git/HEAD`]: `${commit}\n` });
    const link = { 'pr/.git': 'gitdir: ../.git/worktrees/pr\n', '.git/worktrees/pr/HEAD': `${second}\n` };
    const main = head('', first);
    const below = { ...main, ...head('pr/', second) };

    /** Where the spec lies, what is checked out there, whose the pull request is, and whether it may be deployed. */
    test.for<[string, Record<string, string>, string, object, boolean]>([
      ['no checkout', {}, 'endpoint.yaml', ours, false],
      ['a branch of this repository', head('', second), 'endpoint.yaml', ours, true],
      ['a fork', head('', second), 'endpoint.yaml', theirs, false],
      ['a fork below the default branch', below, 'pr/endpoint.yaml', theirs, false],
      ['a branch below the default branch', below, 'pr/endpoint.yaml', ours, true],
      [
        'the default branch below a fork',
        { ...head('', second), ...head('m/', first) },
        'm/endpoint.yaml',
        theirs,
        true,
      ],
      ['a worktree of a fork', { ...main, ...link }, 'pr/endpoint.yaml', theirs, false],
      ['one of two in a fork', { ...below, 'a.yaml': specsOf('a', 'b') }, 'a.yaml\npr/endpoint.yaml', theirs, false],
    ])('%s', async ([, checkouts, spec, pull, isTrusted]) => {
      await using stage = await setStage({ api: { pulls: [{ number: 7, ...pull }] } });
      const files = { ...Object.fromEntries(spec.split('\n').map((path) => [path, smallSpec])), ...checkouts };
      const { end, annotations } = await stage.step({ event, sha: first, files, with: { spec } });
      expect(end, annotations.join()).toBe(isTrusted ? 'created' : 'inputs-invalid');
      if (!isTrusted) expect(stage.emulator.requests).toEqual([]);
    });

    testRuns({
      'of a fork that is gone nothing is deployed': {
        given: {
          ...{ event, sha: first, files: head('', second) },
          arrange: (_emulator, _ids, api) => {
            // GitHub's description does not know of it.
            const body = { number: 7, state: 'open', head: { sha: second, repo: null } };
            api?.addFault({ operation: 'pulls/get', kind: 'wrong-body', body, times: 'always' });
          },
        },
        end: 'inputs-invalid',
      },
      'where GitHub does not say whose commit it is, nothing is deployed, and that is said': {
        given: { event, sha: first, files: head('', second), api: { permissions: { 'pull-requests': 'none' } } },
        end: 'inputs-invalid',
        expected: { says: 'pull-requests: read' },
      },
    });
  });

  test('closed by Dependabot without the key is a warning: somebody may have pushed to the branch', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ ...opened, with: { preview: 'true' } });
    const { annotations, outputs, log } = await stage.pullRequestStep({
      action: 'closed',
      with: { preview: 'true', 'api-key': '' },
      env: { GITHUB_ACTOR: 'dependabot[bot]' },
    });
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=preview::.*#7.*sweep/)]);
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

  test.for<['plan' | 'deploy', string]>([
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
  });

  test('is told by the id, whatever the name: renamed it stays ours, and a new repository of an old name gets nothing', async () => {
    await using stage = await setStage();
    const envs = [recordEnv({ repository: 'acme/old-name', repositoryId: '42' })];
    const id = stage.emulator.seed({ name: 'llama', envs });
    const step = () => stage.step({ env: { GITHUB_REPOSITORY_ID: '42' }, with: { image: 'a:2' } });
    expect((await step()).end).toBe('updated');
    stage.emulator.change(id, { envs: [recordEnv({ repository, repositoryId: '41' })] });
    expect((await step()).end).toBe('owned');
  });
});

describe('without a check of certificates', () => {
  test.for(['deploy', 'plan', 'validate', 'status', 'list', 'logs', 'delete', 'sweep', 'export'])(
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

test('an event of more than 1 MiB is not read, which a push says and a comment fails for', async () => {
  await using stage = await setStage();
  const payload = { comment: { author_association: 'OWNER' }, text: 'x'.repeat(1024 * 1024) };
  const files = { '.git/HEAD': `${commits.first}\n` };
  const pushed = await stage.step({ files, event: { name: 'push', payload } });
  expect(pushed.annotations.join()).toContain('The event of this run could not be read: it has 1048');
  expect(pushed.end).toBe('created');
  expect((await stage.step({ files, event: { name: 'issue_comment', payload } })).end).toBe('inputs-invalid');
});
