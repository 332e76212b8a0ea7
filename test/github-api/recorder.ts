// What this GitHub records of each request.
import type { Open, Tracking } from '../http-server/recorder.ts';
import type { Operation } from './wire.ts';

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

export type RecordedRequest = Arrival & Tracking;
export type OpenRequest = Open<Arrival>;
