/** One resolver before one registry for tests, with a stored login, and all that it told. */

import { createTransport } from '../../src/http/transport.ts';
import type { Login } from '../../src/registry/logins.ts';
import { parseReference } from '../../src/registry/reference.ts';
import { openRegistries, type RegistriesOptions, type Resolution } from '../../src/registry/registries.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createTestClock } from '../clock.ts';
import { image } from './content.ts';
import { type RegistryOptions, startRegistry } from './registry.ts';

/** Without logins and without a network of its own; no time passes. */
export const quiet: RegistriesOptions = {
  ...{ env: {}, userAgent: 'tests', baseUrl: 'http://127.0.0.1:8080' },
  clock: createTestClock(),
  redactor: createRedactor(),
  proxyFor: () => undefined,
  onSecret: () => {},
  timeoutSignal: () => new AbortController().signal,
};

export interface SceneOptions extends Pick<RegistriesOptions, 'timeoutSignal'> {
  readonly login?: Login | undefined;
  /** What an answer may not be quoted with. */
  readonly secret?: string;
  /** Origins as clients know them by the servers that play them. */
  readonly origins?: Readonly<Record<string, string>>;
}

export function createScene({ login, origins = {}, secret = '', ...options }: SceneOptions = {}) {
  const secrets: string[] = [];
  /** Registries that a login was looked up for. */
  const lookedUp: string[] = [];
  const redactor = createRedactor();
  redactor.add(secret, 'mask');
  // Nobody listens at the last one: a name that no server of this test plays.
  const played = (origin: string) => origins[origin] ?? (origin.startsWith('http:') ? origin : 'http://127.0.0.1:1');
  const { timeoutSignal } = { ...quiet, ...options };
  const registries = openRegistries({
    ...quiet,
    ...options,
    redactor,
    connect: (origin) => createTransport({ origin: played(origin), headers: {}, timeoutSignal }),
    findLogin: async (domain) => {
      lookedUp.push(domain);
      return login;
    },
    onSecret: (each) => secrets.push(each),
  });
  return {
    ...{ secrets, lookedUp },
    resolve: (image: string, signal?: AbortSignal) => resolve(registries, image, signal),
  };
}

export async function resolve(
  registries: ReturnType<typeof openRegistries>,
  image: string,
  signal = new AbortController().signal,
): Promise<Resolution> {
  const parsed = parseReference(image);
  if (!('domain' in parsed)) throw new Error(`${image}: ${parsed.found}`);
  return await registries.resolve(parsed, signal);
}

/** What one question about `acme/llama:1` comes to, or about another image of the registry. */
export function ask(
  { domain }: { readonly domain: string },
  { image = 'acme/llama:1', ...options }: SceneOptions & { image?: string } = {},
): Promise<Resolution> {
  return createScene(options).resolve(`${domain}/${image}`);
}

/** A registry with `acme/llama:1`. */
export async function startLlama({ isPrivate = false, ...options }: RegistryOptions & { isPrivate?: boolean } = {}) {
  const registry = await startRegistry(options);
  const { digest } = registry.push('acme/llama', image(), '1');
  if (isPrivate) registry.hide('acme/llama');
  return Object.assign(registry, { digest });
}
