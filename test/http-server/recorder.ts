// The record of the requests that a server for tests received, and their overlap in time.

/** What is known of a request while and after it is handled. */
export interface Tracking {
  /** 1 for the first request since the start. */
  readonly number: number;
  /** Place in the one sequence of starts and finishes: two requests overlap when one starts before the other finishes. */
  readonly startedAt: number;
  readonly finishedAt: number | undefined;
  /** How many other requests were under way at some moment of this one. */
  readonly concurrentWith: number;
  /** `undefined` while unanswered, and for ever when the connection was cut instead. */
  readonly status: number | undefined;
  /** Kinds of the faults that met it. */
  readonly faults: readonly string[];
}

/** Round trips: the longest chain of requests each of which began after the one before it had ended. */
export function longestChain(requests: readonly Tracking[]): number {
  const chains: { endedAt: number; length: number }[] = [];
  for (const { startedAt, finishedAt = Number.POSITIVE_INFINITY } of requests.toSorted(
    (a, b) => a.startedAt - b.startedAt,
  )) {
    const before = chains.filter(({ endedAt }) => endedAt < startedAt).map(({ length }) => length);
    chains.push({ endedAt: finishedAt, length: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...chains.map(({ length }) => length));
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** A request under way. */
export type Open<Arrival> = Arrival & Writable<Tracking>;

/** `Arrival`: what a server knows of a request when it arrives. */
export class Recorder<Arrival extends { readonly operation: string }> {
  #requests: Open<Arrival>[] = [];
  readonly #open = new Set<Open<Arrival>>();
  #sequence = 0;
  #count = 0;
  #waiters: {
    readonly operation: Arrival['operation'];
    left: number;
    readonly resolve: (request: Arrival & Tracking) => void;
  }[] = [];

  start(arrival: Arrival): Open<Arrival> {
    this.#sequence += 1;
    this.#count += 1;
    for (const other of this.#open) other.concurrentWith += 1;
    const request: Open<Arrival> = {
      ...arrival,
      number: this.#count,
      startedAt: this.#sequence,
      finishedAt: undefined,
      concurrentWith: this.#open.size,
      status: undefined,
      faults: [],
    };
    this.#open.add(request);
    this.#requests.push(request);
    this.#notify(request);
    return request;
  }

  finish(request: Open<Arrival>): void {
    if (!this.#open.delete(request)) return;
    this.#sequence += 1;
    request.finishedAt = this.#sequence;
  }

  all(): readonly (Arrival & Tracking)[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }

  /** The nth request of that operation from now on, at its arrival. */
  next(operation: Arrival['operation'], nth: number): Promise<Arrival & Tracking> {
    return new Promise((resolve) => this.#waiters.push({ operation, left: nth, resolve }));
  }

  #notify(request: Open<Arrival>): void {
    for (const waiter of this.#waiters) {
      if (waiter.operation === request.operation) waiter.left -= 1;
      if (waiter.left === 0) waiter.resolve(request);
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter.left > 0);
  }
}

/** Parsed JSON; the text itself when it is not JSON; `undefined` when there was none. */
export function parsedBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
