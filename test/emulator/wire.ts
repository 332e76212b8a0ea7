// The vocabulary of what crosses the HTTP boundary.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Open, parsedBody, type Tracking } from '../http-server/recorder.ts';
import type { Switches } from './switches.ts';

export const operations = [
  ...(['create', 'update', 'list', 'get', 'delete', 'limits', 'update-v2'] as const),
  ...(['serve', 'log', 'unknown'] as const),
] as const;

export type Operation = (typeof operations)[number];

/** A request after it was read; `body` is parsed JSON, `undefined` when there was none. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly bodyText: string;
}

/** An answer as bytes-to-be; faults may still take it apart. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sends the body piece by piece, in the place of `body`. */
  readonly stream?: (response: ServerResponse) => Promise<void> | void;
}

export function jsonAnswer(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export function htmlAnswer(status: number, title: string, headers: Record<string, string> = {}): Answer {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { 'content-type': 'text/html', ...headers }, body };
}

/** An error in the form that the switch `errorBody` names. Only the standard form carries the reason. */
export function errorAnswer(
  error: { readonly status: number; readonly reason: string; readonly message: string; readonly metadata?: object },
  { errorBody }: Switches,
  headers: Record<string, string> = {},
): Answer {
  const { status, reason, message, metadata = {} } = error;
  if (errorBody === 'html') return htmlAnswer(status, 'Error', headers);
  if (errorBody === 'empty') return { status, headers, body: '' };
  const bodies = {
    standard: { code: status, reason, message, metadata },
    nested: { error: { message } },
    string: message,
  };
  return jsonAnswer(status, bodies[errorBody], headers);
}

/** Member path → what is wrong with it. */
export type Complaints = Readonly<Record<string, string>>;

/** The service says no: nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: string;
  readonly metadata: Complaints;

  constructor(status: number, reason: string, message: string, metadata: Complaints = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.metadata = metadata;
  }
}

/** 400 VALIDATOR_PARAM that names every offending member. */
export function invalid(complaints: Complaints): Refusal {
  const message = Object.entries(complaints)
    .map(([member, complaint]) => `${member}: ${complaint}`)
    .join('; ');
  return new Refusal(400, 'VALIDATOR_PARAM', message, complaints);
}

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

const bodyBytesMax = 4 * 1024 * 1024;

/** `undefined` when the client went away in the middle of its request: there is nobody to answer. */
export async function readCall(incoming: IncomingMessage): Promise<Call | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyBytesMax) incoming.destroy();
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  // Put together as text: a path that starts with two slashes must not be taken for a host.
  const url = new URL(`http://emulator${incoming.url ?? '/'}`);
  const bodyText = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const method = incoming.method ?? '';
  return { method, path: url.pathname, query: url.searchParams, headers, body: parsedBody(bodyText), bodyText };
}

/** What was offered, told without showing it. */
export function credentials(call: Call, apiKey: string): string {
  const given = call.headers.authorization;
  if (given === undefined) return 'missing';
  return given === `Bearer ${apiKey}` ? 'Bearer <ok>' : 'Bearer <wrong>';
}
