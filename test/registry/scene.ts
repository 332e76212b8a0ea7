/** One resolver before one registry for tests, with stored credentials, and all that it told. */

import { parseReference } from '../../src/registry/reference.ts';
import {
  createResolve,
  type Resolution,
  type ResolveRequest,
  type ResolverOptions,
} from '../../src/registry/resolve.ts';
import type { Credentials } from '../../src/registry/stored-logins.ts';
import { createTestClock } from '../clock.ts';
import { createTestExchange, type ExchangeOptions } from './exchange.ts';

export interface Scene {
  readonly secrets: string[];
  readonly notices: string[];
  /** Repositories that credentials were looked up for. */
  readonly lookedUp: string[];
  resolve(image: string, request?: Partial<ResolveRequest>): Promise<Resolution>;
}

export interface SceneOptions
  extends ExchangeOptions,
    Partial<Pick<ResolverOptions, 'allowLoopback' | 'timeoutMs' | 'clock' | 'exchange'>> {
  readonly credentials?: Credentials;
}

export function createScene({ credentials, ...options }: SceneOptions = {}): Scene {
  const secrets: string[] = [];
  const notices: string[] = [];
  const lookedUp: string[] = [];
  const resolve = createResolve({
    exchange: createTestExchange(options),
    clock: createTestClock(),
    allowLoopback: true,
    ...options,
    findCredentials: async ({ domain, path }) => {
      lookedUp.push(`${domain}/${path}`);
      return { credentials, notices: [] };
    },
    onSecret: (secret) => secrets.push(secret),
    onNotice: (notice) => notices.push(notice),
  });
  return {
    secrets,
    notices,
    lookedUp,
    async resolve(image, request = {}) {
      const parsed = parseReference(image);
      if (parsed.kind === 'invalid') throw new Error(`${image}: ${parsed.problem.found}`);
      return await resolve({ signal: new AbortController().signal, ...request, reference: parsed.reference });
    },
  };
}
