// One HTTP exchange: recording, faults, second writers and access.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FaultList, runHooks } from '../http-server/faults.ts';
import type { Recorder } from '../http-server/recorder.ts';
import { logsPrefix, serveEndpoint, serveLog, servePrefix } from './containers.ts';
import { errorAnswer, goEscaped } from './errors.ts';
import type { Fault, FaultOf } from './faults.ts';
import { type Route, routeOf } from './routes.ts';
import type { SecondWriter } from './second-writer.ts';
import { lose, replacedAnswer, reset, send, sendGzip, sendHuge, statusFaultAnswer, truncate } from './send-answer.ts';
import type { Service } from './service.ts';
import type { Arrival, OpenRequest, RecordedRequest } from './wire.ts';
import { type Answer, type Call, credentials, htmlAnswer, invalid, jsonAnswer, Refusal, readCall } from './wire.ts';

export interface Exchanges {
  readonly service: Service;
  readonly faults: FaultList<Fault>;
  readonly secondWriter: SecondWriter;
  readonly recorder: Recorder<Arrival>;
  readonly apiKey: string;
  readonly onArrival: () => void;
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
    by.onArrival();
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
  const answer = written(by, await trueAnswer(by, exchange));
  if (status === undefined && !response.destroyed) send(response, answer);
}

/** Faults that may leave the request undone. */
function replacesAnswer(fault: Fault): fault is FaultOf<'status' | 'reset' | 'hang'> {
  return fault.kind === 'status' || fault.kind === 'reset' || fault.kind === 'hang';
}

async function deliver(
  by: Exchanges,
  { call, response }: Exchange,
  outcome: { readonly fault: Fault | undefined; readonly answer: Answer },
): Promise<void> {
  const { fault } = outcome;
  const { clock, switches, passUntil } = by.service;
  const answer = written(by, outcome.answer);
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset':
      return reset(response);
    case 'status': {
      const scripted = statusFaultAnswer(fault, { switches: switches(), nowMs: clock.nowMs(), sent: call.body });
      return send(response, written(by, scripted));
    }
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
      return lose(response);
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

/** JSON as the switch `jsonEscapes` writes it. */
function written(by: Exchanges, answer: Answer): Answer {
  const isJson = answer.headers['content-type'] === 'application/json';
  if (!isJson || by.service.switches().jsonEscapes === 'js') return answer;
  return { ...answer, body: goEscaped(answer.body) };
}

async function trueAnswer(by: Exchanges, { call, target }: Exchange): Promise<Answer> {
  if (target === 'serve') return serveEndpoint(by.service, call);
  if (target === 'log') return serveLog(by.service, call, by.apiKey);
  try {
    if (target instanceof Refusal) throw target;
    refuseStranger(by, call, target);
    return jsonAnswer(200, target.answer(by.service, call));
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, { switches: by.service.switches(), sent: call.body });
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
