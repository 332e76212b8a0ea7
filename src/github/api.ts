/** Owns the door to GitHub's REST API: where it is, with which token, for which repository. Knows nothing of what is asked there. */

import type { Clock } from '../clock.ts';
import { beginErrand, type Errand, type ErrandOptions, farewellMs, type Octokit } from './errand.ts';

export type { GitHubFailure, GitHubFailureKind, GitHubResult, Permission } from './failure.ts';

export interface GitHubOptions {
  /** '' when there is none: every errand then fails with `no-token`, without a request. */
  token: string;
  /** `GITHUB_API_URL`. */
  apiUrl: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  clock: Clock;
  /** Cancels what is under way. */
  signal?: AbortSignal | undefined;
  /** Aborts after so many milliseconds. Default: `AbortSignal.timeout`; a test puts its own. */
  deadline?: ((ms: number) => AbortSignal) | undefined;
}

export interface GitHub {
  readonly repository: string;
  begin(errand: ErrandOptions): Errand;
}

/** Nothing is loaded and nothing is sent before the first request of an errand. */
export function openGitHub(options: GitHubOptions): GitHub {
  const [owner = '', repo = '', ...rest] = options.repository.split('/');
  const isRepository = owner !== '' && repo !== '' && rest.length === 0;
  let loading: Promise<Octokit> | undefined;
  const deadline = options.deadline ?? ((ms: number) => AbortSignal.timeout(ms));
  const context = {
    token: options.token,
    repository: isRepository ? { owner, repo } : undefined,
    clock: options.clock,
    signal: options.signal,
    farewell: farewellAfter(options.signal, deadline),
    deadline,
    connect: () => {
      loading ??= load(options);
      return loading;
    },
  };
  return { repository: options.repository, begin: (errand) => beginErrand(context, errand) };
}

/** One for all errands, so that several that hang do not add up. */
function farewellAfter(cancelled: AbortSignal | undefined, deadline: (ms: number) => AbortSignal): AbortSignal {
  const farewell = new AbortController();
  const begin = () => {
    const end = deadline(farewellMs);
    const abort = () => farewell.abort(end.reason);
    if (end.aborted) abort();
    end.addEventListener('abort', abort, { once: true });
  };
  if (cancelled?.aborted) begin();
  cancelled?.addEventListener('abort', begin, { once: true });
  return farewell.signal;
}

/** Lazily, because the library takes a noticeable part of the action's start. */
async function load({ token, apiUrl }: GitHubOptions): Promise<Octokit> {
  const { getOctokit } = await import('@actions/github');
  const silent = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent: 'deploy-gpu-endpoint',
    // Octokit would print warnings of its own, unescaped, between the lines of the log.
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
}
