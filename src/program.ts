/** A workflow step or a command line without its process: from arguments and environment to an exit code. */

import { DeployError } from './errors.ts';
import { type Toolkit, workflowReporter } from './github/workflow.ts';
import { openPorts, type Surroundings } from './ports.ts';
import { type Ending, type Ports, run } from './run.ts';

export interface Host extends Surroundings {
  argv: readonly string[];
  toolkit: Toolkit;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

const exitCodes: { readonly [ending in Ending]: number } = {
  success: 0,
  failure: 1,
  usage: 2,
  'not-serving': 3,
};

/** Resolves to the exit code; never rejects. A step knows only 0 and 1. */
export async function runProgram(host: Host): Promise<number> {
  return host.argv.length === 0 && host.env.GITHUB_ACTIONS === 'true' ? runWorkflowStep(host) : runCommandLine(host);
}

/** The reason that the signal of a cancelled run carries. */
export function cancelledBy(signal: 'SIGINT' | 'SIGTERM' | 'SIGBREAK'): DeployError {
  return new DeployError({ code: 'cancelled', message: `the run was cancelled by ${signal}` });
}

async function runWorkflowStep(host: Host): Promise<number> {
  const { toolkit, env } = host;
  const reporter = workflowReporter({
    toolkit,
    hasSummary: Boolean(env.GITHUB_STEP_SUMMARY),
    isDebug: env.RUNNER_DEBUG === '1',
  });
  const input: Ports['input'] = (name) => toolkit.getInput(name, { trimWhitespace: false });
  // The runner passes on inputs, too, that action.yml does not have.
  const inputNames = Object.keys(env).flatMap((name) =>
    name.startsWith('INPUT_') ? name.slice('INPUT_'.length).toLowerCase() : [],
  );
  return (await run(openPorts(host, { input, inputNames, reporter }))) === 'success' ? 0 : 1;
}

async function runCommandLine(host: Host): Promise<number> {
  const { argv, stdout, stderr } = host;
  const { parseCommandLine } = await import('./cli/arguments.ts');
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) {
    stderr.write(`${parsed.problem}\nRun with --help to see commands and flags.\n`);
    return exitCodes.usage;
  }
  if ('isHelp' in parsed) {
    const { renderHelp } = await import('./cli/help.ts');
    stdout.write(renderHelp());
    return 0;
  }
  if ('text' in parsed) {
    stdout.write(parsed.text);
    return 0;
  }
  const { terminalReporter } = await import('./cli/terminal.ts');
  const reporter = terminalReporter(stdout, stderr, parsed);
  const ports = openPorts(host, { input: parsed.input, reporter });
  return exitCodes[await run({ ...ports, logLines: parsed.lines })];
}
