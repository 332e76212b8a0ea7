/** What every command is given: its inputs, the ports it works through, and access to GitHub. */

import type { Clock } from '../clock.ts';
import type { DeployError } from '../errors.ts';
import type { GitHub, GitHubFailure } from '../github/api.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Inputs } from '../inputs.ts';
import type { ReadLog } from '../logs/read.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import type { Registries } from '../registry/registries.ts';
import type { Reporter } from '../report.ts';
import type { ServiceClient } from '../service/client.ts';
import type { TestEndpoint } from '../tests/run.ts';
import type { Workspace } from '../workspace.ts';
import type { StepOutputs } from './outputs.ts';

export interface CommandContext {
  inputs: Inputs;
  reporter: Reporter;
  outputs: StepOutputs;
  workspace: Workspace;
  clock: Clock;
  connections: Connections;
  github: GitHubAccess;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
}

interface Connections {
  /** The client of the service that the inputs name. The run closes it, and {@link registries}, at its end. */
  service(): Promise<ServiceClient>;
  /** Asks registries about images; loaded when it is called. */
  registries(): Promise<Registries>;
  /** Passes these tests at an endpoint's own URL; loaded when it is called. */
  tests(tests: readonly EndpointTest[]): Promise<TestEndpoint>;
  /** Reads the end of what the service gives as a log. */
  log: ReadLog;
}

/** Resolves with why the command failed, if it did. Rejects where it failed before it had begun to write. */
export type CommandFunction = (context: CommandContext) => Promise<DeployError | undefined>;

export interface GitHubConnection {
  /** The event and the run. */
  context: GitHubContext;
  /** Opens nothing before it is used. */
  api: GitHub;
}

/** One for a run, so that each warning is given once, however many endpoints there are. */
export interface GitHubAccess extends GitHubConnection {
  /** Warns of a failure that must not fail a deploy: comments and Deployments. Once for each cause. */
  warn(failure: GitHubFailure): void;
}

export function accessGitHub(
  connection: GitHubConnection,
  { reporter, signal }: { reporter: Reporter; signal: AbortSignal },
): GitHubAccess {
  const warnedCauses = new Set<string>();
  return {
    ...connection,
    warn: ({ kind, permission, message, hint }) => {
      // A cancelled run has said so; that GitHub was not asked any more follows from it.
      if (signal.aborted) return;
      // Without a token nothing works: the same cause, be it needed for a comment or a Deployment.
      const cause = kind === 'no-token' ? kind : `${kind} ${permission.split(':')[0]}`;
      if (warnedCauses.has(cause)) return;
      warnedCauses.add(cause);
      reporter.annotate({ severity: 'warning', title: 'GitHub', message: `${message}.`.replace(/\.\.$/, '.'), hint });
    },
  };
}

/** Hides the envs of live endpoints in everything that is said; call it before a command works with them. */
export function redactEnvs(endpoints: readonly Endpoint[], reporter: Reporter): void {
  for (const { config } of endpoints) for (const { value } of config.envs) reporter.conceal(value);
}
