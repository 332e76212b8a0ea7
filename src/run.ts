/** A run from its start to its end: inputs → command → outputs → verdict. */

import type { Clock } from './clock.ts';
import { accessGitHub, type CommandContext, type CommandFunction, type GitHubConnection } from './commands/context.ts';
import { StepOutputs } from './commands/outputs.ts';
import { openEdge } from './edge.ts';
import { asDeployError, DeployError, SpecError } from './errors.ts';
import { type Command, type InputName, type InputProblem, type Inputs, parseInputs } from './inputs.ts';
import type { Registries } from './registry/registries.ts';
import { failureSummary, inputAnnotation, inputProblemsSummary } from './render/failure.ts';
import type { Annotation, Reporter, ReportWriter } from './report.ts';
import { createRedactor, type Redactor, shortestSecret } from './secrets/redactor.ts';
import type { ServiceClient } from './service/client.ts';
import type { Connect } from './tests/guard.ts';
import type { Workspace } from './workspace.ts';

export interface Ports {
  /** The text of an input, undefined when it is not given. */
  input: (name: InputName) => string | undefined;
  /** The names of all inputs that are given, in lower case, those included that do not exist. */
  inputNames?: readonly string[];
  env: (name: string) => string | undefined;
  reporter: ReportWriter;
  workspace: Workspace;
  clock: Clock;
  connect: (inputs: Inputs, reporter: Reporter, redactor: Redactor) => Promise<ServiceClient>;
  connectRegistries: (redactor: Redactor, reporter: Reporter) => Promise<Registries>;
  /** Opens nothing before it is used. */
  connectEndpoint: Connect;
  /** How many lines of a log are shown; default 40. */
  logLines?: number | undefined;
  /** Opens nothing before it is used. */
  github: (inputs: Inputs, redactor: Redactor, reporter?: Reporter) => Promise<GitHubConnection>;
  /** Aborted when the run is cancelled. */
  signal: AbortSignal;
}

/** `usage`: wrong inputs, nothing was tried. `not-serving`: `status` has found an endpoint that does not serve. */
export type Ending = 'success' | 'failure' | 'usage' | 'not-serving';

/** Each is loaded when it is run. */
const commandFunctions: { readonly [command in Command]: () => Promise<CommandFunction> } = {
  deploy: async () => (await import('./commands/deploy.ts')).deploy,
  plan: async () => (await import('./commands/plan.ts')).plan,
  validate: async () => (await import('./commands/validate.ts')).validate,
  delete: async () => (await import('./commands/delete.ts')).deleteNamed,
  export: async () => (await import('./commands/export.ts')).exportSpec,
  test: async () => (await import('./commands/test.ts')).testLive,
  status: async () => (await import('./commands/status.ts')).showStatus,
  logs: async () => (await import('./commands/logs.ts')).showLogs,
  sweep: async () => (await import('./commands/sweep.ts')).sweep,
};

/** Each with the input that it is from. No problem of an input quotes one. */
function declaredSecrets({ apiKey, secretEnvs, githubToken }: Inputs): [name: string, value: string][] {
  const envs = Array.from(secretEnvs, ([key, value]): [string, string] => [`secret-envs ${key}`, value]);
  return [['api-key', apiKey], ...envs, ['github-token', githubToken]];
}

/** A mask of so few characters would take a piece out of every other sentence. */
function shortSecretsNotice(names: readonly string[]): Annotation {
  return {
    severity: 'notice',
    title: 'short secrets',
    message: `Not hidden in the log because they have fewer than ${shortestSecret} characters: ${names.map((name) => `\`${name}\``).join(', ')}.`,
    hint: 'If a value is not a secret, move it to `envs` in the spec. If it is, use a longer one.',
  };
}

/** Runs the command of the inputs to its end and reports how it ended; never rejects. */
export async function run(ports: Ports): Promise<Ending> {
  const redactor = createRedactor();
  const reporter = openEdge(ports.reporter, redactor);
  const outputs = new StepOutputs(reporter);
  const { inputs, problems } = parseInputs({ get: ports.input, names: ports.inputNames ?? [], env: ports.env });
  const declared = declaredSecrets(inputs);
  for (const [name, value] of declared) reporter.mask(value, name);
  const short = declared.filter(([, value]) => value !== '' && value.length < shortestSecret);
  if (problems.length === 0 && short.length > 0) reporter.annotate(shortSecretsNotice(short.map(([name]) => name)));

  const ended =
    problems.length > 0
      ? await reportInputProblems(inputs.command, { problems, reporter })
      : await runCommand(inputs, { ports, reporter, redactor, outputs });
  outputs.finish(ended);
  ports.reporter.end?.();
  // Later steps depend on the outputs: a run without them has failed; but the cause of a failure comes first.
  const unwritten = outputs.failure();
  const failure = ended ?? unwritten;
  if (ended && unwritten) reporter.annotate(unwrittenOutputs(unwritten));
  if (!failure) return 'success';
  reporter.fail(`${failure.message}\n${failure.hint} [${failure.code}]`, failure.title);
  if (failure.code === 'not-serving') return failure.code;
  return failure.code === 'inputs-invalid' ? 'usage' : 'failure';
}

async function reportInputProblems(
  command: Command,
  { problems, reporter }: { problems: readonly InputProblem[]; reporter: Reporter },
): Promise<DeployError> {
  for (const problem of problems.slice(0, reporter.annotationsPerSeverity)) reporter.annotate(inputAnnotation(problem));
  await reporter.summarize(inputProblemsSummary(command, problems));
  const names = problems.map(({ input }) => `\`${input}\``).join(', ');
  const message = `${problems.length === 1 ? 'an input is' : `${problems.length} inputs are`} missing or malformed: ${names}`;
  return new DeployError({ code: 'inputs-invalid', message });
}

interface RunParts {
  ports: Ports;
  reporter: Reporter;
  redactor: Redactor;
  outputs: StepOutputs;
}

async function runCommand(
  inputs: Inputs,
  { ports, reporter, redactor, outputs }: RunParts,
): Promise<DeployError | undefined> {
  const { workspace, clock } = ports;
  const { clean } = redactor;
  const ended = new AbortController();
  const signal = AbortSignal.any([ports.signal, ended.signal]);
  let service: Promise<ServiceClient> | undefined;
  let registries: Promise<Registries> | undefined;
  try {
    assertCertificates(ports.env);
    const { proveCode } = await import('./commands/trust.ts');
    const connection = await ports.github(inputs, redactor, reporter);
    const github = await proveCode(accessGitHub(connection, { reporter, signal }), { inputs, workspace });
    const { guardConnections } = await import('./tests/guard.ts');
    const endpoint = guardConnections(ports.connectEndpoint, inputs.baseUrl);
    const connections: CommandContext['connections'] = {
      service: () => {
        service ??= ports.connect(inputs, reporter, redactor);
        return service;
      },
      registries: () => {
        registries ??= ports.connectRegistries(redactor, reporter);
        return registries;
      },
      tests: async (tests) => {
        const { openTests } = await import('./tests/run.ts');
        return openTests({ tests, secrets: inputs.secretEnvs, connect: endpoint, clock, clean });
      },
      log: async (log, until) => {
        const { openLogReader } = await import('./logs/read.ts');
        const { baseUrl = '', apiKey } = inputs;
        return openLogReader({ baseUrl, apiKey, connect: endpoint, clock, clean, lines: ports.logLines })(log, until);
      },
    };
    const command = await commandFunctions[inputs.command]();
    const failure = await command({ inputs, reporter, outputs, workspace, clock, signal, connections, github });
    // Nothing that was cancelled may pass for a success: GitHub, which comes last, may not have been told.
    return signal.aborted && !failure ? cancelledLate(signal) : failure;
  } catch (error) {
    const failure = asDeployError(error);
    // A command that has begun to write does not throw.
    if (failure.code === 'cancelled') reporter.info('Cancelled before anything was written.');
    if (!(failure instanceof SpecError)) await reporter.summarize(failureSummary(inputs.command, failure));
    return failure;
  } finally {
    ended.abort(new Error('the run is over'));
    await Promise.allSettled([service, registries].map(async (connection) => (await connection)?.close()));
  }
}

/** Without a check of certificates the key goes to whoever answers; an earlier step may have set that. */
function assertCertificates(env: Ports['env']): void {
  if (env('NODE_TLS_REJECT_UNAUTHORIZED') !== '0') return;
  throw new DeployError({
    code: 'inputs-invalid',
    message: 'the environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0, so nothing proves who gets the API key',
    hint: 'Unset it; for a certificate of your own, set NODE_EXTRA_CA_CERTS.',
  });
}

function unwrittenOutputs({ message, hint }: DeployError): Annotation {
  return { severity: 'warning', title: 'outputs', message: `${message}.`, hint };
}

function cancelledLate(signal: AbortSignal): DeployError {
  const { message } = asDeployError(signal.reason);
  return new DeployError({
    code: 'cancelled',
    message: `${message} after its work on the service was done; GitHub may not have been updated`,
  });
}
