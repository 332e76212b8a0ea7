/** A failure of GitHub: its kind, its words, what to do about it, and how it follows from what Octokit throws. */

import type { RequestFailure } from '../http/attempts.ts';
import { describeNetworkError } from '../http/network-error.ts';
import type { Redactor } from '../http/redactor.ts';
import { oneLine } from '../http/response-text.ts';
import { parseRetryAfter } from '../http/retry.ts';

/** As it is written under `permissions:` of a job. */
export type Permission = 'contents: read' | 'deployments: write' | 'pull-requests: read' | 'pull-requests: write';

/**
 * `no-token`: none was given, or GitHub does not accept it (401). `forbidden`: 403. `not-found`: 404 and 410, which is also GitHub's answer
 * where even reading is not permitted. `unprocessable`: GitHub understood and refused. `rate-limited`: told to come back later than this run can wait.
 * `unavailable`: unreachable, 5xx, unreadable, cancelled.
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
  switch (kind) {
    case 'no-token':
      return `Set \`github-token: \${{ github.token }}\` and g${grant}.`;
    case 'forbidden':
      return `G${grant}; a pull request from a fork never gets more than read access.`;
    case 'not-found':
      return `Check that it still exists; if it does, g${grant}.`;
    case 'unprocessable':
      return "Read GitHub's message; if nothing in the workflow explains it, report a bug.";
    case 'rate-limited':
      return 'No action needed if this is rare; otherwise run fewer jobs at the same time.';
    case 'unavailable':
      return 'No action needed if this is rare.';
  }
}

/** Of one attempt. */
export interface GitHubRequestFailure extends RequestFailure {
  kind: GitHubFailureKind;
  status: number | undefined;
  /** Completes "GitHub …". */
  description: string;
}

export interface ThrownError {
  error: unknown;
  /** For dates in headers. */
  now: Date;
  timeoutMs: number;
  isTimeout: boolean;
  isCancelled: boolean;
  /** For what GitHub, or a proxy before it, echoes. */
  redactor: Redactor;
}

/** Every error that a request can end with. */
export function classifyError({
  error,
  now,
  timeoutMs,
  isTimeout,
  isCancelled,
  redactor,
}: ThrownError): GitHubRequestFailure {
  // Octokit's RequestError; the class itself is not imported, since that would load the library with this file.
  if (error instanceof Error && 'response' in error && error.response)
    return classifyResponse(error.response as ErrorResponse, { now, redactor });
  const unavailable = { kind: 'unavailable', status: undefined } as const;
  if (isCancelled) {
    const description = 'did not answer before the run was cancelled';
    return { ...unavailable, description, attempt: { kind: 'cancelled', sent: true } };
  }
  if (isTimeout) {
    const description = `did not answer within ${Math.ceil(timeoutMs / 1000)} s`;
    return { ...unavailable, description, attempt: { kind: 'no-answer' } };
  }
  const { text, neverSent, permanent } = describeNetworkError(rootCauseOf(error));
  return {
    ...unavailable,
    description: `could not be reached: ${oneLine(redactor.clean(text))}`,
    attempt: neverSent ? { kind: 'not-sent', permanent } : { kind: 'no-answer' },
  };
}

interface ErrorResponse {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  data: unknown;
}

function classifyResponse(
  { status, headers, data }: ErrorResponse,
  { now, redactor }: Pick<ThrownError, 'now' | 'redactor'>,
): GitHubRequestFailure {
  const words = wordsOf(data);
  const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
  const isExhausted = header('x-ratelimit-remaining') === '0' || header('retry-after') !== undefined;
  const rateLimited = status === 429 || (status === 403 && (isExhausted || /rate limit/i.test(words)));
  return {
    kind: rateLimited ? 'rate-limited' : kindOf(status),
    status,
    description: `answered ${status}${words === '' ? '' : `: ${oneLine(redactor.clean(words))}`}`,
    attempt: { kind: 'refused', status, rateLimited },
    retryAfterMs: parseRetryAfter(header('retry-after'), now) ?? (rateLimited ? resetAfterMs(header, now) : undefined),
  };
}

function kindOf(status: number): GitHubFailureKind {
  if (status === 401) return 'no-token';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not-found';
  return status >= 500 || status === 408 ? 'unavailable' : 'unprocessable';
}

/** GitHub's rule where there is no `Retry-After`: `x-ratelimit-reset` when nothing remains, else at least a minute. */
function resetAfterMs(header: (name: string) => string | undefined, now: Date): number {
  const reset = header('x-ratelimit-reset') ?? '';
  const isKnown = header('x-ratelimit-remaining') === '0' && /^\d+$/.test(reset);
  return isKnown ? Math.max(0, Number(reset) * 1000 - now.getTime()) : 60_000;
}

/** Of which 300 characters are shown. */
const mostErrors = 20;

/** `message` and the `errors` of GitHub's body. A web page is not quoted. */
function wordsOf(data: unknown): string {
  if (typeof data !== 'object' || data === null || !('message' in data)) return '';
  const errors: unknown[] = 'errors' in data && Array.isArray(data.errors) ? data.errors.slice(0, mostErrors) : [];
  const details = errors.map((error) => {
    if (typeof error === 'string') return error;
    const { field, code, message } = Object(error) as { field?: unknown; code?: unknown; message?: unknown };
    return [field, message ?? code].filter((part) => typeof part === 'string').join(' ');
  });
  const message = typeof data.message === 'string' ? data.message : '';
  return [message, ...details].filter((part) => part !== '').join('; ');
}

/** fetch says "fetch failed" and hides the reason in a chain of causes. */
function rootCauseOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause !== undefined; depth += 1) root = root.cause;
  return root;
}
