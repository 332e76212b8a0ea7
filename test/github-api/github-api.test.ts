import { expect, test } from 'vitest';
import { takeViolations } from '../http-server/violations.ts';
import { type GitHubApi, startGitHubApi } from './github-api.ts';

async function ask(
  api: GitHubApi,
  asked: string,
  { body, token = api.token }: { body?: unknown; token?: string } = {},
) {
  const [method = '', path = ''] = asked.split(' ');
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const repo = '/repos/acme/llama';

test.each([
  ['no token', `${repo}/pulls/1`, '', 401, 'Requires authentication'],
  ['another token', `${repo}/pulls/1`, 'other', 401, 'Bad credentials'],
  ['another repository', '/repos/acme/other/pulls/1', undefined, 404, 'Not Found'],
  ['no such pull request', `${repo}/pulls/7`, undefined, 404, 'Not Found'],
])('%s is refused as GitHub refuses it', async (_, path, token, status, message) => {
  await using api = await startGitHubApi({ pulls: [{ number: 1 }] });
  const answer = await ask(api, `GET ${path}`, token === undefined ? {} : { token });
  expect(answer).toMatchObject({ status, body: { message, status: String(status) } });
});

const comments = `${repo}/issues/1/comments`;
const more = 'must NOT have additional properties';
test.each<[asked: string, body: unknown, status: number, violation: string]>([
  [`GET ${repo}/issues`, undefined, 404, `GET ${repo}/issues: no such operation here`],
  [`GET ${comments}?stat=open`, undefined, 422, `issues/list-comments query: the whole ${more} (stat)`],
  [`GET ${comments}?page=two`, undefined, 422, 'issues/list-comments query: /page must be integer'],
  [`POST ${comments}`, {}, 422, "body: the whole must have required property 'body'"],
])('%s with %j fails the test', async (asked, body, status, violation) => {
  const api = await startGitHubApi({ pulls: [{ number: 1 }] });
  expect((await ask(api, asked, { body })).status).toBe(status);
  await api.close();
  expect(takeViolations()).toEqual([expect.stringContaining(violation)]);
});

test('every operation answers as the description says', async () => {
  await using api = await startGitHubApi({
    basePath: '/api/v3',
    pulls: [{ number: 1 }, { number: 2, state: 'closed', merged: true }],
    commits: { a: [], b: ['a'], c: ['a'] },
  });
  api.setRun(9, 'success');
  const comment = await ask(api, `POST ${repo}/issues/1/comments`, { body: { body: 'one' } });
  const byId = `${repo}/issues/comments/${comment.body.id}`;
  expect({
    updated: (await ask(api, `PATCH ${byId}`, { body: { body: 'two' } })).body.body,
    listed: (await ask(api, `GET ${repo}/issues/1/comments`)).body.length,
    deleted: (await ask(api, `DELETE ${byId}`)).status,
    gone: (await ask(api, `DELETE ${byId}`)).status,
    pull: (await ask(api, `GET ${repo}/pulls/2`)).body.merged,
    compared: (await ask(api, `GET ${repo}/compare/b...c`)).body.status,
    unknown: (await ask(api, `GET ${repo}/compare/b...z`)).status,
    run: (await ask(api, `GET ${repo}/actions/runs/9`)).body.conclusion,
  }).toEqual({
    ...{ updated: 'two', listed: 1, deleted: 204, gone: 404 },
    ...{ pull: true, compared: 'diverged', unknown: 404, run: 'success' },
  });
});
