/** Reads lists one after the other, each once for all its callers: many endpoints are rolled out at the same time. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { attemptTimeoutMs } from '../times.ts';
import { ServiceError } from './errors.ts';
import type { ListOptions } from './list.ts';

/** One reading of the list. `isFound`: whether no caller wants another endpoint. */
export interface ListReading extends ListOptions {
  isFound: (endpoints: readonly Endpoint[]) => boolean;
}

type ReadList = (reading: ListReading) => Promise<readonly Endpoint[]>;

/**
 * A call during a reading gets the next list, which is read after the call. All callers share a failure; a signal or a
 * deadline ends the wait of its own caller alone. A whole account is read for its own caller: the others would keep it
 * in memory too, and fail if it is too large. `timeoutSignal` ends a wait after so many milliseconds.
 */
export function shareLists({
  read,
  clock,
  timeoutSignal,
}: {
  read: ReadList;
  clock: Clock;
  timeoutSignal: (ms: number) => AbortSignal;
}): (options?: ListOptions) => Promise<readonly Endpoint[]> {
  let next = new SharedReading();
  let isReading = false;

  // Timers take whole milliseconds.
  const timeoutOf = ({ deadlineMs }: ListOptions) =>
    deadlineMs === undefined ? undefined : timeoutSignal(Math.max(0, Math.ceil(deadlineMs - clock.monotonicMs())));

  async function readInTurn(): Promise<void> {
    isReading = true;
    while (next.isAwaited()) {
      const reading = next;
      next = new SharedReading();
      await reading.run(read);
    }
    isReading = false;
  }

  return (options = {}) => {
    const { only } = options;
    if (!only) return read({ ...options, isFound: ({ length }) => length > 0 || options.keeps !== undefined });
    // If no list is under way, the next one begins now, for this caller alone and with its deadline.
    const answer = next.join({ ...options, only }, isReading ? timeoutOf(options) : undefined);
    if (!isReading) void readInTurn();
    return answer;
  };
}

interface Search extends ListOptions {
  only: NonNullable<ListOptions['only']>;
}

interface Caller extends Pick<PromiseWithResolvers<readonly Endpoint[]>, 'resolve' | 'reject'> {
  options: Search;
}

class SharedReading {
  readonly #callers = new Set<Caller>();
  /** Once it has begun: `abandoned` ends it when nobody waits any more. */
  #reading: { abandoned: AbortController; deadlineMs: number } | undefined;

  isAwaited(): boolean {
    return this.#callers.size > 0;
  }

  async join(options: Search, timeout: AbortSignal | undefined): Promise<readonly Endpoint[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Endpoint[]>();
    const { signal, deadlineMs } = options;
    const caller = { options, resolve, reject };
    const leave = (error: ServiceError) => {
      this.#callers.delete(caller);
      if (!this.isAwaited()) this.#reading?.abandoned.abort();
      reject(error);
    };
    const onAbort = () => leave(unanswered({ code: 'cancelled', why: 'was cancelled', cause: signal?.reason }));
    const onTimeout = () => {
      // The error of the reading itself says more.
      if (this.#reading && deadlineMs !== undefined && this.#reading.deadlineMs <= deadlineMs) return;
      leave(unanswered({ code: 'unavailable', why: 'was not complete within its time limit' }));
    };
    this.#callers.add(caller);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    timeout?.addEventListener('abort', onTimeout, { once: true });
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort);
      timeout?.removeEventListener('abort', onTimeout);
    });
  }

  /** Each caller gets the endpoints that it wants. */
  async run(read: ReadList): Promise<void> {
    const all = [...this.#callers].map(({ options }) => options);
    const abandoned = new AbortController();
    const deadlineMs = Math.max(...all.map((each) => each.deadlineMs ?? Number.POSITIVE_INFINITY));
    this.#reading = { abandoned, deadlineMs };
    try {
      const list = await read({
        // Every one is called: it may remember the endpoints that it has seen.
        only: (listed) => all.filter(({ only }) => only(listed)).length > 0,
        keeps: all.some(({ keeps }) => keeps) ? (each) => all.some(({ keeps }) => keeps?.(each)) : undefined,
        isFound: (endpoints) => all.every(({ only }) => endpoints.some((endpoint) => isWanted(endpoint, only))),
        deadlineMs,
        requestTimeoutMs: Math.max(...all.map((each) => each.requestTimeoutMs ?? attemptTimeoutMs)),
        signal: abandoned.signal,
      });
      for (const { resolve, options } of this.#callers)
        resolve(list.filter((each) => isWanted(each, options.only) || options.keeps?.(each)));
    } catch (error) {
      for (const { reject } of this.#callers) reject(error);
    }
  }
}

function isWanted({ id, config: { name, appName } }: Endpoint, only: Search['only']): boolean {
  return only({ id, name, appName });
}

function unanswered({ code, why, cause }: { code: 'cancelled' | 'unavailable'; why: string; cause?: unknown }) {
  const facts = { operation: 'list', method: 'GET', mayHaveHappened: false } as const;
  return new ServiceError({ ...facts, code, message: `the list of endpoints ${why}`, cause });
}
