/** The port of registries over HTTP: one transport for each origin, kept until the end of the run. */

import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createTransport, type Transport } from '../http/transport.ts';
import { addressKind } from './address.ts';
import type { Exchange } from './exchange.ts';

export interface HttpExchangeOptions {
  readonly userAgent: string;
  /** Which proxy an address is asked through; undefined for none. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** Whether names may resolve to this machine. */
  readonly allowLoopback: boolean;
  /** As in `TransportOptions`. */
  readonly timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

export function createHttpExchange({ userAgent, proxyFor, allowLoopback, timeoutSignal }: HttpExchangeOptions): {
  exchange: Exchange;
  close: () => Promise<void>;
} {
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
      const response = await transportTo(url).exchange({ ...request, path, maxBodyBytes: maxBytes });
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

/** Refuses names that resolve to an address that is never asked: a name is as good a way there as its number. */
export function guardLookup({
  allowLoopback,
  lookup = lookUpName,
}: {
  allowLoopback: boolean;
  /** Default: the system's. */
  lookup?: typeof lookUpName;
}): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const isAllowed = (address: string) => {
        const kind = addressKind(address);
        return kind === 'public' || (kind === 'loopback' && allowLoopback);
      };
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        const refused = new Error(`${hostname} resolves to an address that is not asked`);
        return callback(Object.assign(refused, { code: 'FORBIDDEN_ADDRESS' }), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
