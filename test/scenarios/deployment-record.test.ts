/** What a run notes of itself, and what follows: whose endpoint it is, and which commit is newer. */

import { describe, expect, test } from 'vitest';
import { foreignEndpoint } from '../emulator/others.ts';
import { told } from '../told.ts';
import { operationsOf, smallSpec } from './deployment.ts';
import { commits, repository, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const key = 'GPU_ENDPOINT_DEPLOYMENT';
const recordOf = (envs: readonly { key: string; value: string }[] | undefined) =>
  JSON.parse(envs?.find((env) => env.key === key)?.value ?? 'null');
const seeded = (record: object) => ({
  name: 'llama',
  envs: [
    {
      key,
      value: JSON.stringify({
        repository,
        commit: commits.first,
        ref: 'refs/heads/main',
        run: '1.1',
        time: '2026-01-01T00:00:00.000Z',
        tool: 'deploy-gpu-endpoint/1.0.0',
        ...record,
      }),
    },
  ],
});

describe('the record', () => {
  test('is one env entry of every endpoint that a workflow deploys, which is never a change', async () => {
    await using stage = await setStage();
    const created = await stage.step();
    expect(recordOf(stage.emulator.endpoints()[0]?.envs)).toMatchObject({
      repository,
      commit: commits.first,
      ref: 'refs/heads/main',
      run: '100.1',
      tool: 'deploy-gpu-endpoint/1.0.0',
    });
    expect(created.log).not.toContain(key);
    const later = await stage.step({ sha: commits.second });
    expect(later.outputs).toMatchObject({ operation: 'unchanged', changed: 'false' });
    expect(recordOf(stage.emulator.endpoints()[0]?.envs).commit).toBe(commits.first);
    const updated = await stage.step({ with: { image: 'a:2' }, sha: commits.second });
    expect(updated.outputs.operation).toBe('updated');
    expect(recordOf(stage.emulator.endpoints()[0]?.envs).commit).toBe(commits.second);
  });

  test('stays to the letter where workers are only scaled, so that none restarts for it', async () => {
    await using stage = await setStage({ emulator: { switches: { rolloutOn: 'container-change' } } });
    await stage.step({ spec: `${smallSpec}workerConfig: {minNum: 1, maxNum: 2}\n` });
    const before = stage.emulator.endpoints()[0];
    const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 5}\n`;
    const { outputs } = await stage.step({ spec, sha: commits.second });
    const after = stage.emulator.endpoints()[0];
    expect(outputs.operation).toBe('updated');
    expect(after?.envs).toEqual(before?.envs);
    expect(after?.workers.map(({ id }) => id)).toEqual(before?.workers.map(({ id }) => id));
  });

  test('comes with the first change of an endpoint that was made by hand, and not before', async () => {
    await using stage = await setStage();
    await stage.step();
    const [made] = stage.emulator.endpoints();
    stage.emulator.change(made?.id ?? '', { envs: [] });
    await stage.step({ spec: `${smallSpec}workerConfig: {maxNum: 5}\n` });
    expect(stage.emulator.endpoints()[0]?.envs).toEqual([]);
    await stage.step({ with: { image: 'a:2' } });
    expect(recordOf(stage.emulator.endpoints()[0]?.envs)).toMatchObject({ repository });
  });
});

describe('ownership', () => {
  test('an endpoint of another repository is refused before any write, and taken over on demand', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'rival/llama' }));
    const refused = await stage.step({ with: { image: 'a:2' } });
    expect({ exitCode: refused.exitCode, outputs: refused.outputs }).toMatchObject({
      exitCode: 1,
      outputs: { 'failure-reason': 'owned', changed: 'false' },
    });
    expect(refused.annotations.join()).toMatch(/rival\/llama.*adopt/);
    expect(operationsOf(stage.emulator).toSorted()).toEqual(['get', 'limits', 'list']);
    const adopted = await stage.step({ with: { image: 'a:2', allow: 'adopt' } });
    expect(adopted.outputs.operation).toBe('updated');
    expect(recordOf(stage.emulator.endpoints()[0]?.envs).repository).toBe(repository);
  });

  test('holds for the endpoint that somebody else’s interrupted replacement may have left, too', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama', appName: 'old' });
    stage.emulator.seed({ ...seeded({ repository: 'rival/llama' }), appName: 'new' });
    const { outputs } = await stage.step({ with: { allow: 'replace' }, spec: `${smallSpec}appName: new\n` });
    expect(outputs['failure-reason']).toBe('owned');
    expect(stage.emulator.endpoints().length).toBe(2);
  });

  test('is told by a plan already, on the pull request', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'rival/llama' }));
    const { exitCode, annotations } = await stage.pullRequestStep({ action: 'opened', with: { command: 'plan' } });
    expect(exitCode).toBe(0);
    expect(annotations).toEqual([
      expect.stringMatching(/^::warning title=llama%3A owned::A deploy would be refused.*adopt/),
    ]);
    expect(stage.api.comments(7)[0]?.body).toContain('A deploy would be refused');
  });

  test('is the same for a repository in other letters', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'Acme/LLaMA' }));
    const { outputs } = await stage.step({ with: { image: 'a:2' } });
    expect(outputs.operation).toBe('updated');
  });

  test('taken over from another repository does not compare its commits with ours', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'rival/llama', commit: commits.third }));
    const { outputs, annotations } = await stage.step({ with: { image: 'a:2', allow: 'adopt' }, sha: commits.first });
    expect({ operation: outputs.operation, annotations }).toEqual({ operation: 'updated', annotations: [] });
    expect(stage.api.requests).toEqual([]);
  });

  test('a record that cannot be read is somebody else’s, until it is adopted, and leaves the order of commits open', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama', envs: [{ key, value: '{"repository":' }] });
    const refused = await stage.step({ with: { image: 'a:2' } });
    expect(refused.outputs['failure-reason']).toBe('owned');
    expect(told(refused.outputs).plan).toBeUndefined();
    expect(refused.annotations.join()).toContain(`record in its env \`${key}\` that cannot be read`);
    const adopted = await stage.step({ with: { image: 'a:2', allow: 'adopt' } });
    expect(adopted.outputs.operation).toBe('updated');
    expect(adopted.annotations).toEqual([
      expect.stringMatching(/^::warning title=order of commits::.*llama \(it has a record .* that cannot be read\)/),
    ]);
    const next = await stage.step({ with: { image: 'a:3' } });
    expect(next.outputs.operation).toBe('updated');
  });

  test('two records that differ are none; two that are the same are one', async () => {
    for (const [second, expected] of [
      // The emulator lets nobody change what it shows as it is.
      [{}, 'unauthorized'],
      [{ run: '9.9' }, 'owned'],
    ] as const) {
      await using stage = await setStage();
      const [first, other] = [seeded({}), seeded(second)].map(
        ({ envs }) => envs.find((env) => env.key === key)?.value ?? '',
      );
      stage.emulator.seedRaw({
        ...foreignEndpoint('00000000000000aa', 'twice'),
        envs: [first, other].map((value) => ({ key, value })),
      });
      const { outputs } = await stage.step({ spec: smallSpec.replace('llama', 'twice') });
      expect(outputs['failure-reason']).toBe(expected);
    }
  });
});

describe('a forged record', () => {
  test.for<[string, object]>([
    ['a pull request that is text', { pullRequest: '7' }],
    ['a pull request below one', { pullRequest: -7 }],
    ['half a pull request', { pullRequest: 7.5 }],
    ['a pull request beyond numbers', { pullRequest: 1e300 }],
  ])('with %s is that of no preview: closing and sweeping leave it alone', async ([, forged]) => {
    await using stage = await setStage();
    stage.emulator.seed(seeded(forged));
    const closed = await stage.pullRequestStep({ action: 'closed', with: { preview: 'true' } });
    const swept = await stage.step({ with: { command: 'sweep', preview: 'max-age=1h' } });
    expect([closed.outputs.operation, swept.outputs.operation]).toEqual(['absent', 'absent']);
    expect(stage.emulator.endpoints().length).toBe(1);
  });

  test.for<[string, string]>([
    ['a branch', 'main'],
    ['an address', '../../../orgs/acme'],
    ['an option', '--upload-pack=x'],
    ['another repository’s commit', `rival:${'a'.repeat(40)}`],
    ['a workflow command', '::error::x'],
  ])('with %s for its commit asks GitHub nothing and is deployed over with a warning', async ([, commit]) => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ commit }));
    const { outputs, annotations } = await stage.step({ with: { image: 'a:2' } });
    expect({ operation: outputs.operation, requests: stage.api.requests }).toEqual({
      operation: 'updated',
      requests: [],
    });
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=order of commits::.*llama/)]);
  });

  test.for<[string, string]>([
    ['huge', JSON.stringify({ repository: 'rival/llama', commit: 'x'.repeat(100_000) })],
    ['a list', '[]'],
    ['a number', '1'],
    ['nested without end', `${'['.repeat(4000)}${']'.repeat(10)}`],
    [
      'without a date',
      JSON.stringify({ repository: 'rival/llama', commit: 'a', ref: 'r', run: '1', time: 'soon', tool: 't' }),
    ],
  ])('that is %s is somebody else’s', async ([, value]) => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama', envs: [{ key, value }] });
    const { outputs } = await stage.step({ with: { image: 'a:2' } });
    expect(outputs['failure-reason']).toBe('owned');
    expect(stage.emulator.requests.map(({ operation }) => operation)).not.toContain('update');
  });

  test('in the spec of a pull request does not get onto the endpoint', async () => {
    await using stage = await setStage();
    const forged = JSON.stringify(JSON.stringify({ repository: 'rival/llama' }));
    const { outputs, annotations } = await stage.step({ spec: `${smallSpec}envs: {${key}: ${forged}, A: x}\n` });
    expect(outputs['failure-reason']).toBe('spec-invalid');
    expect(annotations[0]).toContain('reserved-env');
    expect(stage.emulator.endpoints()).toEqual([]);
  });
});

describe('order', () => {
  test('an older commit never overwrites a newer one: green, superseded, nothing written', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ commit: commits.third }));
    const { exitCode, outputs, annotations } = await stage.step({ with: { image: 'a:2' }, sha: commits.second });
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 0,
      outputs: { operation: 'superseded', changed: 'false', 'failure-reason': '' },
    });
    expect(annotations.join()).toMatch(/^::notice title=llama%3A superseded::.*older-commit/);
    expect(operationsOf(stage.emulator).toSorted()).toEqual(['get', 'limits', 'list']);
    expect(stage.api.requests.length).toBe(1);
  });

  test.for<[string, { sha: string; recorded: string; allow?: string; attempt?: string }]>([
    ['a newer commit', { sha: commits.third, recorded: commits.second }],
    ['the same commit again', { sha: commits.second, recorded: commits.second }],
    ['an older one where it is allowed', { sha: commits.first, recorded: commits.third, allow: 'older-commit' }],
    ['an older one that somebody starts again', { sha: commits.first, recorded: commits.third, attempt: '2' }],
  ])('%s is deployed', async ([, { sha, recorded, allow = '', attempt = '1' }]) => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ commit: recorded }));
    const env = { GITHUB_RUN_ATTEMPT: attempt };
    const { outputs, annotations } = await stage.step({ with: { image: 'a:2', allow }, sha, env });
    expect(outputs.operation).toBe('updated');
    expect(annotations).toEqual([]);
  });

  test.for<[string, string]>([
    ['a commit that a force-push has left behind', commits.lost],
    ['a commit that GitHub does not know', 'f'.repeat(40)],
  ])('%s is deployed over with a warning, and not with an approved plan', async ([, recorded]) => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ commit: recorded }));
    const changed = { sha: commits.second, with: { image: 'a:2' } };
    const planned = await stage.step({ ...changed, with: { ...changed.with, command: 'plan' } });
    const approved = { ...changed.with, 'approved-plan': planned.outputs['plan-digest'] ?? '' };
    const refused = await stage.step({ ...changed, with: approved });
    expect(refused.outputs).toMatchObject({ 'failure-reason': 'order-unknown', changed: 'false' });
    const { outputs, annotations } = await stage.step(changed);
    expect(outputs.operation).toBe('updated');
    expect(annotations.join('\n')).toContain('::warning title=order of commits::');
  });

  test('that GitHub does not tell for want of a permission is one warning, and no talk of force-pushes', async () => {
    await using stage = await setStage();
    stage.api.setPermissions({ contents: 'none' });
    stage.emulator.seed(seeded({ commit: commits.second }));
    const { outputs, annotations } = await stage.step({ with: { image: 'a:2' }, sha: commits.third });
    expect(outputs.operation).toBe('updated');
    expect(annotations.join('\n')).toMatch(/^::warning title=order of commits::.*contents: read/m);
    expect(annotations.join('\n')).not.toContain('force-push');
  });

  test('is that of the commit that is checked out', async () => {
    await using stage = await setStage();
    await stage.step({
      sha: commits.third,
      files: { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commits.second}\n` },
    });
    expect(recordOf(stage.emulator.endpoints()[0]?.envs).commit).toBe(commits.second);
  });

  test.for([
    ['one endpoint', ['llama']],
    ['several endpoints', ['a', 'b']],
  ] as const)(
    'a newer commit that changes %s in the middle of a rollout: red, and left as it is',
    async ([, names]) => {
      const specOf = (tag: number) =>
        names
          .map((name) => smallSpec.replace('llama', name).replace('llama:1', `llama:${tag}`))
          .map((spec) => `${spec}workerConfig: {minNum: 1}\nhealthy: /health\n`)
          .join('---\n');
      await using stage = await setStage();
      await stage.step({ spec: specOf(1), sha: commits.first });
      // So that no endpoint is done before the newer commit comes.
      for (const _ of names)
        stage.emulator.addScript({
          image: 'ghcr.io/acme/llama:2',
          outcome: 'healthy',
          pace: { healthCheckMs: 36_000_000 },
        });
      let newer: StepResult | undefined;
      const run = async () => {
        newer = await stage.step({ spec: specOf(3), sha: commits.third, env: { GITHUB_RUN_ID: '300' } });
      };
      stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4 * names.length, run });
      const options = { spec: specOf(2), sha: commits.second, runId: '200', with: { 'wait-timeout': '12h' } };
      const older = await stage.step(options);
      expect([newer?.exitCode, older.exitCode, older.outputs['failure-reason']]).toEqual([0, 1, 'conflict']);
      expect(stage.emulator.endpoints().map(({ image }) => image.image)).toEqual(
        names.map(() => 'ghcr.io/acme/llama:3'),
      );
      expect((await stage.step(options)).outputs.operation).toBe('superseded');
    },
  );
});

test('of two first deploys at once, the one that sees the other is red, and names both', async () => {
  await using stage = await setStage();
  let second: StepResult | undefined;
  const run = async () => {
    second = await stage.step({ with: { image: 'a:2' }, runId: '200' });
  };
  stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
  const first = await stage.step({ with: { image: 'a:1' }, runId: '100' });
  const ids = stage.emulator.endpoints().map(({ id }) => id);
  expect([second?.exitCode, first.exitCode, ids.length]).toEqual([0, 1, 2]);
  for (const id of ids) expect(first.annotations.join()).toContain(id);
});
