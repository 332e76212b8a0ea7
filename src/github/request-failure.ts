/** What one request to GitHub that failed means: from what Octokit throws to a failure that can be retried or told. */

import type { RequestFailure } from '../http/attempts.ts';
import { describeNetworkError } from '../http/network-error.ts';
import type { Redactor } from '../http/redactor.ts';
import { oneLine } from '../http/response-text.ts';
import { parseRetryAfter } from '../http/retry.ts';
import type { GitHubFailureKind } from './failure.ts';

export interface GitHubRequestFailure extends RequestFailure {
  kind: GitHubFailureKind;
  /** undefined when no answer came. */
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

/** GraphQL answers 200 with `errors` in the place of what was asked for: its words, and what they mean; undefined where there are none. */
export function graphqlErrors(
  data: unknown,
  redactor: Redactor,
): Pick<GitHubRequestFailure, 'kind' | 'description'> | undefined {
  const errors = typeof data === 'object' && data !== null && 'errors' in data ? data.errors : undefined;
  if (!Array.isArray(errors)) return undefined;
  const messages = errors
    .slice(0, mostErrors)
    .map((error: { message?: unknown } | null) => String(error?.message ?? 'an error without a message'));
  const words = oneLine(redactor.clean(messages.join('; ')));
  return {
    kind: /rate limit/i.test(words) ? 'rate-limited' : 'unavailable',
    description: `answered 200 with an error: ${words}`,
  };
}

/** Every error that a request can end with. */
export function classifyError(thrown: ThrownError): GitHubRequestFailure {
  const { error, now, timeoutMs, isTimeout, isCancelled, redactor } = thrown;
  const response = responseOf(error);
  if (response) return classifyResponse(response, { now, redactor });
  const unavailable = { kind: 'unavailable', status: undefined } as const;
  if (isCancelled) {
    const description = 'did not answer before the run was cancelled';
    return { ...unavailable, description, attempt: { kind: 'cancelled', sent: true } };
  }
  if (isTimeout) {
    const description = `did not answer within ${Math.ceil(timeoutMs / 1000)} s`;
    return { ...unavailable, description, attempt: { kind: 'no-answer' } };
  }
  const { code, text, neverSent, permanent } = describeNetworkError(rootCauseOf(error));
  return {
    ...unavailable,
    description: `could not be reached: ${code ?? oneLine(redactor.clean(text))}`,
    attempt: neverSent ? { kind: 'not-sent', permanent } : { kind: 'no-answer' },
  };
}

interface ErrorResponse {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  data: unknown;
}

/** An answer that is not a 2xx. */
function classifyResponse(
  { status, headers, data }: ErrorResponse,
  { now, redactor }: { now: Date; redactor: Redactor },
): GitHubRequestFailure {
  const words = wordsOf(data);
  const quote = words === '' ? '' : `: ${oneLine(redactor.clean(words))}`;
  const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
  const isExhausted = header('x-ratelimit-remaining') === '0' || header('retry-after') !== undefined;
  const rateLimited = status === 429 || (status === 403 && (isExhausted || /rate limit/i.test(words)));
  return {
    kind: rateLimited ? 'rate-limited' : kindOf(status),
    status,
    description: `answered ${status}${quote}`,
    attempt: { kind: 'refused', status, rateLimited },
    retryAfterMs: parseRetryAfter(header('retry-after'), now) ?? (rateLimited ? resetAfterMs(header, now) : undefined),
  };
}

function kindOf(status: number): GitHubFailureKind {
  switch (status) {
    case 401:
      return 'no-token';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'not-found';
    default:
      return status >= 500 || status === 408 ? 'unavailable' : 'unprocessable';
  }
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

function responseOf(error: unknown): ErrorResponse | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined;
  // Octokit's RequestError; the class itself is not imported, since that would load the library with this file.
  return error.response as ErrorResponse | undefined;
}

/** fetch says "fetch failed" and hides the reason in a chain of causes. */
function rootCauseOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause !== undefined; depth += 1) root = root.cause;
  return root;
}
