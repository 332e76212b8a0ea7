/** Builds the ports of a run from an environment: service, GitHub, probe, workspace, proxy. Reads nothing but what it is given. */

import { readFileSync } from 'node:fs';
import type { Clock } from './clock.ts';
import type { GitHubConnection } from './commands/context.ts';
import { DeployError } from './errors.ts';
import { type GitHubOptions, openGitHub } from './github/api.ts';
import { readCheckout } from './github/checkout.ts';
import { parseEvent } from './github/event.ts';
import type { Redactor } from './http/redactor.ts';
import { serviceEventLine } from './render/progress.ts';
import { createRetryLines } from './render/retries.ts';
import { requestLine, retryLine } from './render/trail.ts';
import type { Reporter } from './report.ts';
import type { Ports } from './run.ts';
import { createServiceClient } from './service/client.ts';
import { createProbe } from './service/probe.ts';
import type { ServiceEvent } from './service/request.ts';
import { version } from './version.ts';
import { openWorkspace } from './workspace.ts';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Where the workspace is when `GITHUB_WORKSPACE` does not say so. */
  cwd: string;
  clock: Clock;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
  /** The proxy for an address by the machine's settings; throws when a setting is no address. */
  systemProxy: (address: URL) => URL | undefined;
  /** Aborts after so many milliseconds; default `AbortSignal.timeout`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

const userAgent = `deploy-gpu-endpoint/${version}`;

/** Opens no connection: that happens at the first use of a port. */
export function openPorts(surroundings: Surroundings, { input, reporter }: Pick<Ports, 'input' | 'reporter'>): Ports {
  const { env, cwd, clock, signal, timeoutSignal } = surroundings;
  const retryLines = createRetryLines(clock);
  const proxyFor = (address: URL) => findProxy(surroundings, address);
  return {
    input,
    reporter,
    env: (name) => env[name],
    workspace: openWorkspace(env.GITHUB_WORKSPACE || cwd),
    clock,
    connect: ({ baseUrl = '', apiKey }, reporter, redactor) => {
      const proxyUrl = proxyFor(new URL(baseUrl));
      // The address of a proxy may carry its password, and a refused connection names the address.
      reporter.mask(proxyUrl?.password ?? '', 'the address of the proxy');
      return createServiceClient({
        baseUrl,
        apiKey,
        clock,
        redactor,
        userAgent,
        proxyUrl: proxyUrl?.href,
        timeoutSignal,
        onEvent: (event) => tell(event, { reporter, retryLines }),
        ...(reporter.debug && { onRequest: (request) => reporter.debug?.(requestLine('service', request)) }),
      });
    },
    connectRegistries: async ({ baseUrl = '' }, reporter) => {
      // Most runs change no image and ask nobody.
      const { openRegistries } = await import('./registry/registries.ts');
      return openRegistries({
        env,
        serviceUrl: new URL(baseUrl),
        userAgent,
        clock,
        timeoutSignal,
        proxyFor: (url) => {
          const proxyUrl = proxyFor(url);
          reporter.mask(proxyUrl?.password ?? '', 'the address of the proxy');
          return proxyUrl?.href;
        },
        onSecret: (secret) => reporter.mask(secret, 'the login of an image registry'),
        onNotice: (notice) => reporter.info(`Image: ${notice}.`),
        onRequest:
          reporter.debug &&
          (({ origin, ...request }) =>
            reporter.debug?.(requestLine('registry', { ...request, path: origin, attempt: 1 }))),
      });
    },
    probe: createProbe({ userAgent, clock, proxyFor: (url) => proxyFor(url)?.href, timeoutSignal }),
    github: ({ githubToken }, redactor, reporter) =>
      connectGitHub(githubToken, {
        ...surroundings,
        redactor,
        onRequest: reporter?.debug && ((request) => reporter.debug?.(requestLine('GitHub', request))),
      }),
    signal,
  };
}

function tell(
  event: ServiceEvent,
  { reporter, retryLines }: { reporter: Reporter; retryLines: ReturnType<typeof createRetryLines> },
): void {
  if (event.type === 'list-read-again') {
    reporter.info(serviceEventLine(event));
    return;
  }
  reporter.debug?.(retryLine(event));
  const line = retryLines(event);
  if (line !== undefined) reporter.info(line);
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

/** A malformed or missing event is a context with less in it. */
function connectGitHub(
  token: string,
  {
    env,
    clock,
    signal,
    timeoutSignal,
    redactor,
    onRequest,
  }: Surroundings & Pick<GitHubOptions, 'onRequest'> & { redactor: Redactor },
): GitHubConnection {
  const context = parseEvent(readEvent(env.GITHUB_EVENT_PATH), {
    eventName: env.GITHUB_EVENT_NAME ?? '',
    repository: env.GITHUB_REPOSITORY ?? '',
    sha: env.GITHUB_SHA ?? '',
    ref: env.GITHUB_REF ?? '',
    runId: env.GITHUB_RUN_ID ?? '',
    runAttempt: env.GITHUB_RUN_ATTEMPT ?? '',
    serverUrl: env.GITHUB_SERVER_URL ?? '',
    actor: env.GITHUB_ACTOR ?? '',
    repositoryId: env.GITHUB_REPOSITORY_ID,
    checkout: env.GITHUB_WORKSPACE ? readCheckout(env.GITHUB_WORKSPACE, env.GITHUB_REPOSITORY ?? '') : undefined,
  });
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  const { repository } = context;
  return { context, api: openGitHub({ token, apiUrl, repository, clock, redactor, signal, timeoutSignal, onRequest }) };
}

function readEvent(path: string | undefined): string {
  try {
    return path ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
