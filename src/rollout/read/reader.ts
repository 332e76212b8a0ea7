/** The one port through which a run reads the service, with all that it tolerates. */

import type { Clock } from '../../clock.ts';
import { formatSeconds } from '../../model/display.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { poll } from '../../poll.ts';
import type { ServiceClient } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { ListOptions } from '../../service/list.ts';
import { doubtfulMs, growing, outageMs, pauses, readingTimeoutMs } from '../../times.ts';
import { type OnRolloutEvent, readingOf } from '../events.ts';

/** What a run reads and tells through. */
export interface ReadPorts {
  client: ServiceClient;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** Times are on the clock's monotonic time; nothing is requested or waited for after the deadline. */
interface GetOptions {
  deadlineMs: number;
  /** The service may not know a new endpoint until then. Default: it knows it at once. */
  unknownUntilMs?: number | undefined;
}

interface ReadRequest<Answer> {
  ask: (options: { signal: AbortSignal; deadlineMs: number; requestTimeoutMs: number }) => Promise<Answer>;
  deadlineMs: number;
  /** The limit of one request, with all of the client's attempts. */
  limitMs: number;
  isFinal?: (error: ServiceError) => Promise<boolean>;
}

/**
 * Emits every reading of an endpoint. Failures (5xx, 429, a redirect, a web page, a refused key, one "not found") are
 * tolerated for three minutes in a row; then it rejects with the last `ServiceError`.
 * Rejects with code `cancelled` when aborted. Resolves with undefined when the deadline passes meanwhile.
 */
export interface Reader {
  /** One reading (service-api.md, v1 Get endpoint). Rejects with `not-found` when the list lacks the endpoint too. */
  get(id: string, options: GetOptions): Promise<Endpoint | undefined>;
  /** Every endpoint of the account (service-api.md, v1 List endpoints). */
  list(options: { deadlineMs: number; only?: ListOptions['only'] }): Promise<readonly Endpoint[] | undefined>;
}

/** Of the last of many failed readings, its own attempts do not say how long there has been none. */
function lasting(error: ServiceError, lastedMs: number): ServiceError {
  const message = `the service could not be read for ${formatSeconds(lastedMs / 1000)}: ${error.message}`;
  return new ServiceError({ ...error, message, cause: error });
}

export function createReader({ client, clock, onEvent, signal }: ReadPorts): Reader {
  function patiently<Answer>({ ask, deadlineMs, limitMs, isFinal }: ReadRequest<Answer>): Promise<Answer | undefined> {
    const startedMs = clock.monotonicMs();
    const nextPauseMs = growing(pauses.outage);
    let waitMs = 0;
    const attempt = async (): Promise<Answer | undefined> => {
      const nowMs = clock.monotonicMs();
      if (nowMs >= deadlineMs) return undefined;
      try {
        const untilMs = Math.min(deadlineMs, nowMs + limitMs);
        return await ask({ signal, deadlineMs: untilMs, requestTimeoutMs: readingTimeoutMs });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
        if (await isFinal?.(error)) throw error;
        const failedMs = clock.monotonicMs();
        if (failedMs - startedMs >= outageMs) throw lasting(error, failedMs - startedMs);
        if (failedMs < deadlineMs) onEvent({ kind: 'reading-failed', message: error.message });
        // A pause that the service asks for ends with the three minutes, too.
        const askedMs = Math.min(error.retryAfterMs ?? 0, startedMs + outageMs - failedMs);
        waitMs = Math.max(nextPauseMs(), askedMs);
        return undefined;
      }
    };
    return poll(attempt, { decide: (answer) => answer, pauseMs: () => waitMs, deadlineMs, clock, signal });
  }

  const list: Reader['list'] = ({ deadlineMs, only }) =>
    patiently({ ask: (limits) => client.list({ only, ...limits }), deadlineMs, limitMs: doubtfulMs });

  /** One "not found" may be an odd answer: the list has to lack the endpoint as well. */
  async function isGone(id: string, deadlineMs: number): Promise<boolean> {
    const untilMs = Math.min(deadlineMs, clock.monotonicMs() + doubtfulMs);
    const listed = await list({ deadlineMs: untilMs, only: (each) => each.id === id });
    return listed?.every((endpoint) => endpoint.id !== id) === true;
  }

  return {
    async get(id, { deadlineMs, unknownUntilMs = 0 }) {
      const isFinal = async ({ code }: ServiceError) =>
        code === 'not-found' && clock.monotonicMs() >= unknownUntilMs && (await isGone(id, deadlineMs));
      const ask: ReadRequest<Endpoint>['ask'] = (limits) => client.get(id, limits);
      const endpoint = await patiently({ ask, deadlineMs, limitMs: readingTimeoutMs, isFinal });
      if (endpoint) onEvent({ kind: 'reading', endpoint: readingOf(endpoint) });
      return endpoint;
    },
    list,
  };
}
