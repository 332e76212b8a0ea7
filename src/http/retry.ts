/** The attempts of one request: whether a failed one is sent again, when, and for how long. */

import type { Clock } from '../clock.ts';
import { growing, reachMs, retryBackoff } from '../times.ts';
import type { AttemptResult, HttpFailure } from './answer.ts';

export interface AttemptsOptions<Value> {
  /** One attempt, which takes `timeoutMs` at most and ends when `signal` is aborted. Never rejects. */
  send: (timeoutMs: number) => Promise<AttemptResult<Value>>;
  clock: Clock;
  /** The time left for failed attempts and waits. Requests that share a budget give up together. */
  budget: { leftMs: number };
  /** The limit of one attempt; the budget may leave it less. */
  attemptTimeoutMs: number;
  /** How long to try without any connection. Default: 30 s. */
  reachMs?: number | undefined;
  /** Whether the request may be sent again after this failure. */
  isRepeatable: (failure: HttpFailure) => boolean;
  /** Ends the waits; the attempts end by `send`. */
  signal?: AbortSignal | undefined;
  /** Called before each wait. */
  onRetry?: ((failure: HttpFailure, waitMs: number) => void) | undefined;
}

export interface GivenUp {
  ok: false;
  /** Why there is no further attempt. `cancelled` and `time` may be met before an attempt, also before the first. */
  because: 'final' | 'time' | 'retry-after' | 'cancelled' | 'unreachable';
  /** The failure of the last attempt; undefined when there was none. */
  failure: HttpFailure | undefined;
  attempts: number;
}

/**
 * Sends until there is an answer, the failure is final, or budget or `signal` end it. Between attempts,
 * exponential backoff with full jitter (0.5 s, 1 s, 2 s … 16 s at most), never shorter than `Retry-After`.
 */
export async function runAttempts<Value>(
  options: AttemptsOptions<Value>,
): Promise<{ ok: true; value: Value } | GivenUp> {
  const { send, clock, budget, attemptTimeoutMs, isRepeatable, signal } = options;
  const beganMs = clock.monotonicMs();
  const nextBackoffMs = growing(retryBackoff);
  let isReachable = false;
  let attempts = 0;
  let failure: HttpFailure | undefined;
  const giveUp = (because: GivenUp['because']): GivenUp => ({ ok: false, because, failure, attempts });

  for (;;) {
    if (signal?.aborted) return giveUp('cancelled');
    if (budget.leftMs <= 0) return giveUp('time');
    const startedMs = clock.monotonicMs();
    attempts += 1;
    const result = await send(Math.min(attemptTimeoutMs, budget.leftMs));
    if (result.ok) return result;
    failure = result.failure;
    budget.leftMs -= clock.monotonicMs() - startedMs;
    isReachable ||= failure.kind !== 'unreachable';

    if (!isReachable && clock.monotonicMs() - beganMs >= (options.reachMs ?? reachMs.needed))
      return giveUp('unreachable');
    if (!isRepeatable(failure) || !isTransient(failure, attempts)) return giveUp('final');
    const { retryAfterMs = 0 } = failure;
    const backoffMs = clock.random() * nextBackoffMs();
    if (retryAfterMs > 0 && retryAfterMs >= budget.leftMs) return giveUp('retry-after');
    if (backoffMs >= budget.leftMs) return giveUp('time');
    const waitMs = Math.max(backoffMs, retryAfterMs);
    budget.leftMs -= waitMs;
    options.onRetry?.(failure, waitMs);
    // A wait that was cancelled shows as such at the top of the loop.
    await clock.sleep(waitMs, signal).catch(() => {});
  }
}

/** Whether the other side may have acted on the request. A refusal (3xx, 4xx but 408) says that it has not. */
export function mayHaveHappened(failure: HttpFailure): boolean {
  if (failure.kind === 'cancelled') return failure.isSent;
  if (failure.kind === 'refused') return failure.status >= 500 || failure.status === 408;
  return failure.kind !== 'unreachable';
}

/** A web page may come from a proxy, once; a wrong address always has one. */
const maxWebPages = 3;

/** Whether the same request may meet something else the next time. */
function isTransient(failure: HttpFailure, attempts: number): boolean {
  const { kind, status = 0 } = failure;
  if (kind === 'unreachable') return !['tls', 'closed'].includes(failure.network);
  if (kind === 'page') return attempts < maxWebPages;
  if (kind !== 'refused') return kind === 'lost' || kind === 'unparsable';
  // A conflict (409) is final here: someone else changes the same thing, and only the caller can read again.
  return failure.isRateLimited || status === 408 || status === 425 || (status >= 500 && status !== 501);
}
