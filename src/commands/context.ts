/** Owns what every command is given and what it gives back. */

import type { Clock } from '../clock.ts';
import type { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { Outputs, Reporter } from '../report.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Probe } from '../service/probe.ts';
import type { Workspace } from '../workspace.ts';
import type { GitHubAccess } from './github.ts';

export interface CommandContext {
  inputs: Inputs;
  reporter: Reporter;
  workspace: Workspace;
  clock: Clock;
  /** The client of the service that the inputs name; to be closed by whoever asked for it. */
  connect(): ServiceClient;
  github: GitHubAccess;
  /** Asks an endpoint's own URL. */
  probe: Probe;
  /** Keeps outputs that are known before the command ends; they are set also when it throws. */
  learn(outputs: Outputs): void;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
}

/** A command ends with a result also when it fails, so that what is known so far reaches the outputs, or throws: then they are what it has told `learn`. */
export interface CommandResult {
  outputs: Outputs;
  failure?: DeployError | undefined;
}

export type CommandFunction = (context: CommandContext) => Promise<CommandResult>;
