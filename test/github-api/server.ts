// One HTTP exchange: recording, faults, access, the check against GitHub's description.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FaultList, runHooks } from '../http-server/faults.ts';
import { parsedBody, type Recorder } from '../http-server/recorder.ts';
import { type Description, loadDescription } from './description.ts';
import { type Route, routeOf } from './handlers.ts';
import {
  type Answer,
  type Arrival,
  answer,
  type Fault,
  type Level,
  notFound,
  notPermitted,
  type OpenRequest,
  type RecordedRequest,
  type Right,
  refusal,
} from './wire.ts';
import type { World } from './world.ts';

export interface Exchanges {
  readonly world: World;
  readonly faults: FaultList<Fault>;
  readonly recorder: Recorder<Arrival>;
  readonly token: string;
  /** '' or such as `/api/v3`. */
  readonly basePath: string;
  readonly permissions: () => Readonly<Record<Right, Level>>;
  readonly violate: (violation: string) => void;
}

export async function exchange(by: Exchanges, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await exchangeOrThrow(by, incoming, response);
  } catch (error) {
    // The client has hung up in the middle of its request, as a cancelled run does.
    if (incoming.errored) return;
    // A mistake of this server or of a test's hook must not pass for one of GitHub's failures.
    by.violate(error instanceof Error ? (error.stack ?? error.message) : String(error));
    send(response, answer(500, { message: 'the GitHub for tests has a bug' }));
  }
}

async function exchangeOrThrow(by: Exchanges, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const description = await loadDescription();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { pathname, searchParams } = new URL(`http://github${incoming.url ?? '/'}`);
  const path = pathname.startsWith(`${by.basePath}/`) ? pathname.slice(by.basePath.length) : undefined;
  const method = incoming.method ?? '';
  const route = path === undefined ? undefined : routeOf(description, { method, path });
  const isGraphql = method === 'POST' && pathname === `${by.basePath.replace(/\/v3$/, '')}/graphql`;
  const arrival = {
    operation: route?.operation ?? (isGraphql ? ('graphql' as const) : ('unknown' as const)),
    method,
    path: path ?? pathname,
    query: Object.fromEntries(searchParams),
    body: parsedBody(Buffer.concat(chunks).toString('utf8')),
    authorization: authorization(incoming.headers.authorization, by.token),
    userAgent: incoming.headers['user-agent'] ?? '',
  };
  const request = by.recorder.start(arrival);
  response.once('close', () => {
    if (response.writableFinished) request.status = response.statusCode;
    by.recorder.finish(request);
  });
  await respond(by, { description, route, request, response });
}

interface Exchange {
  readonly description: Description;
  readonly route: Route | undefined;
  readonly request: OpenRequest;
  readonly response: ServerResponse;
}

async function respond(by: Exchanges, exchange: Exchange): Promise<void> {
  const { request, response, description } = exchange;
  const met = by.faults.take(request.operation);
  request.faults = met.map((fault) => fault.kind);
  await runHooks(met, 'before', request);
  const fault = met.find((candidate) => candidate.kind !== 'hook');
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') return void response.socket?.resetAndDestroy();
  const refused = fault && refusalOf(fault);
  const result = refused ?? trueAnswer(by, exchange);
  if (
    request.operation !== 'unknown' &&
    request.operation !== 'graphql' &&
    (fault?.kind !== 'status' || fault.body === undefined)
  ) {
    const { operation } = request;
    for (const found of description.checkAnswer({ operation, ...result })) by.violate(`answer of ${found}`);
  }
  if (!refused) await runHooks(met, 'after', request);
  if (fault?.kind === 'lost-answer') return void response.socket?.destroy();
  send(response, fault?.kind === 'wrong-body' ? answer(result.status, fault.body) : result);
}

function trueAnswer(by: Exchanges, { route, request, description }: Exchange): Answer {
  const { world } = by;
  if (request.authorization === 'missing') return refusal(401, 'Requires authentication');
  if (request.authorization === 'wrong') return refusal(401, 'Bad credentials');
  if (request.operation === 'graphql') return viewerAnswer(world, request.body);
  if (route === undefined) {
    by.violate(`${request.method} ${request.path}: no such operation here`);
    return notFound;
  }
  const { path, operation } = route;
  const wrong = description.checkRequest({ path, query: request.query, operation, body: request.body });
  for (const found of wrong) by.violate(`request to ${found}`);
  if (wrong.length > 0) return refusal(422, `Invalid request. ${wrong.join(' ')}`, {}, []);
  if (`${path.owner}/${path.repo}` !== world.repository) return notFound;
  const granted = by.permissions()[route.right];
  if (granted !== 'write' && granted !== route.level) return notPermitted;
  const call = { path, query: request.query, body: (request.body ?? {}) as Readonly<Record<string, unknown>> };
  return route.handler({ world, description, call, url: `${world.url()}${request.path}` });
}

/** Extra members are no part of GraphQL's body. */
function viewerAnswer({ author }: World, body: unknown): Answer {
  const { query, ...more } = body as { query?: unknown };
  if (query !== '{ viewer { login } }' || Object.keys(more).length > 0)
    throw new Error(`this question is not played: ${JSON.stringify(body)}`);
  return answer(200, { data: { viewer: { login: author.login } } });
}

function refusalOf(fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'status': {
      const { status, message = `scripted ${status}`, headers = {}, body } = fault;
      if (body !== undefined) return answer(status, body, headers);
      return refusal(status, message, headers, status === 422 ? [] : undefined);
    }
    case 'missing-permission':
      return notPermitted;
    case 'secondary-rate-limit': {
      const { status = 403, retryAfterSeconds: seconds } = fault;
      const headers: Answer['headers'] = seconds === undefined ? {} : { 'retry-after': String(seconds) };
      return refusal(status, 'You have exceeded a secondary rate limit.', headers);
    }
    case 'primary-rate-limit': {
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(fault.resetAt) };
      return refusal(403, 'API rate limit exceeded for installation.', headers);
    }
    default:
      return undefined;
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) return void response.writeHead(status, headers).end();
  const isPage = typeof body === 'string';
  const contentType = isPage ? 'text/html' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': contentType, ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}

/** GitHub takes both words. */
function authorization(header: string | undefined, token: string): RecordedRequest['authorization'] {
  if (header === undefined) return 'missing';
  return /^(token|bearer) (.*)$/i.exec(header)?.[2] === token ? 'ok' : 'wrong';
}
