// One HTTP exchange: recording, faults, second writers and access, and how an answer reaches the socket, whole or damaged.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type FaultList, runHooks } from '../http-server/faults.ts';
import type { Recorder } from '../http-server/recorder.ts';
import { logsPrefix, serveEndpoint, serveLog, servePrefix } from './containers.ts';
import type { Fault, FaultOf } from './faults.ts';
import { type Route, routeOf, type Service } from './routes.ts';
import type { SecondWriter } from './second-writer.ts';
import type { Switches } from './switches.ts';
import type { Arrival, OpenRequest, RecordedRequest } from './wire.ts';
import {
  type Answer,
  type Call,
  credentials,
  errorAnswer,
  htmlAnswer,
  invalid,
  jsonAnswer,
  Refusal,
  readCall,
} from './wire.ts';

export interface Exchanges {
  readonly service: Service;
  readonly faults: FaultList<Fault>;
  readonly secondWriter: SecondWriter;
  readonly recorder: Recorder<Arrival>;
  readonly apiKey: string;
  readonly onRequest: (request: RecordedRequest) => void;
  readonly refuseConnections: (forMs: number) => void;
}

export async function exchange(by: Exchanges, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(incoming);
  if (call === undefined) return;
  const target = targetOf(call);
  const request = by.recorder.start({
    operation: operationOf(target),
    method: call.method,
    path: call.path,
    query: Object.fromEntries(call.query),
    headers: { ...call.headers, authorization: credentials(call, by.apiKey) },
    body: call.body,
    clientPort: incoming.socket.remotePort ?? 0,
  });
  response.once('close', () => {
    // A damaged answer counts as none: the client never got what the status promises.
    if (response.writableFinished) request.status = response.statusCode;
    by.recorder.finish(request);
    by.onRequest(request);
  });
  try {
    by.secondWriter.applyDue(by.service.clock.nowMs());
    await answerWithFaults(by, { call, target, request, response });
  } catch (error) {
    // A mistake in the emulator or in a test's hook must not look like one of the service.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send(response, jsonAnswer(500, { code: 500, reason: 'EMULATOR_BUG', message, metadata: {} }));
  }
}

interface Exchange {
  readonly call: Call;
  readonly target: Route | Refusal | 'serve' | 'log';
  readonly request: OpenRequest;
  readonly response: ServerResponse;
}

/** Stands for the answer of a request that was not carried out. */
const nothing: Answer = { status: 200, headers: {}, body: '' };

async function answerWithFaults(by: Exchanges, exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const { clock } = by.service;
  const met = by.faults.take(request.operation, clock.nowMs());
  request.faults = met.map((fault) => fault.kind);
  by.secondWriter.meet('before', request.operation, clock.nowMs());
  await runHooks(met, 'before', request);
  const fault = met.find((candidate) => candidate.kind !== 'hook');
  const { latencyMs } = by.service.switches();
  if (latencyMs > 0) await pause(latencyMs);
  if (fault?.kind === 'late') return answerLate(by, exchange, fault);
  const isCarriedOut = fault === undefined || !replacesAnswer(fault) || fault.when === 'after';
  if (!isCarriedOut) return deliver(by, exchange, { fault, answer: nothing });
  const answer = await trueAnswer(by, exchange);
  by.secondWriter.meet('after', request.operation, clock.nowMs());
  await runHooks(met, 'after', request);
  return deliver(by, exchange, { fault, answer });
}

/** A proxy gives up at once, or keeps the client waiting; the request is carried out when its time comes. */
async function answerLate(by: Exchanges, exchange: Exchange, fault: FaultOf<'late'>): Promise<void> {
  const { response } = exchange;
  const { clock } = by.service;
  const { delayMs, status } = fault;
  if (status !== undefined) send(response, htmlAnswer(status, 'Gateway Timeout'));
  await clock.waitUntil(clock.nowMs() + delayMs);
  const answer = await trueAnswer(by, exchange);
  if (status === undefined && !response.destroyed) send(response, answer);
}

/** Faults that may leave the request undone. */
function replacesAnswer(fault: Fault): fault is FaultOf<'status' | 'reset' | 'hang'> {
  return fault.kind === 'status' || fault.kind === 'reset' || fault.kind === 'hang';
}

async function deliver(
  by: Exchanges,
  { response }: Exchange,
  outcome: { readonly fault: Fault | undefined; readonly answer: Answer },
): Promise<void> {
  const { fault, answer } = outcome;
  const { clock, switches, passUntil } = by.service;
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset':
      // At once, so that the client sees a reset.
      return void response.socket?.resetAndDestroy();
    case 'status':
      return send(response, statusFaultAnswer(fault, { switches: switches(), nowMs: clock.nowMs() }));
    case 'refuse-next':
      by.refuseConnections(fault.refusedMs);
      return send(response, { ...answer, headers: { ...answer.headers, connection: 'close' } });
    case 'early-hints':
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      return send(response, answer);
    case 'slow':
      await (fault.clock === 'emulator' ? passUntil(clock.nowMs() + fault.delayMs) : pause(fault.delayMs));
      return send(response, answer);
    case 'lost-answer':
      return void response.socket?.destroy();
    case 'truncate':
      return truncate(response, answer);
    case 'gzip':
      return sendGzip(response, answer, fault.broken ?? false);
    case 'huge':
      return sendHuge(response, fault.bytes);
    default:
      return send(response, replacedAnswer(fault, answer));
  }
}

async function trueAnswer(by: Exchanges, { call, target }: Exchange): Promise<Answer> {
  if (target === 'serve') return serveEndpoint(by.service, call);
  if (target === 'log') return serveLog(by.service, call, by.apiKey);
  try {
    if (target instanceof Refusal) throw target;
    refuseStranger(by, call, target);
    return jsonAnswer(200, target.answer(by.service, call));
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, by.service.switches());
    throw error;
  }
}

function refuseStranger(by: Exchanges, call: Call, route: Route): void {
  if (credentials(call, by.apiKey) !== 'Bearer <ok>') {
    throw new Refusal(401, 'UNAUTHORIZED', 'the Authorization header must be "Bearer <API_KEY>" with a valid key');
  }
  const switches = by.service.switches();
  if (switches.forbiddenOperations.includes(route.operation)) {
    throw new Refusal(403, 'FORBIDDEN', `this key may not ${route.operation}`);
  }
  const contentType = call.headers['content-type'];
  if (contentType !== 'application/json') {
    const found = contentType === undefined ? 'missing' : `"${contentType}"`;
    throw invalid({ 'Content-Type': `the header is ${found}, every request must say application/json` });
  }
  if (call.bodyText !== '' && call.body === call.bodyText) throw invalid({ body: 'not JSON' });
}

function targetOf({ method, path }: Call): Exchange['target'] {
  if (path.startsWith(servePrefix)) return 'serve';
  return path.startsWith(logsPrefix) ? 'log' : routeOf(method, path);
}

function operationOf(target: Exchange['target']): RecordedRequest['operation'] {
  if (typeof target === 'string') return target;
  return target instanceof Refusal ? 'unknown' : target.operation;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
}

/** Sends the answer whole. */
function send(response: ServerResponse, answer: Answer): void {
  if (answer.stream) {
    // One without headers writes its own head.
    if (Object.keys(answer.headers).length > 0) response.writeHead(answer.status, answer.headers);
    void answer.stream(response);
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** Promises the whole body and sends half of it. */
function truncate(response: ServerResponse, answer: Answer): void {
  const bytes = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}

function sendGzip(response: ServerResponse, answer: Answer, broken: boolean): void {
  const bytes = broken ? Buffer.from(answer.body) : gzipSync(answer.body);
  const headers = { ...answer.headers, 'content-encoding': 'gzip', 'content-length': bytes.length };
  response.writeHead(answer.status, headers);
  response.end(bytes);
}

const mebibyte = 1024 * 1024;

/** JSON of `bytes` bytes, chunk by chunk and no faster than the client reads; stops when the client has enough. */
async function sendHuge(response: ServerResponse, bytes = 100 * mebibyte): Promise<void> {
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

function statusFaultAnswer(
  fault: FaultOf<'status'>,
  by: { readonly switches: Switches; readonly nowMs: number },
): Answer {
  const { status, reason = 'UNKNOWN', message = `scripted ${status}` } = fault;
  const headers = { ...retryAfterHeader(fault.retryAfter, by.nowMs), ...fault.headers };
  if (fault.html === true) return htmlAnswer(status, 'Bad Gateway', headers);
  if (typeof fault.body === 'string') return { status, headers, body: fault.body };
  if (fault.body !== undefined) return jsonAnswer(status, fault.body, headers);
  return errorAnswer({ status, reason, message }, by.switches, headers);
}

/** What leaves instead of the true answer, for faults that act after the work was done. */
function replacedAnswer(fault: Fault | undefined, answer: Answer): Answer {
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
