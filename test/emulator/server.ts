// Owns one HTTP exchange: recording, faults, access; knows no operation of the service.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { lose, replacedAnswer, reset, send, statusFaultAnswer, truncate } from './delivery.ts';
import type { Fault, FaultList } from './faults.ts';
import { credentials, readCall } from './reading.ts';
import type { OpenRequest, RecordedRequest, Recorder } from './recorder.ts';
import { errorAnswer } from './responses.ts';
import { type Route, routeOf } from './routes.ts';
import { serveEndpoint, servePrefix } from './serve.ts';
import type { Service } from './service.ts';
import { type Answer, type Call, invalid, jsonAnswer, Refusal } from './wire.ts';

export interface Exchanges {
  readonly service: Service;
  readonly faults: FaultList;
  readonly recorder: Recorder;
  readonly apiKey: string;
  readonly onRequest: (request: RecordedRequest) => void;
}

export async function exchange(by: Exchanges, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(incoming);
  if (call === undefined) return;
  const target = call.path.startsWith(servePrefix) ? 'serve' : routeOf(call.method, call.path);
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
    await answerWithFaults(by, { call, target, request, response });
  } catch (error) {
    // A mistake in the emulator or in a test's hook must not look like one of the service.
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send(response, jsonAnswer(500, { code: 500, reason: 'EMULATOR_BUG', message, metadata: {} }));
  }
}

interface Exchange {
  readonly call: Call;
  readonly target: Route | Refusal | 'serve';
  readonly request: OpenRequest;
  readonly response: ServerResponse;
}

async function answerWithFaults(by: Exchanges, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const met = by.faults.take(request.operation);
  request.faults = met.map((fault) => fault.kind);
  await runHooks(met, 'before', request);
  const fault = met.find((candidate) => candidate.kind !== 'hook');
  const { errorBody, latencyMs } = by.service.switches();
  if (latencyMs > 0) await pause(latencyMs);
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') return reset(response);
  if (fault?.kind === 'status') return send(response, statusFaultAnswer(fault, errorBody));
  const answer = await trueAnswer(by, exchange);
  await runHooks(met, 'after', request);
  if (fault?.kind === 'slow') await pause(fault.delayMs);
  if (fault?.kind === 'lost-answer') return lose(response);
  if (fault?.kind === 'truncate') return truncate(response, answer);
  send(response, replacedAnswer(fault, answer));
}

async function trueAnswer(by: Exchanges, { call, target }: Exchange): Promise<Answer> {
  if (target === 'serve') return serveEndpoint(by.service, call);
  try {
    if (target instanceof Refusal) throw target;
    refuseStranger(by, call, target);
    return jsonAnswer(200, target.answer(by.service, call));
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, by.service.switches().errorBody);
    throw error;
  }
}

function refuseStranger(by: Exchanges, call: Call, route: Route): void {
  if (credentials(call, by.apiKey) !== 'Bearer <ok>') {
    throw new Refusal(401, 'UNAUTHORIZED', 'the Authorization header must be "Bearer <API_KEY>" with a valid key');
  }
  if (by.service.switches().forbiddenOperations.includes(route.operation)) {
    throw new Refusal(403, 'FORBIDDEN', `this key may not ${route.operation}`);
  }
  const contentType = call.headers['content-type'];
  if (contentType !== 'application/json') {
    const found = contentType === undefined ? 'missing' : `"${contentType}"`;
    throw invalid({ 'Content-Type': `the header is ${found}, every request must say application/json` });
  }
  if (call.bodyText !== '' && call.body === call.bodyText) throw invalid({ body: 'not JSON' });
}

function operationOf(target: Exchange['target']): RecordedRequest['operation'] {
  if (target === 'serve') return 'serve';
  return target instanceof Refusal ? 'unknown' : target.operation;
}

async function runHooks(met: readonly Fault[], when: 'before' | 'after', request: RecordedRequest): Promise<void> {
  for (const fault of met) {
    if (fault.kind === 'hook' && fault.when === when) await fault.run(request);
  }
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
}
