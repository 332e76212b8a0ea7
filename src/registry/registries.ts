/** Everything that asking registries takes, put together for one run: connections, stored logins, helper programs. */

import type { Clock } from '../clock.ts';
import { hostKind } from './address.ts';
import { createFindCredentials } from './credentials.ts';
import { createHttpExchange, type RegistryRequest } from './http-exchange.ts';
import { createRunHelper, readLoginFile } from './machine.ts';
import { createResolve, type Resolve } from './resolve.ts';

export interface Registries {
  resolve: Resolve;
  /** Ends every connection at once; what is still asked gets no answer. */
  close(): Promise<void>;
}

export interface RegistriesOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The service that is deployed to: where it runs on this machine, registries on this machine are asked as well. */
  readonly serviceUrl: URL;
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Which proxy an address is asked through; undefined for none. */
  readonly proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  readonly timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  readonly onRequest?: ((request: RegistryRequest) => void) | undefined;
  /** Called with every secret before it is sent for the first time. */
  readonly onSecret: (secret: string) => void;
  /** A sentence for the log about credentials that could not be read. */
  readonly onNotice: (notice: string) => void;
}

/** Opens no connection and reads no file before the first question. */
export function openRegistries(options: RegistriesOptions): Registries {
  const { env, serviceUrl, clock, onSecret, onNotice } = options;
  const allowLoopback = hostKind(serviceUrl) === 'loopback';
  const { exchange, close } = createHttpExchange({ ...options, allowLoopback });
  const { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR } = env;
  const findCredentials = createFindCredentials({
    environment: { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, home: env.HOME || env.USERPROFILE },
    readFile: readLoginFile,
    runHelper: createRunHelper(withoutStepSecrets(env)),
  });
  return { resolve: createResolve({ exchange, findCredentials, onSecret, onNotice, clock, allowLoopback }), close };
}

/** What the step and the runner keep in the environment for themselves is no business of a credential helper. */
function withoutStepSecrets(env: RegistriesOptions['env']): RegistriesOptions['env'] {
  const isOurs = (name: string) => /^(?:INPUT_|GPU_ENDPOINT_|ACTIONS_)|^GITHUB_TOKEN$/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)));
}
