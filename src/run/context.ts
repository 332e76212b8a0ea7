/** The context of every command: its inputs, its connections, and access to GitHub. */

import type { Ask } from '../account/reads.ts';
import type { Clock } from '../clock.ts';
import type { RunClients } from '../compare/clients.ts';
import type { CompareEndpoints } from '../compare/rounds.ts';
import { codeWords } from '../errors.ts';
import type { GitHub } from '../github/api.ts';
import type { GitHubContext, PullRequestEvent } from '../github/event.ts';
import type { GitHubFailure } from '../github/failure.ts';
import type { ReadLog } from '../logs/read.ts';
import type { EndpointTest } from '../model/tests.ts';
import type { PreviewQuestion } from '../plan/previews.ts';
import type { Run } from '../plan/run.ts';
import type { Registries } from '../registry/registries.ts';
import type { Reporter } from '../report.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ConnectEndpoint } from '../tests/connection.ts';
import type { TestEndpoint } from '../tests/run.ts';
import type { Workspace } from '../workspace.ts';
import type { RunEnd } from './outcome.ts';
import type { StepOutputs } from './outputs.ts';

/** What a question to GitHub needs. */
export interface GitHubAsk extends Run {
  github: GitHubAccess;
  preview?: Preview | undefined;
}

export interface CommandContext extends Ask {
  reporter: Reporter;
  outputs: StepOutputs;
  /** Each connection is loaded and opened at its first use; the run closes the open ones. */
  connections: {
    workspace: Workspace;
    service(): Promise<ServiceClient>;
    registries(): Promise<Registries>;
    tests(tests: readonly EndpointTest[]): Promise<TestEndpoint>;
    /** Sends requests beside a deploy, as users send them. */
    users: { connect: ConnectEndpoint; clock: Clock };
    compare: CompareEndpoints;
    load: RunClients;
    log: ReadLog;
  };
  github: GitHubAccess;
  preview?: Preview | undefined;
}

export interface Preview {
  pullRequest: PullRequestEvent;
  /** About the pull request as it is known by now; names and previews are not read yet. */
  question: PreviewQuestion;
  /** Whether there is an API key: without one, as for forks and Dependabot, a spec can only be validated. */
  hasKey: boolean;
  /** GitHub has said that the commit of the event is the last one. */
  isCurrent: boolean;
}

/** Asks, decides, and returns its end. Rejects only before it has begun to write. */
export type CommandFunction = (context: CommandContext) => Promise<RunEnd>;

export interface GitHubAccess {
  context: GitHubContext;
  /** Opens nothing before it is used. */
  api: GitHub;
  /** Warns of a failure that must not fail a deploy: comments. Once for each cause in a run. */
  warn(failure: GitHubFailure): void;
}

export function warnOnce(reporter: Reporter, signal: AbortSignal): GitHubAccess['warn'] {
  const warnedCauses = new Set<string>();
  return ({ kind, permission, message, hint }) => {
    // A missing token is one cause, whatever it is needed for.
    const cause = kind === 'no-token' ? kind : `${kind} ${permission.split(':')[0]}`;
    // A cancelled run has said so, and asks GitHub nothing more.
    if (signal.aborted || warnedCauses.has(cause)) return;
    warnedCauses.add(cause);
    reporter.warn({
      title: codeWords('github'),
      message: `${message}.`.replace(/\.\.$/, '.'),
      hint,
    });
  };
}
