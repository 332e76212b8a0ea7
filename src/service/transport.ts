/** Owns the connections to the service and one exchange over them; knows no operation, no retry, and never reads the environment. */

import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';

export interface TransportOptions {
  /** Origin and, when the service lives below one, a path prefix. */
  baseUrl: string | URL;
  /** Without it a request carries no credentials and none of the service's own headers: a bare GET to somebody else. */
  apiKey?: string | undefined;
  /** The `User-Agent` of every request. */
  userAgent: string;
  /** Sends everything through this HTTP proxy. */
  proxyUrl?: string | undefined;
  /** Ceiling of an answer's body in bytes; default 16 MiB. */
  maxBodyBytes?: number | undefined;
  /** Connections side by side at most; default 6. */
  maxConnections?: number | undefined;
  /** Makes the signal that ends an exchange after `ms`; default `AbortSignal.timeout`. A port for tests, which wait for nothing. */
  deadline?: ((ms: number) => AbortSignal) | undefined;
}

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base URL, encoded, with its leading slash. */
  path: string;
  query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Covers connecting, headers and body. */
  timeoutMs: number;
  /** Ends the exchange at the head of the answer: `text` stays empty. */
  headOnly?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface Reply {
  kind: 'reply';
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  location: string | undefined;
  text: string;
}

/** No (whole) answer came. `sent` is false when it is certain that not one byte of the request left: it may be sent again whatever it is. */
export interface Lost {
  kind: 'lost';
  how: 'network' | 'timeout' | 'aborted' | 'too-large';
  sent: boolean;
  cause: unknown;
}

export interface Transport {
  /** Scheme, host and port, for messages. */
  readonly origin: string;
  /** The path prefix of the base URL, without a trailing slash. */
  readonly prefix: string;
  /** Never rejects: what went wrong is part of the answer. */
  exchange(request: ExchangeRequest): Promise<Reply | Lost>;
  /** Ends every connection at once, also those in use. */
  close(): Promise<void>;
}

/**
 * Every request carries the headers of service-api.md, Authentication. Redirects are not followed, so that the key never leaves for another
 * host; a 3xx is a reply like any other. HTTP/1.1 only: with HTTP/2 on offer undici holds the second of two parallel requests back until the
 * first connection has chosen its protocol, a round trip or two that every deploy would pay.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const connected = connect(base.origin, options);
  const service = { 'Content-Type': 'application/json', Authorization: `Bearer ${options.apiKey}` };
  const headers = { ...(options.apiKey === undefined ? {} : service), 'User-Agent': options.userAgent };
  const maxBodyBytes = options.maxBodyBytes ?? 16 * 1024 * 1024;
  const deadline = options.deadline ?? ((ms: number) => AbortSignal.timeout(ms));

  async function exchange({
    method,
    path,
    query,
    body,
    timeoutMs,
    headOnly,
    signal,
  }: ExchangeRequest): Promise<Reply | Lost> {
    const timeout = deadline(Math.max(0, Math.ceil(timeoutMs)));
    const result = await run(await connected, {
      request: {
        origin: base.origin,
        method,
        path: prefix + path + (query ? `?${new URLSearchParams(query)}` : ''),
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      },
      maxBodyBytes,
      headOnly: headOnly ?? false,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    // undici gives a connection back one turn of the event loop after the body's end. A caller that went on at once would open another one.
    await setImmediate();
    if (result.kind === 'lost' && result.how === 'aborted' && !signal?.aborted) return { ...result, how: 'timeout' };
    return result;
  }

  return { origin: base.origin, prefix, exchange, close: async () => (await connected).destroy() };
}

async function connect(origin: string, { proxyUrl, maxConnections = 6 }: TransportOptions): Promise<Dispatcher> {
  // The exchange's own deadline covers headers and body; undici's idle timers would only add a second opinion.
  const settings = { connections: maxConnections, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  if (proxyUrl === undefined) return new Pool(origin, settings);
  // From the root, because the tunnel needs `connect()`, which only the root attaches; loaded by those who have a proxy.
  const { ProxyAgent } = await import('undici');
  return new ProxyAgent({ ...settings, uri: proxyUrl });
}

interface Run {
  request: Dispatcher.DispatchOptions;
  maxBodyBytes: number;
  headOnly: boolean;
  signal: AbortSignal;
}

/** undici's handler instead of its `request()`: only the handler tells whether a request had begun to leave when it failed. */
function run(dispatcher: Dispatcher, { request, maxBodyBytes, headOnly, signal }: Run): Promise<Reply | Lost> {
  const { promise, resolve } = Promise.withResolvers<Reply | Lost>();
  let controller: Dispatcher.DispatchController | undefined;
  let reply: Omit<Reply, 'text'> | undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;

  function lose(how: Lost['how'], cause: unknown): void {
    resolve({ kind: 'lost', how, sent: controller !== undefined, cause });
    controller?.abort(cause instanceof Error ? cause : new Error('aborted', { cause }));
  }
  const onAbort = () => lose('aborted', signal.reason);
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
      const header = (name: string) => [headers[name] ?? []].flat()[0];
      reply = {
        kind: 'reply',
        status,
        contentType: header('content-type') ?? '',
        retryAfter: header('retry-after'),
        location: header('location'),
      };
      if (!headOnly) return;
      resolve({ ...reply, text: '' });
      controller?.abort(new Error('the head is all that was asked for'));
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) lose('too-large', new Error(`the body is larger than ${maxBodyBytes} bytes`));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      if (reply) resolve({ ...reply, text: Buffer.concat(chunks).toString('utf8') });
    },
    onResponseError(_, error) {
      lose('network', error);
    },
  });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
