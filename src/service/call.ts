/** Owns one request with its repetitions, from the first attempt to an answer or a `ServiceError`; knows no operation's members. */

import type { Clock } from '../clock.ts';
import { type Operation, ServiceError } from './errors.ts';
import { type Failure, judgeLoss, judgeReply } from './outcome.ts';
import { decideRetry, mayHaveHappened, type Repeatable, type RetryDecision } from './retry.ts';
import type { Transport } from './transport.ts';

/** What happened, as data for the log. `cause` is one line without secrets; escape it where it is printed. */
export type ServiceEvent =
  | {
      type: 'retry';
      operation: Operation;
      /** The attempt that failed, from 1. */
      attempt: number;
      /** Absent when no answer came. */
      status?: number;
      cause: string;
      waitSeconds: number;
    }
  | { type: 'list-read-again'; pass: number };

export interface CallContext {
  transport: Transport;
  clock: Clock;
  apiKey: string;
  /** For one attempt. */
  requestTimeoutMs: number;
  /** For one operation with all its attempts and waits. */
  operationTimeoutMs: number;
  maxAttempts: number;
  onEvent: (event: ServiceEvent) => void;
}

export interface Call<Answer> {
  operation: Operation;
  /** The request in words: `get endpoint bc1a5ea6ae5677df`. */
  title: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  repeatable: Repeatable;
  /** Values in the body that must not come back in an error. */
  secrets?: readonly string[];
  /** Reads the JSON of a 2xx, or throws `ContractBreak`. Absent where the contract does not show the answer. */
  read?: (body: unknown) => Answer;
  signal?: AbortSignal | undefined;
  /** On the clock's monotonic time, default now: an operation of several requests has one start. */
  startedMs?: number | undefined;
  /** Default: that of the context. */
  maxAttempts?: number | undefined;
}

/** Fails with a `ServiceError` only. */
export async function call<Answer = void>(context: CallContext, request: Call<Answer>): Promise<Answer> {
  const { transport, clock, maxAttempts, operationTimeoutMs } = context;
  const { operation, signal, repeatable } = request;
  const startedMs = request.startedMs ?? clock.monotonicMs();
  const remainingMs = () => operationTimeoutMs - (clock.monotonicMs() - startedMs);
  const secrets = [context.apiKey, ...(request.secrets ?? [])];
  let happened = false;

  for (let attempts = 1; ; attempts++) {
    const timeoutMs = Math.max(1, Math.min(context.requestTimeoutMs, remainingMs()));
    const reply = await transport.exchange({ ...request, timeoutMs });
    const result =
      reply.kind === 'lost'
        ? judgeLoss({ lost: reply, timeoutMs, origin: transport.origin })
        : judgeReply({ reply, operation, secrets, now: clock.date(), read: request.read });
    if ('answer' in result) return result.answer;

    happened ||= request.method !== 'GET' && mayHaveHappened(result.attempt);
    const sofar = { request, attempts, happened, path: transport.prefix + request.path };
    if (result.code === 'cancelled') throw serviceError({ ...sofar, failure: result });
    const leftMs = remainingMs();
    const decision = decideRetry({
      repeatable,
      attempt: result.attempt,
      attempts,
      maxAttempts: request.maxAttempts ?? maxAttempts,
      remainingMs: leftMs,
      retryAfterMs: result.retryAfterMs,
      random: clock.random(),
    });
    if (!decision.again)
      throw serviceError({ ...sofar, failure: result, gaveUp: whyNoMore({ decision, leftMs, operationTimeoutMs }) });

    const status = result.status === undefined ? {} : { status: result.status };
    const waitSeconds = decision.waitMs / 1000;
    context.onEvent({ type: 'retry', operation, attempt: attempts, ...status, cause: result.came, waitSeconds });
    try {
      await clock.sleep(decision.waitMs, signal);
    } catch (cause) {
      const came = `${result.came}; cancelled before it was tried again`;
      throw serviceError({ ...sofar, failure: { ...result, came, code: 'cancelled', cause } });
    }
  }
}

interface Ending {
  request: Pick<Call<unknown>, 'operation' | 'title' | 'method'>;
  path: string;
  failure: Failure;
  attempts: number;
  happened: boolean;
  gaveUp?: string;
}

function serviceError({ request, path, failure, attempts, happened, gaveUp = '' }: Ending): ServiceError {
  const { operation, title, method } = request;
  const tried = attempts > 1 ? ` (attempt ${attempts})` : '';
  const doubt = happened ? '; the service may have done it all the same' : '';
  return new ServiceError({
    code: failure.code,
    message: `${title}: ${method} ${path} ${failure.came}${tried}${gaveUp}${doubt}`,
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
    ...(failure.cause === undefined ? {} : { cause: failure.cause }),
    operation,
    method,
    path,
    status: failure.status,
    reason: failure.reason,
    serviceMessage: failure.serviceMessage,
    attempts,
    mayHaveHappened: happened,
  });
}

function whyNoMore(facts: {
  decision: RetryDecision & { again: false };
  leftMs: number;
  operationTimeoutMs: number;
}): string {
  const { decision, leftMs, operationTimeoutMs } = facts;
  const seconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`;
  if (decision.because === 'retry-after') {
    return `; it asks to wait ${seconds(decision.askedMs)}, longer than the ${seconds(leftMs)} that are left`;
  }
  return decision.because === 'time' ? `; the ${seconds(operationTimeoutMs)} for it are over` : '';
}
