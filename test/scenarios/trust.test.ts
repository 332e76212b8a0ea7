/** Who may write and see what: forks, `pull_request_target`, endpoints of other repositories, and what a preview may cost. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, repository, type Stage, setStage } from './github-stage.ts';

const writes = new Set(['create', 'update', 'update-v2', 'delete']);
const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');

describe('code that anybody may have written', () => {
  test.for<[string, { eventName?: string; isFromFork?: boolean; with: Record<string, string> }]>([
    ['deploy on pull_request_target', { eventName: 'pull_request_target', with: {} }],
    ['deploy of a fork that has the key', { isFromFork: true, with: {} }],
    ['sweep of a fork that has the key', { isFromFork: true, with: { command: 'sweep' } }],
  ])('%s is refused before anything is asked', async ([, options]) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama' });
    const { exitCode, outputs, annotations } = await stage.pullRequestStep({ action: 'opened', ...options });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'inputs-invalid' });
    expect(annotations.join()).toContain('add `untrusted` to `allow`');
    expect(stage.emulator.requests).toEqual([]);
  });

  test('is deployed where that is allowed', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({
      action: 'opened',
      eventName: 'pull_request_target',
      with: { allow: 'untrusted' },
    });
    expect(outputs.operation).toBe('created');
  });

  test.for(['check_run', 'an_event_of_2031'])('on %s nothing is written, whatever is checked out', async (name) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama' });
    for (const command of ['deploy', 'delete', 'sweep']) {
      const { outputs, annotations } = await stage.step({
        event: { name, payload: {} },
        files: { '.git/HEAD': `${commits.first}\n` },
        with: { command },
      });
      expect(outputs['failure-reason']).toBe('inputs-invalid');
      expect(annotations.join()).toContain(`does not run on \`${name}\`, an event`);
    }
    expect(stage.emulator.requests).toEqual([]);
  });

  describe('on a comment', () => {
    const { first, second } = commits;
    const comment = (association: string) => ({
      name: 'issue_comment',
      payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: association } },
    });
    const ours = { number: 7, headSha: second };
    const theirs = { ...ours, headRepository: 'stranger/llama' };
    const step = (stage: Stage, files: Record<string, string>, given: Parameters<Stage['step']>[0] = {}) =>
      stage.step({ event: comment('MEMBER'), sha: first, files, ...given });
    const head = (folder: string, commit: string) => ({ [`${folder}.git/HEAD`]: `${commit}\n` });
    const link = { 'pr/.git': 'gitdir: ../.git/worktrees/pr\n', '.git/worktrees/pr/HEAD': `${second}\n` };
    const main = head('', first);

    /** Where the spec lies, what is checked out there, whose the pull request is, and whether it may be deployed. */
    test.for<[string, Record<string, string>, string, object, boolean]>([
      ['no checkout', {}, 'endpoint.yaml', ours, false],
      ['the default branch', main, 'endpoint.yaml', theirs, true],
      ['a branch of this repository', head('', second), 'endpoint.yaml', ours, true],
      ['a fork', head('', second), 'endpoint.yaml', theirs, false],
      ['a commit that is not the last one', head('', second), 'endpoint.yaml', { ...ours, headSha: first }, false],
      ['a fork below the default branch', { ...main, ...head('pr/', second) }, 'pr/endpoint.yaml', theirs, false],
      ['a folder of that fork', { ...main, ...head('pr/', second) }, 'pr/a/b/endpoint.yaml', theirs, false],
      ['a branch below the default branch', { ...main, ...head('pr/', second) }, 'pr/endpoint.yaml', ours, true],
      ['the default branch beside a fork', { ...main, ...head('pr/', second) }, 'endpoint.yaml', theirs, true],
      [
        'the default branch below a fork',
        { ...head('', second), ...head('m/', first) },
        'm/endpoint.yaml',
        theirs,
        true,
      ],
      ['a worktree of a fork', { ...main, ...link }, 'pr/endpoint.yaml', theirs, false],
      ['a worktree of a branch', { ...main, ...link }, 'pr/endpoint.yaml', ours, true],
      ['an unreadable checkout', { ...main, 'pr/.git/config': '' }, 'pr/endpoint.yaml', ours, false],
      [
        'one of two in a fork',
        { ...main, ...head('pr/', second), 'a.yaml': several },
        'a.yaml\npr/endpoint.yaml',
        theirs,
        false,
      ],
    ])('%s', async ([, checkouts, spec, pull, isTrusted]) => {
      await using stage = await setStage({ api: { pulls: [{ number: 7, ...pull }] } });
      const paths = spec.split('\n');
      const files = { ...Object.fromEntries(paths.map((path) => [path, smallSpec])), ...checkouts };
      const { outputs, annotations } = await step(stage, files, { with: { spec } });
      expect(outputs[isTrusted ? 'operation' : 'failure-reason'], annotations.join()).toBe(
        isTrusted ? 'created' : 'inputs-invalid',
      );
      if (!isTrusted) expect(stage.emulator.requests).toEqual([]);
    });

    test('of a fork that is gone nothing is deployed', async () => {
      await using stage = await setStage();
      // GitHub's description does not know of it.
      const body = { number: 7, state: 'open', head: { sha: second, repo: null } };
      stage.api.addFault({ operation: 'pulls/get', kind: 'wrong-body', body, times: 'always' });
      expect((await step(stage, head('', second))).outputs['failure-reason']).toBe('inputs-invalid');
    });

    test('where GitHub does not say whose commit it is, nothing is deployed, and that is said', async () => {
      await using stage = await setStage({ api: { permissions: { 'pull-requests': 'none' } } });
      const { outputs, annotations } = await step(stage, head('', second));
      expect(outputs['failure-reason']).toBe('inputs-invalid');
      expect(annotations.join()).toContain('pull-requests: read');
    });
  });

  test('may close a preview on pull_request_target: nothing of it is read', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
    const { outputs } = await stage.pullRequestStep({
      action: 'closed',
      eventName: 'pull_request_target',
      with: { preview: 'true' },
      spec: ':',
    });
    expect({ operation: outputs.operation, endpoints: stage.emulator.endpoints() }).toEqual({
      operation: 'deleted',
      endpoints: [],
    });
  });

  test('closed by Dependabot without the key is a warning: somebody may have pushed to the branch', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
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
  const seed = {
    name: 'llama',
    appName: 'secret-app',
    image: { image: 'secret/image:1', authId: 'secret-auth', command: 'secret-command' },
  };
  const envs = (owner: string) => [
    {
      key: 'GPU_ENDPOINT_DEPLOYMENT',
      value: JSON.stringify({
        repository: owner,
        commit: commits.first,
        ref: 'r',
        run: '1.1',
        time: '2026-01-01T00:00:00.000Z',
        tool: 'deploy-gpu-endpoint/1.0.0',
      }),
    },
  ];
  const said = ({ log, summary, raw, outputs }: { log: string; summary: string; raw: string; outputs: object }) =>
    `${log}${summary}${raw}${JSON.stringify(outputs)}`;

  test.for<['plan' | 'deploy', string]>([
    ['plan', smallSpec],
    ['deploy', smallSpec],
    ['plan', `${smallSpec}---\n${smallSpec.replace('llama', 'b')}`],
  ])('shows its name, its id and whose it is (%s)', async ([command, spec]) => {
    await using stage = await setStage();
    const id = stage.emulator.seed({ ...seed, envs: envs('rival/llama') });
    const result = await stage.pullRequestStep({ action: 'opened', spec, with: { command } });
    const text = `${said(result)}${stage.api.comments(7).map(({ body }) => body)}`;
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain(id);
    expect(text).toContain('rival/llama');
  });

  test('without a record is shown to a branch of this repository, and not to a fork', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seed);
    const ours = await stage.pullRequestStep({ action: 'opened', with: { command: 'plan' } });
    expect(said(ours)).toContain('secret/image:1');
    const theirs = await stage.pullRequestStep({ action: 'opened', isFromFork: true, with: { command: 'plan' } });
    expect(hidden.filter((secret) => said(theirs).includes(secret))).toEqual([]);
  });

  test('is told by the id, whatever the name: renamed it stays ours, and a new repository of an old name gets nothing', async () => {
    await using stage = await setStage();
    const withId = (owner: string, repositoryId: string) =>
      envs(owner).map(({ key, value }) => ({ key, value: JSON.stringify({ ...JSON.parse(value), repositoryId }) }));
    const id = stage.emulator.seed({ name: 'llama', envs: withId('acme/old-name', '42') });
    const step = () => stage.step({ env: { GITHUB_REPOSITORY_ID: '42' }, with: { image: 'a:2' } });
    expect((await step()).outputs.operation).toBe('updated');
    stage.emulator.change(id, { envs: withId(repository, '41') });
    expect((await step()).outputs['failure-reason']).toBe('owned');
  });
});

describe('a preview', () => {
  const inputs = { preview: 'true' };
  test.for<[string, string, string, RegExp]>([
    ['GPUs', 'workerConfig: {gpuNum: 8}\n', 'gpus=8', /gpuNum is 8, at most 1.*gpus=8/s],
    [
      'cloud storage',
      'clusterID: us-1\nvolumeMounts: [{type: network, id: vol-1, mountPath: /data}]\n',
      'storage=true',
      /cloud storage vol-1.*storage=true/s,
    ],
  ])('is refused %s beyond its limits, and gets them when they are allowed', async ([, more, line, words]) => {
    await using stage = await setStage();
    const spec = `${smallSpec}${more}`;
    const refused = await stage.pullRequestStep({ action: 'opened', spec, with: inputs });
    expect(refused.outputs['failure-reason']).toBe('limits-exceeded');
    expect(refused.annotations.join()).toMatch(words);
    expect(stage.emulator.requests.filter(({ operation }) => writes.has(operation))).toEqual([]);
    const planned = await stage.pullRequestStep({ action: 'opened', spec, with: { ...inputs, command: 'plan' } });
    expect(planned.annotations.join()).toContain('A deploy would be refused');
    const allowed = await stage.pullRequestStep({ action: 'opened', spec, with: { preview: line } });
    expect(allowed.outputs).toMatchObject({ operation: 'created', 'failure-reason': '' });
  });

  test('has three endpoints at most, and more where they are allowed', async () => {
    await using stage = await setStage();
    const spec = Array.from({ length: 4 }, (_, index) => smallSpec.replace('llama', `e-${index}`)).join('---\n');
    for (const command of ['plan', 'deploy']) {
      const { outputs, annotations } = await stage.pullRequestStep({
        action: 'opened',
        spec,
        with: { ...inputs, command },
      });
      expect(outputs['failure-reason']).toBe('limits-exceeded');
      expect(annotations.join()).toContain(
        '`spec` matches 4 specs, and a pull request has at most 3 preview endpoints',
      );
    }
    expect(stage.emulator.endpoints()).toEqual([]);
    const allowed = await stage.pullRequestStep({ action: 'opened', spec, with: { preview: 'endpoints=4' } });
    expect(allowed.exitCode).toBe(0);
    expect(stage.emulator.endpoints().length).toBe(4);
  });

  test('has one worker unless more are allowed', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}workerConfig: {minNum: 3, maxNum: 10}\n`;
    const given = { ...inputs, comment: 'false' };
    await stage.pullRequestStep({ action: 'opened', spec, with: given });
    await stage.pullRequestStep({ action: 'opened', number: 8, spec, with: { ...given, preview: 'workers=4' } });
    expect(stage.emulator.endpoints().map(({ workerConfig: { minNum, maxNum } }) => [minNum, maxNum])).toEqual([
      [1, 1],
      [3, 4],
    ]);
  });
});

describe('without a check of certificates', () => {
  test.for(['deploy', 'plan', 'validate', 'status', 'logs', 'delete', 'sweep', 'export'])(
    '%s sends the key to nobody',
    async (command) => {
      await using stage = await setStage();
      stage.emulator.seed({ name: 'llama' });
      const { exitCode, outputs, annotations } = await stage.pullRequestStep({
        action: 'opened',
        env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
        with: { command, ...(command === 'export' && { name: 'llama' }) },
      });
      expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'inputs-invalid' });
      expect(annotations.join()).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0');
      expect([...stage.emulator.requests, ...stage.api.requests]).toEqual([]);
    },
  );

  test.for(['', '1', 'false'])('nothing else is meant by %j', async (value) => {
    await using stage = await setStage();
    const { outputs } = await stage.step({ env: { NODE_TLS_REJECT_UNAUTHORIZED: value } });
    expect(outputs.operation).toBe('created');
  });
});

describe('an event of more than 1 MiB', () => {
  const payload = { comment: { author_association: 'OWNER' }, text: 'x'.repeat(1024 * 1024) };
  const files = { '.git/HEAD': `${commits.first}\n` };
  test('is not read, which a push says and a comment fails for', async () => {
    await using stage = await setStage();
    const pushed = await stage.step({ files, event: { name: 'push', payload } });
    expect(pushed.annotations.join()).toContain('The event of this run could not be read: it has 1048');
    expect(pushed.outputs.operation).toBe('created');
    const commented = await stage.step({ files, event: { name: 'issue_comment', payload } });
    expect(commented.outputs['failure-reason']).toBe('inputs-invalid');
  });
});
