/** HTTP connections to one origin, and single exchanges over them. */

import type { LookupFunction } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
// @ts-expect-error Types come with the root alone, which loads fetch, WebSocket and caches: half the start of Node.
import PlainPool from 'undici/lib/dispatcher/pool.js';
import { collectBytes } from './bytes.ts';

/** The options that all transports of a run have in common. */
export interface ExchangePorts {
  /** Makes the signal that ends an exchange after `ms`; default `AbortSignal.timeout`. A port for tests. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  /** Called with a line about each exchange, without the query, which may be signed: `GET https://… → 200`. */
  onExchange?: ((line: string) => void) | undefined;
}

export interface TransportOptions extends ExchangePorts {
  origin: string;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** Sends everything through this HTTP proxy. */
  proxyUrl?: string | undefined;
  /** The ceiling of a body; default 16 MiB. */
  maxBodyBytes?: number;
  /** Resolves host names; default the system's. A proxy resolves them itself. */
  lookup?: LookupFunction;
  /** How long an idle connection is kept if the server names no time; default 4 s. */
  keepAliveMs?: number;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded, with its leading slash and its query. */
  path: string;
  /** Added to the headers of the transport. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  /** Covers connecting, headers and body. */
  timeoutMs: number;
  /**
   * After `firstMs`, `nextMs` tells in how many milliseconds it is called again; 0 ends the exchange as at its time
   * limit, infinity ends the checks.
   */
  checks?: { firstMs: number; nextMs: () => number };
  /** Called with each piece of the body as it comes over the wire; then the body of the response is empty. */
  onData?: ((piece: Buffer) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  kind: 'response';
  status: number;
  /** The headers by lower-case name. */
  headers: ResponseHeaders;
  /** The body as it came over the wire; empty for a content coding, which no request asks for. */
  body: Buffer;
}

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** No (whole) response came: the status is 0 and there are no headers, unless its head came; the body is empty. */
export interface TransportFailure extends Omit<HttpResponse, 'kind'> {
  kind: 'failure';
  how: 'network' | 'timeout' | 'aborted' | 'too-large';
  /** False when it is certain that not one byte of the request left: then any request may be sent again. */
  sent: boolean;
  cause: unknown;
}

export type Exchanged = HttpResponse | TransportFailure;

export type Transport = ReturnType<typeof createTransport>;

/** The value of a header, the first one of several; `name` in lower case. */
export function firstHeader(headers: ResponseHeaders, name: string): string | undefined {
  return [headers[name] ?? []].flat()[0];
}

/**
 * Redirects are not followed, so that credentials never leave for another host; a 3xx is a response like any other.
 * HTTP/1.1 only: with HTTP/2 on offer, undici holds the second of two parallel requests back until the first connection
 * has chosen its protocol.
 */
export function createTransport(options: TransportOptions) {
  const { origin, maxBodyBytes: maxBytes = 16 * 1024 * 1024 } = options;
  const { timeoutSignal = (ms) => AbortSignal.timeout(ms) } = options;
  const connected = connect(origin, options);

  /** Sends one request, and never rejects: a failure is a result. */
  async function exchange(request: HttpRequest): Promise<Exchanged> {
    const { method, path, headers, body, timeoutMs, checks, onData, signal } = request;
    // Timers take whole milliseconds.
    const timeout = timeoutSignal(Math.max(0, Math.ceil(timeoutMs)));
    const missed = new AbortController();
    const checkAfter = (ms: number): void => {
      if (ms <= 0) missed.abort();
      else if (ms < Infinity)
        timeoutSignal(Math.ceil(ms)).addEventListener('abort', () => isOver || checkAfter(checks?.nextMs() ?? 0));
    };
    let isOver = false;
    if (checks) checkAfter(checks.firstMs);
    const result = await dispatch(await connected, {
      origin,
      method,
      path,
      headers: { ...options.headers, ...headers },
      body: body ?? null,
      maxBytes,
      onData,
      signal: AbortSignal.any([timeout, missed.signal, signal ?? []].flat()),
    });
    isOver = true;
    // undici gives a connection back one turn of the event loop after the body; a request before that opens another.
    await setImmediate();
    const how = result.kind === 'failure' && (result.how === 'aborted' && !signal?.aborted ? 'timeout' : result.how);
    options.onExchange?.(`${method} ${origin}${path.split('?', 1)} → ${how || result.status}`);
    return how ? { ...result, how } : result;
  }

  /** Ends every connection at once, also those in use. */
  const close = async () => (await connected).destroy();
  return { origin, exchange, close };
}

/** To one origin. */
const maxConnections = 12;

async function connect(origin: string, { proxyUrl, lookup, keepAliveMs }: TransportOptions): Promise<Dispatcher> {
  // V8 compiles undici's HTTP parser a second time, optimised, during the first requests: more time and memory than a
  // deploy ever gets back. Node warns of a flag that it does not know, and goes on.
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  // The exchange's own deadline covers headers and body, in place of undici's idle timers.
  const keepAlive = keepAliveMs !== undefined && { keepAliveTimeout: keepAliveMs };
  const settings = { connections: maxConnections, allowH2: false, headersTimeout: 0, bodyTimeout: 0, ...keepAlive };
  if (proxyUrl === undefined) return new PlainPool(origin, { ...settings, ...(lookup && { connect: { lookup } }) });
  // From the root, which alone attaches the `connect()` of the tunnel; loaded only for a proxy.
  const { ProxyAgent } = await import('undici');
  return new ProxyAgent({ ...settings, uri: proxyUrl, proxyTls: { allowH2: false } });
}

type Dispatch = Dispatcher.DispatchOptions & Pick<HttpRequest, 'onData'> & { maxBytes: number; signal: AbortSignal };

/** undici's handler instead of its `request()`: it alone tells whether a request had begun to leave when it failed. */
function dispatch(dispatcher: Dispatcher, { maxBytes, onData, signal, ...request }: Dispatch): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  let controller: Dispatcher.DispatchController | undefined;
  let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: {} };
  const received = collectBytes();
  let bytes = 0;

  function fail(how: TransportFailure['how'], cause: unknown): void {
    resolve({ kind: 'failure', how, sent: controller !== undefined, cause, ...head, body: Buffer.of() });
    controller?.abort(cause instanceof Error ? cause : new Error('aborted', { cause }));
  }
  const onAbort = () => fail('aborted', signal.reason);
  if (signal.aborted) {
    onAbort();
    return promise;
  }
  signal.addEventListener('abort', onAbort, { once: true });

  dispatcher.dispatch(request, {
    onRequestStart(started) {
      // Given up while it waited for a connection: stop it before its first byte.
      if (signal.aborted) started.abort(new Error('aborted'));
      else controller = started;
    },
    onResponseStart(_, status, headers) {
      // Informational: the answer is still to come (103 Early Hints).
      if (status >= 200) head = { status, headers };
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) return fail('too-large', new Error(`it has more than ${maxBytes} bytes`));
      if (onData) onData(chunk);
      else received.add(chunk);
    },
    onResponseEnd() {
      if (head.status === 0) return;
      const isCoded = !/^(?:identity)?$/i.test(firstHeader(head.headers, 'content-encoding')?.trim() ?? '');
      resolve({ kind: 'response', ...head, body: isCoded ? Buffer.of() : received.soFar() });
    },
    onResponseError(_, error) {
      fail('network', error);
    },
  });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
