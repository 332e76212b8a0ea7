// The record of requests and their overlap in time.
import type { Operation } from './wire.ts';

export interface RecordedRequest {
  /** 1 for the first request since the start. */
  readonly number: number;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** As received; `authorization` only as `Bearer <ok>`, `Bearer <wrong>` or `missing`, so that no key shows. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; the text itself when it is not JSON; `undefined` when there was none. */
  readonly body: unknown;
  /** The client's port: one for each connection. */
  readonly clientPort: number;
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

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type OpenRequest = Writable<RecordedRequest>;

type Arrival = Pick<RecordedRequest, 'operation' | 'method' | 'path' | 'query' | 'headers' | 'body' | 'clientPort'>;

export class Recorder {
  #requests: OpenRequest[] = [];
  readonly #open = new Set<OpenRequest>();
  #sequence = 0;
  #count = 0;
  #waiters: { readonly operation: Operation; left: number; readonly resolve: (request: RecordedRequest) => void }[] =
    [];

  start(arrival: Arrival): OpenRequest {
    this.#sequence += 1;
    this.#count += 1;
    for (const other of this.#open) other.concurrentWith += 1;
    const request: OpenRequest = {
      number: this.#count,
      ...arrival,
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

  finish(request: OpenRequest): void {
    if (!this.#open.delete(request)) return;
    this.#sequence += 1;
    request.finishedAt = this.#sequence;
  }

  all(): readonly RecordedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }

  /** The nth request of that operation from now on, at its arrival. */
  next(operation: Operation, nth: number): Promise<RecordedRequest> {
    return new Promise((resolve) => this.#waiters.push({ operation, left: nth, resolve }));
  }

  #notify(request: RecordedRequest): void {
    for (const waiter of this.#waiters) {
      if (waiter.operation === request.operation) waiter.left -= 1;
      if (waiter.left === 0) waiter.resolve(request);
    }
    this.#waiters = this.#waiters.filter((waiter) => waiter.left > 0);
  }
}
