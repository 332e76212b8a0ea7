/** The one port through which a rollout reads the service after its first write, with all that it tolerates. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList, ListOptions as ServiceListOptions } from '../service/list.ts';
import { type OnRolloutEvent, readingOf } from './events.ts';

/** Pauses before each list, in milliseconds. */
export const listPauses = {
  /** A service that lists late gets a few seconds to show what it has created. */
  creation: [0, 1000, 2000, 4000],
  /** One that is still hidden when the endpoint serves gets a minute before the list is believed. */
  proof: [0, 1000, 2000, 4000, 8000, 15_000, 30_000],
  /** A deletion gets two minutes, whatever the service calls the endpoint meanwhile. */
  deletion: [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000],
  /** One that the service may not have understood gets half a minute before it is sent in another form. The first pauses of `deletion`. */
  doubtfulDeletion: [0, 500, 1000, 2000, 4000, 8000, 15_000],
  /** After a refusal nothing of this run is under way. The first pauses of `deletion`. */
  refusedDeletion: [0, 500, 1000, 2000],
} as const satisfies Record<string, readonly number[]>;

/** A service that cannot be read for so long proves nothing any more. */
const toleratedOutageMs = 180_000;
/** One reading may hang or retry for so long before it counts as failed. */
const readingMs = 15_000;
const listMs = 60_000;
/** Between readings that fail: the first may be one odd answer of a proxy. */
const outagePausesMs = { first: 1000, growth: 2, slowest: 10_000 } as const;

interface ReaderPorts {
  client: Pick<ServiceClient, 'get' | 'list'>;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

interface ReadOptions {
  /** On the clock's monotonic time. Nothing hangs, waits or is asked beyond it. */
  deadlineMs: number;
}

export interface GetOptions extends ReadOptions {
  unknownUntilMs?: number | undefined;
  /** A reading that was made since the last write: it is taken, and nothing asked. Default none. */
  known?: Endpoint | undefined;
  /** As in {@link ServiceClient.get}. */
  sharedWillDo?: ((endpoint: Endpoint) => boolean) | undefined;
}

interface ListOptions extends ReadOptions, Pick<ServiceListOptions, 'only' | 'isEnough'> {}

/**
 * Emits every reading of an endpoint. Whatever comes instead of one (5xx, 429, a redirect, a web page, a refusal, one "not found") is tolerated for three
 * minutes in a row, not counting the time that the service asks to wait; then it rejects with the last `ServiceError`. Rejects with code `cancelled`
 * when aborted.
 */
export interface Reader {
  /**
   * One reading; undefined when the deadline passes meanwhile. `not-found` is thrown when a complete list lacks the endpoint too, and not before
   * `unknownUntilMs`: what has just been created may not be known at once.
   */
  get(id: string, options: GetOptions): Promise<Endpoint | undefined>;
  /** Every endpoint of the account; undefined when the deadline passes meanwhile. */
  list(options: ListOptions): Promise<EndpointList | undefined>;
  /** A list after each of the pauses, until the deadline. */
  lists(pausesMs: readonly number[], options: ListOptions): AsyncGenerator<EndpointList, void>;
}

export function createReader({ client, clock, onEvent, signal }: ReaderPorts): Reader {
  async function insist<Answer>(
    ask: (options: { signal: AbortSignal; deadlineMs: number; requestTimeoutMs: number }) => Promise<Answer>,
    {
      deadlineMs,
      limitMs,
      isFinal,
    }: ReadOptions & { limitMs: number; isFinal?: (error: ServiceError) => Promise<boolean> },
  ): Promise<Answer | undefined> {
    let sinceMs = clock.monotonicMs();
    for (let pauseMs: number = outagePausesMs.first; ; ) {
      const nowMs = clock.monotonicMs();
      if (nowMs >= deadlineMs) return undefined;
      try {
        return await ask({
          signal,
          deadlineMs: Math.min(deadlineMs, nowMs + limitMs),
          requestTimeoutMs: readingMs,
        });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code === 'cancelled') throw error;
        if (await isFinal?.(error)) throw error;
        const failedMs = clock.monotonicMs();
        if (failedMs >= deadlineMs) return undefined;
        if (failedMs - sinceMs >= toleratedOutageMs) throw error;
        onEvent({ kind: 'reading-failed', message: error.message });
        // A service that says when it answers again is not away. What it asks beyond the deadline cannot be granted: half of the time left is.
        const leftMs = deadlineMs - failedMs;
        const { retryAfterMs = 0 } = error;
        const waitMs = Math.max(pauseMs, retryAfterMs < leftMs ? retryAfterMs : leftMs / 2);
        if (retryAfterMs > 0) sinceMs += waitMs;
        await clock.sleep(Math.min(waitMs, leftMs), signal);
        pauseMs = Math.min(outagePausesMs.slowest, pauseMs * outagePausesMs.growth);
      }
    }
  }

  const list: Reader['list'] = ({ deadlineMs, only, isEnough }) =>
    insist((options) => client.list({ ...options, only, isEnough }), { deadlineMs, limitMs: listMs });

  async function isGone(id: string, deadlineMs: number): Promise<boolean> {
    try {
      const { endpoints, complete } = await client.list({
        signal,
        deadlineMs: Math.min(deadlineMs, clock.monotonicMs() + listMs),
        only: (each) => each.id === id,
      });
      return complete && !endpoints.some((endpoint) => endpoint.id === id);
    } catch (error) {
      if (error instanceof ServiceError && error.code !== 'cancelled') return false;
      throw error;
    }
  }

  return {
    async get(id, { deadlineMs, unknownUntilMs = 0, known, sharedWillDo }) {
      const ask: Parameters<typeof insist<Endpoint>>[0] = (options) =>
        client.get(id, { ...options, ...(sharedWillDo && { sharedWillDo }) });
      const isFinal = async ({ code }: ServiceError) =>
        code === 'not-found' && clock.monotonicMs() >= unknownUntilMs && (await isGone(id, deadlineMs));
      const endpoint = known ?? (await insist(ask, { deadlineMs, limitMs: readingMs, isFinal }));
      if (endpoint) onEvent({ kind: 'reading', endpoint: readingOf(endpoint) });
      return endpoint;
    },
    list,
    async *lists(pausesMs, options) {
      for (const pauseMs of pausesMs) {
        await clock.sleep(Math.min(pauseMs, Math.max(0, options.deadlineMs - clock.monotonicMs())), signal);
        const answer = await list(options);
        if (!answer) return;
        yield answer;
      }
    },
  };
}
