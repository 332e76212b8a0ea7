/** Plays a workflow as a runner does: its jobs in order, their conditions and expressions, our steps by the test's own service, scripts in a shell. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { type Emulator, ManualClock } from '../emulator/emulator.ts';
import { runStep, type StepResult, shareClock } from '../scenarios/step.ts';
import { type Contexts, fill, holds } from './expressions.ts';

export interface WorkflowStep {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, unknown>>;
}

export interface Job {
  if?: string;
  needs?: string | readonly string[];
  env?: Readonly<Record<string, unknown>>;
  outputs?: Readonly<Record<string, string>>;
  steps: readonly WorkflowStep[];
}

export interface Workflow {
  on: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, unknown>>;
  jobs: Readonly<Record<string, Job>>;
}

type Texts = Readonly<Record<string, string>>;

/** What a program of a script prints, or how it fails. */
export type Said = string | { exitCode: number };

export interface Play {
  /** Of a run: `github`, for example {@link pushed}, and `secrets`, `inputs` if it has any. */
  contexts: Contexts & { github: Contexts };
  /** Runs a step of ours with its inputs filled in. */
  step(inputs: Texts, step: WorkflowStep): Promise<StepResult>;
  /** Outputs of actions of others, by `owner/name`. One that is not named here has none. */
  actions?: Readonly<Record<string, (inputs: Texts) => Texts | undefined>>;
  /** Programs that scripts find before those of the machine. */
  programs?: Readonly<Record<string, (args: readonly string[]) => Said | Promise<Said>>>;
}

export interface PlayedJob {
  result: 'success' | 'failure' | 'skipped';
  outputs: Texts;
  /** The results of our steps that ran, in order. */
  steps: readonly StepResult[];
  /** What scripts wrote to standard error. */
  stderr: string;
}

/** The context `github` of a push to the default branch of `acme/llama`. */
export const pushed = {
  ...{ event_name: 'push', event: {}, ref: 'refs/heads/main', sha: 'a'.repeat(40), repository: 'acme/llama' },
  ...{ actor: 'someone', token: 'token', run_id: '100', server_url: 'https://github.com' },
};

export const isOurs = ({ uses }: WorkflowStep): boolean => uses?.startsWith('acme/deploy-gpu-endpoint@') ?? false;

export function parseWorkflow(source: string): Workflow {
  return parse(source);
}

/** Runs the jobs one after the other, as they stand in the file. */
export async function playWorkflow({ env = {}, jobs }: Workflow, play: Play): Promise<Record<string, PlayedJob>> {
  const played: Record<string, PlayedJob> = {};
  for (const [name, job] of Object.entries(jobs)) {
    const needs = Object.fromEntries(
      [job.needs ?? []].flat().map((needed) => {
        const { result, outputs } = played[needed] ?? {};
        if (!result) throw new Error(`the job ${name} needs ${needed}, which has not run before it`);
        return [needed, { result, outputs }];
      }),
    );
    const results = Object.values(needs).map(({ result }) => result);
    const status = { success: results.every((each) => each === 'success'), failure: results.includes('failure') };
    const contexts = { secrets: {}, inputs: {}, ...play.contexts, needs };
    played[name] = holds(job.if, { contexts, status })
      ? await playJob({ ...job, env: { ...env, ...job.env } }, contexts, play)
      : { result: 'skipped', outputs: {}, steps: [], stderr: '' };
  }
  return played;
}

async function playJob(job: Job, around: Contexts, play: Play): Promise<PlayedJob> {
  const steps: Record<string, { outcome: string; outputs: Texts }> = {};
  const ours: StepResult[] = [];
  let stderr = '';
  const status = { success: true, failure: false };
  const scopeOf = (env: Texts) => ({ contexts: { ...around, steps, env }, status });
  const env = filled(job.env, scopeOf({}));
  for (const step of job.steps) {
    const scope = scopeOf(env);
    if (!holds(step.if, scope)) continue;
    const inputs = filled(step.with, scope);
    let isGreen = true;
    let outputs: Texts = {};
    if (isOurs(step)) {
      const result = await play.step(inputs, step);
      ours.push(result);
      isGreen = result.exitCode === 0;
      outputs = result.outputs;
    } else if (step.run !== undefined) {
      const given = { ...runnerVariables(play.contexts.github), ...env, ...filled(step.env, scope) };
      const ran = await runScript(fill(step.run, scope), { env: given, programs: play.programs ?? {} });
      ({ isGreen, outputs } = ran);
      stderr += ran.stderr;
    } else outputs = play.actions?.[step.uses?.split('@')[0] ?? '']?.(inputs) ?? {};
    if (step.id) steps[step.id] = { outcome: isGreen ? 'success' : 'failure', outputs };
    if (!isGreen) Object.assign(status, { success: false, failure: true });
  }
  const outputs = filled(job.outputs, scopeOf(env));
  return { result: status.success ? 'success' : 'failure', outputs, steps: ours, stderr };
}

/** `GITHUB_REPOSITORY` and its like. */
function runnerVariables(github: Contexts): Record<string, string> {
  const texts = Object.entries(github).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]));
}

function filled(
  given: Readonly<Record<string, unknown>> = {},
  scope: Parameters<typeof fill>[1],
): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(String(value), scope)]));
}

/** A program of the test passes on what it is called with, and says what it is told. Bash starts much faster than Node. */
const messenger = (name: string) => `#!/bin/bash
exec 3<>"/dev/tcp/127.0.0.1/$PROGRAMS_PORT"
printf '%s\\0' "$(($# + 1))" ${name} "$@" >&3
read -r exit_code <&3
cat <&3
exit "$exit_code"
`;

interface ScriptOptions {
  env: Texts;
  programs: NonNullable<Play['programs']>;
}

/** Runs a script as a runner does: `bash -e`, with a file for its outputs. */
async function runScript(script: string, { env, programs }: ScriptOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'script-'));
  await using server = createServer((socket) => {
    let sent = '';
    socket.setEncoding('utf8').on('data', async (chunk) => {
      sent += chunk;
      const [count, ...words] = sent.split('\0');
      if (words.length <= Number(count)) return;
      const [name = '', ...args] = words.slice(0, -1);
      const said = (await programs[name]?.(args)) ?? '';
      const { exitCode, stdout = '' } = typeof said === 'string' ? { exitCode: 0, stdout: said } : { ...said };
      socket.end(`${exitCode}\n${stdout}`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const file = (name: string) => join(folder, name);
    for (const name of Object.keys(programs)) await writeFile(file(name), messenger(name), { mode: 0o755 });
    await writeFile(file('outputs'), '');
    const child = spawn('bash', ['--noprofile', '--norc', '-e', '-c', script], {
      cwd: folder,
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        SYSTEMROOT: process.env.SYSTEMROOT,
        GITHUB_OUTPUT: file('outputs'),
        PROGRAMS_PORT: String((server.address() as AddressInfo).port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[exitCode], stderr] = await Promise.all([once(child, 'close'), text(child.stderr), text(child.stdout)]);
    const lines = (await readFile(file('outputs'), 'utf8')).trim().split('\n');
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return { isGreen: exitCode === 0, outputs, stderr };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The result of the job `deploy` of a push, whose last step asks the endpoint. Throws if a job fails. */
export async function deployOf(
  workflow: Workflow,
  { emulator, spec }: { emulator: Emulator; spec: string },
): Promise<StepResult> {
  const asked: string[] = [];
  const { deploy } = await playWorkflow(workflow, {
    contexts: { github: pushed, secrets: { GPU_API_KEY: emulator.apiKey } },
    step: (inputs) =>
      runStep({
        files: { 'endpoint.yaml': spec },
        with: { ...inputs, 'base-url': emulator.url },
        ...(emulator.clock instanceof ManualClock && { clock: shareClock(emulator.clock) }),
      }),
    actions: { 'docker/build-push-action': () => ({ digest: `sha256:${'ab'.repeat(32)}` }) },
    programs: {
      curl: (args) => {
        asked.push(args[args.indexOf('--fail') + 1] ?? '');
        return '';
      },
    },
  });
  const [result] = deploy?.steps ?? [];
  if (!result || deploy?.result !== 'success') throw new Error(`the job failed: ${result?.log}${deploy?.stderr}`);
  const { url } = result.outputs;
  if (!url || !asked.every((address) => address.startsWith(`${url}/`)) || asked.length !== 1)
    throw new Error(`${asked} was asked in place of ${url}`);
  return result;
}

/** What runs in the images of the examples, as far as their tests ask. */
export const models = [
  { image: 'vllm/vllm-openai:v0.11.0', words: ['The ', 'capital ', 'of ', 'France ', 'is ', 'Paris', '.'] },
  {
    also: {
      'GET /system_stats': { devices: [{ type: 'cuda' }] },
      'POST /embed': [Array.from({ length: 768 }, (_, index) => index / 768)],
    },
  },
].reverse();
