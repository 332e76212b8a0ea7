/** Everything that asking registries takes, put together for one run: connections and stored logins. */

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

export interface RegistriesOptions extends LoginOptions, Omit<RegistryPorts, 'connect' | 'findLogin'> {
  readonly userAgent: string;
  /** Which proxy an address is asked through; undefined for none. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  readonly timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

/** Of an answer. An index has a dozen images, a page of tags a thousand. */
const ceilings = { maxBodyBytes: 4 * 1024 * 1024, json: { values: 20_000, depth: 20 } };

/** Opens no connection and reads no file before the first question. */
export function openRegistries(options: RegistriesOptions): Registries {
  const { userAgent, proxyFor, timeoutSignal = (ms: number) => AbortSignal.timeout(ms) } = options;
  const transports = new Map<string, Transport>();
  const connect = (origin: string): Transport => {
    const headers = { 'user-agent': userAgent };
    const open = () =>
      createTransport({ baseUrl: origin, headers, proxyUrl: proxyFor(new URL(origin)), timeoutSignal, ...ceilings });
    const transport = transports.get(origin) ?? open();
    transports.set(origin, transport);
    return transport;
  };
  const ports = { ...options, connect, findLogin: createFindLogin(options), timeoutSignal };
  return {
    resolve: (reference, signal) => resolveImage(reference, { ...ports, signal }),
    close: async () => void (await Promise.all(Array.from(transports.values(), (transport) => transport.close()))),
  };
}
