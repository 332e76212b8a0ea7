// The vocabulary of what crosses the HTTP boundary of this GitHub, and the faults that it plays.
import type { Aim, Hook } from '../http-server/faults.ts';
import type { Tracking } from '../http-server/recorder.ts';

/** GitHub's own operation ids, those that are played here; GraphQL's one question, `viewer`, is none of the description. */
export type Operation =
  | `issues/${'list-comments' | 'create-comment' | 'update-comment' | 'delete-comment'}`
  | 'pulls/get'
  | 'repos/compare-commits-with-basehead'
  | 'actions/get-workflow-run'
  | 'graphql';

export type Right = 'actions' | 'contents' | 'pull-requests';
export type Level = 'none' | 'read' | 'write';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; a text is a web page; `undefined` for no body at all. */
  readonly body: unknown;
}

export function answer(status: number, body?: unknown, headers: Answer['headers'] = {}): Answer {
  return { status, headers, body };
}

/** As the description has it: a validation error lists errors, others repeat the status, GitHub's own failures do neither. */
export function refusal(
  status: number,
  message: string,
  { headers = {}, errors = [] }: { headers?: Answer['headers']; errors?: readonly unknown[] } = {},
): Answer {
  const details = status === 422 ? { errors } : status < 500 && { status: String(status) };
  return answer(status, { message, documentation_url: 'https://docs.github.com/rest', ...details }, headers);
}

export const notFound = refusal(404, 'Not Found');
export const notPermitted = refusal(403, 'Resource not accessible by integration');
export const invalid = (error: object) => refusal(422, 'Validation Failed', { errors: [error] });

/** What is recorded of each request. */
export interface Arrival {
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
}

export type Fault = Pick<Aim, 'after' | 'times'> & { readonly operation: Operation | 'any' } & (
    | {
        /** Nothing is done; an error is answered, by default with a body of GitHub's shape. */
        readonly kind: 'status';
        readonly status: number;
        readonly message?: string;
        readonly headers?: Answer['headers'];
        /** A string is sent as a web page, anything else as JSON. */
        readonly body?: unknown;
      }
    /** Nothing is done: 403, as for a job without the permission. */
    | { readonly kind: 'missing-permission' }
    /** Nothing is done: GitHub's secondary limit. `status` defaults to 403; without a time GitHub means a minute. */
    | { readonly kind: 'secondary-rate-limit'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
    /** Nothing is done: the hourly limit; `resetAt` as GitHub sends it, in seconds since 1970. */
    | { readonly kind: 'primary-rate-limit'; readonly resetAt: number }
    /** Nothing is done, and the connection is cut, or no answer ever comes. */
    | { readonly kind: 'reset' | 'hang' }
    /** The request is carried out; the connection is cut instead of answering. */
    | { readonly kind: 'lost-answer' }
    /** The request is carried out; this JSON is answered instead, described or not. */
    | { readonly kind: 'wrong-body'; readonly body: unknown }
    | Hook<Arrival & Tracking>
  );
