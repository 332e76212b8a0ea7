/** A run without its process: arguments and environment → inputs → command → outputs → verdict, exit code. */

import { asDeployError, causeOf, codeReference, DeployError, inputsInvalid } from '../errors.ts';
import { type Toolkit, workflowReporter } from '../github/workflow.ts';
import type { Command } from '../inputs/command-table.ts';
import { type InputProblem, parseInputs } from '../inputs/inputs.ts';
import { failureSummary, inputAnnotation, inputProblemsSummary } from '../render/failure.ts';
import { tellRunFailure } from '../render/run-failure.ts';
import { openEdge, type ReportWriter } from '../report.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { Connections, RunContext, RunEnvironment } from './connections.ts';
import type { CommandFunction } from './context.ts';
import { openOutputs, type StepOutputs } from './outputs.ts';

interface Process extends RunEnvironment {
  argv: readonly string[];
  toolkit: Toolkit;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

export interface RunRequest extends RunEnvironment {
  input: Parameters<typeof parseInputs>[0]['get'];
  /** The names of all inputs that are given, in lower case, those included that do not exist. */
  inputNames?: readonly string[];
  reporter: ReportWriter;
  /** Opens no connection. Default: `openConnections`, which is loaded after the inputs. */
  connect?: (context: RunContext) => Promise<Connections>;
}

/** `usage`: wrong inputs, nothing was tried; `not-serving`: found by `status` or `test`. */
const exitCodes = { success: 0, failure: 1, usage: 2, 'not-serving': 3 } as const;

type Ending = keyof typeof exitCodes;

/** The file of a command is loaded when the command runs. */
const commandFiles: { readonly [command in Command]: () => Promise<{ command: CommandFunction }> } = {
  deploy: () => import('../commands/deploy.ts'),
  plan: () => import('../commands/plan.ts'),
  validate: () => import('../commands/validate.ts'),
  delete: () => import('../commands/delete.ts'),
  park: () => import('../commands/park.ts'),
  export: () => import('../commands/export.ts'),
  test: () => import('../commands/test.ts'),
  status: () => import('../commands/status.ts'),
  list: () => import('../commands/list.ts'),
  logs: () => import('../commands/logs.ts'),
  sweep: () => import('../commands/sweep.ts'),
};

/** A workflow step or a command line. Resolves to the exit code; never rejects. A step knows only 0 and 1. */
export async function runProgram(started: Process): Promise<number> {
  return started.argv.length === 0 && started.env.GITHUB_ACTIONS === 'true'
    ? runWorkflowStep(started)
    : runCommandLine(started);
}

/** The reason that the signal of a cancelled run carries. */
export function cancelledBy(signal: 'SIGINT' | 'SIGTERM' | 'SIGBREAK'): DeployError {
  return new DeployError({ code: 'cancelled', message: `the run was cancelled by ${signal}` });
}

/** The reason that the signal carries after an exception that nothing has caught. */
export function stoppedBy(thrown: unknown): DeployError {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || thrown.syscall !== 'write') return asDeployError(thrown);
  const message = `the run was cancelled because its log cannot be written (${thrown.message})`;
  return new DeployError({ code: 'cancelled', message });
}

async function runWorkflowStep(started: Process): Promise<number> {
  const { toolkit, env } = started;
  const reporter = workflowReporter(toolkit, env);
  const input: RunRequest['input'] = (name) => toolkit.getInput(name, { trimWhitespace: false });
  // The runner passes on inputs, too, that action.yml does not have.
  const inputNames = Object.keys(env).flatMap((name) =>
    name.startsWith('INPUT_') ? name.slice('INPUT_'.length).toLowerCase() : [],
  );
  const ending = await run({ ...started, input, inputNames, reporter });
  return ending === 'success' ? 0 : 1;
}

async function runCommandLine(started: Process): Promise<number> {
  const { argv, stdout, stderr } = started;
  const { parseCommandLine } = await import('../cli/arguments.ts');
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) {
    stderr.write(`${parsed.problem}\nRun with --help to see commands and flags.\n`);
    return exitCodes.usage;
  }
  if (!('input' in parsed)) {
    stdout.write(parsed.text);
    return 0;
  }
  const { terminalReporter } = await import('../cli/terminal.ts');
  const reporter = terminalReporter(stdout, stderr, parsed);
  return exitCodes[await run({ ...started, logLines: parsed.lines, input: parsed.input, reporter })];
}

/** Runs the command of the inputs to its end and reports how it ended; never rejects. */
export async function run(request: RunRequest): Promise<Ending> {
  const redactor = createRedactor();
  const writer = request.reporter;
  const reporter = openEdge(writer, redactor);
  const outputs = openOutputs(reporter);
  const { inputs, problems, warnings } = parseInputs({
    get: request.input,
    names: request.inputNames ?? [],
    env: (name) => request.env[name],
  });
  // No problem of an input quotes one.
  for (const secret of [inputs.apiKey, ...inputs.secretEnvs.values(), inputs.githubToken]) reporter.mask(secret);
  if (problems.length === 0)
    for (const problem of warnings) reporter.annotate({ ...inputAnnotation(problem), severity: 'warning' });
  const context = { inputs, reporter, redactor };
  const ended =
    problems.length > 0 ? await reportProblems(problems, context) : await runCommand(context, { request, outputs });
  const cause = outputs.finish(ended);
  writer.end?.();
  if (!cause) return 'success';
  // Wrong inputs stop the run before it tries anything.
  const failure = tellRunFailure(cause, { inputs, outputs }, { isTold: problems.length === 0 });
  reporter.fail(`${failure.told}\n${failure.hint} [${codeReference(failure.code)}]`, failure.title);
  if (failure.code === 'not-serving') return failure.code;
  return failure.code === 'inputs-invalid' ? 'usage' : 'failure';
}

async function reportProblems(
  problems: readonly InputProblem[],
  { inputs, reporter }: RunContext,
): Promise<DeployError> {
  for (const problem of problems.slice(0, reporter.annotationsPerSeverity)) reporter.annotate(inputAnnotation(problem));
  await reporter.summarize(inputProblemsSummary(inputs.command, problems));
  const names = problems.map(({ input }) => `\`${input}\``).join(', ');
  return new DeployError({ code: 'inputs-invalid', message: `missing or malformed: ${names}` });
}

async function runCommand(
  context: RunContext,
  { request, outputs }: { request: RunRequest; outputs: StepOutputs },
): Promise<DeployError | undefined> {
  const { clock, connect = async () => (await import('./connections.ts')).openConnections(request, context) } = request;
  const { inputs, reporter } = context;
  const ended = new AbortController();
  const signal = AbortSignal.any([request.signal, ended.signal]);
  let opened: Connections | undefined;
  try {
    assertCertificates(request.env);
    opened = await connect(context);
    const { connections, github } = opened;
    const { command } = await commandFiles[inputs.command]();
    const ask = { inputs, github, connections, clock, signal, onRepeat: reporter.info };
    const access = { ...ask, reporter, outputs };
    const end = await command(access);
    const { tellEnd } = await import('./tell.ts');
    const { failure, now, afterwards } = await tellEnd(end, access);
    const verdict = failure ?? cancelledBeforeTold(signal, now);
    await afterwards().catch((thrown: unknown) => {
      const { message, hint } = asDeployError(thrown);
      reporter.warn({ title: 'after the run', message: `${message}.`, hint });
    });
    return verdict;
  } catch (error) {
    const thrown = causeOf(error, request.signal);
    const failure = tellRunFailure(thrown, { inputs, outputs }, { isTold: thrown.code === 'internal' });
    // A command that has begun to write does not throw.
    if (failure.code === 'cancelled') reporter.info('Cancelled before anything was written.');
    if (failure.issues === '') await reporter.summarize(failureSummary(failure));
    return failure;
  } finally {
    ended.abort(new Error('the run is over'));
    await opened?.close();
  }
}

/** A run that is cancelled before it has told GitHub is not a success: those requests come last. */
function cancelledBeforeTold({ aborted, reason }: AbortSignal, now: readonly string[]): DeployError | undefined {
  if (!aborted) return undefined;
  const { message: cause } = asDeployError(reason);
  const told = `${cause} after its work on the service was done; GitHub may not have been updated`;
  return new DeployError({ code: 'cancelled', message: [told, ...now].join('. ') });
}

/** Without a check of certificates the key goes to whoever answers; an earlier step may have set that. */
function assertCertificates(env: RunEnvironment['env']): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  throw inputsInvalid(
    'the environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0, so nothing proves who gets the API key',
    'Unset it; for a certificate of your own, set NODE_EXTRA_CA_CERTS.',
  );
}
