/** Owns the operations of the service as functions; knows no spec, no plan, and when to call what is the caller's business. */

import type { Clock } from '../clock.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Limits } from '../model/limits.ts';
import { type Call, type CallContext, call, type ServiceEvent } from './call.ts';
import { oneLine } from './error-body.ts';
import { type EndpointList, pageSize, readList } from './list.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { ContractBreak } from './wire.ts';
import { readCreated, readEndpoint, readLimits, readPage } from './wire-v1.ts';
import { createBody, updateBody } from './wire-v1-bodies.ts';
import { updateV2Body } from './wire-v2.ts';

export interface CallOptions {
  /** Ends the operation: a `ServiceError` of code `cancelled`, whose `mayHaveHappened` tells about a write under way. */
  signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /**
   * Asked once all pages are there and agree. When it says yes, they are not read a second time: that pass is needed only to prove that an endpoint
   * does not exist.
   */
  isEnough?: ((endpoints: readonly Endpoint[]) => boolean) | undefined;
}

/** Every operation fails with a `ServiceError`; a write's `mayHaveHappened` says whether to look before it is sent again. */
export interface ServiceClient {
  /**
   * service-api.md, v1 Create endpoint. Never sent twice when the first may have been processed (reset, time limit, 5xx, unreadable answer):
   * then the error says `mayHaveHappened`. What only v2 can carry (`image.entrypoint`, `workers.cudaVersion`, …) is not sent.
   */
  create(config: EndpointConfig, options?: CallOptions): Promise<{ id: string }>;
  /** service-api.md, v1 Update endpoint: complete; does not carry `appName`, `products`, `rootfsSize` and what only v2 can. Repeated freely. */
  updateV1(update: EndpointUpdate, options?: CallOptions): Promise<void>;
  /** service-api.md, v2 Update endpoint: complete; does not carry `appName`, `clusterID` and several products. Repeated freely. */
  updateV2(update: EndpointUpdate, options?: CallOptions): Promise<void>;
  /** service-api.md, v1 List endpoints: all pages. An incomplete list is said to be so by `complete: false`. */
  list(options?: ListOptions): Promise<EndpointList>;
  /** service-api.md, v1 Get endpoint. An endpoint that does not exist is a `ServiceError` of code `not-found`. */
  get(id: string, options?: CallOptions): Promise<Endpoint>;
  /**
   * service-api.md, v1 Delete endpoint. The contract leaves open whether its `name` is the endpoint's name or its id: the caller chooses.
   * Repeated freely, so `not-found` with `mayHaveHappened` can be the echo of a delete whose answer was lost.
   */
  delete(name: string, options?: CallOptions): Promise<void>;
  /** service-api.md, Limits. Members that the service leaves out are absent. */
  limits(options?: CallOptions): Promise<Limits>;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

export interface EndpointUpdate {
  id: string;
  config: EndpointConfig;
}

export interface ServiceClientOptions extends TransportOptions {
  apiKey: string;
  clock: Clock;
  /** Told of what is worth a line in the log. */
  onEvent?: ((event: ServiceEvent) => void) | undefined;
  /** For one attempt: connecting, headers and body. Default 30 000. */
  requestTimeoutMs?: number | undefined;
  /** For one operation with all its attempts, waits and pages. Default 120 000. */
  operationTimeoutMs?: number | undefined;
  /** Default 8. */
  maxAttempts?: number | undefined;
}

const v1 = '/gpu-instance/openapi/v1';

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const transport = createTransport(options);
  const context: CallContext = {
    transport,
    clock: options.clock,
    apiKey: options.apiKey,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    operationTimeoutMs: options.operationTimeoutMs ?? 120_000,
    maxAttempts: options.maxAttempts ?? 8,
    onEvent: options.onEvent ?? (() => {}),
  };
  const get = <Answer>(request: Omit<Call<Answer>, 'method' | 'repeatable'>) =>
    call<Answer>(context, { ...request, method: 'GET', repeatable: 'freely' });

  return {
    create: (config, { signal } = {}) =>
      call(context, {
        operation: 'create',
        title: `create endpoint ${quoted(config.name)}`,
        method: 'POST',
        path: `${v1}/endpoint/create`,
        body: createBody(config),
        repeatable: 'when-unprocessed',
        secrets: secretsOf(config),
        read: readCreated,
        signal,
      }),
    updateV1: ({ id, config }, { signal } = {}) =>
      call(context, {
        operation: 'update',
        title: `update endpoint ${quoted(id)}`,
        method: 'POST',
        path: `${v1}/endpoint/update`,
        body: updateBody({ id, config }),
        repeatable: 'freely',
        secrets: secretsOf(config),
        signal,
      }),
    updateV2: ({ id, config }, { signal } = {}) =>
      call(context, {
        operation: 'update-v2',
        title: `update endpoint ${quoted(id)}`,
        method: 'PUT',
        path: `/gpus/v2/endpoints/${encodeURIComponent(id)}`,
        body: updateV2Body(config),
        repeatable: 'freely',
        secrets: secretsOf(config),
        signal,
      }),
    list: ({ signal, isEnough } = {}) => {
      const startedMs = options.clock.monotonicMs();
      // One page that fails fails the list; the others, which may be waiting to try again, are not left behind.
      const ended = new AbortController();
      const until = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
      return readList({
        page: (pageNum, { probe } = { probe: false }) =>
          get({
            operation: 'list',
            title: `list endpoints (page ${pageNum})`,
            path: `${v1}/endpoints`,
            query: { pageSize: String(pageSize), pageNum: String(pageNum) },
            read: readPage,
            signal: until,
            startedMs,
            ...(probe ? { maxAttempts: 2 } : {}),
          }),
        isEnough,
        onReadAgain: (pass) => context.onEvent({ type: 'list-read-again', pass }),
      }).finally(() => ended.abort());
    },
    get: (id, { signal } = {}) =>
      get({
        operation: 'get',
        title: `get endpoint ${quoted(id)}`,
        path: `${v1}/endpoint`,
        query: { id },
        read: (body) => readAsked(id, body),
        signal,
      }),
    delete: (name, { signal } = {}) =>
      call(context, {
        operation: 'delete',
        title: `delete endpoint ${quoted(name)}`,
        method: 'POST',
        path: `${v1}/endpoint/delete`,
        body: { name },
        repeatable: 'freely',
        signal,
      }),
    limits: ({ signal } = {}) =>
      get({ operation: 'limits', title: 'read the limits', path: `${v1}/endpoint/limit`, read: readLimits, signal }),
    close: () => transport.close(),
  };
}

/** Another endpoint than the one that was asked for must never be taken for it: the next step may write to it. */
function readAsked(id: string, body: unknown): Endpoint {
  const endpoint = readEndpoint(body);
  if (endpoint.id === id) return endpoint;
  throw new ContractBreak(`endpoint.id: expected ${quoted(id)}, got ${quoted(endpoint.id)}`);
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 100));
}

/** What the service must not be quoted with when it complains about them. */
function secretsOf({ envs }: EndpointConfig): string[] {
  return envs.map(({ value }) => value);
}
