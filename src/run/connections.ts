/** The connections of a run: workspace, service, registries, endpoints, GitHub. Large, so loaded after the inputs. */

import type { Clock, Stopwatch } from '../clock.ts';
import { inputsInvalid } from '../errors.ts';
import { openGitHub } from '../github/api.ts';
import { readCheckout, readText } from '../github/checkout.ts';
import { type GitHubContext, parseEvent } from '../github/event.ts';
import { type CommandRow, commandTable } from '../inputs/command-table.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { retryLine } from '../render/progress.ts';
import type { Reporter } from '../report.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { createServiceClient } from '../service/client.ts';
import { guardConnections } from '../tests/guard.ts';
import { heartbeat, reachMs, retryLineMs } from '../times.ts';
import { version } from '../version.ts';
import { openWorkspace } from '../workspace.ts';
import { type CommandContext, warnOnce } from './context.ts';

export interface RunEnvironment {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  clock: Clock;
  signal: AbortSignal;
  /** The proxy for an address by the machine's settings; throws when a setting is no address. */
  systemProxy: (address: URL) => URL | undefined;
  /** Aborts after a number of milliseconds; default `AbortSignal.timeout`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
  /** Measures the answers of an endpoint; default `clock`. */
  stopwatch?: Stopwatch;
  /** The clock of requests that are sent beside the deploy, as users send them; default `clock`. */
  clockBeside?: Clock;
  logLines?: number | undefined;
}

/** The inputs of a run, its reporter, and the secrets that it hides. */
export type RunContext = { inputs: Inputs; reporter: Reporter; redactor: Redactor };

export type Connections = Pick<CommandContext, 'connections' | 'github'> & { close(): Promise<void> };

/** Opens no connection: that happens at the first use of each. */
export function openConnections(environment: RunEnvironment, run: RunContext): Connections {
  const { inputs, reporter, redactor } = run;
  const { env, cwd, clock, signal, timeoutSignal, stopwatch = clock, clockBeside = clock } = environment;
  const { baseUrl = '', apiKey, secretEnvs, command } = inputs;
  const { isOffline }: CommandRow = commandTable[command];
  const { clean, hideInOwn } = redactor;
  const root = env.GITHUB_WORKSPACE || cwd;
  // The address of a proxy may carry its password, and a refused connection names the address.
  const proxyFor = (address: URL) => {
    const proxy = findProxy(environment, address);
    reporter.mask(proxy?.password ?? '');
    return proxy?.href;
  };
  const userAgent = `deploy-gpu-endpoint/${version}`;
  const shared = { clock, timeoutSignal, userAgent, proxyFor, onExchange: reporter.debug };
  const endpoint = guardConnections(
    async (url, options) =>
      (await import('../tests/connection.ts')).openConnection(url, { ...shared, clock: stopwatch, ...options }),
    inputs.baseUrl,
  );
  const asked = { secrets: secretEnvs, connect: endpoint, clock, clean };
  const isRetryDue = heartbeat(clock, retryLineMs);
  const service = once(async () =>
    createServiceClient({
      ...shared,
      baseUrl,
      apiKey,
      redactor,
      proxyUrl: proxyFor(new URL(baseUrl)),
      reachMs: reachMs[isOffline ? 'optional' : 'needed'],
      onRetry: (failure, waitMs) => {
        if (isRetryDue()) reporter.info(retryLine(failure.description, waitMs));
      },
    }),
  );
  const forImages = { ...shared, env, baseUrl: inputs.baseUrl, redactor, onSecret: reporter.mask };
  const registries = once(async () => (await import('../registry/registries.ts')).openRegistries(forImages));
  const context = readContext(env);
  const api = openGitHub({
    ...shared,
    token: inputs.githubToken,
    repository: context.repository,
    redactor,
    signal,
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
  });
  const forLogs = { baseUrl, apiKey, connect: endpoint, clean, lines: environment.logLines };
  return {
    connections: {
      workspace: openWorkspace(root),
      service: service.open,
      registries: registries.open,
      tests: async (tests) => (await import('../tests/run.ts')).openTests({ ...asked, tests, hideInOwn }),
      users: { connect: endpoint, clock: clockBeside },
      compare: async (request) => (await import('../compare/rounds.ts')).openRounds(asked)(request),
      load: async (loop) => (await import('../compare/clients.ts')).openClients(asked)(loop),
      log: async (log, until) => (await import('../logs/read.ts')).openLogReader(forLogs)(log, until),
    },
    github: { context, api, warn: warnOnce(reporter, signal) },
    close: async () => void (await Promise.allSettled([service.close(), registries.close()])),
  };
}

/** Opened at its first use, and closed only then. */
function once<Connection extends { close(): Promise<void> }>(connect: () => Promise<Connection>) {
  let connection: Promise<Connection> | undefined;
  return { open: () => (connection ??= connect()), close: async () => (await connection)?.close() };
}

/** An unreadable event leaves its values empty. */
function readContext(env: RunEnvironment['env']): GitHubContext {
  const text = (name: string) => env[`GITHUB_${name}`] ?? '';
  const [repository, workspace] = [text('REPOSITORY'), text('WORKSPACE')];
  return parseEvent(readText(text('EVENT_PATH')) ?? '', {
    repository,
    eventName: text('EVENT_NAME'),
    sha: text('SHA'),
    ref: text('REF'),
    runId: text('RUN_ID'),
    runAttempt: text('RUN_ATTEMPT'),
    serverUrl: text('SERVER_URL'),
    actor: text('ACTOR'),
    repositoryId: text('REPOSITORY_ID'),
    checkout: workspace ? readCheckout(workspace, repository) : undefined,
  });
}

/** To the URL parser the short form of a proxy, `host:port`, is an address of the scheme `host:`. */
function findProxy({ systemProxy }: RunEnvironment, address: URL): URL | undefined {
  try {
    const proxy = systemProxy(address);
    return !proxy || /^(https?|socks5?):$/.test(proxy.protocol) ? proxy : new URL(`http://${proxy.href}`);
  } catch {
    // The value is not shown: it may hold a password.
    const variable = address.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const hint = 'Write, for example, `http://proxy.example.com:3128`, or unset it.';
    throw inputsInvalid(`the environment variable ${variable} is not a proxy address`, hint);
  }
}
