/** One request to the service with its retries, from the first attempt to an answer or a `ServiceError`. */

import { type AttemptsOptions, type GivenUp, mayHaveHappened, runAttempts } from '../http/retry.ts';
import type { Transport } from '../http/transport.ts';
import { formatSeconds } from '../model/display.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { attemptTimeoutMs, outageMs } from '../times.ts';
import { classify, readServiceAnswer, ServiceError, type ServiceOperation } from './errors.ts';

/** `onRetry`: the description of its failure has no secrets; escape it where it is printed. */
export interface SendContext extends Pick<AttemptsOptions<unknown>, 'clock' | 'reachMs' | 'onRetry'> {
  transport: Transport;
  redactor: Redactor;
}

/** The options of every operation. */
export interface RequestOptions {
  /** Ends the operation: a `ServiceError` of code `cancelled`; its `mayHaveHappened` is about a write under way. */
  signal?: AbortSignal | undefined;
  /**
   * On the clock's monotonic time: the operation has ended by then, with the code `unavailable` if nothing better is
   * known. It can only shorten the default: three minutes from now.
   */
  deadlineMs?: number;
  /** The limit of one attempt, from connecting to the end of the body. Default 30 000. */
  requestTimeoutMs?: number;
}

export interface ServiceRequest<Answer> extends RequestOptions {
  operation: ServiceOperation;
  /** The request in words: `get endpoint bc1a5ea6ae5677df`. */
  title: string;
  method: 'GET' | 'POST' | 'PUT';
  /** The path with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent where the contract does not show the answer. */
  read?: (body: unknown) => Answer;
}

/** Fails with a `ServiceError` only. */
export async function sendWithRetries<Answer = void>(
  context: SendContext,
  request: ServiceRequest<Answer>,
): Promise<Answer> {
  const { transport, clock, redactor, reachMs, onRetry } = context;
  const { method, path, signal, deadlineMs = Infinity, requestTimeoutMs = attemptTimeoutMs } = request;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const startedMs = clock.monotonicMs();

  const result = await runAttempts<Answer>({
    send: async (timeoutMs) => {
      const exchanged = await transport.exchange({ method, path, body, timeoutMs, signal });
      return readServiceAnswer(exchanged, { redactor, timeoutMs, now: clock.date(), read: request.read });
    },
    clock,
    budget: { leftMs: Math.min(outageMs, deadlineMs - startedMs) },
    attemptTimeoutMs: requestTimeoutMs,
    // A write is sent once: `../rollout/write/send.ts` looks, then sends again.
    isRepeatable: () => method === 'GET',
    reachMs,
    signal,
    onRetry,
  });
  if (result.ok) return result.value;
  throw serviceError({ ...result, lastedMs: clock.monotonicMs() - startedMs }, request, context);
}

function serviceError(
  givenUp: GivenUp & { lastedMs: number },
  { operation, title, method, path, signal }: ServiceRequest<unknown>,
  { transport }: SendContext,
): ServiceError {
  const { attempts, failure, lastedMs } = givenUp;
  const isCancelled = givenUp.because === 'cancelled';
  const { code, hint } = failure ? classify(failure, operation) : { code: 'unavailable' as const };
  const end = isCancelled ? 'was cancelled' : (failure?.description ?? 'was not sent: no time was left');
  // If nothing answers at the address, the request does not matter.
  const what =
    !isCancelled && failure?.kind === 'unreachable'
      ? `cannot reach ${transport.origin}: ${failure.reason}`
      : `${title}: ${method} ${path.split('?', 1)} ${end}`;
  const tried = attempts > 1 ? ` (${attempts} attempts in ${formatSeconds(lastedMs / 1000)})` : '';
  return new ServiceError({
    code: isCancelled ? 'cancelled' : code,
    message: `${what}${tried}${whyNoMore[givenUp.because]}`,
    hint,
    cause: isCancelled ? signal?.reason : failure?.cause,
    method,
    status: failure?.status,
    reason: failure?.summary?.reason || undefined,
    retryAfterMs: failure?.retryAfterMs,
    mayHaveHappened: method !== 'GET' && failure !== undefined && mayHaveHappened(failure),
  });
}

const whyNoMore: { readonly [reason in GivenUp['because']]: string } = {
  final: '',
  cancelled: '',
  time: '',
  'retry-after': '; it asks to wait longer than the time that is left',
  unreachable: '; no connection was ever made',
};
