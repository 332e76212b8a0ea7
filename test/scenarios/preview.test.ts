/** An endpoint for each pull request, which never leaves one behind. */

import { describe, expect, test } from 'vitest';
import { told } from '../told.ts';
import { smallSpec } from './deployment.ts';
import { commits, repository, setStage, settled } from './github-stage.ts';

const inputs = { preview: 'true' };

describe('a preview', () => {
  test('is deployed, updated and deleted by the same step', async () => {
    await using stage = await setStage();
    const spec = `${smallSpec}appName: llama\n`;
    const opened = await stage.pullRequestStep({ action: 'opened', with: inputs, spec });
    expect(told(opened.outputs)).toMatchObject({
      operation: 'created',
      name: 'llama-pr-7',
      'app-name': 'llama-pr-7',
      'failure-reason': '',
    });
    expect(JSON.parse(stage.emulator.endpoints()[0]?.envs[0]?.value ?? 'null')).toMatchObject({
      repository,
      commit: commits.first,
      pullRequest: 7,
    });
    expect(stage.api.deployments()[0]).toMatchObject({ environment: 'preview', transient: true, sha: commits.first });
    expect(settled(stage.api.comments(7)[0]?.body ?? '', stage)).toMatchSnapshot('comment of a preview');

    const pushed = await stage.pullRequestStep({
      action: 'synchronize',
      with: { ...inputs, image: 'a:2' },
      spec,
      sha: commits.second,
    });
    expect(told(pushed.outputs)).toMatchObject({ operation: 'updated', name: 'llama-pr-7' });

    const closed = await stage.pullRequestStep({ action: 'closed', with: inputs, spec, sha: commits.second });
    expect(told(closed.outputs)).toMatchObject({
      operation: 'deleted',
      changed: 'true',
      name: 'llama-pr-7',
      'failure-reason': '',
    });
    expect(stage.emulator.endpoints()).toEqual([]);
    expect(stage.api.deployments().map(({ statuses }) => statuses.at(-1)?.state)).toEqual(['inactive', 'inactive']);
    expect(stage.api.comments(7).length).toBe(1);
    expect(stage.api.comments(7)[0]?.body).toContain('deleted');

    const again = await stage.pullRequestStep({ action: 'closed', with: inputs, spec });
    expect(again.outputs).toMatchObject({ operation: 'absent', changed: 'false' });
  });

  test('keeps within the lengths of the service by a hash of the whole name', async () => {
    await using stage = await setStage();
    const spec = smallSpec.replace('name: llama', `name: ${'n'.repeat(220)}\nappName: ${'a'.repeat(46)}`);
    const { outputs } = await stage.pullRequestStep({ action: 'opened', with: inputs, spec });
    const { name, 'app-name': appName } = told(outputs);
    expect(name).toMatch(/^n{206}-[0-9a-f]{8}-pr-7$/);
    expect(name).toHaveLength(220);
    expect(appName).toMatch(/^a{32}-[0-9a-f]{8}-pr-7$/);
  });

  test('of a fork without secrets is only validated, and says so', async () => {
    await using stage = await setStage();
    const { exitCode, outputs, annotations } = await stage.pullRequestStep({
      action: 'opened',
      isFromFork: true,
      with: { ...inputs, 'api-key': '', 'base-url': '' },
    });
    expect({ exitCode, operation: outputs.operation }).toEqual({ exitCode: 0, operation: 'validated' });
    expect(annotations.join()).toMatch(/^::notice title=preview::.*fork/);
    expect(stage.emulator.requests).toEqual([]);
  });

  test.for<[string, Parameters<Awaited<ReturnType<typeof setStage>>['pullRequestStep']>[0], RegExp]>([
    ['pull_request_target', { action: 'opened', eventName: 'pull_request_target' }, /pull_request_target.*untrusted/],
    ['no key', { action: 'opened', with: { 'api-key': '' } }, /api-key/],
  ])('with %s is refused with an explanation', async ([, options, words]) => {
    await using stage = await setStage();
    const { exitCode, outputs, annotations } = await stage.pullRequestStep({
      ...options,
      with: { ...inputs, ...options.with },
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'inputs-invalid' });
    expect(annotations.join()).toMatch(words);
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('on a push is refused', async () => {
    await using stage = await setStage();
    const { outputs, annotations } = await stage.step({ with: inputs });
    expect(outputs['failure-reason']).toBe('inputs-invalid');
    expect(annotations.join()).toContain('pull_request');
  });

  test('never takes an endpoint by the look of its name', async () => {
    await using stage = await setStage();
    const id = stage.emulator.seed({ name: 'llama-pr-7' });
    const opened = await stage.pullRequestStep({ action: 'opened', with: inputs });
    expect(opened.outputs['failure-reason']).toBe('owned');
    const closed = await stage.pullRequestStep({ action: 'closed', with: inputs });
    expect(closed.outputs).toMatchObject({ operation: 'absent', changed: 'false' });
    expect(stage.emulator.endpoints().map((endpoint) => endpoint.id)).toEqual([id]);
  });

  test('that cannot be deleted fails the step and names the endpoint', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: inputs });
    stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, reason: 'FORBIDDEN', times: 'always' });
    const closed = await stage.pullRequestStep({ action: 'closed', with: inputs });
    expect({ exitCode: closed.exitCode, reason: closed.outputs['failure-reason'] }).toEqual({
      exitCode: 1,
      reason: 'unauthorized',
    });
    expect(closed.annotations.join()).toContain(stage.emulator.endpoints()[0]?.id);
  });

  test('that fails is deleted, and not the endpoint that the spec names', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' }] } });
    stage.emulator.seed({ name: 'llama' });
    const spec = `${smallSpec}workerConfig: {minNum: 1}\n`;
    const { log, outputs, summary } = await stage.pullRequestStep({
      action: 'opened',
      spec,
      with: { ...inputs, image: 'a:broken' },
    });
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['llama']);
    expect(outputs).toMatchObject({ 'failure-reason': 'image-pull', changed: 'true', url: '' });
    expect(log).toMatch(/^Deleted: llama-pr-7 \(\w+\), which this run had created\.$/m);
    expect(summary).toContain('### ❌ llama-pr-7: image-pull, deleted');
  });

  test('of a pull request whose title is hostile stays harmless', async () => {
    await using stage = await setStage();
    const { outputs, raw } = await stage.pullRequestStep({ action: 'opened', with: inputs });
    expect(outputs.operation).toBe('created');
    expect(raw).not.toContain('Try another model');
  });
});

describe('two deploys of one name', () => {
  test('end with an error that names both endpoints, or with one endpoint', async () => {
    await using stage = await setStage();
    const results = await Promise.all([stage.step({ runId: '1' }), stage.step({ runId: '2' })]);
    const endpoints = stage.emulator.endpoints();
    if (endpoints.length === 1) expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    else {
      const failed = results.filter(({ outputs }) => outputs['failure-reason'] === 'name-ambiguous');
      expect(failed.length).toBeGreaterThan(0);
      for (const { annotations } of failed) for (const { id } of endpoints) expect(annotations.join()).toContain(id);
    }
  });
});
