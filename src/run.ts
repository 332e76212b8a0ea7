/** Owns the story of a run: inputs → command → outputs → verdict. Knows neither GitHub nor terminals: how it speaks is the reporter's business. */

import type { Clock } from './clock.ts';
import type { CommandContext, CommandFunction, CommandResult } from './commands/context.ts';
import { asDeployError } from './commands/defect.ts';
import { remove } from './commands/delete.ts';
import { deploy } from './commands/deploy.ts';
import { exportSpec } from './commands/export.ts';
import { accessGitHub, type GitHubConnection } from './commands/github.ts';
import { plan } from './commands/plan.ts';
import { SpecError } from './commands/specs.ts';
import { sweep } from './commands/sweep.ts';
import { validate } from './commands/validate.ts';
import { DeployError } from './errors.ts';
import { createRedactor, type Redactor } from './http/redactor.ts';
import {
  type Command,
  type InputName,
  type InputProblem,
  type Inputs,
  inputEnvironment,
  parseInputs,
} from './inputs.ts';
import { inputAnnotation } from './render/issues.ts';
import { failureSummary, inputProblemsSummary } from './render/undone.ts';
import { type Outputs, outputNames, type Reporter, withoutSecrets } from './report.ts';
import type { ServiceClient } from './service/client.ts';
import type { Probe } from './service/probe.ts';
import type { Workspace } from './workspace.ts';

export interface Ports {
  /** The text of an input, '' when it is not set. */
  input: (name: InputName) => string;
  env: (name: string) => string | undefined;
  reporter: Reporter;
  workspace: Workspace;
  clock: Clock;
  connect: (inputs: Inputs, reporter: Reporter, redactor: Redactor) => ServiceClient;
  probe: Probe;
  /** Opens nothing before it is used. */
  github: (inputs: Inputs, redactor: Redactor) => GitHubConnection;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
}

/** How a run ended; `usage` means that its inputs were wrong and nothing was tried. */
export type Ending = 'success' | 'failure' | 'usage';

const commandFunctions: { readonly [command in Command]: CommandFunction } = {
  deploy,
  plan,
  validate,
  delete: remove,
  export: exportSpec,
  sweep,
};

/** Runs the command of the inputs to its end and reports it, whatever happens; never rejects. */
export async function run(ports: Ports): Promise<Ending> {
  const redactor = createRedactor();
  const reporter = withoutSecrets(ports.reporter, redactor);
  reporter.mask((ports.input('api-key') || ports.env(inputEnvironment['api-key'] ?? '') || '').trim());
  const { inputs, problems } = parseInputs({ get: ports.input, env: ports.env });
  for (const secret of inputs.secretEnvs.values()) reporter.mask(secret);
  reporter.mask(inputs.githubToken);

  const { outputs, failure } =
    problems.length > 0
      ? await refuse(inputs, { problems, reporter })
      : await execute(inputs, { ...ports, reporter, redactor });
  writeOutputs({ changed: 'false', 'failure-reason': failure?.code ?? '', ...outputs }, reporter);
  if (!failure) return 'success';
  reporter.fail(`${failure.message}\n${failure.hint} [${failure.code}]`);
  return failure.code === 'inputs-invalid' ? 'usage' : 'failure';
}

async function refuse(
  { command }: Inputs,
  { problems, reporter }: { problems: readonly InputProblem[]; reporter: Reporter },
): Promise<CommandResult> {
  for (const problem of problems.slice(0, reporter.annotationsPerSeverity)) reporter.annotate(inputAnnotation(problem));
  await reporter.summarize(inputProblemsSummary(command, problems));
  const names = problems.map(({ input }) => `\`${input}\``).join(', ');
  const message = `${problems.length === 1 ? 'an input is' : `${problems.length} inputs are`} missing or malformed: ${names}`;
  return { outputs: {}, failure: new DeployError({ code: 'inputs-invalid', message }) };
}

async function execute(
  inputs: Inputs,
  { reporter, redactor, workspace, clock, connect, probe, github, signal }: Ports & { redactor: Redactor },
): Promise<CommandResult> {
  let known: Outputs = {};
  const context: CommandContext = {
    inputs,
    reporter,
    workspace,
    clock,
    connect: () => connect(inputs, reporter, redactor),
    probe,
    learn: (outputs) => {
      known = { ...known, ...outputs };
    },
    github: accessGitHub(github(inputs, redactor), { reporter, signal }),
    signal,
  };
  try {
    const result = await commandFunctions[inputs.command](context);
    // Nothing that was cancelled may pass for a success: GitHub, which comes last, may not have been told.
    return signal.aborted && !result.failure ? { ...result, failure: cancelledLate(signal) } : result;
  } catch (error) {
    const failure = asDeployError(error);
    // A command that has begun to write ends with a result.
    if (failure.code === 'cancelled') reporter.info('Cancelled before anything was written.');
    // Problems of specs stand in the summary already, each at its place.
    if (!(failure instanceof SpecError)) await reporter.summarize(failureSummary(inputs.command, failure));
    return { outputs: known, failure };
  }
}

function cancelledLate(signal: AbortSignal): DeployError {
  const { message } = asDeployError(signal.reason);
  return new DeployError({
    code: 'cancelled',
    message: `${message} when its work at the service was done; GitHub may not have been told of it`,
  });
}

function writeOutputs(outputs: Outputs, reporter: Reporter): void {
  for (const name of outputNames) {
    const value = outputs[name];
    if (value !== undefined) reporter.setOutput(name, value);
  }
}
