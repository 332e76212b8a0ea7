/** The GitHub Deployments of a run: one for each endpoint that changed or failed, in the environment of that endpoint. */

import { describe, expect, test } from 'vitest';
import {
  type DeploymentEnd,
  endpointSubject,
  previewSubject,
  recordDeployments,
  retire,
} from '../../src/commands/github-deployment.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, eventOf } from './scene.ts';

const success: DeploymentEnd = { state: 'success', url: 'https://llama.example', description: 'created' };

describe('the environment', () => {
  test.for<[string, boolean, object | undefined]>([
    ['', false, undefined],
    ['none', false, undefined],
    ['production', false, { environment: 'production', task: 'deploy:llama' }],
    ['production', true, { environment: 'production/llama', task: 'deploy:llama' }],
  ])('of an endpoint by %j, one of several: %s', ([environment, isOneOfMany, expected]) => {
    expect(
      endpointSubject(commandContext({ inputs: { environment } }).context, { name: 'llama', isOneOfMany }),
    ).toEqual(expected);
  });

  test.for<[string, object | undefined]>([
    ['', { environment: 'preview', task: 'deploy:preview-7' }],
    ['none', undefined],
    ['staging', { environment: 'staging', task: 'deploy:preview-7' }],
  ])('of a preview by %j', ([environment, expected]) => {
    expect(previewSubject(commandContext({ inputs: { environment } }).context, 7)).toEqual(expected);
  });
});

describe('a Deployment', () => {
  test('is written for what has an end, and for nothing else', async () => {
    await using scene = await setScene();
    const { context, annotations } = commandContext({ api: scene.github, inputs: { environment: 'production' } });
    const endpoints = [
      { name: 'a', end: success },
      { name: 'b' },
      { name: 'c', end: { ...success, state: 'failure', description: 'image-pull' } as const },
    ];
    await recordDeployments(context, { endpoints, preview: undefined });
    expect(annotations).toEqual([]);
    expect(
      scene.api
        .deployments()
        .map(({ environment, statuses }) => [
          environment,
          ...statuses.map(({ state, description }) => `${state} ${description}`),
        ]),
    ).toEqual([
      ['production/a', 'success a: created'],
      ['production/c', 'failure c: image-pull'],
    ]);
  });

  test.for<[string, object, Parameters<typeof eventOf>[0]]>([
    ['without an environment', {}, {}],
    ['outside a repository', { environment: 'production' }, { repository: '' }],
  ])('is not written %s', async ([, inputs, facts]) => {
    const { context } = commandContext({ inputs: { ...inputs }, event: eventOf(facts) });
    await recordDeployments(context, { endpoints: [{ name: 'a', end: success }], preview: undefined });
  });

  test('is not written, and none is retired, by a run that was cancelled', async () => {
    const { context } = commandContext({ inputs: { environment: 'production' }, signal: AbortSignal.abort() });
    await recordDeployments(context, { endpoints: [{ name: 'a', end: success }], preview: undefined });
    await retire(context, { environment: 'production', task: 'deploy:a' }, 'deleted');
  });

  test('that GitHub refuses is one warning, and fails nothing', async () => {
    await using scene = await setScene({ permissions: { deployments: 'read' } });
    const { context, annotations } = commandContext({ api: scene.github, inputs: { environment: 'production' } });
    const endpoints = ['a', 'b'].map((name) => ({ name, end: success }));
    await recordDeployments(context, { endpoints, preview: undefined });
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(['warning GitHub']);
  });
});
