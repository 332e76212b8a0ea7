import { expect, test } from 'vitest';
import { type GitHubApi, startGitHubApi } from './github-api.ts';

async function ask(api: GitHubApi, { method = 'GET', path, body, token = api.token }: Asked) {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    link: response.headers.get('link'),
    body: text === '' ? undefined : JSON.parse(text),
  };
}
interface Asked {
  method?: string;
  path: string;
  body?: unknown;
  token?: string;
}
const repo = '/repos/acme/llama';

test.each([
  { name: 'no token', asked: { path: `${repo}/pulls/1`, token: '' }, status: 401, message: 'Requires authentication' },
  {
    name: 'another token',
    asked: { path: `${repo}/pulls/1`, token: 'other' },
    status: 401,
    message: 'Bad credentials',
  },
  { name: 'another repository', asked: { path: '/repos/acme/other/pulls/1' }, status: 404, message: 'Not Found' },
  { name: 'no such pull request', asked: { path: `${repo}/pulls/7` }, status: 404, message: 'Not Found' },
])('$name is refused as GitHub refuses it', async ({ asked, status, message }) => {
  await using api = await startGitHubApi({ pulls: [{ number: 1 }] });
  const answer = await ask(api, asked);
  expect(answer).toMatchObject({ status, body: { message, status: String(status) } });
});

test.each([
  {
    name: 'an operation that is not played',
    asked: { path: `${repo}/issues` },
    violations: [`GET ${repo}/issues: no such operation here`],
  },
  {
    name: 'a parameter that GitHub does not know',
    asked: { path: `${repo}/deployments?stat=open` },
    violations: ['request to repos/list-deployments query: the whole must NOT have additional properties (stat)'],
  },
  {
    name: 'a parameter of the wrong type',
    asked: { path: `${repo}/deployments?page=two` },
    violations: ['request to repos/list-deployments query: /page must be integer'],
  },
  {
    name: 'a member that GitHub does not know',
    asked: { method: 'POST', path: `${repo}/deployments`, body: { ref: 'a', enviroment: 'production' } },
    violations: ['request to repos/create-deployment body: the whole must NOT have additional properties (enviroment)'],
  },
  {
    name: 'a missing member',
    asked: { method: 'POST', path: `${repo}/issues/1/comments`, body: {} },
    violations: ["request to issues/create-comment body: the whole must have required property 'body'"],
  },
])('$name fails the test on close', async ({ asked, violations }) => {
  const api = await startGitHubApi({ pulls: [{ number: 1 }] });
  const { status } = await ask(api, asked);
  expect(status).toBe(asked.path.endsWith('/issues') ? 404 : 422);
  await expect(api.close()).rejects.toThrow(violations.join('\n'));
});

test('every operation answers as the description says', async () => {
  await using api = await startGitHubApi({
    basePath: '/api/v3',
    pulls: [{ number: 1 }, { number: 2, state: 'closed', merged: true }],
    commits: { a: [], b: ['a'], c: ['a'] },
  });
  const comment = await ask(api, { method: 'POST', path: `${repo}/issues/1/comments`, body: { body: 'one' } });
  const deployment = await ask(api, {
    method: 'POST',
    path: `${repo}/deployments`,
    body: { ref: 'b', payload: { a: 1 } },
  });
  const byId = `${repo}/issues/comments/${comment.body.id}`;
  const statuses = `${repo}/deployments/${deployment.body.id}/statuses`;
  const seen = {
    updated: (await ask(api, { method: 'PATCH', path: byId, body: { body: 'two' } })).body.body,
    listed: (await ask(api, { path: `${repo}/issues/1/comments` })).body.length,
    deleted: (await ask(api, { method: 'DELETE', path: byId })).status,
    gone: (await ask(api, { method: 'DELETE', path: byId })).status,
    deployment: deployment.body.payload,
    deployments: (await ask(api, { path: `${repo}/deployments?environment=production` })).body.length,
    elsewhere: (await ask(api, { path: `${repo}/deployments?environment=staging` })).body.length,
    status: (await ask(api, { method: 'POST', path: statuses, body: { state: 'success' } })).status,
    statuses: (await ask(api, { path: statuses })).body.map(({ state }: { state: string }) => state),
    pull: (await ask(api, { path: `${repo}/pulls/2` })).body.merged,
    compared: (await ask(api, { path: `${repo}/compare/b...c` })).body.status,
    unknown: (await ask(api, { path: `${repo}/compare/b...z` })).status,
  };
  expect(seen).toEqual({
    updated: 'two',
    listed: 1,
    deleted: 204,
    gone: 404,
    deployment: { a: 1 },
    deployments: 1,
    elsewhere: 0,
    status: 201,
    statuses: ['success'],
    pull: true,
    compared: 'diverged',
    unknown: 404,
  });
});

test('a fault that met no request is told', async () => {
  await using api = await startGitHubApi();
  const fault = { operation: 'pulls/get', kind: 'reset' } as const;
  api.addFault(fault);
  expect(api.unusedFaults()).toEqual([fault]);
});
