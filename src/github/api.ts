/** GitHub's REST API for one repository: where it is, with which token and as whom, and until when it is asked. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { AttemptFacts } from '../http/retry.ts';
import { createTransport } from '../http/transport.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import type { GitHubResult } from './failure.ts';
import {
  beginRequests,
  type GitHubConnection,
  type GitHubPurpose,
  type GitHubRequests,
  type GitHubRequestsContext,
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
  onRequest?: ((request: AttemptFacts) => void) | undefined;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor?: ((url: URL) => string | undefined) | undefined;
  /** As in `TransportOptions`. */
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
  let loading: Promise<GitHubConnection> | undefined;
  const { token, clock, signal, redactor = createRedactor() } = options;
  redactor.add(token, 'mask');
  const context: GitHubRequestsContext = {
    token,
    repository: isRepository ? { owner, repo } : undefined,
    clock,
    redactor,
    signal,
    onRequest: options.onRequest,
    graphqlUrl: `${options.apiUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v3$/, '')}/graphql`,
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

/** A page of a hundred comments, each as long as GitHub takes it. */
const ceilings = { maxBodyBytes: 16 * 1024 * 1024, json: { values: 200_000, depth: 64 } };

/** Lazily, because the library takes a noticeable part of the action's start. */
async function load({ token, apiUrl, proxyFor, timeoutSignal }: GitHubOptions): Promise<GitHubConnection> {
  const { getOctokit } = await import('@actions/github');
  const baseUrl = apiUrl.replace(/(?<!\/)\/+$/, '');
  const { endpoint } = getOctokit(token, { baseUrl, userAgent: 'deploy-gpu-endpoint' }).request;
  const url = new URL(baseUrl);
  const options = { proxyUrl: proxyFor?.(url), timeoutSignal, ...ceilings };
  return { endpoint, transport: createTransport({ baseUrl: url.origin, headers: {}, ...options }) };
}

/** By GraphQL, because it answers for every kind of token: REST's `GET /user` refuses the tokens of installations, the one of a workflow among them. */
async function readViewer(begin: (purpose: GitHubPurpose) => GitHubRequests): Promise<GitHubResult<string>> {
  const requests = begin({ title: 'Identity of the token', permission: 'contents: read' });
  const answered = await requests.send({
    route: 'POST /graphql',
    parameters: { query: '{ viewer { login } }' },
    answer: z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) }),
  });
  return answered.ok ? { ok: true, value: answered.value.data.viewer.login } : answered;
}

export const authorSchema = z.nullish(z.object({ login: z.optional(z.string()), type: z.optional(z.string()) }));
type Author = z.infer<typeof authorSchema>;

/** REST writes the login of an app as `name[bot]`; GraphQL has been seen to do so and to leave that off. */
export function isWrittenBy(author: Author, viewer: string): boolean {
  const login = author?.login?.toLowerCase();
  if (!login) return false;
  const ours = viewer.toLowerCase();
  return login === ours || (author?.type === 'Bot' && login === `${ours}[bot]`);
}
