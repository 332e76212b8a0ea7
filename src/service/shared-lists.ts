/** Lists are read one after the other, each once for all who wait for it: many endpoints are rolled out side by side. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { ServiceError } from './errors.ts';
import type { ListOptions } from './list.ts';

/** One reading of the list. `isFound`: whether these endpoints are all that anyone looks for. */
export interface ListReading extends ListOptions {
  isFound: (endpoints: readonly Endpoint[]) => boolean;
}

interface Ports {
  read: (reading: ListReading) => Promise<readonly Endpoint[]>;
  clock: Clock;
  /** Ends a wait after so many milliseconds. */
  timeoutSignal: (ms: number) => AbortSignal;
}

/**
 * Whoever asks while a list is being read gets the next one, which was read after the question. A failure is everyone's;
 * a signal or a deadline ends the wait of its own asker alone. A whole account is read for its own asker: the others
 * would keep it in memory, too, and fail where it is too large.
 */
export function shareLists({
  read,
  clock,
  timeoutSignal,
}: Ports): (options?: ListOptions) => Promise<readonly Endpoint[]> {
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
    if (!only) return read({ ...options, isFound: (endpoints) => endpoints.length > 0 });
    // Without a list under way, the next one begins now, for this asker alone and with its deadline.
    const answer = next.join({ ...options, only }, isReading ? timeoutOf(options) : undefined);
    if (!isReading) void readInTurn();
    return answer;
  };
}

interface Search extends ListOptions {
  only: NonNullable<ListOptions['only']>;
}

interface Asker extends Pick<PromiseWithResolvers<readonly Endpoint[]>, 'resolve' | 'reject'> {
  options: Search;
}

class SharedReading {
  readonly #askers = new Set<Asker>();
  /** Once it has begun: ends it when nobody waits any more. */
  #reading: { abandoned: AbortController; deadlineMs: number } | undefined;

  isAwaited(): boolean {
    return this.#askers.size > 0;
  }

  async join(options: Search, timeout: AbortSignal | undefined): Promise<readonly Endpoint[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Endpoint[]>();
    const { signal, deadlineMs } = options;
    const asker = { options, resolve, reject };
    const leave = (error: ServiceError) => {
      this.#askers.delete(asker);
      if (!this.isAwaited()) this.#reading?.abandoned.abort();
      reject(error);
    };
    const onAbort = () => leave(unanswered({ code: 'cancelled', why: 'was cancelled', cause: signal?.reason }));
    const onTimeout = () => {
      // Its own end says more of what was missing.
      if (this.#reading && deadlineMs !== undefined && this.#reading.deadlineMs <= deadlineMs) return;
      leave(unanswered({ code: 'unavailable', why: 'was not complete within its time limit' }));
    };
    this.#askers.add(asker);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    timeout?.addEventListener('abort', onTimeout, { once: true });
    return promise.finally(() => {
      signal?.removeEventListener('abort', onAbort);
      timeout?.removeEventListener('abort', onTimeout);
    });
  }

  /** Everyone is answered with what they asked for. */
  async run(read: Ports['read']): Promise<void> {
    const all = [...this.#askers].map(({ options }) => options);
    const abandoned = new AbortController();
    const deadlineMs = Math.max(...all.map((each) => each.deadlineMs ?? Number.POSITIVE_INFINITY));
    this.#reading = { abandoned, deadlineMs };
    const requestTimeouts = all.flatMap(({ requestTimeoutMs }) => requestTimeoutMs ?? []);
    try {
      const list = await read({
        // Each of them is called: it may remember what it has seen.
        only: (listed) => all.filter(({ only }) => only(listed)).length > 0,
        isFound: (endpoints) => all.every(({ only }) => endpoints.some((endpoint) => isWanted(endpoint, only))),
        deadlineMs: Number.isFinite(deadlineMs) ? deadlineMs : undefined,
        requestTimeoutMs: requestTimeouts.length < all.length ? undefined : Math.max(...requestTimeouts),
        signal: abandoned.signal,
      });
      for (const { resolve, options } of this.#askers) resolve(list.filter((each) => isWanted(each, options.only)));
    } catch (error) {
      for (const { reject } of this.#askers) reject(error);
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
