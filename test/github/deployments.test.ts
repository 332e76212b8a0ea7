import { expect, test } from 'vitest';
import { type NewDeployment, recordDeployment, retireDeployments } from '../../src/github/deployments.ts';
import { type Scene, setScene } from './scene.ts';

const sha = 'b'.repeat(40);
const logUrl = 'https://github.com/acme/llama/actions/runs/1';
const environmentUrl = 'https://llama.example.com';
const subject = { environment: 'production/llama', task: 'deploy:llama' };
const deployment: NewDeployment = {
  ...{ ...subject, sha, isTransient: false, state: 'success', description: 'llama: created', environmentUrl, logUrl },
};
const gone = { description: 'gone', logUrl };
const states = (scene: Scene) => scene.api.deployments().map(({ statuses }) => statuses.map(({ state }) => state));

test('a deployment is two requests: the commit in its environment, and the verdict', async () => {
  await using scene = await setScene();
  const result = await recordDeployment(scene.github, { ...deployment, description: 'd'.repeat(200) });
  const description = `${'d'.repeat(139)}…`;
  const created = { ref: sha, ...subject, description, auto_merge: false, required_contexts: [] };
  const status = { state: 'success', description, environment_url: environmentUrl, log_url: logUrl };
  expect([result, ...scene.api.requests.map(({ path, body }) => [path, body])]).toEqual([
    { ok: true, value: expect.anything() },
    ['/repos/acme/llama/deployments', { ...created, transient_environment: false, production_environment: false }],
    ['/repos/acme/llama/deployments/1/statuses', { ...status, auto_inactive: true }],
  ]);
});

test('a success takes the place of the one before in its environment, a failure does not', async () => {
  await using scene = await setScene();
  await recordDeployment(scene.github, deployment);
  await recordDeployment(scene.github, { ...deployment, environment: 'production/other' });
  await recordDeployment(scene.github, { ...deployment, state: 'failure' });
  await recordDeployment(scene.github, deployment);
  expect(states(scene)).toEqual([...[['success', 'inactive'], ['success'], ['failure'], ['success']]]);
});

test.each([
  [environmentUrl, environmentUrl],
  ['http://llama.example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['llama.example.com', undefined],
  ['', undefined],
  [undefined, undefined],
])('the environment URL %j is sent as %j', async (given, sent) => {
  await using scene = await setScene();
  await recordDeployment(scene.github, { ...deployment, environmentUrl: given });
  const body = scene.api.requests[1]?.body as { environment_url?: string } | undefined;
  expect(body?.environment_url).toBe(sent);
});

test('what succeeded with the task is set inactive, and nothing else', async () => {
  await using scene = await setScene();
  const add = (task: string, ...given: string[]) =>
    scene.api.addDeployment({ environment: 'preview', transient: true, task, states: given });
  const task = 'deploy:preview-1';
  add(task, 'success');
  add(task, 'failure');
  add(task, 'success', 'inactive');
  add('deploy:preview-2', 'success');
  add(task, 'success');
  const result = await retireDeployments(scene.github, { environment: 'preview', task, ...gone });
  expect([result, ...states(scene)]).toEqual([
    { ok: true, value: expect.anything() },
    ...[['success', 'inactive'], ['failure'], ['success', 'inactive'], ['success'], ['success', 'inactive']],
  ]);
});

test('one that cannot be retired does not stop the others', async () => {
  await using scene = await setScene();
  for (let index = 0; index < 3; index += 1) scene.api.addDeployment(subject);
  scene.api.addFault({ operation: 'repos/create-deployment-status', kind: 'status', status: 422, after: 1 });
  const result = await retireDeployments(scene.github, { ...subject, ...gone });
  expect({ result, states: states(scene).map((each) => each.at(-1)) }).toMatchObject({
    result: { ok: false, failure: { kind: 'unprocessable', permission: 'deployments: write' } },
    states: ['inactive', 'success', 'inactive'],
  });
});

test('a status that is answered with a page of a proxy was not reported', async () => {
  await using scene = await setScene();
  const fault = { operation: 'repos/create-deployment-status', kind: 'status', status: 200, body: '<html>' } as const;
  scene.api.addFault({ ...fault, times: 'always' });
  expect(await recordDeployment(scene.github, deployment)).toMatchObject({ failure: { kind: 'unavailable' } });
});

test('a refusal is a result, not an exception', async () => {
  await using scene = await setScene();
  scene.api.addFault({ operation: 'any', kind: 'status', status: 403, times: 'always' });
  const failure = { kind: 'forbidden', permission: 'deployments: write' };
  expect([
    await recordDeployment(scene.github, deployment),
    await retireDeployments(scene.github, { ...subject, ...gone }),
  ]).toMatchObject([{ failure }, { failure }]);
});
