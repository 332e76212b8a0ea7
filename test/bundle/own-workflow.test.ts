/** The job of our own workflow that runs the action, step by step as a runner would: what it asserts holds here too, and it can fail. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runChild } from './child.ts';

interface WorkflowStep {
  id?: string;
  uses?: string;
  run?: string;
  with?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  'continue-on-error'?: boolean;
}

interface StepContext {
  outcome: 'success' | 'failure';
  conclusion: 'success' | 'failure';
  outputs: Readonly<Record<string, string>>;
}

type Steps = Record<string, StepContext>;

const { jobs } = parse(await readFile('.github/workflows/ci.yml', 'utf8'));
const job: readonly WorkflowStep[] = jobs.action.steps;

/** The two kinds of expression that the job has. */
function evaluate(text: string, steps: Steps): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    if (expression === 'toJSON(steps)') return JSON.stringify(steps);
    const [, id = '', output = ''] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? [];
    const value = steps[id]?.outputs[output];
    if (value === undefined) throw new Error(`nothing is known of \${{ ${expression} }}`);
    return value;
  });
}

const evaluateAll = (values: Readonly<Record<string, string>> = {}, steps: Steps) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluate(value, steps)]));

async function runAction(step: WorkflowStep, steps: Steps): Promise<StepContext> {
  const inputs = evaluateAll(step.with, steps);
  const spec = inputs.spec ?? '';
  const { exitCode, outputs } = await runChild({ with: inputs, files: { [spec]: await readFile(spec) } });
  const outcome = exitCode === 0 ? 'success' : 'failure';
  return { outcome, conclusion: step['continue-on-error'] ? 'success' : outcome, outputs };
}

async function runScript(step: WorkflowStep, steps: Steps, folder: string): Promise<StepContext> {
  const [command, ...args] = (step.run ?? '').split(' ');
  if (command !== 'node') throw new Error(`a step runs something else than a script of ours: ${step.run}`);
  const outputFile = join(folder, 'output');
  await writeFile(outputFile, '');
  const { status } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...evaluateAll(step.env, steps), GITHUB_OUTPUT: outputFile, RUNNER_TEMP: folder },
    stdio: 'ignore',
  });
  const outcome = status === 0 ? 'success' : 'failure';
  const outputs = Object.fromEntries(
    (await readFile(outputFile, 'utf8')).split('\n').flatMap((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
  return { outcome, conclusion: outcome, outputs };
}

test('the job `action` of ci.yml passes, and its last step notices a step that did otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-'));
  const steps: Steps = {};
  try {
    const own = job.filter(({ uses, run }) => uses === './' || run?.startsWith('node '));
    expect(own.length).toBeGreaterThanOrEqual(6);
    for (const step of own) {
      const result = step.uses ? await runAction(step, steps) : await runScript(step, steps, folder);
      expect([step.id ?? step.run, result.conclusion]).toEqual([step.id ?? step.run, 'success']);
      if (step.id) steps[step.id] = result;
    }
    const last = own.at(-1) ?? {};
    for (const [id, other] of [
      ['created', 'unchanged'],
      ['refused', 'deleted'],
    ] as const) {
      const otherwise = { ...steps, ...(steps[other] && { [id]: steps[other] }) };
      expect((await runScript(last, otherwise, folder)).outcome).toBe('failure');
    }
  } finally {
    const pid = Number(steps.emulator?.outputs.pid);
    if (pid > 0) process.kill(pid);
    // Windows lets go of the emulator's log some time after its end.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
