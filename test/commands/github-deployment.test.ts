/** The GitHub Deployment of a deploy: started at once, ended once, and taking the place of those before it. */

import { describe, expect, test } from 'vitest';
import { openDeployment } from '../../src/commands/github-deployment.ts';
import { openHistory } from '../../src/commands/history.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, eventOf, ownPayload, record } from './scene.ts';

type Scene = Awaited<ReturnType<typeof setScene>>;

function open(scene: Scene, { isPreview = false }: { isPreview?: boolean } = {}) {
  const { context, annotations } = commandContext({
    api: scene.github,
    ...(isPreview && { event: eventOf({ pullRequest: { number: 7 } }) }),
  });
  const deployment = openDeployment(context, {
    endpoint: 'llama',
    history: openHistory(context, { environment: 'production', names: ['llama'] }),
    record,
    isPreview,
  });
  return { deployment, annotations };
}

const statesOf = (scene: Scene) => scene.api.deployments().map(({ statuses }) => statuses.at(-1)?.state);

describe('a Deployment', () => {
  test('carries the record, the endpoint and the log', async () => {
    await using scene = await setScene();
    const { deployment, annotations } = open(scene);
    await deployment.end({ state: 'success', url: 'https://llama.example', description: 'created' });
    expect(annotations).toEqual([]);
    expect(scene.api.deployments()).toMatchObject([
      {
        sha: 'a'.repeat(40),
        environment: 'production',
        payload: { ...record, endpoint: 'llama' },
        statuses: [
          { state: 'in_progress', logUrl: 'https://github.com/acme/llama/actions/runs/9/attempts/2' },
          { state: 'success', description: 'created', environmentUrl: 'https://llama.example' },
        ],
      },
    ]);
  });

  test.for<[boolean, { transient_environment: boolean; production_environment?: boolean }]>([
    [true, { transient_environment: true, production_environment: false }],
    [false, { transient_environment: false }],
  ])('of a preview (%s) is one for a while', async ([isPreview, expected]) => {
    await using scene = await setScene();
    await open(scene, { isPreview }).deployment.end({ state: 'success', description: '' });
    const created = scene.api.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/deployments'));
    expect(created?.body).toMatchObject(expected);
  });

  test('leaves the retirement of others to this run, which knows whose they are', async () => {
    await using scene = await setScene();
    await open(scene).deployment.end({ state: 'success', description: '' });
    const statuses = scene.api.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/statuses'));
    expect(statuses.at(-1)?.body).toMatchObject({ state: 'success', auto_inactive: false });
  });

  test('ends once, whatever comes later', async () => {
    await using scene = await setScene();
    const { deployment } = open(scene);
    await deployment.end({ state: 'success', description: 'created' });
    await deployment.end({ state: 'failure', description: 'internal' });
    expect(statesOf(scene)).toEqual(['success']);
  });

  test.for<['success' | 'failure', string[]]>([
    ['success', ['inactive', 'success', 'success']],
    ['failure', ['success', 'success', 'failure']],
  ])('that ends in %s retires those of its endpoint accordingly', async ([state, expected]) => {
    await using scene = await setScene();
    for (const endpoint of ['llama', 'other'])
      scene.api.addDeployment({ environment: 'production', payload: ownPayload(endpoint) });
    await open(scene).deployment.end({ state, description: '' });
    expect(statesOf(scene)).toEqual(expected);
    if (state === 'success')
      expect(scene.api.deployments()[0]?.statuses.at(-1)?.description).toMatch(/^replaced by deployment \d+$/);
  });

  test('that GitHub refuses is one warning, and fails nothing', async () => {
    await using scene = await setScene({ permissions: { deployments: 'read' } });
    const { deployment, annotations } = open(scene);
    await expect(deployment.end({ state: 'success', description: '' })).resolves.toBeUndefined();
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(['warning GitHub']);
  });
});
