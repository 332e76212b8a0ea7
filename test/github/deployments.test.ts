import { expect, test } from 'vitest';
import { deploymentOf } from '../../src/github/deployment-history.ts';
import { retireDeployments } from '../../src/github/deployment-retirement.ts';
import { reportDeployment, startDeployment } from '../../src/github/deployments.ts';
import { type Scene, setScene } from './scene.ts';

const sha = 'b'.repeat(40);
const payload = { name: 'llama', run: '1/1' };
const logUrl = 'https://github.com/acme/llama/actions/runs/1';
const preview = { sha, environment: 'preview', isTransient: true, isProduction: false, payload };
const states = (scene: Scene) =>
  scene.api.deployments().map(({ id, statuses }) => [id, ...statuses.map(({ state }) => state)]);

test('a deployment is created for the commit, in progress, and then succeeds', async () => {
  await using scene = await setScene();
  const started = await startDeployment(scene.github, { ...preview, description: 'd'.repeat(200), logUrl });
  const environmentUrl = 'https://llama.example.com';
  const report = { state: 'success', environmentUrl, logUrl, description: 'serving', autoInactive: false } as const;
  const ended = await reportDeployment(scene.github, { deploymentId: 1, ...report });
  expect({ started, ended, requests: scene.api.requests.map(({ path, body }) => ({ path, body })) }).toEqual({
    started: {
      ok: true,
      value: { id: 1, sha, environment: 'preview', payload, createdAt: new Date('2026-01-01T00:00:00Z') },
    },
    ended: { ok: true, value: undefined },
    requests: [
      {
        path: '/repos/acme/llama/deployments',
        body: {
          ref: sha,
          environment: 'preview',
          auto_merge: false,
          required_contexts: [],
          transient_environment: true,
          production_environment: false,
          payload,
          description: `${'d'.repeat(139)}…`,
        },
      },
      { path: '/repos/acme/llama/deployments/1/statuses', body: { state: 'in_progress', log_url: logUrl } },
      {
        path: '/repos/acme/llama/deployments/1/statuses',
        body: {
          state: 'success',
          environment_url: environmentUrl,
          log_url: logUrl,
          description: 'serving',
          auto_inactive: false,
        },
      },
    ],
  });
});

test.each([
  ['https://llama.example.com', 'https://llama.example.com'],
  ['http://llama.example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['llama.example.com', undefined],
  ['', undefined],
])('the environment URL %j is sent as %j', async (environmentUrl, sent) => {
  await using scene = await setScene();
  const deploymentId = scene.api.addDeployment({});
  await reportDeployment(scene.github, { deploymentId, state: 'failure', environmentUrl });
  expect(scene.api.requests[0]?.body).toEqual({ state: 'failure', ...(sent ? { environment_url: sent } : {}) });
});

test('an end is reported although the run was cancelled', async () => {
  await using scene = await setScene();
  const deploymentId = scene.api.addDeployment({ states: ['in_progress'] });
  const github = scene.open({ signal: AbortSignal.abort() });
  expect(await reportDeployment(github, { deploymentId, state: 'failure' })).toEqual({ ok: true, value: undefined });
  expect(states(scene)).toEqual([[1, 'in_progress', 'failure']]);
});

test('a creation whose answer is lost is found again, and not by another payload', async () => {
  await using scene = await setScene();
  scene.api.addDeployment({ sha, environment: 'preview', payload: { ...payload, run: '1/2' } });
  scene.api.addFault({ operation: 'repos/create-deployment', kind: 'lost-answer' });
  const started = await startDeployment(scene.github, preview);
  expect({ started, states: states(scene).slice(1) }).toMatchObject({
    started: { ok: true, value: { id: 3, payload } },
    states: [[3, 'in_progress']],
  });
});

test('a creation that did not happen is a failure', async () => {
  await using scene = await setScene();
  scene.api.addFault({ operation: 'repos/create-deployment', kind: 'status', status: 502, times: 2 });
  const started = await startDeployment(scene.github, preview);
  const message = 'Deployment to preview: GitHub answered 502: scripted 502';
  expect(started).toMatchObject({ failure: { kind: 'unavailable', message } });
});

test('a creation that GitHub failed, and that is proved absent, is tried again', async () => {
  await using scene = await setScene({ lateLists: 1 });
  scene.api.addFault({ operation: 'repos/create-deployment', kind: 'status', status: 502 });
  expect(await startDeployment(scene.github, preview)).toMatchObject({ ok: true, value: { payload } });
  expect(scene.api.deployments().length).toBe(1);
});

test('a status that is answered with a page of a proxy was not reported', async () => {
  await using scene = await setScene();
  const deploymentId = scene.api.addDeployment({});
  scene.api.addFault({
    operation: 'repos/create-deployment-status',
    kind: 'status',
    status: 200,
    body: '<html>',
    times: 'always',
  });
  expect(await reportDeployment(scene.github, { deploymentId, state: 'success' })).toMatchObject({
    ok: false,
    failure: { kind: 'unavailable' },
  });
});

test('a deployment is handed out although it could not be set in progress', async () => {
  await using scene = await setScene();
  scene.api.addFault({ operation: 'repos/create-deployment-status', kind: 'missing-permission' });
  expect(await startDeployment(scene.github, preview)).toMatchObject({ ok: true, value: { id: 1 } });
});

test('only what is not over and meant is retired, newest first', async () => {
  await using scene = await setScene();
  const add = (pr: number, part: string[]) =>
    scene.api.addDeployment({ environment: 'preview', transient: true, payload: { pr }, states: part });
  const old = add(1, ['success']);
  const failed = add(1, ['failure']);
  const over = add(1, ['success', 'inactive']);
  const others = add(2, ['success']);
  const wedged = add(1, ['in_progress']);
  const fresh = add(1, ['success']);
  const accepts = ({ pr }: { readonly pr?: unknown }) => pr === 1;
  const retired = await retireDeployments(scene.github, { environment: 'preview', accepts, logUrl });
  expect({ retired, states: states(scene) }).toMatchObject({
    retired: { ok: true, value: [{ id: fresh }, { id: wedged }, { id: old }] },
    states: [
      [old, 'success', 'inactive'],
      [failed, 'failure'],
      [over, 'success', 'inactive'],
      [others, 'success'],
      [wedged, 'in_progress', 'inactive'],
      [fresh, 'success', 'inactive'],
    ],
  });
});

test('nothing older than the pull request is looked at', async () => {
  await using scene = await setScene();
  const add = (createdAt: string) => scene.api.addDeployment({ environment: 'preview', payload, createdAt });
  for (let index = 0; index < 150; index += 1) add('2025-01-01T00:00:00Z');
  const id = add('2026-01-01T00:00:00Z');
  const since = new Date('2025-12-31T00:00:00Z');
  const retired = await retireDeployments(scene.github, { environment: 'preview', accepts: () => true, since });
  expect({ retired, calls: scene.calls() }).toMatchObject({
    retired: { ok: true, value: [{ id }] },
    calls: [
      'GET /deployments?environment=preview&per_page=100&page=1',
      'POST /graphql',
      `GET /deployments/${id}/statuses?per_page=100`,
      `POST /deployments/${id}/statuses`,
    ],
  });
});

test('one that cannot be retired does not stop the others', async () => {
  await using scene = await setScene();
  for (let index = 0; index < 3; index += 1) scene.api.addDeployment({ environment: 'preview', payload });
  scene.api.addFault({ operation: 'repos/create-deployment-status', kind: 'status', status: 422, after: 1 });
  const retired = await retireDeployments(scene.github, { environment: 'preview', accepts: () => true });
  expect({ retired, states: states(scene).map((each) => each.at(-1)) }).toMatchObject({
    retired: { ok: false, failure: { kind: 'unprocessable', permission: 'deployments: write' } },
    states: ['inactive', 'success', 'inactive'],
  });
});

test.each([
  [401, 'no-token'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [422, 'unprocessable'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
])('a %i is a result, not an exception', async (status, kind) => {
  await using scene = await setScene();
  scene.api.addFault({ operation: 'any', kind: 'status', status, times: 'always' });
  const accepts = () => true;
  const search = { environment: 'preview', accepts };
  const failure = { kind, permission: 'deployments: write' };
  expect([
    await startDeployment(scene.github, preview),
    await reportDeployment(scene.github, { deploymentId: 1, state: 'success' }),
    await retireDeployments(scene.github, search),
  ]).toMatchObject([{ failure }, { failure }, { failure }]);
});

test.for<[string, unknown, unknown]>([
  ['an object', payload, payload],
  ['its JSON text', JSON.stringify(payload), payload],
  ['JSON text in JSON text', JSON.stringify(JSON.stringify(payload)), undefined],
  ['no text', '', undefined],
  ['words', 'llama', undefined],
  ['nothing', null, undefined],
  ['a list', [payload], undefined],
  ['a list as text', JSON.stringify([payload]), undefined],
])('a payload as %s', ([, given, expected]) => {
  const answer = { id: 1, sha, environment: 'preview', payload: given, created_at: '2026-01-01T00:00:00Z' };
  expect(deploymentOf(answer as Parameters<typeof deploymentOf>[0]).payload).toEqual(expected);
});
