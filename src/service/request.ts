/** One request to the service with its retries, from the first attempt to an answer or a `ServiceError`. */

import type { Clock } from '../clock.ts';
import type { AttemptResult } from '../http/answer.ts';
import { type AttemptFacts, type GivenUp, runAttempts } from '../http/retry.ts';
import type { Exchanged, Transport } from '../http/transport.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { attemptTimeoutMs, readPatienceMs, writePatienceMs } from '../times.ts';
import { classify, type Operation, readResponse, ServiceError } from './errors.ts';

/** What happened, as data for the log. `cause` is one line without secrets; escape it where it is printed. */
export interface ServiceEvent {
  operation: Operation;
  /** The one that failed, from 1. */
  attempt: number;
  status?: number | undefined;
  cause: string;
  waitSeconds: number;
}

export interface RequestContext {
  transport: Transport;
  clock: Clock;
  redactor: Redactor;
  /** Told of what is worth a line in the log; `onRequest` of each attempt, for a trail. */
  onEvent?: ((event: ServiceEvent) => void) | undefined;
  onRequest?: ((request: AttemptFacts) => void) | undefined;
  /** The first attempt, where it was sent before. */
  first?: Promise<Exchanged> | undefined;
}

/** What every operation can be given. */
export interface RequestOptions {
  /** Ends the operation: a `ServiceError` of code `cancelled`; its `mayHaveHappened` tells about a write under way. */
  signal?: AbortSignal | undefined;
  /**
   * On the clock's monotonic time: the operation has ended by then, with the code `unavailable` if nothing better is
   * known. It can only shorten the default: two minutes from now, three for what only reads.
   */
  deadlineMs?: number | undefined;
  /** For one attempt: connecting, headers and body. Default 30 000. */
  requestTimeoutMs?: number | undefined;
}

export interface ServiceRequest<Answer> extends RequestOptions {
  operation: Operation;
  /** The request in words: `get endpoint bc1a5ea6ae5677df`. */
  title: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent where the contract does not show the answer. */
  read?: (body: unknown, bytes: number) => Answer;
  /** On the clock's monotonic time, default now: an operation of several requests has one start. */
  startedMs?: number | undefined;
  /** Ends the waits between the attempts, but no attempt. Default: `signal`. */
  retrySignal?: AbortSignal | undefined;
  /** The service may answer 500 to what it does not know: the second one is its answer. Default false. */
  isOptional?: boolean | undefined;
}

/** Backoff alone bounds how often a read is tried. */
const readAttempts = 100;
const writeAttempts = 8;

/** Fails with a `ServiceError` only. */
export async function sendRequest<Answer = void>(
  context: RequestContext,
  request: ServiceRequest<Answer>,
): Promise<Answer> {
  const { transport, clock, redactor } = context;
  const { operation, method, path, query, signal, retrySignal = signal } = request;
  const startedMs = request.startedMs ?? clock.monotonicMs();
  const isRead = method === 'GET';
  const untilMs = startedMs + (isRead ? readPatienceMs : writePatienceMs);
  const deadlineMs = Math.min(untilMs, request.deadlineMs ?? untilMs);
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);

  let attempt = 0;
  const result = await runAttempts<Answer>({
    send: async (timeoutMs): Promise<AttemptResult<Answer>> => {
      attempt += 1;
      const sentMs = clock.monotonicMs();
      const sent = attempt === 1 ? context.first : undefined;
      const exchanged = await (sent ?? transport.exchange({ method, path, query, body, timeoutMs, signal }));
      const result = readResponse(exchanged, operation, { redactor, timeoutMs, now: clock.date(), read: request.read });
      const isAnswer = exchanged.kind === 'response';
      const how = isAnswer ? undefined : exchanged.how;
      context.onRequest?.({
        operation,
        method,
        path: transport.prefix + path,
        attempt,
        ...(isAnswer && { status: exchanged.status, bytes: exchanged.body.length }),
        reason: result.ok ? undefined : (result.failure.summary?.reason ?? how),
        durationMs: clock.monotonicMs() - sentMs,
      });
      const isOver = request.isOptional && attempt > 1 && isAnswer && exchanged.status === 500;
      return isOver && !result.ok ? { ok: false, failure: { ...result.failure, kind: 'invalid' } } : result;
    },
    clock,
    budget: { leftMs: deadlineMs - clock.monotonicMs() },
    attemptTimeoutMs: request.requestTimeoutMs ?? attemptTimeoutMs,
    maxAttempts: isRead ? readAttempts : writeAttempts,
    isWrite: !isRead,
    // The updates are complete.
    idempotent: operation !== 'create',
    signal: retrySignal,
    onRetry: ({ attempt, failure: { status, description }, waitMs }) =>
      context.onEvent?.({ operation, attempt, status, cause: description, waitSeconds: waitMs / 1000 }),
  });
  if (result.ok) return result.value;
  throw serviceError(result, {
    request,
    transport,
    totalMs: deadlineMs - startedMs,
    isOwnLimit: deadlineMs === untilMs,
  });
}

/** `isOwnLimit`: the time is that of a request, and not what was left of another. */
type Sent = { request: ServiceRequest<unknown>; transport: Transport; totalMs: number; isOwnLimit: boolean };

function serviceError(givenUp: GivenUp, { request, transport, ...time }: Sent): ServiceError {
  const { operation, title, method, path, signal } = request;
  const { attempts, mayHaveHappened, failure } = givenUp;
  const isCancelled = givenUp.because === 'cancelled';
  const { code, hint } = failure ? classify(failure, operation) : { code: 'unavailable' as const };
  const isTooLarge = failure?.kind === 'too-large';
  // An address that nothing answers at is the whole story.
  const isUnreachable = !isCancelled && failure?.kind === 'unreachable';
  const what = isUnreachable
    ? `cannot reach ${transport.origin}: ${failure.reason}`
    : `${title}: ${method} ${transport.prefix + path} ${descriptionOf(givenUp)}`;
  const tried = attempts > 1 ? ` (attempt ${attempts})` : '';
  const doubt = mayHaveHappened ? '; the service may still have applied it' : '';
  const told = isTooLarge ? undefined : failure?.cause;
  return new ServiceError({
    code: isCancelled ? 'cancelled' : code,
    message: `${what}${tried}${whyNoMore(givenUp, time)}${doubt}`,
    hint,
    cause: isCancelled ? signal?.reason : told,
    operation,
    method,
    status: failure?.status,
    reason: failure?.summary?.reason,
    isTooLarge,
    retryAfterMs: failure?.retryAfterMs,
    mayHaveHappened,
  });
}

function descriptionOf({ because, failure }: GivenUp): string {
  if (because !== 'cancelled') return failure?.description ?? 'was not sent';
  return failure ? `${failure.description}; cancelled before the retry` : 'was cancelled';
}

function whyNoMore(
  { because, failure, leftMs }: GivenUp,
  { totalMs, isOwnLimit }: Pick<Sent, 'totalMs' | 'isOwnLimit'>,
): string {
  const seconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`;
  if (because === 'retry-after')
    return `; it asks to wait ${seconds(failure?.retryAfterMs ?? 0)}, longer than the remaining ${seconds(leftMs)}`;
  if (because === 'unreachable') return `; gave up after ${seconds(totalMs - leftMs)}`;
  if (because !== 'time') return '';
  return isOwnLimit ? `; its time limit of ${seconds(totalMs)} is reached` : '; no time is left';
}
