/** Owns starting the committed bundle the way a runner starts it, and reading back all that a workflow would see of it. */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const bundle = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const virtualTime = fileURLToPath(new URL('./virtual-time.cjs', import.meta.url));

export interface StepOptions {
  /** Inputs by their name in action.yml; those left out have the default of action.yml, as with a runner. */
  with?: Readonly<Record<string, string>>;
  /** Files of the workspace by path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  env?: Readonly<Record<string, string>>;
  /** What started the workflow, as the runner hands it over. */
  event?: { name: string; payload: unknown };
  /** An existing folder to run in, instead of a new one that is removed afterwards. */
  workspace?: string;
  /** Lets sleeps pass at once, so that nothing waits for the wall clock; default true. */
  virtualTime?: boolean;
  /** Arguments: the command line instead of a workflow step. */
  argv?: readonly string[];
  /** Told of the child as soon as it runs, to send it signals. */
  onStart?: (child: { kill: (signal: NodeJS.Signals) => void }) => void;
}

export interface StepResult {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output without workflow commands, as the log shows it. */
  log: string;
  stderr: string;
  /** Standard output to the letter. */
  raw: string;
  annotations: string[];
  masked: string[];
  outputs: Record<string, string>;
  summary: string;
}

/** Runs one step to its end. */
export async function runStep(options: StepOptions): Promise<StepResult> {
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
    const child = spawn(process.execPath, [bundle, ...(options.argv ?? [])], {
      cwd: workspace,
      // Nothing of the environment of the tests: what the step knows comes from the runner's own variables.
      env: {
        PATH: process.env.PATH,
        RUNNER_TEMP: root,
        ...(options.virtualTime === false ? {} : { NODE_OPTIONS: `--require ${virtualTime}` }),
        ...(options.argv ? {} : runnerEnvironment({ workspace, outputFile, summaryFile, inputs: options.with ?? {} })),
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
    const commands = raw.split('\n').filter((line) => line.startsWith('::'));
    return {
      exitCode,
      signal,
      log: stripVTControlCharacters(
        raw
          .split('\n')
          .filter((line) => !/^::(?!group|endgroup)/.test(line))
          .join('\n'),
      ),
      stderr,
      raw,
      annotations: commands.filter((line) => /^::(error|warning|notice)/.test(line)),
      masked: commands
        .filter((line) => line.startsWith('::add-mask::'))
        .map((line) => line.slice('::add-mask::'.length)),
      outputs: parseOutputs(await readFile(outputFile, 'utf8')),
      summary: await readFile(summaryFile, 'utf8'),
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function runnerEnvironment({
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
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: outputFile,
    GITHUB_STEP_SUMMARY: summaryFile,
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'acme/models',
    GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
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
