/** Plays the steps of a workflow that use the action against the emulator, with the expressions filled in as a runner would. */

import { parse } from 'yaml';
import { type Emulator, ManualClock } from '../emulator/emulator.ts';
import { runStep, type StepResult, shareClock } from '../scenarios/step.ts';

export interface WorkflowStep {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  if?: string;
  steps: WorkflowStep[];
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

export const isOurs = ({ uses }: WorkflowStep): boolean => uses?.startsWith('acme/deploy-gpu-endpoint@') ?? false;

export function parseWorkflow(text: string): Workflow {
  return parse(text);
}

const digest = `sha256:${'ab'.repeat(32)}`;

/** What stands behind an expression in a run of the default branch. */
function evaluate(text: string, { apiKey }: Emulator): string {
  return text
    .replaceAll('${{ secrets.GPU_API_KEY }}', apiKey)
    .replaceAll(/\$\{\{ secrets\.\w+ \}\}/g, 'a-secret-of-the-example')
    .replaceAll('${{ steps.build.outputs.digest }}', digest)
    .replaceAll('${{ github.sha }}', '0123456789abcdef0123456789abcdef01234567');
}

/** Runs our steps of the jobs that a push starts, one after the other. */
export async function playPush(
  { jobs }: Workflow,
  { emulator, files }: { emulator: Emulator; files: Readonly<Record<string, string>> },
): Promise<StepResult[]> {
  const steps = Object.values(jobs)
    .filter(({ if: condition = '' }) => !condition.includes('pull_request'))
    .flatMap((job) => job.steps.filter(isOurs));
  const results: StepResult[] = [];
  for (const step of steps) {
    const given = Object.entries(step.with ?? {}).map(([name, value]) => [name, evaluate(String(value), emulator)]);
    results.push(
      await runStep({
        files,
        with: { ...Object.fromEntries(given), 'base-url': emulator.url },
        ...(emulator.clock instanceof ManualClock && { clock: shareClock(emulator.clock) }),
      }),
    );
  }
  return results;
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
