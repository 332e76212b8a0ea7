// What the emulator records of each request.
import type { Open, Tracking } from '../http-server/recorder.ts';
import type { Operation } from './wire.ts';

export interface Arrival {
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
}

export type RecordedRequest = Arrival & Tracking;
export type OpenRequest = Open<Arrival>;
