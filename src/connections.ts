/** The connections of a run to the service and to GitHub; loaded when the inputs are right, because they are large. */

import { readFileSync, statSync } from 'node:fs';
import type { GitHubConnection } from './commands/context.ts';
import { type GitHubOptions, openGitHub } from './github/api.ts';
import { readCheckout } from './github/checkout.ts';
import { parseEvent } from './github/event.ts';
import type { Surroundings } from './ports.ts';
import { createRetryLines } from './render/progress.ts';
import { trailLine } from './render/text.ts';
import type { Reporter } from './report.ts';
import type { Redactor } from './secrets/redactor.ts';
import { createServiceClient, type ServiceClient, type ServiceClientOptions } from './service/client.ts';

/** A client that tells the reporter of what is worth a line. */
export function connectService(
  options: Omit<ServiceClientOptions, 'onEvent' | 'onRequest'>,
  reporter: Reporter,
): ServiceClient {
  const retryLines = createRetryLines(options.clock);
  return createServiceClient({
    ...options,
    onEvent: (event) => {
      reporter.debug?.(trailLine('retry', event));
      const line = retryLines(event);
      if (line !== undefined) reporter.info(line);
    },
    ...(reporter.debug && { onRequest: (request) => reporter.debug?.(trailLine('request to service', request)) }),
  });
}

/** A malformed or missing event is a context with less in it. */
export function connectGitHub(
  token: string,
  {
    env,
    clock,
    signal,
    timeoutSignal,
    redactor,
    reporter,
    proxyFor,
  }: Omit<Surroundings, 'systemProxy'> &
    Pick<GitHubOptions, 'proxyFor'> & { redactor: Redactor; reporter: Reporter | undefined },
): GitHubConnection {
  const event = readEvent(env.GITHUB_EVENT_PATH);
  const context = parseEvent(event.text, {
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
  if (context.isEventUnread && env.GITHUB_EVENT_PATH)
    reporter?.annotate({
      severity: 'warning',
      title: 'event',
      message: `The event of this run could not be read: ${event.problem ?? 'it is not JSON'}.`,
      hint: 'Check the file that `GITHUB_EVENT_PATH` names, also inside a container.',
    });
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  const { repository } = context;
  const onRequest: GitHubOptions['onRequest'] =
    reporter?.debug && ((request) => reporter.debug?.(trailLine('request to GitHub', request)));
  return {
    context,
    api: openGitHub({ token, apiUrl, repository, clock, redactor, signal, timeoutSignal, proxyFor, onRequest }),
  };
}

/** Enough for a pull request with the longest texts that GitHub takes. */
const maxEventBytes = 1024 * 1024;

function readEvent(path = ''): { text: string; problem?: string } {
  if (path === '') return { text: '' };
  try {
    const stats = statSync(path);
    // A device would never end.
    if (!stats.isFile()) return { text: '', problem: `${JSON.stringify(path)} is not a file` };
    if (stats.size > maxEventBytes)
      return { text: '', problem: `it has ${stats.size} bytes, at most ${maxEventBytes} are read` };
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    return { text: '', problem: error instanceof Error ? error.message : String(error) };
  }
}
