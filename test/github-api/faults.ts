// The faults that this GitHub plays.
import type { Hook } from '../http-server/faults.ts';
import type { RecordedRequest } from './recorder.ts';
import type { Operation } from './wire.ts';

interface Aim {
  /** `any` meets every operation. */
  readonly operation: Operation | 'any';
  /** Lets so many matching requests pass first. Default 0. */
  readonly after?: number;
  /** How many matching requests it meets. Default 1. */
  readonly times?: number | 'always';
}

export type Fault = Aim &
  (
    | {
        /** Nothing is done; an error is answered, by default with a body of GitHub's shape. */
        readonly kind: 'status';
        readonly status: number;
        readonly message?: string;
        readonly headers?: Readonly<Record<string, string>>;
        /** A string is sent as a web page, anything else as JSON. */
        readonly body?: unknown;
      }
    /** Nothing is done: 403, as for a job without the permission. */
    | { readonly kind: 'missing-permission' }
    /** Nothing is done: GitHub's secondary limit. `status` defaults to 403; without a time GitHub means a minute. */
    | { readonly kind: 'secondary-rate-limit'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
    /** Nothing is done: the hourly limit; `resetAt` as GitHub sends it, in seconds since 1970. */
    | { readonly kind: 'primary-rate-limit'; readonly resetAt: number }
    /** Nothing is done; the connection is cut. */
    | { readonly kind: 'reset' }
    /** Nothing is done; no answer ever comes. */
    | { readonly kind: 'hang' }
    /** The request is carried out; the connection is cut instead of answering. */
    | { readonly kind: 'lost-answer' }
    /** The request is carried out; this JSON is answered instead, described or not. */
    | { readonly kind: 'wrong-body'; readonly body: unknown }
    | Hook<RecordedRequest>
  );
