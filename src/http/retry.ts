/** Whether and when a failed request is sent again. */

import type { Failure } from './answer.ts';

export interface RetryQuestion {
  failure: Failure;
  /** Doing it twice is the same as doing it once. False: sent again only while it is certain that nothing was done with it. */
  idempotent: boolean;
  /** Attempts made so far, this one included. */
  attempts: number;
  maxAttempts: number;
  /** What is left of the time for failures and waits. */
  remainingMs: number;
  /** [0, 1) */
  random: number;
}

export type RetryDecision =
  | { retry: true; waitMs: number }
  | { retry: false; because: 'final' | 'may-have-happened' | 'attempts' | 'time' | 'retry-after' };

const backoffBaseMs = 500;
const backoffCapMs = 16_000;

/** Exponential backoff with full jitter (0.5 s, 1 s, 2 s … 16 s at most), never sooner than `Retry-After`. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { failure, idempotent, attempts, maxAttempts, remainingMs, random } = question;
  const { retryAfterMs = 0 } = failure;
  if (!isTransient(failure, attempts)) return { retry: false, because: 'final' };
  if (!idempotent && !isUnprocessed(failure)) return { retry: false, because: 'may-have-happened' };
  if (attempts >= maxAttempts) return { retry: false, because: 'attempts' };
  if (retryAfterMs > 0 && retryAfterMs >= remainingMs) return { retry: false, because: 'retry-after' };
  const backoffMs = random * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
  if (backoffMs >= remainingMs) return { retry: false, because: 'time' };
  return { retry: true, waitMs: Math.max(backoffMs, retryAfterMs) };
}

/** Whether the other side may have acted on the request. A refusal (3xx, 4xx) says that it has not; a 408 does not say it. */
export function mayHaveHappened({ kind, status = 0, isSent = false }: Failure): boolean {
  if (kind === 'unreachable') return false;
  if (kind === 'cancelled') return isSent;
  return kind !== 'refused' || status >= 500 || status === 408;
}

/** Milliseconds from a `Retry-After` header (RFC 9110: seconds, or an HTTP date); undefined when there is none or it cannot be read. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** A web page may come from a proxy, once; a wrong address always has one. */
const maxPages = 3;

/** Whether the same request may meet something else the next time. */
function isTransient(
  { kind, network, summary, status = 0, isRateLimited = false }: Failure,
  attempts: number,
): boolean {
  if (kind === 'invalid' && summary?.isHtml === true) return attempts < maxPages;
  if (kind === 'unreachable') return network?.permanent !== true;
  if (kind !== 'refused') return kind === 'lost' || kind === 'unparsable';
  // A conflict (409) is final on purpose: someone else is changing the same thing, and what was asked for was computed from what was read
  // before. Only the caller can read again.
  return isRateLimited || [408, 425, 429].includes(status) || (status >= 500 && status !== 501);
}

function isUnprocessed({ kind, status, isRateLimited = false }: Failure): boolean {
  return kind === 'unreachable' || (kind === 'refused' && (isRateLimited || status === 429));
}
