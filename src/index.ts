/** Owns the start of the program: the only file with side effects on import. Real ports, one run, one exit code. */

import { readFileSync } from 'node:fs';
import * as core from '@actions/core';
import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { parseCommandLine, terminalReporter } from './cli.ts';
import { systemClock } from './clock.ts';
import type { GitHubConnection } from './commands/context.ts';
import { DeployError } from './errors.ts';
import { openGitHub } from './github/api.ts';
import { parseEvent } from './github/event.ts';
import { workflowReporter } from './github/workflow.ts';
import type { Redactor } from './http/redactor.ts';
import type { Inputs } from './inputs.ts';
import { serviceEventLine } from './render/progress.ts';
import type { Reporter } from './report.ts';
import { type Ending, type Ports, run } from './run.ts';
import { createServiceClient } from './service/client.ts';
import { createProbe } from './service/probe.ts';
import { version } from './version.ts';
import { openWorkspace } from './workspace.ts';

const exitCodes: { readonly [ending in Ending]: number } = { success: 0, failure: 1, usage: 2 };

const userAgent = `deploy-gpu-endpoint/${version}`;

/** The proxy that the environment names for an address. To the parser its short form, `host:port`, is an address of the scheme `host:`. */
function proxyFor(address: URL): URL | undefined {
  try {
    const proxy = getProxyUrl(address);
    return !proxy || /^(https?|socks5?):$/.test(proxy.protocol) ? proxy : new URL(`http://${proxy.href}`);
  } catch (cause) {
    // What was found is not repeated: it may hold a password.
    throw new DeployError({
      code: 'inputs-invalid',
      message: `the environment variable ${address.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'} holds no address of a proxy`,
      hint: 'Write for example `http://proxy.example.com:3128`, or unset it.',
      cause,
    });
  }
}

function connect({ baseUrl = '', apiKey }: Inputs, reporter: Reporter, redactor: Redactor) {
  const proxyUrl = proxyFor(new URL(baseUrl));
  // The address of a proxy may carry its password, and a refused connection names the address.
  reporter.mask(proxyUrl?.password ?? '');
  return createServiceClient({
    baseUrl,
    apiKey,
    clock: systemClock,
    redactor,
    userAgent,
    proxyUrl: proxyUrl?.href,
    onEvent: (event) => reporter.info(serviceEventLine(event)),
  });
}

/** A malformed or missing event is a context with less in it. */
function openGitHubAccess(
  { githubToken }: Inputs,
  { signal, redactor }: { signal: AbortSignal; redactor: Redactor },
): GitHubConnection {
  const { env } = process;
  const context = parseEvent(readEvent(env.GITHUB_EVENT_PATH), {
    eventName: env.GITHUB_EVENT_NAME ?? '',
    repository: env.GITHUB_REPOSITORY ?? '',
    sha: env.GITHUB_SHA ?? '',
    ref: env.GITHUB_REF ?? '',
    runId: env.GITHUB_RUN_ID ?? '',
    runAttempt: env.GITHUB_RUN_ATTEMPT ?? '',
    serverUrl: env.GITHUB_SERVER_URL ?? '',
    actor: env.GITHUB_ACTOR ?? '',
  });
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  return {
    context,
    api: openGitHub({
      token: githubToken,
      apiUrl,
      repository: context.repository,
      clock: systemClock,
      redactor,
      signal,
    }),
  };
}

function readEvent(path: string | undefined): string {
  try {
    return path ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function portsOf(speaking: Pick<Ports, 'input' | 'reporter'>): Ports {
  const cancelled = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () =>
      cancelled.abort(new DeployError({ code: 'cancelled', message: `the run was cancelled by ${name}` })),
    );
  return {
    ...speaking,
    env: (name) => process.env[name],
    workspace: openWorkspace(process.env.GITHUB_WORKSPACE || process.cwd()),
    clock: systemClock,
    connect,
    probe: createProbe({ userAgent, clock: systemClock, proxyFor: (url) => proxyFor(url)?.href }),
    github: (inputs, redactor) => openGitHubAccess(inputs, { signal: cancelled.signal, redactor }),
    signal: cancelled.signal,
  };
}

async function runWorkflowStep(): Promise<void> {
  const ending = await run(
    portsOf({
      input: (name) => core.getInput(name),
      reporter: workflowReporter({ hasSummary: Boolean(process.env.GITHUB_STEP_SUMMARY) }),
    }),
  );
  // A step knows only success and failure.
  process.exitCode = ending === 'success' ? 0 : 1;
}

async function runCommandLine(argv: readonly string[]): Promise<void> {
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) {
    process.stderr.write(`${parsed.problem}\nRun with --help to see commands and flags.\n`);
    process.exitCode = exitCodes.usage;
    return;
  }
  if ('text' in parsed) {
    process.stdout.write(parsed.text);
    return;
  }
  process.exitCode =
    exitCodes[await run(portsOf({ input: parsed.input, reporter: terminalReporter(process.stdout, process.stderr) }))];
}

const argv = process.argv.slice(2);
// Both end by themselves and never reject; a bundle in CommonJS has no top-level await.
void (argv.length === 0 && process.env.GITHUB_ACTIONS === 'true' ? runWorkflowStep() : runCommandLine(argv));
