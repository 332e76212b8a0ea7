/** The page of lines that go wrong in a workflow: each wrong line has the effect that its row states, and each right one is played without it. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { image } from '../registry/content.ts';
import { type DeploymentOptions, smallSpec, specsOf } from '../scenarios/deployment.ts';
import { commits, setStage } from '../scenarios/github-stage.ts';
import { setImageStage } from '../scenarios/image-stage.ts';
import type { StepResult } from '../scenarios/step.ts';
import { parseWorkflow, playWorkflow, pushed, type Workflow } from './workflow.ts';

interface Row {
  line: string;
  /** What happens, as the page says it. */
  effect: string;
  /** The YAML of the wrong line and of the right one, in order. */
  wrong: string[];
  right: string[];
}

const page = readFileSync('docs/workflow-mistakes.md', 'utf8');
const rows = [...page.matchAll(/^\| (?!The line|-)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, line = '', effect = '', write = '']): Row => {
    const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    return { line, effect, wrong: codes(line), right: codes(write) };
  },
);

const example =
  /<!-- generated:vllm-workflow -->\s+```yaml\n(.*?)```/s.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
/** The workflow of the README with these lines at its top, job or step; it is what the page says has none of them. */
function workflowWith({ top = '', job = '', step = '' }: Partial<Record<'top' | 'job' | 'step', string>>): Workflow {
  const workflow = parseWorkflow(example);
  const [deploy] = Object.values(workflow.jobs);
  const ours = deploy?.steps.find(({ id }) => id === 'deploy');
  Object.assign(workflow, parse(top));
  Object.assign(deploy ?? {}, parse(job));
  Object.assign(ours?.with ?? {}, parse(step));
  return workflow;
}

const inputsOf = (line: string) => parse(line) as Record<string, string>;
const ends = (results: readonly StepResult[]) => results.map(({ end }) => end);
const [oldImage, newImage] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2'];

/** Two pushes; the second starts while the first waits for its workers, or after it. */
async function twoPushes(isBeside: boolean): Promise<string[]> {
  await using stage = await setStage();
  const second = () => stage.step({ sha: commits.second, runId: '101', with: { image: newImage } });
  const started: Promise<StepResult>[] = [];
  const hook = { operation: 'get', kind: 'hook', when: 'before', after: 4 } as const;
  const run = async () => {
    started.push(second());
    await started[0];
  };
  if (isBeside) stage.emulator.addFault({ ...hook, run });
  const first = await stage.step({ with: { image: oldImage } });
  return ends([first, await (started[0] ?? second())]);
}

const plays: Readonly<Record<string, (row: Row) => Promise<void>>> = {
  'no `concurrency`': async ({ effect, right: [line = ''] }) => {
    const { concurrency } = workflowWith({ top: line }) as { concurrency?: object };
    expect(concurrency).toEqual({ group: expect.any(String), 'cancel-in-progress': false });
    const beside = await twoPushes(true);
    expect(beside).toContain('conflict');
    expect(effect).toContain('`conflict`');
    expect(await twoPushes(false)).toEqual(['created', 'updated']);
  },
  '`cancel-in-progress: true`': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const push = async (isCancelled: boolean) => {
      await using stage = await setStage();
      let kill: ((signal: 'SIGINT') => void) | undefined;
      const run = () => kill?.('SIGINT');
      if (isCancelled) stage.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
      return await stage.step({ onStart: (step) => (kill = step.kill) });
    };
    const isCancelled = (text: string) =>
      inputsOf(text)['cancel-in-progress'] === 'true' || parse(text)['cancel-in-progress'] === true;
    const [cancelled, whole] = [await push(isCancelled(line)), await push(isCancelled(instead))];
    expect(ends([cancelled, whole])).toEqual(['cancelled', 'created']);
    expect(cancelled.outputs.proof).not.toBe('tests');
  },
  '`on: push`, without `branches`': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const starts = (workflow: Workflow, branch: string) => {
      const { branches = [branch] } = (
        [workflow.on].flat().includes('push' as never) ? {} : (workflow.on.push as object)
      ) as { branches?: string[] };
      return branches.includes(branch);
    };
    const started = ['main', 'feature'].map((branch) =>
      [line, instead].map((text) => starts(workflowWith({ top: text }), branch)),
    );
    expect(started).toEqual([
      [true, true],
      [true, false],
    ]);
    const branch = async (sha: string) => {
      await using stage = await setStage();
      await stage.step({ sha: commits.second });
      const env = { GITHUB_REF: 'refs/heads/feature' };
      return await stage.step({ sha, runId: '101', env, with: { image: newImage } });
    };
    const [apart, ahead] = [await branch(commits.lost), await branch(commits.third)];
    expect(ends([apart, ahead])).toEqual(['updated', 'updated']);
    expect([apart, ahead].map(({ annotations }) => annotations.join().includes('which it does not contain'))).toEqual([
      true,
      false,
    ]);
  },
  'variables: TAG': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const play = async (step: string) => {
      const workflow = workflowWith({ step });
      const [deploy] = Object.values(workflow.jobs);
      const meta = { id: 'meta', uses: 'docker/metadata-action@v5' };
      return playOurs(
        { ...workflow, jobs: { deploy: { steps: [meta, ...(deploy?.steps ?? [])] } } },
        {
          spec: smallSpec.replace(':1', ':v${TAG}'),
          actions: { 'docker/metadata-action': () => ({ version: '7' }) },
        },
      );
    };
    const [[wrong], [right]] = [await play(line), await play(instead)];
    expect(wrong?.annotations).toEqual([expect.stringMatching(/^::warning .*`TAG` is set to an empty text/)]);
    expect([right?.annotations, right?.end]).toEqual([[], 'created']);
  },
  'matrix: ': async ({ wrong: [line = '', spec = ''], right: [instead = ''] }) => {
    const { matrix } = parse(line) as { matrix: { model: string[] } };
    const job = parse('steps: []');
    const steps = matrix.model.map(
      (model) => [model, { ...job, ...workflowWith({ step: spec }).jobs.deploy }] as const,
    );
    const each = await playOurs({ on: {}, jobs: Object.fromEntries(steps) } as Workflow, {});
    expect(
      each.map(({ outputs }) => JSON.parse(outputs.endpoints ?? '[]').map(({ name }: { name: string }) => name)),
    ).toEqual(matrix.model.map(() => ['llama']));
    const files = Object.fromEntries(matrix.model.map((name) => [`endpoints/${name}.yaml`, specsOf(name)]));
    const [one] = await playOurs(workflowWith({ step: instead }), { files });
    expect(
      JSON.parse(one?.outputs.endpoints ?? '[]')
        .map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual(matrix.model.toSorted());
  },
  'on `pull_request`': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    await using stage = await setStage();
    const fork = { action: 'opened', isFromFork: true } as const;
    expect(line).toContain('secrets.');
    const noSecrets = { 'api-key': '' };
    const target = { ...fork, eventName: 'pull_request_target' };
    const plain = await stage.pullRequestStep({ ...fork, with: noSecrets });
    const withSecrets = await stage.pullRequestStep(target);
    const preview = await stage.pullRequestStep({
      ...fork,
      with: { ...noSecrets, ...inputsOf(instead.replace('true', '"true"')) },
    });
    expect(ends([plain, withSecrets, preview])).toEqual(['inputs-invalid', 'inputs-invalid', 'validated']);
    expect(withSecrets.annotations.join()).toContain('`pull_request_target`');
    expect(stage.emulator.endpoints()).toEqual([]);
  },
  'run: git diff': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const root = mkdtempSync(join(tmpdir(), 'checkout-'));
    try {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: join(root, 'origin'),
          stdio: 'pipe',
        });
      mkdirSync(join(root, 'origin'));
      git('init', '--quiet');
      for (const text of ['1', '2']) {
        writeFileSync(join(root, 'origin', 'endpoint.yaml'), text);
        git('add', '.');
        git('commit', '--quiet', '--message', text);
      }
      const { run } = inputsOf(line);
      const diff = (depth: string[]) => {
        const folder = join(root, `clone${depth.length}`);
        git('clone', '--quiet', ...depth, `file://${root}/origin`, folder);
        return execFileSync('bash', ['-e', '-c', run ?? ''], { cwd: folder, stdio: 'pipe' }).toString();
      };
      // As `actions/checkout` has it.
      expect(() => diff(['--depth', '1'])).toThrow(/HEAD\^/);
      expect(diff([])).toBe('endpoint.yaml\n');
    } finally {
      rmSync(root, { recursive: true });
    }
    const files = Object.fromEntries(['llama', 'bert'].map((name) => [`endpoints/${name}.yaml`, specsOf(name)]));
    await using stage = await setStage();
    const step = () => stage.step({ files, with: inputsOf(instead) });
    await step();
    stage.emulator.clearRequests();
    expect((await step()).end).toBe('unchanged');
    expect(stage.emulator.requests.filter(({ operation }) => /create|update|delete/.test(operation))).toEqual([]);
  },
  'image: ghcr.io': async ({ effect, wrong: [line = ''], right: [instead = ''] }) => {
    const rebuilt = async (more: Record<string, string>) => {
      await using stage = await setImageStage();
      const { image: reference = '' } = inputsOf(line);
      const here = reference.replace('ghcr.io', stage.registry.domain);
      const build = (label: string) => stage.registry.push('acme/llama', image({ label }), 'main');
      const step = () => stage.step({ with: { image: here, ...more } });
      build('1');
      await step();
      build('2');
      return await step();
    };
    const [moved, pinned] = [await rebuilt({}), await rebuilt(inputsOf(instead))];
    expect(ends([moved, pinned])).toEqual(['unchanged', 'updated']);
    expect(moved.log).toContain('no changes');
    expect(effect).toContain('"no changes"');
  },
  'if: always()': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const play = async (job: string) => {
      const { on, jobs } = workflowWith({ job });
      const test = { steps: [{ run: 'exit 1' }] };
      const build = { steps: [{ run: 'true' }] };
      return playOurs({ on, jobs: { build, test, ...jobs } }, {});
    };
    expect(ends(await play(`${line}\nneeds: [build, test]`))).toEqual(['created']);
    expect(await play(instead)).toEqual([]);
  },
  'permissions: ': async ({ wrong: [line = ''], right: [instead = ''] }) => {
    const newCommit = async (text: string) => {
      const given = parse(text).permissions as Record<string, 'read' | 'write'>;
      await using stage = await setStage({
        api: { permissions: { contents: 'none', 'pull-requests': 'none', actions: 'none', ...given } },
      });
      await stage.step({ sha: commits.first });
      return await stage.step({ sha: commits.second, runId: '101', with: { image: newImage } });
    };
    const [wrong, right] = [await newCommit(line), await newCommit(instead)];
    expect(wrong.annotations.join()).toContain('contents: read');
    expect([right.end, right.annotations]).toEqual(['updated', []]);
  },
};

/** The results of our steps in a push of this workflow. */
async function playOurs(
  workflow: Workflow,
  { actions = {}, ...given }: DeploymentOptions & { actions?: Parameters<typeof playWorkflow>[1]['actions'] },
): Promise<readonly StepResult[]> {
  await using stage = await setStage();
  const jobs = await playWorkflow(workflow, {
    contexts: { github: pushed, secrets: { GPU_API_KEY: stage.emulator.apiKey } },
    step: (inputs) => stage.step({ ...given, with: { ...inputs, 'base-url': stage.emulator.url } }),
    actions: actions ?? {},
    programs: { curl: () => '' },
  });
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

test('the page has ten rows, and each is played', () => {
  expect(rows.map(({ line }) => Object.keys(plays).filter((key) => line.includes(key)).length)).toEqual(
    Array.from({ length: 10 }, () => 1),
  );
});

test.for(rows)('$line', async (row) => {
  const [, play] = Object.entries(plays).find(([key]) => row.line.includes(key)) ?? [];
  await play?.(row);
});
