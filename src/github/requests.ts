/** Requests to GitHub for one purpose, with pages and retries; they share one retry budget. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { AttemptResult } from '../http/answer.ts';
import { oneLine } from '../http/response-text.ts';
import { type AttemptFacts, createSharedBudget, type GivenUp, runAttempts } from '../http/retry.ts';
import { type Exchanged, firstHeader, type HttpRequest, nextLink, type Transport } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';
import {
  type GitHubFailureKind,
  type GitHubResult,
  hintFor,
  kindOf,
  type Permission,
  readResponse,
} from './failure.ts';

export interface GitHubPurpose {
  /** Begins the message of a failure: `Comment on pull request #7`. */
  title: string;
  permission: Permission;
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

interface ListRequest<Item> extends Omit<GitHubRequest<Item>, 'answer' | 'idempotent'> {
  item: z.ZodMiniType<Item>;
  /** Of a hundred items each. Default 30. */
  maxPages?: number;
}

/** They give up together once failures and waits have taken 10 s. Nothing is asked once the run is cancelled. */
export interface GitHubRequests {
  send<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Answer>>;
  /** Page after page. */
  list<Item>(request: ListRequest<Item>): Promise<GitHubResult<Item[]>>;
}

/** What all requests need, given once by `openGitHub`. */
export interface GitHubRequestsContext {
  token: string;
  /** undefined when there is none, or no usable one. */
  repository: { owner: string; repo: string } | undefined;
  clock: Clock;
  redactor: Redactor;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal | undefined;
  /** Where GraphQL is spoken; at an enterprise server it is beside the REST API, not below it. */
  graphqlUrl: string;
  /** Told of each attempt, for a trail. */
  onRequest?: ((request: AttemptFacts) => void) | undefined;
  /** Loads the library, and connects, at the first call. */
  connect: () => Promise<GitHubConnection>;
}

/** Octokit writes the requests, and the engine of all services sends them. */
export interface GitHubConnection {
  endpoint: Octokit['request']['endpoint'];
  transport: Pick<Transport, 'exchange' | 'origin'>;
}

type Octokit = ReturnType<typeof import('@actions/github').getOctokit>;

const retryBudgetMs = 10_000;
const attemptTimeoutMs = 5_000;
const maxAttempts = 4;

interface Received<Answer> {
  answer: Answer;
  hasNext: boolean;
}

export function beginRequests(context: GitHubRequestsContext, { title, permission }: GitHubPurpose): GitHubRequests {
  const { clock, redactor, token, signal } = context;
  const budget = createSharedBudget(retryBudgetMs);

  const fail = ({ kind, status, description, mayHaveHappened = false }: FailureFacts): GitHubResult<never> => {
    const message = `${title}: GitHub ${description}`;
    return {
      ok: false,
      failure: { kind, status, permission, message, hint: hintFor(kind, permission), mayHaveHappened },
    };
  };

  async function receive<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Received<Answer>>> {
    const notAsked = (kind: FailureFacts['kind'], why: string) =>
      fail({ kind, status: undefined, description: `was not contacted: ${why}` });
    if (token === '') return notAsked('no-token', 'there is no token');
    if (!context.repository) return notAsked('not-found', 'the repository is unknown');
    const connection = await context.connect().catch((error: unknown) => oneLine(redactor.clean(String(error))));
    // The library reads the event's file while it loads, and fails with it.
    if (typeof connection === 'string') return notAsked('unavailable', `its library does not load (${connection})`);
    const [method = '', path = ''] = request.route.split(' ');
    let attempts = 0;
    const result = await runAttempts<Received<Answer>>({
      send: async (timeoutMs) => {
        attempts += 1;
        const sentMs = clock.monotonicMs();
        const received = await attempt(request, { context, connection, timeoutMs });
        const outcome = received.ok
          ? { status: 200 }
          : { status: received.failure.status, reason: kindOf(received.failure) };
        const durationMs = clock.monotonicMs() - sentMs;
        context.onRequest?.({ operation: title, method, path, attempt: attempts, ...outcome, durationMs });
        return received;
      },
      clock,
      budget,
      attemptTimeoutMs,
      maxAttempts,
      isWrite: method !== 'GET',
      idempotent: request.idempotent ?? true,
      signal,
    });
    return result.ok ? result : fail({ ...lastFailure(result), mayHaveHappened: result.mayHaveHappened });
  }

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
}

interface FailureFacts {
  kind: GitHubFailureKind;
  status?: number | undefined;
  description: string;
  mayHaveHappened?: boolean;
}

const maxRedirects = 3;

async function attempt<Answer>(
  { route, parameters, answer }: GitHubRequest<Answer>,
  {
    context,
    connection,
    timeoutMs,
  }: { context: GitHubRequestsContext; connection: GitHubConnection; timeoutMs: number },
): Promise<AttemptResult<Received<Answer>>> {
  const { clock, redactor, signal, token } = context;
  const isGraphql = route === 'POST /graphql';
  const { url, body, ...written } = connection.endpoint(isGraphql ? `POST ${context.graphqlUrl}` : route, {
    ...parameters,
    ...(isGraphql ? {} : context.repository),
  });
  const request = {
    method: written.method as HttpRequest['method'],
    headers: { ...(written.headers as Record<string, string>), authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs,
    signal,
  };
  const exchanged = await follow(new URL(url), { request, transport: connection.transport });
  const read = readResponse(exchanged, { redactor, timeoutMs, now: clock.date(), answer });
  if (!read.ok) return read;
  const hasNext = exchanged.kind === 'response' && nextLink(exchanged.headers) !== undefined;
  return { ok: true, value: { answer: read.value, hasNext } };
}

/** GitHub answers to the old name of a repository with its address by number. What writes, and what is elsewhere, is not followed. */
async function follow(
  start: URL,
  { request, transport }: { request: Omit<HttpRequest, 'path'>; transport: GitHubConnection['transport'] },
): Promise<Exchanged> {
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

function lastFailure({ because, failure }: GivenUp): FailureFacts {
  if (because === 'cancelled') return { kind: 'unavailable', description: 'was not contacted: the run was cancelled' };
  // Requests beside this one may have used up the budget.
  if (!failure) return { kind: 'unavailable', description: 'was not contacted again: it failed for too long' };
  const { status, retryAfterMs = 0 } = failure;
  const facts = { kind: kindOf(failure), status };
  if (failure.kind === 'cancelled') return { ...facts, description: 'did not answer before the run was cancelled' };
  if (because !== 'retry-after') return { ...facts, description: failure.description };
  const seconds = Math.ceil(retryAfterMs / 1000);
  const description = `${failure.description}; it asks to wait ${seconds} s, which is longer than this step waits for GitHub`;
  return { ...facts, description };
}
