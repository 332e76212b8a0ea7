// What every test of the GitHub client starts with: a GitHub for tests and a client of it.
import { type GitHub, type GitHubOptions, openGitHub } from '../../src/github/api.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createTestClock, type TestClock } from '../clock.ts';
import { type GitHubApi, type GitHubApiOptions, startGitHubApi } from '../github-api/github-api.ts';

export interface Scene extends AsyncDisposable {
  readonly api: GitHubApi;
  readonly github: GitHub;
  readonly clock: TestClock;
  /** Another client of the same GitHub: another run, or one with other options. */
  open(options?: Partial<GitHubOptions>): GitHub;
  /** `METHOD path?query` of each request so far, without the part that all have in common. */
  calls(): string[];
}

export async function setScene(options: GitHubApiOptions = {}): Promise<Scene> {
  const api = await startGitHubApi(options);
  const clock = createTestClock();
  const open = (change: Partial<GitHubOptions> = {}) =>
    openGitHub({
      ...{ token: api.token, apiUrl: api.url, repository: api.repository, clock },
      redactor: createRedactor(),
      ...change,
    });
  return {
    api,
    github: open(),
    clock,
    open,
    calls: () =>
      api.requests.map(({ method, path, query }) => {
        const search = new URLSearchParams(query).toString();
        return `${method} ${path.replace(`/repos/${api.repository}`, '')}${search === '' ? '' : `?${search}`}`;
      }),
    [Symbol.asyncDispose]: () => api.close(),
  };
}
