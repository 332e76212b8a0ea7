// Owns the record of requests and their overlap in time; knows nothing of what a request means.
import type { Operation } from './wire.ts';

export interface RecordedRequest {
  /** 1 for the first request since the start. */
  readonly number: number;
  readonly operation: Operation | 'unknown';
  readonly method: string;
  /** Without the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; the text itself when it is not JSON; `undefined` when there was none. */
  readonly body: unknown;
  /** So that no token shows. */
  readonly authorization: 'ok' | 'wrong' | 'missing';
  readonly userAgent: string;
  /** Place in the one sequence of starts and finishes: two requests overlap when one starts before the other finishes. */
  readonly startedAt: number;
  readonly finishedAt: number | undefined;
  /** How many other requests were under way at some moment of this one. */
  readonly concurrentWith: number;
  /** `undefined` while unanswered, and for ever when the connection was cut instead. */
  readonly status: number | undefined;
  readonly faults: readonly string[];
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type OpenRequest = Writable<RecordedRequest>;
export type Arrival = Pick<
  RecordedRequest,
  'operation' | 'method' | 'path' | 'query' | 'body' | 'authorization' | 'userAgent'
>;

export class Recorder {
  #requests: OpenRequest[] = [];
  readonly #open = new Set<OpenRequest>();
  #sequence = 0;
  #count = 0;

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
}
