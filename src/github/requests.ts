/** Requests to GitHub for one purpose, with pages and retries; they share one retry budget. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import {
  type AttemptFacts,
  type AttemptResult,
  createSharedBudget,
  type GivenUp,
  runAttempts,
} from '../http/attempts.ts';
import type { Redactor } from '../http/redactor.ts';
import { oneLine } from '../http/response-text.ts';
import { classifyError, type GitHubRequestFailure, type GitHubResult, hintFor, type Permission } from './failure.ts';

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
  /** Asked after each page; true stops. */
  isEnough?: (page: readonly Item[]) => boolean;
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
  timeoutSignal: (ms: number) => AbortSignal;
  /** Where GraphQL is spoken; at an enterprise server it is beside the REST API, not below it. */
  graphqlUrl: string;
  /** Told of each attempt, for a trail. */
  onRequest?: ((request: AttemptFacts) => void) | undefined;
  /** Loads the library at the first call. */
  connect: () => Promise<Octokit>;
}

export type Octokit = ReturnType<typeof import('@actions/github').getOctokit>;

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
    const octokit = await context.connect().catch((error: unknown) => oneLine(redactor.clean(String(error))));
    // The library reads the event's file while it loads, and fails with it.
    if (typeof octokit === 'string') return notAsked('unavailable', `its library does not load (${octokit})`);
    const [method = '', path = ''] = request.route.split(' ');
    let attempts = 0;
    const result = await runAttempts<Received<Answer>, GitHubRequestFailure>({
      send: async (timeoutMs) => {
        attempts += 1;
        const sentMs = clock.monotonicMs();
        const received = await attempt(request, { context, octokit, timeoutMs });
        const outcome = received.ok
          ? { status: 200 }
          : { status: received.failure.status, reason: received.failure.kind };
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
    list: async ({ item, maxPages = 30, isEnough = () => false, ...request }) => {
      const items: z.infer<typeof item>[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const parameters = { ...request.parameters, per_page: 100, page };
        const received = await receive({ ...request, parameters, answer: z.array(item) });
        if (!received.ok) return received;
        items.push(...received.value.answer);
        if (!received.value.hasNext || isEnough(received.value.answer)) break;
      }
      return { ok: true, value: items };
    },
  };
}

type FailureFacts = Pick<GitHubRequestFailure, 'kind' | 'status' | 'description'> & { mayHaveHappened?: boolean };

async function attempt<Answer>(
  { route, parameters, answer }: GitHubRequest<Answer>,
  { context, octokit, timeoutMs }: { context: GitHubRequestsContext; octokit: Octokit; timeoutMs: number },
): Promise<AttemptResult<Received<Answer>, GitHubRequestFailure>> {
  const { clock, redactor, signal } = context;
  // Timers take whole milliseconds, and the clock's are not.
  const timeout = context.timeoutSignal(Math.ceil(timeoutMs));
  const isGraphql = route === 'POST /graphql';
  try {
    const response: { status: number; headers: { link?: string | undefined }; data: unknown } = await octokit.request(
      isGraphql ? `POST ${context.graphqlUrl}` : route,
      {
        ...parameters,
        ...(isGraphql ? {} : context.repository),
        request: { signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
      },
    );
    const read = answer.safeParse(response.data);
    if (read.success)
      return { ok: true, value: { answer: read.data, hasNext: /rel="?next/.test(response.headers.link ?? '') } };
    const { path = [] } = read.error.issues[0] ?? {};
    return {
      ok: false,
      failure: {
        kind: 'unavailable',
        status: response.status,
        description: `answered ${response.status}, but \`${path.join('.') || 'the whole'}\` is not as documented`,
        // Text is what Octokit makes of a body that broke off.
        attempt: { kind: typeof response.data === 'string' ? 'unparsable' : 'invalid' },
      },
    };
  } catch (error) {
    const isCancelled = signal?.aborted === true;
    const facts = { error, now: clock.date(), timeoutMs, isTimeout: timeout.aborted, isCancelled, redactor };
    return { ok: false, failure: classifyError(facts) };
  }
}

function lastFailure({ because, failure }: GivenUp<GitHubRequestFailure>): FailureFacts {
  const unavailable = { kind: 'unavailable', status: undefined } as const;
  if (because === 'cancelled') return { ...unavailable, description: 'was not contacted: the run was cancelled' };
  // Requests beside this one may have used up the budget.
  if (!failure) return { ...unavailable, description: 'was not contacted again: it failed for too long' };
  if (because !== 'retry-after') return failure;
  const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
  const description = `${failure.description}; it asks to wait ${seconds} s, which is longer than this step waits for GitHub`;
  return { ...failure, description };
}
