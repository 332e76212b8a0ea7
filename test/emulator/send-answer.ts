// How an answer reaches the socket, whole or damaged.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { errorAnswer } from './errors.ts';
import type { Fault, FaultOf } from './faults.ts';
import type { Switches } from './switches.ts';
import { type Answer, htmlAnswer, jsonAnswer } from './wire.ts';

/** Sends the answer whole. */
export function send(response: ServerResponse, answer: Answer): void {
  if (answer.stream) {
    // One without headers writes its own head.
    if (Object.keys(answer.headers).length > 0) response.writeHead(answer.status, answer.headers);
    void answer.stream(response);
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** Cuts the connection at once, so that the client sees a reset. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Closes the connection without a word. */
export function lose(response: ServerResponse): void {
  response.socket?.destroy();
}

/** Promises the whole body and sends half of it. */
export function truncate(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}

export function sendGzip(response: ServerResponse, answer: Answer, broken: boolean): void {
  const bytes = broken ? Buffer.from(answer.body) : gzipSync(answer.body);
  const headers = { ...answer.headers, 'content-encoding': 'gzip', 'content-length': bytes.length };
  response.writeHead(answer.status, headers);
  response.end(bytes);
}

const mebibyte = 1024 * 1024;

/** JSON of `bytes` bytes, chunk by chunk and no faster than the client reads; stops when the client has enough. */
export async function sendHuge(response: ServerResponse, bytes = 100 * mebibyte): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const [opening, closing] = ['{"endpoints":[],"padding":"', '"}'];
  response.write(opening);
  const chunk = 'x'.repeat(mebibyte);
  for (let left = Math.max(0, bytes - opening.length - closing.length); left > 0; left -= chunk.length) {
    if (response.destroyed) return;
    if (response.write(chunk.slice(0, left))) continue;
    const given = new AbortController();
    const { signal } = given;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    given.abort();
  }
  response.end(closing);
}

export function statusFaultAnswer(
  fault: FaultOf<'status'>,
  by: { readonly switches: Switches; readonly nowMs: number; readonly sent: unknown },
): Answer {
  const { status, reason = 'UNKNOWN', message = `scripted ${status}` } = fault;
  const headers = { ...retryAfterHeader(fault.retryAfter, by.nowMs), ...fault.headers };
  if (fault.html === true) return htmlAnswer(status, 'Bad Gateway', headers);
  if (typeof fault.body === 'string') return { status, headers, body: fault.body };
  if (fault.body !== undefined) return jsonAnswer(status, fault.body, headers);
  return errorAnswer({ status, reason, message }, by, headers);
}

/** What leaves instead of the true answer, for faults that act after the work was done. */
export function replacedAnswer(fault: Fault | undefined, answer: Answer): Answer {
  switch (fault?.kind) {
    case 'lost-answer-status':
      return htmlAnswer(fault.status ?? 502, 'Bad Gateway', fault.headers);
    case 'garbage':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"endpoints": [{"id": "ab' };
    case 'wrong-type':
      return jsonAnswer(200, fault.body);
    default:
      return answer;
  }
}

function retryAfterHeader(value: FaultOf<'status'>['retryAfter'], nowMs: number): Record<string, string> {
  if (value === undefined) return {};
  if (typeof value === 'object') return { 'retry-after': new Date(nowMs + value.dateInMs).toUTCString() };
  return { 'retry-after': String(value) };
}
