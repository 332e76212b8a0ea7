// The vocabulary of what crosses the HTTP boundary.
import type { ServerResponse } from 'node:http';

export const operations = [
  'create',
  'update',
  'list',
  'get',
  'delete',
  'limits',
  'update-v2',
  'serve',
  'log',
  'unknown',
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
