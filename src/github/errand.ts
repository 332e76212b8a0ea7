/** Owns one errand at GitHub: requests, pages, repeats, and the patience they share. Knows HTTP and permissions, and nothing of comments, deployments or endpoints. */

import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { type GitHubFailure, type GitHubResult, hintFor, type Lost, type Permission } from './failure.ts';
import { judgeError } from './lost.ts';

/** Something that is wanted of GitHub. All its requests share one patience: 10 s lost to failures and waits, then it gives up. */
export interface ErrandOptions {
  /** Begins the message of a failure: `Comment on pull request #7`. */
  title: string;
  permission: Permission;
  /** Goes on after the run was cancelled, until the farewell is over. */
  despiteCancel?: boolean;
}

export interface GitHubRequest<Answer> {
  /** In Octokit's form; `owner` and `repo` are filled in. */
  route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /repos/{owner}/{repo}/${string}`;
  parameters?: Readonly<Record<string, unknown>>;
  /** Reads a 2xx. Unknown members are tolerated. */
  answer: z.ZodMiniType<Answer>;
  /** Default `freely`. `when-unprocessed`: a failure after which GitHub may have done it is handed back, with `mayHaveHappened`. */
  repeatable?: 'freely' | 'when-unprocessed';
}

export interface ListRequest<Item> extends Omit<GitHubRequest<Item>, 'answer' | 'repeatable'> {
  item: z.ZodMiniType<Item>;
  /** Of a hundred items each. Default 30. */
  maxPages?: number;
  /** Asked after each page; true stops. */
  isEnough?: (page: readonly Item[]) => boolean;
}

export interface Errand {
  request<Answer>(request: GitHubRequest<Answer>): Promise<GitHubResult<Answer>>;
  /** Page after page. */
  list<Item>(request: ListRequest<Item>): Promise<GitHubResult<Item[]>>;
}

/** What every errand needs, given once by `openGitHub`. */
export interface ErrandContext {
  token: string;
  /** undefined when there is none, or no usable one. */
  repository: { owner: string; repo: string } | undefined;
  clock: Clock;
  signal: AbortSignal | undefined;
  /** Aborted {@link farewellMs} after `signal`; ends what goes on despite it. */
  farewell: AbortSignal;
  deadline: (ms: number) => AbortSignal;
  /** Loads the library at the first call. */
  connect: () => Promise<Octokit>;
}

export type Octokit = ReturnType<typeof import('@actions/github').getOctokit>;

const patienceMs = 10_000;
/** Shared by all that goes on after the run was cancelled: a cancelled step has to be over within 2 s, and the runner kills it after about 7.5 s. */
export const farewellMs = 1_500;
const attemptTimeoutMs = 5_000;
const maxAttempts = 4;
const backoffMs = 500;

type Received<Answer> = { ok: true; value: Answer; hasNext: boolean } | { ok: false; failure: GitHubFailure };

export function beginErrand(context: ErrandContext, options: ErrandOptions): Errand {
  const { clock, token, signal, farewell, deadline } = context;
  const { title, permission, despiteCancel = false } = options;
  const cancel = despiteCancel ? farewell : signal;
  let leftMs = patienceMs;

  const fail = ({ kind, status, came, mayHaveHappened }: Lost): { ok: false; failure: GitHubFailure } => {
    // GitHub's words come from outside; one line, and no token even if a proxy echoes it.
    const said = `${title}: GitHub ${came}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
    const message = token === '' ? said : said.replaceAll(token, '***');
    return {
      ok: false,
      failure: { kind, status, permission, message, hint: hintFor(kind, permission), mayHaveHappened },
    };
  };

  async function attempt<Answer>(
    octokit: Octokit,
    request: GitHubRequest<Answer>,
  ): Promise<{ value: Answer; hasNext: boolean } | Lost> {
    const isWrite = !request.route.startsWith('GET ');
    // Timers take whole milliseconds, and the clock's are not.
    const timeoutMs = Math.ceil(Math.min(leftMs, attemptTimeoutMs));
    const timeout = deadline(timeoutMs);
    try {
      const response: { status: number; headers: { link?: string | undefined }; data: unknown } = await octokit.request(
        request.route,
        {
          ...request.parameters,
          ...context.repository,
          request: { signal: cancel ? AbortSignal.any([cancel, timeout]) : timeout },
        },
      );
      const read = request.answer.safeParse(response.data);
      if (read.success) return { value: read.data, hasNext: /rel="?next/.test(response.headers.link ?? '') };
      const { path = [], message = '' } = read.error.issues[0] ?? {};
      const came = `answered ${response.status}, but \`${path.join('.') || 'the whole'}\` is not as documented (${message})`;
      // Text is what Octokit makes of a body that broke off; a body of another shape would come again.
      const passes = typeof response.data === 'string';
      return { kind: 'unavailable', status: response.status, came, passes, mayHaveHappened: isWrite };
    } catch (error) {
      const lost = judgeError({
        error,
        now: clock.date(),
        timeoutMs,
        isTimeout: timeout.aborted,
        isCancelled: cancel?.aborted === true,
      });
      return { ...lost, mayHaveHappened: isWrite && lost.mayHaveHappened };
    }
  }

  async function receive<Answer>(request: GitHubRequest<Answer>): Promise<Received<Answer>> {
    const none = { status: undefined, passes: false, mayHaveHappened: false };
    if (token === '') return fail({ ...none, kind: 'no-token', came: 'was not asked: there is no token' });
    if (!context.repository)
      return fail({ ...none, kind: 'not-found', came: 'was not asked: the repository is unknown' });
    const loaded = await context.connect().catch((error: unknown) => String(error));
    // The library reads the event's file while it loads, and fails with it.
    if (typeof loaded === 'string')
      return fail({ ...none, kind: 'unavailable', came: `was not asked: its library does not load (${loaded})` });
    let happened = false;
    for (let attempts = 1; ; attempts += 1) {
      const unasked = { ...none, kind: 'unavailable', mayHaveHappened: happened } as const;
      if (cancel?.aborted) return fail({ ...unasked, came: 'was not asked: the run was cancelled' });
      if (signal?.aborted) leftMs = Math.min(leftMs, farewellMs);
      // Requests beside this one may have used it up.
      if (leftMs <= 0) return fail({ ...unasked, came: 'was not asked again: it failed for too long' });
      const startedMs = clock.monotonicMs();
      const result = await attempt(loaded, request);
      if ('value' in result) return { ok: true, ...result };
      leftMs -= clock.monotonicMs() - startedMs;
      happened ||= result.mayHaveHappened;
      const lost = { ...result, mayHaveHappened: happened };
      const waitMs = Math.max(lost.waitMs ?? 0, clock.random() * backoffMs * 2 ** (attempts - 1));
      const mayRepeat = lost.passes && (request.repeatable !== 'when-unprocessed' || !happened);
      if (!mayRepeat || attempts >= maxAttempts) return fail(lost);
      if (waitMs >= leftMs) return fail({ ...lost, came: `${lost.came}${tooLong(lost)}` });
      leftMs -= waitMs;
      // A cancelled wait shows as cancelled at the top of the loop.
      await clock.sleep(waitMs, cancel).catch(() => {});
    }
  }

  return {
    request: async (request) => {
      const received = await receive(request);
      return received.ok ? { ok: true, value: received.value } : received;
    },
    list: async ({ item, maxPages = 30, isEnough = () => false, ...request }) => {
      const items: z.infer<typeof item>[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const parameters = { ...request.parameters, per_page: 100, page };
        const received = await receive({ ...request, parameters, answer: z.array(item) });
        if (!received.ok) return received;
        items.push(...received.value);
        if (!received.hasNext || isEnough(received.value)) break;
      }
      return { ok: true, value: items };
    },
  };
}

function tooLong({ waitMs = 0 }: Lost): string {
  if (waitMs === 0) return '';
  return `; it asks to wait ${Math.ceil(waitMs / 1000)} s, which is longer than this step waits for GitHub`;
}
