/** GitHub's REST API for one repository: requests for one purpose share one retry budget. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { AttemptResult } from '../http/answer.ts';
import { type AttemptFacts, mayHaveHappened, runAttempts } from '../http/retry.ts';
import { createTransport, type HttpRequest, type Transport } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { githubPatienceMs, githubTimeoutMs } from '../times.ts';
import type { GitHubFailure, GitHubResult, Purpose } from './failure.ts';
import { failed, failureOf, kindOf, readResponse } from './failure.ts';

export type { GitHubFailure };

export interface GitHubOptions {
  /** '' without a token: every call then fails with `no-token`, and sends nothing. */
  token: string;
  /** `GITHUB_API_URL`. */
  apiUrl: string;
  /** `owner/name`; '' outside a workflow. */
  repository: string;
  clock: Clock;
  /** Cancels requests under way. */
  signal: AbortSignal;
  userAgent: string;
  /** That of the run; the token is added to it. */
  redactor: Redactor;
  /** Called with each attempt at a request. */
  onRequest: ((request: AttemptFacts) => void) | undefined;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  timeoutSignal: ((ms: number) => AbortSignal) | undefined;
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
  method: HttpRequest['method'];
  /** Below the repository, encoded, with its leading slash; or `/graphql`. */
  path: `/${string}`;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Reads a 2xx. Unknown members are tolerated. */
  answer: z.ZodMiniType<Answer>;
}

const pageSize = 100;
const maxPages = 30;

/** Nothing is opened before the first request. */
export function openGitHub(options: GitHubOptions): GitHub {
  const { token, repository, clock, signal, redactor, userAgent, proxyFor, timeoutSignal } = options;
  redactor.add(token, 'mask');
  const { origin, pathname } = new URL(options.apiUrl);
  const base = pathname.replace(/\/$/, '');
  let transport: Transport | undefined;

  return {
    requests: (purpose) => {
      const budget = { leftMs: githubPatienceMs };
      return {
        send: receive,
        list: async ({ answer, ...request }) => {
          const items: z.infer<typeof answer>[] = [];
          for (let page = 1; page <= maxPages; page += 1) {
            const query = { ...request.query, per_page: String(pageSize), page: String(page) };
            const received = await receive({ ...request, query, answer: z.array(answer) });
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
        const { method, path } = request;
        let attempt = 0;
        const result = await runAttempts<Answer>({
          send: async (timeoutMs) => {
            attempt += 1;
            const sentMs = clock.monotonicMs();
            const received = await exchange(request, timeoutMs);
            const outcome = received.ok
              ? { status: 200 }
              : { status: received.failure.status, reason: kindOf(received.failure) };
            const durationMs = clock.monotonicMs() - sentMs;
            options.onRequest?.({ operation: purpose.title, method, path, attempt, ...outcome, durationMs });
            return received;
          },
          ...{ clock, budget, attemptTimeoutMs: githubTimeoutMs, signal },
          // What a `POST` creates would be there twice.
          isRepeatable: (failure) => method !== 'POST' || path === '/graphql' || !mayHaveHappened(failure),
        });
        return result.ok ? result : { ok: false, failure: failureOf(result, purpose) };
      }
    },
  };

  async function exchange<Answer>(
    { method, path, query, body, answer }: GitHubRequest<Answer>,
    timeoutMs: number,
  ): Promise<AttemptResult<Answer>> {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': userAgent,
    };
    transport ??= createTransport({ origin, headers, proxyUrl: proxyFor(new URL(origin)), timeoutSignal });
    const exchanged = await transport.exchange({
      method,
      // At an enterprise server GraphQL is beside the REST API, not below it.
      path: path === '/graphql' ? base.replace(/\/v3$/, '') + path : `${base}/repos/${repository}${path}`,
      query,
      body: body === undefined ? undefined : JSON.stringify(body),
      timeoutMs,
      signal,
    });
    return readResponse(exchanged, { redactor, timeoutMs, now: clock.date(), answer });
  }
}
