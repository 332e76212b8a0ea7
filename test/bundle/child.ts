/** Starts the committed bundle the way a runner starts it, and reads back all that a workflow would see of it. */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf, readStandardOutput, runnerEnvironment, type StepOptions, type StepResult } from '../scenarios/step.ts';
import { givenInputs } from '../scenarios/toolkit.ts';

export const bundle = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
export const virtualTime = fileURLToPath(new URL('./virtual-time.cjs', import.meta.url));

export interface ChildOptions extends Omit<StepOptions, 'clock' | 'timeoutSignal' | 'onStart'> {
  /** Lets sleeps pass at once, so that nothing waits for the wall clock; default true. */
  virtualTime?: boolean;
  /** Flags of Node; default none. */
  nodeFlags?: readonly string[];
  /** Told of the child as soon as it runs, to send it signals. */
  onStart?: (child: { kill: (signal: NodeJS.Signals) => void }) => void;
}

/** Runs one step to its end. */
export async function runChild(options: ChildOptions): Promise<StepResult> {
  const root = await mkdtemp(join(tmpdir(), 'step-'));
  const workspace = options.workspace ?? join(root, 'workspace');
  const outputFile = join(root, 'output');
  const summaryFile = join(root, 'summary');
  const eventFile = join(root, 'event.json');
  try {
    await mkdir(workspace, { recursive: true });
    for (const file of [outputFile, summaryFile]) await writeFile(file, '');
    await writeFile(eventFile, JSON.stringify(options.event?.payload ?? {}));
    for (const [path, content] of Object.entries(options.files ?? {})) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), content);
    }
    const argv = [...(options.nodeFlags ?? []), bundle, ...(options.argv ?? [])];
    const child = spawn(process.execPath, argv, {
      cwd: workspace,
      // Nothing of the environment of the tests: what the step knows comes from the runner's own variables.
      env: {
        PATH: process.env.PATH,
        RUNNER_TEMP: root,
        ...(options.virtualTime === false ? {} : { NODE_OPTIONS: `--require ${virtualTime}` }),
        ...(options.argv
          ? {}
          : stepEnvironment({
              workspace,
              outputFile,
              summaryFile,
              inputs: { 'resolve-image': 'off', ...options.with },
            })),
        ...(options.event && { GITHUB_EVENT_NAME: options.event.name, GITHUB_EVENT_PATH: eventFile }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    options.onStart?.({ kill: (signal) => void child.kill(signal) });
    const [raw, stderr, { exitCode, signal }] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
      }),
    ]);
    const outputs = parseOutputs(await readFile(outputFile, 'utf8'));
    return {
      end: endOf(exitCode, outputs),
      exitCode,
      signal,
      ...readStandardOutput(raw),
      stderr,
      outputs,
      summary: await readFile(summaryFile, 'utf8'),
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function stepEnvironment({
  workspace,
  outputFile,
  summaryFile,
  inputs,
}: {
  workspace: string;
  outputFile: string;
  summaryFile: string;
  inputs: Readonly<Record<string, string>>;
}): Record<string, string> {
  return {
    ...runnerEnvironment(workspace),
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: summaryFile,
    ...Object.fromEntries(
      Object.entries(givenInputs(inputs)).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(stream)).toString('utf8');
}

/** The runner's own format: `name<<delimiter`, lines, `delimiter`. */
function parseOutputs(file: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = file.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(lines[index] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, index + 1);
    outputs[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}
