/** Everything that asking registries takes, put together for one run: connections and stored logins. */

import type { Clock } from '../clock.ts';
import type { AttemptFacts } from '../http/attempts.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import type { RegistryPorts } from './client.ts';
import { createFindLogin, type LoginOptions } from './logins.ts';
import type { ImageReference } from './reference.ts';
import { type Resolution, resolveImage } from './resolve.ts';

export interface Registries {
  /** Rejects with the signal's reason alone. */
  resolve(reference: ImageReference, signal: AbortSignal): Promise<Resolution>;
  /** Ends every connection at once; what is still asked gets no answer. */
  close(): Promise<void>;
}

export interface RegistriesOptions extends LoginOptions, Pick<RegistryPorts, 'clean' | 'onSecret'> {
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Which proxy an address is asked through; undefined for none. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  readonly timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  readonly onRequest?: ((request: AttemptFacts) => void) | undefined;
}

/** Of an answer. An index has a dozen images, a page of tags a thousand. */
const ceilings = { maxBodyBytes: 4 * 1024 * 1024, json: { values: 20_000, depth: 20 } };

/** Opens no connection and reads no file before the first question. */
export function openRegistries(options: RegistriesOptions): Registries {
  const { env, workspace, userAgent, proxyFor, timeoutSignal = (ms: number) => AbortSignal.timeout(ms) } = options;
  const { clean, onSecret, onNotice, clock, onRequest } = options;
  const transports = new Map<string, Transport>();
  const connect = (origin: string): Transport => {
    const known = transports.get(origin);
    if (known) return known;
    const headers = { 'user-agent': userAgent };
    const proxyUrl = proxyFor(new URL(origin));
    const transport = createTransport({ baseUrl: origin, headers, proxyUrl, timeoutSignal, ...ceilings });
    transports.set(origin, onRequest ? traced(transport, { clock, onRequest }) : transport);
    return connect(origin);
  };
  const findLogin = createFindLogin({ env, workspace, onNotice });
  const ports = { connect, findLogin, clean, onSecret, onNotice, timeoutSignal };
  return {
    resolve: (reference, signal) => resolveImage(reference, { ...ports, signal }),
    close: async () => void (await Promise.all(Array.from(transports.values(), (transport) => transport.close()))),
  };
}

/** `manifest`, `blob`, `tags` or `other`, with the origin for a path. */
function traced(
  transport: Transport,
  { clock, onRequest }: Pick<RegistriesOptions, 'clock'> & { onRequest: (request: AttemptFacts) => void },
): Transport {
  const { origin } = transport;
  return {
    ...transport,
    async exchange(request) {
      const sentMs = clock.monotonicMs();
      const reply = await transport.exchange(request);
      const operation = /^\/v2\/.+\/(manifest|blob|tags)s?\/[^/]+$/.exec(request.path)?.[1] ?? 'other';
      const answer = reply.kind === 'response' ? { status: reply.status, bytes: reply.body.length } : {};
      const durationMs = clock.monotonicMs() - sentMs;
      onRequest({ operation, method: request.method, path: origin, attempt: 1, durationMs, ...answer });
      return reply;
    },
  };
}
