/** Builds the ports of a run from an environment: service, GitHub, endpoints, workspace, proxy. */

import type { Clock } from './clock.ts';
import { DeployError } from './errors.ts';
import { trailLine } from './render/text.ts';
import type { Ports } from './run.ts';
import { version } from './version.ts';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Where the workspace is when `GITHUB_WORKSPACE` does not say so. */
  cwd: string;
  clock: Clock;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
  /** The proxy for an address by the machine's settings; throws when a setting is no address. */
  systemProxy: (address: URL) => URL | undefined;
  /** Aborts after a number of milliseconds; default `AbortSignal.timeout`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  /** Measures the answers of an endpoint; default `clock`. */
  stopwatch?: Pick<Clock, 'monotonicMs'> | undefined;
}

const userAgent = `deploy-gpu-endpoint/${version}`;

/** Opens no connection: that happens at the first use of a port. */
export function openPorts(
  surroundings: Surroundings,
  { input, inputNames = [], reporter }: Pick<Ports, 'input' | 'inputNames' | 'reporter'>,
): Ports {
  const { env, cwd, clock, signal, timeoutSignal, stopwatch = clock } = surroundings;
  const proxyFor = (address: URL) => findProxy(surroundings, address);
  // The address of a proxy may carry its password, and a refused connection names the address.
  const maskedProxy = (reporter: { mask(secret: string, what: string): void } | undefined) => (address: URL) => {
    const proxy = proxyFor(address);
    reporter?.mask(proxy?.password ?? '', 'the address of the proxy');
    return proxy?.href;
  };
  const root = env.GITHUB_WORKSPACE || cwd;
  const workspace = async () => (await import('./workspace.ts')).openWorkspace(root);
  return {
    input,
    inputNames,
    reporter,
    env: (name) => env[name],
    workspace: {
      readSpecs: async (patterns) => (await workspace()).readSpecs(patterns),
      write: async (path, options) => (await workspace()).write(path, options),
    },
    clock,
    connect: async ({ baseUrl = '', apiKey }, reporter, redactor) => {
      const proxyUrl = maskedProxy(reporter)(new URL(baseUrl));
      const { connectService } = await import('./connections.ts');
      return connectService({ baseUrl, apiKey, clock, redactor, userAgent, proxyUrl, timeoutSignal }, reporter);
    },
    connectRegistries: async (redactor, reporter) => {
      // Most runs change no image and ask no registry.
      const { openRegistries } = await import('./registry/registries.ts');
      return openRegistries({
        env,
        workspace: root,
        redactor,
        userAgent,
        clock,
        timeoutSignal,
        proxyFor: maskedProxy(reporter),
        onSecret: (secret) => reporter.mask(secret, 'the login of an image registry'),
        onNotice: (notice) => reporter.info(`Image: ${notice}.`),
        onRequest: reporter.debug && ((request) => reporter.debug?.(trailLine('request to registry', request))),
      });
    },
    connectEndpoint: async (url, options) => {
      const { openConnection } = await import('./tests/connection.ts');
      return openConnection(url, {
        userAgent,
        clock: stopwatch,
        proxyFor: (each) => proxyFor(each)?.href,
        timeoutSignal,
        ...options,
      });
    },
    github: async ({ githubToken }, redactor, reporter) => {
      const { connectGitHub } = await import('./connections.ts');
      return connectGitHub(githubToken, { ...surroundings, proxyFor: maskedProxy(reporter), redactor, reporter });
    },
    signal,
  };
}

/** To the URL parser the short form of a proxy, `host:port`, is an address of the scheme `host:`. */
function findProxy({ systemProxy }: Surroundings, address: URL): URL | undefined {
  try {
    const proxy = systemProxy(address);
    return !proxy || /^(https?|socks5?):$/.test(proxy.protocol) ? proxy : new URL(`http://${proxy.href}`);
  } catch (cause) {
    // What was found is not repeated: it may hold a password.
    throw new DeployError({
      code: 'inputs-invalid',
      message: `the environment variable ${address.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'} is not a proxy address`,
      hint: 'Write, for example, `http://proxy.example.com:3128`, or unset it.',
      cause,
    });
  }
}
