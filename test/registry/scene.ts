/** One resolver before one registry for tests, with a stored login, and all that it told. */

import { createTransport } from '../../src/http/transport.ts';
import type { RegistryPorts } from '../../src/registry/client.ts';
import type { Login } from '../../src/registry/logins.ts';
import { parseReference } from '../../src/registry/reference.ts';
import { type Resolution, resolveImage } from '../../src/registry/resolve.ts';
import { createTestClock } from '../clock.ts';

export interface Scene {
  readonly secrets: string[];
  readonly notices: string[];
  /** Registries that a login was looked up for. */
  readonly lookedUp: string[];
  resolve(image: string, signal?: AbortSignal): Promise<Resolution>;
}

export interface SceneOptions extends Partial<Pick<RegistryPorts, 'clean'>> {
  readonly login?: Login;
  /** Origins as clients know them by the servers that play them. */
  readonly origins?: Readonly<Record<string, string>>;
  /** Default: no time passes. */
  readonly timeoutSignal?: (ms: number) => AbortSignal;
}

export function createScene(options: SceneOptions = {}): Scene {
  const { login, origins = {}, clean = (text) => text, timeoutSignal = () => new AbortController().signal } = options;
  const [secrets, notices, lookedUp]: [string[], string[], string[]] = [[], [], []];
  // Nobody listens at the last one: a name that no server of this test plays.
  const played = (origin: string) => origins[origin] ?? (origin.startsWith('http:') ? origin : 'http://127.0.0.1:1');
  const ports: RegistryPorts = {
    connect: (origin) => createTransport({ baseUrl: played(origin), headers: {}, timeoutSignal }),
    findLogin: async (domain) => {
      lookedUp.push(domain);
      return login;
    },
    clean,
    onSecret: (secret) => secrets.push(secret),
    onNotice: (notice) => notices.push(notice),
    clock: createTestClock(),
  };
  return {
    secrets,
    notices,
    lookedUp,
    async resolve(image, signal = new AbortController().signal) {
      const parsed = parseReference(image);
      if (parsed.kind === 'invalid') throw new Error(`${image}: ${parsed.problem.found}`);
      return await resolveImage(parsed.reference, { ...ports, signal, timeoutSignal });
    },
  };
}

/** What one question about `acme/llama:1` comes to, or about another image of the registry. */
export function ask(
  { domain }: { readonly domain: string },
  { image = 'acme/llama:1', ...options }: SceneOptions & { image?: string } = {},
): Promise<Resolution> {
  return createScene(options).resolve(`${domain}/${image}`);
}
