/** Owns one bare GET to an endpoint's own URL: no credentials, no redirect followed, nothing of the answer kept but its head. */

import type { Clock } from '../clock.ts';
import { describeLoss } from './errors.ts';
import { createTransport } from './transport.ts';

export type ProbeAnswer =
  | { kind: 'reply'; status: number; location: string | undefined; firstByteSeconds: number }
  | { kind: 'lost'; came: string };

/** Never rejects: what went wrong is part of the answer. */
export type Probe = (url: URL, options: { timeoutMs: number; signal: AbortSignal }) => Promise<ProbeAnswer>;

export interface ProbeOptions {
  userAgent: string;
  clock: Clock;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  deadline?: ((ms: number) => AbortSignal) | undefined;
}

export function createProbe({ userAgent, clock, proxyFor, deadline }: ProbeOptions): Probe {
  return async (url, { timeoutMs, signal }) => {
    const transport = createTransport({ baseUrl: url.origin, userAgent, proxyUrl: proxyFor(url), deadline });
    const startedMs = clock.monotonicMs();
    try {
      const reply = await transport.exchange({
        method: 'GET',
        path: url.pathname + url.search,
        timeoutMs,
        headOnly: true,
        signal,
      });
      if (reply.kind === 'reply') {
        return {
          kind: 'reply',
          status: reply.status,
          location: reply.location,
          firstByteSeconds: (clock.monotonicMs() - startedMs) / 1000,
        };
      }
      return {
        kind: 'lost',
        came:
          reply.how === 'timeout'
            ? `gave no answer within ${Math.round(timeoutMs / 1000)} s`
            : describeLoss(reply.cause).text,
      };
    } finally {
      await transport.close();
    }
  };
}
