/** The operations of the service as functions. */

import pLimit from 'p-limit';
import { createTransport, type Exchanged, type HttpRequest, type TransportOptions } from '../http/transport.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint, Limits } from '../model/endpoint.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import { oneLine } from '../shown-text.ts';
import { type ListOptions, type Page, type PageRequest, type PagingFacts, pageSizes, readList } from './list.ts';
import type { RequestContext, RequestOptions, ServiceRequest } from './request.ts';
import { attemptTimeoutMs, sendRequest } from './request.ts';
import { createCleaner } from './wire-endpoint.ts';
import { readAsked, readCreated, readLimits, readPage } from './wire-v1.ts';
import { createBody, updateV1Body, updateV2Body } from './write-bodies.ts';

/** Every operation fails with a `ServiceError`; `mayHaveHappened` says whether to look before a write is sent again. */
export interface ServiceClient {
  /** Asks for limits and first page of the list now. The next {@link limits} and {@link list} take the answers. */
  readAhead(ahead: { limits: boolean; list: boolean; signal?: AbortSignal | undefined }): void;
  /**
   * service-api.md, v1 Create endpoint. Not retried when the first may have been processed (reset, time limit, 5xx,
   * unreadable answer): then the error says `mayHaveHappened`. What only v2 can carry (`image.entrypoint`,
   * `workers.cudaVersion`, …) is not sent.
   */
  create(config: EndpointConfig, options?: RequestOptions): Promise<{ id: string }>;
  /** service-api.md, v1 Update endpoint: all but `appName`, `products`, `rootfsSize` and what only v2 carries. */
  updateV1(update: EndpointUpdate, options?: RequestOptions): Promise<void>;
  /** service-api.md, v2 Update endpoint: `fields` alone, and never `appName`, `clusterID` or several products. */
  updateV2(update: EndpointUpdate & { fields: ReadonlySet<string> }, options?: RequestOptions): Promise<void>;
  /** service-api.md, v1 List endpoints: all pages. A list that contradicts itself is a `ServiceError` `unavailable`. */
  list(options?: ListOptions): Promise<readonly Endpoint[]>;
  /** service-api.md, v1 Get endpoint. An endpoint that does not exist is a `ServiceError` of code `not-found`. */
  get(id: string, options?: RequestOptions): Promise<Endpoint>;
  /**
   * service-api.md, v1 Delete endpoint. The contract leaves open whether its `name` is the endpoint's name or its id:
   * the caller chooses. Always retried, so `not-found` with `mayHaveHappened` can be the echo of a delete that lost its
   * answer.
   */
  delete(name: string, options?: RequestOptions): Promise<void>;
  /** service-api.md, Limits. Members that the service leaves out are absent. */
  limits(options?: RequestOptions): Promise<Limits>;
  /** Ends every connection at once. */
  close(): Promise<void>;
}

interface EndpointUpdate {
  id: string;
  config: EndpointConfig;
}

export interface ServiceClientOptions
  extends Omit<TransportOptions, 'headers'>,
    Omit<RequestContext, 'transport' | 'redactor'> {
  apiKey: string;
  /** The `User-Agent` of every request. */
  userAgent: string;
  /** That of the run; the API key and the envs that are sent are added to it. Default: one that knows nothing else. */
  redactor?: Redactor | undefined;
}

/** What one answer may hold: some 40 ms to parse. A larger list is asked for with fewer endpoints a page. */
const answerCeilings = { bytes: 4 * 1024 * 1024, values: 100_000, depth: 64 } as const;

/** Creations and updates of one run: many specs do not flood the service. */
const writesAtOnce = 8;

const v1 = '/gpu-instance/openapi/v1';
const listPath = `${v1}/endpoints`;
const limitsPath = `${v1}/endpoint/limit`;

const pageQuery = (size: number, num: number) => ({ pageSize: String(size), pageNum: String(num) });

/** Every request carries the headers of service-api.md, Authentication. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { apiKey, userAgent, clock, redactor = createRedactor() } = options;
  redactor.add(apiKey, 'mask');
  const transport = createTransport({
    maxBodyBytes: answerCeilings.bytes,
    json: answerCeilings,
    ...options,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}`, 'User-Agent': userAgent },
  });
  const paging: PagingFacts = { pageSize: pageSizes[0] };
  const clean = createCleaner(redactor);
  const send = <Answer = void>(request: ServiceRequest<Answer>) =>
    sendRequest<Answer>({ ...options, redactor, transport }, request);
  const writeInTurn = pLimit(writesAtOnce);
  const sendConfig = async <Answer = void>({ envs }: EndpointConfig, request: ServiceRequest<Answer>) => {
    // The service quotes values that it dislikes.
    for (const { value } of envs) redactor.add(value, 'env');
    return writeInTurn(() => send<Answer>(request));
  };

  const sendAhead = (path: string, { query, signal }: Pick<HttpRequest, 'query' | 'signal'>) =>
    transport.exchange({ method: 'GET', path, query, signal, timeoutMs: attemptTimeoutMs });
  let limitsAhead: Promise<Exchanged> | undefined;
  let pageAhead: Promise<Exchanged> | undefined;

  return {
    readAhead: ({ limits, list, signal }) => {
      if (limits) limitsAhead = sendAhead(limitsPath, { signal });
      if (list) pageAhead = sendAhead(listPath, { query: pageQuery(paging.pageSize, 1), signal });
    },
    create: (config, requestOptions) =>
      sendConfig(config, {
        ...requestOptions,
        operation: 'create',
        title: `create endpoint ${quoted(config.name)}`,
        method: 'POST',
        path: `${v1}/endpoint/create`,
        body: createBody(config),
        read: readCreated,
      }),
    updateV1: ({ id, config }, requestOptions) =>
      sendConfig(config, {
        ...requestOptions,
        operation: 'update',
        title: `update endpoint ${quoted(id)}`,
        method: 'POST',
        path: `${v1}/endpoint/update`,
        body: updateV1Body({ id, config }),
      }),
    updateV2: ({ id, config, fields }, requestOptions) =>
      sendConfig(config, {
        ...requestOptions,
        operation: 'update-v2',
        title: `update endpoint ${quoted(id)}`,
        method: 'PUT',
        path: `/gpus/v2/endpoints/${encodeURIComponent(id)}`,
        body: updateV2Body(config, fields),
      }),
    list: ({ only, signal, ...requestOptions } = {}) => {
      const startedMs = clock.monotonicMs();
      // One page that fails fails the list; the others, which may be waiting to try again, are not left behind.
      const ended = new AbortController();
      const until = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
      const page = ({ pageNum, pageSize, isOptional }: PageRequest) => {
        const ahead = pageNum === 1 ? pageAhead : undefined;
        pageAhead = undefined;
        return send({
          ...requestOptions,
          ahead,
          signal: until,
          startedMs,
          operation: 'list',
          method: 'GET',
          title: `list endpoints (page ${pageNum})`,
          path: listPath,
          query: pageQuery(pageSize, pageNum),
          read: (body, bytes): Page => ({ ...readPage(body, only), bytes: only ? 0 : bytes }),
          isOptional,
        });
      };
      return readList(page, paging)
        .then((endpoints) => endpoints.map((endpoint) => clean(endpoint, { hidesEnvs: only !== undefined })))
        .finally(() => ended.abort());
    },
    get: async (id, requestOptions) => {
      const endpoint = await send({
        ...requestOptions,
        operation: 'get',
        method: 'GET',
        title: `get endpoint ${quoted(id)}`,
        path: `${v1}/endpoint`,
        query: { id },
        read: (body) => readAsked(body, id),
      });
      return clean(endpoint, { hidesEnvs: true });
    },
    delete: (name, requestOptions) =>
      send({
        ...requestOptions,
        operation: 'delete',
        title: `delete endpoint ${quoted(name)}`,
        method: 'POST',
        path: `${v1}/endpoint/delete`,
        body: { name },
      }),
    limits: (requestOptions) => {
      const ahead = limitsAhead;
      limitsAhead = undefined;
      return send({
        ...requestOptions,
        ahead,
        operation: 'limits',
        method: 'GET',
        title: 'read the limits',
        path: limitsPath,
        read: readLimits,
      });
    },
    close: () => transport.close(),
  };
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 100));
}
