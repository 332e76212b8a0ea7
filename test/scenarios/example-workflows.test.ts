/** The example workflows, step by step against the emulator and GitHub: what each promises in its first lines happens. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { image } from '../registry/content.ts';
import { told } from '../told.ts';
import { compared, timeOf, usual } from './compare-stage.ts';
import { recordKey, smallSpec, writesOf } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import { type ImageStage, setImageStage } from './image-stage.ts';

interface Job {
  steps: { name?: string; uses?: string; with?: Record<string, unknown> }[];
}

const { first, second } = commits;
const digest = `sha256:${'1'.repeat(64)}`;
const otherDigest = `p5.${'a'.repeat(22)}.${'b'.repeat(22)}`;
const isOurs = ({ uses }: { uses?: string }) => uses?.startsWith('acme/deploy-gpu-endpoint@') ?? false;

/** What a runner fills in; an expression that is not named here is a mistake of the test. */
const expressions: Readonly<Record<string, string>> = {
  'secrets.GPU_API_KEY': 'key',
  'secrets.api-key': 'key',
  'secrets.HF_TOKEN': 'token-of-a-hub',
  "secrets.secret-envs || 'none'": 'none',
  'github.sha': first,
  'inputs.dry-run || false': 'false',
  'needs.build.outputs.digest': digest,
};

/** The inputs of the one step of a job that is ours, or of the one of that `name`, for the stage's service. */
function inputsOf(
  stage: Pick<Stage, 'emulator'>,
  { file, job, name, change = {} }: { file: string; job: string; name?: string; change?: object },
): Record<string, string> {
  const workflow: { jobs: Record<string, Job> } = parse(readFileSync(`examples/workflows/${file}.yml`, 'utf8'));
  const isMeant = (step: Job['steps'][number]) => isOurs(step) && (name === undefined || step.name === name);
  const [step, ...others] = workflow.jobs[job]?.steps.filter(isMeant) ?? [];
  if (!step || others.length > 0) throw new Error(`${file} has no one step of ours in ${job}`);
  const known: Record<string, string> = { ...expressions, ...change };
  const filled = Object.entries(step.with ?? {}).map(([name, value]) => [
    name,
    String(value).replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const text = known[expression];
      if (text === undefined) throw new Error(`${file}: what is \${{ ${expression} }}?`);
      return text;
    }),
  ]);
  const given: Record<string, string> = Object.fromEntries(filled);
  // A validation has neither.
  const isOnline = 'api-key' in given;
  return { ...given, 'base-url': isOnline ? stage.emulator.url : '', 'api-key': isOnline ? stage.emulator.apiKey : '' };
}

const deployments = ({ api }: Stage) =>
  api.deployments().map(({ environment, statuses }) => [environment, statuses.at(-1)?.state]);

/** File, job, what its expressions are; how it ends and which Deployments it makes. */
test.for<[string, string, Record<string, string>, string, [string, string][]]>([
  ['push-to-production', 'deploy', {}, 'created', [['production', 'success']]],
  ['build-and-deploy', 'deploy', {}, 'created', [['production', 'success']]],
  // The runner has dropped the digest.
  ['build-and-deploy', 'deploy', { 'needs.build.outputs.digest': '' }, 'inputs-invalid', []],
  [
    'reusable',
    'deploy',
    { 'inputs.spec': 'endpoint.yaml', 'inputs.image': 'a:2', 'inputs.wait-timeout': '30m' },
    'created',
    [],
  ],
  ['self-hosted-proxy', 'deploy', {}, 'created', []],
  ['plan-and-approve', 'deploy', { 'needs.plan.outputs.plan-digest': '' }, 'inputs-invalid', []],
  ['plan-and-approve', 'deploy', { 'needs.plan.outputs.plan-digest': 'p3.a.b' }, 'inputs-invalid', []],
  ['plan-and-approve', 'deploy', { 'needs.plan.outputs.plan-digest': otherDigest }, 'plan-changed', []],
])('%s, %s %j: %s', async ([file, job, change, expected, made]) => {
  await using stage = await setStage();
  // No test asks a registry of the internet.
  const inputs = { ...inputsOf(stage, { file, job, change }), 'resolve-image': 'off' };
  const { end, outputs } = await stage.step({ with: inputs });
  expect([end, deployments(stage)]).toEqual([expected, made]);
  if (file === 'push-to-production') {
    expect(outputs.url).toMatch(/^https?:/);
    expect(stage.emulator.endpoints()).toMatchObject([
      { envs: [{ key: 'HUGGING_FACE_HUB_TOKEN' }, { key: recordKey }] },
    ]);
  }
  if (file === 'build-and-deploy' && end === 'created') expect(outputs['image-digest']).toBe(digest);
  if (file === 'reusable') expect(stage.emulator.endpoints()).toMatchObject([{ image: { image: 'a:2' } }]);
});

test('staging-to-production deploys the image that staging resolved, and nothing without its digest', async () => {
  await using stage = await setImageStage();
  const { digest: pushed } = stage.registry.push('acme/llama', image(), 'main');
  const inputs = (job: string, change = {}) => {
    const given: Record<string, string> = inputsOf(stage, { file: 'staging-to-production', job, change });
    return { ...given, image: given.image?.replace('ghcr.io', stage.registry.domain) ?? '' };
  };
  const staging = await stage.step({ with: inputs('staging') });
  expect(staging.outputs).toMatchObject({ operation: 'created', 'image-digest': pushed });
  stage.registry.push('acme/llama', image({ label: 'newer' }), 'main');
  const production = await stage.step({ with: inputs('production', { 'needs.staging.outputs.digest': pushed }) });
  expect(production.outputs).toMatchObject({ operation: 'created', 'image-digest': pushed });
  expect(stage.emulator.endpoints().map(({ name }) => name)).toEqual(['llama-staging', 'llama']);
  const dropped = await stage.step({ with: inputs('production', { 'needs.staging.outputs.digest': '' }) });
  expect(dropped.exitCode).toBe(1);
});

describe('candidate-to-production', () => {
  const spec = (stage: ImageStage) =>
    `${compared.replace('ghcr.io', stage.registry.domain)}workerConfig: {minNum: "\${MIN}"}\n`;

  /** The three steps as a runner runs them, up to one that is killed: the second after a green one alone, the third always. */
  async function play(stage: ImageStage, { isKilled = false }: { isKilled?: boolean } = {}) {
    const run = async (name: string, digest = '') => {
      const change = { 'steps.candidate.outputs.image-digest': digest };
      const given: Record<string, string> = inputsOf(stage, {
        ...{ file: 'candidate-to-production', job: 'deploy' },
        name,
        change,
      });
      const image = given.image && { image: given.image.replace('ghcr.io', stage.registry.domain) };
      return stage.step({ spec: spec(stage), ...timeOf(stage.emulator), with: { ...given, ...image } });
    };
    const candidate = await run('Deploy and compare the candidate');
    const digest = candidate.outputs['image-digest'] ?? '';
    if (isKilled) return [candidate.end];
    const production = candidate.exitCode === 0 ? await run('Deploy production', digest) : undefined;
    return [candidate.end, production?.end, (await run('Delete the candidate')).end];
  }
  const state = ({ emulator }: ImageStage) =>
    emulator.endpoints().map(({ name, image: { image: shown } }) => [name, shown.split('@')[1]]);
  const serve = (stage: ImageStage, digest: string, more: object = {}) =>
    stage.emulator.addModel({ ...usual, image: `${stage.registry.domain}/acme/llama@${digest}`, ...more });

  test('gives production the digest that passed, and nothing else', async () => {
    await using stage = await setImageStage();
    const push = (label: string, more?: object) => {
      const { digest: pushed } = stage.registry.push('acme/llama', image({ label }), 'main');
      serve(stage, pushed, more);
      return pushed;
    };
    const first = push('first');
    expect(await play(stage)).toEqual(['created', 'created', 'deleted']);
    expect(state(stage)).toEqual([['llama', first]]);
    const second = push('second');
    expect(await play(stage)).toEqual(['created', 'updated', 'deleted']);
    push('slow', { tokenMs: 60 });
    stage.emulator.clearRequests();
    expect(await play(stage)).toEqual(['slower', undefined, 'deleted']);
    expect([state(stage), writesOf(stage.emulator)]).toEqual([[['llama', second]], ['create', 'delete']]);
    const third = push('third');
    expect(await play(stage, { isKilled: true })).toEqual(['created']);
    expect(await play(stage)).toEqual(['unchanged', 'updated', 'deleted']);
    expect(state(stage)).toEqual([['llama', third]]);
  });

  test('gives production nothing without a digest', async () => {
    await using stage = await setStage();
    const inputs = inputsOf(stage, {
      ...{ file: 'candidate-to-production', job: 'deploy', name: 'Deploy production' },
      change: { 'steps.candidate.outputs.image-digest': '' },
    });
    const { end, annotations } = await stage.step({ with: inputs });
    expect([end, annotations.join()]).toEqual(['inputs-invalid', expect.stringContaining('`image`')]);
    expect(writesOf(stage.emulator)).toEqual([]);
  });
});

test('plan-on-pull-request comments on what changes', async () => {
  await using stage = await setStage();
  const inputs = inputsOf(stage, { file: 'plan-on-pull-request', job: 'plan' });
  const { outputs } = await stage.pullRequestStep({ action: 'opened', with: inputs });
  expect(outputs.operation).toBe('planned');
  expect(stage.api.comments(7).map(({ body }) => body)).toEqual([expect.stringContaining('llama')]);
  expect(stage.emulator.endpoints()).toEqual([]);
});

test('plan-and-approve validates a pull request without a key, and deploys what was approved', async () => {
  await using stage = await setStage();
  const inputs = (job: string, change = {}) => inputsOf(stage, { file: 'plan-and-approve', job, change });
  expect((await stage.pullRequestStep({ action: 'opened', with: inputs('validate') })).end).toBe('validated');
  expect(stage.emulator.requests).toEqual([]);
  const { outputs } = await stage.step({ with: inputs('plan') });
  const change = { 'needs.plan.outputs.plan-digest': outputs['plan-digest'] };
  expect((await stage.step({ with: inputs('deploy', change) })).end).toBe('created');
  expect(deployments(stage)).toEqual([]);
});

describe('previews', () => {
  const preview = (stage: Stage) => inputsOf(stage, { file: 'previews', job: 'preview' });

  test('deploys while the pull request is open, and deletes with its close', async () => {
    await using stage = await setStage();
    const opened = await stage.pullRequestStep({ action: 'opened', with: preview(stage) });
    expect(told(opened.outputs)).toMatchObject({ operation: 'created', name: 'llama-pr-7' });
    const closed = await stage.pullRequestStep({ action: 'closed', with: preview(stage) });
    expect(closed.outputs.operation).toBe('deleted');
    expect(deployments(stage)).toEqual([['preview', 'inactive']]);
  });

  test('sweeps what a missed close has left', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: preview(stage) });
    stage.api.setPull({ number: 7, state: 'closed' });
    const inputs = inputsOf(stage, { file: 'previews', job: 'sweep' });
    await stage.step({ event: { name: 'schedule', payload: {} }, with: inputs });
    expect(stage.emulator.endpoints()).toEqual([]);
  });

  test('are closed by close-previews, which has nothing checked out', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', with: preview(stage) });
    const inputs = inputsOf(stage, { file: 'close-previews', job: 'close' });
    const facts = { action: 'closed', eventName: 'pull_request_target', spec: '' } as const;
    expect((await stage.pullRequestStep({ ...facts, with: inputs })).end).toBe('deleted');
    const reopened = { ...facts, action: 'reopened', spec: smallSpec };
    expect((await stage.pullRequestStep({ ...reopened, with: inputs })).end).toBe('inputs-invalid');
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
  const { outputs } = await stage.step({ files, with: inputsOf(stage, { file: 'several-endpoints', job: 'deploy' }) });
  const listed: { name: string; operation: string }[] = JSON.parse(outputs.endpoints ?? '');
  expect(listed.map(({ name, operation }) => `${name} ${operation}`)).toEqual(['a created', 'b created']);
  expect(deployments(stage)).toEqual([
    ['production/a', 'success'],
    ['production/b', 'success'],
  ]);
});

test.for([
  ['an endpoint as it should be', smallSpec, 'unchanged'],
  ['one that somebody has changed', smallSpec.replace('value: 8', 'value: 9'), 'update'],
])('drift: %s', async ([, spec, expected]) => {
  await using stage = await setStage();
  await stage.step({ with: inputsOf(stage, { file: 'push-to-production', job: 'deploy' }) });
  const inputs = inputsOf(stage, { file: 'drift', job: 'compare' });
  const { outputs } = await stage.step({ spec: spec ?? '', event: { name: 'schedule', payload: {} }, with: inputs });
  const plans: { plan: { operation: string } }[] = JSON.parse(outputs.endpoints ?? '');
  expect(plans.map(({ plan }) => plan.operation)).toEqual([expected]);
});

describe('build-and-deploy twice, and back', () => {
  /** The commits, each with its image in the registry, under the commit as its tag; `:main` is the second one. */
  async function setStory(spec: string) {
    const stage = await setStage();
    const images = await setImageStage();
    const digests = [first, second].map(
      (sha) => images.registry.push('acme/llama', image({ label: sha }), sha, 'main').digest,
    );
    const here = (text: string) => text.replaceAll('ghcr.io', images.registry.domain);
    const deploy = async (sha: string, env: Record<string, string> = {}) => {
      const change = { 'needs.build.outputs.digest': digests[[first, second].indexOf(sha)] ?? '' };
      const given = inputsOf(stage, { file: 'build-and-deploy', job: 'deploy', change });
      return stage.step({ sha, spec: here(spec), env, with: { ...given, image: here(given.image ?? '') } });
    };
    /** `without`: inputs that an older copy of the workflow does not have. */
    const rollBack = async (without: readonly string[] = [], older = spec) => {
      const given = inputsOf(stage, {
        file: 'rollback',
        job: 'rollback',
        change: { 'steps.commit.outputs.sha': first },
      });
      const inputs = Object.fromEntries(Object.entries(given).filter(([name]) => !without.includes(name)));
      return stage.step({
        ...{ sha: second, spec: here(older), event: { name: 'workflow_dispatch', payload: {} } },
        files: { '.git/HEAD': `${first}\n` },
        with: { ...inputs, ...(inputs.image && { image: here(inputs.image) }) },
      });
    };
    const live = () => stage.emulator.endpoints()[0]?.image.image.split('@')[1];
    const end = async () => Promise.all([stage[Symbol.asyncDispose](), images[Symbol.asyncDispose]()]);
    return { stage, digests, deploy, rollBack, live, [Symbol.asyncDispose]: async () => void (await end()) };
  }

  test.for<[string, string]>([
    ['a tag', smallSpec.replace('llama:1', 'llama:main')],
    ['no image', smallSpec.replace(/image: .*\n/, '')],
  ])('of a spec with %s', async ([, spec]) => {
    await using story = await setStory(spec);
    const { stage, digests, deploy, rollBack, live } = story;
    const [good, bad] = digests;
    expect([(await deploy(first)).end, (await deploy(second)).end, live()]).toEqual(['created', 'updated', bad]);
    // The job `Deploy` of the last good run, started again.
    expect([(await deploy(first, { GITHUB_RUN_ATTEMPT: '2' })).end, live()]).toEqual(['updated', good]);
    expect([(await deploy(second)).end, live()]).toEqual(['updated', bad]);
    // By hand, without its image, and then as the recipe has it.
    expect([(await rollBack(['image', 'resolve-image'])).end, live()]).toEqual(['nothing-rolled-back', bad]);
    const { end, annotations } = await rollBack();
    expect([end, annotations, live()]).toEqual(['updated', [], good]);
    const history = stage.api.deployments().map(({ sha, description }) => [sha, description?.split(', ').at(-1)]);
    expect(history).toEqual([first, second, first, second, first].map((sha) => [sha, sha === first ? good : bad]));
  });

  test('of a spec that says its digest', async () => {
    await using story = await setStory(smallSpec);
    const { digests, deploy, rollBack, live } = story;
    await deploy(first);
    await deploy(second);
    const older = smallSpec.replace('llama:1', `llama@${digests[0]}`);
    expect([(await rollBack(['image', 'resolve-image'], older)).end, live()]).toEqual(['updated', digests[0]]);
  });
});

test('chatops writes the plan of the pull request’s last commit', async () => {
  await using stage = await setStage({ api: { pulls: [{ number: 7, headSha: second }] } });
  stage.emulator.seed({ name: 'llama' });
  const { outputs } = await stage.step({
    event: {
      name: 'issue_comment',
      payload: { issue: { number: 7, pull_request: {} }, comment: { author_association: 'MEMBER' } },
    },
    files: { '.git/HEAD': `${second}\n` },
    with: inputsOf(stage, { file: 'chatops', job: 'plan' }),
  });
  expect(outputs.operation).toBe('planned');
  expect(stage.api.comments(7)[0]?.body).toContain('policy.value');
});
