/** The one port through which a rollout reads the service after its first write, with all that it tolerates. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { EndpointList } from '../service/list.ts';
import { type OnRolloutEvent, readingOf } from './events.ts';

/** A service that shows a write late gets about half a minute. In milliseconds, the pause before each reading. */
const settlingPausesMs = [0, 500, 1000, 2000, 4000, 8000, 15_000];

/** Pauses before each list, in milliseconds. */
export const listPauses = {
  /** A service that lists late gets a few seconds to show what it has created. */
  creation: [0, 1000, 2000, 4000],
  /** A deletion that the service shows late gets half a minute. */
  deletion: [0, 500, 1000, 2000, 4000, 8000, 15_000],
  /** One that takes its time (`terminating`) gets two minutes. The first pauses are those of `deletion`. */
  slowDeletion: [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000],
  /** After a refusal nothing is under way; only an earlier deletion may still be settling. The first pauses of `deletion`. */
  refusedDeletion: [0, 500, 1000, 2000],
} as const satisfies Record<string, readonly number[]>;

/** A service that cannot be read for so long proves nothing any more. */
const toleratedOutageMs = 180_000;
const outagePauseMs = 10_000;

interface ReaderPorts {
  client: Pick<ServiceClient, 'get' | 'list'>;
  clock: Clock;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** Emits every reading of an endpoint. Whatever is not tolerated rejects with its {@link ServiceError}, or with the signal's reason when aborted. */
export interface Reader {
  /** One reading. Tolerates nothing. */
  get(id: string): Promise<Endpoint>;
  /** Readings over about half a minute. Tolerates `not-found`, which it yields: a service may not know at once what it has just created. */
  settling(id: string): AsyncGenerator<Endpoint | ServiceError, void>;
  /** One reading. Tolerates `unavailable` and `unreadable` for three minutes; undefined when the deadline passes meanwhile. */
  poll(id: string, options: { deadlineMs: number }): Promise<Endpoint | undefined>;
  /** Every endpoint of the account. Tolerates nothing. */
  list(): Promise<EndpointList>;
  /** A list after each of the pauses. Tolerates nothing. */
  lists(pausesMs: readonly number[]): AsyncGenerator<EndpointList, void>;
}

export function createReader({ client, clock, onEvent, signal }: ReaderPorts): Reader {
  const get: Reader['get'] = async (id) => {
    const endpoint = await client.get(id, { signal });
    onEvent({ kind: 'reading', endpoint: readingOf(endpoint) });
    return endpoint;
  };
  const list = () => client.list({ signal });
  return {
    get,
    list,
    async *settling(id) {
      for (const pauseMs of settlingPausesMs) {
        await clock.sleep(pauseMs, signal);
        yield await get(id).catch((error) => {
          if (isServiceError(error, ['not-found'])) return error;
          throw error;
        });
      }
    },
    async poll(id, { deadlineMs }) {
      const failingSinceMs = clock.monotonicMs();
      for (;;) {
        try {
          return await get(id);
        } catch (error) {
          if (!isServiceError(error, ['unavailable', 'unreadable'])) throw error;
          const nowMs = clock.monotonicMs();
          if (nowMs >= deadlineMs) return undefined;
          if (nowMs - failingSinceMs >= toleratedOutageMs) throw error;
          onEvent({ kind: 'reading-failed', message: error.message });
          await clock.sleep(Math.min(outagePauseMs, deadlineMs - nowMs), signal);
        }
      }
    },
    async *lists(pausesMs) {
      for (const pauseMs of pausesMs) {
        await clock.sleep(pauseMs, signal);
        yield await list();
      }
    },
  };
}

function isServiceError(error: unknown, codes: readonly ServiceError['code'][]): error is ServiceError {
  return error instanceof ServiceError && codes.includes(error.code);
}
