/** Owns the decision whether and when a request is sent again; knows no HTTP library, no operation, and asks no clock. */

/**
 * `freely`: doing it twice is the same as doing it once (every GET; v1 and v2 update, which are complete; delete).
 * `when-unprocessed`: only while it is certain that the service did nothing with it (create).
 */
export type Repeatable = 'freely' | 'when-unprocessed';

/** What came of one attempt. */
export type Attempt =
  /** No byte left: refused connection, unknown host, failed TLS. `permanent`: another attempt would meet the same. */
  | { kind: 'not-sent'; permanent: boolean }
  /** Sent, no whole answer: reset, time limit, truncated body. */
  | { kind: 'no-answer' }
  /** Not a 2xx. `rateLimited` when the reason says so, whatever the status. */
  | { kind: 'refused'; status: number; rateLimited: boolean }
  /** A 2xx that is not JSON. */
  | { kind: 'garbled' }
  /** A 2xx that breaks the contract, or an answer beyond the size limit: it would come again. */
  | { kind: 'broken' };

export interface RetryQuestion {
  repeatable: Repeatable;
  attempt: Attempt;
  /** Attempts made so far, this one included. */
  attempts: number;
  maxAttempts: number;
  /** What is left of the time for the operation. */
  remainingMs: number;
  /** What the service asked for; undefined when it did not. */
  retryAfterMs: number | undefined;
  /** [0, 1) */
  random: number;
}

export type RetryDecision =
  | { again: true; waitMs: number }
  | { again: false; because: 'final' | 'may-have-happened' | 'attempts' | 'time' }
  | { again: false; because: 'retry-after'; askedMs: number };

const baseMs = 500;
const capMs = 16_000;

/** Exponential back-off with full jitter (0.5 s, 1 s, 2 s … 16 s at most), never sooner than `Retry-After`. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { repeatable, attempt, attempts, maxAttempts, remainingMs, retryAfterMs = 0, random } = question;
  if (!passes(attempt)) return { again: false, because: 'final' };
  if (repeatable === 'when-unprocessed' && !neverProcessed(attempt))
    return { again: false, because: 'may-have-happened' };
  if (attempts >= maxAttempts) return { again: false, because: 'attempts' };
  const backoffMs = random * Math.min(capMs, baseMs * 2 ** (attempts - 1));
  if (retryAfterMs >= remainingMs && retryAfterMs > 0)
    return { again: false, because: 'retry-after', askedMs: retryAfterMs };
  if (backoffMs >= remainingMs) return { again: false, because: 'time' };
  return { again: true, waitMs: Math.max(backoffMs, retryAfterMs) };
}

/** Whether the service may have acted on the request in this attempt. A refusal (3xx, 4xx) says that it has not; a 408 does not say it. */
export function mayHaveHappened(attempt: Attempt): boolean {
  switch (attempt.kind) {
    case 'not-sent':
      return false;
    case 'refused':
      return attempt.status >= 500 || attempt.status === 408;
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
function passes(attempt: Attempt): boolean {
  switch (attempt.kind) {
    case 'not-sent':
      return !attempt.permanent;
    case 'no-answer':
    case 'garbled':
      return true;
    case 'broken':
      return false;
    case 'refused':
      // CONFLICT (400, 409) is final on purpose: it can mean that somebody else is changing the endpoint, and what was asked for was computed
      // from what was read before. Only the caller can read again.
      return (
        attempt.rateLimited ||
        [408, 425, 429].includes(attempt.status) ||
        (attempt.status >= 500 && attempt.status !== 501)
      );
  }
}

function neverProcessed(attempt: Attempt): boolean {
  return attempt.kind === 'not-sent' || (attempt.kind === 'refused' && (attempt.rateLimited || attempt.status === 429));
}
