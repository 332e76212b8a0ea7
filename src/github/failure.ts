/** A failure of GitHub: its kind, its words, what to do about it. */

import type * as z from 'zod/mini';
import { type AttemptResult, ContractBreak, type Failure, readExchanged } from '../http/answer.ts';
import { type Exchanged, firstHeader } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';

/** As it is written under `permissions:` of a job. */
export type Permission = 'contents: read' | 'deployments: write' | 'pull-requests: read' | 'pull-requests: write';

/**
 * `no-token`: none was given, or GitHub does not accept it (401). `forbidden`: 403. `not-found`: 404 and 410, which is
 * also GitHub's answer where even reading is not permitted. `unprocessable`: GitHub understood and refused.
 * `rate-limited`: told to come back later than this run can wait. `unavailable`: unreachable, 5xx, unreadable,
 * cancelled.
 */
export type GitHubFailureKind =
  | 'no-token'
  | 'forbidden'
  | 'not-found'
  | 'unprocessable'
  | 'rate-limited'
  | 'unavailable';

export interface GitHubFailure {
  kind: GitHubFailureKind;
  /** undefined when no answer came. */
  status: number | undefined;
  /** What the requests need; the likely remedy of `no-token`, `forbidden` and `not-found`. */
  permission: Permission;
  /** One line: what failed and what GitHub said. Holds no secret; GitHub's words in it are from outside. */
  message: string;
  /** One line: what to do. */
  hint: string;
  /** Whether GitHub may have carried out the write all the same. Always false for reading. */
  mayHaveHappened: boolean;
}

export type GitHubResult<Value> = { ok: true; value: Value } | { ok: false; failure: GitHubFailure };

/** What to do about it. */
export function hintFor(kind: GitHubFailureKind, permission: Permission): string {
  const grant = `ive the job \`permissions: { ${permission} }\``;
  const hints: { readonly [kind in GitHubFailureKind]: string } = {
    'no-token': `Set \`github-token: \${{ github.token }}\` and g${grant}.`,
    forbidden: `G${grant}; a pull request from a fork never gets more than read access.`,
    'not-found': `Check that it still exists; if it does, g${grant}.`,
    unprocessable: "Read GitHub's message; if nothing in the workflow explains it, report a bug.",
    'rate-limited': 'No action needed if this is rare; otherwise run fewer jobs at the same time.',
    unavailable: 'No action needed if this is rare.',
  };
  return hints[kind];
}

/** GitHub answers 403 to what comes too often, too. */
export function readResponse<Answer>(
  exchanged: Exchanged,
  { answer, ...options }: { redactor: Redactor; timeoutMs: number; now: Date; answer: z.ZodMiniType<Answer> },
): AttemptResult<Answer> {
  const result = readExchanged<Answer>(exchanged, {
    ...options,
    accepts: () => exchanged.kind === 'response' && exchanged.status === 204,
    read: (body) => {
      const read = answer.safeParse(body);
      if (read.success) return read.data;
      const { path = [] } = read.error.issues[0] ?? {};
      throw new ContractBreak(`\`${path.join('.') || 'the whole'}\` is not as documented`);
    },
  });
  if (result.ok || exchanged.kind === 'failure') return result;
  const { failure } = result;
  if (failure.kind !== 'refused') return result;
  const header = (name: string) => firstHeader(exchanged.headers, name);
  const isExhausted = header('x-ratelimit-remaining') === '0' || header('retry-after') !== undefined;
  const isToldSo = isExhausted || /rate limit/i.test(failure.summary?.untold.message ?? '');
  const isRateLimited = failure.status === 429 || (failure.status === 403 && isToldSo);
  const retryAfterMs = failure.retryAfterMs ?? (isRateLimited ? resetAfterMs(header, options.now) : undefined);
  return { ok: false, failure: { ...failure, isRateLimited, retryAfterMs } };
}

export function kindOf({ kind, isRateLimited, status = 0 }: Failure): GitHubFailureKind {
  if (kind !== 'refused' || status >= 500 || status === 408) return 'unavailable';
  if (isRateLimited) return 'rate-limited';
  if (status === 401) return 'no-token';
  if (status === 403) return 'forbidden';
  return status === 404 || status === 410 ? 'not-found' : 'unprocessable';
}

/** GitHub's rule where there is no `Retry-After`: `x-ratelimit-reset` when nothing remains, else at least a minute. */
function resetAfterMs(header: (name: string) => string | undefined, now: Date): number {
  const reset = header('x-ratelimit-reset') ?? '';
  const isKnown = header('x-ratelimit-remaining') === '0' && /^\d+$/.test(reset);
  return isKnown ? Math.max(0, Number(reset) * 1000 - now.getTime()) : 60_000;
}
