/** Owns the example workflows: each uses inputs, outputs and events that exist, with the least rights and one deploy at a time. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands, inputDefaults } from '../src/inputs.ts';

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  steps: Step[];
  permissions?: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  outputs?: Record<string, string>;
}

interface Workflow {
  on: Record<string, { types?: string[] } | null>;
  permissions: Record<string, string>;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  jobs: Record<string, Job>;
}

const action = parse(readFileSync('action.yml', 'utf8'));
const workflows = readdirSync('examples/workflows').map((name) => {
  const text = readFileSync(`examples/workflows/${name}`, 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const isOurs = ({ uses }: Step) => uses?.startsWith('acme/deploy-gpu-endpoint@') ?? false;
const ourSteps = workflows.flatMap(({ name, text, workflow }) =>
  Object.values(workflow.jobs).flatMap((job) =>
    job.steps.filter(isOurs).map((step) => ({ name, text, workflow, job, step })),
  ),
);

describe('example workflows', () => {
  test('each use the action', () => {
    expect(new Set(ourSteps.map(({ name }) => name))).toEqual(new Set(workflows.map(({ name }) => name)));
  });

  test.for(ourSteps)('$name gives inputs that exist, with values that are allowed', ({ step }) => {
    expect(Object.keys(step.with ?? {}).filter((input) => !(input in action.inputs))).toEqual([]);
    expect(commands).toContain(step.with?.command ?? inputDefaults.command);
    expect(String(step.with?.['api-key'])).toMatch(/^\$\{\{ secrets\./);
  });

  test.for(workflows)('$name reads outputs that exist', ({ text, workflow }) => {
    const ids = Object.values(workflow.jobs).flatMap(({ steps }) => steps.filter(isOurs).flatMap(({ id }) => id ?? []));
    const read = [...text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g)].filter(([, id]) => ids.includes(id ?? ''));
    expect(
      read.map(([, , output]) => output).filter((output) => !(output !== undefined && output in action.outputs)),
    ).toEqual([]);
    const needed = [...text.matchAll(/needs\.([\w-]+)\.outputs\.([\w-]+)/g)];
    for (const [, job, output] of needed)
      expect(Object.keys(workflow.jobs[job ?? '']?.outputs ?? {})).toContain(output);
  });

  test.for(ourSteps)('$name has the least rights that its inputs need', ({ workflow, job, step }) => {
    const rights = { ...workflow.permissions, ...job.permissions };
    const { command = 'deploy', preview, environment, comment } = step.with ?? {};
    const isPullRequest = 'pull_request' in workflow.on;
    const wanted = {
      deployments:
        command === 'sweep' || (command === 'deploy' && (Boolean(environment) || Boolean(preview)))
          ? 'write'
          : undefined,
      'pull-requests':
        command === 'sweep' || (isPullRequest && comment !== 'never' && (command === 'plan' || preview))
          ? 'write'
          : undefined,
    };
    expect({ deployments: rights.deployments, 'pull-requests': rights['pull-requests'] }).toEqual(wanted);
    expect(Object.values(rights).filter((right) => right === 'write-all')).toEqual([]);
  });

  test.for(ourSteps)(
    '$name never runs two deploys of one endpoint at once, and never cancels one half way',
    ({ workflow, job, step }) => {
      const concurrency = job.concurrency ?? workflow.concurrency;
      expect(concurrency?.group).toBeTruthy();
      if (step.with?.command !== 'plan') expect(concurrency?.['cancel-in-progress']).toBe(false);
    },
  );

  test('previews run for every action that opens, changes or closes a pull request', () => {
    const preview = ourSteps.find(({ step }) => step.with?.preview);
    expect(preview?.workflow.on.pull_request?.types).toEqual(['opened', 'synchronize', 'reopened', 'closed']);
  });

  test('no expression is put into a shell, where its text would be run: neither from a pull request nor from the service', () => {
    const scripts = workflows.flatMap(({ workflow }) =>
      Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});
