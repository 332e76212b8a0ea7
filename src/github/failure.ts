/** A failure of GitHub: its kind, its words, what to do about it. */

import type * as z from 'zod/mini';
import { type AttemptResult, ContractBreak, type HttpFailure, readExchanged } from '../http/answer.ts';
import type { GivenUp } from '../http/retry.ts';
import type { Exchanged } from '../http/transport.ts';
import { isTooLong, maxItems } from '../json.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { rateLimitMs } from '../times.ts';

/** A permission as it is written under `permissions:` of a job. */
type Permission = 'actions: read' | 'contents: read' | 'pull-requests: read' | 'pull-requests: write';

export interface Purpose {
  title: string;
  permission: Permission;
}

export interface GitHubFailure {
  /**
   * `no-token`: none was given, or GitHub does not accept it (401). `forbidden`: 403. `not-found`: 404 and 410, which
   * is also GitHub's answer where even reading is not permitted. `unavailable`: every other, such as a rate limit.
   */
  kind: 'no-token' | 'forbidden' | 'not-found' | 'unavailable';
  /** What the requests need; the likely remedy of `no-token`, `forbidden` and `not-found`. */
  permission: Permission;
  /** One line: what failed and what GitHub said. Holds no secret; GitHub's words in it are from outside. */
  message: string;
  /** One line: what to do. */
  hint: string;
}

export type GitHubResult<Value> = { ok: true; value: Value } | { ok: false; failure: GitHubFailure };

/** `what` is the end of a sentence that starts with "GitHub". */
export function failed({ title, permission }: Purpose, kind: GitHubFailure['kind'], what: string): GitHubFailure {
  const grant = `ive the job \`permissions: { ${permission} }\``;
  const hints: { readonly [kind in GitHubFailure['kind']]: string } = {
    'no-token': `Set \`github-token: \${{ github.token }}\` and g${grant}.`,
    forbidden: `G${grant}; a pull request from a fork never gets more than read access.`,
    'not-found': `Check that it still exists; if it does, g${grant}.`,
    unavailable: 'No action needed if this is rare.',
  };
  return { kind, permission, message: `${title}: GitHub ${what}`, hint: hints[kind] };
}

/** What the attempts at a request have come to. */
export function failureOf({ because, failure }: GivenUp, purpose: Purpose): GitHubFailure {
  const unavailable = (what: string) => failed(purpose, 'unavailable', what);
  if (because === 'cancelled') return unavailable('was not contacted: the run was cancelled');
  // Requests beside this one may have used up the budget.
  if (!failure) return unavailable('was not contacted again: it failed for too long');
  if (failure.kind === 'cancelled') return unavailable('did not answer before the run was cancelled');
  const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
  const wait = `it asks to wait ${seconds} s, which is longer than this step waits for GitHub`;
  return failed(purpose, kindOf(failure), `${failure.description}${because === 'retry-after' ? `; ${wait}` : ''}`);
}

/** GitHub answers 403 to what comes too often, too. */
export function readResponse<Answer>(
  exchanged: Exchanged,
  { answer, ...options }: { redactor: Redactor; timeoutMs: number; now: Date; answer: z.ZodMiniType<Answer> },
): AttemptResult<Answer> {
  const result = readExchanged<Answer>(exchanged, {
    ...options,
    read: (body) => {
      if (isTooLong(body)) throw new ContractBreak(`it has more than ${maxItems} items`);
      const read = answer.safeParse(body);
      if (read.success) return read.data;
      const { path = [] } = read.error.issues[0] ?? {};
      throw new ContractBreak(`\`${path.join('.') || 'the whole'}\` is not as documented`);
    },
  });
  if (result.ok || result.failure.kind !== 'refused') return result;
  const { failure } = result;
  const { isRateLimited, status, retryAfterMs = rateLimitMs, summary } = failure;
  const isToldSo = failure.retryAfterMs !== undefined || /rate limit/i.test(summary.raw.message);
  if (!isRateLimited && !(status === 403 && isToldSo)) return result;
  return { ok: false, failure: { ...failure, isRateLimited: true, retryAfterMs } };
}

const kindsOfStatus = new Map<number, GitHubFailure['kind']>([
  [401, 'no-token'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [410, 'not-found'],
]);

function kindOf(failure: HttpFailure): GitHubFailure['kind'] {
  const isLimited = failure.kind === 'refused' && failure.isRateLimited;
  return (!isLimited && kindsOfStatus.get(failure.status ?? 0)) || 'unavailable';
}
