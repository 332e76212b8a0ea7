/** GitHub's REST API for one repository: requests for one purpose share one retry budget. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { AttemptResult } from '../http/answer.ts';
import { mayHaveHappened, runAttempts } from '../http/retry.ts';
import { createTransport, type ExchangePorts, type HttpRequest, type Transport } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { githubPatienceMs, githubTimeoutMs } from '../times.ts';
import { failed, failureOf, type GitHubFailure, type GitHubResult, type Purpose, readResponse } from './failure.ts';

export interface GitHubOptions extends ExchangePorts {
  /** '' without a token: every call then fails with `no-token`, and sends nothing. */
  token: string;
  /** `GITHUB_API_URL`. */
  apiUrl: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  clock: Clock;
  /** Cancels requests under way. */
  signal: AbortSignal;
  /** The redactor of the run, which also hides the token. */
  redactor: Redactor;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
}

export interface GitHub {
  /** Begins requests for one purpose. `title` begins the message of a failure: `Comment on pull request #7`. */
  requests(purpose: Purpose): GitHubRequests;
}

/** They give up together once failures and waits have taken 10 s. Nothing is asked once the run is cancelled. */
export interface GitHubRequests {
  send<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Answer>>;
  /** Page after page of a hundred items, 30 at most; `answer` reads one item. */
  list<Item>(request: GitHubRequest<Item>): Promise<GitHubResult<Item[]>>;
}

export interface GitHubRequest<Answer> {
  /** A route in Octokit's form; `owner` and `repo` are filled in. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /repos/{owner}/{repo}/${string}` | 'POST /graphql';
  parameters?: Readonly<Record<string, unknown>>;
  /** Reads a 2xx. Unknown members are tolerated. */
  answer: z.ZodMiniType<Answer>;
}

/** Octokit writes the requests, and the engine of all services sends them. */
interface Connection {
  endpoint: ReturnType<typeof import('@actions/github').getOctokit>['request']['endpoint'];
  transport: Transport;
}

const pageSize = 100;
const maxPages = 30;

/** Nothing is loaded and nothing is sent before the first request. */
export function openGitHub(options: GitHubOptions): GitHub {
  const { token, apiUrl, repository, clock, signal, redactor } = options;
  redactor.add(token, 'mask');
  const [owner, repo] = repository.split('/');
  let loading: Promise<Connection> | undefined;

  return {
    requests: (purpose) => {
      const budget = { leftMs: githubPatienceMs };
      return {
        send: receive,
        list: async ({ answer, ...request }) => {
          const items: z.infer<typeof answer>[] = [];
          for (let page = 1; page <= maxPages; page += 1) {
            const parameters = { ...request.parameters, per_page: pageSize, page };
            const received = await receive({ ...request, parameters, answer: z.array(answer) });
            if (!received.ok) return received;
            items.push(...received.value);
            if (received.value.length < pageSize) break;
          }
          return { ok: true, value: items };
        },
      };

      async function receive<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Answer>> {
        const unasked = (kind: GitHubFailure['kind'], why: string) =>
          ({ ok: false, failure: failed(purpose, kind, `was not contacted: ${why}`) }) as const;
        if (token === '') return unasked('no-token', 'there is no token');
        if (repository === '') return unasked('not-found', 'the repository is unknown');
        loading ??= load(options);
        const connection = await loading;
        const result = await runAttempts<Answer>({
          send: (timeoutMs) => exchange(connection, request, timeoutMs),
          clock,
          budget,
          attemptTimeoutMs: githubTimeoutMs,
          signal,
          // What a `POST` creates would be there twice.
          isRepeatable: (failure) => !request.route.startsWith('POST /repos') || !mayHaveHappened(failure),
        });
        return result.ok ? result : { ok: false, failure: failureOf(result, purpose) };
      }
    },
  };

  async function exchange<Answer>(
    { endpoint, transport }: Connection,
    { route, parameters, answer }: GitHubRequest<Answer>,
    timeoutMs: number,
  ): Promise<AttemptResult<Answer>> {
    // At an enterprise server GraphQL is beside the REST API, not below it.
    const { url, body, method, headers } =
      route === 'POST /graphql'
        ? endpoint(`POST ${apiUrl.replace(/\/v3$/, '')}/graphql`, { ...parameters })
        : endpoint(route, { ...parameters, owner, repo });
    const { pathname, search } = new URL(url);
    const exchanged = await transport.exchange({
      method: method as HttpRequest['method'],
      path: pathname + search,
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs,
      signal,
    });
    return readResponse(exchanged, { redactor, timeoutMs, now: clock.date(), answer });
  }
}

/** Lazily, because the library takes a noticeable part of the action's start. */
async function load({ token, apiUrl, proxyFor, timeoutSignal, onExchange }: GitHubOptions): Promise<Connection> {
  const { getOctokit } = await import('@actions/github');
  const { endpoint } = getOctokit(token, { baseUrl: apiUrl, userAgent: 'deploy-gpu-endpoint' }).request;
  const url = new URL(apiUrl);
  const options = { proxyUrl: proxyFor(url), timeoutSignal, onExchange };
  return { endpoint, transport: createTransport({ origin: url.origin, headers: {}, ...options }) };
}
