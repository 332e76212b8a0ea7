/** The port of registries over HTTP: one transport for each origin, kept until the end of the run. */

import type { Clock } from '../clock.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import type { Exchange } from './exchange.ts';
import { guardLookup } from './lookup.ts';

/** One request for a bug report. Neither its path nor its query: these name repositories, and blob stores sign their addresses. */
export interface RegistryRequest {
  readonly operation: 'manifest' | 'blob' | 'tags' | 'other';
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Of the answer's body. */
  readonly bytes: number | undefined;
}

export interface HttpExchangeOptions {
  readonly userAgent: string;
  /** Which proxy an address is asked through; undefined for none. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** Whether names may resolve to this machine. */
  readonly allowLoopback: boolean;
  /** As in `TransportOptions`. */
  readonly timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onRequest?: ((request: RegistryRequest) => void) | undefined;
}

export function createHttpExchange(options: HttpExchangeOptions): { exchange: Exchange; close: () => Promise<void> } {
  const { userAgent, proxyFor, allowLoopback, timeoutSignal, clock, onRequest } = options;
  const transports = new Map<string, Transport>();
  const lookup = guardLookup({ allowLoopback });

  function transportTo(url: URL): Transport {
    const known = transports.get(url.origin);
    if (known) return known;
    const transport = createTransport({
      baseUrl: url.origin,
      headers: { 'user-agent': userAgent },
      proxyUrl: proxyFor(url),
      lookup,
      timeoutSignal,
    });
    transports.set(url.origin, transport);
    return transport;
  }

  const exchange: Exchange = async ({ url, maxBytes, ...request }) => {
    try {
      const path = url.pathname + url.search;
      const sentMs = clock.monotonicMs();
      const response = await transportTo(url).exchange({ ...request, path, maxBodyBytes: maxBytes });
      const answer = response.kind === 'response' ? response : undefined;
      onRequest?.({
        operation: operationOf(url),
        method: request.method,
        origin: url.origin,
        status: answer?.status,
        durationMs: clock.monotonicMs() - sentMs,
        bytes: answer?.body.length,
      });
      if (response.kind === 'failure') return { kind: 'lost', how: response.how, cause: response.cause };
      const { status, body } = response;
      const headers = Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
      ]);
      return { kind: 'reply', status, headers: Object.fromEntries(headers), body };
    } catch (cause) {
      // A proxy's setting that is no address: the service client has said so where it matters.
      return { kind: 'lost', how: 'network', cause };
    }
  };
  return {
    exchange,
    close: async () => void (await Promise.all(Array.from(transports.values(), (transport) => transport.close()))),
  };
}

function operationOf({ pathname }: URL): RegistryRequest['operation'] {
  const [, operation] = /^\/v2\/.+\/(manifest|blob|tags)s?\/[^/]+$/.exec(pathname) ?? [];
  return (operation as RegistryRequest['operation'] | undefined) ?? 'other';
}
