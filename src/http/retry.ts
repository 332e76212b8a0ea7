/** Whether and when a failed request is sent again. */

/** What came of one attempt that gave no usable answer. */
export type AttemptFailure =
  /** No byte left: refused connection, unknown host, failed TLS. `permanent`: another attempt would meet the same. */
  | { kind: 'not-sent'; permanent: boolean }
  /** Sent, but no whole answer: reset, time limit, truncated body. */
  | { kind: 'no-answer' }
  /** Not a 2xx. `rateLimited` when the body says so, whatever the status. */
  | { kind: 'refused'; status: number; rateLimited: boolean }
  /** A 2xx whose body cannot be parsed, as one that broke off. */
  | { kind: 'unparsable' }
  /** A 2xx that breaks its contract, or an answer beyond the size limit: it would come again. */
  | { kind: 'invalid' }
  /** Given up by the caller. */
  | { kind: 'cancelled'; sent: boolean };

export interface RetryQuestion {
  failure: AttemptFailure;
  /** Doing it twice is the same as doing it once. False: sent again only while it is certain that nothing was done with it. */
  idempotent: boolean;
  /** Attempts made so far, this one included. */
  attempts: number;
  maxAttempts: number;
  /** What is left of the time for failures and waits. */
  remainingMs: number;
  /** What the answer asked for; undefined when it did not. */
  retryAfterMs: number | undefined;
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
  const { failure, idempotent, attempts, maxAttempts, remainingMs, retryAfterMs = 0, random } = question;
  if (!isTransient(failure)) return { retry: false, because: 'final' };
  if (!idempotent && !isUnprocessed(failure)) return { retry: false, because: 'may-have-happened' };
  if (attempts >= maxAttempts) return { retry: false, because: 'attempts' };
  if (retryAfterMs > 0 && retryAfterMs >= remainingMs) return { retry: false, because: 'retry-after' };
  const backoffMs = random * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
  if (backoffMs >= remainingMs) return { retry: false, because: 'time' };
  return { retry: true, waitMs: Math.max(backoffMs, retryAfterMs) };
}

/** Whether the other side may have acted on the request. A refusal (3xx, 4xx) says that it has not; a 408 does not say it. */
export function mayHaveHappened(failure: AttemptFailure): boolean {
  switch (failure.kind) {
    case 'not-sent':
      return false;
    case 'cancelled':
      return failure.sent;
    case 'refused':
      return failure.status >= 500 || failure.status === 408;
    default:
      return true;
  }
}

/** Milliseconds from a `Retry-After` header (RFC 9110: seconds, or an HTTP date); undefined when there is none or it cannot be read. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? .*\d/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** Whether the same request may meet something else the next time. */
function isTransient(failure: AttemptFailure): boolean {
  switch (failure.kind) {
    case 'not-sent':
      return !failure.permanent;
    case 'no-answer':
    case 'unparsable':
      return true;
    case 'invalid':
    case 'cancelled':
      return false;
    case 'refused':
      // A conflict (409) is final on purpose: somebody else is changing the same thing, and what was asked for was computed from what was read
      // before. Only the caller can read again.
      return (
        failure.rateLimited ||
        [408, 425, 429].includes(failure.status) ||
        (failure.status >= 500 && failure.status !== 501)
      );
  }
}

function isUnprocessed(failure: AttemptFailure): boolean {
  return failure.kind === 'not-sent' || (failure.kind === 'refused' && (failure.rateLimited || failure.status === 429));
}
