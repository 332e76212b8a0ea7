/** The workflows of this project: no rights but those that a job needs, actions by their commit, and no logic of their own. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  steps?: Step[];
  needs?: string[] | string;
  uses?: string;
  'runs-on'?: string;
  'timeout-minutes'?: number;
  strategy?: { matrix: { os?: string[] } };
}

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const workflows = readdirSync('.github/workflows').map((name) => {
  const text = readFileSync(`.github/workflows/${name}`, 'utf8');
  return {
    name,
    text,
    workflow: parse(text) as { on: object; permissions: unknown; concurrency?: unknown; jobs: Record<string, Job> },
  };
});
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ name: `${name}: ${id}`, job, steps: job.steps ?? [] })),
);

test.for(workflows)('$name starts without rights, and one at a time', ({ workflow }) => {
  expect(workflow.permissions).toEqual({});
  expect(workflow.concurrency).toBeDefined();
});

test.for(workflows)(
  '$name is not started by what a stranger does, with the rights of this repository',
  ({ workflow }) => {
    expect(Object.keys(workflow.on).filter((event) => /^(pull_request_target|workflow_run|issue)/.test(event))).toEqual(
      [],
    );
  },
);

test.for(jobs)('$name says its rights, its system and its time', ({ job }) => {
  expect(job.permissions).toBeDefined();
  if (job.uses) return;
  expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
  for (const system of job.strategy?.matrix.os ?? [job['runs-on']]) expect(system).toMatch(/^[a-z]+-\d/);
});

describe('actions of others', () => {
  const uses = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, found = '']) => found),
  );

  test('are named by their commit, with the version beside it', () => {
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter((found) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(found))).toEqual([]);
  });

  test('are the same everywhere', () => {
    const pins = new Set(uses.map((found) => found.replace(/^([\w-]+\/[\w-]+)[\w/-]*@/, '$1@')));
    const repositories = [...pins].map((pin) => pin.slice(0, pin.indexOf('@')));
    expect(repositories.filter((found, index) => repositories.indexOf(found) !== index)).toEqual([]);
  });
});

describe('a step that runs something', () => {
  const runs = jobs.flatMap(({ name, steps }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [{ name, run }])),
  );

  test.for(runs)('$name: $run is one command, without an expression in it', ({ run }) => {
    expect(run.trim()).not.toMatch(/\n|\$\{\{|[;|&]/);
  });

  test.for(runs)('$name: $run names what there is', ({ run }) => {
    const [, script] = /^npm run (?:--silent )?(\S+)/.exec(run) ?? [];
    if (script !== undefined) expect(scripts).toHaveProperty([script]);
    const [, path] = /^(?:(?:node|bash) )?((?:\.ci|\.github|scripts|test)\/\S+)/.exec(run) ?? [];
    if (path !== undefined) expect(existsSync(path)).toBe(true);
    expect([script ?? path ?? /^(npm ci|test|cp|rm) ?/.exec(run)?.[1]]).not.toEqual([undefined]);
  });
});

test.for(jobs)('$name: where something may be written, no package runs', ({ job, steps }) => {
  const writes = Object.values(job.permissions ?? {}).includes('write');
  const runsPackages = steps.some(({ run }) => /^(npm ci|npm run|npx|bash \.ci)/.test(run ?? ''));
  expect(writes && runsPackages).toBe(false);
});

test.for(jobs)('$name: the token stays in the checkout only where it is needed to push', ({ steps }) => {
  const keeps = steps.some(
    (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
  );
  expect(keeps).toBe(steps.some(({ run }) => run === '.github/tools/push-dist'));
});

test('a release is made of what every check has passed', () => {
  const release = workflows.find(({ name }) => name === 'release.yml')?.workflow.jobs ?? {};
  const order = ['checks', 'build', 'attest', 'github', 'npm', 'major'];
  expect(Object.keys(release)).toEqual(order);
  expect(order.slice(1).map((id) => release[id]?.needs)).toEqual(order.slice(0, -1));
});

test('the gate needs every job, and each of them to have succeeded', () => {
  const ci = workflows.find(({ name }) => name === 'ci.yml')?.workflow.jobs ?? {};
  const others = Object.keys(ci).filter((id) => id !== 'gate');
  expect(ci.gate?.needs).toEqual(others);
  expect(ci.gate?.steps?.[0]?.run).toBe(`test "$RESULTS" = '${others.map(() => 'success').join(' ')}'`);
});
