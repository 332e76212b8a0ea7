/** GitHub's REST API for one repository: requests for one purpose share one retry budget. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { AttemptResult } from '../http/answer.ts';
import { type AttemptFacts, type GivenUp, runAttempts } from '../http/retry.ts';
import {
  createTransport,
  type Exchanged,
  firstHeader,
  type HttpRequest,
  nextLink,
  type Transport,
} from '../http/transport.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';
import {
  type GitHubFailureKind,
  type GitHubResult,
  hintFor,
  kindOf,
  type Permission,
  readResponse,
} from './failure.ts';

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
  /** Called with each attempt at a request. */
  onRequest?: ((request: AttemptFacts) => void) | undefined;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor?: ((url: URL) => string | undefined) | undefined;
  /** As in `TransportOptions`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

export interface GitHub {
  readonly repository: string;
  /** Begins requests for one purpose. `title` begins the message of a failure: `Comment on pull request #7`. */
  requests(purpose: { title: string; permission: Permission }): GitHubRequests;
  /** The login that the token writes with, asked once; such as `github-actions[bot]`. */
  viewer(): Promise<GitHubResult<string>>;
}

/** They give up together once failures and waits have taken 10 s. Nothing is asked once the run is cancelled. */
export interface GitHubRequests {
  send<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Answer>>;
  /** Page after page of a hundred items; `maxPages` 30 by default. */
  list<Item>(
    request: Omit<GitHubRequest<Item>, 'answer' | 'idempotent'> & { item: z.ZodMiniType<Item>; maxPages?: number },
  ): Promise<GitHubResult<Item[]>>;
}

export interface GitHubRequest<Answer> {
  /** In Octokit's form; `owner` and `repo` are filled in. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /repos/{owner}/{repo}/${string}` | 'POST /graphql';
  parameters?: Readonly<Record<string, unknown>>;
  /** Reads a 2xx. Unknown members are tolerated. */
  answer: z.ZodMiniType<Answer>;
  /** Default true. False: a failure after which GitHub may have done it is handed back, with `mayHaveHappened`. */
  idempotent?: boolean;
}

/** Octokit writes the requests, and the engine of all services sends them. */
interface Connection {
  endpoint: ReturnType<typeof import('@actions/github').getOctokit>['request']['endpoint'];
  transport: Transport;
}

interface Received<Answer> {
  answer: Answer;
  hasNext: boolean;
}

const retryBudgetMs = 10_000;
const attemptTimeoutMs = 5_000;
const maxAttempts = 4;
const maxRedirects = 3;

/** Nothing is loaded and nothing is sent before the first request. */
export function openGitHub(options: GitHubOptions): GitHub {
  const { token, repository, clock, signal, redactor = createRedactor(), onRequest } = options;
  redactor.add(token, 'mask');
  const apiUrl = options.apiUrl.replace(/(?<!\/)\/+$/, '');
  const [owner = '', repo = '', ...rest] = repository.split('/');
  const isRepository = owner !== '' && repo !== '' && rest.length === 0;
  let loading: Promise<Connection> | undefined;
  const connect = () => {
    loading ??= load(apiUrl, options);
    return loading;
  };

  const requests: GitHub['requests'] = ({ title, permission }) => {
    const budget = { leftMs: retryBudgetMs };
    const fail = ({ kind, status, description, mayHaveHappened = false }: FailureFacts): GitHubResult<never> => {
      const message = `${title}: GitHub ${description}`;
      const hint = hintFor(kind, permission);
      return { ok: false, failure: { kind, status, permission, message, hint, mayHaveHappened } };
    };
    const notAsked = (kind: GitHubFailureKind, why: string) => fail({ kind, description: `was not contacted: ${why}` });

    const receive = async <Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Received<Answer>>> => {
      if (token === '') return notAsked('no-token', 'there is no token');
      if (!isRepository) return notAsked('not-found', 'the repository is unknown');
      const connection = await connect().catch((error: unknown) => oneLine(redactor.clean(String(error))));
      // The library reads the event's file while it loads, and fails with it.
      if (typeof connection === 'string') return notAsked('unavailable', `its library does not load (${connection})`);
      const [method = '', path = ''] = request.route.split(' ');
      let attempts = 0;
      const result = await runAttempts<Received<Answer>>({
        send: async (timeoutMs) => {
          attempts += 1;
          const sentMs = clock.monotonicMs();
          const received = await attempt(connection, request, timeoutMs);
          const outcome = received.ok
            ? { status: 200 }
            : { status: received.failure.status, reason: kindOf(received.failure) };
          const durationMs = clock.monotonicMs() - sentMs;
          onRequest?.({ operation: title, method, path, attempt: attempts, ...outcome, durationMs });
          return received;
        },
        ...{ clock, budget, attemptTimeoutMs, maxAttempts, signal },
        isWrite: method !== 'GET',
        idempotent: request.idempotent ?? true,
      });
      return result.ok ? result : fail({ ...lastFailure(result), mayHaveHappened: result.mayHaveHappened });
    };

    return {
      send: async (request) => {
        const received = await receive(request);
        return received.ok ? { ok: true, value: received.value.answer } : received;
      },
      list: async ({ item, maxPages = 30, ...request }) => {
        const items: z.infer<typeof item>[] = [];
        for (let page = 1; page <= maxPages; page += 1) {
          const parameters = { ...request.parameters, per_page: 100, page };
          const received = await receive({ ...request, parameters, answer: z.array(item) });
          if (!received.ok) return received;
          items.push(...received.value.answer);
          if (!received.value.hasNext) break;
        }
        return { ok: true, value: items };
      },
    };
  };

  async function attempt<Answer>(
    { endpoint, transport }: Connection,
    { route, parameters, answer }: GitHubRequest<Answer>,
    timeoutMs: number,
  ): Promise<AttemptResult<Received<Answer>>> {
    // At an enterprise server GraphQL is beside the REST API, not below it.
    const { url, body, method, headers } =
      route === 'POST /graphql'
        ? endpoint(`POST ${apiUrl.replace(/\/v3$/, '')}/graphql`, { ...parameters })
        : endpoint(route, { ...parameters, owner, repo });
    const request = {
      method: method as HttpRequest['method'],
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs,
      signal,
    };
    const exchanged = await follow(new URL(url), request, transport);
    const read = readResponse(exchanged, { redactor, timeoutMs, now: clock.date(), answer });
    if (!read.ok) return read;
    const hasNext = exchanged.kind === 'response' && nextLink(exchanged.headers) !== undefined;
    return { ok: true, value: { answer: read.value, hasNext } };
  }

  let viewer: Promise<GitHubResult<string>> | undefined;
  return {
    repository,
    requests,
    viewer: () => {
      viewer ??= readViewer(requests({ title: 'Identity of the token', permission: 'contents: read' }));
      return viewer;
    },
  };
}

/** A page of a hundred comments, each as long as GitHub takes it. */
const ceilings = { maxBodyBytes: 16 * 1024 * 1024, json: { values: 200_000, depth: 64 } };

/** Lazily, because the library takes a noticeable part of the action's start. */
async function load(apiUrl: string, { token, proxyFor, timeoutSignal }: GitHubOptions): Promise<Connection> {
  const { getOctokit } = await import('@actions/github');
  const { endpoint } = getOctokit(token, { baseUrl: apiUrl, userAgent: 'deploy-gpu-endpoint' }).request;
  const url = new URL(apiUrl);
  const options = { proxyUrl: proxyFor?.(url), timeoutSignal, ...ceilings };
  return { endpoint, transport: createTransport({ baseUrl: url.origin, headers: {}, ...options }) };
}

/** By GraphQL, because REST's `GET /user` refuses the tokens of installations, such as that of a workflow. */
async function readViewer(requests: GitHubRequests): Promise<GitHubResult<string>> {
  const answered = await requests.send({
    route: 'POST /graphql',
    parameters: { query: '{ viewer { login } }' },
    answer: z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) }),
  });
  return answered.ok ? { ok: true, value: answered.value.data.viewer.login } : answered;
}

/** GitHub redirects from the old name of a repository. Redirects of writes, and to other hosts, are not followed. */
async function follow(start: URL, request: Omit<HttpRequest, 'path'>, transport: Transport): Promise<Exchanged> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const exchanged = await transport.exchange({ ...request, path: url.pathname + url.search });
    if (exchanged.kind === 'failure' || request.method !== 'GET' || redirects === maxRedirects) return exchanged;
    const isRedirect = [301, 302, 307, 308].includes(exchanged.status);
    const next = isRedirect ? URL.parse(firstHeader(exchanged.headers, 'location') ?? '', url.href) : null;
    if (next?.origin !== transport.origin) return exchanged;
    url = next;
  }
}

interface FailureFacts {
  kind: GitHubFailureKind;
  status?: number | undefined;
  description: string;
  mayHaveHappened?: boolean;
}

function lastFailure({ because, failure }: GivenUp): FailureFacts {
  if (because === 'cancelled') return { kind: 'unavailable', description: 'was not contacted: the run was cancelled' };
  // Requests beside this one may have used up the budget.
  if (!failure) return { kind: 'unavailable', description: 'was not contacted again: it failed for too long' };
  const { status, retryAfterMs = 0 } = failure;
  const facts = { kind: kindOf(failure), status };
  if (failure.kind === 'cancelled') return { ...facts, description: 'did not answer before the run was cancelled' };
  if (because !== 'retry-after') return { ...facts, description: failure.description };
  const wait = `it asks to wait ${Math.ceil(retryAfterMs / 1000)} s, which is longer than this step waits for GitHub`;
  return { ...facts, description: `${failure.description}; ${wait}` };
}
