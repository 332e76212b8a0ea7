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
    asked: { path: `${repo}/pulls?stat=open` },
    violations: ['request to pulls/list query: the whole must NOT have additional properties (stat)'],
  },
  {
    name: 'a parameter of the wrong type',
    asked: { path: `${repo}/pulls?page=two` },
    violations: ['request to pulls/list query: /page must be integer'],
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

test('violations that a test takes do not fail it', async () => {
  await using api = await startGitHubApi();
  await ask(api, { path: '/nowhere' });
  expect(api.takeViolations()).toEqual(['GET /nowhere: no such operation here']);
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
    got: (await ask(api, { path: byId })).body.body,
    listed: (await ask(api, { path: `${repo}/issues/1/comments` })).body.length,
    deleted: (await ask(api, { method: 'DELETE', path: byId })).status,
    gone: (await ask(api, { path: byId })).status,
    deployment: (await ask(api, { path: `${repo}/deployments/${deployment.body.id}` })).body.payload,
    deployments: (await ask(api, { path: `${repo}/deployments?environment=production` })).body.length,
    elsewhere: (await ask(api, { path: `${repo}/deployments?environment=staging` })).body.length,
    status: (await ask(api, { method: 'POST', path: statuses, body: { state: 'success' } })).status,
    statuses: (await ask(api, { path: statuses })).body.map(({ state }: { state: string }) => state),
    pull: (await ask(api, { path: `${repo}/pulls/2` })).body.merged,
    pulls: (await ask(api, { path: `${repo}/pulls?state=all` })).body.map(({ number }: { number: number }) => number),
    compared: (await ask(api, { path: `${repo}/compare/b...c` })).body.status,
    unknown: (await ask(api, { path: `${repo}/compare/b...z` })).status,
  };
  expect(seen).toEqual({
    updated: 'two',
    got: 'two',
    listed: 1,
    deleted: 204,
    gone: 404,
    deployment: { a: 1 },
    deployments: 1,
    elsewhere: 0,
    status: 201,
    statuses: ['success'],
    pull: true,
    pulls: [2, 1],
    compared: 'diverged',
    unknown: 404,
  });
});

test('pages carry the links that GitHub sends', async () => {
  await using api = await startGitHubApi({ pulls: [{ number: 1 }] });
  for (const body of ['1', '2', '3', '4', '5']) api.addComment({ issue: 1, body });
  const { link, body } = await ask(api, { path: `${repo}/issues/1/comments?per_page=2&page=2` });
  const address = `${api.url}${repo}/issues/1/comments?per_page=2&page=`;
  expect({ link, bodies: body.map((comment: { body: string }) => comment.body) }).toEqual({
    link: `<${address}1>; rel="prev", <${address}3>; rel="next", <${address}3>; rel="last", <${address}1>; rel="first"`,
    bodies: ['3', '4'],
  });
});

test.each([
  { base: 'a', head: 'b', status: 'ahead' },
  { base: 'b', head: 'a', status: 'behind' },
  { base: 'b', head: 'b', status: 'identical' },
  { base: 'c', head: 'b', status: 'diverged' },
  { base: 'a', head: 'm', status: 'ahead' },
  { base: 'm', head: 'c', status: 'behind' },
])('$head is $status of $base', async ({ base, head, status }) => {
  await using api = await startGitHubApi({ commits: { a: [], b: ['a'], c: ['a'], m: ['b', 'c'] } });
  expect((await ask(api, { path: `${repo}/compare/${base}...${head}` })).body.status).toBe(status);
});

test('a right that is not given is refused for writing and for reading', async () => {
  await using api = await startGitHubApi({
    pulls: [{ number: 1 }],
    permissions: { 'pull-requests': 'read', contents: 'none' },
  });
  const path = `${repo}/issues/1/comments`;
  expect([
    (await ask(api, { path })).status,
    (await ask(api, { method: 'POST', path, body: { body: 'x' } })).status,
    (await ask(api, { path: `${repo}/compare/a...b` })).status,
  ]).toEqual([200, 403, 403]);
});

test('requests that overlap are told from those that follow each other', async () => {
  await using api = await startGitHubApi({ pulls: [{ number: 1 }] });
  const path = `${repo}/pulls/1`;
  let second: Promise<unknown> | undefined;
  const isThere = () => api.requests.length === 2;
  const run = async () => {
    second = ask(api, { path });
    while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
  };
  api.addFault({ operation: 'pulls/get', kind: 'hook', when: 'before', run });
  await ask(api, { path });
  await second;
  await ask(api, { path });
  expect(api.requests.map(({ number, concurrentWith, status }) => ({ number, concurrentWith, status }))).toEqual([
    { number: 1, concurrentWith: 1, status: 200 },
    { number: 2, concurrentWith: 1, status: 200 },
    { number: 3, concurrentWith: 0, status: 200 },
  ]);
});

test('a success retires what GitHub would retire', async () => {
  await using api = await startGitHubApi();
  const environment = 'staging';
  api.addDeployment({ environment });
  api.addDeployment({ environment, transient: true });
  api.addDeployment({ environment, production: true });
  api.addDeployment({ environment, states: ['failure'] });
  api.addDeployment({ environment: 'other' });
  const { body } = await ask(api, { method: 'POST', path: `${repo}/deployments`, body: { ref: 'a', environment } });
  await ask(api, { method: 'POST', path: `${repo}/deployments/${body.id}/statuses`, body: { state: 'success' } });
  expect(api.deployments().map(({ statuses }) => statuses.map(({ state }) => state))).toEqual([
    ['success', 'inactive'],
    ['success'],
    ['success'],
    ['failure'],
    ['success'],
    ['success'],
  ]);
});

test('a fault that met no request is told', async () => {
  await using api = await startGitHubApi();
  const fault = { operation: 'pulls/get', kind: 'reset' } as const;
  api.addFault(fault);
  expect(api.unusedFaults()).toEqual([fault]);
});
