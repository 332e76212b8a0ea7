/** Previews never leak, and what the pull request shows is true: late runs, broken specs, sweeps, and lists that are late. */

import { describe, expect, test } from 'vitest';
import { startGitHubApi } from '../github-api/github-api.ts';
import { operationsOf, smallSpec } from './deployment.ts';
import { commits, repository, setStage } from './github-stage.ts';
import type { StepSignal } from './step.ts';

const inputs = { preview: 'true' };
const several = ['a', 'b'].map((name) => smallSpec.replace('llama', name)).join('---\n');

describe.for([
  ['one endpoint', smallSpec],
  ['several endpoints', several],
] as const)('%s', ([, spec]) => {
  test('an old run that is started again after the close creates nothing', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({ action: 'opened', isByNow: 'closed', spec, with: inputs });
    expect(outputs.operation).toBe('absent');
    expect(new Set(operationsOf(stage.emulator))).toEqual(new Set(['list']));
  });

  test('a run of a commit that is not the last one any more leaves it to the newer run', async () => {
    await using stage = await setStage();
    const { outputs } = await stage.pullRequestStep({ action: 'opened', headNow: commits.second, spec, with: inputs });
    expect(outputs.operation).toBe('superseded');
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('a force-push back to an older commit is deployed', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', sha: commits.second, spec, with: inputs });
    const older = { spec: spec.replaceAll(':1\n', ':0\n'), sha: commits.first };
    const { outputs } = await stage.pullRequestStep({ action: 'synchronize', ...older, with: inputs });
    expect(outputs.operation).toBe('updated');
  });

  test.for<[string, string, string, number]>([
    ['renamed or transferred', 'acme/renamed', '42', 0],
    ['replaced by a new one of the old name', repository, '43', spec === smallSpec ? 1 : 2],
  ])('after the repository was %s, close and sweep go by its id', async ([, name, id, left]) => {
    for (const command of ['close', 'sweep']) {
      await using stage = await setStage();
      await stage.pullRequestStep({ action: 'opened', spec, with: inputs, env: { GITHUB_REPOSITORY_ID: '42' } });
      await using api = await startGitHubApi({ repository: name, pulls: [{ number: 7, state: 'closed' }] });
      const env = { GITHUB_API_URL: api.url, GITHUB_REPOSITORY: name, GITHUB_REPOSITORY_ID: id };
      const { exitCode } =
        command === 'close'
          ? await stage.pullRequestStep({ action: 'closed', spec, with: inputs, env })
          : await stage.step({ with: { command }, env });
      expect({ command, exitCode, left: stage.emulator.endpoints().length }).toEqual({ command, exitCode: 0, left });
    }
  });

  test('a close beside a late run ends as deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', spec, with: inputs });
    // The close does all of its work between the last look of the late run at its endpoint and its comment.
    stage.api.addFault({
      operation: 'issues/update-comment',
      kind: 'hook',
      when: 'before',
      run: async () => void (await stage.pullRequestStep({ action: 'closed', spec, with: inputs })),
    });
    await stage.pullRequestStep({ action: 'synchronize', sha: commits.second, spec, with: inputs });
    expect(stage.emulator.endpoints()).toEqual([]);
    const bodies = stage.api.comments(7).map(({ body }) => body);
    expect(bodies.length).toBe(1);
    expect(bodies[0]).toContain('Previews of pull request #7: ');
    expect(bodies[0]).not.toMatch(/: (created|updated|unchanged)$/m);
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).not.toContain('success');
  });

  test('a run that deploys for a pull request that closes meanwhile deletes it again, and corrects its comment', async () => {
    await using stage = await setStage();
    const run = () => stage.api.setPull({ number: 7, state: 'closed' });
    stage.api.addFault({ operation: 'issues/create-comment', kind: 'hook', when: 'before', run });
    const { exitCode, outputs } = await stage.pullRequestStep({ action: 'opened', spec, with: inputs });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'deleted' });
    expect(stage.emulator.endpoints()).toEqual([]);
    const bodies = stage.api.comments(7).map(({ body }) => body);
    expect(bodies).toEqual([expect.stringContaining('Previews of pull request #7: deleted')]);
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).not.toContain('success');
  });

  test('a run whose pull request closes while it deploys writes nothing on GitHub', async () => {
    await using stage = await setStage({ api: { lateLists: 20 } });
    const run = () => stage.api.setPull({ number: 7, state: 'closed' });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const { exitCode, outputs } = await stage.pullRequestStep({ action: 'opened', spec, with: inputs });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'deleted' });
    expect(stage.emulator.endpoints()).toEqual([]);
    expect([...stage.api.comments(7), ...stage.api.deployments()]).toEqual([]);
  });

  test('a sweep sets the Deployment inactive and says in the comment that it is deleted', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', spec, with: inputs });
    stage.api.setPull({ number: 7, state: 'closed' });
    const { outputs } = await stage.step({ with: { command: 'sweep' } });
    expect(outputs.operation).toBe('deleted');
    expect(new Set(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state))).toEqual(
      new Set(['inactive']),
    );
    expect(stage.api.comments(7).map(({ body }) => /deleted/.test(body))).toEqual([true]);
    expect(stage.api.comments(7)[0]?.body).not.toMatch(/created/);
  });
});

test('a broken spec takes the place of the older comment, for a plan and for a preview', async () => {
  for (const given of [inputs, { command: 'plan' }]) {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: given });
    await stage.pullRequestStep({ action: 'synchronize', sha: commits.second, spec: 'name: [', with: given });
    expect(stage.api.comments(7).length).toBe(1);
    expect(stage.api.comments(7)[0]?.body).toMatch(/spec-invalid[\s\S]*bbbbbbbbbbbb/);
  }
});

test('a renamed endpoint has one comment, and the same name at two services has two', async () => {
  await using stage = await setStage();
  const plan = { command: 'plan' };
  await stage.pullRequestStep({ action: 'opened', with: plan });
  await stage.pullRequestStep({ action: 'synchronize', spec: smallSpec.replace('llama', 'qwen'), with: plan });
  expect(stage.api.comments(7).length).toBe(1);
  const other = { ...plan, 'base-url': `${stage.emulator.url}/`.replace('127.0.0.1', 'localhost') };
  await stage.pullRequestStep({ action: 'synchronize', with: other });
  expect(stage.api.comments(7).length).toBe(2);
});

test('`environment: none` makes no Deployment for previews', async () => {
  await using stage = await setStage();
  await stage.pullRequestStep({ action: 'opened', with: { ...inputs, environment: 'none' } });
  expect(stage.api.deployments()).toEqual([]);
  const { annotations } = await stage.pullRequestStep({ action: 'closed', with: { ...inputs, environment: 'none' } });
  expect(annotations).toEqual([]);
});

test('a preview whose pull request cannot be read says so, also without comments', async () => {
  await using stage = await setStage();
  stage.api.setPermissions({ 'pull-requests': 'none' });
  const { annotations, outputs } = await stage.pullRequestStep({
    action: 'opened',
    with: { ...inputs, comment: 'false' },
  });
  expect(outputs.operation).toBe('created');
  expect(annotations).toEqual([expect.stringMatching(/^::warning title=GitHub::.*#7.*pull-requests: read/)]);
});

test('a sweep for which every pull request is unknown is red and names the endpoints with their ages', async () => {
  await using stage = await setStage({ api: { pulls: [{ number: 7 }, { number: 8 }] } });
  await stage.pullRequestStep({ action: 'opened', with: { ...inputs, comment: 'false' } });
  stage.api.addFault({ operation: 'pulls/get', kind: 'status', status: 404, times: 'always' });
  const { exitCode, outputs, annotations } = await stage.step({ with: { command: 'sweep' } });
  expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'github' });
  expect(annotations.join()).toMatch(/llama-pr-7 \(#7, .* old\).*pull-requests: read/s);
});

test('a sweep that is cancelled while it waits for GitHub is cancelled', async () => {
  await using stage = await setStage();
  await stage.pullRequestStep({ action: 'opened', with: { ...inputs, comment: 'false' } });
  let child: { kill: (signal: StepSignal) => void } | undefined;
  stage.api.addFault({ operation: 'pulls/get', kind: 'hook', when: 'before', run: () => child?.kill('SIGINT') });
  const { outputs } = await stage.step({
    with: { command: 'sweep' },
    onStart: (started) => {
      child = started;
    },
  });
  expect(outputs['failure-reason']).toBe('cancelled');
  expect(outputs.operation).toBeUndefined();
});

test('an image that came out empty stops a preview that opens, and not one that closes', async () => {
  await using stage = await setStage();
  const empty = { with: { ...inputs, image: '' } };
  const refused = await stage.pullRequestStep({ action: 'opened', ...empty });
  expect(refused.outputs['failure-reason']).toBe('inputs-invalid');
  expect(stage.emulator.requests).toEqual([]);
  await stage.pullRequestStep({ action: 'opened', with: inputs });
  // The build of a closed pull request is skipped.
  const closed = await stage.pullRequestStep({ action: 'closed', ...empty });
  expect(closed.outputs.operation).toBe('deleted');
});
