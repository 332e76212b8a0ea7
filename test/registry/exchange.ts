/** The port of registries over node:http for tests, with real host names led to this machine. */

import { request as send } from 'node:http';
import type { Exchange, Lost, Reply } from '../../src/registry/exchange.ts';

export interface ExchangeOptions {
  /** Origins as clients know them by the servers that play them. */
  readonly origins?: Readonly<Record<string, string>>;
  /** Token servers that share an origin with their registry, by the servers that play them. */
  readonly realms?: Readonly<Record<string, string>>;
  /** Makes the signal that ends an exchange after `ms`; default: no time passes. */
  readonly deadline?: (ms: number) => AbortSignal;
}

export function createTestExchange({ origins = {}, realms = {}, deadline }: ExchangeOptions = {}): Exchange {
  return ({ method, url, headers, body, timeoutMs, maxBytes, signal }) => {
    const { promise, resolve } = Promise.withResolvers<Reply | Lost>();
    const target = new URL(
      url.pathname + url.search,
      realms[url.origin + url.pathname] ?? origins[url.origin] ?? url.origin,
    );
    if (target.protocol !== 'http:') {
      resolve({
        kind: 'lost',
        how: 'network',
        cause: new Error(`${url.origin} is not played by any server of this test`),
      });
      return promise;
    }
    const timeout = deadline?.(timeoutMs);
    const request = send(target, { method, headers: { ...headers, host: url.host }, agent: false });
    const lose = (how: Lost['how'], cause: unknown) => {
      resolve({ kind: 'lost', how, cause });
      request.destroy();
    };
    signal.addEventListener('abort', () => lose('aborted', signal.reason), { once: true });
    timeout?.addEventListener('abort', () => lose('timeout', timeout.reason), { once: true });
    request.on('error', (error) => lose('network', error));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('error', (error) => lose('network', error));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) lose('too-large', new Error(`more than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('end', () => {
        const joined = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
        const body = Buffer.concat(chunks);
        resolve({ kind: 'reply', status: response.statusCode ?? 0, headers: Object.fromEntries(joined), body });
      });
    });
    request.end(body);
    return promise;
  };
}
