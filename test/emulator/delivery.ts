// Owns how an answer reaches the socket, whole or damaged; knows neither routes nor which fault was meant for whom.
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';
import { errorAnswer } from './responses.ts';
import type { Switches } from './switches.ts';
import { type Answer, htmlAnswer, jsonAnswer } from './wire.ts';

export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

/** Sends the answer whole. */
export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** Cuts the connection at once, so that the client sees a reset. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Cuts the connection after the work was done. */
export function lose(response: ServerResponse): void {
  response.socket?.destroy();
}

/** Promises the whole body and sends half of it. */
export function truncate(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}

export function statusFaultAnswer(fault: FaultOf<'status'>, errorBody: Switches['errorBody']): Answer {
  const { status, reason = 'UNKNOWN', message = `scripted ${status}`, headers = {} } = fault;
  if (typeof fault.body === 'string') return { status, headers, body: fault.body };
  if (fault.body !== undefined) return jsonAnswer(status, fault.body, headers);
  return errorAnswer({ status, reason, message }, errorBody, headers);
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
