/** The example workflows, step by step against the emulator and GitHub: what each promises in its first lines happens. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Contexts } from '../docs/expressions.ts';
import { isOurs, type Play, type PlayedJob, parseWorkflow, playWorkflow, pushed, type Said } from '../docs/workflow.ts';
import { pullRequestPayload } from '../github-api/pull-request.ts';
import { image } from '../registry/content.ts';
import { told } from '../told.ts';
import { compared, timeOf, usual } from './compare-stage.ts';
import { type DeploymentOptions, recordKey, smallSpec, writesOf } from './deployment.ts';
import { commits, type PullRequestOptions, repository, type Stage, setStage } from './github-stage.ts';
import { type ImageStage, setImageStage } from './image-stage.ts';

const { first, second } = commits;
const digest = `sha256:${'1'.repeat(64)}`;
const build = { 'docker/build-push-action': () => ({ digest }) };
/** Of a build that leaves the image to the workflow. */
const imagelessSpec = smallSpec.replace(/image: .*\n/, '');

/** A run of a workflow: by a push, or what `github` says; `change` is the last word on the inputs of a step. */
interface Run extends Omit<DeploymentOptions, 'with'>, Pick<Play, 'actions' | 'programs'> {
  github?: Partial<typeof pushed> & Contexts;
  inputs?: Contexts;
  secrets?: Contexts;
  change?: (inputs: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/** Plays `examples/workflows/<file>.yml`, or `examples/<file>.yml` of a folder, with the service of the stage in place of its own. */
function play(
  { emulator, step }: { emulator: Stage['emulator']; step: Stage['step'] },
  file: string,
  { github, inputs = {}, secrets, change = (given) => given, actions = build, programs = {}, ...options }: Run = {},
): Promise<Record<string, PlayedJob>> {
  const contexts = {
    github: { ...pushed, ...github },
    secrets: { GPU_API_KEY: emulator.apiKey, HF_TOKEN: 'token-of-a-hub', ...secrets },
    inputs,
  };
  return playWorkflow(
    parseWorkflow(readFileSync(`examples/${file.includes('/') ? '' : 'workflows/'}${file}.yml`, 'utf8')),
    {
      contexts,
      actions,
      programs,
      step: (given) => {
        // A validation has none.
        const service = given['base-url'] && { 'base-url': emulator.url };
        return step({
          ...{ sha: contexts.github.sha, ...options },
          with: { 'base-url': '', 'api-key': '', ...change(given), ...service },
          env: { GITHUB_ACTOR: contexts.github.actor, ...options.env },
        });
      },
    },
  );
}

/** The event of a pull request is that of the context and of the steps. */
function playPull(
  stage: Stage,
  file: string,
  { pull, ...run }: Run & { pull: PullRequestOptions },
): Promise<Record<string, PlayedJob>> {
  const { number = 7, sha = first, eventName = 'pull_request', ...rest } = pull;
  const event = pullRequestPayload({ number, sha, repository, ...rest });
  const step: Stage['step'] = (options = {}) => stage.pullRequestStep({ ...options, ...pull, sha });
  const here = { emulator: stage.emulator, step };
  return play(here, file, { ...run, github: { event_name: eventName, event, sha: 'e'.repeat(40), ...run.github } });
}

/** How each of our steps of each job that ran has ended. */
const endsOf = (jobs: Record<string, PlayedJob>) =>
  Object.fromEntries(Object.entries(jobs).map(([name, { steps }]) => [name, steps.map(({ end }) => end).join()]));

const outputsOf = ({ steps }: PlayedJob = { result: 'skipped', outputs: {}, steps: [], stderr: '' }) =>
  steps[0]?.outputs ?? {};

/** A program of a script that is noted with its arguments, and says this. */
const noted =
  (calls: string[][], said: Said = '') =>
  (args: readonly string[]) => {
    calls.push([...args]);
    return said;
  };

const scheduled = { github: { event_name: 'schedule' }, event: { name: 'schedule', payload: {} } };

test('all are played', () => {
  const source = readFileSync('test/scenarios/example-workflows.test.ts', 'utf8');
  const names = globSync('examples/workflows/*.yml').map((path) => basename(path, '.yml'));
  expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
});

test('all deploy with the same `secret-envs`, so that one does not remove what another has set', () => {
  const given = globSync('examples/workflows/*.yml').flatMap((path) =>
    Object.values(parseWorkflow(readFileSync(path, 'utf8')).jobs)
      .flatMap(({ steps }) => steps.filter(isOurs))
      .filter(({ with: inputs = {} }) => !/^(?:delete|sweep|validate)$/.test(String(inputs.command)))
      .map(({ with: inputs = {} }) => `${basename(path)}: ${inputs['secret-envs']}`),
  );
  const usualOnes = (line: string) => line.endsWith(': HUGGING_FACE_HUB_TOKEN=${{ secrets.HF_TOKEN }}');
  expect(given.filter((line) => !usualOnes(line))).toEqual([
    // It deletes only.
    'close-previews.yml: undefined',
    "reusable.yml: ${{ secrets.secret-envs || 'none' }}",
  ]);
});

describe('a push', () => {
  test.for(['push-to-production', 'build-and-deploy', 'self-hosted-proxy'])('%s', async (file) => {
    await using stage = await setStage();
    const asked: string[][] = [];
    const { deploy } = await play(stage, file, { programs: { curl: noted(asked) } });
    const { url, operation } = outputsOf(deploy);
    expect([deploy?.result, operation]).toEqual(['success', 'created']);
    expect(stage.emulator.endpoints()).toMatchObject([
      { envs: [{ key: 'HUGGING_FACE_HUB_TOKEN' }, { key: recordKey }] },
    ]);
    expect(asked).toEqual(file === 'push-to-production' ? [['--fail', `${url}/health`]] : []);
    if (file === 'build-and-deploy') expect(outputsOf(deploy)['image-digest']).toBe(digest);
  });

  test('without the digest of its build deploys nothing', async () => {
    await using stage = await setStage();
    const jobs = await play(stage, 'build-and-deploy', { actions: {} });
    expect([endsOf(jobs), writesOf(stage.emulator)]).toEqual([{ build: '', deploy: 'inputs-invalid' }, []]);
  });
});

describe('attested', () => {
  const run = async (stage: Stage, isSigned: boolean) => {
    const seen: string[][] = [];
    const jobs = await play(stage, 'attested', {
      spec: imagelessSpec,
      actions: { ...build, 'actions/attest': (inputs) => void seen.push(Object.values(inputs)) },
      programs: { gh: noted(seen, isSigned ? '' : { exitCode: 1 }) },
    });
    return { ends: endsOf(jobs), result: jobs.deploy?.result, seen };
  };

  test('deploys what was attested', async () => {
    await using stage = await setStage();
    const { ends, seen } = await run(stage, true);
    expect(ends.deploy).toBe('created');
    const workflow = 'acme/llama/.github/workflows/attested.yml';
    const oci = `oci://ghcr.io/acme/llama@${digest}`;
    expect(seen).toEqual([
      ['ghcr.io/acme/llama', digest],
      ['attestation', 'verify', oci, '--repo', 'acme/llama', '--signer-workflow', workflow],
    ]);
  });

  test('deploys nothing else', async () => {
    await using stage = await setStage();
    const { ends, result } = await run(stage, false);
    expect([ends.deploy, result, writesOf(stage.emulator)]).toEqual(['', 'failure', []]);
  });
});

describe('reusable', () => {
  const usualInputs = {
    ...{ command: 'deploy', spec: 'endpoint.yaml', image: 'spec', variables: '', preview: 'false' },
    ...{ 'wait-timeout': '30m', environment: 'production' },
  };

  test('has these defaults', () => {
    const { on } = parseWorkflow(readFileSync('examples/workflows/reusable.yml', 'utf8'));
    const { inputs } = on.workflow_call as { inputs: Record<string, { default: string }> };
    expect(Object.fromEntries(Object.entries(inputs).map(([name, { default: text }]) => [name, text]))).toEqual(
      usualInputs,
    );
  });

  test('passes on what its caller says', async () => {
    await using stage = await setStage();
    const spec = smallSpec.replace('value: 8', 'value: "${VALUE}"');
    const run = (inputs: Contexts, secrets: Contexts) =>
      play(stage, 'reusable', { spec, inputs: { ...usualInputs, ...inputs }, secrets });
    const key = { 'api-key': stage.emulator.apiKey };
    const { deploy } = await run({ image: 'a:2', variables: 'VALUE=7' }, { ...key, 'secret-envs': 'A=a-secret-value' });
    expect([outputsOf(deploy).operation, deploy?.outputs.url]).toEqual(['created', stage.emulator.endpoints()[0]?.url]);
    expect(stage.emulator.endpoints()).toMatchObject([
      { image: { image: 'a:2' }, policy: { value: 7 }, envs: [{ key: 'A' }, { key: recordKey }] },
    ]);
    const status = await run({ command: 'status', variables: 'VALUE=7' }, key);
    expect(endsOf(status)).toEqual({ deploy: 'read' });
  });

  test('deploys and deletes a preview', async () => {
    await using stage = await setStage();
    const run = (action: string) =>
      playPull(stage, 'reusable', {
        pull: { action },
        inputs: { ...usualInputs, preview: 'true', environment: 'preview' },
        secrets: { 'api-key': stage.emulator.apiKey },
      });
    expect(endsOf(await run('opened'))).toEqual({ deploy: 'created' });
    expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['llama-pr-7']);
    expect(endsOf(await run('closed'))).toEqual({ deploy: 'deleted' });
  });
});

describe('staging-to-production', () => {
  /** A newer image is pushed after staging; `drop` is what the runner makes of the digest. */
  async function run(stage: ImageStage, drop = (reference: string) => reference) {
    const { digest: resolved } = stage.registry.push('acme/llama', image(), 'main');
    const jobs = await play(stage, 'staging-to-production', {
      change: ({ image: reference = '', ...inputs }) => {
        const isProduction = reference.includes('@');
        if (isProduction) stage.registry.push('acme/llama', image({ label: 'newer' }), 'main');
        return { ...inputs, image: drop(reference).replace('ghcr.io', stage.registry.domain) };
      },
    });
    const images = stage.emulator.endpoints().map(({ name, image: { image: shown } }) => [name, shown.split('@')[1]]);
    return { ends: endsOf(jobs), resolved, images };
  }

  test('deploys the image that staging resolved', async () => {
    await using stage = await setImageStage();
    const { ends, resolved, images } = await run(stage);
    expect(ends).toEqual({ staging: 'created', production: 'created' });
    expect(images).toEqual([
      ['llama-staging', resolved],
      ['llama', resolved],
    ]);
  });

  test('deploys nothing to production without its digest', async () => {
    await using stage = await setImageStage();
    const { ends, images } = await run(stage, (reference) => reference.replace(/@.*/, '@'));
    expect(ends).toEqual({ staging: 'created', production: 'inputs-invalid' });
    expect(images.map(([name]) => name)).toEqual(['llama-staging']);
  });
});

test('candidate-to-production gives production the digest that passed, and goes back at once when a job is started again', async () => {
  await using stage = await setImageStage();
  const spec = `${compared.replace('ghcr.io', stage.registry.domain)}workerConfig: {minNum: 1}\ncandidate: true\n`;
  const push = (sha: string, more: object = {}) => {
    const { digest: built } = stage.registry.push('acme/llama', image({ label: sha }), sha);
    stage.emulator.addModel({ ...usual, image: `${stage.registry.domain}/acme/llama@${built}`, ...more });
    return built;
  };
  /** The end of the step, the digest of each endpoint, and the writes. */
  const run = async (runId: number, sha: string, attempt = 1) => {
    stage.emulator.clearRequests();
    const jobs = await play(stage, 'candidate-to-production', {
      ...{ spec, github: { sha }, ...timeOf(stage.emulator) },
      env: { GITHUB_RUN_ID: String(runId), GITHUB_RUN_ATTEMPT: String(attempt) },
      change: ({ image: reference = '', ...inputs }) => {
        return { ...inputs, image: reference.replace('ghcr.io', stage.registry.domain) };
      },
    });
    const there = stage.emulator.endpoints().map(({ name, image: { image: shown } }) => [name, shown.split('@')[1]]);
    return [endsOf(jobs).deploy, there, writesOf(stage.emulator)];
  };
  const [one, passed] = [push(first), ['create', 'delete', 'update']];
  expect(await run(1, first)).toEqual(['created', [['llama', one]], ['create']]);
  const two = push(second);
  expect(await run(2, second)).toEqual(['updated', [['llama', two]], passed]);
  push(commits.third, { tokenMs: 60 });
  expect(await run(3, commits.third)).toEqual(['slower', [['llama', two]], ['create', 'delete']]);
  expect(await run(1, first, 2)).toEqual(['updated', [['llama', one]], ['update']]);
});

describe('a pull request', () => {
  test('plan-on-pull-request comments on what changes', async () => {
    await using stage = await setStage();
    const jobs = await playPull(stage, 'plan-on-pull-request', { pull: { action: 'opened' } });
    expect(endsOf(jobs)).toEqual({ plan: 'planned' });
    expect(stage.api.comments(7).map(({ body }) => body)).toEqual([expect.stringContaining('llama')]);
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('the embedder is planned before its merge', async () => {
    await using stage = await setStage();
    const spec = readFileSync('examples/embedder/endpoint.yaml', 'utf8');
    const jobs = await playPull(stage, 'embedder/deploy', { pull: { action: 'opened' }, spec });
    expect(endsOf(jobs)).toEqual({ plan: 'planned', deploy: '' });
  });

  test.for<[string, Partial<PullRequestOptions>, Contexts]>([
    ['a fork', { isFromFork: true }, {}],
    ['Dependabot', {}, { actor: 'dependabot[bot]' }],
  ])('of %s is not planned, and no image is built for it', async ([, pull, github]) => {
    await using stage = await setStage();
    const secrets = { GPU_API_KEY: '', HF_TOKEN: '' };
    const run = { pull: { action: 'opened', labels: ['gpu-preview'], ...pull }, github, secrets };
    expect(endsOf(await playPull(stage, 'plan-on-pull-request', run))).toEqual({ plan: '' });
    const jobs = await playPull(stage, 'preview-with-build', { ...run, spec: imagelessSpec });
    expect([endsOf(jobs), jobs.build?.result]).toEqual([{ build: '', preview: 'validated' }, 'skipped']);
  });
});

describe('plan-and-approve', () => {
  test('validates a pull request without a key', async () => {
    await using stage = await setStage();
    const jobs = await playPull(stage, 'plan-and-approve', { pull: { action: 'opened' } });
    expect([endsOf(jobs), stage.emulator.requests]).toEqual([{ validate: 'validated', plan: '', deploy: '' }, []]);
  });

  test.for<[string, (digest: string) => string, string]>([
    ['what was approved', (approved) => approved, 'created'],
    ['nothing without a digest', () => '', 'inputs-invalid'],
  ])('deploys %s', async ([, drop, expected]) => {
    await using stage = await setStage();
    const jobs = await play(stage, 'plan-and-approve', {
      change: ({ 'approved-plan': approved, ...inputs }) => ({
        ...inputs,
        ...(approved !== undefined && { 'approved-plan': drop(approved) }),
      }),
    });
    expect(endsOf(jobs)).toEqual({ validate: '', plan: 'planned', deploy: expected });
    expect(stage.emulator.endpoints().length).toBe(expected === 'created' ? 1 : 0);
  });
});

describe('previews', () => {
  test('are deployed while the pull request is open, and deleted with its close', async () => {
    await using stage = await setStage();
    const { preview } = await playPull(stage, 'previews', { pull: { action: 'opened' } });
    expect(told(outputsOf(preview))).toMatchObject({ operation: 'created', name: 'llama-pr-7' });
    const closed = await playPull(stage, 'previews', { pull: { action: 'closed' } });
    expect(endsOf(closed)).toEqual({ preview: 'deleted', sweep: '' });
  });

  test('whose close was missed are swept', async () => {
    await using stage = await setStage();
    await playPull(stage, 'previews', { pull: { action: 'opened' } });
    stage.api.setPull({ number: 7, state: 'closed' });
    expect(endsOf(await play(stage, 'previews', scheduled))).toEqual({ preview: '', sweep: 'deleted' });
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('are closed by close-previews, which has nothing checked out', async () => {
    await using stage = await setStage();
    await playPull(stage, 'previews', { pull: { action: 'opened' } });
    const close = (action: string, spec: string) =>
      playPull(stage, 'close-previews', { pull: { action, eventName: 'pull_request_target' }, spec });
    expect(endsOf(await close('closed', ''))).toEqual({ close: 'deleted' });
    expect(endsOf(await close('reopened', smallSpec))).toEqual({ close: 'inputs-invalid' });
  });
});

describe('preview-with-build', () => {
  const labels = ['gpu-preview'];
  const run = (stage: Stage, pull: PullRequestOptions, actions?: Run['actions']) =>
    playPull(stage, 'preview-with-build', { pull, spec: imagelessSpec, ...(actions && { actions }) });

  test('deploys what the pull request built, of each commit', async () => {
    await using stage = await setStage();
    expect(endsOf(await run(stage, { action: 'labeled', labels }))).toEqual({ build: '', preview: 'created' });
    const other = `sha256:${'2'.repeat(64)}`;
    const actions = { 'docker/build-push-action': () => ({ digest: other }) };
    const pushedAgain = { action: 'synchronize', labels, sha: second };
    expect(endsOf(await run(stage, pushedAgain, actions))).toEqual({ build: '', preview: 'updated' });
    expect(stage.emulator.endpoints()).toMatchObject([
      { name: 'llama-pr-7', image: { image: `ghcr.io/acme/llama@${other}` } },
    ]);
  });

  test('the label, taken away, deletes it, without a build', async () => {
    await using stage = await setStage();
    await run(stage, { action: 'opened', labels });
    const build = () => {
      throw new Error('built');
    };
    const jobs = await run(stage, { action: 'unlabeled' }, { 'docker/build-push-action': build });
    expect([endsOf(jobs), jobs.build?.result]).toEqual([{ build: '', preview: 'deleted' }, 'skipped']);
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('a pull request without the label gets none', async () => {
    await using stage = await setStage();
    const jobs = await run(stage, { action: 'opened' });
    expect([jobs.build?.result, jobs.preview?.result, writesOf(stage.emulator)]).toEqual(['skipped', 'success', []]);
  });
});

test('several-endpoints deploys each, and lists them', async () => {
  await using stage = await setStage();
  const files = Object.fromEntries(
    ['a', 'b'].map((name) => [
      `endpoints/${name}.yaml`,
      smallSpec.replace('llama', name).replace('llama:1', 'llama:${TAG}'),
    ]),
  );
  const listed: string[][] = [];
  const { deploy } = await play(stage, 'several-endpoints', { files, programs: { jq: noted(listed) } });
  const endpoints: { name: string; operation: string }[] = JSON.parse(outputsOf(deploy).endpoints ?? '');
  expect(endpoints.map(({ name, operation }) => `${name} ${operation}`)).toEqual(['a created', 'b created']);
  expect(listed).toEqual([['-rn', 'env.ENDPOINTS | fromjson[] | "\\(.name) \\(.operation) \\(.url)"']]);
});

test('night-scale lets the hour decide, whatever started the run, and replaces no worker', async () => {
  await using stage = await setStage();
  const spec = `${smallSpec}workerConfig: {minNum: "\${MIN}"}\n`;
  const at = async (hour: string, run: Run = {}) => {
    const { deploy } = await play(stage, 'night-scale', { spec, programs: { date: () => `${hour}\n` }, ...run });
    return [outputsOf(deploy).operation, stage.emulator.endpoints()[0]?.workerConfig.minNum];
  };
  expect(await at('19')).toEqual(['created', 1]);
  const workers = () => stage.emulator.endpoints()[0]?.workers.map(({ id }) => id);
  const before = workers() ?? [];
  expect(await at('20', scheduled)).toEqual(['updated', 0]);
  expect(await at('5')).toEqual(['unchanged', 0]);
  expect(await at('6', scheduled)).toEqual(['updated', 1]);
  expect(await at('7', scheduled)).toEqual(['unchanged', 1]);
  expect([before.length, workers()?.slice(0, 1)]).toEqual([1, before]);
});

test('drift opens one issue, and closes it when the endpoint matches its spec again', async () => {
  await using stage = await setStage();
  const issues: { number: number; isOpen: boolean; labels: string[] }[] = [];
  const labels = new Set<string>();
  /** As much of the program as the script uses. */
  const gh = (args: readonly string[]) => {
    const after = (flag: string) => args[args.indexOf(flag) + 1] ?? '';
    const open = issues.filter(({ isOpen, labels: [label] }) => isOpen && label === after('--label'));
    if (args[0] === 'label') labels.add(args[2] ?? '');
    else if (args[1] === 'list') return open.map(({ number }) => `${number}\n`).join('');
    else if (args[1] === 'close') Object.assign(issues[Number(args[2]) - 1] ?? {}, { isOpen: false });
    else if (!labels.has(after('--label'))) return { exitCode: 1 };
    else issues.push({ number: issues.length + 1, isOpen: true, labels: [after('--label')] });
    return '';
  };
  const check = async (spec = imagelessSpec) => {
    const { compare } = await play(stage, 'drift', { spec, ...scheduled, programs: { gh } });
    expect(compare).toMatchObject({ result: 'success', stderr: '' });
    return issues.map(({ isOpen }) => isOpen);
  };
  const drifted = imagelessSpec.replace('value: 8', 'value: 9');
  // A build gives the image, and the spec contains none.
  await play(stage, 'build-and-deploy', { spec: imagelessSpec });
  expect(await check()).toEqual([]);
  expect(await check(drifted)).toEqual([true]);
  expect(await check(drifted)).toEqual([true]);
  expect(await check()).toEqual([false]);
  expect(await check(drifted)).toEqual([false, true]);
});

describe('build-and-deploy twice, and rollback', () => {
  /** The commits, each with its image in the registry, under the commit as its tag; `:main` is the second one. */
  async function setRollback(spec: string) {
    const stage = await setStage();
    const images = await setImageStage();
    const digests = [first, second].map(
      (sha) => images.registry.push('acme/llama', image({ label: sha }), sha, 'main').digest,
    );
    const here = (text: string) => text.replaceAll('ghcr.io', images.registry.domain);
    const change: Run['change'] = ({ image: reference = '', ...inputs }) => ({ ...inputs, image: here(reference) });
    const deploy = async (sha: string, env: Record<string, string> = {}) => {
      const built = digests[[first, second].indexOf(sha)] ?? '';
      const actions = { 'docker/build-push-action': () => ({ digest: built }) };
      const run = { github: { sha }, spec: here(spec), env, actions, change };
      return endsOf(await play(stage, 'build-and-deploy', run)).deploy;
    };
    /** `without`: inputs that an older copy of the workflow does not have. */
    const rollBack = async (without: readonly string[] = [], older = spec) => {
      const { rollback } = await play(stage, 'rollback', {
        ...{ github: { event_name: 'workflow_dispatch', sha: second }, inputs: { commit: 'v1' } },
        ...{ spec: here(older), event: { name: 'workflow_dispatch', payload: {} } },
        files: { '.git/HEAD': `${first}\n` },
        programs: { git: ([command]) => (command === 'rev-parse' ? `${first}\n` : '') },
        change: (inputs) =>
          Object.fromEntries(Object.entries(change(inputs)).filter(([name]) => !without.includes(name))),
      });
      return rollback?.steps[0];
    };
    const liveDigest = () => stage.emulator.endpoints()[0]?.image.image.split('@')[1];
    const end = async () => Promise.all([stage[Symbol.asyncDispose](), images[Symbol.asyncDispose]()]);
    return { stage, digests, deploy, rollBack, liveDigest, [Symbol.asyncDispose]: async () => void (await end()) };
  }

  test.for<[string, string]>([
    ['a tag', smallSpec.replace('llama:1', 'llama:main')],
    ['no image', imagelessSpec],
  ])('of a spec with %s', async ([, spec]) => {
    await using scene = await setRollback(spec);
    const { digests, deploy, rollBack, liveDigest } = scene;
    const [good, bad] = digests;
    expect([await deploy(first), await deploy(second), liveDigest()]).toEqual(['created', 'updated', bad]);
    // The job `Deploy` of the last good run, started again.
    expect([await deploy(first, { GITHUB_RUN_ATTEMPT: '2' }), liveDigest()]).toEqual(['updated', good]);
    // It holds against the next run of the bad commit, until somebody means that one.
    expect([await deploy(second), liveDigest()]).toEqual(['superseded', good]);
    expect([await deploy(second, { GITHUB_RUN_ATTEMPT: '2' }), liveDigest()]).toEqual(['updated', bad]);
    // By hand, without its image, and then as the recipe has it.
    expect([(await rollBack(['image', 'resolve-image']))?.end, liveDigest()]).toEqual(['nothing-rolled-back', bad]);
    const rolledBack = await rollBack();
    const said = expect.stringMatching(
      /^::warning title=llama%3A an earlier version%2C on purpose::llama: this run deploys .* over the newer/,
    );
    expect([rolledBack?.end, rolledBack?.annotations, liveDigest()]).toEqual(['updated', [said], good]);
  });

  test('to a commit that was never on main deploys nothing', async () => {
    await using stage = await setStage();
    const { rollback } = await play(stage, 'rollback', {
      ...{ inputs: { commit: 'stray' }, event: { name: 'workflow_dispatch', payload: {} } },
      programs: { git: ([command]) => (command === 'merge-base' ? { exitCode: 1 } : '') },
    });
    expect([rollback?.result, writesOf(stage.emulator)]).toEqual(['failure', []]);
  });
});
