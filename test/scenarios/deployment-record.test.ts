/** What a run notes of itself, and what follows: whose endpoint it is, and which commit is newer. */

import { describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { foreignEndpoint } from '../emulator/others.ts';
import { told } from '../told.ts';
import { recordKey as key, operationsOf, recordEnv, smallSpec, specsOf } from './deployment.ts';
import { commits, repository, setStage } from './github-stage.ts';
import { testRuns } from './single-run.ts';
import type { StepResult } from './step.ts';

const recordOf = (emulator: Emulator) =>
  JSON.parse(emulator.endpoints()[0]?.envs.find((env) => env.key === key)?.value ?? 'null');
const seeded = (record: object) => ({ name: 'llama', envs: [recordEnv(record)] });
const changed = { image: 'a:2' };

describe('the record', () => {
  test('is one env entry of every endpoint that a workflow deploys, which is never a change', async () => {
    await using stage = await setStage();
    const created = await stage.step();
    const own = { repository, commit: commits.first, ref: 'refs/heads/main', run: '100.1' };
    expect(recordOf(stage.emulator)).toMatchObject({ ...own, tool: 'deploy-gpu-endpoint/1.0.0' });
    expect(created.log).not.toContain(key);
    expect((await stage.step({ sha: commits.second })).end).toBe('unchanged');
    expect(recordOf(stage.emulator).commit).toBe(commits.first);
    expect((await stage.step({ with: changed, sha: commits.second })).end).toBe('updated');
    expect(recordOf(stage.emulator).commit).toBe(commits.second);
  });

  test('stays to the letter where workers are only scaled, so that none restarts for it', async () => {
    await using stage = await setStage({ emulator: { switches: { rolloutOn: 'container-change' } } });
    await stage.step({ spec: `${smallSpec}workerConfig: {minNum: 1, maxNum: 2}\n` });
    const [before] = stage.emulator.endpoints();
    const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 5}\n`;
    expect((await stage.step({ spec, sha: commits.second })).end).toBe('updated');
    const [after] = stage.emulator.endpoints();
    expect(after?.envs).toEqual(before?.envs);
    expect(after?.workers.map(({ id }) => id)).toEqual(before?.workers.map(({ id }) => id));
  });
});

describe('ownership', () => {
  test('an endpoint of another repository is refused before any write, and taken over on demand', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'rival/llama', commit: commits.third }));
    const refused = await stage.step({ with: changed });
    expect([refused.end, refused.outputs.changed]).toEqual(['owned', 'false']);
    expect(refused.annotations.join()).toMatch(/rival\/llama.*adopt/);
    expect(operationsOf(stage.emulator).toSorted()).toEqual(['get', 'limits', 'list', 'list']);
    // Nothing else changes, and its commits are not compared with ours.
    const adopted = await stage.step({ with: { allow: 'adopt' } });
    expect([adopted.end, adopted.annotations, stage.api.requests]).toEqual(['updated', [], []]);
    expect(adopted.log).toContain('Plan: change 1 field (v1 update); workers are replaced');
    expect(recordOf(stage.emulator)).toMatchObject({ repository, before: [{ image: 'ghcr.io/acme/llama:1' }] });
    const { log, summary } = await stage.step({ with: { command: 'list' } });
    for (const text of [log, summary]) expect(text).toMatch(/before: ghcr.io\/acme\/llama:1, /);
    expect([(await stage.step()).end, (await stage.step({ with: { allow: 'adopt' } })).end]).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });

  test('is told by a plan already, on the pull request', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ repository: 'rival/llama' }));
    const { end, annotations } = await stage.pullRequestStep({ action: 'opened', with: { command: 'plan' } });
    expect(end).toBe('planned');
    expect(annotations).toEqual([
      expect.stringMatching(
        /^::warning title=llama%3A not an endpoint of this repository::A deploy would be refused.*adopt/,
      ),
    ]);
    expect(stage.api.comments(7)[0]?.body).toContain('A deploy would be refused');
  });

  testRuns({
    'a record in the spec does not get onto the endpoint': {
      given: { spec: `${smallSpec}envs: {${key}: "{}", A: x}\n` },
      end: 'spec-invalid',
      expected: { says: 'reserved-env', left: [] },
    },
  });

  test('a record that cannot be read is somebody else’s, until it is adopted: then a commit that nobody can read orders nothing', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama', envs: [{ key, value: '{"repository":' }] });
    const refused = await stage.step({ with: changed });
    expect([refused.end, told(refused.outputs).plan]).toEqual(['owned', undefined]);
    expect(refused.annotations.join()).toContain(`record in its env \`${key}\` that cannot be read`);
    const adopted = await stage.step({ with: { ...changed, allow: 'adopt' } });
    expect([adopted.end, adopted.annotations]).toEqual(['updated', []]);
    expect((await stage.step({ with: { image: 'a:3' } })).end).toBe('updated');
  });

  test.for([
    // The emulator lets nobody change what it shows as it is.
    ['the same are one', {}, 'unauthorized'],
    ['different are none', { run: '9.9' }, 'owned'],
  ] as const)('two records that are %s', async ([, second, expected]) => {
    await using stage = await setStage();
    const envs = [recordEnv(), recordEnv(second)];
    stage.emulator.seedRaw({ ...foreignEndpoint('00000000000000aa', 'llama'), envs });
    expect((await stage.step({ with: changed })).end).toBe(expected);
  });
});

describe('a forged record', () => {
  test.for(['7', -7])('with pull request %j is that of no preview', async (pullRequest) => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ pullRequest }));
    const closed = await stage.pullRequestStep({ action: 'closed', with: { preview: 'true' } });
    const swept = await stage.step({ with: { command: 'sweep', preview: 'max-age=1h' } });
    expect([closed.end, swept.end, stage.emulator.endpoints().length]).toEqual(['absent', 'absent', 1]);
  });

  test.for(['../../../orgs/acme', '--upload-pack=x'])(
    'with the commit %s asks GitHub nothing and is deployed over with a warning',
    async (commit) => {
      await using stage = await setStage();
      stage.emulator.seed(seeded({ commit }));
      const { end, annotations } = await stage.step({ with: changed });
      expect([end, stage.api.requests]).toEqual(['updated', []]);
      expect(annotations).toEqual([expect.stringMatching(/^::warning title=[^:]*order of commits unknown::.*llama/)]);
    },
  );
});

describe('order', () => {
  test('a commit that a force-push has left behind is deployed over with a warning; an approved plan needs `older-commit`', async () => {
    await using stage = await setStage();
    stage.emulator.seed(seeded({ commit: commits.lost, ref: 'refs/pull/7/merge' }));
    const step = (inputs: object, attempt = '1') =>
      stage.step({ sha: commits.second, with: { ...changed, ...inputs }, env: { GITHUB_RUN_ATTEMPT: attempt } });
    const approved = { 'approved-plan': (await step({ command: 'plan' })).outputs['plan-digest'] };
    const refused = await step(approved);
    expect([refused.end, (await step(approved, '2')).end]).toEqual(['order-unknown', 'order-unknown']);
    expect(refused.annotations.join()).toMatch(/force-push\)\. Nothing was changed\..*add `older-commit` to `allow`/s);
    const { end, annotations } = await step({ ...approved, allow: 'older-commit' });
    expect(end).toBe('updated');
    expect(annotations.join('\n')).toMatch(
      /::warning title=[^:]*order of commits unknown::.*\(commit d{12} of refs\/pull\/7\/merge: it is not in this commit's history/,
    );
  });

  test.for([
    ['one endpoint', ['llama']],
    ['several endpoints', ['a', 'b']],
  ] as const)(
    'a newer commit that changes %s in the middle of a rollout: red, and left as it is',
    async ([, names]) => {
      const image = (tag: number) => `ghcr.io/acme/llama:${tag}`;
      const specOf = (tag: number) =>
        specsOf(...names).replaceAll(`${image(1)}\n`, `${image(tag)}\nworkerConfig: {minNum: 1}\nhealthy: /health\n`);
      await using stage = await setStage();
      await stage.step({ spec: specOf(1), sha: commits.first });
      // So that no endpoint is done before the newer commit comes.
      for (const _ of names)
        stage.emulator.addScript({ image: image(2), outcome: 'healthy', pace: { healthCheckMs: 36_000_000 } });
      let newer: StepResult | undefined;
      const run = async () => {
        newer = await stage.step({ spec: specOf(3), sha: commits.third, env: { GITHUB_RUN_ID: '300' } });
      };
      stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4 * names.length, run });
      const options = { spec: specOf(2), sha: commits.second, runId: '200', with: { 'wait-timeout': '12h' } };
      const older = await stage.step(options);
      expect([newer?.exitCode, older.end]).toEqual([0, 'conflict']);
      expect(stage.emulator.endpoints()).toMatchObject(names.map(() => ({ image: { image: image(3) } })));
      expect((await stage.step(options)).end).toBe('superseded');
    },
  );
});

test.for([
  [{ minNum: 500_000, freeTimeout: 900_000 }, '', ['limits-exceeded', 0, 1]],
  [{ minNum: 9, freeTimeout: 400 }, 'workerConfig: {maxNum: 5}\n', ['updated', 5, 400]],
] as const)(
  'what a record says of a parked endpoint comes back where the limits allow it: %j',
  async ([parked, fields, expected]) => {
    await using stage = await setStage();
    const { emulator } = stage;
    const envs = [recordEnv({ parked, commit: commits.first })];
    emulator.seed({ name: 'llama', workerConfig: { minNum: 0, maxNum: 3, freeTimeout: 1 }, envs });
    const { end } = await stage.step({ spec: `${smallSpec}${fields}`, with: { wait: 'none' } });
    const { minNum, freeTimeout } = emulator.endpoints()[0]?.workerConfig ?? {};
    expect([end, minNum, freeTimeout]).toEqual(expected);
  },
);
