/** The operations of the service as functions. */

import pLimit from 'p-limit';
import { createTransport, type Exchanged, type HttpRequest, type TransportOptions } from '../http/transport.ts';
import type { EndpointConfig } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { withoutRecord } from '../model/record.ts';
import { quote } from '../shown-text.ts';
import { attemptTimeoutMs, contradictionPauses, growing, outageMs } from '../times.ts';
import {
  endpointsPerPage,
  firstPages,
  isWanted,
  type ListOptions,
  type Paging,
  readList,
  type Wanted,
} from './list.ts';
import { type RequestOptions, type SendContext, type ServiceRequest, sendWithRetries } from './request.ts';
import { type ListReading, shareLists } from './shared-list.ts';
import { createCleaner } from './wire-endpoint.ts';
import { readCreated, readGotten, readPage, readUpdatedV2, toLimits } from './wire-v1.ts';
import { createBody, updateV1Body, updateV2Body } from './write-bodies.ts';

/**
 * Every operation fails with a `ServiceError`. A write is sent once: after a reset, a time limit, a 5xx or an
 * unreadable answer, `mayHaveHappened` says to look before it is sent again.
 */
export type ServiceClient = ReturnType<typeof createServiceClient>;

type EndpointUpdate = { id: string; config: EndpointConfig };

export interface ServiceClientOptions
  extends Omit<TransportOptions, 'headers' | 'origin'>,
    Omit<SendContext, 'transport'> {
  /** An origin. */
  baseUrl: string;
  apiKey: string;
  userAgent: string;
}

/** An answer of this size takes some 40 ms to parse. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Creations and updates of one run: many specs do not flood the service. */
const writesAtOnce = 8;

const v1 = '/gpu-instance/openapi/v1';
const calls = {
  create: { operation: 'create', method: 'POST', path: `${v1}/endpoint/create` },
  update: { operation: 'update', method: 'POST', path: `${v1}/endpoint/update` },
  updateV2: { operation: 'update-v2', method: 'PUT' },
  list: { operation: 'list', method: 'GET', path: `${v1}/endpoints` },
  get: { operation: 'get', method: 'GET', path: `${v1}/endpoint` },
  delete: { operation: 'delete', method: 'POST', path: `${v1}/endpoint/delete` },
  limits: { operation: 'limits', method: 'GET', path: `${v1}/endpoint/limit` },
} as const;

const pagePath = (pageNum: number) => `${calls.list.path}?pageSize=${endpointsPerPage}&pageNum=${pageNum}`;

/** Every request has the headers of service-api.md, Authentication. The key and all envs are added to the redactor. */
export function createServiceClient(options: ServiceClientOptions) {
  const { apiKey, userAgent, clock, redactor } = options;
  redactor.add(apiKey, 'mask');
  const network = createTransport({
    maxBodyBytes,
    ...options,
    origin: options.baseUrl,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}`, 'User-Agent': userAgent },
  });
  const paging: Paging = {};
  const clean = createCleaner(redactor);
  const ahead = new Map<string, Promise<Exchanged>>();
  /** The first request for an address that was read ahead gets that answer. */
  const exchange = (request: HttpRequest) => {
    const answer = ahead.get(request.path);
    ahead.delete(request.path);
    return answer ?? network.exchange(request);
  };
  const context = { ...options, transport: { ...network, exchange } };
  const send = <Answer = void>(request: ServiceRequest<Answer>) => sendWithRetries<Answer>(context, request);
  /** The service quotes values that it refuses. The record is long and not a secret. */
  const hideEnvs = ({ envs }: EndpointConfig) => {
    for (const { value } of withoutRecord(envs)) redactor.add(value, 'env');
  };
  const inTurn = pLimit(writesAtOnce);
  const sendConfig = <Answer = void>(config: EndpointConfig, request: ServiceRequest<Answer>) => {
    hideEnvs(config);
    return inTurn(() => send(request));
  };

  const readAll = async ({ wanted, keeps, signal, ...given }: ListReading) => {
    // Each is asked about each name, since it may note the names that it is asked about.
    const only: Wanted = (listed) => wanted.filter((isWantedName) => isWantedName(listed)).length > 0;
    const endMs = Math.min(given.deadlineMs ?? Infinity, clock.monotonicMs() + outageMs);
    // A failed page fails the list, and ends the others.
    const ended = new AbortController();
    const pages = {
      ...given,
      ...calls.list,
      signal: AbortSignal.any([ended.signal, signal ?? []].flat()),
      read: (body: unknown) => readPage(body, { only: wanted.length > 0 ? only : undefined, keeps }),
      deadlineMs: endMs,
    };
    const page = (pageNum: number) =>
      send({ ...pages, path: pagePath(pageNum), title: `list endpoints (page ${pageNum})` });
    const nextPauseMs = growing(contradictionPauses);
    const pause = async () => {
      const pauseMs = nextPauseMs();
      const isInTime = clock.monotonicMs() + pauseMs < endMs;
      if (isInTime) await clock.sleep(pauseMs, signal);
      return isInTime;
    };
    const isFound = (endpoints: readonly Endpoint[]) =>
      wanted.every((each) => endpoints.some((endpoint) => isWanted(endpoint, each)));
    const endpoints = await readList({ page, isFound, pause }, paging).finally(() => ended.abort());
    // The envs of a whole account contain half of all words.
    if (wanted.length > 0) for (const { config } of endpoints) hideEnvs(config);
    return endpoints.map(clean);
  };
  const readShared = shareLists(readAll);

  return {
    /** Asks for the limits, and for first pages of a `list`, now. The next `limits` and `list` take the answers. */
    readAhead: ({ list, signal }: { list: boolean; signal?: AbortSignal | undefined }): void => {
      const paths = [calls.limits.path, ...(list ? firstPages(paging).map(pagePath) : [])];
      for (const path of paths)
        ahead.set(path, network.exchange({ path, method: 'GET', signal, timeoutMs: attemptTimeoutMs }));
    },
    /** service-api.md, v1 Create endpoint, without what only v2 can carry. */
    create: (config: EndpointConfig, given?: RequestOptions) =>
      sendConfig(config, {
        ...given,
        ...calls.create,
        title: `create endpoint ${quote(config.name)}`,
        body: createBody(config),
        read: readCreated,
      }),
    /** service-api.md, v1 Update endpoint: all but `appName`, `products`, `rootfsSize` and what only v2 carries. */
    updateV1: ({ id, config }: EndpointUpdate, given?: RequestOptions) =>
      sendConfig(config, {
        ...given,
        ...calls.update,
        title: `update endpoint ${quote(id)}`,
        body: updateV1Body({ id, config }),
      }),
    /** service-api.md, v2 Update endpoint: `fields` alone, and never `appName`, `clusterID` or several products. */
    updateV2: ({ id, config, fields }: EndpointUpdate & { fields: ReadonlySet<string> }, given?: RequestOptions) =>
      sendConfig(config, {
        ...given,
        ...calls.updateV2,
        path: `/gpus/v2/endpoints/${encodeURIComponent(id)}`,
        title: `update endpoint ${quote(id)}`,
        body: updateV2Body(config, fields),
        read: readUpdatedV2,
      }),
    /**
     * service-api.md, v1 List endpoints: all pages; those wanted by `only`, or kept. A list that contradicts itself is
     * a `ServiceError` `unavailable`.
     */
    list: async ({ only, keeps, ...given }: ListOptions = {}): Promise<readonly Endpoint[]> =>
      only && !keeps ? readShared({ ...given, only }) : readAll({ ...given, keeps, wanted: only ? [only] : [] }),
    /** service-api.md, v1 Get endpoint. An endpoint that does not exist is a `ServiceError` of code `not-found`. */
    get: async (id: string, given?: RequestOptions) => {
      const title = `get endpoint ${quote(id)}`;
      const read = (body: unknown) => readGotten(body, id);
      const path = `${calls.get.path}?${new URLSearchParams({ id })}`;
      const endpoint = await send({ ...given, ...calls.get, path, title, read });
      hideEnvs(endpoint.config);
      return clean(endpoint);
    },
    /** service-api.md, v1 Delete endpoint, which leaves open whether its `name` is the endpoint's name or its ID. */
    delete: (name: string, given?: RequestOptions) =>
      send({ ...given, ...calls.delete, title: `delete endpoint ${quote(name)}`, body: { name } }),
    /** service-api.md, Limits. Members that the service leaves out are absent. */
    limits: (given?: RequestOptions) => send({ ...given, ...calls.limits, title: 'read the limits', read: toLimits }),
    /** Ends every connection at once. */
    close: network.close,
  };
}
