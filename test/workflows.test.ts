/** The example workflows: each uses inputs, outputs and events that exist, with the least rights and one deploy at a time. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsePreview } from '../src/inputs/values.ts';

/** The `types` of `on: pull_request` by which previews start and end; GitHub's default is the first three. */
const neededTypes = ({ label, drafts }: { label: string; drafts: boolean }) => [
  ...['opened', 'synchronize', 'reopened', 'closed'],
  ...(label === '' ? [] : ['labeled', 'unlabeled']),
  ...(drafts ? [] : ['ready_for_review', 'converted_to_draft']),
];

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  name?: string;
  if?: string;
  'timeout-minutes'?: number;
  environment?: { name: string; url?: string; deployment?: boolean };
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

/** A workflow that is called may be told any command. */
function commandOf({ with: inputs = {} }: Step): string {
  const { command = 'deploy' } = inputs;
  return command === '${{ inputs.command }}' ? 'deploy' : String(command);
}

const ourSteps = workflows.flatMap(({ name, text, workflow }) =>
  Object.values(workflow.jobs).flatMap((job) =>
    job.steps.filter(isOurs).map((step) => ({ name, text, workflow, job, step })),
  ),
);

describe('example workflows', () => {
  test.for(ourSteps)(
    '$name gives inputs that exist; test/scenarios/example-workflows.test.ts plays their values',
    ({ step }) => {
      expect(Object.keys(step.with ?? {}).filter((input) => !(input in action.inputs))).toEqual([]);
      // The one command that needs none.
      const hasKey = /^\$\{\{ secrets\./.test(String(step.with?.['api-key']));
      expect(hasKey).toBe(step.with?.command !== 'validate');
    },
  );

  test.for(workflows)('$name pins what it uses by a commit, with the version beside it', ({ text }) => {
    const used = [...text.matchAll(/^ *uses: (\S+)(.*)$/gm)].map(([, uses = '', beside = '']) => ({ uses, beside }));
    expect(used.length).toBeGreaterThan(0);
    for (const { uses, beside } of used) {
      // The placeholder of a release says so.
      if (isOurs({ uses })) expect(beside).toContain('stands for the commit of a release');
      else expect(`${uses}${beside}`).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test.for(workflows)(
    '$name leaves no credentials in a checkout, has no rights of its own, and bounds and names each job',
    ({ workflow }) => {
      const jobs = Object.values(workflow.jobs);
      const checkouts = jobs.flatMap(({ steps }) => steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')));
      expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
      expect(workflow.permissions).toEqual({});
      for (const job of jobs) {
        expect(job['timeout-minutes']).toBeGreaterThan(0);
        expect(job.name).toBeTruthy();
        expect(job.steps.filter(({ name }) => !name)).toEqual([]);
      }
    },
  );

  test.for(workflows)('$name says of each right and each finding that it ignores why', ({ text }) => {
    const rights = text.match(/^ +[\w-]+: (read|write)\b.*$/gm) ?? [];
    expect(rights.filter((line) => !/ # \S+ \S+/.test(line))).toEqual([]);
    const ignored = text.match(/zizmor: ignore.*$/gm) ?? [];
    expect(ignored.filter((line) => !/ignore\[[\w-]+\] \S+ \S+/.test(line))).toEqual([]);
  });

  test.for(ourSteps)('$name shows a deployment, with the URL of its endpoint, where it deploys one', ({ job }) => {
    // An environment of all pull requests can show one preview only.
    const isPreview = ({ with: inputs }: Step) => /^true|=/.test(String(inputs?.preview ?? ''));
    const deploys = job.steps.filter((step) => isOurs(step) && commandOf(step) === 'deploy' && !isPreview(step));
    expect(job.environment?.deployment !== false && job.environment !== undefined).toBe(deploys.length > 0);
    const urls = deploys.map(({ id, with: inputs }) =>
      String(inputs?.spec).includes('*') ? undefined : `\${{ steps.${id}.outputs.url }}`,
    );
    if (deploys.length > 0) expect(urls).toContain(job.environment?.url);
  });

  test.for(ourSteps)('$name takes the key from an environment, or says why not', ({ text, job, step }) => {
    if (step.with?.['api-key'] === undefined || job.environment) return;
    expect(text).toContain('whoever can push one can use the key');
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

  test.for(ourSteps)('$name has the least rights that its inputs need', ({ workflow, job }) => {
    const rights = { ...workflow.permissions, ...job.permissions };
    const inputs = job.steps
      .filter(isOurs)
      .map((step) => ({ ...step.with, command: commandOf(step) }) as Step['with'] & object);
    const events = Object.keys(workflow.on).filter(
      (event) => !job.if?.includes('github.event_name ==') || job.if.includes(`'${event}'`),
    );
    const isPullRequest = events.some((event) => /^pull_request|^issue_comment$|^workflow_call$/.test(event));
    const comments = inputs.some(
      ({ command, comment, preview }) =>
        command === 'sweep' || (isPullRequest && comment !== 'false' && (command === 'plan' || Boolean(preview))),
    );
    expect([rights['pull-requests'], rights.deployments]).toEqual([comments ? 'write' : undefined, undefined]);
    expect(Object.values(rights).filter((right) => right === 'write-all')).toEqual([]);
  });

  test.for(ourSteps)('$name may ask how the last deploy ended, where it deploys', ({ workflow, job, step }) => {
    const isDeploy = commandOf(step) === 'deploy' && workflow.on.pull_request_target === undefined;
    expect(job.permissions?.actions).toBe(isDeploy ? 'read' : undefined);
  });

  test.for(ourSteps)(
    '$name never runs two deploys of one endpoint at once, and never cancels one half way',
    ({ workflow, job, step }) => {
      const concurrency = job.concurrency ?? workflow.concurrency;
      expect(concurrency?.group).toBeTruthy();
      if (!['plan', 'validate'].includes(String(step.with?.command)))
        expect(concurrency?.['cancel-in-progress']).toBe(false);
    },
  );

  test('are short enough to be read: 60 lines, but for those of several stages', () => {
    const long = workflows.filter(({ text }) => text.trimEnd().split('\n').length > 60).map(({ name }) => name);
    expect(long.sort()).toEqual(['build-and-deploy.yml', 'plan-and-approve.yml', 'staging-to-production.yml']);
  });

  test('previews run for every action that starts or ends one', () => {
    const previews = ourSteps.filter(
      ({ workflow, step }) => workflow.on.pull_request?.types && step.with?.preview && commandOf(step) === 'deploy',
    );
    expect(previews.map(({ name }) => name)).toEqual(['preview-with-build.yml', 'previews.yml']);
    for (const { step, workflow } of previews) {
      const options = parsePreview(String(step.with?.preview));
      expect(new Set(workflow.on.pull_request?.types)).toEqual(new Set(options && neededTypes(options)));
    }
  });

  test('no expression is put into a shell, where its text would be run: neither from a pull request nor from the service', () => {
    const scripts = workflows.flatMap(({ workflow }) =>
      Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});
