/** GitHub's REST API for one repository: where it is, with which token, and until when it is asked. */

import type { Clock } from '../clock.ts';
import { createRedactor, type Redactor } from '../http/redactor.ts';
import type { GitHubResult } from './failure.ts';
import { readViewer } from './identity.ts';
import {
  beginRequests,
  cancellationGraceMs,
  type GitHubPurpose,
  type GitHubRequestEvent,
  type GitHubRequests,
  type GitHubRequestsContext,
  type Octokit,
} from './requests.ts';

export type { GitHubFailure } from './failure.ts';

export interface GitHubOptions {
  /** '' when there is none: every request then fails with `no-token`, without a request. */
  token: string;
  /** `GITHUB_API_URL`. */
  apiUrl: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  clock: Clock;
  /** Cancels what is under way. */
  signal?: AbortSignal | undefined;
  /** That of the run; the token is added to it. Default: one that knows nothing else. */
  redactor?: Redactor | undefined;
  /** Told of each attempt at a request. */
  onRequest?: ((request: GitHubRequestEvent) => void) | undefined;
  /** Aborts after so many milliseconds. Default: `AbortSignal.timeout`; a test puts its own. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

export interface GitHub {
  readonly repository: string;
  /** Begins requests for one purpose, which share one retry budget. */
  requests(purpose: GitHubPurpose): GitHubRequests;
  /** The login that the token writes with, asked once; such as `github-actions[bot]`. What was written by another is not ours. */
  viewer(): Promise<GitHubResult<string>>;
}

/** Nothing is loaded and nothing is sent before the first request. */
export function openGitHub(options: GitHubOptions): GitHub {
  const [owner = '', repo = '', ...rest] = options.repository.split('/');
  const isRepository = owner !== '' && repo !== '' && rest.length === 0;
  let loading: Promise<Octokit> | undefined;
  const { token, clock, signal, redactor = createRedactor() } = options;
  redactor.add(token, 'mask');
  const timeoutSignal = options.timeoutSignal ?? ((ms: number) => AbortSignal.timeout(ms));
  const context: GitHubRequestsContext = {
    token,
    repository: isRepository ? { owner, repo } : undefined,
    clock,
    redactor,
    signal,
    graceOver: graceAfter(signal, timeoutSignal),
    timeoutSignal,
    onRequest: options.onRequest,
    graphqlUrl: `${options.apiUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v3$/, '')}/graphql`,
    isGitHubCom: /^https:\/\/api\.github\.com\/*$/.test(options.apiUrl),
    connect: () => {
      loading ??= load(options);
      return loading;
    },
  };
  const requests = (purpose: GitHubPurpose) => beginRequests(context, purpose);
  let viewer: Promise<GitHubResult<string>> | undefined;
  return {
    repository: options.repository,
    requests,
    viewer: () => {
      viewer ??= readViewer(requests);
      return viewer;
    },
  };
}

/** Aborted when the grace period after `cancelled` is over. One for all requests, so that several that hang do not add up. */
function graceAfter(cancelled: AbortSignal | undefined, timeoutSignal: (ms: number) => AbortSignal): AbortSignal {
  const grace = new AbortController();
  const begin = () => {
    const end = timeoutSignal(cancellationGraceMs);
    const abort = () => grace.abort(end.reason);
    if (end.aborted) abort();
    end.addEventListener('abort', abort, { once: true });
  };
  if (cancelled?.aborted) begin();
  cancelled?.addEventListener('abort', begin, { once: true });
  return grace.signal;
}

/** Lazily, because the library takes a noticeable part of the action's start. */
async function load({ token, apiUrl }: GitHubOptions): Promise<Octokit> {
  const { getOctokit } = await import('@actions/github');
  const silent = () => {};
  return getOctokit(token, {
    baseUrl: apiUrl.replace(/(?<!\/)\/+$/, ''),
    userAgent: 'deploy-gpu-endpoint',
    // Octokit would print warnings of its own, unescaped, between the lines of the log.
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
}
