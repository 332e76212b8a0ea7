/** One bare GET to an endpoint's own URL: no credentials, no redirect followed, nothing of the answer kept but its head. */

import type { LookupFunction } from 'node:net';
import type { Clock } from '../clock.ts';
import { describeNetworkError } from '../http/network-error.ts';
import { createTransport, firstHeader } from '../http/transport.ts';

type ProbeAnswer =
  | { kind: 'reply'; status: number; location: string | undefined; firstByteSeconds: number }
  | { kind: 'lost'; came: string; cause?: unknown };

interface ProbeRequest {
  timeoutMs: number;
  signal: AbortSignal;
  /** As in `TransportOptions`. */
  lookup?: LookupFunction | undefined;
}

/** Never rejects: what went wrong is part of the answer. */
export type Probe = (url: URL, request: ProbeRequest) => Promise<ProbeAnswer>;

export interface ProbeOptions {
  userAgent: string;
  clock: Clock;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

export function createProbe({ userAgent, clock, proxyFor, timeoutSignal }: ProbeOptions): Probe {
  return async (url, { timeoutMs, signal, lookup }) => {
    const transport = createTransport({
      baseUrl: url.origin,
      headers: { 'User-Agent': userAgent },
      proxyUrl: proxyFor(url),
      lookup,
      timeoutSignal,
    });
    const startedMs = clock.monotonicMs();
    try {
      const response = await transport.exchange({
        method: 'GET',
        path: url.pathname + url.search,
        timeoutMs,
        headersOnly: true,
        signal,
      });
      if (response.kind === 'response') {
        return {
          kind: 'reply',
          status: response.status,
          location: firstHeader(response.headers, 'location'),
          firstByteSeconds: (clock.monotonicMs() - startedMs) / 1000,
        };
      }
      return {
        kind: 'lost',
        came:
          response.how === 'timeout'
            ? `did not answer within ${Math.round(timeoutMs / 1000)} s`
            : describeNetworkError(response.cause).text,
        cause: response.cause,
      };
    } finally {
      await transport.close();
    }
  };
}
