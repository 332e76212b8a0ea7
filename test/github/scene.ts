// What every test of the GitHub client starts with: a GitHub for tests and a client of it.
import { type GitHubOptions, openGitHub } from '../../src/github/api.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createTestClock } from '../clock.ts';
import { type GitHubApiOptions, startGitHubApi } from '../github-api/github-api.ts';

export type Scene = Awaited<ReturnType<typeof setScene>>;

export async function setScene(options: GitHubApiOptions = {}) {
  const api = await startGitHubApi(options);
  const clock = createTestClock();
  const open = (change: Partial<GitHubOptions> = {}) =>
    openGitHub({
      ...{ token: api.token, apiUrl: api.url, repository: api.repository, clock },
      ...{ redactor: createRedactor(), signal: new AbortController().signal },
      proxyFor: () => undefined,
      ...change,
    });
  return {
    api,
    github: open(),
    clock,
    /** Another client of the same GitHub: another run, or one with other options. */
    open,
    /** `METHOD path?query` of each request so far, without the part that all have in common. */
    calls: () =>
      api.requests.map(({ method, path, query }) => {
        const search = new URLSearchParams(query).toString();
        return `${method} ${path.replace(`/repos/${api.repository}`, '')}${search === '' ? '' : `?${search}`}`;
      }),
    [Symbol.asyncDispose]: () => api.close(),
  };
}
